"""A round told as lines that a member can follow, up to the first thing that is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes.events import Ledger
from gameplay.rules.fives_threes.full_record import deal, step_fault
from gameplay.rules.fives_threes.hand import check_round
from gameplay.rules.fives_threes.scoring import is_accepted
from gameplay.rules.fives_threes.stages import prepare
from gameplay.rules.fives_threes.tiles import HALVES, TILE_OF
from gameplay.rules.kinds import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gameplay.rules.fives_threes.play import Round
    from gameplay.rules.fives_threes.variants import Rules

COMPASS = ("North", "East", "South", "West")


def explain(record: object, *, names: Sequence[str] | None = None) -> list[str]:
    """Tell a round, whatever JSON value it is; ``names`` by seat stand in for North, East ... or Player 1, 2 ..."""
    rules = prepare(record)
    answer = check_round(record)
    lines: list[str] = []
    if not isinstance(rules, Answer):
        assert isinstance(record, dict)
        teller = _Teller(rules, record, names)
        lines += [teller.setting(), *teller.middle()]
        if answer.valid:
            lines += teller.result(answer.values)
    return lines + [f"This cannot stand: {fault.code} ({fault.path or 'the record'})." for fault in answer.errors]


class _Teller:
    """Puts one record into words."""

    def __init__(self, rules: Rules, record: Mapping[str, Any], names: Sequence[str] | None) -> None:
        self._rules = rules
        self._record = record
        numbered = [f"Player {seat + 1}" for seat in range(rules.players)]
        self._names = names or (COMPASS if rules.players == 4 else numbered)
        self._sides = [" and ".join(self._names[seat] for seat in seats) for seats in rules.sides]

    def setting(self) -> str:
        """Who opens, and how the sides stand."""
        before = self._standing(self._record["scores_before"])
        return f"{self._names[self._record['opener']]} opens. Before the round: {before}. Target {self._rules.target}."

    def middle(self) -> Iterator[str]:
        """What was booked or played, as far as the record tells it."""
        if self._record["level"] == 2:
            return self._events()
        return self._plays() if self._record["level"] == 3 else iter(())

    def result(self, values: Mapping[str, Any]) -> Iterator[str]:
        """How the round ended, and how the sides stand after it."""
        if values["out_side"] is not None:
            yield f"{self._sides[values['out_side']]} went out."
        if values["end"] == "blocked":
            yield "Blocked: nobody who holds tiles can play. Tiles left over do not count."
        yield f"Points: {self._standing(values['points'])}. After the round: {self._standing(values['scores_after'])}."
        if values["winner"] is not None:
            yield f"{self._sides[values['winner']]} won with exactly {self._rules.target}."

    def _standing(self, numbers: Sequence[int]) -> str:
        return ", ".join(f"{side} {number}" for side, number in zip(self._sides, numbers, strict=True))

    def _events(self) -> Iterator[str]:
        ledger = Ledger(self._record["scores_before"], self._rules)
        for number, event in enumerate(self._record["events"], start=1):
            score = ledger.score_of(event["seat"])
            if ledger.book(event):
                return
            total = f" for ends of {event['sum']}" if "sum" in event else ""
            out = ", going out" if event.get("out") else ""
            name = self._names[event["seat"]]
            yield f"{number}. {name} books {event['points']}{total}{out}{self._booked(score, event['points'])}."

    def _plays(self) -> Iterator[str]:
        state = deal(self._record, self._rules)
        if isinstance(state, Answer):
            return
        picture: list[tuple[int, int]] = []
        for number, play in enumerate(self._record["plays"], start=1):
            name, score = self._names[play["seat"]], state.scores[play["seat"] % len(state.scores)]
            end = _end_taken(state, play)
            if step_fault(state, play, self._rules):
                break
            if "knock" in play:
                yield f"{number}. {name} knocks: no tile fits."
                continue
            low, high = HALVES[TILE_OF[play["tile"]]]
            picture = _extended(picture, (low, high), end)
            yield f"{number}. {name} lays {low}-{high}{self._placed(state, play['seat'], score)}."
        if picture:
            yield "The line: " + "".join(f"[{left}|{right}]" for left, right in picture)

    def _placed(self, state: Round, seat: int, score: int) -> str:
        counts = state.line.contributions()
        ends = f"; the ends count {' + '.join(map(str, counts))}" + (f" = {sum(counts)}" if len(counts) > 1 else "")
        points = state.last_event
        bonus = self._rules.out_bonus if state.out_side is not None else 0
        worth = f", which earns {points - bonus or 'nothing'}" + (f", and {bonus} for going out" if bonus else "")
        out = "" if state.hands[seat] or state.out_side is not None else " Out; the partner plays on"
        return f"{ends}{worth}{self._booked(score, points)}" + (f".{out}" if out else "")

    def _booked(self, score: int, points: int) -> str:
        if not points:
            return ""
        if is_accepted(score, points, target=self._rules.target):
            return f": {score} + {points} = {score + points}"
        return f": refused as a whole, since {score} + {points} would pass {self._rules.target}"


def _end_taken(state: Round, play: Mapping[str, Any]) -> str | None:
    """The end that a play goes to, or None when it names none and fits none."""
    if "tile" not in play:
        return None
    ends = state.line.ends_for(TILE_OF[play["tile"]])
    return play.get("end") or (ends[0] if ends else None)


def _extended(picture: list[tuple[int, int]], halves: tuple[int, int], end: str | None) -> list[tuple[int, int]]:
    """The tiles as they lie from left to right, with one more laid."""
    low, high = halves
    if not picture:
        return [halves]
    if end == "L":
        return [(high, low) if low == picture[0][0] else halves, *picture]
    return [*picture, halves if low == picture[-1][1] else (high, low)]
