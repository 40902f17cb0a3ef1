"""A club that keys from paper: 1,024 hands keyed once and once more by somebody else, with errors planted in both.

Sixteen tables, eight hands, eight rounds. Every planted error is to be found, none invented; then all are ruled by the
paper, and the books have to equal the sums of the paper.
"""

from __future__ import annotations

import copy
import random
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.rehearsals import audit, people
from tests.rehearsals.client import Client, RefusedError, log_in
from tests.rehearsals.five_hundred import TRICKS
from tests.rehearsals.tables import FiveHundredTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.rehearsals.evening import Evening, Round
    from tests.rehearsals.report import Report
    from tests.rehearsals.stage import Stage

TABLES, ROUNDS = 16, 8
FIRST, SECOND, BOTH = "first", "second", "both"
KEYERS = ("berta", "carl", "dora", "emil")
"""Those who key a second time, a part of the tables each, all at once; anna keys first, on as many devices."""
Sheet = list[dict[str, Any]]


class PaperTable(FiveHundredTable):
    """A table of eight hands, written on a score sheet."""

    HANDS = 8


@dataclass
class Keyed:
    """What stands on the paper of a table, and what either keyer reads from it."""

    table: PaperTable
    paper: Sheet
    read: dict[str, Sheet] = field(default_factory=dict)

    @property
    def differing(self) -> dict[int, str]:
        """Return which hands the two read otherwise, by number, with how they are to be ruled by the paper."""
        first, second = self.read[FIRST], self.read[SECOND]
        return {
            number: _ruling(_at(first, number), _at(second, number), self.paper[number - 1])
            for number in range(1, PaperTable.HANDS + 1)
            if not _same(_at(first, number), _at(second, number))
        }


def rehearse(stage: Stage) -> None:
    """Play eight rounds on paper."""
    report = stage.report
    names = people.crowd(4 * TABLES)
    stage.desk.create(f"clubs/{stage.club}/players/import/", {"text": "\n".join(names)})
    settings = {
        "name": "Paper",
        "kind": "five_hundred",
        "rules": {"end": "hands", "hands": PaperTable.HANDS},
        "rounds": ROUNDS,
        "second_keying": "closing",
    }
    evening = stage.evening(PaperTable, people.pairs_of(names), settings)
    log_ins = {name: _new_user(stage, name) for name in ("anna", *KEYERS)}
    chance = random.Random(stage.seed)
    planted: Counter[str] = Counter()
    faults: list[str] = []
    found = 0
    for number in range(1, ROUNDS + 1):
        opened = evening.open_round()
        report.equal(f"round {number} has sixteen tables", len(opened.tables), TABLES)
        sheets = _plant(opened, chance, planted)
        _key_first(log_ins["anna"], sheets)
        if number == 1:
            _check_blind(evening, log_ins, opened, report)
        faults += _key_second(log_ins, opened, sheets)
        faults += _rule(evening, opened, sheets)
        found += sum(len(sheet.differing) for sheet in sheets)
        evening.close(opened)
    report.say(f"planted: {dict(sorted(planted.items()))}")
    report.check(f"all {found} hands that differ were found, and no other", holds=not faults, seen=faults[:3])
    hands = sum(played.acknowledged for played in evening.rounds)
    report.equal("so many hands were played", hands, TABLES * ROUNDS * PaperTable.HANDS)
    audit.check_hands(evening, report, "after all was ruled")
    audit.check_standings(evening, report)


def _new_user(stage: Stage, name: str) -> Callable[..., Client]:
    """Make a user, and return what gives another device of theirs, ``anew`` after another log-in."""
    stage.product.manage(
        "createsuperuser",
        "--noinput",
        DJANGO_SUPERUSER_USERNAME=name,
        DJANGO_SUPERUSER_EMAIL=f"{name}@example.org",
        DJANGO_SUPERUSER_PASSWORD=stage.password,
    )
    url = stage.product.url
    token = log_in(url, name, stage.password)

    def device(*, anew: bool = False) -> Client:
        return Client(url, log_in(url, name, stage.password) if anew else token)

    return device


def _plant(opened: Round, chance: random.Random, planted: Counter[str]) -> list[Keyed]:
    """Write the paper of a round, and what is read from it: every second table with an error, of a kind in turn."""
    sheets = []
    for place, table in enumerate(opened.tables):
        assert isinstance(table, PaperTable)
        paper = _paper(table, chance)
        keyed = Keyed(table, paper, {FIRST: copy.deepcopy(paper), SECOND: copy.deepcopy(paper)})
        if place % 2:
            kind = list(_ERRORS)[(place // 2 + opened.number) % len(_ERRORS)]
            where = chance.choice((FIRST, SECOND)) if kind != "misread by both" else BOTH
            _ERRORS[kind](keyed, where, chance)
            planted[f"{kind} ({where})"] += 1
        for sheet in keyed.read.values():
            for number, record in enumerate(sheet, 1):
                record["dealer"] = _dealer(table, number)
        sheets.append(keyed)
    return sheets


def _paper(table: PaperTable, chance: random.Random) -> Sheet:
    paper: Sheet = []
    while len(paper) < PaperTable.HANDS:
        record = FiveHundredTable(table.id, table.number, table.first).random_hand(chance)
        bid = record["contract"] and record["contract"]["bid"]
        # No two hands of a sheet are alike, so that one that was keyed twice or in a wrong place shows.
        if bid and bid[-1] != "M" and all(not _same(record, other) for other in paper):
            record["dealer"] = _dealer(table, len(paper) + 1)
            paper.append(record)
    return paper


def _dealer(table: PaperTable, number: int) -> int:
    return (table.first + number - 1) % 4


def _wrong_tricks(keyed: Keyed, where: str, chance: random.Random) -> None:
    record = chance.choice(keyed.read[where])
    side = record["contract"]["seat"] % 2
    own = record["tricks"][side]
    own += 1 if own < TRICKS else -1
    record["tricks"] = [own, TRICKS - own] if side == 0 else [TRICKS - own, own]


def _wrong_bid(keyed: Keyed, where: str, chance: random.Random) -> None:
    contract = chance.choice(keyed.read[where])["contract"]
    contract["bid"] = "7C" if contract["bid"] == "7D" else "7D"


def _wrong_side(keyed: Keyed, where: str, chance: random.Random) -> None:
    record = chance.choice(keyed.read[where])
    record["contract"]["seat"] = (record["contract"]["seat"] + 1) % 4
    record["tricks"].reverse()


def _hand_missing(keyed: Keyed, where: str, chance: random.Random) -> None:
    del keyed.read[where][chance.randrange(PaperTable.HANDS)]


def _hands_swapped(keyed: Keyed, where: str, chance: random.Random) -> None:
    sheet, place = keyed.read[where], chance.randrange(PaperTable.HANDS - 1)
    sheet[place], sheet[place + 1] = sheet[place + 1], sheet[place]


def _hand_doubled(keyed: Keyed, where: str, chance: random.Random) -> None:
    sheet, place = keyed.read[where], chance.randrange(PaperTable.HANDS)
    sheet.insert(place, copy.deepcopy(sheet[place]))
    sheet.pop()


def _misread_by_both(keyed: Keyed, _where: str, chance: random.Random) -> None:
    place = chance.randrange(PaperTable.HANDS)
    one, other = keyed.read[FIRST][place]["contract"], keyed.read[SECOND][place]["contract"]
    one["bid"], other["bid"] = [bid for bid in ("6S", "6C", "6D") if bid != one["bid"]][:2]


_ERRORS: dict[str, Callable[[Keyed, str, random.Random], None]] = {
    "wrong tricks": _wrong_tricks,
    "wrong bid": _wrong_bid,
    "wrong side": _wrong_side,
    "hand missing": _hand_missing,
    "two hands swapped": _hands_swapped,
    "hand doubled": _hand_doubled,
    "misread by both": _misread_by_both,
}


def _at(sheet: Sheet, number: int) -> dict[str, Any] | None:
    return sheet[number - 1] if number <= len(sheet) else None


def _same(one: dict[str, Any] | None, other: dict[str, Any] | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one["contract"], one["tricks"]) == (other["contract"], other["tricks"])


def _ruling(first: dict[str, Any] | None, second: dict[str, Any] | None, paper: dict[str, Any]) -> str:
    if _same(first, paper):
        return FIRST
    return SECOND if _same(second, paper) else BOTH


def _key_first(device: Callable[..., Client], sheets: list[Keyed]) -> None:
    def key(share: list[Keyed]) -> None:
        with device() as anna:
            for keyed in share:
                for number, record in enumerate(keyed.read[FIRST], 1):
                    post = {"submission_id": str(uuid.uuid4()), "number": number, "record": record}
                    anna.create(f"tables/{keyed.table.id}/hands/", post)

    with ThreadPoolExecutor(len(KEYERS)) as pool:
        list(pool.map(key, (sheets[place :: len(KEYERS)] for place in range(len(KEYERS)))))


def _check_blind(evening: Evening, log_ins: dict[str, Callable[..., Client]], opened: Round, report: Report) -> None:
    """What the first keyer may not take, what a second one may not see, and that the round waits for them."""
    anna, berta = log_ins["anna"](), log_ins["berta"]()
    own = anna.post(f"rounds/{opened.id}/keying/", {"tables": [1]})
    report.equal("nobody keys their own sheets again", _refusal(own), (403, "keying.same_person"))
    berta.create(f"rounds/{opened.id}/keying/", {"tables": [1]})
    told = []
    for path in (f"tables/{opened.tables[0].id}/", f"rounds/{opened.id}/"):
        try:
            berta.get(path)
        except RefusedError as refused:
            told.append(_refusal(refused.response))
    report.equal("a second keyer sees nothing of the first keying", told, [(403, "keying.blind")] * 2)
    early = evening.desk.post(f"rounds/{opened.id}/closing/")
    report.check(
        "a round does not close before its sheets are keyed twice",
        holds=early.status_code == 409 and early.json()["code"] in ("round.not_keyed", "round.tables_unfinished"),
        seen=early.text[:300],
    )


def _refusal(response: Any) -> tuple[int, str]:
    return response.status_code, response.json().get("code")


def _key_second(log_ins: dict[str, Callable[..., Client]], opened: Round, sheets: list[Keyed]) -> list[str]:
    """All key their part of the tables, at once; all log out in the middle and go on where they were."""
    by_number = {keyed.table.number: keyed for keyed in sheets}
    numbers = sorted(by_number)
    each = TABLES // len(KEYERS)
    shares = {name: numbers[place * each :][:each] for place, name in enumerate(KEYERS)}

    def key(name: str) -> list[str]:
        client = log_ins[name]()
        taken = {line["table"] for line in client.get(f"rounds/{opened.id}/keying/")}
        client.create(f"rounds/{opened.id}/keying/", {"tables": [one for one in shares[name] if one not in taken]})
        faults, order = [], []
        for turn in range(len(shares[name])):
            if turn == each // 2:
                client = log_ins[name](anew=opened.number == 1)
            sheet = client.act(f"rounds/{opened.id}/keying/place/", {"to": "next"})
            order.append(sheet["table"])
            read = by_number[sheet["table"]].read[SECOND]
            for number, record in enumerate(read, 1):
                post = {"submission_id": str(uuid.uuid4()), "number": number, "record": record}
                client.create(f"keying-sheets/{sheet['id']}/hands/", post)
            client.act(f"keying-sheets/{sheet['id']}/handing-in/", {"no_more_hands": len(read) < PaperTable.HANDS})
        if order != shares[name]:
            faults.append(f"round {opened.number}: {name} was given {order}")
        return faults

    with ThreadPoolExecutor(len(KEYERS)) as pool:
        return [fault for faults in pool.map(key, KEYERS) for fault in faults]


def _rule(evening: Evening, opened: Round, sheets: list[Keyed]) -> list[str]:
    """Compare what was found with what was planted, and let the director rule each by the paper, in order."""
    waiting = {(post["table"], post["number"]): post for post in evening.desk.get(f"rounds/{opened.id}/")["conflicts"]}
    expected = {
        (keyed.table.number, number): (ruling, keyed) for keyed in sheets for number, ruling in keyed.differing.items()
    }
    faults = []
    if waiting.keys() != expected.keys():
        faults.append(f"round {opened.number}: found {sorted(waiting)}, planted {sorted(expected)}")
    for place in sorted(waiting.keys() & expected.keys()):
        ruling, keyed = expected[place]
        _rule_one(evening.desk, keyed, place[1], waiting[place]["id"], ruling)
    for keyed in sheets:
        for record in keyed.paper:
            keyed.table.add(record)
    return faults


def _rule_one(desk: Client, keyed: Keyed, number: int, post: int, ruling: str) -> None:
    reason = {"reason": "by the paper"}
    if ruling == FIRST:
        desk.create(f"posts/{post}/settlement/", reason)
        return
    if ruling == SECOND:
        address: str = f"posts/{post}/acceptance/"
        what: dict[str, Any] = {}
    else:
        address = f"tables/{keyed.table.id}/legs/1/hands/{number}/corrections/"
        what = {"record": keyed.paper[number - 1]}
    preview = desk.act(address, {**what, "preview": True})
    own = {} if ruling == SECOND else {"submission_id": str(uuid.uuid4())}
    desk.create(address, {**what, **own, **reason, "version": preview["version"]})
