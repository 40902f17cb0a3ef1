"""Hands to enter in tests: plain score lines, and whole tables and rounds played with them."""

from __future__ import annotations

import uuid
from typing import Any

from gameplay.models import HandSubmission
from tests.factories import NOW, make_round, make_tournament
from tournaments.actors import SYSTEM
from tournaments.models import Club, Round, Table
from tournaments.selectors.consequences import Consequences
from tournaments.selectors.tables import get_table
from tournaments.services import corrections, publishing, results, rounds
from tournaments.services.confirming import Confirmation, DrawDecision
from tournaments.services.hands import RecordedHand


def fh_line(*, dealer: int, seat: int = 0, bid: str = "7S", tricks: tuple[int, ...] = (8, 2)) -> dict[str, Any]:
    """Return the score line of a hand of Five Hundred: by default NS make 7S, which is 140 and 20."""
    contract = {"seat": seat, "bid": bid, "sans_kitty": False}
    return {"level": 1, "dealer": dealer, "contract": contract, "tricks": list(tricks)}


def passed_in(*, dealer: int) -> dict[str, Any]:
    """Return the score line of a hand that nobody bid on."""
    return {"level": 1, "dealer": dealer, "contract": None}


def ft_line(*, opener: int, points: tuple[int, ...], end: str = "out", out_side: int | None = 0) -> dict[str, Any]:
    """Return the score line of a hand of Fives and Threes."""
    return {"level": 1, "opener": opener, "points": list(points), "end": end, "out_side": out_side}


def enter(table: Table, record: dict[str, Any], *, number: int, leg: int = 1, **more: Any) -> RecordedHand:
    """Enter a hand as the scorer."""
    values: dict[str, Any] = {
        "actor": SYSTEM,
        "submission_id": uuid.uuid4(),
        "source": HandSubmission.Source.SCORER,
        "now": NOW,
        **more,
    }
    return results.record_hand(table_id=table.pk, leg=leg, number=number, record=record, **values)


def correct_hand(*, table_id: int, leg: int = 1, number: int, record: dict[str, Any], **more: Any) -> RecordedHand:
    """Look at what a correction would move and confirm just that, as the director does; later draws are kept."""
    what = {
        "actor": more.pop("actor", SYSTEM),
        "table_id": table_id,
        "leg": leg,
        "number": number,
        "record": record,
        "now": more.pop("now", NOW),
    }
    confirmed = {"submission_id": uuid.uuid4(), "reason": "misread", **more}
    found = corrections.preview_hand_correction(**what)
    return corrections.correct_hand(confirmation=keep_all(found), **what, **confirmed)


def keep_all(found: Consequences) -> Confirmation:
    """Return the confirmation of what was looked at that keeps every later draw."""
    return Confirmation(found.version, [DrawDecision(draw.round_number) for draw in found.draws])


def play_out(table: Table, winner: int = 0) -> None:
    """Play a table to its end, every game won by side ``winner``."""
    while (following := get_table(table.pk).next_hand) is not None:
        enter(
            table,
            next_line(table, following.starter, winner, following.scores),
            number=following.number,
            leg=following.leg,
        )


def play_round(round_: Round, winner: int = 0) -> Round:
    """Play all tables of a round and close it."""
    for table in round_.tables.order_by("number"):
        play_out(table, winner)
    return rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)


def opened_again_and_published(club: Club | None = None) -> tuple[Table, dict[str, Any], int]:
    """Return the unfinished table of a closed and published round, the hand that finishes it, and its number."""
    tournament = make_tournament(club, kind="fives_threes", pairs=2)
    table = play_round(make_round(tournament)).tables.get()
    last = get_table(table.pk).progress.legs[0].game.hands[-1]
    correct_hand(table_id=table.pk, number=last.number, record={**last.record, "points": [0, 0], "end": "blocked"})
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", reason="as is", now=NOW)
    following = get_table(table.pk).next_hand
    assert following is not None
    points = (61 - following.scores[0], 0)
    record = ft_line(opener=following.starter, points=points, end="won", out_side=None)
    return table, record, following.number


def next_line(table: Table, starter: int, winner: int, scores: tuple[int, ...]) -> dict[str, Any]:
    """Return a hand that side ``winner`` wins; seat i is of side i modulo the number of sides at every table."""
    sides = range(len(scores))
    if table.round.tournament.kind == "five_hundred":
        loser = (winner + 1) % len(sides)
        tricks = tuple({winner: 8, loser: 2}.get(side, 0) for side in sides)
        return fh_line(dealer=starter, seat=winner, tricks=tricks)
    left = 61 - scores[winner]
    points = tuple(min(30, left) if side == winner else 0 for side in sides)
    if left <= 30:
        return ft_line(opener=starter, points=points, end="won", out_side=None)
    return ft_line(opener=starter, points=points, out_side=winner)
