"""What may be played next in a round written down so far (rules B3, B4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.errors import RuleViolation
from gameplay.rules.fives_threes import codes
from gameplay.rules.fives_threes.full_record import deal, replay
from gameplay.rules.fives_threes.scoring import is_accepted
from gameplay.rules.fives_threes.stages import prepare
from gameplay.rules.fives_threes.tiles import TEXTS, tiles_in
from gameplay.rules.fives_threes.unseen import UnseenRound
from gameplay.rules.fives_threes.variants import resolve_rules
from gameplay.rules.kinds import Answer, Violation, at_table

if TYPE_CHECKING:
    from gameplay.rules.fives_threes.line import Line, LineEnd
    from gameplay.rules.fives_threes.play import Round
    from gameplay.rules.fives_threes.variants import Rules


def legal_next(record: object) -> Answer:
    """Return the plays that may follow those of a record of level 3, whose round need not be over.

    The values are ``turn`` (a seat; None once nothing may follow), ``plays`` (each as a record writes it, with its
    points and whether they count), ``end`` (None while the round is on), ``scores`` and ``line`` (what each end
    counts). After a block only the knocks that show it may follow.

    Who writes a round down as it is played does not know the ``hands``. Without them the plays are those of every tile
    that the seat can still hold by what it has shown, and a knock; ``left`` says how many tiles each seat has,
    ``out_side`` who went out, and ``may_hold`` by seat, once the round is over, which they can be.
    """
    is_unseen = False
    if isinstance(record, dict) and record.get("level") == 3 and "hands" not in record:
        record, is_unseen = _with_empty_hands(record), True
    rules = prepare(record)
    if isinstance(rules, Answer):
        return rules
    assert isinstance(record, dict)
    if record["level"] != 3:
        return Answer((Violation(codes.SCHEMA, "level", {"field": "level", "expected": "3"}),))
    if is_unseen:
        return _unseen_next(record, rules)
    state = deal(record, rules)
    if isinstance(state, Answer):
        return Answer(at_table(state.errors, rules.sides))
    if fault := replay(state, record["plays"], rules):
        return Answer(at_table((fault,), rules.sides))
    return Answer((), _values(state, legal_plays(state, rules)))


def _with_empty_hands(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record that has the form of one whose hands are told; its rules are judged in their turn."""
    try:
        names = resolve_rules(record.get("rules", {})).seat_names
    except RuleViolation:
        names = ()
    return {**record, "hands": {name: [] for name in names}}


def _unseen_next(record: dict[str, Any], rules: Rules) -> Answer:
    state = UnseenRound(opener=record["opener"], before=record["scores_before"], rules=rules)
    if fault := replay(state, record["plays"], rules):
        return Answer(at_table((fault,), rules.sides))
    plays = []
    if state.end is None:
        plays = _placements_of(state, rules)
        if not state.line.is_empty:
            plays.append({"seat": state.turn, "knock": True})
    values = {**_values(state, plays), "left": state.left, "out_side": state.out_side}
    if state.end is not None:
        held = [hand if left else 0 for hand, left in zip(state.hands, state.left, strict=True)]
        values["may_hold"] = [[TEXTS[tile] for tile in tiles_in(hand)] for hand in held]
    return Answer((), values)


def _values(state: Round, plays: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "turn": state.turn if plays else None,
        "plays": plays,
        "end": state.end,
        "scores": state.scores,
        "line": list(state.line.contributions()),
    }


def legal_plays(state: Round, rules: Rules) -> list[dict[str, Any]]:
    """Return what the seat whose turn it is may do: its placements, or a knock when it has none."""
    seat = state.turn
    if state.end is not None or not state.playable():
        return [{"seat": seat, "knock": True}] if state.end is None or state.closing_knocks else []
    return _placements_of(state, rules)


def _placements_of(state: Round, rules: Rules) -> list[dict[str, Any]]:
    seat = state.turn
    score = state.scores[seat % len(state.scores)]
    plays = []
    for tile, end in placements(state.line, state.hands[seat]):
        points = state.copy().place(tile, end)
        accepted = is_accepted(score, points, target=rules.target)
        plays.append({"seat": seat, "tile": TEXTS[tile], "end": end, "points": points, "accepted": accepted})
    return plays


def placements(line: Line, hand: int) -> list[tuple[int, LineEnd]]:
    """Return the tiles of a hand that can be laid, each with the ends that it fits; the first tile lies at L."""
    return [(tile, end) for tile in tiles_in(hand) for end in line.ends_for(tile) if not (line.is_empty and end == "R")]
