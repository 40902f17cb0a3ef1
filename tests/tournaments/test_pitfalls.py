"""What went wrong at other people's tournaments: each test is a story that somebody told of another program.

Here are those that need a whole tournament; the others stand where their subject is tested:

draws of the Swiss family, sit-outs and rematches: ``movements/swiss/test_pitfalls``; any number of people and the same
people again: ``movements/test_properties``; a field that gets odd or even in mid-event: ``movements/test_next_round``;
a round published twice, a draw by two directors at once: ``services/test_rounds_concurrency``; late pairs in a running
round: ``services/test_added_tables``; who leaves an unfinished table: ``services/test_rulings``, ``test_substitutes``;
wrong seats: ``services/test_reseating``; a round undone, with what is lost: ``services/test_taking_back``; a draw of
partners undone at once: ``services/test_partner_draws``; tables not finished: ``standings/test_documents``; circles of
three, head to head, cuts of cards: ``standings/test_tie_breaks``, ``services/test_adjustments``; the order on the page,
provisional ranks, who withdrew: ``web/test_public``, ``selectors/test_standings``; reasons of draws in words:
``web/test_words``.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction

from tests.factories import NOW, make_entry, make_individual, make_player, make_round, make_tournament
from tests.hands import correct_hand, play_out, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.errors import DrawOutOfDate, RoundStillOpen, TooFewEntries
from tournaments.models import Draw, Entry, Occupancy, Round, RoundEntry, Seat, Table
from tournaments.selectors.explanations import explain
from tournaments.selectors.history import rounds_so_far
from tournaments.selectors.standings import field_of, results_version, standings_of
from tournaments.selectors.tables import get_table
from tournaments.services import adjustments, entries, rounds, substitutes, taking_back
from tournaments.standings.documents import ranked

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}


def figures(tournament):
    """Return what everybody has, by entry."""
    return {
        row.entry_id: {value.key: Fraction(value.exact) for value in row.values}
        for row in standings_of(tournament).rows
    }


def replace_hand(table, tricks):
    """Replace the only hand of a table by one with other tricks."""
    hand = get_table(table.pk).progress.legs[0].game.hands[0]
    correct_hand(table_id=table.pk, number=1, record={**hand.record, "tricks": list(tricks)})


def working_of(tournament, entry, column):
    explained = explain(tournament, field_of(tournament), [entry]).entries[entry]
    return next(working for working in explained.workings if working.criterion.column == column)


def test_thirty_people_with_two_chairs_empty_at_one_table_and_not_at_two():
    tournament = make_tournament(people=30, rounds=4, movement="individual", rules=ONE_HAND)
    for number in range(1, 5):
        round_ = make_round(tournament)
        assert [table.seats.count() for table in round_.tables.all()] == [4] * 7
        assert RoundEntry.objects.filter(round=round_, role="sit_out").count() == 2
        if number < 4:
            play_round(round_)

    plans = rounds_so_far(tournament)
    assert set(Counter(entry for plan in plans for entry in plan.out).values()) == {1}
    partners = Counter(frozenset(side) for plan in plans for table in plan.tables for side in table.sides)
    assert set(partners.values()) == {1}


def test_one_person_in_two_matches_of_a_round_is_refused_by_the_database():
    tournament = make_tournament(pairs=4, rules=ONE_HAND)
    round_ = make_round(tournament)
    one, other = round_.tables.order_by("number")
    seated = Occupancy.objects.get(seat=Seat.objects.get(table=one, index=0))
    seat = Seat.objects.get(table=other, index=0)

    with pytest.raises(IntegrityError, match="player_seated_once_per_round"), transaction.atomic():
        Occupancy.objects.filter(seat=seat).update(player=seated.player_id)
    with pytest.raises(IntegrityError, match="entry_once_per_round"), transaction.atomic():
        RoundEntry.objects.create(round=round_, entry=seated.seat.entry, role="sit_out")


def test_match_that_was_replaced_counts_once():
    tournament = make_tournament(pairs=2, rules=ONE_HAND, rounds=2)
    table = play_round(make_round(tournament)).tables.get()
    before = figures(tournament)

    replace_hand(table, (10, 0))

    after = figures(tournament)
    assert [row.tables_played for row in standings_of(tournament).rows] == [1, 1]
    assert sorted(values["table_points"] for values in after.values()) == [0, 2]
    assert sorted(values["points"] for values in before.values()) == [20, 140]
    assert sorted(values["points"] for values in after.values()) == [0, 250]


def test_amended_round_reaches_the_worth_of_a_sit_out_long_after():
    tournament = make_tournament(pairs=3, rules=ONE_HAND, criteria=["points"])
    played = [play_round(make_round(tournament)) for _ in range(3)]
    first = played[0].tables.get()
    loser = first.seats.get(index=1).entry_id
    before = figures(tournament)[loser]["points"]
    tables = [table for round_ in played for table in round_.tables.all()]
    own = [table for table in tables if table.seats.filter(entry_id=loser).exists()]
    assert len(own) == 2

    replace_hand(first, (7, 3))

    # Ten more for a trick more, and half of that again for the round in which it sat out.
    assert figures(tournament)[loser]["points"] == before + 10 + 5


def test_correction_never_draws_again_what_was_drawn_from_it():
    tournament = make_tournament(pairs=6, rules=ONE_HAND, movement="swiss", rounds=4)
    first = play_round(make_round(tournament))
    second = make_round(tournament)
    draw = Draw.objects.get(round=second, status="published")
    seen = draw.made_from["standings_version"]
    seats = list(Seat.objects.filter(round=second).order_by("pk").values())

    replace_hand(first.tables.order_by("number").first(), (2, 8))

    kept = Draw.objects.get(round=second, status="published")
    assert (kept.pk, kept.plan, kept.made_from) == (draw.pk, draw.plan, draw.made_from)
    assert list(Seat.objects.filter(round=second).order_by("pk").values()) == seats
    assert results_version(tournament.pk) > seen


def test_leaving_and_coming_back_earns_no_sit_out():
    tournament = make_tournament(
        pairs=7, rules=ONE_HAND, movement="swiss", rounds=5, sit_out_policy="win", criteria=["table_points"]
    )
    play_round(make_round(tournament))
    farmer = next(row.entry_id for row in standings_of(tournament).rows if row.tables_played)
    before = figures(tournament)[farmer]
    for _ in range(2):
        entries.withdraw_entry(actor=SYSTEM, entry_id=farmer, now=NOW)
        play_round(make_round(tournament))
        entries.reinstate_entry(actor=SYSTEM, entry_id=farmer, now=NOW)

    assert figures(tournament)[farmer] == before
    [row] = [row for row in standings_of(tournament).rows if row.entry_id == farmer]
    assert (row.tables_played, row.sit_outs) == (1, 0)


def test_everybody_has_withdrawn_and_yet_a_round_is_drawn():
    tournament = make_tournament(pairs=4, rules=ONE_HAND, movement="swiss")
    play_round(make_round(tournament))
    for entry in tournament.entries.all():
        entries.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, now=NOW)
    before = everything()

    with pytest.raises(TooFewEntries):
        rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)

    assert everything() == before


def test_draft_that_still_names_who_has_gone_is_not_published():
    tournament = make_tournament(pairs=6, rules=ONE_HAND, rounds=3)
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    entries.withdraw_entry(actor=SYSTEM, entry_id=tournament.entries.first().pk, now=NOW)

    with pytest.raises(DrawOutOfDate):
        rounds.publish_draw(actor=SYSTEM, draw_id=draft.pk, now=NOW)

    assert Table.objects.count() == 0
    assert Round.objects.get().status == "draft"


def test_two_withdraw_from_an_odd_round_robin_and_the_others_go_on_without_them():
    tournament = make_tournament(pairs=7, rules=ONE_HAND)
    play_round(make_round(tournament))
    gone = set(tournament.entries.order_by("number").values_list("pk", flat=True)[:2])
    for entry in gone:
        entries.withdraw_entry(actor=SYSTEM, entry_id=entry, now=NOW)
    for _ in range(4):
        play_round(make_round(tournament))

    plans = rounds_so_far(tournament)
    for plan in plans[1:]:
        assert gone.isdisjoint(plan.present)
        assert (len(plan.tables), len(plan.out)) == (2, 1)
    met = Counter(frozenset(table.entrants) for plan in plans for table in plan.tables)
    assert set(met.values()) == {1}


def test_pair_that_comes_in_the_second_of_six_rounds_plays_all_that_are_left():
    tournament = make_tournament(pairs=8, rules=ONE_HAND, rounds=6, movement="swiss")
    play_round(make_round(tournament))
    late = make_entry(tournament)
    for _ in range(5):
        play_round(make_round(tournament))

    plans = rounds_so_far(tournament)
    assert late.pk not in plans[0].present
    assert all(late.pk in plan.present for plan in plans[1:])
    assert max(Counter(entry for plan in plans for entry in plan.out).values()) == 1
    [row] = [row for row in standings_of(tournament).rows if row.entry_id == late.pk]
    assert row.tables_played + row.sit_outs == 5


def test_draw_before_all_is_in_says_that_a_round_is_open():
    tournament = make_tournament(pairs=4, rules=ONE_HAND, movement="swiss")
    round_ = make_round(tournament)
    play_out(round_.tables.order_by("number").first())
    before = everything()

    with pytest.raises(RoundStillOpen):
        rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)

    assert everything() == before


def test_penalty_given_before_the_games_does_not_hold_up_seating_again():
    tournament = make_tournament(pairs=4, rules=ONE_HAND, criteria=["table_points"])
    late = tournament.entries.first()
    adjustments.add_adjustment(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        entry_id=late.pk,
        metric="table_points",
        amount="-1",
        reason="late",
        now=NOW,
    )
    round_ = make_round(tournament)

    taking_back.take_back_round(
        actor=SYSTEM, round_id=round_.pk, reason="wrong list", version=results_version(tournament.pk), now=NOW
    )
    again = make_round(tournament)

    assert (again.number, again.tables.count()) == (1, 2)
    assert figures(tournament)[late.pk]["table_points"] == -1


def test_substitutes_have_no_place_in_the_standings():
    tournament = make_tournament(people=8, rules=ONE_HAND, rounds=2)
    table = make_round(tournament).tables.order_by("number").first()
    leaving = get_table(table.pk).seats[0].player_id
    newcomer = make_player(tournament.club)
    substitutes.substitute_player(
        actor=SYSTEM, table_id=table.pk, player_out_id=leaving, player_in_id=newcomer.pk, now=NOW
    )
    play_round(table.round)

    rows = standings_of(tournament).rows
    assert sorted(row.entry_id for row in rows) == sorted(Entry.objects.values_list("pk", flat=True))
    assert [row.tables_played for row in rows] == [1] * 8


@pytest.mark.parametrize("mode", ["dummy", "ignore"])
def test_points_for_a_sit_out_are_told_as_what_they_are(mode):
    tournament = make_tournament(
        pairs=3, rules=ONE_HAND, sit_out_policy="win", unplayed_rounds=mode, criteria=["sonneborn_berger"]
    )
    for _ in range(3):
        play_round(make_round(tournament))
    entry = tournament.entries.first().pk

    working = working_of(tournament, entry, "sonneborn_berger")

    # A line for every round, none of them missing, and no opponent made up for the round without one.
    assert [line.round for line in working.lines] == [1, 2, 3]
    [alone] = [line for line in working.lines if line.kind == "allocated"]
    assert alone.opponents == ()
    own = figures(tournament)[entry]["table_points"]
    if mode == "dummy":
        assert (alone.strengths, alone.factor, alone.amount, alone.left_out) == ((own,), 2, 2 * own, "")
    else:
        assert (alone.strengths, alone.amount) == ((), 0)
    assert working.value == sum(line.amount for line in working.lines if not line.left_out)


@pytest.mark.parametrize(
    ("order", "decides"), [("table_points head_to_head points", 1), ("table_points points head_to_head", 2)]
)
def test_who_beat_whom_decides_where_the_order_has_it_before_the_points(order, decides):
    # Both have won once: 1 beat 2, who has more points.
    results = [((1, 2), (140, 20)), ((2, 3), (400, 0)), ((3, 1), (140, 20))]
    tables = [
        {"round": number, "sides": list(sides), "points": list(points)}
        for number, (sides, points) in enumerate(results, 1)
    ]
    document = {"entries": [1, 2, 3, 4], "rules": {"criteria": order.split()}, "tables": tables[:2]}

    rows = ranked(document)["rows"]

    assert rows[0]["entry"] == decides


def test_people_who_come_one_by_one_are_all_seated_from_the_next_round_on():
    tournament = make_tournament(people=5, rules=ONE_HAND, rounds=6)
    for number in range(2, 7):
        play_round(make_round(tournament))
        make_individual(tournament)
        assert tournament.entries.count() == 4 + number

    plans = rounds_so_far(tournament)
    assert [len(plan.present) for plan in plans] == [5, 6, 7, 8, 9]
    assert [len(plan.out) for plan in plans] == [1, 2, 3, 0, 1]
