"""What an organiser is offered for an evening."""

from __future__ import annotations

import pytest

from tournaments.movements.advice import Answers, advise
from tournaments.movements.registry import MOVEMENTS
from tournaments.movements.schedule import Shape


def offers(answers: Answers) -> list[tuple[str, str, int]]:
    return [(offer.movement, offer.code, offer.rounds) for offer in advise(answers)]


def test_advice_for_few_pairs_and_much_time_lets_all_meet() -> None:
    assert offers(Answers(5, minutes=180, round_minutes=30))[0] == ("round_robin", "advice.all_meet", 5)


def test_advice_for_many_pairs_plays_as_many_rounds_as_there_is_time_for() -> None:
    assert offers(Answers(15, minutes=150, round_minutes=30))[0] == ("round_robin", "advice.first_rounds", 5)


def test_advice_without_times_is_for_the_usual_evening() -> None:
    assert offers(Answers(16))[0] == ("round_robin", "advice.first_rounds", 5)
    assert offers(Answers(4))[0] == ("round_robin", "advice.all_meet", 3)


def test_advice_says_how_often_each_sits_out() -> None:
    offer = advise(Answers(15, minutes=150, round_minutes=30))[0]

    assert (offer.tables, offer.out_each_round, offer.sits_out, offer.minutes) == (7, 1, (0, 1), 150)


@pytest.mark.parametrize(
    ("entries", "minutes", "rounds", "tables", "byes"), [(8, 90, 3, 4, 0), (13, 150, 4, 5, 3), (32, 150, 5, 16, 0)]
)
def test_advice_offers_a_cup_that_can_be_finished(
    entries: int, minutes: int, rounds: int, tables: int, byes: int
) -> None:
    [cup] = [one for one in advise(Answers(entries, minutes=minutes, round_minutes=30)) if one.movement == "knockout"]

    assert (cup.code, cup.rounds, cup.minutes) == ("advice.one_winner", rounds, rounds * 30)
    assert (cup.tables, cup.out_each_round, cup.sits_out) == (tables, byes, (0, 0))


@pytest.mark.parametrize(("entries", "minutes"), [(5, 90), (6, 150), (33, 150), (9, 90)])
def test_advice_offers_no_cup_to_few_where_all_can_meet_or_without_time_for_the_final(
    entries: int, minutes: int
) -> None:
    assert "knockout" not in [name for name, *_rest in offers(Answers(entries, minutes=minutes, round_minutes=30))]


def test_advice_for_individuals_changes_company() -> None:
    names = [name for name, _code, _rounds in offers(Answers(18, "individual", Shape(2, 2)))]

    assert "individual" in names


@pytest.mark.parametrize("shape", [Shape(), Shape(2, 2), Shape(3, 1), Shape(5, 1), Shape(2, 3)])
def test_advice_leaves_a_choice_from_two_tables_on(shape: Shape) -> None:
    shapes = {2: Shape(2, 1), 3: Shape(3, 1), 4: Shape(2, 2), 5: Shape(5, 1), 6: Shape(2, 3), shape.entrants: shape}

    for entries in range(2 * shape.entrants, 67):
        assert 2 <= len(offers(Answers(entries, "individual", shape, shapes))) <= 4


def test_advice_for_too_few_is_none() -> None:
    assert advise(Answers(3, "individual", Shape(2, 2))) == ()
    assert advise(Answers(1)) == ()


@pytest.mark.parametrize("shape", [Shape(), Shape(2, 2), Shape(3, 1), Shape(2, 3)])
def test_advice_is_of_movements_that_draw_such_tables(shape: Shape) -> None:
    for entries in range(shape.entrants, 67):
        offered = advise(Answers(entries, "individual", shape, minutes=200, round_minutes=20))

        assert 1 <= len(offered) <= 4
        assert len({offer.movement for offer in offered}) == len(offered)
        for offer in offered:
            assert MOVEMENTS[offer.movement].suits("individual", shape)
            assert offer.rounds >= 1
            assert offer.minutes is not None
            assert offer.minutes <= 200 or offer.rounds == 1
            assert offer.sits_out[1] - offer.sits_out[0] <= 1
            if MOVEMENTS[offer.movement].mixes_sizes:
                assert offer.out_each_round == 0
            else:
                assert offer.tables * shape.entrants + offer.out_each_round == entries


def test_advice_for_nineteen_people_lets_all_of_them_play() -> None:
    shapes = {3: Shape(3, 1), 4: Shape(2, 2), 5: Shape(5, 1), 6: Shape(2, 3)}

    offer = advise(Answers(19, "individual", Shape(2, 2), shapes))[0]

    assert (offer.movement, offer.tables, offer.out_each_round, offer.sits_out) == ("mixed", 4, 0, (0, 0))


@pytest.mark.parametrize("entries", range(6, 25))
def test_advice_for_three_pairs_at_a_table_leaves_a_choice(entries: int) -> None:
    shapes = {4: Shape(2, 2), 5: Shape(5, 1), 6: Shape(2, 3)}
    offered = advise(Answers(entries, "pairs", Shape(3, 1), shapes))

    assert [offer.movement for offer in offered] == ["individual", "pods"]
    assert {(offer.tables, offer.out_each_round) for offer in offered} == {divmod(entries, 3)}
    assert all(MOVEMENTS[offer.movement].suits("pairs", Shape(3, 1)) for offer in offered)


def test_advice_for_three_pairs_at_one_table_is_one() -> None:
    assert [offer.movement for offer in advise(Answers(4, "pairs", Shape(3, 1)))] == ["individual"]
