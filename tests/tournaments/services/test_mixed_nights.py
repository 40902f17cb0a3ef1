"""Evenings at tables of different sizes, from the draw to the standings."""

from __future__ import annotations

import pytest

from tests.factories import NOW, make_round, make_tournament
from tests.hands import play_round
from tournaments.actors import SYSTEM
from tournaments.errors import ValueRefused
from tournaments.models import RoundEntry, Seat
from tournaments.selectors.standings import standings_of
from tournaments.services import entries, tournaments

pytestmark = pytest.mark.django_db

HANDS = {"end": "hands", "hands": 2}


def sizes_of(round_) -> list[int]:
    return [table.seats.count() for table in round_.tables.order_by("number")]


@pytest.mark.parametrize("movement", ["mixed", "pods"])
def test_nineteen_people_play_at_four_tables_and_nobody_sits_out(movement):
    tournament = make_tournament(people=19, rules=HANDS, movement=movement, rounds=3)

    for _ in range(3):
        round_ = make_round(tournament)
        assert sizes_of(round_) == [4, 4, 6, 5]
        assert {game.rules["players"] for game in (table.legs.get().game for table in round_.tables.all())} == {4, 5, 6}
        assert RoundEntry.objects.filter(round=round_, role="seated").count() == 19
        play_round(round_)

    rows = standings_of(tournament).rows
    assert len(rows) == 19
    assert all(row.tables_played == 3 and row.sit_outs == 0 for row in rows)


def test_seven_play_dominoes_at_a_table_of_four_and_one_of_three():
    tournament = make_tournament(kind="fives_threes", people=7, movement="mixed", rounds=2)

    first = make_round(tournament)
    three = set(Seat.objects.filter(table=first.tables.get(number=2)).values_list("entry_id", flat=True))
    play_round(first)
    second = make_round(tournament)

    assert sizes_of(first) == sizes_of(second) == [4, 3]
    again = set(Seat.objects.filter(table=second.tables.get(number=2)).values_list("entry_id", flat=True))
    assert three.isdisjoint(again)


def test_tables_follow_who_comes_late():
    tournament = make_tournament(people=8, rules=HANDS, movement="mixed", rounds=3)
    play_round(make_round(tournament))
    entries.admit_text(actor=SYSTEM, tournament=tournament, text="Late Larry\nLate Lena", add_unknown=True, now=NOW)

    assert sizes_of(make_round(tournament)) == [4, 6]


def test_mixed_tables_are_for_individuals():
    tournament = make_tournament(pairs=4)

    with pytest.raises(ValueRefused):
        tournaments.update_tournament(actor=SYSTEM, tournament_id=tournament.pk, changes={"movement": "mixed"}, now=NOW)


def test_pairs_three_to_a_table_go_by_the_standings_and_who_is_left_over_sits_out_in_turn():
    tournament = make_tournament(pairs=7, rules=HANDS, movement="pods", rounds=7, table_size=6, teams="three_pairs")
    outs = []
    for number in range(1, 8):
        round_ = make_round(tournament)
        draft = round_.draws.get(status="published")
        assert sizes_of(round_) == [6, 6]
        outs += RoundEntry.objects.filter(round=round_, role="sit_out").values_list("entry_id", flat=True)
        assert len(outs) == number
        codes = [remark["code"] for remark in draft.explanation]
        assert (codes[0], codes[1]) == ("draw.pods_of_pairs", "draw.sits_out_left_over")
        play_round(round_)

    assert len(set(outs)) == 7
