"""Bulk acts undone: exactly what they made or changed goes back, or nothing and a list of what stands on it."""

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
from tests.hands import play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import EntryExists, PartnersTheSame, RightMissing, ThingNotFound, TournamentFinished
from tournaments.imports import name_lines, pair_lines
from tournaments.models import Absence, AuditEntry, BulkAct, Entry, Membership, Partnership, Player, Tournament
from tournaments.selectors.bulk_acts import built_on, get_act, open_acts, view_act
from tournaments.selectors.standings import results_version
from tournaments.services import (
    absences,
    adjustments,
    arrangements,
    entries,
    keeping_apart,
    partnerships,
    players,
    undoing,
)
from tournaments.undo_errors import ActUndone, BuiltOn

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}
THREE_PAIRS = "Ann + Bob\nCid + Dot\nEva + Fay"


def product():
    """Return all that there is but for acts and the log of them, which tell of what was done and undone."""
    return {
        table: rows
        for table, rows in everything().items()
        if table not in ("tournaments_bulkact", "tournaments_auditentry")
    }


def undo(act=None, **more):
    act = act or BulkAct.objects.latest("pk")
    return undoing.undo_act(**{"actor": SYSTEM, "act_id": act.pk, "now": NOW, **more})


def add(club, *names):
    return players.add_players(actor=SYSTEM, club_id=club.pk, lines=name_lines("\n".join(names)), now=NOW)


def admit(tournament, text=THREE_PAIRS, **more):
    return entries.admit_lines(
        actor=SYSTEM, tournament_id=tournament.pk, lines=pair_lines(text), add_unknown=True, now=NOW, **more
    )


def refused(act, code):
    before = everything()
    with pytest.raises(BuiltOn) as found:
        undo(act)
    assert [one["code"] for one in found.value.since] == [code] if isinstance(code, str) else code
    assert everything() == before
    return found.value.since[0]["detail"]


def test_undo_of_players_added_takes_them_and_nobody_else():
    club = make_club()
    make_player(club, "Zoë")
    before = product()
    add(club, "Ann Lee", "Bob O'Brien", "Zoë Two")

    view = view_act(BulkAct.objects.latest("pk"))
    act = undo()

    assert (view.act.count, view.goes, view.may_be_undone) == (3, ("Ann Lee", "Bob O'Brien", "Zoë Two"), True)
    assert product() == before
    assert (act.undone_at, view_act(act).may_be_undone) == (NOW, False)
    assert AuditEntry.objects.latest("pk").action == "act.undone"


def test_undo_of_a_list_with_known_people_leaves_those():
    club = make_club()
    ann = make_player(club, "Ann Lee")
    before = product()
    players.add_players(
        actor=SYSTEM, club_id=club.pk, lines=name_lines("Ann Lee\nBob"), decisions={"1": ann.pk}, now=NOW
    )

    undo()

    assert product() == before


def test_undo_of_pairs_formed_takes_the_players_that_came_with_them():
    club = make_club()
    make_player(club, "Ann")
    before = product()
    partnerships.import_partnerships(
        actor=SYSTEM, club_id=club.pk, lines=pair_lines(THREE_PAIRS), add_unknown=True, now=NOW
    )
    assert (Partnership.objects.count(), Player.objects.count()) == (3, 6)

    undo()

    assert product() == before


def test_undo_of_entries_takes_pairs_and_players_that_were_new_and_makes_the_version_grow():
    tournament = make_tournament(pairs=2)
    version = results_version(tournament.pk)
    before = product()
    admitted = admit(tournament)
    with_entries = results_version(tournament.pk)

    act = undo()

    after = product()
    for rows in (before, after):
        for row in rows["tournaments_tournament"]:
            row.pop("counting_version")
    assert after == before
    assert (act.count, len(admitted)) == (3, 3)
    assert results_version(tournament.pk) > with_entries > version
    # Other entries in the place of these are another state of the standings.
    admit(tournament)
    assert results_version(tournament.pk) > with_entries + 1


def test_undo_of_groups_brings_the_old_ones_back():
    tournament = make_tournament(pairs=3, movement="swiss", rounds=3)
    who = {"actor": SYSTEM, "tournament_id": tournament.pk, "now": NOW}
    keeping_apart.set_groups_from_text(text="1: Rome\n2: Rome", **who)
    before = list(Entry.objects.order_by("number").values_list("apart_group", flat=True))
    keeping_apart.set_groups_from_text(text="2: Oslo\n3: Oslo", **who)

    act = undo()

    assert before == ["Rome", "Rome", ""]
    assert list(Entry.objects.order_by("number").values_list("apart_group", flat=True)) == before
    assert act.count == 3


def test_undo_of_groups_that_were_changed_again_is_refused():
    tournament = make_tournament(pairs=3, movement="swiss", rounds=3)
    who = {"actor": SYSTEM, "tournament_id": tournament.pk, "now": NOW}
    keeping_apart.set_groups_from_text(text="1: Rome\n2: Rome", **who)
    first = BulkAct.objects.latest("pk")
    keeping_apart.set_groups_from_text(text="1: Rome\n3: Rome", **who)

    assert "Something of it was changed again" in refused(first, "changed")


def test_undo_of_entries_that_something_stands_on_is_refused_with_a_list():
    tournament = make_tournament(pairs=1, rounds=3, movement="swiss")
    who = {"actor": SYSTEM, "now": NOW}
    admitted = admit(tournament)
    act = BulkAct.objects.latest("pk")
    cases = []

    absences.announce_absence(entry_id=admitted[0].pk, round_number=1, **who)
    cases.append(refused(act, "absence"))
    Absence.objects.all().delete()
    arrangements.arrange(tournament_id=tournament.pk, staying=[], house=None, fixed_tables=[(admitted[1].pk, 1)], **who)
    cases.append(refused(act, "arranged"))

    assert cases == [
        "Ann + Bob: said to be away in a round.",
        "Cid + Dot: arranged to keep or have a table, to fill in, or not to meet somebody.",
    ]


def test_undo_of_entries_names_all_that_stands_on_them():
    tournament = make_tournament(pairs=1, rounds=3, rules=TWO_HANDS)
    admitted = admit(tournament)
    act = BulkAct.objects.latest("pk")
    adjustments.add_adjustment(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        entry_id=admitted[0].pk,
        metric="table_points",
        amount="-1",
        reason="late",
        now=NOW,
    )
    play_round(make_round(tournament))
    before = everything()

    with pytest.raises(BuiltOn) as found:
        undo(act)

    codes = {one["code"] for one in found.value.since}
    assert {"roundentry", "seat", "adjustment"} <= codes
    assert found.value.since == [{"code": one.code, "detail": one.detail} for one in built_on(get_act(act.pk))]
    assert everything() == before


def test_undo_of_late_entries_whose_missed_rounds_count_is_refused():
    tournament = make_tournament(pairs=2, rounds=3, rules=TWO_HANDS)
    play_round(make_round(tournament))
    admit(tournament, missed_like_sit_out=True)

    assert "part of a round that was published" in refused(None, "roundentry")


def test_undo_of_players_that_play_elsewhere_by_now_is_refused():
    club = make_club()
    added = add(club, "Ann", "Bob", "Cid").added
    act = BulkAct.objects.latest("pk")
    make_partnership(club, added[0].player, added[1].player)

    assert refused(act, "partnership") == "Ann, Bob: part of a pair."


def test_undo_twice_without_right_or_of_nothing_is_refused_and_changes_nothing():
    scorer = make_user()
    club = make_club(scorer=scorer)
    add(club, "Ann")
    undone = undo()
    make_entry(tournament := make_tournament(club))
    finished = BulkAct.objects.get(tournament=tournament)
    Tournament.objects.update(status="finished", finished_at=NOW)
    add(club, "Bob")
    before = everything()

    for refusal, act_id, actor in (
        (ActUndone, undone.pk, SYSTEM),
        (ThingNotFound, 99_999_999, SYSTEM),
        (TournamentFinished, finished.pk, SYSTEM),
        (RightMissing, BulkAct.objects.latest("pk").pk, Actor()),
        (RightMissing, BulkAct.objects.latest("pk").pk, Actor(user_id=scorer.pk)),
    ):
        with pytest.raises(refusal):
            undoing.undo_act(actor=actor, act_id=act_id, now=NOW)

    assert everything() == before


def test_acts_are_offered_until_they_are_undone():
    club = make_club()
    add(club, "Ann")
    add(club, "Bob")
    kinds = [BulkAct.Kind.PLAYERS_ADDED]

    first = [act.count for act in open_acts(club, kinds)]
    undo()

    assert first == [1, 1]
    assert [view_act(act).goes for act in open_acts(club, kinds)] == [("Ann",)]


@pytest.mark.django_db(transaction=True)
def test_undo_while_one_of_the_players_is_paired_or_entered_takes_nobody_who_plays():
    for index in range(3):
        club = make_club()
        other = make_player(club)
        night = make_tournament(club, entry_kind="player")
        ann = add(club, "Ann").added[0].player
        act = BulkAct.objects.latest("pk")

        def use(number, club=club, other=other, night=night, ann=ann, act=act):
            if number == 0:
                undo(act)
                return "undone"
            if number == 1:
                make_partnership(club, ann, other)
            else:
                entries.admit_players(actor=SYSTEM, tournament_id=night.pk, player_ids=[ann.pk], now=NOW)
            return "used"

        outcomes = run_together(3 if index else 2, use, refused=(BuiltOn, ThingNotFound, EntryExists, PartnersTheSame))

        is_there = Membership.objects.filter(player=ann.pk).exists()
        assert outcomes[0] == ("undo.built_on" if is_there else "undone")
        assert set(outcomes[1:]) == ({"used"} if is_there else {"not_found"})
