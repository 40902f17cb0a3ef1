"""The late correction: a hand of round 2 turns out to be wrong when round 4 is drawn already.

What the preview says is compared with brute force: standings summed anew before and after by the rehearsal's own books,
and the later rounds taken back and drawn again from the same seed once the hand is corrected.
"""

from __future__ import annotations

import copy
import random
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tests.rehearsals import audit, people
from tests.rehearsals.evening import CONFLICT, CREATED, Evening, Round
from tests.rehearsals.tables import FiveHundredTable, Table

if TYPE_CHECKING:
    from tests.rehearsals.report import Report
    from tests.rehearsals.stage import Stage

PAIRS = 13
EVENTS = 3
WRONG_ROUND, DRAWN_ROUND = 2, 4
FIGURES = ("table_points", "games_won", "points")
Names = frozenset[str]
Lines = dict[int, tuple[Any, ...]]
OwnLines = Callable[["Evening"], Lines]


class OneHandTable(FiveHundredTable):
    """Five Hundred, one hand a table, so that it alone says who has won."""

    HANDS = 1

    def random_hand(self, chance: random.Random) -> dict[str, Any]:
        """Return a hand that somebody has won, by little or by much."""
        side = chance.randrange(2)
        taken = chance.choice((7, 8, 9))
        tricks = [taken, 10 - taken] if side == 0 else [10 - taken, taken]
        contract = {"seat": side, "bid": chance.choice(("6D", "7S", "7C")), "sans_kitty": False}
        return {"level": 1, "dealer": self.turn.starter, "contract": contract, "tricks": tricks}


@dataclass(frozen=True)
class Event:
    """A movement that follows the results, what it ranks by, and our own sums of what each entry has in it."""

    movement: str
    criteria: tuple[str, ...]
    own_lines: OwnLines


SWISS = Event("swiss", audit.CRITERIA, audit.own_lines)
CUP = Event("knockout", ("rounds_survived",), audit.own_lines_of_cup)


def rehearse(stage: Stage) -> None:
    """Correct a hand of round 2 in a Swiss event, in a knock-out and in a round robin."""
    moved = [bool(_following_results(stage, SWISS, seed=stage.seed + more)) for more in range(EVENTS)]
    stage.report.check("some correction moved a later draw", holds=any(moved), seen=moved)
    told = _following_results(stage, CUP, seed=stage.seed)
    stage.report.equal("cup: the correction moves the semi-finals, and not the final that followed", list(told), [3])
    _round_robin(stage)


def _following_results(stage: Stage, event: Event, *, seed: int) -> dict[int, tuple[frozenset[Names], ...]]:
    """Thirteen pairs, so that somebody has no table; return what the correction moves in later draws.

    Every table of round 2 is looked at turned around, and one is corrected. Round 4 of a cup of thirteen is its final.
    """
    rules = {"end": "hands", "hands": OneHandTable.HANDS}
    settings = {"name": f"{event.movement} {seed}", "kind": "five_hundred", "rules": rules, "rounds": 6}
    settings |= {"movement": event.movement, "criteria": list(event.criteria)}
    evening = stage.evening(OneHandTable, people.pairs(PAIRS, apart=1), {**settings, "seed": seed})
    evening.chance.seed(seed)
    _play(evening, rounds=DRAWN_ROUND - 1, seed=seed)
    evening.open_round(seed=seed)
    tables = evening.rounds[WRONG_ROUND - 1].tables
    for table in tables:
        _compare_entries(evening, table, _preview(evening, table, _turned(table)), stage.report, event.own_lines)
    audit.check_hands(evening, stage.report, f"{event.movement}, after all those looks")
    table = tables[seed % len(tables)]
    seen = _preview(evening, table, _turned(table))
    _refuse_what_was_not_seen(evening, table, seen, stage.report)
    _confirm(evening, table, _turned(table), seen)
    old = {opened.number: opened for opened in evening.rounds}
    audit.check_hands(evening, stage.report, f"{event.movement}, after the correction")
    _compare_lines(evening, stage.report, event.own_lines)
    told = {draw["round_number"]: _told(draw) for draw in seen["draws"]}
    own = _drawn_again(evening, old, seed=seed)
    what = f"{event.movement}: the later draws that would differ, and how, are those of a fresh draw"
    stage.report.equal(what, told, own)
    return told


def _drawn_again(evening: Evening, old: dict[int, Round], *, seed: int) -> dict[int, tuple[frozenset[Names], ...]]:
    """Take the rounds after the corrected one out of the way, the latest first, and draw each anew as it was drawn."""
    differ = {}
    for number in range(DRAWN_ROUND, WRONG_ROUND, -1):
        _take_back_latest(evening)
        again = evening.open_round(seed=seed)
        were, are = _meetings(old[number]), _meetings(again)
        idle_were, idle_are = _idle(old[number]), _idle(again)
        if were != are:
            differ[number] = (were - are, are - were, idle_were - idle_are, idle_are - idle_were)
        _take_back_latest(evening)
    return differ


def _take_back_latest(evening: Evening) -> None:
    latest = evening.rounds.pop()
    losses = evening.desk.get(f"rounds/{latest.id}/taking-back/")
    said = {"reason": "to compare", "version": losses["version"], "typed": str(latest.number)}
    evening.desk.act(f"rounds/{latest.id}/taking-back/", said)


def _refuse_what_was_not_seen(evening: Evening, table: Table, seen: dict[str, Any], report: Report) -> None:
    stale = {**seen, "version": "0" * len(seen["version"])}
    refused = _send(evening, table, _turned(table), stale)
    report.equal(
        "a correction that names another version is refused with a fresh preview",
        (refused.status_code, refused.json()["code"], refused.json()["preview"]["version"]),
        (CONFLICT, "change.consequences_changed", seen["version"]),
    )
    audit.check_hands(evening, report, "after the refusal")


def _play(evening: Evening, *, rounds: int, seed: int | None = None) -> None:
    for _ in range(rounds):
        opened = evening.open_round(seed=seed)
        for table in opened.tables:
            post = evening.new_post(table, table.random_hand(evening.chance))
            answer = evening.desk.post(f"tables/{table.id}/hands/", post)
            assert answer.status_code == CREATED, answer.text
            evening.take(table, post, answer)
        evening.close(opened)


def _round_robin(stage: Stage) -> None:
    """In a round robin nobody's meetings follow from results: ranks move, and no draw."""
    rules = {"end": "hands", "hands": OneHandTable.HANDS}
    settings = {"name": "All against all", "kind": "five_hundred", "movement": "round_robin", "rules": rules}
    evening = stage.evening(OneHandTable, people.pairs(8, apart=1), settings)
    _play(evening, rounds=DRAWN_ROUND - 1)
    evening.open_round()
    for table in evening.rounds[WRONG_ROUND - 1].tables:
        found = _preview(evening, table, _turned(table))
        stage.report.equal(f"all against all, table {table.number}: no draw followed the results", found["draws"], [])
        _compare_entries(evening, table, found, stage.report)
    table = evening.rounds[WRONG_ROUND - 1].tables[0]
    _confirm(evening, table, _turned(table), _preview(evening, table, _turned(table)))
    audit.check_hands(evening, stage.report, "all against all, after the correction")
    audit.compare_standings(evening, stage.report)


def _compare_entries(
    evening: Evening, table: Table, found: dict[str, Any], report: Report, own_lines: OwnLines = audit.own_lines
) -> None:
    """Exactly those entries are listed whose line is another one by our own sums, with both lines."""
    before, after = own_lines(evening), _with_hand(evening, table, _turned(table), own_lines)
    own = {entry: (before[entry], after[entry]) for entry in before if before[entry] != after[entry]}
    told = {one["entry_id"]: (_line(one["before"]), _line(one["after"])) for one in found["entries"]}
    report.equal(f"table {table.number} turned: exactly the {len(own)} affected pairs are listed", told, own)


def _with_hand(evening: Evening, table: Table, record: dict[str, Any], own_lines: OwnLines) -> Lines:
    """Return rank and values of each entry by our own sums, with a hand in place of the table's own."""
    kept = table.legs
    table.legs = copy.deepcopy(kept)
    table.legs[0].records, table.legs[0].score = [record], table.points_of(record)
    lines = own_lines(evening)
    table.legs = kept
    return lines


def _compare_lines(evening: Evening, report: Report, own_lines: OwnLines) -> None:
    """Every line of the standings is that of our own sums."""
    shown = evening.desk.get(f"tournaments/{evening.slug}/standings/")["rows"]
    told = {
        row["entry_id"]: (row["rank"], *(round(float(Fraction(row["values"][key]["exact"])), 2) for key in FIGURES))
        for row in shown
    }
    report.equal("every rank and every figure is that of our own sums", told, own_lines(evening))


def _line(shown: dict[str, str]) -> tuple[Any, ...]:
    return (shown["rank"], *(float(Fraction(shown[key])) for key in FIGURES))


def _turned(table: Table) -> dict[str, Any]:
    """Return the table's only hand as it was if the other side had played it."""
    old = table.legs[0].records[0]
    contract = {**old["contract"], "seat": 1 - old["contract"]["seat"]}
    return {**old, "contract": contract, "tricks": old["tricks"][::-1]}


def _preview(evening: Evening, table: Table, record: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = evening.desk.act(
        f"tables/{table.id}/legs/1/hands/1/corrections/", {"preview": True, "record": record}
    )
    return found


def _send(evening: Evening, table: Table, record: dict[str, Any], seen: dict[str, Any]) -> Any:
    return evening.desk.post(
        f"tables/{table.id}/legs/1/hands/1/corrections/",
        {
            "submission_id": str(uuid.uuid4()),
            "record": record,
            "reason": "the sheet was read upside down",
            "version": seen["version"],
            "draws": [{"round": draw["round_number"]} for draw in seen["draws"]],
        },
    )


def _confirm(evening: Evening, table: Table, record: dict[str, Any], seen: dict[str, Any]) -> None:
    answer = _send(evening, table, record, seen)
    assert answer.status_code == CREATED, answer.text
    table.legs[0].records, table.legs[0].score = [record], table.points_of(record)


def _told(draw: dict[str, Any]) -> tuple[frozenset[Names], ...]:
    """Return who would not have met, and would, and who would not have sat out, and would, as the preview has it."""
    met = (frozenset(frozenset(sides) for sides in draw[key]) for key in ("not_met", "met_instead"))
    idle = (frozenset(frozenset([name]) for name in draw[key]) for key in ("no_sit_out", "sit_out_instead"))
    return (*met, *idle)


def _idle(opened: Round) -> frozenset[Names]:
    """Return who sits a round out, by name."""
    return frozenset(frozenset([entry["entry_name"]]) for entry in opened.described["sit_outs"])


def _meetings(opened: Round) -> frozenset[Names]:
    """Return who meets whom in a round, by name."""
    tables = opened.described["tables"]
    return frozenset(frozenset(seat["entry_name"] for seat in table["seats"]) for table in tables)
