"""Records to start a test from, and what the judge says of a changed one."""

from copy import deepcopy

from gameplay.rules.five_hundred.hand import check

PASS_ROUND = [{"seat": seat, "bid": "P"} for seat in (1, 2, 3, 0)]

HANDS = {
    "0": ["AS", "KS", "QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S"],
    "1": ["AC", "KC", "QC", "JC", "10C", "9C", "8C", "7C", "6C", "5C"],
    "2": ["AD", "KD", "QD", "JD", "10D", "9D", "8D", "7D", "6D", "5D"],
    "3": ["AH", "KH", "QH", "JH", "10H", "9H", "8H", "7H", "6H", "5H"],
}
KITTY = ["4D", "4H", "JK"]


def line(**changes):
    """Return a score line: seat 1 plays 8H and takes eight tricks with its partner."""
    contract = {"seat": 1, "bid": "8H", "sans_kitty": False}
    return {"game": "five_hundred", "level": 1, "dealer": 0, "contract": contract, "tricks": [2, 8], **changes}


def summary(bid="7S", winners=(1,) * 10, **changes):
    """Return a level 2 record in which seat 1 opens with a bid, after a seven where that is needed."""
    auction = [{"seat": 1, "bid": bid}, *({"seat": seat, "bid": "P"} for seat in (2, 3, 0))]
    if bid == "M":
        auction = [{"seat": 1, "bid": "7S"}, *auction[1:], auction[0]]
    contract = {"seat": 1, "bid": bid, "sans_kitty": False}
    record = {"game": "five_hundred", "level": 2, "dealer": 0, "contract": contract}
    return {**record, "auction": auction, "trick_winners": list(winners), **changes}


def full(bid="6S", *, seat=0, **changes):
    """Return a level 3 record of four one-suited hands, in which the dealer's left or the dealer plays a bid."""
    calls = [{"seat": 1, "bid": bid if seat == 1 else "P"}, {"seat": 2, "bid": "P"}, {"seat": 3, "bid": "P"}]
    return {
        "game": "five_hundred",
        "level": 3,
        "dealer": 0,
        "hands": deepcopy(HANDS),
        "kitty": list(KITTY),
        "auction": [*calls, {"seat": 0, "bid": "P" if seat == 1 else bid}],
        "contract": {"seat": seat, "bid": bid, "sans_kitty": False},
        "discards": list(KITTY),
        "play": [],
        **changes,
    }


def codes(record):
    """Return the short codes with which a record is refused."""
    return [violation.code.removeprefix("five_hundred.") for violation in check(record).errors]


def places(record):
    """Return the short codes with which a record is refused, each with its path."""
    return [(violation.code.removeprefix("five_hundred."), violation.path) for violation in check(record).errors]
