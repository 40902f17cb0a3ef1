"""An auction as a table."""

from __future__ import annotations

from tournaments.web.pictures.auction import auction_rows


def test_auction_starts_a_row_each_time_round():
    calls = [
        {"seat": seat, "bid": bid} for seat, bid in [(2, "6S"), (3, "P"), (0, "6D"), (1, "P"), (2, "7S"), (0, "P")]
    ]

    rows = [[call and call["bid"] for call in row] for row in auction_rows(calls, players=4)]

    assert rows == [[None, None, "6S", "P"], ["6D", "P", "7S", None], ["P", None, None, None]]


def test_auction_of_a_lone_bidder_who_raises_takes_a_new_row():
    calls = [{"seat": 1, "bid": "6S"}, {"seat": 1, "bid": "7S"}]

    assert [[call and call["bid"] for call in row] for row in auction_rows(calls, players=2)] == [
        [None, "6S"],
        [None, "7S"],
    ]


def test_auction_without_calls_has_no_rows():
    assert auction_rows([], players=4) == []
