from itertools import pairwise

import pytest

from gameplay.rules.five_hundred.bids import BIDS, ORDER, read_bid

AVONDALE = """
     S   C   D   H   NT
6   40  60  80 100  120
7  140 160 180 200  220
8  240 260 280 300  320
9  340 360 380 400  420
10 440 460 480 500  520
"""


def avondale_cells():
    head, *rows = AVONDALE.strip().splitlines()
    for row in rows:
        level, *values = row.split()
        yield from ((f"{level}{name}", int(value)) for name, value in zip(head.split(), values, strict=True))


@pytest.mark.parametrize(("text", "value"), [*avondale_cells(), ("M", 250), ("OM", 500), ("BM", 500)])
def test_bid_value_is_that_of_the_schedule(text, value):
    assert BIDS[text].value == value


def test_there_are_28_bids_in_27_steps():
    assert len(BIDS) == 28
    assert len(ORDER) == 27


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("6S", "6C"),
        ("6H", "6NT"),
        ("6NT", "7S"),
        ("7NT", "M"),
        ("M", "8S"),
        ("10D", "OM"),
        ("10D", "BM"),
        ("OM", "10H"),
        ("10H", "10NT"),
    ],
)
def test_bid_ranks_above_the_one_before_it(lower, higher):
    assert BIDS[lower].rank + 1 == BIDS[higher].rank


def test_open_and_blind_misere_do_not_overcall_each_other():
    assert BIDS["OM"].rank == BIDS["BM"].rank


def test_bids_for_tricks_rank_by_their_value():
    tricks = [BIDS[step[0]] for step in ORDER if not BIDS[step[0]].is_misere]

    assert all(lower.value + 20 == higher.value for lower, higher in pairwise(tricks))


def test_rank_is_not_value():
    assert BIDS["8S"].rank > BIDS["M"].rank
    assert BIDS["8S"].value < BIDS["M"].value


@pytest.mark.parametrize("text", ["5H", "11S", "P", "8h", "8", "NT", "", " 8H", 8, None, ["8H"], True])
def test_read_bid_knows_no_other(text):
    assert read_bid(text) is None
