"""Two to four movements for an evening, from the answers that an organiser can give at the door.

Who comes (how many entries), how long there is, and whether company changes; the answer says what each movement would
mean: how many rounds of how many tables, how long, and how often each entry sits out. Nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from tournaments.movements.individual import rounds_to_meet
from tournaments.movements.knockout import rounds_of_knockout
from tournaments.movements.registry import MOVEMENTS
from tournaments.movements.schedule import Kind, Shape
from tournaments.movements.table_sizes import table_sizes

MOST_ADVICE = 4
USUAL_ROUNDS = 5
"""So many rounds an evening has where nobody says how long there is."""
LONGEST_EVENING = 24 * 60
FEWEST_FOR_SCORE_GROUPS = 6
"""With fewer entries those of equal score have nearly all met already."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What is known: ``entries`` who come, of which kind, at which tables; ``minutes`` there are, and for a round.

    ``shapes`` are all tables that the game can be played at, by number of people.
    """

    entries: int
    kind: Kind = "pairs"
    shape: Shape = Shape()  # noqa: RUF009 - frozen
    shapes: Mapping[int, Shape] = field(default_factory=dict)
    minutes: int | None = None
    round_minutes: int | None = None

    @property
    def rounds_in_time(self) -> int | None:
        """How many rounds there is time for; None if nobody said so."""
        if self.minutes is None or self.round_minutes is None:
            return None
        return max(1, self.minutes // self.round_minutes)


@dataclass(frozen=True, slots=True)
class Advice:
    """One movement and what it means.

    ``code`` names why it is offered (``advice.`` and: ``all_meet``, ``all_meet_twice``, ``first_rounds``,
    ``equal_scores``, ``one_winner``, ``moving_up``, ``partner_everyone``, ``everybody_plays``, ``changing_company``).
    ``tables`` are of each round, ``sits_out`` is how often an entry sits out at least and at most. ``minutes`` is None
    where a round has no time. Of a knock-out the tables, and those without one, are of its first round: they have a
    bye, and nobody sits out.
    """

    movement: str
    code: str
    rounds: int
    tables: int
    out_each_round: int
    sits_out: tuple[int, int]
    minutes: int | None
    options: Mapping[str, object] = field(default_factory=dict)


def advise(answers: Answers) -> tuple[Advice, ...]:
    """Return the movements to offer, the best first; empty if there are not enough entries for one table."""
    if answers.entries < answers.shape.entrants:
        return ()
    candidates = _for_two if answers.shape.entrants == 2 else _for_more
    offers: list[Advice] = []
    for name, code, rounds in candidates(answers):
        movement = MOVEMENTS.get(name)
        if movement is not None and movement.suits(answers.kind, answers.shape) and len(offers) < MOST_ADVICE:
            offers.append(_offer(answers, name, code, rounds))
    return tuple(offers)


Candidate = tuple[str, str, int]
_Candidates = Callable[[Answers], Iterator[Candidate]]


def _for_two(answers: Answers) -> Iterator[Candidate]:
    """Two entries at a table."""
    full = rounds_to_meet(answers.entries, 2)
    there_are = answers.rounds_in_time or min(USUAL_ROUNDS, full)
    if there_are >= 2 * full:
        yield "double_round_robin", "advice.all_meet_twice", 2 * full
    if there_are >= full:
        yield "round_robin", "advice.all_meet", full
    else:
        yield "round_robin", "advice.first_rounds", there_are
    if answers.entries >= FEWEST_FOR_SCORE_GROUPS:
        yield "swiss", "advice.equal_scores", min(there_are, max(1, full - 1))
        # A cup that can be finished, where there is no time for all to meet.
        if (cup := rounds_of_knockout(answers.entries)) <= there_are < full:
            yield "knockout", "advice.one_winner", cup
    yield "progressive", "advice.moving_up", there_are


def _for_more(answers: Answers) -> Iterator[Candidate]:
    """More than two at a table, so that company changes."""
    cycle = answers.entries - 1 + answers.entries % 2
    there_are = answers.rounds_in_time or USUAL_ROUNDS
    if answers.shape == Shape(2, 2) and answers.entries % 4 < 2 and there_are >= cycle:
        yield "whist", "advice.partner_everyone", cycle
    if answers.kind == "pairs":
        yield from _for_pairs_at_larger_tables(answers, there_are)
        return
    sizes = table_sizes(answers.entries, answers.shape, answers.shapes)
    if answers.entries % answers.shape.entrants and sizes:
        yield "mixed", "advice.everybody_plays", there_are
    yield "individual", "advice.changing_company", there_are
    yield "progressive", "advice.moving_up", there_are
    if len(sizes) > 1:
        yield "pods", "advice.equal_scores", there_are


def _for_pairs_at_larger_tables(answers: Answers, there_are: int) -> Iterator[Candidate]:
    """Pairs that stay pairs, three to a table: company changes, or goes by the standings where there are two tables."""
    yield "individual", "advice.changing_company", there_are
    if answers.entries >= 2 * answers.shape.entrants:
        yield "pods", "advice.equal_scores", there_are


def _offer(answers: Answers, name: str, code: str, rounds: int) -> Advice:
    seats = answers.shape.entrants
    tables = answers.entries // seats
    out = answers.entries - tables * seats
    if MOVEMENTS[name].mixes_sizes and answers.kind == "individual":
        tables, out = len(table_sizes(answers.entries, answers.shape, answers.shapes)), 0
    if MOVEMENTS[name].knocks_out:
        tables, out = answers.entries - 2 ** (rounds - 1), 2**rounds - answers.entries
    least, more = divmod(0 if MOVEMENTS[name].knocks_out else out * rounds, answers.entries)
    return Advice(
        movement=name,
        code=code,
        rounds=rounds,
        tables=tables,
        out_each_round=out,
        sits_out=(least, least + (more > 0)),
        minutes=None if answers.round_minutes is None else rounds * answers.round_minutes,
    )
