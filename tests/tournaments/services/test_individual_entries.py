"""Individuals admitted by id or by name, all or none, as pairs are."""

from __future__ import annotations

import pytest

from tests.concurrency import run_together
from tests.factories import NOW, make_club, make_partnership, make_player, make_round, make_tournament, make_user
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import (
    EntryExists,
    EntryOfWrongKind,
    LinesUnreadable,
    NamesakesUndecided,
    RightMissing,
    ThingNotFound,
    TournamentFinished,
)
from tournaments.imports import name_lines, pair_lines
from tournaments.models import AuditEntry, BulkAct, Entry, LineUp, Membership, Tournament
from tournaments.selectors.entries import entries_of, view_entries
from tournaments.services import entries


def make_night(**settings):
    return make_tournament(entry_kind="player", rounds=3, **settings)


def admit(tournament, *players, actor=SYSTEM):
    return entries.admit_players(
        actor=actor, tournament_id=tournament.pk, player_ids=[player.pk for player in players], now=NOW
    )


def load(tournament, text, *, actor=SYSTEM, **more):
    return entries.admit_names(actor=actor, tournament_id=tournament.pk, lines=name_lines(text), now=NOW, **more)


def shown(tournament):
    return [(view.number, view.name) for view in view_entries(list(entries_of(tournament.pk)), tournament)]


@pytest.mark.django_db
def test_admit_players_numbers_them_in_the_order_given():
    tournament = make_night()
    ann, bob, cy = (make_player(tournament.club, name) for name in ("Ann", "Bob", "Cy"))

    admit(tournament, cy, ann, cy)
    [late] = admit(tournament, bob)

    assert shown(tournament) == [(1, "Cy"), (2, "Ann"), (3, "Bob")]
    assert [(row.place, row.player_id, row.from_round) for row in late.line_up.all()] == [(1, bob.pk, 1)]
    [view] = view_entries([late], tournament)
    assert (view.player_id, view.partnership_id) == (bob.pk, None)
    audit = AuditEntry.objects.latest("id")
    assert audit.action == "entries.admitted"
    assert audit.after == {"entry_ids": [late.pk], "first_round": 1, "act": BulkAct.objects.latest("pk").pk}


@pytest.mark.django_db
def test_admit_players_admits_all_or_none():
    tournament = make_night()
    ann, bob = (make_player(tournament.club, name) for name in ("Ann", "Bob"))
    foreign = make_player(make_club("Other"), "Zoë")
    admit(tournament, ann)

    with pytest.raises(EntryExists) as refused:
        admit(tournament, bob, ann)
    assert refused.value.params == {"name": "Ann"}
    with pytest.raises(ThingNotFound):
        admit(tournament, bob, foreign)
    Tournament.objects.filter(pk=tournament.pk).update(status="finished", finished_at=NOW)
    with pytest.raises(TournamentFinished):
        admit(tournament, bob)

    assert shown(tournament) == [(1, "Ann")]


@pytest.mark.django_db
def test_who_comes_late_is_drawn_from_the_next_round_on():
    tournament = make_night(people=4)
    make_round(tournament)

    [late] = load(tournament, "Zoë", add_unknown=True)

    assert (late.number, late.first_round) == (5, 2)
    assert late.line_up.get().from_round == 2


@pytest.mark.django_db
def test_admit_names_brings_in_a_whole_evening():
    tournament = make_night()
    make_player(tournament.club, "Ann Lee")

    load(tournament, 'Ann Lee\n\nŽilvinas Łoś\n"Smith, Jr"\nNguyễn Văn An', add_unknown=True)

    assert shown(tournament) == [(1, "Ann Lee"), (2, "Žilvinas Łoś"), (3, "Smith, Jr"), (4, "Nguyễn Văn An")]
    assert Membership.objects.filter(club=tournament.club).count() == 4


@pytest.mark.django_db
def test_admit_names_asks_who_is_meant():
    tournament = make_night()
    make_player(tournament.club, "Ann")
    other = make_player(tournament.club, "Ann")

    with pytest.raises(NamesakesUndecided) as asked:
        load(tournament, "Bob\nAnn", add_unknown=True)
    assert [name["key"] for name in asked.value.namesakes] == ["2"]
    load(tournament, "Bob\nAnn\nAnn", add_unknown=True, decisions={"2": other.pk, "3": "new"})

    assert shown(tournament) == [(1, "Bob"), (2, "Ann"), (3, "Ann")]
    assert Entry.objects.get(number=2).player_id == other.pk
    assert Membership.objects.count() == 4


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("text", "more", "refusal", "lines"),
    [
        pytest.param("Cy\nAnn", {}, LinesUnreadable, [1], id="a stranger"),
        pytest.param("Cy\nCy", {"add_unknown": True}, NamesakesUndecided, None, id="a new name twice"),
        pytest.param("Cy\nAnn", {"add_unknown": True}, LinesUnreadable, [2], id="a player who is entered"),
        pytest.param("Bob\nCy\nBob", {"add_unknown": True}, LinesUnreadable, [3], id="a player twice in the list"),
    ],
)
def test_admit_names_admits_all_or_none(text, more, refusal, lines):
    tournament = make_night()
    ann, _bob = make_player(tournament.club, "Ann"), make_player(tournament.club, "Bob")
    admit(tournament, ann)

    with pytest.raises(refusal) as refused:
        load(tournament, text, **more)

    if lines is not None:
        assert [line for line, _ in refused.value.lines] == lines
    assert shown(tournament) == [(1, "Ann")]
    assert Membership.objects.count() == 2


@pytest.mark.django_db
def test_admit_text_reads_what_the_tournament_takes():
    people, pairs = make_night(), make_tournament()

    for tournament, text in ((people, "Ann\nBob"), (pairs, "Cy + Di")):
        entries.admit_text(actor=SYSTEM, tournament=tournament, text=text, add_unknown=True, now=NOW)

    assert shown(people) == [(1, "Ann"), (2, "Bob")]
    assert shown(pairs) == [(1, "Cy + Di")]


@pytest.mark.django_db
def test_entries_of_the_other_kind_are_refused():
    people, pairs = make_night(), make_tournament()
    player, pair = make_player(people.club), make_partnership(pairs.club)

    for act, kind in (
        (lambda: admit(pairs, player), "fixed pairs"),
        (lambda: load(pairs, "Ann", add_unknown=True), "fixed pairs"),
        (
            lambda: entries.admit_partnerships(
                actor=SYSTEM, tournament_id=people.pk, partnership_ids=[pair.pk], now=NOW
            ),
            "individuals",
        ),
        (
            lambda: entries.admit_lines(
                actor=SYSTEM, tournament_id=people.pk, lines=pair_lines("A + B"), add_unknown=True, now=NOW
            ),
            "individuals",
        ),
    ):
        members = Membership.objects.count()
        with pytest.raises(EntryOfWrongKind) as refused:
            act()
        assert refused.value.params == {"kind": kind}
        assert Membership.objects.count() == members

    assert not Entry.objects.exists()


@pytest.mark.django_db
def test_nobody_is_admitted_to_a_tournament_that_there_is_not():
    with pytest.raises(ThingNotFound):
        entries.admit_names(actor=SYSTEM, tournament_id=0, lines=name_lines("Ann"), now=NOW)


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["scorer", None])
def test_individuals_are_managed_by_directors(role):
    user = make_user()
    tournament = make_tournament(make_club(**({role: user} if role else {})), entry_kind="player")
    player = make_player(tournament.club)
    actor = Actor(user_id=user.pk)

    for act in (
        lambda: admit(tournament, player, actor=actor),
        lambda: load(tournament, "Ann", add_unknown=True, actor=actor),
    ):
        with pytest.raises(RightMissing):
            act()

    assert not Entry.objects.exists()
    assert Membership.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_admit_players_of_one_player_at_the_same_moment_admits_it_once():
    tournament = make_night()
    player = make_player(tournament.club)

    outcomes = run_together(4, lambda _index: str(admit(tournament, player)[0].number), refused=EntryExists)

    assert sorted(outcomes) == ["1", *["entry.exists"] * 3]
    assert LineUp.objects.count() == 1
