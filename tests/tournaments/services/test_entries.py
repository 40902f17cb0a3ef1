from __future__ import annotations

import pytest

from tests.concurrency import run_together
from tests.factories import (
    NOW,
    make_club,
    make_entry,
    make_partnership,
    make_player,
    make_round,
    make_tournament,
    make_user,
)
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import (
    EntryExists,
    EntryNotWithdrawn,
    EntryWithdrawn,
    LinesUnreadable,
    NamesakesUndecided,
    PlayerAlreadyInEntry,
    PlayerNotInEntry,
    RightMissing,
    ThingNotFound,
    TournamentFinished,
)
from tournaments.imports import pair_lines
from tournaments.models import AuditEntry, BulkAct, Entry, LineUp, Membership, Partnership, Stage, Tournament
from tournaments.selectors.entries import entries_of, view_entries
from tournaments.services import entries


def admit(tournament, *partnerships):
    return entries.admit_partnerships(
        actor=SYSTEM, tournament_id=tournament.pk, partnership_ids=[row.pk for row in partnerships], now=NOW
    )


def load(tournament, text, **more):
    return entries.admit_lines(actor=SYSTEM, tournament_id=tournament.pk, lines=pair_lines(text), now=NOW, **more)


def shown(tournament):
    return [(view.number, view.name) for view in view_entries(list(entries_of(tournament.pk)), tournament)]


def line_up(entry):
    rows = LineUp.objects.filter(entry=entry).order_by("place", "from_round", "id")
    return [(row.place, row.player_id, row.from_round, row.is_current) for row in rows]


def finish(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(status="finished", finished_at=NOW)


@pytest.mark.django_db
def test_admit_partnerships_numbers_them_in_the_order_given():
    tournament = make_tournament()
    first, second, third = (make_partnership(tournament.club) for _ in range(3))

    admit(tournament, third, first)
    [late] = admit(tournament, second)

    assert [(entry.number, entry.partnership_id) for entry in entries_of(tournament.pk)] == [
        (1, third.pk),
        (2, first.pk),
        (3, second.pk),
    ]
    assert line_up(late) == [(1, second.first_id, 1, True), (2, second.second_id, 1, True)]
    audit = AuditEntry.objects.latest("id")
    act = BulkAct.objects.latest("pk").pk
    assert audit.action == "entries.admitted"
    assert audit.after == {"entry_ids": [late.pk], "first_round": 1, "act": act}


@pytest.mark.django_db
def test_admit_partnerships_admits_all_or_none():
    tournament = make_tournament()
    pair, other = make_partnership(tournament.club), make_partnership(tournament.club)
    foreign = make_partnership(make_club("Other"))
    admit(tournament, pair)

    with pytest.raises(EntryExists):
        admit(tournament, other, pair)
    with pytest.raises(ThingNotFound):
        admit(tournament, other, foreign)
    finish(tournament)
    with pytest.raises(TournamentFinished):
        admit(tournament, other)

    assert [entry.partnership_id for entry in entries_of(tournament.pk)] == [pair.pk]


@pytest.mark.django_db
def test_admit_partnerships_takes_the_same_one_twice_as_one():
    tournament = make_tournament()
    pair = make_partnership(tournament.club)

    assert len(admit(tournament, pair, pair)) == 1


@pytest.mark.django_db
def test_a_player_may_be_in_several_entries():
    tournament = make_tournament()
    ann = make_player(tournament.club, "Ann")

    admit(tournament, *(make_partnership(tournament.club, ann, make_player(tournament.club, name)) for name in "BC"))

    assert shown(tournament) == [(1, "Ann + B"), (2, "Ann + C")]


@pytest.mark.django_db
def test_who_comes_late_is_drawn_from_the_next_round_on():
    tournament = make_tournament(pairs=4)
    make_round(tournament)

    late = make_entry(tournament)

    assert late.first_round == 2
    assert [row[2] for row in line_up(late)] == [2, 2]


@pytest.mark.django_db
def test_admit_lines_brings_in_a_whole_evening():
    tournament = make_tournament()
    make_player(tournament.club, "Ann Lee")

    load(tournament, 'Ann Lee + Bob O\'Brien\nŽilvinas Łoś + Nguyễn Văn An\n"Smith, Jr" + Zoë', add_unknown=True)

    assert shown(tournament) == [
        (1, "Ann Lee + Bob O'Brien"),
        (2, "Žilvinas Łoś + Nguyễn Văn An"),
        (3, "Smith, Jr + Zoë"),
    ]
    assert Membership.objects.filter(club=tournament.club).count() == 6
    assert Stage.objects.get().rounds_planned == 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("text", "more", "refusal"),
    [
        pytest.param("Ann + Bob\nCy + Di", {}, LinesUnreadable, id="strangers"),
        pytest.param("Cy + Di\nCy + Ed", {"add_unknown": True}, NamesakesUndecided, id="a new name twice"),
        pytest.param("Cy + Di\nAnn + Bob", {"add_unknown": True}, LinesUnreadable, id="a pair that is entered"),
        pytest.param(
            "Cy + Ann\nAnn + Cy",
            {"add_unknown": True, "decisions": {"2.2": "same"}},
            LinesUnreadable,
            id="a pair twice in the list",
        ),
    ],
)
def test_admit_lines_admits_all_or_none(text, more, refusal):
    tournament = make_tournament()
    ann, bob = make_player(tournament.club, "Ann"), make_player(tournament.club, "Bob")
    admit(tournament, make_partnership(tournament.club, ann, bob))

    with pytest.raises(refusal):
        load(tournament, text, **more)

    assert shown(tournament) == [(1, "Ann + Bob")]
    assert Membership.objects.count() == 2
    assert Partnership.objects.count() == 1


@pytest.mark.django_db
def test_withdraw_entry_takes_it_out_and_reinstate_entry_brings_it_back():
    tournament = make_tournament(pairs=4)
    entry = entries_of(tournament.pk)[1]

    entries.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, reason="ill", now=NOW)

    entry.refresh_from_db()
    assert (entry.status, entry.withdrawn_at) == ("withdrawn", NOW)
    assert AuditEntry.objects.latest("id").reason == "ill"
    with pytest.raises(EntryWithdrawn):
        entries.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, now=NOW)

    entries.reinstate_entry(actor=SYSTEM, entry_id=entry.pk, now=NOW)

    entry.refresh_from_db()
    assert (entry.status, entry.withdrawn_at) == ("active", None)
    with pytest.raises(EntryNotWithdrawn):
        entries.reinstate_entry(actor=SYSTEM, entry_id=entry.pk, now=NOW)


@pytest.mark.django_db
def test_withdraw_entry_shortens_the_round_robin_before_it_begins():
    tournament = make_tournament(pairs=6)

    for entry in entries_of(tournament.pk)[:2]:
        entries.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, now=NOW)

    assert Stage.objects.get().rounds_planned == 3


@pytest.mark.django_db
def test_replace_player_keeps_who_played_before():
    tournament = make_tournament(pairs=4)
    make_round(tournament)
    entry = entries_of(tournament.pk)[0]
    out, stays = (row.player_id for row in LineUp.objects.filter(entry=entry).order_by("place"))
    substitute = make_player(tournament.club, "Zoë")

    entries.replace_player(
        actor=SYSTEM, entry_id=entry.pk, player_out_id=out, player_in_id=substitute.pk, reason="ill", now=NOW
    )

    assert line_up(entry) == [(1, out, 1, False), (1, substitute.pk, 2, True), (2, stays, 1, True)]
    audit = AuditEntry.objects.latest("id")
    assert (audit.action, audit.before, audit.after, audit.reason) == (
        "entry.player_replaced",
        {"player": out},
        {"player": substitute.pk, "place": 1, "from_round": 2},
        "ill",
    )


@pytest.mark.django_db
def test_replace_player_refuses_who_is_not_there_or_there_already():
    tournament = make_tournament(pairs=2)
    entry, other = entries_of(tournament.pk)
    first, second = (row.player_id for row in LineUp.objects.filter(entry=entry).order_by("place"))
    elsewhere = LineUp.objects.filter(entry=other).first().player_id
    foreign = make_player(make_club("Other"), "Zoë").pk
    before = line_up(entry)

    for out, coming, refusal in (
        (elsewhere, foreign, PlayerNotInEntry),
        (first, second, PlayerAlreadyInEntry),
        (first, foreign, ThingNotFound),
    ):
        with pytest.raises(refusal):
            entries.replace_player(actor=SYSTEM, entry_id=entry.pk, player_out_id=out, player_in_id=coming, now=NOW)

    assert line_up(entry) == before


@pytest.mark.django_db
@pytest.mark.parametrize("state", ["withdrawn", "finished"])
def test_replace_player_leaves_what_is_over_alone(state):
    tournament = make_tournament(pairs=2)
    entry = entries_of(tournament.pk)[0]
    if state == "withdrawn":
        entries.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, now=NOW)
    else:
        finish(tournament)
    before = line_up(entry)

    with pytest.raises(EntryWithdrawn if state == "withdrawn" else TournamentFinished):
        entries.replace_player(
            actor=SYSTEM,
            entry_id=entry.pk,
            player_out_id=before[0][1],
            player_in_id=make_player(tournament.club).pk,
            now=NOW,
        )

    assert line_up(entry) == before


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["scorer", None])
def test_entries_are_managed_by_directors(role):
    user = make_user()
    club = make_club(**({role: user} if role else {}))
    tournament = make_tournament(club, pairs=2)
    entry = entries_of(tournament.pk)[0]
    pair = make_partnership(club)
    actor = Actor(user_id=user.pk)

    for act in (
        lambda: entries.admit_partnerships(
            actor=actor, tournament_id=tournament.pk, partnership_ids=[pair.pk], now=NOW
        ),
        lambda: entries.admit_lines(
            actor=actor, tournament_id=tournament.pk, lines=pair_lines("A + B"), add_unknown=True, now=NOW
        ),
        lambda: entries.withdraw_entry(actor=actor, entry_id=entry.pk, now=NOW),
        lambda: entries.reinstate_entry(actor=actor, entry_id=entry.pk, now=NOW),
        lambda: entries.replace_player(
            actor=actor, entry_id=entry.pk, player_out_id=line_up(entry)[0][1], player_in_id=pair.first_id, now=NOW
        ),
    ):
        with pytest.raises(RightMissing):
            act()

    assert Entry.objects.filter(status="active").count() == 2
    assert not LineUp.objects.filter(is_current=False).exists()


@pytest.mark.django_db
@pytest.mark.parametrize(("role", "numbers"), [("organiser", [1]), ("director", [1])])
def test_directors_and_organisers_admit(role, numbers):
    user = make_user()
    club = make_club(**{role: user})
    tournament = make_tournament(club)

    entries.admit_lines(
        actor=Actor(user_id=user.pk),
        tournament_id=tournament.pk,
        lines=pair_lines("A + B"),
        add_unknown=True,
        now=NOW,
    )

    assert [entry.number for entry in entries_of(tournament.pk)] == numbers


@pytest.mark.django_db(transaction=True)
def test_admit_partnerships_at_the_same_moment_gives_each_a_number_of_its_own():
    tournament = make_tournament()
    pairs = [make_partnership(tournament.club) for _ in range(4)]

    run_together(4, lambda index: str(admit(tournament, pairs[index])[0].number))

    assert [entry.number for entry in entries_of(tournament.pk)] == [1, 2, 3, 4]


@pytest.mark.django_db(transaction=True)
def test_admit_partnerships_of_one_pair_at_the_same_moment_admits_it_once():
    tournament = make_tournament()
    pair = make_partnership(tournament.club)

    outcomes = run_together(4, lambda _index: str(admit(tournament, pair)[0].number), refused=EntryExists)

    assert sorted(outcomes) == ["1", *["entry.exists"] * 3]
    assert entries_of(tournament.pk).count() == 1
