"""Random legal rounds, for tests, demonstrations and comparisons; the same ``Random`` gives the same round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes.fields import NAME
from gameplay.rules.fives_threes.play import Round
from gameplay.rules.fives_threes.tiles import TEXTS, TILE_OF, set_of, tiles_in
from gameplay.rules.fives_threes.variants import options_of, resolve_rules

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from gameplay.rules.fives_threes.variants import Rules


def random_round(
    rng: Random,
    *,
    level: int = 3,
    rules: Rules | None = None,
    opener: int = 0,
    scores_before: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Return the record of a round of random legal plays, with everything that a record of its level may state."""
    rules = rules or resolve_rules({})
    before = list(scores_before or (0,) * len(rules.sides))
    hands = _deal(rng, rules)
    state = Round(
        (set_of(TILE_OF[text] for text in hand) for hand in hands.values()), opener=opener, before=before, rules=rules
    )
    plays, events = _play(rng, state, rules)
    record: dict[str, Any] = {
        "game": NAME,
        "level": level,
        "rules": options_of(rules),
        "opener": opener,
        "scores_before": before,
        "points": [after - score for after, score in zip(state.scores, before, strict=True)],
        "scores_after": list(state.scores),
        "end": state.end,
        "out_side": state.out_side,
        "winner": state.winner,
    }
    if level == 2:
        record["events"] = events
    if level == 3:
        record |= {"hands": hands, "plays": plays}
    return record


def _deal(rng: Random, rules: Rules) -> dict[str, list[str]]:
    tiles = rng.sample(range(len(TEXTS)), rules.players * rules.hand_size)
    return {
        str(seat): [TEXTS[tile] for tile in sorted(tiles[seat * rules.hand_size : (seat + 1) * rules.hand_size])]
        for seat in range(rules.players)
    }


def _play(rng: Random, state: Round, rules: Rules) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Play a round to its end; return its plays and its events."""
    plays: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []
    while state.end is None:
        seat = state.turn
        playable = list(tiles_in(state.playable()))
        if not playable:
            state.knock()
            plays.append({"seat": seat, "knock": True})
            continue
        tile = rng.choice(playable)
        end = "L" if state.line.is_empty else rng.choice(state.line.ends_for(tile))
        score = state.scores[seat % len(state.scores)]
        points = state.place(tile, end)
        worth: dict[str, Any] = {"points": points, "accepted": score + points <= rules.target}
        plays.append({"seat": seat, "tile": TEXTS[tile], "end": end, **worth})
        out = {} if state.out_side is None else {"out": True}
        if points or out:
            events.append({"seat": seat, "sum": state.line.total(), **out, **worth})
    # Some tables write down the knocks that show a block, others do not.
    for _ in range(rng.randint(0, state.closing_knocks)):
        plays.append({"seat": state.turn, "knock": True})
        state.knock()
    return plays, events
