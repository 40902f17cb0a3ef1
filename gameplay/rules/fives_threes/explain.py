"""A round told line by line, so that a member can follow it, up to the first thing that is wrong with it.

The lines are codes with what their sentences need, like violations; the words are ``gameplay.messages``'. Seats and
sides are numbers, tiles as records have them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

from gameplay.rules.fives_threes.events import Ledger
from gameplay.rules.fives_threes.fields import NAME
from gameplay.rules.fives_threes.full_record import deal, step_fault
from gameplay.rules.fives_threes.hand import check_round
from gameplay.rules.fives_threes.scoring import is_accepted
from gameplay.rules.fives_threes.stages import prepare
from gameplay.rules.fives_threes.tiles import HALVES, TEXTS, TILE_OF
from gameplay.rules.kinds import Answer, Line, at_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gameplay.rules.fives_threes.play import Round
    from gameplay.rules.fives_threes.variants import Rules

Telling = Literal[
    "opens",
    "before",
    "laid",
    "knocked",
    "partner_plays_on",
    "event",
    "event_of_sum",
    "went_out_with_it",
    "out_point",
    "nothing",
    "counted",
    "refused",
    "line",
    "went_out",
    "blocked",
    "points",
    "scores",
    "won",
]
TELLINGS: tuple[str, ...] = tuple(f"{NAME}.tell.{name}" for name in get_args(Telling))


def explain(record: object) -> list[Line]:
    """Tell a round of any level in order, whatever JSON value it is; what is wrong with it comes last."""
    answer = check_round(record)
    faults = [Line(fault.code, fault.params, fault.sides) for fault in answer.errors]
    rules = prepare(record)
    if isinstance(rules, Answer):
        return faults
    assert isinstance(record, dict)
    lines = [
        _line("opens", seat=record["opener"]),
        _line("before", scores=record["scores_before"], target=rules.target),
        *_middle(record, rules),
        *(_result(answer.values, rules) if answer.valid else ()),
    ]
    return [*at_table(lines, rules.sides), *faults]


def _line(telling: Telling, **params: object) -> Line:
    return Line(f"{NAME}.tell.{telling}", params)


def _middle(record: Mapping[str, Any], rules: Rules) -> Iterator[Line]:
    """Tell what was booked or played, as far as the record shows it."""
    if record["level"] == 2:
        return _events(record, rules)
    return _plays(record, rules) if record["level"] == 3 else iter(())


def _events(record: Mapping[str, Any], rules: Rules) -> Iterator[Line]:
    ledger = Ledger(record["scores_before"], rules)
    for number, event in enumerate(record["events"], start=1):
        seat, points = event["seat"], event["points"]
        score = ledger.score_of(seat)
        if ledger.book(event):
            return
        if "sum" in event:
            yield _line("event_of_sum", number=number, seat=seat, points=points, sum=event["sum"])
        else:
            yield _line("event", number=number, seat=seat, points=points)
        if event.get("out"):
            yield _line("went_out_with_it", seat=seat)
        yield _booked(score, points, rules)


def _plays(record: Mapping[str, Any], rules: Rules) -> Iterator[Line]:
    state = deal(record, rules)
    if isinstance(state, Answer):
        return
    picture: list[tuple[int, int]] = []
    for number, play in enumerate(record["plays"], start=1):
        seat = play["seat"]
        score, end = state.scores[seat % len(state.scores)], _end_taken(state, play)
        if step_fault(state, play, rules):
            break
        if "knock" in play:
            yield _line("knocked", number=number, seat=seat)
            continue
        tile = TILE_OF[play["tile"]]
        picture = _extended(picture, HALVES[tile], end)
        yield _line("laid", number=number, seat=seat, tile=TEXTS[tile], ends=_sum(state))
        if state.out_side is not None and rules.out_bonus:
            yield _line("out_point", bonus=rules.out_bonus)
        yield _booked(score, state.last_event, rules)
        if not state.hands[seat] and state.out_side is None:
            yield _line("partner_plays_on", seat=seat)
    if picture:
        yield _line("line", tiles="".join(f"[{left}|{right}]" for left, right in picture))


def _booked(score: int, points: int, rules: Rules) -> Line:
    """Tell whether an event counts, and what the score makes then."""
    if not points:
        return _line("nothing")
    if is_accepted(score, points, target=rules.target):
        return _line("counted", points=points, score=score, total=score + points)
    return _line("refused", points=points, score=score, target=rules.target)


def _sum(state: Round) -> str:
    """Write the sum of the ends, such as ``2 + 3 = 5``; a lone double counts once."""
    counts = state.line.contributions()
    return " + ".join(map(str, counts)) + (f" = {sum(counts)}" if len(counts) > 1 else "")


def _result(values: Mapping[str, Any], rules: Rules) -> Iterator[Line]:
    """Tell how the round ended, and how the sides stand after it."""
    if values["out_side"] is not None:
        yield _line("went_out", side=values["out_side"])
    if values["end"] == "blocked":
        yield _line("blocked")
    yield _line("points", points=values["points"])
    yield _line("scores", scores=values["scores_after"])
    if values["winner"] is not None:
        yield _line("won", side=values["winner"], target=rules.target)


def _end_taken(state: Round, play: Mapping[str, Any]) -> str | None:
    """Return the end that a play goes to, or None when it names none and fits none."""
    if "tile" not in play:
        return None
    ends = state.line.ends_for(TILE_OF[play["tile"]])
    return play.get("end") or (ends[0] if ends else None)


def _extended(picture: list[tuple[int, int]], halves: tuple[int, int], end: str | None) -> list[tuple[int, int]]:
    """Return the tiles as they lie from left to right, with one more laid."""
    low, high = halves
    if not picture:
        return [halves]
    if end == "L":
        return [(high, low) if low == picture[0][0] else halves, *picture]
    return [*picture, halves if low == picture[-1][1] else (high, low)]
