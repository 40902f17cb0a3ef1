"""Progressive nights, whist cycles and evenings that were planned as a whole, from the draw to closed rounds."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from tests.factories import NOW, make_individual, make_round, make_tournament
from tests.hands import enter, fh_line, play_out, play_round
from tournaments.actors import SYSTEM
from tournaments.models import Draw, Entry, Round, Seat, Stage
from tournaments.selectors.draws import plan_ahead
from tournaments.selectors.played import sides_of
from tournaments.services import entries, rounds

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}


def tables_of(round_):
    """Return the sides of the tables, from the head table down."""
    tables = list(round_.tables.order_by("number"))
    sides = sides_of([table.pk for table in tables])
    return [sides[table.pk] for table in tables]


def codes(round_):
    draw = Draw.objects.get(round=round_, status=Draw.Status.PUBLISHED)
    return [remark["code"] for remark in draw.explanation]


def test_pairs_who_win_go_up_and_the_losers_of_the_head_table_to_the_last():
    tournament = make_tournament(pairs=8, rules=ONE_HAND, movement="progressive", rounds=4)
    first = make_round(tournament)
    before = tables_of(first)
    winners = [0, 1, 0, 1]
    for table, winner in zip(first.tables.order_by("number"), winners, strict=True):
        play_out(table, winner)
    rounds.close_round(actor=SYSTEM, round_id=first.pk, now=NOW)

    second = make_round(tournament)

    won = [sides[winner][0] for sides, winner in zip(before, winners, strict=True)]
    lost = [sides[1 - winner][0] for sides, winner in zip(before, winners, strict=True)]
    assert [{entry for side in sides for entry in side} for sides in tables_of(second)] == [
        {won[0], won[1]}, {won[2], lost[1]}, {won[3], lost[2]}, {lost[3], lost[0]},
    ]  # fmt: skip
    assert codes(first) == ["draw.progressive_first"]
    assert codes(second) == ["draw.progressive"] + ["draw.progressive_table"] * 4
    assert Stage.objects.get(tournament=tournament).rounds_planned == 4
    assert plan_ahead(tournament) == ()


def test_a_table_level_in_games_goes_by_its_points():
    tournament = make_tournament(pairs=4, rules=ONE_HAND, movement="progressive", rounds=2, legs=2)
    first = make_round(tournament)
    one = first.tables.get(number=1)
    before = tables_of(first)
    # NS make 140 to 20 in the first game, EW 220 to 20 in the second.
    for leg, record in enumerate((fh_line, lambda **more: fh_line(seat=1, bid="8H", tricks=(2, 8), **more)), 1):
        dealer = one.legs.get(number=leg).game.starters[0]
        enter(one, record(dealer=dealer), number=1, leg=leg)
    play_out(first.tables.get(number=2))
    rounds.close_round(actor=SYSTEM, round_id=first.pk, now=NOW)

    second = make_round(tournament)

    draw = Draw.objects.get(round=second)
    told = [remark["params"] for remark in draw.explanation if remark["code"] == "draw.progressive_by_points"]
    assert told == [{"round": 1, "table": 1, "winners": list(before[0][1])}]
    assert {before[0][1][0], before[1][0][0]} == {entry for side in tables_of(second)[0] for entry in side}


def test_people_who_win_part_and_go_up():
    tournament = make_tournament(people=9, rules=ONE_HAND, movement="progressive", rounds=4)
    evening = [play_round(make_round(tournament), number % 2) for number in range(4)]

    partners = [{frozenset(side) for sides in tables_of(round_) for side in sides} for round_ in evening]
    for before, after in pairwise(partners):
        assert before.isdisjoint(after)
    seated = Counter(Seat.objects.values_list("entry_id", flat=True))
    assert sorted(seated.values()) == [3] * 4 + [4] * 5


def test_a_whist_night_lets_everybody_play_with_everybody():
    tournament = make_tournament(people=5, rules=ONE_HAND, movement="whist")
    assert Stage.objects.get(tournament=tournament).rounds_planned == 5

    ahead = plan_ahead(tournament)
    evening = [play_round(make_round(tournament)) for _ in range(5)]

    assert [plan.out for plan in ahead] == [
        tuple(plan["out"]) for plan in Draw.objects.order_by("round__number").values_list("plan", flat=True)
    ]
    partners = Counter(frozenset(side) for round_ in evening for sides in tables_of(round_) for side in sides)
    people = list(Entry.objects.values_list("pk", flat=True))
    assert partners == dict.fromkeys(map(frozenset, combinations(people, 2)), 1)
    assert {codes(round_)[0] for round_ in evening} == {"draw.whist"}


def test_a_planned_evening_is_known_ahead_and_left_when_somebody_comes():
    tournament = make_tournament(people=16, rules=ONE_HAND, rounds=5)
    ahead = plan_ahead(tournament)
    assert [plan.number for plan in ahead] == [1, 2, 3, 4, 5]
    for _ in range(2):
        play_round(make_round(tournament))
    played = [draw.plan for draw in Draw.objects.order_by("round__number")]
    assert [len(plan["tables"]) for plan in played] == [4, 4]
    assert plan_ahead(tournament) == ahead[2:]

    make_individual(tournament)
    third = make_round(tournament)

    assert codes(third)[:2] == ["draw.evening_left", "draw.individual"]
    assert plan_ahead(tournament)[0].number == 4


def test_a_newcomer_takes_the_place_of_who_leaves():
    tournament = make_tournament(people=8, rules=ONE_HAND, rounds=6)
    play_round(make_round(tournament))
    leaving = Entry.objects.order_by("number")[3]
    entries.withdraw_entry(actor=SYSTEM, entry_id=leaving.pk, now=NOW)
    newcomer = make_individual(tournament)

    for _ in range(5):
        play_round(make_round(tournament))

    told = [
        remark["params"]["entrants"]
        for draw in Draw.objects.filter(round__number__gt=1).order_by("round__number")
        for remark in draw.explanation
        if remark["code"] == "draw.evening_place"
    ]
    assert told == [[newcomer.pk, leaving.pk]] * 5
    partners = Counter(
        frozenset(side) for round_ in Round.objects.all() for sides in tables_of(round_) for side in sides
    )
    assert max(partners.values()) == 1
