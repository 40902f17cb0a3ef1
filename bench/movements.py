"""Whole events: how long it takes to plan and judge them, and how evenly they compare beside what is published.

``python -m bench.movements`` plans a round robin, a Mitchell, a Howell and a reduced Howell for every number of pairs
from 4 to 40 and lets the judge look at each, three times over; the best turn counts. Then it gives the competition of
the Howells (standard deviation by mean, in thousandths, 0 is perfect) and the best of the published ones.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

from tournaments.movements.competition import competition_permille
from tournaments.movements.howell import FEWEST_FOR_REDUCED, howell, reduced_howell
from tournaments.movements.mitchell import mitchell
from tournaments.movements.round_robin import round_robin
from tournaments.movements.schedule import Schedule, from_json
from tournaments.movements.verify import verify

PUBLISHED = Path(__file__).parents[1] / "tests" / "data" / "movements_published.json"
NUMBERS = range(4, 41)
TURNS = 3
GOAL_SECONDS = 3.0


def events(count: int) -> list[Schedule]:
    """Return the events of a number of pairs."""
    entrants = range(1, count + 1)
    plans = [howell(entrants), mitchell(entrants)]
    if count >= FEWEST_FOR_REDUCED:
        plans.append(reduced_howell(entrants))
    return [round_robin(entrants), *(plan.schedule for plan in plans)]


def plan_and_judge() -> tuple[float, int]:
    """Return the CPU seconds and how many events there were; stop at one that does not keep its promises."""
    begin = time.process_time()
    made = 0
    for count in NUMBERS:
        for schedule in events(count):
            made += 1
            if verify(schedule):
                message = f"{count} pairs: {verify(schedule)}"
                raise SystemExit(message)
    return time.process_time() - begin, made


def best_published() -> dict[int, int]:
    """Return for each number of pairs the most even of the published Howells that are complete."""
    best: dict[int, int] = {}
    for document in json.loads(PUBLISHED.read_text()).values():
        schedule = from_json(document)
        count = len(schedule.entrants)
        if schedule.kind == "pairs" and len(schedule.rounds) == count - 1 + count % 2:
            best[count] = min(best.get(count, 10**9), competition_permille(schedule))
    return best


def main() -> None:
    """Print both tables."""
    turns = [plan_and_judge() for _ in range(TURNS)]
    seconds, made = min(turns)
    print(f"{made} events planned and judged in {seconds:.2f} CPU seconds (goal {GOAL_SECONDS:.0f})\n")
    published = best_published()
    print("| pairs | level | still | best published | reduced, rounds | reduced |")
    print("|---|---|---|---|---|---|")
    for count in NUMBERS:
        entrants = range(1, count + 1)
        level = competition_permille(howell(entrants).schedule)
        still = competition_permille(howell(entrants, sides="still").schedule)
        row = [count, level, still, published.get(count, "-"), "-", "-"]
        if count >= FEWEST_FOR_REDUCED:
            reduced = reduced_howell(entrants).schedule
            row[4:] = [len(reduced.rounds), competition_permille(reduced)]
        print(f"| {' | '.join(map(str, row))} |")


if __name__ == "__main__":
    main()
