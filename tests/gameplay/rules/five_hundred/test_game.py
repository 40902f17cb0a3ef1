import pytest

from gameplay.rules.five_hundred.game import Ending, after_hand, call_time, race_ending
from gameplay.rules.five_hundred.variants import resolve_rules
from gameplay.rules.kinds import GameState


def ending(scores, *, contractors=(0,), made, **options):
    return race_ending(resolve_rules(options), scores=scores, contractors=contractors, made=made)


@pytest.mark.parametrize(
    ("scores", "made", "expected"),
    [
        pytest.param([500, 0], True, Ending("contract", (0,)), id="exactly 500"),
        pytest.param([490, 0], True, None, id="490 is not enough"),
        pytest.param([510, 530], True, Ending("contract", (0,)), id="both past 500: the contractor, with fewer"),
        pytest.param([400, 540], True, None, id="500 by tricks does not win"),
        pytest.param([400, 540], False, None, id="the contractor failed, the others are past 500"),
        pytest.param([-500, -900], False, Ending("out_backwards", (1,)), id="out backwards, whatever the other has"),
        pytest.param([-490, 0], False, None, id="-490 plays on"),
        pytest.param([510, 0], False, None, id="past 500 and failed"),
    ],
)
def test_race_between_two_sides(scores, made, expected):
    assert ending(scores, made=made) == expected


def test_race_goes_on_after_a_hand_passed_in():
    assert ending([510, 0], contractors=(), made=False) is None


def test_out_backwards_alone_can_be_switched_off():
    assert ending([-700, 0], made=False, out_backwards=False) is None
    assert ending([500, 0], made=True, out_backwards=False) == Ending("contract", (0,))


@pytest.mark.parametrize("options", [{"end": "timed"}, {"end": "hands", "hands": 4}])
def test_nothing_ends_a_fixed_number_of_hands_or_a_timed_table_early(options):
    assert ending([700, 0], made=True, **options) is None
    assert ending([-700, 0], made=False, **options) is None


@pytest.mark.parametrize(
    ("scores", "contractors", "made", "expected"),
    [
        pytest.param([-500, 320, 120], (0,), False, Ending("out_backwards", (1,)), id="the best of the others"),
        pytest.param([-500, 320, 320], (0,), False, Ending("out_backwards", (1, 2)), id="the best are equal"),
        pytest.param([500, 0, 520, 0, 0], (0, 2), True, Ending("contract", (2,)), id="called partner higher"),
        pytest.param([500, 0, 500, 0, 0], (0, 2), True, Ending("contract", (0, 2)), id="called partner equal"),
        pytest.param([480, 0, 500, 0, 0], (0, 2), True, Ending("contract", (2,)), id="called partner alone"),
        pytest.param(
            [-500, 0, 90, 0, 80], (0, 2), False, Ending("out_backwards", (2,)), id="partner is one of the others"
        ),
        pytest.param([-500, 0, -600, 0, 80], (0, 2), False, Ending("out_backwards", (4,)), id="both are out"),
    ],
)
def test_race_among_more_sides(scores, contractors, made, expected):
    assert ending(scores, contractors=contractors, made=made, players=len(scores)) == expected


def test_after_hand_adds_points_and_counts_the_hand():
    rules = resolve_rules({})

    state = after_hand(rules, GameState((100, -20), 3), points=(40, 40), race=None)

    assert state == GameState((140, 20), 4)


def test_after_hand_ends_the_race_as_it_was_decided():
    rules = resolve_rules({})

    state = after_hand(rules, GameState((400, 0), 5), points=(100, 0), race=Ending("contract", (0,)))

    assert state == GameState((500, 0), 6, "contract", (0,))


@pytest.mark.parametrize(
    ("scores", "winners"),
    [((140, 20), (0,)), ((20, 140), (1,)), ((80, 80), (0, 1))],
)
def test_the_last_of_a_fixed_number_of_hands_ends_the_game_by_total(scores, winners):
    rules = resolve_rules({"end": "hands", "hands": 4})
    state = GameState(scores, 2)

    third = after_hand(rules, state, points=(0, 0), race=None)
    fourth = after_hand(rules, third, points=(0, 0), race=None)

    assert third == GameState(scores, 3)
    assert fourth == GameState(scores, 4, "hands", winners)


def test_call_time_gives_the_game_to_the_higher_total():
    assert call_time(GameState((140, 20), 7)) == GameState((140, 20), 7, "time", (0,))
    assert call_time(GameState((20, 20, 10), 7)) == GameState((20, 20, 10), 7, "time", (0, 1))


def test_call_time_changes_nothing_in_a_game_that_is_over():
    state = GameState((500, 600), 7, "contract", (0,))

    assert call_time(state) == state
