"""``make bench``: Swiss rounds beside other programs on the same states: what they are worth, and CPU seconds a round.

py4swiss, caissify, swisspair and cardarena take part where they are installed (``bench/requirements.txt``). Each state
is drawn several times by each program in turn (once from 500 entries on), and the best turn counts, so that what else
the machine does counts least.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import platform
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib import metadata

import networkx as nx
import numpy as np

from bench.peers.swiss_programs import Program, programs
from bench.swiss_states import FIELDS, SEED, Drawn, Field, Worth, least_gaps, states_of
from tournaments.movements.course import DrawState
from tournaments.movements.matching import place_values
from tournaments.movements.swiss.draw import draw_swiss
from tournaments.movements.swiss.history import gather
from tournaments.movements.swiss.levels import LEVELS, costs_of, frame_of, sit_out_costs
from tournaments.movements.swiss.pairing import pair_field
from tournaments.movements.swiss.rules import SWISS

OURS, WHOLE = "ours", "ours, from rounds to reasons"
MOST_CPU = {64: 0.020, 256: 0.100, 1000: 0.5, 2000: 3.0}
SHARE_OF = {"py4swiss": 0.15, "caissify": 0.02}
CAISSIFY_FROM = 33
LARGE = 500


@dataclass
class Run:
    """A program on a field: what its rounds are worth, and the seconds of the best turn at each state."""

    program: Program
    worth: Worth = field(default_factory=Worth)
    seconds: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """Seconds a round."""
        return sum(self.seconds) / len(self.seconds)


def main() -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=2000, help="leave larger fields out (default: 2000, all)")
    parser.add_argument("--turns", type=int, default=3, help="of each program at each state (default: 3)")
    options = parser.parse_args()
    known = programs()
    print(f"{dt.datetime.now(dt.UTC):%Y-%m-%d}, Python {platform.python_version()}, rustworkx", end=" ")
    print(metadata.version("rustworkx"), *(program.title for program in known if program.package), sep=", ")
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, best of {options.turns} turns\n")
    fields = [one for one in FIELDS if one.entries <= options.entries]
    states = {one: states_of(one) for one in fields}
    runs = {one: _runs(one, states[one], known, options.turns) for one in fields}
    least = {one: [_least(state) for state in states[one]] for one in fields if one.exact}
    _print_worth(runs, {one: sum(gaps for _, gaps in rounds) for one, rounds in least.items()})
    _print_seconds(runs, [program.name for program in known])
    _print_goals(runs, least, {one: states[one] for one in fields if one.entries <= 40})


def _runs(played: Field, states: Sequence[DrawState], known: Sequence[Program], turns: int) -> list[Run]:
    runs = [Run(program) for program in known if program.takes(played)]
    for state in states:
        for run in runs:
            run.seconds.append(float("inf"))
        for _ in range(turns if played.entries < LARGE else 1):
            for run in runs:
                drawn, seconds = _timed(run.program, state)
                run.seconds[-1] = min(run.seconds[-1], seconds)
                if run.worth.rounds < len(run.seconds):
                    run.worth.add(state, drawn)
    return runs


def _timed(program: Program, state: DrawState) -> tuple[Drawn, float]:
    draw = program.prepare(state)
    started = time.process_time()
    drawn = draw()
    return drawn, time.process_time() - started


def _least(state: DrawState) -> tuple[int, int]:
    """Return the gaps of our round, and the least that they could be for those who sit."""
    plan = draw_swiss(state, SEED).plan
    worth = Worth()
    worth.add(state, Drawn(tuple((table.entrants[0], table.entrants[1]) for table in plan.tables), plan.out))
    return worth.gaps, least_gaps(state, plan.out)


def _print_worth(runs: dict[Field, list[Run]], least: dict[Field, int]) -> None:
    print(
        "| entries x rounds | program | squared gaps | least | rematches | second sit-outs | three apart | gaps left |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for played, of_field in runs.items():
        for run in of_field:
            worth, bound = run.worth, f"{least[played]:,}" if played in least else "-"
            apart = str(worth.three_apart) + ("" if worth.sided else " (no sides)")
            cells = [played.name, run.program.name, f"{worth.gaps:,}", bound, worth.rematches, worth.second_sit_outs]
            if run.program.name != WHOLE:
                print("|", " | ".join(map(str, [*cells, apart, worth.incomplete])), "|")
    print()


def _print_seconds(runs: dict[Field, list[Run]], names: Sequence[str]) -> None:
    print("CPU milliseconds a round, mean / max; in brackets ours against it\n")
    print("| entries x rounds |", " | ".join(names), "|")
    print("|---" * (len(names) + 1) + "|")
    for played, of_field in runs.items():
        by_name = {run.program.name: run for run in of_field}
        cells = [_cell(by_name.get(name), by_name[OURS].mean) for name in names]
        print("|", " | ".join([played.name, *cells]), "|")
    print()


def _cell(run: Run | None, ours: float) -> str:
    if run is None:
        return "-"
    said = f"{1000 * run.mean:.1f} / {1000 * max(run.seconds):.1f}"
    return said if run.program.name in (OURS, WHOLE) else f"{said} ({ours / run.mean:.3f})"


def _print_goals(
    runs: dict[Field, list[Run]],
    least: dict[Field, list[tuple[int, int]]],
    small: dict[Field, list[DrawState]],
) -> None:
    print("| goal | reached |")
    print("|---|---|")
    rounds = [pair for of_field in least.values() for pair in of_field]
    met = sum(gaps == bound for gaps, bound in rounds)
    _goal("G1 squared gaps are the least there can be", met == len(rounds), f"{met} of {len(rounds)} rounds")
    worths = [run.worth for of_field in runs.values() for run in of_field if run.program.name == OURS]
    faults = sum(one.rematches + one.second_sit_outs + one.three_apart + one.incomplete for one in worths)
    told = f"{faults} faults in {sum(one.rounds for one in worths)} rounds"
    _goal("G2 no rematch, no second sit-out, nobody three apart", not faults, told)
    for played, of_field in runs.items():
        by_name = {run.program.name: run for run in of_field}
        ours = by_name[OURS].mean
        for name, share in SHARE_OF.items():
            if name in by_name and (name != "caissify" or played.entries >= CAISSIFY_FROM):
                ratio = ours / by_name[name].mean
                _goal(f"G3 {played.name}: at most {share} x {name}", ratio <= share, f"{ratio:.3f}")
        if played.entries in MOST_CPU:
            limit, spent = MOST_CPU[played.entries], by_name[WHOLE].mean
            _goal(
                f"G4 {played.entries} entries, everything, in {1000 * limit:.0f} ms",
                spent < limit,
                f"{1000 * spent:.0f}",
            )
        if "swisspair" in by_name and 200 <= played.entries <= 500:
            ratio = ours / by_name["swisspair"].mean
            _goal(f"G4 (stretch) {played.name}: at most 3 x swisspair", ratio <= 3, f"{ratio:.1f}")
    states = [state for of_field in small.values() for state in of_field]
    same = sum(_same_by_networkx(state) and _same_shuffled(state) for state in states)
    _goal("G5 the same by networkx and from shuffled input", same == len(states), f"{same} of {len(states)} rounds")


def _goal(words: str, reached: bool, figure: str) -> None:
    print(f"| {words} | {'yes' if reached else 'NO'} ({figure}) |")


def _same_by_networkx(state: DrawState) -> bool:
    """Whether networkx finds the same round from the same costs, packed in the plain way."""
    there = gather(state, SWISS, SEED).field
    frame = frame_of(there, SEED)
    ends = np.stack(np.triu_indices(frame.count, 1))
    costs = costs_of(frame, ends)
    first = costs[LEVELS.index("rematch")] == 0
    edges = [*zip(ends[:, first].T.tolist(), costs[:, first].T.tolist(), strict=True)]
    if frame.count % 2:
        turn = np.flatnonzero(frame.sit_outs == frame.fewest_sit_outs)
        edges += zip(
            [[place, frame.count] for place in turn.tolist()], sit_out_costs(frame, turn).T.tolist(), strict=True
        )
    values = place_values([max(cost[level] for _, cost in edges) for level in range(len(LEVELS))], frame.count)
    graph = nx.Graph()
    packed = {tuple(pair): sum(map(int.__mul__, cost, values)) for pair, cost in edges}
    graph.add_weighted_edges_from((*pair, max(packed.values()) - cost) for pair, cost in packed.items())
    ids = [one.entrant for one in there.contenders]
    pairs = [sorted(pair) for pair in nx.max_weight_matching(graph, maxcardinality=True)]
    found = {frozenset(ids[place] for place in pair if place < frame.count) for pair in pairs}
    paired = pair_field(there, SEED)
    return found == {*map(frozenset, paired.meetings), *(frozenset({out}) for out in paired.out)}


def _same_shuffled(state: DrawState) -> bool:
    chance = random.Random(len(state.rounds))
    other = replace(
        state,
        entrants=tuple(chance.sample(state.entrants, len(state.entrants))),
        rounds=tuple(
            replace(plan, tables=tuple(chance.sample(plan.tables, len(plan.tables)))) for plan in state.rounds
        ),
    )
    return draw_swiss(other, SEED) == draw_swiss(state, SEED)


if __name__ == "__main__":
    main()
