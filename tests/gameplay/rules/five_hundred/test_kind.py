import pytest

from gameplay.errors import RuleViolation
from gameplay.rules.chain import judge_next, replay
from gameplay.rules.five_hundred.kind import FIVE_HUNDRED
from gameplay.rules.five_hundred.variants import VALUES
from gameplay.rules.kinds import GameState
from tests.gameplay.rules.five_hundred.records import line


def contract(bid, seat):
    return {"seat": seat, "bid": bid, "sans_kitty": False}


def score_line(bid, seat, tricks, dealer):
    return line(contract=None if bid is None else contract(bid, seat), tricks=tricks, dealer=dealer)


def play(*hands, **options):
    """Replay hands given as bid, seat and tricks; the deal rotates from seat 0."""
    rules = FIVE_HUNDRED.resolve_rules(options)
    records = [score_line(*hand, index % rules.players) for index, hand in enumerate(hands)]
    return replay(FIVE_HUNDRED, rules, records, starters=range(rules.players))


def test_the_kind_is_described():
    rules = FIVE_HUNDRED.resolve_rules({"players": 6})

    assert FIVE_HUNDRED.name == "five_hundred"
    assert FIVE_HUNDRED.players(rules) == 6
    assert FIVE_HUNDRED.sides(rules) == ((0, 2, 4), (1, 3, 5))
    assert FIVE_HUNDRED.start(rules) == GameState((0, 0))
    assert FIVE_HUNDRED.options_of(rules) == {name: values[0] for name, values in VALUES.items()} | {"players": 6}


def test_unknown_options_are_refused():
    with pytest.raises(RuleViolation):
        FIVE_HUNDRED.resolve_rules({"jokers": 2})


def test_a_game_is_won_by_a_contract():
    judgements = play(("8H", 0, [8, 2]), ("7S", 1, [4, 6]), (None, None, None), ("7H", 0, [7, 3]))

    assert [judgement.state.scores for judgement in judgements] == [(300, 20), (340, -120), (340, -120), (540, -90)]
    assert judgements[-1].state == GameState((540, -90), 4, "contract", (0,))


def test_no_hand_follows_the_end_of_a_game():
    judgements = play(("10NT", 0, [5, 5]), ("6S", 1, [3, 7]))

    assert judgements[0].state == GameState((-520, 50), 1, "out_backwards", (1,))
    assert [error.code for error in judgements[1].answer.errors] == ["five_hundred.hand_after_game_end"]
    assert judgements[1].state == judgements[0].state


def test_the_deal_rotates_also_after_a_hand_passed_in():
    rules = FIVE_HUNDRED.resolve_rules({})
    records = [score_line(None, None, None, 0), score_line("6S", 1, [4, 6], 0)]

    judgements = replay(FIVE_HUNDRED, rules, records, starters=range(4))

    assert [error.code for error in judgements[1].answer.errors] == ["five_hundred.dealer_rotation"]


def test_a_fixed_number_of_hands_counts_those_passed_in():
    judgements = play(("10H", 0, [10, 0]), (None, None, None), ("10H", 1, [10, 0]), end="hands", hands=3)

    assert [judgement.state.is_over for judgement in judgements] == [False, False, True]
    assert judgements[-1].state == GameState((600, -500), 3, "hands", (0,))


def test_a_timed_game_is_ended_by_the_clock():
    judgements = play(("10H", 0, [10, 0]), ("10H", 1, [0, 10]), end="timed")
    state = judgements[-1].state

    assert not state.is_over
    assert FIVE_HUNDRED.call_time(FIVE_HUNDRED.resolve_rules({"end": "timed"}), state) == GameState(
        (500, 500), 2, "time", (0, 1)
    )


def test_a_called_partner_can_win_with_the_contractor():
    rules = FIVE_HUNDRED.resolve_rules({"players": 5})
    record = line(contract=contract("8H", 1), tricks=[1, 5, 0, 3, 1], called=3, rules={"players": 5})

    judgement = judge_next(FIVE_HUNDRED, rules, GameState((0, 200, 0, 210, 0), 3), record, starter=0)

    assert judgement.state == GameState((10, 500, 0, 510, 10), 4, "contract", (3,))


def test_a_refused_hand_leaves_the_game_as_it_was():
    rules, state = FIVE_HUNDRED.resolve_rules({}), GameState((100, 20), 3)

    judgement = judge_next(FIVE_HUNDRED, rules, state, line(tricks=[2, 7]), starter=0)

    assert judgement.state == state


@pytest.mark.parametrize("hands", [1, 2, 3])
def test_the_replay_of_a_prefix_is_a_prefix_of_the_replay(hands):
    game = [("8H", 0, [8, 2]), ("7S", 1, [4, 6]), ("6C", 2, [5, 5]), ("7H", 0, [7, 3])]

    assert play(*game[:hands]) == play(*game)[:hands]
