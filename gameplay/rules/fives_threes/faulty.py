"""Random rounds with a chosen fault: records whose first error is a given code, at the levels where it exists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes import codes
from gameplay.rules.fives_threes.generate import random_round
from gameplay.rules.fives_threes.hand import check_round
from gameplay.rules.fives_threes.scoring import END_TOTALS, event_points
from gameplay.rules.fives_threes.tiles import TEXTS
from gameplay.rules.fives_threes.variants import resolve_rules
from gameplay.rules.kinds import FaultImpossible

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from gameplay.rules.fives_threes.variants import Rules

    Record = dict[str, Any]
    Spoiler = Callable[[Record, Random, Rules], None]

ATTEMPTS = 500


def faulty_round(
    rng: Random,
    code: str,
    *,
    level: int,
    rules: Rules | None = None,
    opener: int = 0,
    scores_before: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Return a random record whose first error is ``code``.

    The scores before give way where the fault needs others. Raises FaultImpossible, for instance for a code of another
    level or for a seat without tiles where nobody can be one of a pair.
    """
    rules = rules or resolve_rules({})
    spoil = _SPOILERS[code].get(level) if code in _SPOILERS else None
    for attempt in range(ATTEMPTS if spoil else 0):
        before = scores_before if attempt % 2 == 0 else _high_scores(rng, rules)
        record = random_round(rng, level=level, rules=rules, opener=opener, scores_before=before)
        assert spoil is not None
        spoil(record, rng, rules)
        errors = check_round(record).errors
        if errors and errors[0].code == code:
            return record
    raise FaultImpossible(code, level)


def _high_scores(rng: Random, rules: Rules) -> list[int]:
    # Close to the target more happens: refusals and wins.
    return [rules.target - rng.randint(1, rng.choice((9, rules.target))) for _ in rules.sides]


def _schema(record: Record, rng: Random, rules: Rules) -> None:  # noqa: ARG001
    name = rng.choice(sorted(record))
    kind = rng.randrange(3)
    if kind == 0:
        del record[name]
    elif kind == 1:
        record[name] = rng.choice(([True], "four", 1.5))
    else:
        record[rng.choice(("trick", "events" if record["level"] != 2 else "plays", "kitty"))] = []


def _rules(record: Record, rng: Random, rules: Rules) -> None:
    name, value = rng.choice((("target", rules.target - 1), ("hand_size", 15), ("out_bonus", True), ("spinner", 1)))
    record["rules"][name] = value


def _players(record: Record, rng: Random, rules: Rules) -> None:  # noqa: ARG001
    record["rules"]["players"] = rng.choice((0, 1, 5, 6, "4"))


def _seat(record: Record, rng: Random, rules: Rules) -> None:
    wrong = rng.choice((-1, rules.players, True, str(rules.players - 1)))
    items = record.get("events") or record.get("plays")
    if items and rng.random() < 0.5:
        rng.choice(items)["seat"] = wrong
    else:
        record["opener"] = wrong


def _tile(record: Record, rng: Random, rules: Rules) -> None:  # noqa: ARG001
    wrong = rng.choice(("7-1", "1-7", "", "33", 33, None))
    if rng.random() < 0.5:
        rng.choice(_placements(record))["tile"] = wrong
    else:
        rng.choice(list(record["hands"].values()))[0] = wrong


def _score_range(record: Record, rng: Random, rules: Rules) -> None:
    record["scores_before"][_any_side(rng, rules)] = rng.choice((-1, rules.target + 1))


def _round_after_match(record: Record, rng: Random, rules: Rules) -> None:
    record["scores_before"][_any_side(rng, rules)] = rules.target


def _opener_rotation(record: Record, rng: Random, rules: Rules) -> None:
    record["expected_opener"] = (record["opener"] + rng.randrange(1, rules.players)) % rules.players


def _points_range(record: Record, rng: Random, rules: Rules) -> None:
    record["points"][_any_side(rng, rules)] = -rng.randint(1, 9)


def _points_unreachable(record: Record, rng: Random, rules: Rules) -> None:
    record["points"][_any_side(rng, rules)] = rules.largest_round + rng.randint(1, 9)


def _over_target(record: Record, rng: Random, rules: Rules) -> None:
    side, gain = _any_side(rng, rules), rng.randint(2, min(rules.largest_round, rules.target))
    record["points"][side] = gain
    record["scores_before"][side] = rules.target - gain + rng.randint(1, gain - 1)


def _two_winners(record: Record, rng: Random, rules: Rules) -> None:
    for side in rng.sample(range(len(rules.sides)), 2):
        record["points"][side] = gain = rng.randint(1, min(rules.largest_round, rules.target))
        record["scores_before"][side] = rules.target - gain


def _out_without_point(record: Record, rng: Random, rules: Rules) -> None:
    record["out_side"] = side = _any_side(rng, rules)
    record["end"] = "out"
    record["points"][side] = 0
    record["scores_before"][side] = rng.randint(0, rules.refusal_floor)


def _end_mismatch(record: Record, rng: Random, rules: Rules) -> None:
    if rng.random() < 0.5:
        record["end"] = rng.choice([end for end in ("out", "blocked", "won") if end != record["end"]])
    else:
        record["out_side"] = rng.choice(
            [side for side in (None, *range(len(rules.sides))) if side != record["out_side"]]
        )


def _sum_unreachable(record: Record, rng: Random, rules: Rules) -> None:  # noqa: ARG001
    _any_event(record, rng)["sum"] = rng.choice([total for total in range(-1, 26) if total not in END_TOTALS])


def _event_sum_mismatch(record: Record, rng: Random, rules: Rules) -> None:  # noqa: ARG001
    _any_event(record, rng)["points"] += rng.choice((-1, 1))


def _event_unreachable(record: Record, rng: Random, rules: Rules) -> None:
    event = _any_event(record, rng)
    event.pop("sum", None)
    possible = event_points(rules.out_bonus if event.get("out") else 0)
    event["points"] = rng.choice([points for points in range(-1, 12) if points not in possible])


def _events_too_many(record: Record, rng: Random, rules: Rules) -> None:
    seat = rng.randrange(rules.players)
    record["events"][:0] = [{"seat": seat, "points": 0} for _ in range(rules.hand_size + 1)]


def _event_after(record: Record, rng: Random, rules: Rules) -> None:
    record["events"].append({"seat": rng.randrange(rules.players), "points": rng.choice((0, 1, 2))})


def _accept_over(record: Record, rng: Random, rules: Rules) -> None:  # noqa: ARG001
    for item in _booked(record):
        item["accepted"] = True


def _reject_under(record: Record, rng: Random, rules: Rules) -> None:  # noqa: ARG001
    if booked := _booked(record):
        rng.choice(booked)["accepted"] = False


def _deal_duplicate(record: Record, rng: Random, rules: Rules) -> None:
    giver, taker = rng.sample(range(rules.players), 2)
    record["hands"][str(taker)][0] = rng.choice(record["hands"][str(giver)])


def _deal_size(record: Record, rng: Random, rules: Rules) -> None:
    hand = record["hands"][str(rng.randrange(rules.players))]
    dealt = {tile for tiles in record["hands"].values() for tile in tiles}
    spare = [tile for tile in TEXTS if tile not in dealt]
    if spare and rng.random() < 0.5:
        hand.append(rng.choice(spare))
    else:
        hand.pop()


def _turn(record: Record, rng: Random, rules: Rules) -> None:
    play = rng.choice(record["plays"])
    play["seat"] = (play["seat"] + rng.randrange(1, rules.players)) % rules.players


def _turn_empty(record: Record, rng: Random, rules: Rules) -> None:
    placed = [play["seat"] for play in _placements(record)]
    out = [seat for seat in range(rules.players) if placed.count(seat) == rules.hand_size]
    if out:
        seat, plays = rng.choice(out), record["plays"]
        last = max(index for index, play in enumerate(plays) if play["seat"] == seat)
        plays.insert(rng.randint(last + 1, len(plays)), {"seat": seat, "knock": True})


def _not_held(record: Record, rng: Random, rules: Rules) -> None:  # noqa: ARG001
    rng.choice(_placements(record))["tile"] = rng.choice(TEXTS)


def _no_fit(record: Record, rng: Random, rules: Rules) -> None:  # noqa: ARG001
    # A knock shows that no tile of the seat fits.
    play = rng.choice(record["plays"])
    play.pop("knock", None)
    play["tile"] = rng.choice(record["hands"][str(play["seat"])])


def _end_required(record: Record, rng: Random, rules: Rules) -> None:  # noqa: ARG001
    for play in _placements(record):
        play.pop("end", None)


def _knock_able(record: Record, rng: Random, rules: Rules) -> None:  # noqa: ARG001
    play = rng.choice(_placements(record))
    seat = play["seat"]
    play.clear()
    play.update(seat=seat, knock=True)


def _play_after_end(record: Record, rng: Random, rules: Rules) -> None:
    last = record["plays"][-1]["seat"]
    for turn in range(1, rules.players + 2):
        seat = (last + turn) % rules.players
        record["plays"].append({"seat": seat, "knock": True})
    if rng.random() < 0.5:
        record["plays"][-1] = {"seat": last, "tile": rng.choice(TEXTS)}


def _round_unfinished(record: Record, rng: Random, rules: Rules) -> None:  # noqa: ARG001
    del record["plays"][rng.randrange(len(record["plays"])) :]


def _claim_mismatch(record: Record, rng: Random, rules: Rules) -> None:  # noqa: ARG001
    rng.choice(_placements(record))["points"] += rng.choice((-1, 1))


def _points_mismatch(record: Record, rng: Random, rules: Rules) -> None:
    record["points"][_any_side(rng, rules)] += rng.choice((-1, 1))


def _scores_after_mismatch(record: Record, rng: Random, rules: Rules) -> None:
    record["scores_after"][_any_side(rng, rules)] += rng.choice((-1, 1))


def _winner_mismatch(record: Record, rng: Random, rules: Rules) -> None:
    record["winner"] = rng.choice([side for side in (None, *range(len(rules.sides))) if side != record["winner"]])


def _any_side(rng: Random, rules: Rules) -> int:
    return rng.randrange(len(rules.sides))


def _any_event(record: Record, rng: Random) -> Record:
    if not record["events"]:
        record["events"].append({"seat": record["opener"], "points": 0})
    event: Record = rng.choice(record["events"])
    return event


def _placements(record: Record) -> list[Record]:
    return [play for play in record["plays"] if "tile" in play]


def _booked(record: Record) -> list[Record]:
    """The events of level 2, the placements of level 3."""
    events: list[Record] = record["events"] if record["level"] == 2 else _placements(record)
    return events


def _at(spoil: Spoiler, *levels: int) -> dict[int, Spoiler]:
    return dict.fromkeys(levels, spoil)


_SPOILERS: dict[str, dict[int, Spoiler]] = {
    codes.SCHEMA: _at(_schema, 1, 2, 3),
    codes.RULES: _at(_rules, 1, 2, 3),
    codes.PLAYERS: _at(_players, 1, 2, 3),
    codes.SEAT: _at(_seat, 1, 2, 3),
    codes.TILE: _at(_tile, 3),
    codes.SCORE_RANGE: _at(_score_range, 1, 2, 3),
    codes.ROUND_AFTER_MATCH: _at(_round_after_match, 1, 2, 3),
    codes.OPENER_ROTATION: _at(_opener_rotation, 1, 2, 3),
    codes.POINTS_RANGE: _at(_points_range, 1),
    codes.POINTS_UNREACHABLE: _at(_points_unreachable, 1),
    codes.OVER_TARGET: _at(_over_target, 1),
    codes.TWO_WINNERS: _at(_two_winners, 1),
    codes.OUT_WITHOUT_POINT: _at(_out_without_point, 1),
    codes.END_MISMATCH: _at(_end_mismatch, 1, 2, 3),
    codes.SUM_UNREACHABLE: _at(_sum_unreachable, 2),
    codes.EVENT_SUM_MISMATCH: _at(_event_sum_mismatch, 2),
    codes.EVENT_UNREACHABLE: _at(_event_unreachable, 2),
    codes.EVENTS_TOO_MANY: _at(_events_too_many, 2),
    codes.EVENT_AFTER_WIN: _at(_event_after, 2),
    codes.EVENT_AFTER_OUT: _at(_event_after, 2),
    codes.ACCEPT_OVER: _at(_accept_over, 2, 3),
    codes.REJECT_UNDER: _at(_reject_under, 2, 3),
    codes.DEAL_DUPLICATE: _at(_deal_duplicate, 3),
    codes.DEAL_SIZE: _at(_deal_size, 3),
    codes.TURN: _at(_turn, 3),
    codes.TURN_EMPTY: _at(_turn_empty, 3),
    codes.NOT_HELD: _at(_not_held, 3),
    codes.NO_FIT: _at(_no_fit, 3),
    codes.END_REQUIRED: _at(_end_required, 3),
    codes.KNOCK_ABLE: _at(_knock_able, 3),
    codes.PLAY_AFTER_END: _at(_play_after_end, 3),
    codes.ROUND_UNFINISHED: _at(_round_unfinished, 3),
    codes.CLAIM_MISMATCH: _at(_claim_mismatch, 3),
    codes.POINTS_MISMATCH: _at(_points_mismatch, 2, 3),
    codes.SCORES_AFTER_MISMATCH: _at(_scores_after_mismatch, 1, 2, 3),
    codes.WINNER_MISMATCH: _at(_winner_mismatch, 1, 2, 3),
}

FAULT_LEVELS: Mapping[str, tuple[int, ...]] = {code: tuple(spoilers) for code, spoilers in _SPOILERS.items()}
"""Every code with the levels that it exists at."""
