"""Why a Swiss round is as it is, as codes and what their sentences name; all ids are of entrants, scores are texts.

``draw.swiss`` {movement, round, rounds, pattern, tables}: drawn by what everybody has so far.
``draw.swiss_first_round`` {movement, rounds, pattern, tables}: drawn before there are results.
``draw.swiss_by_lot`` {movement, round, rounds, until, pattern, tables}: up to round ``until`` the lot decides;
then who sits out does so by ``draw.sits_out_in_turn``, as in ``reasons``.
``draw.swiss_accelerated`` {until, points}: up to that round the stronger half is drawn as if it had more points.
``draw.swiss_standings_before`` {round}: the standings used are those after that round (0: none), which is not the last.
``draw.swiss_many_rounds`` {rounds, present, most}: more rounds than can be sure to need no rematch.
``draw.swiss_rematches_needed`` {rematches}: for those who are here there is no round at all without meeting again.
``draw.swiss_sits_out`` {entrant, score, before, fewest}: the lowest of those who have sat out least (turn counts).
``draw.swiss_sits_out_above`` {entrant, others, score, before}: the others stand lower and have sat out as little, but
if one of them did, the rest would cost more at a higher level.
``draw.swiss_left_out`` {entrant, before}: nobody is left whom it may meet.
``draw.sits_out_shared_player`` {entrant, others, before}: as in ``reasons``.
``draw.swiss_alike`` {entrants, scores, costs}: both have the same; ``costs`` by ``levels.LEVELS``.
``draw.swiss_apart`` {entrants, scores, costs}: they have not.
``draw.swiss_fixed`` {entrants, scores}: the director says so.
``draw.swiss_put_together`` {entrants}: the same in a round by lot.
``draw.rematch_needed`` {entrants, times}: as in ``reasons``. ``draw.swiss_met_before`` {entrants, times}: they meet
again as this movement allows.
``draw.swiss_kept_apart`` {groups, tables}: of how many clubs two or more are here, at how many tables two of one meet.
``draw.swiss_same_club`` {entrants}. ``draw.swiss_same_side`` {entrants}: both have had
the same side more often. ``draw.swiss_floats_again`` {entrant, others, up}: meets, as in the round before, somebody
with more (``up`` 1) or fewer points. ``draw.sides_apart`` {entrant, apart}: as in ``reasons``.
``draw.swiss_gaps`` {squares, least}: the squares of all differences between opponents added up, and the least that they
could be among those who sit if nothing but points counted.
``draw.swiss_cost`` {levels, costs}: what the round costs at each level; there is none that costs less at one of them
without costing more at one before it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.movements.schedule import Remark
from tournaments.movements.swiss.field import DOWN, UP, in_units
from tournaments.movements.swiss.levels import LEVELS, SAME_NEED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tournaments.movements.schedule import RoundPlan
    from tournaments.movements.swiss.field import Contender
    from tournaments.movements.swiss.history import Gathering
    from tournaments.movements.swiss.pairing import Paired
    from tournaments.movements.swiss.rules import SwissRules

SWISS_REASON_CODES = (
    "draw.swiss",
    "draw.swiss_first_round",
    "draw.swiss_by_lot",
    "draw.swiss_accelerated",
    "draw.swiss_standings_before",
    "draw.swiss_kept_apart",
    "draw.swiss_many_rounds",
    "draw.swiss_rematches_needed",
    "draw.swiss_sits_out",
    "draw.swiss_sits_out_above",
    "draw.swiss_left_out",
    "draw.sits_out_in_turn",
    "draw.sits_out_shared_player",
    "draw.swiss_alike",
    "draw.swiss_apart",
    "draw.swiss_fixed",
    "draw.swiss_put_together",
    "draw.rematch_needed",
    "draw.swiss_met_before",
    "draw.swiss_same_club",
    "draw.swiss_same_side",
    "draw.swiss_floats_again",
    "draw.sides_apart",
    "draw.swiss_gaps",
    "draw.swiss_cost",
)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A round that has been drawn, with all that led to it. ``rounds``: how many are planned, with the one drawn."""

    rules: SwissRules
    rounds: int
    gathering: Gathering
    paired: Paired
    plan: RoundPlan

    @property
    def is_by_lot(self) -> bool:
        """Whether there are points already, and they do not count for this round."""
        number = self.gathering.field.number
        return number > 1 and self.rules.by_lot(number)


def explain_swiss(drawing: Drawing) -> tuple[Remark, ...]:
    """Return the reasons for a round."""
    return (
        *_kind_of_round(drawing),
        *_sit_outs(drawing),
        *_sharing(drawing),
        *_tables(drawing),
        *_sides(drawing),
        *_gaps(drawing),
        Remark("draw.swiss_cost", {"levels": list(LEVELS), "costs": list(drawing.paired.total)}),
    )


def _kind_of_round(drawing: Drawing) -> Iterator[Remark]:
    rules, field = drawing.rules, drawing.gathering.field
    params = {
        "movement": rules.name,
        "round": field.number,
        "rounds": drawing.rounds,
        "pattern": field.pattern,
        "tables": len(drawing.plan.tables),
    }
    if drawing.is_by_lot:
        yield Remark("draw.swiss_by_lot", {**params, "until": rules.lot_rounds})
    else:
        yield Remark("draw.swiss" if field.number > 1 else "draw.swiss_first_round", params)
    if drawing.gathering.virtual:
        yield Remark("draw.swiss_accelerated", {"until": rules.accelerated, "points": str(drawing.gathering.virtual)})
    if rules.lag and field.number > 1:
        yield Remark("draw.swiss_standings_before", {"round": field.number - 2})
    yield from _kept_apart(drawing)
    present = len(field.contenders)
    if drawing.rounds > present // 2 and not field.again:
        yield Remark("draw.swiss_many_rounds", {"rounds": drawing.rounds, "present": present, "most": present // 2})
    rematches = sum(cost[LEVELS.index("rematch")] > 0 for cost in drawing.paired.costs)
    if rematches:
        yield Remark("draw.swiss_rematches_needed", {"rematches": rematches})


def _kept_apart(drawing: Drawing) -> Iterator[Remark]:
    """Say what came of the clubs, if two of one are here."""
    clubs = Counter(contender.club for contender in drawing.gathering.field.contenders if contender.club)
    if max(clubs.values(), default=0) > 1:
        together = sum(cost[LEVELS.index("club")] for cost in drawing.paired.costs)
        yield Remark(
            "draw.swiss_kept_apart", {"groups": sum(count > 1 for count in clubs.values()), "tables": together}
        )


def _sit_outs(drawing: Drawing) -> Iterator[Remark]:
    field, turns = drawing.gathering.field, drawing.gathering.turns
    everybody = field.by_entrant
    fixed = {entrant for pair in field.fixed for entrant in pair}
    free = [contender for contender in field.contenders if contender.entrant not in fixed]
    fewest = min((contender.sit_outs for contender in free), default=0)
    for entrant, cost in zip(drawing.paired.out, drawing.paired.out_costs, strict=True):
        params: dict[str, object] = {"entrant": entrant, "before": turns[entrant]}
        lower = _could_sit_out_below(free, everybody[entrant], fewest)
        if drawing.paired.left_out or cost[LEVELS.index("left_out")]:
            yield Remark("draw.swiss_left_out", params)
        elif drawing.is_by_lot:
            yield Remark("draw.sits_out_in_turn", {**params, "fewest": fewest})
        elif lower:
            params = {**params, "others": lower, "score": str(everybody[entrant].score)}
            yield Remark("draw.swiss_sits_out_above", params)
        else:
            yield Remark("draw.swiss_sits_out", {**params, "score": str(everybody[entrant].score), "fewest": fewest})


def _could_sit_out_below(free: Sequence[Contender], out: Contender, fewest: int) -> list[int]:
    below = free[free.index(out) + 1 :]
    return [one.entrant for one in below if one.sit_outs == fewest and (out.fresh or not one.fresh)]


def _sharing(drawing: Drawing) -> Iterator[Remark]:
    gathering, seated = drawing.gathering, frozenset(drawing.plan.seated)
    for entrant, others in gathering.sharing.items():
        sitting = [other for other in others if other in seated] or list(others)
        params = {"entrant": entrant, "others": sitting, "before": gathering.turns[entrant]}
        yield Remark("draw.sits_out_shared_player", params)


def _tables(drawing: Drawing) -> Iterator[Remark]:
    everybody = drawing.gathering.field.by_entrant
    costs = {
        frozenset(meeting): cost for meeting, cost in zip(drawing.paired.meetings, drawing.paired.costs, strict=True)
    }
    for table in drawing.plan.tables:
        one, other = (everybody[entrant] for entrant in table.entrants)
        params: dict[str, object] = {
            "entrants": [one.entrant, other.entrant],
            "scores": [str(one.score), str(other.score)],
        }
        cost = costs.get(frozenset(table.entrants))
        if cost is None and drawing.is_by_lot:
            yield Remark("draw.swiss_put_together", {"entrants": params["entrants"]})
        elif cost is None:
            yield Remark("draw.swiss_fixed", params)
        else:
            code = "draw.swiss_alike" if one.score == other.score else "draw.swiss_apart"
            if not drawing.is_by_lot:
                yield Remark(code, {**params, "costs": list(cost)})
            yield from _faults(one, other, dict(zip(LEVELS, cost, strict=True)))


def _faults(one: Contender, other: Contender, cost: Mapping[str, int]) -> Iterator[Remark]:
    both = {"entrants": [one.entrant, other.entrant]}
    if cost["rematch"]:
        yield Remark("draw.rematch_needed", {**both, "times": one.met[other.entrant]})
    if cost["met_before"]:
        yield Remark("draw.swiss_met_before", {**both, "times": one.met[other.entrant]})
    if cost["club"]:
        yield Remark("draw.swiss_same_club", both)
    if cost["side"] == SAME_NEED:
        yield Remark("draw.swiss_same_side", both)
    if cost["float"]:
        upper, lower = (one, other) if one.score > other.score else (other, one)
        if upper.floated == DOWN:
            yield _again(upper, lower, up=False)
        if lower.floated == UP:
            yield _again(lower, upper, up=True)


def _again(one: Contender, other: Contender, *, up: bool) -> Remark:
    return Remark("draw.swiss_floats_again", {"entrant": one.entrant, "others": [other.entrant], "up": int(up)})


def _sides(drawing: Drawing) -> Iterator[Remark]:
    everybody = drawing.gathering.field.by_entrant
    for table in drawing.plan.tables:
        for entrant, step in zip(table.entrants, (1, -1), strict=True):
            apart = everybody[entrant].balance + step
            if abs(apart) > 1:
                yield Remark("draw.sides_apart", {"entrant": entrant, "apart": apart})


def _gaps(drawing: Drawing) -> Iterator[Remark]:
    everybody = drawing.gathering.field.by_entrant
    scores, unit = in_units(everybody[entrant].score for meeting in drawing.paired.meetings for entrant in meeting)
    squares = _squares(scores)
    if squares:
        params = {"squares": squares, "least": _squares(sorted(scores))}
        yield Remark("draw.swiss_gaps", {name: str(Fraction(value, unit**2)) for name, value in params.items()})


def _squares(scores: Sequence[int]) -> int:
    """Return the squares of the differences of each two in a row added up."""
    return sum((one - other) ** 2 for one, other in zip(scores[::2], scores[1::2], strict=True))
