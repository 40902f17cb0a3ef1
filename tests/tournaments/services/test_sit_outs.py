"""Sit-outs and absences mended afterwards: looked at first, and followed by standings, draws and files."""

from __future__ import annotations

import pytest

from tests.factories import NOW, make_entry, make_round, make_tournament
from tests.hands import keep_all, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.correction_errors import LookFirst
from tournaments.errors import RoundNotInPlay, ThingNotFound, ValueRefused
from tournaments.models import AuditEntry, RoundChange, RoundEntry
from tournaments.round_errors import EntryHasTable, ReasonNeeded
from tournaments.selectors.corrections import corrections_of
from tournaments.selectors.seating import without_table
from tournaments.selectors.standings import results_version, standings_of
from tournaments.services import publishing, rounds
from tournaments.services.sit_outs import correct_sit_out, preview_sit_out

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}
WHO = {"actor": SYSTEM, "now": NOW}


def three_pairs():
    """Play and close a round of three pairs, a sit-out worth a win; return it with who sat out."""
    counting = {"sit_out_policy": "win", "criteria": ["table_points", "points"], "rules": ONE_HAND}
    round_ = play_round(make_round(make_tournament(pairs=3, rounds=3, **counting)))
    return round_, round_.round_entries.get(role="sit_out").entry


def table_points(tournament):
    shown = {row.entry_id: {value.key: value.shown for value in row.values} for row in standings_of(tournament).rows}
    return {entry_id: values["table_points"] for entry_id, values in shown.items()}


def test_sit_out_that_was_an_absence_is_worth_nothing_and_was_no_turn():
    round_, out = three_pairs()
    tournament = round_.tournament
    before, version = table_points(tournament), results_version(tournament.pk)
    what = {"round_id": round_.pk, "entry_id": out.pk, "role": "absent"}

    found = preview_sit_out(**what, **WHO)
    correct_sit_out(**what, **WHO, reason="never came", confirmation=keep_all(found))

    after = table_points(tournament)
    assert [one.after.table_points for one in found.entries if one.entry_id == out.pk] == ["0"]
    assert [one for one in before if before[one] != after[one]] == [out.pk]
    assert (before[out.pk], after[out.pk]) == ("2", "0")
    assert results_version(tournament.pk) == version + 1
    assert [[view.entry_id for view in views] for views in without_table(round_)] == [[], [out.pk]]
    [shown] = corrections_of(tournament)
    assert (shown.label, shown.reason) == ("a sit-out or an absence mended", "never came")
    assert AuditEntry.objects.get(action="round.sit_out_mended").after == {
        "entry": out.pk,
        "role": "absent",
        "like_sit_out": False,
    }


def test_absence_is_worth_a_sit_out_after_all_also_where_somebody_came_late():
    round_, _out = three_pairs()
    late = make_entry(round_.tournament)
    what = {"round_id": round_.pk, "entry_id": late.pk, "role": "absent", "like_sit_out": True}
    before = table_points(round_.tournament)

    correct_sit_out(**what, **WHO, reason="the bus", confirmation=keep_all(preview_sit_out(**what, **WHO)))

    row = RoundEntry.objects.get(round=round_, entry=late)
    assert (row.role, row.like_sit_out) == ("absent", True)
    assert (before[late.pk], table_points(round_.tournament)[late.pk]) == ("0", "2")


def test_sit_out_that_others_have_relied_on_is_looked_at_first():
    round_, out = three_pairs()
    publishing.publish_standings(tournament_id=round_.tournament_id, kind="provisional", **WHO)
    what = {"round_id": round_.pk, "entry_id": out.pk, "role": "absent"}
    before = everything()

    found = preview_sit_out(**what, **WHO)
    with pytest.raises(LookFirst) as unseen:
        correct_sit_out(**what, **WHO, reason="never came")

    assert [(one.number, one.kind) for one in found.publications] == [(1, "provisional")]
    assert unseen.value.consequences == found
    assert everything() == before


def test_sit_out_that_cannot_be_mended_so_is_refused_and_changes_nothing():
    round_, out = three_pairs()
    seated = round_.round_entries.filter(role="seated").first().entry_id
    draft = rounds.draw_next_round(tournament_id=round_.tournament_id, **WHO).round_id
    stranger = make_entry(make_tournament()).pk
    cup = make_round(make_tournament(pairs=3, movement="knockout", rules=ONE_HAND))
    before = everything()

    for error, changes in (
        (EntryHasTable, {"entry_id": seated}),
        (ThingNotFound, {"entry_id": stranger}),
        (ReasonNeeded, {"reason": " "}),
        (ValueRefused, {"role": "sit_out"}),
        (ValueRefused, {"role": "seated"}),
        (ValueRefused, {"role": "sit_out", "like_sit_out": True}),
        (ValueRefused, {"round_id": cup.pk, "entry_id": cup.round_entries.get(role="sit_out").entry_id}),
        (RoundNotInPlay, {"round_id": draft}),
    ):
        what = {"round_id": round_.pk, "entry_id": out.pk, "role": "absent", "reason": "never came", **changes}
        with pytest.raises(error):
            correct_sit_out(**what, **WHO)
    assert everything() == before
    assert not RoundChange.objects.exists()
