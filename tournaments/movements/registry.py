"""Every movement that a tournament can be drawn by, under the name that its stage keeps.

To add one: write ``draw(state, seed)`` in a module of its own and give it a row here. ``needs_results`` movements get
the standings and the winners of the tables with the state; the others need not wait for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tournaments.movements.course import DrawState
from tournaments.movements.individual import draw_individual_round, draw_whist_round, rounds_to_meet
from tournaments.movements.knockout import KNOCKOUT_OPTIONS, draw_knockout, rounds_of_knockout
from tournaments.movements.mixed import draw_mixed_round, draw_pods
from tournaments.movements.next_round import DrawnRound, draw_next_round
from tournaments.movements.planned_draw import draw_howell, draw_mitchell, draw_reduced_howell, rounds_of
from tournaments.movements.progressive import PROGRESSIVE_OPTIONS, draw_progressive_round
from tournaments.movements.schedule import Kind, Shape
from tournaments.movements.swiss.draw import draw_danish, draw_monrad, draw_swiss, usual_length
from tournaments.movements.swiss.rules import DANISH_OPTIONS, MONRAD_OPTIONS, SWISS_OPTIONS
from tournaments.movements.whist import cycle_length

Options = Mapping[str, object]

EVENING = 8
"""How many rounds are played of a movement that has no end of its own."""


@dataclass(frozen=True, slots=True)
class Movement:
    """How rounds are drawn.

    ``suits`` says whether it draws such entrants at such tables; ``length`` how many rounds so many entrants play where
    the organiser names no number; ``options`` what may be chosen, by name, the default first; ``mixes_sizes`` whether
    tables may differ in size; ``meetings`` how often two may meet (be partners, where partners change), None if that is
    no matter; ``tables_rank`` whether the number of a table says how those at it stand, and where they go from there;
    ``knocks_out`` whether who loses is out, so that the field decides how many rounds there are.
    """

    name: str
    draw: Callable[[DrawState, int], DrawnRound]
    suits: Callable[[Kind, Shape], bool]
    length: Callable[[int, Shape], int]
    options: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    needs_results: bool = False
    mixes_sizes: bool = False
    meetings: int | None = 1
    tables_rank: bool = False
    knocks_out: bool = False

    def options_of(self, chosen: Options) -> dict[str, object]:
        """Return every option with its value; one that is unknown raises KeyError, a wrong value ValueError."""
        for name, value in chosen.items():
            if not any(type(value) is type(known) and value == known for known in self.options[name]):
                raise ValueError(name)
        return {name: chosen.get(name, values[0]) for name, values in self.options.items()}


def _two_sides_of_one(_kind: Kind, shape: Shape) -> bool:
    return shape.entrants == 2


def _pairs_two_by_two(kind: Kind, shape: Shape) -> bool:
    return kind == "pairs" and shape.entrants == 2


def _more_than_two(_kind: Kind, shape: Shape) -> bool:
    return shape.entrants > 2


def _two_sides(_kind: Kind, shape: Shape) -> bool:
    """Whether sides of one (a pair, or one player) move as they are, or sides of two can be split."""
    return shape.sides == 2 and shape.side_size <= 2


def _an_evening(_count: int, _shape: Shape) -> int:
    return EVENING


def _people_at_tables(kind: Kind, shape: Shape) -> bool:
    return kind == "individual" and shape.entrants > 2


def _people_two_by_two(kind: Kind, shape: Shape) -> bool:
    return kind == "individual" and shape == Shape(2, 2)


def _one_cycle(count: int, shape: Shape) -> int:
    return cycle_length(count) or _until_all_met(count, shape)


def _until_all_met(count: int, shape: Shape) -> int:
    return rounds_to_meet(count, shape.entrants)


def _until_one_leads(count: int, _shape: Shape) -> int:
    return usual_length(count)


def _until_all_met_twice(count: int, shape: Shape) -> int:
    return 2 * rounds_to_meet(count, shape.entrants)


def _until_one_is_left(count: int, _shape: Shape) -> int:
    return rounds_of_knockout(count)


def _whole(movement: str) -> Callable[[int, Shape], int]:
    return lambda count, _shape: rounds_of(movement, count)


MOVEMENTS: Mapping[str, Movement] = {
    movement.name: movement
    for movement in (
        Movement("round_robin", draw_next_round, _two_sides_of_one, _until_all_met),
        Movement("double_round_robin", draw_next_round, _two_sides_of_one, _until_all_met_twice, meetings=2),
        Movement("howell", draw_howell, _pairs_two_by_two, _whole("howell")),
        Movement("reduced_howell", draw_reduced_howell, _pairs_two_by_two, _whole("reduced_howell")),
        Movement("mitchell", draw_mitchell, _pairs_two_by_two, _whole("mitchell")),
        Movement("individual", draw_individual_round, _more_than_two, _until_all_met),
        Movement("whist", draw_whist_round, _people_two_by_two, _one_cycle),
        Movement(
            "progressive",
            draw_progressive_round,
            _two_sides,
            _an_evening,
            PROGRESSIVE_OPTIONS,
            needs_results=True,
            meetings=None,
            tables_rank=True,
        ),
        Movement("swiss", draw_swiss, _two_sides_of_one, _until_one_leads, SWISS_OPTIONS, needs_results=True),
        Movement("monrad", draw_monrad, _two_sides_of_one, _until_one_leads, MONRAD_OPTIONS, needs_results=True),
        Movement(
            "danish",
            draw_danish,
            _two_sides_of_one,
            _until_one_leads,
            DANISH_OPTIONS,
            needs_results=True,
            meetings=None,
        ),
        Movement(
            "knockout",
            draw_knockout,
            _two_sides_of_one,
            _until_one_is_left,
            KNOCKOUT_OPTIONS,
            needs_results=True,
            knocks_out=True,
        ),
        Movement("mixed", draw_mixed_round, _people_at_tables, _until_all_met, mixes_sizes=True),
        Movement("pods", draw_pods, _more_than_two, _an_evening, needs_results=True, mixes_sizes=True),
    )
}
"""Of those that suit a table the first is taken where the organiser names none."""


def movements_for(kind: Kind, shape: Shape) -> tuple[Movement, ...]:
    """Return the movements that draw such entrants at such tables, the usual one first."""
    return tuple(movement for movement in MOVEMENTS.values() if movement.suits(kind, shape))
