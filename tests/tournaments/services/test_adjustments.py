"""Penalties and awards, play-offs and cuts of cards: rows beside the results, by those who run rounds."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction

from tests.factories import NOW, make_club, make_entry, make_round, make_tournament, make_user
from tests.hands import keep_all, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.correction_errors import (
    ConsequencesChanged,
    LookFirst,
    PublicationReasonMissing,
    TournamentSealed,
)
from tournaments.errors import (
    AdjustmentTakenBack,
    DecisionTakenBack,
    RightMissing,
    ThingNotFound,
    ValueRefused,
)
from tournaments.models import Adjustment, AuditEntry, Publication, TieDecision
from tournaments.selectors.adjustments import get_adjustment, get_decision
from tournaments.selectors.standings import results_version, standings_of
from tournaments.services import adjustments, publishing, sealing

pytestmark = pytest.mark.django_db

ORDER = ["table_points", "points"]


@pytest.fixture
def tournament():
    """Two pairs after a round that the first side won, 140 to 20."""
    tournament = make_tournament(pairs=2, rules={"end": "hands", "hands": 1}, criteria=ORDER, rounds=2)
    play_round(make_round(tournament))
    return tournament


def ranked(tournament, *, closed_only=False):
    rows = standings_of(tournament, closed_only=closed_only).rows
    return [(row.rank, row.entry_id, *(value.shown for value in row.values[:2])) for row in rows]


def give(tournament, entry_id, **values):
    given = {"actor": SYSTEM, "metric": "table_points", "amount": "-1/2", "reason": "late", "now": NOW, **values}
    return adjustments.add_adjustment(tournament_id=tournament.pk, entry_id=entry_id, **given)


def decide(tournament, order, **values):
    given = {"actor": SYSTEM, "kind": "cut", "reason": "king over nine", "now": NOW, **values}
    return adjustments.record_decision(tournament_id=tournament.pk, order=order, **given)


def test_penalty_counts_at_once_and_leaves_what_was_played(tournament):
    (_, winner, *_), (_, loser, *_) = ranked(tournament)

    row = give(tournament, winner, amount="-5/2", reason=" late  ")

    assert ranked(tournament) == [("1", loser, "0", "20"), ("2", winner, "-0.5", "140")]
    assert (row.amount, row.reason, row.made_by_id) == ("-5/2", "late", None)
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.reason) == ("adjustment.added", "late")
    assert entry.after == {"entry": winner, "round": None, "metric": "table_points", "amount": "-5/2"}


def test_penalty_that_is_taken_back_counts_no_more_and_stays_to_be_read(tournament):
    before = ranked(tournament)
    row = give(tournament, before[0][1], amount=-3)

    adjustments.take_back_adjustment(actor=SYSTEM, adjustment_id=row.pk, reason="wrong pair", now=NOW)

    assert ranked(tournament) == before
    view = get_adjustment(row.pk)
    assert (view.amount, view.taken_back) == (Fraction(-3), "wrong pair")
    assert Adjustment.objects.count() == 2
    assert AuditEntry.objects.latest("id").action == "adjustment.taken_back"
    with pytest.raises(AdjustmentTakenBack):
        adjustments.take_back_adjustment(actor=SYSTEM, adjustment_id=row.pk, reason="again", now=NOW)
    assert Adjustment.objects.count() == 2


def test_row_that_takes_back_cannot_be_taken_back_itself(tournament):
    row = give(tournament, ranked(tournament)[0][1])
    second = adjustments.take_back_adjustment(actor=SYSTEM, adjustment_id=row.pk, reason="no", now=NOW)

    with pytest.raises(AdjustmentTakenBack):
        adjustments.take_back_adjustment(actor=SYSTEM, adjustment_id=second.pk, reason="yes", now=NOW)

    assert Adjustment.objects.count() == 2


def test_penalty_of_a_round_counts_only_where_the_round_does(tournament):
    winner = ranked(tournament)[0][1]
    make_round(tournament)
    give(tournament, winner, amount=-1, round_number=2)

    assert ranked(tournament)[0][2] == "1"
    assert ranked(tournament, closed_only=True)[0][2] == "2"


def test_every_ruling_and_its_taking_back_make_the_version_grow(tournament):
    entries = [row[1] for row in ranked(tournament)]
    versions = [results_version(tournament.pk)]
    penalty = give(tournament, entries[0])
    versions.append(results_version(tournament.pk))
    adjustments.take_back_adjustment(actor=SYSTEM, adjustment_id=penalty.pk, reason="no", now=NOW)
    versions.append(results_version(tournament.pk))
    decision = decide(tournament, entries)
    versions.append(results_version(tournament.pk))
    adjustments.take_back_decision(actor=SYSTEM, decision_id=decision.pk, reason="no", now=NOW)
    versions.append(results_version(tournament.pk))

    assert versions == [versions[0] + step for step in range(5)]


def test_cut_of_cards_settles_a_tie_until_it_is_taken_back():
    tournament = make_tournament(pairs=2, criteria=ORDER)
    level = [row[1] for row in ranked(tournament)]

    row = decide(tournament, level[::-1])
    decided = ranked(tournament)
    adjustments.take_back_decision(actor=SYSTEM, decision_id=row.pk, reason="miscut", now=NOW)

    assert [place[:2] for place in decided] == [("1", level[1]), ("2", level[0])]
    assert [place[0] for place in ranked(tournament)] == ["1=", "1="]
    view = get_decision(row.pk)
    assert (view.order, view.reason, view.taken_back) == (tuple(level[::-1]), "king over nine", "miscut")
    with pytest.raises(DecisionTakenBack):
        adjustments.take_back_decision(actor=SYSTEM, decision_id=row.pk, reason="again", now=NOW)
    assert TieDecision.objects.count() == 2


@pytest.mark.parametrize(
    ("values", "path"),
    [
        pytest.param({"metric": "luck"}, "metric", id="unknown figure"),
        pytest.param({"metric": "net_points"}, "metric", id="a figure that follows from others"),
        pytest.param({"amount": 0}, "amount", id="nothing"),
        pytest.param({"amount": "0/3"}, "amount", id="nothing as a fraction"),
        pytest.param({"amount": 0.5}, "amount", id="a number with a point"),
        pytest.param({"amount": "much"}, "amount", id="a word"),
        pytest.param({"amount": 1_000_000}, "amount", id="too much"),
        pytest.param({"amount": "1/10000"}, "amount", id="too fine"),
        pytest.param({"reason": "  "}, "reason", id="no reason"),
        pytest.param({"reason": "x" * 501}, "reason", id="a long reason"),
        pytest.param({"round_number": 2}, "round_number", id="a round that is not there"),
    ],
)
def test_penalty_that_makes_no_sense_is_refused_and_nothing_is_kept(tournament, values, path):
    with pytest.raises(ValueRefused) as refusal:
        give(tournament, ranked(tournament)[0][1], **values)

    assert refusal.value.params["path"] == path
    assert not Adjustment.objects.exists()


@pytest.mark.parametrize(
    ("values", "path"),
    [
        pytest.param({"kind": "coin"}, "kind", id="a coin"),
        pytest.param({"reason": "x" * 501}, "reason", id="a long story"),
    ],
)
def test_decision_that_makes_no_sense_is_refused_and_nothing_is_kept(tournament, values, path):
    with pytest.raises(ValueRefused) as refusal:
        decide(tournament, [row[1] for row in ranked(tournament)], **values)

    assert refusal.value.params["path"] == path
    assert not TieDecision.objects.exists()


@pytest.mark.parametrize("places", [(), (0,), (0, 0), (0, 1, 0)])
def test_decision_needs_two_or_more_and_nobody_twice(tournament, places):
    entries = [row[1] for row in ranked(tournament)]

    with pytest.raises(ValueRefused) as refusal:
        decide(tournament, [entries[place] for place in places])

    assert refusal.value.params["path"] == "order"
    assert not TieDecision.objects.exists()


def test_rulings_are_of_entries_of_this_tournament(tournament):
    elsewhere = make_entry(make_tournament())
    here = ranked(tournament)[0][1]

    for act in (
        lambda: give(tournament, elsewhere.pk),
        lambda: decide(tournament, [here, elsewhere.pk]),
        lambda: adjustments.take_back_adjustment(actor=SYSTEM, adjustment_id=99, reason="no", now=NOW),
        lambda: adjustments.take_back_decision(actor=SYSTEM, decision_id=99, reason="no", now=NOW),
    ):
        with pytest.raises(ThingNotFound):
            act()
    assert not Adjustment.objects.exists()
    assert not TieDecision.objects.exists()


def seen(look, **what):
    return keep_all(look(actor=SYSTEM, now=NOW, **what))


def finish(tournament):
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=NOW)


def test_penalty_of_a_finished_tournament_is_looked_at_first_and_published_as_the_next_version(tournament):
    (_, winner, *_), (_, loser, *_) = ranked(tournament)
    finish(tournament)
    what = {"tournament_id": tournament.pk, "entry_id": winner, "metric": "table_points", "amount": -3}
    before = everything()

    found = adjustments.preview_adjustment(actor=SYSTEM, now=NOW, **what)
    with pytest.raises(LookFirst):
        give(tournament, winner, amount=-3)
    assert everything() == before
    give(tournament, winner, amount=-3, confirmation=keep_all(found))

    assert [(line.number, line.kind, line.lines) for line in found.publications] == [(1, "final", 2)]
    assert [row[1] for row in ranked(tournament)] == [loser, winner]
    with pytest.raises(PublicationReasonMissing):
        finish(tournament)
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", reason="a penalty", now=NOW)
    old, new = Publication.objects.order_by("number")
    assert [row["entry"] for row in old.snapshot["rows"]] == [winner, loser]
    assert [row["entry"] for row in new.snapshot["rows"]] == [loser, winner]
    assert (new.number, new.kind, new.reason) == (2, "final", "a penalty")
    tournament.refresh_from_db()
    assert tournament.status == "finished"


def test_penalty_and_cut_are_taken_back_in_a_finished_tournament(tournament):
    before = ranked(tournament)
    entries = [row[1] for row in before]
    penalty, decision = give(tournament, entries[0], amount=-3), decide(tournament, entries)
    finish(tournament)

    found = seen(adjustments.preview_taking_back, adjustment_id=penalty.pk)
    adjustments.take_back_adjustment(
        actor=SYSTEM, adjustment_id=penalty.pk, reason="wrong pair", confirmation=found, now=NOW
    )
    undone = seen(adjustments.preview_undeciding, decision_id=decision.pk)
    adjustments.take_back_decision(actor=SYSTEM, decision_id=decision.pk, reason="miscut", confirmation=undone, now=NOW)

    assert ranked(tournament) == before
    assert (get_adjustment(penalty.pk).taken_back, get_decision(decision.pk).taken_back) == ("wrong pair", "miscut")


def test_cut_of_cards_settles_a_tie_of_a_finished_tournament():
    tournament = make_tournament(
        pairs=2, rules={"end": "hands", "hands": 1}, rounds=1, criteria=["sit_outs"], sit_out_policy="nothing"
    )
    play_round(make_round(tournament))
    finish(tournament)
    level = [row[1] for row in ranked(tournament)]
    what = {"tournament_id": tournament.pk, "kind": "cut", "order": level[::-1]}

    found = seen(adjustments.preview_decision, **what)
    decide(tournament, level[::-1], confirmation=found)

    assert [row[:2] for row in ranked(tournament)] == [("1", level[1]), ("2", level[0])]
    assert Publication.objects.get().snapshot["decisions"] == []


def test_penalty_looked_at_before_another_came_is_refused_and_changes_nothing(tournament):
    winner = ranked(tournament)[0][1]
    finish(tournament)
    what = {"tournament_id": tournament.pk, "entry_id": winner, "metric": "table_points", "amount": -1}
    stale = seen(adjustments.preview_adjustment, **what)
    give(tournament, winner, amount=-1, confirmation=seen(adjustments.preview_adjustment, **what))
    before = everything()

    with pytest.raises(ConsequencesChanged):
        give(tournament, winner, amount=-1, confirmation=stale)

    assert everything() == before


def test_nothing_is_added_to_sealed_results_and_nothing_taken_back(tournament):
    entries = [row[1] for row in ranked(tournament)]
    penalty, decision = give(tournament, entries[0]), decide(tournament, entries)
    finish(tournament)
    sealing.seal(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    what = {"tournament_id": tournament.pk, "entry_id": entries[0], "metric": "points", "amount": -1}
    cut = {"tournament_id": tournament.pk, "kind": "cut", "order": entries}
    before = everything()

    for act in (
        lambda: give(tournament, entries[0]),
        lambda: decide(tournament, entries),
        lambda: adjustments.take_back_adjustment(actor=SYSTEM, adjustment_id=penalty.pk, reason="no", now=NOW),
        lambda: adjustments.take_back_decision(actor=SYSTEM, decision_id=decision.pk, reason="no", now=NOW),
        lambda: adjustments.preview_adjustment(actor=SYSTEM, now=NOW, **what),
        lambda: adjustments.preview_decision(actor=SYSTEM, now=NOW, **cut),
        lambda: adjustments.preview_taking_back(actor=SYSTEM, adjustment_id=penalty.pk, now=NOW),
        lambda: adjustments.preview_undeciding(actor=SYSTEM, decision_id=decision.pk, now=NOW),
    ):
        with pytest.raises(TournamentSealed):
            act()
    assert everything() == before


@pytest.mark.parametrize("who", ["stranger", "scorer", "elsewhere"])
def test_rulings_are_for_those_who_run_rounds(who):
    users = {name: make_user() for name in ("stranger", "scorer", "elsewhere")}
    make_club("Another", director=users["elsewhere"])
    tournament = make_tournament(make_club(scorer=users["scorer"]), pairs=2)
    entries = [row[1] for row in ranked(tournament)]
    penalty, decision = give(tournament, entries[0]), decide(tournament, entries)
    actor = Actor(user_id=users[who].pk)

    for act in (
        lambda: give(tournament, entries[0], actor=actor),
        lambda: decide(tournament, entries, actor=actor),
        lambda: adjustments.take_back_adjustment(actor=actor, adjustment_id=penalty.pk, reason="no", now=NOW),
        lambda: adjustments.take_back_decision(actor=actor, decision_id=decision.pk, reason="no", now=NOW),
    ):
        with pytest.raises(RightMissing):
            act()
    assert (Adjustment.objects.count(), TieDecision.objects.count()) == (1, 1)


def test_ruling_keeps_who_made_it():
    director = make_user()
    tournament = make_tournament(make_club(director=director), pairs=2)
    entries = [row[1] for row in ranked(tournament)]

    penalty = give(tournament, entries[0], actor=Actor(user_id=director.pk))
    decision = decide(tournament, entries, actor=Actor(user_id=director.pk))

    assert get_adjustment(penalty.pk).made_by == director.username
    assert get_decision(decision.pk).made_by == director.username


@pytest.mark.parametrize(
    ("values", "constraint"),
    [
        pytest.param({"metric": "luck"}, "adjustment_metric_is_known", id="figure"),
        pytest.param({"amount": "0.5"}, "adjustment_amount_is_exact", id="amount"),
        pytest.param({"amount": "0"}, "adjustment_of_nothing_takes_one_back", id="nothing"),
        pytest.param({"reason": ""}, "adjustment_has_a_reason", id="reason"),
    ],
)
def test_database_refuses_a_penalty_that_must_never_be(values, constraint):
    entry = make_entry(make_tournament())
    row = {"entry": entry, "metric": "points", "amount": "-1", "reason": "late", "made_at": NOW, **values}

    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        Adjustment.objects.create(**row)


def test_publication_keeps_the_penalties_and_decisions_of_its_time(tournament):
    entries = [row[1] for row in ranked(tournament)]
    first = give(tournament, entries[0])
    gone = give(tournament, entries[0], reason="a mistake")
    adjustments.take_back_adjustment(actor=SYSTEM, adjustment_id=gone.pk, reason="no", now=NOW)
    decide(tournament, entries)

    snapshot = publishing.publish_standings(
        actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", now=NOW
    ).snapshot

    assert [(row["id"], row["amount"], row["reason"]) for row in snapshot["adjustments"]] == [
        (first.pk, "-1/2", "late")
    ]
    assert [row["order"] for row in snapshot["decisions"]] == [entries]
