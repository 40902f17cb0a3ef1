"""What the product shows at the end, compared with our own sum of what it acknowledged."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

from tests.rehearsals.ratings import Result

if TYPE_CHECKING:
    from tests.rehearsals.evening import Evening, Round
    from tests.rehearsals.report import Report
    from tests.rehearsals.tables import Table

TABLE_POINTS = {"win": 2, "draw": 1, "loss": 0}
CRITERIA = ("table_points", "games_won", "points")


def check_hands(evening: Evening, report: Report, when: str) -> None:
    """Every acknowledged hand is there, once, and nothing else is."""
    wrong = []
    for played in evening.rounds:
        shown = {table["id"]: table for table in evening.desk.get(f"rounds/{played.id}/")["tables"]}
        wrong += [fault for table in played.tables for fault in _hand_faults(table, shown[table.id])]
    count = sum(played.acknowledged for played in evening.rounds)
    report.check(f"{when}: all {count} acknowledged hands are there once and no other", holds=not wrong, seen=wrong[:3])


def check_kept(evening: Evening, report: Report) -> None:
    """After a crash: whatever was acknowledged before it is there. Devices may be posting meanwhile."""
    known = [
        (played, [[list(leg.records) for leg in table.legs] for table in played.tables]) for played in evening.rounds
    ]
    lost = []
    for played, books in known:
        shown = {table["id"]: table for table in evening.desk.get(f"rounds/{played.id}/")["tables"]}
        for table, legs in zip(played.tables, books, strict=True):
            told = [[hand["record"] for hand in leg["hands"]] for leg in shown[table.id]["legs"]]
            if any(told[place][: len(records)] != records for place, records in enumerate(legs)):
                lost.append(f"table {table.id}: {told}, acknowledged {legs}")
    count = sum(len(records) for _, books in known for legs in books for records in legs)
    report.check(f"none of the {count} acknowledged hands was lost by the kill", holds=not lost, seen=lost[:3])


def check_answers(evening: Evening, report: Report) -> None:
    """What was answered on the way: points, running scores, who starts next."""
    report.check(
        f"every answer agreed with our own sum ({evening.repeats} posts sent twice, {evening.conflicts} of two devices "
        f"that differed, {evening.refusals} refused, {evening.sent_again} answers lost and sent again)",
        holds=not evening.faults and evening.repeats > 0 and evening.conflicts > 0,
        seen=evening.faults[:3],
    )


def check_seats(evening: Evening, report: Report, *, entries: int, meet_all: bool) -> None:
    """Nobody sits twice, everybody is somewhere, nobody meets twice; sit-outs are fair."""
    out: Counter[int] = Counter()
    met: Counter[frozenset[int]] = Counter()
    wrong = []
    for played in evening.rounds:
        seats = [seat for table in played.described["tables"] for seat in table["seats"]]
        people = [seat["player_id"] for seat in seats]
        idle = [entry["entry_id"] for entry in played.described["sit_outs"]]
        out.update(idle)
        here = {seat["entry_id"] for seat in seats}
        if len(set(people)) != len(people) or here & set(idle) or len(here) + len(idle) != entries:
            wrong.append(f"round {played.number}: {sorted(people)}, out {idle}")
        wrong += _place_faults(evening, played)
        for table in played.described["tables"]:
            met[frozenset(seat["entry_id"] for seat in table["seats"])] += 1
    report.check("nobody is seated twice in a round and everybody has a place", holds=not wrong, seen=wrong[:2])
    report.check("no two pairs meet twice", holds=max(met.values()) == 1, seen=met.most_common(2))
    spread = max(out.values(), default=0) - min((out[entry] for entry in _entries(evening)), default=0)
    report.check("sit-outs are spread evenly", holds=spread <= 1 and sum(out.values()) == len(evening.rounds), seen=out)
    if meet_all:
        everybody = {frozenset(pair) for pair in combinations(_entries(evening), 2)}
        report.check("all have met all", holds=set(met) == everybody, seen=everybody - set(met))


def check_balance(evening: Evening, report: Report) -> None:
    """Sides, and who deals or opens first, are level for every pair and for the two partners."""
    sides: Counter[int] = Counter()
    starts: Counter[int] = Counter()
    people: Counter[int] = Counter()
    partners: dict[int, set[int]] = {}
    for played in evening.rounds:
        own = {table.id: table for table in played.tables}
        for table in played.described["tables"]:
            for seat in table["seats"]:
                if seat["index"] < 2:
                    sides[seat["entry_id"]] += 1 if seat["side"] == 0 else -1
                    starts[seat["entry_id"]] += 1 if seat["index"] % 2 == own[table["id"]].first % 2 else -1
                partners.setdefault(seat["entry_id"], set()).add(seat["player_id"])
                people[seat["player_id"]] += seat["index"] == own[table["id"]].first
    word = "dealers" if evening.kind.__name__ == "FiveHundredTable" else "openers"
    report.check("sides are balanced within one", holds=_widest(sides) <= 1, seen=sides)
    report.check(f"first {word} are balanced within one", holds=_widest(starts) <= 1, seen=starts)
    apart = max(max(people[one] for one in pair) - min(people[one] for one in pair) for pair in partners.values())
    report.check(f"partners share being first {word} within one", holds=apart <= 1, seen=people)


def check_standings(evening: Evening, report: Report) -> None:
    """The standings, their ranks and exact values, are our own sum, and so they are published."""
    shown = compare_standings(evening, report)
    published = evening.desk.create(f"tournaments/{evening.slug}/publications/", {"kind": "final", "reason": "the end"})
    again = evening.desk.get(f"tournaments/{evening.slug}/publications/{published['number']}/")
    report.equal(
        "the final publication has the same rows",
        [row["entry_id"] for row in again["rows"]],
        [row["entry_id"] for row in shown["rows"]],
    )


def compare_standings(evening: Evening, report: Report) -> dict[str, Any]:
    """Compare the standings, their ranks and exact values, with our own sum, and return them."""
    shown: dict[str, Any] = evening.desk.get(f"tournaments/{evening.slug}/standings/")
    expected = own_standings(evening)
    told = {row["entry_id"]: tuple(Fraction(row["values"][key]["exact"]) for key in CRITERIA) for row in shown["rows"]}
    report.equal("the standings are the sum of what was acknowledged", told, expected)
    report.equal(
        "ranks are shared where nothing separates",
        {row["entry_id"]: row["rank"] for row in shown["rows"]},
        own_ranks(expected),
    )
    return shown


def results_of(evening: Evening) -> list[Result]:
    """Return what each table is for the ratings."""
    results = []
    for played in evening.rounds:
        day = dt.date.fromisoformat(played.described["session_date"])
        own = {table.id: table for table in played.tables}
        for table in played.described["tables"]:
            sides = [tuple(seat["player_id"] for seat in table["seats"] if seat["side"] == side) for side in (0, 1)]
            won = own[table["id"]].games_won
            share = 0.5 if won[0] == won[1] else float(won[0] > won[1])
            results.append(Result(day, sides[0], sides[1], share))
    return results


def _hand_faults(table: Table, shown: dict[str, Any]) -> list[str]:
    told = [[hand["record"] for hand in leg["hands"]] for leg in shown["legs"]]
    own = [leg.records for leg in table.legs]
    scores = [tuple(leg["scores"]) for leg in shown["legs"]]
    if told == own and scores == [leg.score for leg in table.legs]:
        return []
    return [f"table {table.id}: {told}, expected {own}"]


def _place_faults(evening: Evening, played: Round) -> list[str]:
    """The list of who goes where says the same as the tables."""
    places = evening.desk.get(f"rounds/{played.id}/seating/")
    told = sorted((place["player_id"], place["table"]) for place in places if place["table"] is not None)
    seated = sorted(
        (seat["player_id"], table["number"]) for table in played.described["tables"] for seat in table["seats"]
    )
    idle = [place for place in places if place["table"] is None]
    if told == seated and len(idle) == 2 * len(played.described["sit_outs"]):
        return []
    return [f"round {played.number}: seating list differs"]


def _entries(evening: Evening) -> set[int]:
    tables = [table for played in evening.rounds for table in played.described["tables"]]
    return {seat["entry_id"] for table in tables for seat in table["seats"]}


def _widest(balance: Counter[int]) -> int:
    return max(abs(value) for value in balance.values())


def own_lines(evening: Evening) -> dict[int, tuple[Any, ...]]:
    """Return rank and figures of each entry, as they are shown, by our own sum."""
    standings = own_standings(evening)
    ranks = own_ranks(standings)
    return {entry: (ranks[entry], *(round(float(value), 2) for value in values)) for entry, values in standings.items()}


def own_lines_of_cup(evening: Evening) -> dict[int, tuple[Any, ...]]:
    """Return the same of a knock-out: ranked by the round in which each went out, and a bye is worth nothing."""
    totals = {entry: [Fraction(0)] * len(CRITERIA) for entry in _entries(evening)}
    survived = dict.fromkeys(totals, 0)
    for played in evening.rounds:
        own = {table.id: table for table in played.tables if table.is_over}
        for table in played.described["tables"]:
            for side, entry in {(seat["side"], seat["entry_id"]) for seat in table["seats"] if table["id"] in own}:
                worth = _worth(own[table["id"]], side)
                totals[entry] = [value + more for value, more in zip(totals[entry], worth, strict=True)]
                survived[entry] = played.number - 1 + (worth[0] == TABLE_POINTS["win"])
    better = {entry: sum(other > rounds for other in survived.values()) for entry, rounds in survived.items()}
    level = Counter(better.values())
    ranks = {entry: f"{above + 1}{'=' if level[above] > 1 else ''}" for entry, above in better.items()}
    return {entry: (ranks[entry], *(round(float(value), 2) for value in values)) for entry, values in totals.items()}


def own_standings(evening: Evening) -> dict[int, tuple[Fraction, ...]]:
    """Return what each entry has, in the order of the criteria, by our own sum."""
    totals = {entry: [Fraction(0)] * len(CRITERIA) for entry in _entries(evening)}
    tables: Counter[int] = Counter()
    idle: Counter[int] = Counter()
    for played in evening.rounds:
        own = {table.id: table for table in played.tables}
        idle.update(entry["entry_id"] for entry in played.described["sit_outs"])
        for table in played.described["tables"]:
            if not own[table["id"]].is_over:
                continue
            for side, entry in {(seat["side"], seat["entry_id"]) for seat in table["seats"]}:
                tables[entry] += 1
                for place, value in enumerate(_worth(own[table["id"]], side)):
                    totals[entry][place] += value
    # A sit-out is worth the entry's own average.
    return {
        entry: tuple(value * (tables[entry] + idle[entry]) / tables[entry] for value in values)
        for entry, values in totals.items()
    }


def _worth(table: Table, side: int) -> tuple[Fraction, Fraction, Fraction]:
    won, points = table.games_won, table.points
    word = "draw" if won[0] == won[1] else "win" if won[side] > won[1 - side] else "loss"
    return Fraction(TABLE_POINTS[word]), won[side], Fraction(points[side])


def own_ranks(standings: dict[int, tuple[Fraction, ...]]) -> dict[int, str]:
    """Return the rank of each entry as it is shown; what nothing separates shares one."""
    values = sorted(standings.values(), reverse=True)
    return {
        entry: f"{values.index(value) + 1}{'=' if values.count(value) > 1 else ''}"
        for entry, value in standings.items()
    }
