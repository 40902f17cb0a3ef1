"""How a round of the family is drawn: what the movements fix, and what an organiser may choose."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, cast

from tournaments.movements.swiss.field import PATTERNS, Pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

ALWAYS = "always"
LATEST, ROUND_BEFORE = "latest", "round_before"

FirstRound = Literal["random", "slide", "fold", "adjacent"]


@dataclass(frozen=True, slots=True)
class SwissRules:
    """``first_round``: by lot, or by a pattern over the ratings. ``lot_rounds``: so many first rounds are by lot.

    ``accelerated``: in so many rounds the stronger half has virtual points. ``rounds_apart``: None where nobody may
    meet again; else those who have met in so many rounds just before may not. ``forbidden_rounds``: None where those
    who must not meet never do; else the first rounds in which they do not. ``apart_rounds``: the same of those of one
    club, who are kept apart where that can be. ``lag``: the standings used are those after
    the round before the last one.
    """

    name: str
    pattern: Pattern = "slide"
    first_round: FirstRound = "random"
    lot_rounds: int = 0
    accelerated: int = 0
    rounds_apart: int | None = None
    forbidden_rounds: int | None = None
    apart_rounds: int | None = None
    lag: bool = False

    def by_lot(self, number: int) -> bool:
        """Whether round ``number`` does not ask for points or strength."""
        return number <= self.lot_rounds or (number == 1 and self.first_round == "random")

    def with_options(self, options: Mapping[str, object]) -> SwissRules:
        """Return the rules with what an organiser has chosen (``SWISS_OPTIONS``, ``DANISH_OPTIONS``)."""
        chosen = cast("Mapping[str, object]", {**_usual(self), **options})
        forbidden, apart = chosen["forbidden_rounds"], chosen["apart_rounds"]
        return replace(
            self,
            pattern=cast("Pattern", chosen["pattern"]),
            first_round=cast("FirstRound", chosen["first_round"]),
            lot_rounds=cast("int", chosen["lot_rounds"]),
            accelerated=cast("int", chosen["accelerated_rounds"]),
            rounds_apart=cast("int | None", chosen["rounds_apart"]),
            forbidden_rounds=None if forbidden == ALWAYS else cast("int", forbidden),
            apart_rounds=None if apart == ALWAYS else cast("int", apart),
            lag=chosen["standings"] == ROUND_BEFORE,
        )


def _usual(rules: SwissRules) -> dict[str, object]:
    return {
        "pattern": rules.pattern,
        "first_round": rules.first_round,
        "lot_rounds": rules.lot_rounds,
        "accelerated_rounds": rules.accelerated,
        "rounds_apart": rules.rounds_apart,
        "forbidden_rounds": ALWAYS if rules.forbidden_rounds is None else rules.forbidden_rounds,
        "apart_rounds": ALWAYS if rules.apart_rounds is None else rules.apart_rounds,
        "standings": ROUND_BEFORE if rules.lag else LATEST,
    }


SWISS = SwissRules("swiss")
MONRAD = SwissRules("monrad", pattern="adjacent")
DANISH = SwissRules("danish", pattern="adjacent", rounds_apart=2)

_SHARED_OPTIONS: dict[str, tuple[object, ...]] = {
    "first_round": ("random", "slide", "fold", "adjacent"),
    "lot_rounds": (0, 1, 2, 3),
    "forbidden_rounds": (ALWAYS, 1, 2, 3, 4),
    "apart_rounds": (ALWAYS, 1, 2, 3, 4),
    "standings": (LATEST, ROUND_BEFORE),
}
SWISS_OPTIONS: dict[str, tuple[object, ...]] = {
    "pattern": PATTERNS,
    "accelerated_rounds": (0, 1, 2, 3),
    **_SHARED_OPTIONS,
}
MONRAD_OPTIONS: dict[str, tuple[object, ...]] = {"accelerated_rounds": (0, 1, 2, 3), **_SHARED_OPTIONS}
DANISH_OPTIONS: dict[str, tuple[object, ...]] = {"rounds_apart": (2, 0, 1, 3), **_SHARED_OPTIONS}
"""What may be chosen, by name, the usual first, as in ``registry``."""
