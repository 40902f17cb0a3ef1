"""Level 3: every tile dealt and every play, judged one by one (rules B2 to B9, C6)."""

from __future__ import annotations

from operator import sub
from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes import codes
from gameplay.rules.fives_threes.booking import acceptance_fault
from gameplay.rules.fives_threes.form import shown
from gameplay.rules.fives_threes.outcome import Outcome, answer_for
from gameplay.rules.fives_threes.play import Round
from gameplay.rules.fives_threes.tiles import BIT_OF, TEXTS, TILE_OF, tiles_in
from gameplay.rules.kinds import Answer, Violation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from gameplay.rules.fives_threes.line import Line
    from gameplay.rules.fives_threes.variants import Rules


def judge_plays(record: Mapping[str, Any], rules: Rules) -> Answer:
    """Judge a record that stands up to its deal; the first illegal play ends the check."""
    state = deal(record, rules)
    if isinstance(state, Answer):
        return state
    if fault := replay(state, record["plays"], rules):
        return Answer((fault,))
    if state.end is None:
        return Answer((Violation(codes.ROUND_UNFINISHED, "plays", {"seat": state.turn}),))
    points = list(map(sub, state.scores, record["scores_before"]))
    return answer_for(Outcome(points, state.scores, state.end, state.out_side, state.winner), record)


def deal(record: Mapping[str, Any], rules: Rules) -> Round | Answer:
    """Return the round as it begins, or the answer with everything wrong with the deal (rules B2)."""
    texts = [record["hands"][seat] for seat in rules.seat_names]
    hands = [sum(map(BIT_OF.__getitem__, hand)) for hand in texts]
    # A sum of so many single bits has as many bits of its own only if no two of them are the same.
    if {*map(len, texts)} != {rules.hand_size} or sum(hands).bit_count() != rules.players * rules.hand_size:
        return Answer(tuple(_deal_faults([[TILE_OF[text] for text in hand] for hand in texts], rules)))
    return Round(hands, opener=record["opener"], before=record["scores_before"], rules=rules)


def replay(state: Round, plays: Iterable[Mapping[str, Any]], rules: Rules) -> Violation | None:
    """Make the plays of a record in order; return the fault of the first one that is illegal."""
    for index, play in enumerate(plays):
        if fault := step_fault(state, play, rules):
            return Violation(fault.code, f"plays[{index}]{fault.path}", fault.params)
    return None


def step_fault(state: Round, play: Mapping[str, Any], rules: Rules) -> Violation | None:
    """Make the next play of a round; return what is wrong with it, by a path inside the play.

    After a fault the state is of no more use.
    """
    if (state.end is not None or play["seat"] != state.turn) and (fault := _turn_fault(state, play)):
        return fault
    if "knock" not in play:
        return _placement_fault(state, play, rules)
    if playable := state.playable():
        return Violation(codes.KNOCK_ABLE, ".knock", {"seat": play["seat"], "tile": TEXTS[next(tiles_in(playable))]})
    state.knock()
    return None


def _turn_fault(state: Round, play: Mapping[str, Any]) -> Violation | None:
    """Return why nobody, or not this seat, may play now."""
    seat = play["seat"]
    # A block exists without anybody knocking; the knocks that show it may be written down all the same.
    if state.end is not None and not ("knock" in play and state.closing_knocks):
        return Violation(codes.PLAY_AFTER_END)
    if seat == state.turn:
        return None
    if not state.hands[seat]:
        return Violation(codes.TURN_EMPTY, ".seat", {"seat": seat})
    return Violation(codes.TURN, ".seat", {"seat": seat, "expected": state.turn})


def _placement_fault(state: Round, play: Mapping[str, Any], rules: Rules) -> Violation | None:
    tile, end, line = TILE_OF[play["tile"]], play.get("end"), state.line
    if not state.hands[state.turn] >> tile & 1:
        return Violation(codes.NOT_HELD, ".tile", {"seat": play["seat"], "tile": TEXTS[tile]})
    if end is None:
        ends = line.ends_for(tile)
        end = ends[0] if ends and (len(ends) == 1 or line.ends_are_alike()) else None
    if end is None or tile not in line.on[end]:
        return _end_fault(line, tile, play)
    points = state.place(tile, end)
    if play.get("points", points) != points:
        return Violation(codes.CLAIM_MISMATCH, ".points", {"claimed": shown(play["points"]), "expected": points})
    if play.get("accepted", state.last_accepted) is state.last_accepted:
        return None
    score = state.scores[play["seat"] % len(state.scores)] - (points if state.last_accepted else 0)
    return acceptance_fault(play, points=points, score=score, target=rules.target)


def _end_fault(line: Line, tile: int, play: Mapping[str, Any]) -> Violation:
    """Return why a tile cannot go to the end that its play names, or leaves out."""
    if "end" not in play and line.ends_for(tile):
        return Violation(codes.END_REQUIRED, "", {"tile": TEXTS[tile]})
    return Violation(codes.NO_FIT, ".end" if "end" in play else ".tile", {"tile": TEXTS[tile]})


def _deal_faults(hands: Sequence[Sequence[int]], rules: Rules) -> Iterator[Violation]:
    dealt = 0
    for seat, hand in enumerate(hands):
        for index, tile in enumerate(hand):
            if dealt >> tile & 1:
                yield Violation(codes.DEAL_DUPLICATE, f"hands.{seat}[{index}]", {"tile": TEXTS[tile]})
            dealt |= 1 << tile
    for seat, hand in enumerate(hands):
        if len(hand) != rules.hand_size:
            params = {"seat": seat, "dealt": len(hand), "hand_size": rules.hand_size}
            yield Violation(codes.DEAL_SIZE, f"hands.{seat}", params)
