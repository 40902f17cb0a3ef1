"""Level 3: every tile dealt and every play, judged one by one (rules B2 to B9, C6)."""

from __future__ import annotations

from operator import sub
from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes import codes
from gameplay.rules.fives_threes.booking import acceptance_fault
from gameplay.rules.fives_threes.form import shown
from gameplay.rules.fives_threes.outcome import Outcome, answer_for
from gameplay.rules.fives_threes.play import Round
from gameplay.rules.fives_threes.tiles import TEXTS, TILE_OF, set_of, tiles_in
from gameplay.rules.kinds import Answer, Violation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

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
    hands = [[TILE_OF[text] for text in record["hands"][str(seat)]] for seat in range(rules.players)]
    if faults := tuple(_deal_faults(hands, rules)):
        return Answer(faults)
    return Round(map(set_of, hands), opener=record["opener"], before=record["scores_before"], rules=rules)


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
    seat, knocks = play["seat"], "knock" in play
    # A block exists without anybody knocking; the knocks that show it may be written down all the same.
    if state.end is not None and not (knocks and state.closing_knocks):
        return Violation(codes.PLAY_AFTER_END)
    if seat != state.turn:
        if not state.hands[seat]:
            return Violation(codes.TURN_EMPTY, ".seat", {"seat": seat})
        return Violation(codes.TURN, ".seat", {"seat": seat, "expected": state.turn})
    if not knocks:
        return _placement_fault(state, play, rules)
    if playable := state.playable():
        return Violation(codes.KNOCK_ABLE, ".knock", {"seat": seat, "tile": TEXTS[next(tiles_in(playable))]})
    state.knock()
    return None


def _placement_fault(state: Round, play: Mapping[str, Any], rules: Rules) -> Violation | None:
    seat, tile, end = play["seat"], TILE_OF[play["tile"]], play.get("end")
    if not state.hands[seat] >> tile & 1:
        return Violation(codes.NOT_HELD, ".tile", {"seat": seat, "tile": TEXTS[tile]})
    if not state.line.fitting >> tile & 1 or (end is not None and not state.line.fits(tile, end)):
        return Violation(codes.NO_FIT, ".tile" if end is None else ".end", {"tile": TEXTS[tile]})
    if end is None:
        ends = state.line.ends_for(tile)
        if len(ends) == 2 and not state.line.ends_are_alike():
            return Violation(codes.END_REQUIRED, "", {"tile": TEXTS[tile]})
        end = ends[0]
    score = state.scores[seat % len(state.scores)]
    points = state.place(tile, end)
    if play.get("points", points) != points:
        return Violation(codes.CLAIM_MISMATCH, ".points", {"claimed": shown(play["points"]), "expected": points})
    return acceptance_fault(play, points=points, score=score, target=rules.target) if "accepted" in play else None


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
