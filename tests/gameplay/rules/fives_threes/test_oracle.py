"""The judge of full records beside a slow one with the whole line in plain lists, on random and spoilt rounds."""

import random

import pytest

from gameplay.rules.fives_threes.generate import random_round
from gameplay.rules.fives_threes.kind import FIVES_THREES
from gameplay.rules.fives_threes.tiles import TEXTS
from gameplay.rules.fives_threes.variants import options_of, resolve_rules


class Refused(Exception):
    """The only argument is the short code."""


def slow_judge(record):
    """Return the first code, or None, and the outcome, or None, of a record whose seats and tiles can be read."""
    try:
        outcome = SlowRound(record).played(record["plays"])
    except Refused as refusal:
        return refusal.args[0], None
    return wrong_claims(record, *outcome), outcome


class SlowRound:
    def __init__(self, record):
        self.rules = options_of(resolve_rules(record["rules"]))
        self.n = self.rules["players"]
        self.sides = 2 if self.n == 4 else self.n
        self.hands = [[halves(text) for text in record["hands"][str(seat)]] for seat in range(self.n)]
        self.scores = list(record["scores_before"])
        self.turn = record["opener"]
        self.table, self.end, self.out_side, self.closing = [], None, None, 0
        dealt = [tile for hand in self.hands for tile in hand]
        if len(dealt) != len(set(dealt)):
            raise Refused("deal_duplicate")
        if {len(hand) for hand in self.hands} != {self.rules["hand_size"]}:
            raise Refused("deal_size")

    def played(self, plays):
        for play in plays:
            self.check_turn(play)
            if "tile" in play:
                self.place(play)
            elif self.end == "blocked":
                self.closing -= 1
            elif any(fitting(self.table, tile) for tile in self.hands[self.turn]):
                raise Refused("knock_able")
            if any(self.hands):
                order = [(self.turn + step) % self.n for step in range(1, self.n + 1)]
                self.turn = next(seat for seat in order if self.hands[seat])
        if self.end is None:
            raise Refused("round_unfinished")
        winner = self.scores.index(self.rules["target"]) if self.end == "won" else None
        return self.scores, self.end, self.out_side, winner

    def check_turn(self, play):
        if self.end in ("out", "won") or (self.end == "blocked" and ("tile" in play or self.closing == 0)):
            raise Refused("play_after_end")
        if play["seat"] != self.turn:
            raise Refused("turn" if self.hands[play["seat"]] else "turn_empty")

    def place(self, play):
        hand, tile = self.hands[self.turn], halves(play["tile"])
        self.table = laid(self.table, hand, tile, play.get("end"))
        hand.remove(tile)
        side = self.turn % self.sides
        goes_out = not any(self.hands[mate] for mate in range(self.n) if mate % self.sides == side)
        event = worth(count(self.table)) + (self.rules["out_bonus"] if goes_out else 0)
        self.book(play, side, event)
        if goes_out:
            self.end, self.out_side = "out", side
        if self.scores[side] == self.rules["target"]:
            self.end = "won"
        if self.end is None and not any(fitting(self.table, tile) for hand in self.hands for tile in hand):
            self.end = "blocked"
            self.closing = len([hand for hand in self.hands if hand])

    def book(self, play, side, event):
        counts = self.scores[side] + event <= self.rules["target"]
        if play.get("points", event) != event:
            raise Refused("claim_mismatch")
        if play.get("accepted", counts) != counts:
            raise Refused("reject_under" if counts else "accept_over")
        self.scores[side] += event if counts else 0


def halves(text):
    return tuple(sorted(map(int, text.split("-"))))


def worth(total):
    return sum(total // divisor for divisor in (3, 5) if total and total % divisor == 0)


def count(table):
    if len(table) == 1:
        return sum(table[0])
    (left, inner_left), (inner_right, right) = table[0], table[-1]
    return left * (1 + (left == inner_left)) + right * (1 + (right == inner_right))


def fitting(table, tile):
    return ["L"] if not table else [end for end, pip in (("L", table[0][0]), ("R", table[-1][1])) if pip in tile]


def joined(table, tile, end):
    other = tile[::-1]
    if end == "L":
        return [tile if tile[1] == table[0][0] else other, *table]
    return [*table, tile if tile[0] == table[-1][1] else other]


def laid(table, hand, tile, end):
    if tile not in hand:
        raise Refused("not_held")
    if not table:
        return [tile]
    ends = fitting(table, tile)
    if not ends or (end and end not in ends):
        raise Refused("no_fit")
    if end is None and len({pictures(joined(table, tile, each)) for each in ends}) == 2:
        raise Refused("end_required")
    return joined(table, tile, end or ends[0])


def pictures(table):
    """What the two ends look like: the open half, and whether it belongs to a double."""
    return tuple(sorted([(table[0][0], table[0][0] == table[0][1]), (table[-1][1], table[-1][0] == table[-1][1])]))


def wrong_claims(record, scores, end, out_side, winner):
    points = [after - before for after, before in zip(scores, record["scores_before"], strict=True)]
    claims = [
        ("end_mismatch", "end", end),
        ("end_mismatch", "out_side", out_side),
        ("points_mismatch", "points", points),
        ("scores_after_mismatch", "scores_after", scores),
        ("winner_mismatch", "winner", winner),
    ]
    return next((code for code, name, value in claims if record.get(name, value) != value), None)


def any_rules(rng):
    players = rng.choice((2, 3, 4))
    options = {"players": players, "hand_size": rng.randint(1, 28 // players)} if rng.random() < 0.5 else {}
    return resolve_rules(
        {"players": players, "target": rng.choice((61, 121)), "out_bonus": rng.choice((0, 1))} | options
    )


def any_record(rng):
    rules = any_rules(rng)
    before = [rng.randrange(rules.target) for _ in rules.sides] if rng.random() < 0.7 else None
    return random_round(rng, rules=rules, opener=rng.randrange(rules.players), scores_before=before)


def forget(record, rng):
    """Leave out claims, as most records do."""
    for name in ("points", "scores_after", "end", "out_side", "winner"):
        if rng.random() < 0.5:
            record.pop(name, None)
    for play in record["plays"]:
        for name in ("end", "points", "accepted"):
            if rng.random() < 0.3:
                play.pop(name, None)


def spoil(record, rng):
    """Change one thing, which may or may not be a fault."""
    plays, players = record["plays"], len(record["hands"])
    index = rng.randrange(len(plays))
    play, hand = plays[index], record["hands"][str(rng.randrange(players))]
    changes = [
        lambda: play.update(seat=rng.randrange(players)),
        lambda: play.update(tile=rng.choice(TEXTS)) if "tile" in play else None,
        lambda: play.update(tile=rng.choice(hand)) if "tile" in play and hand else None,
        lambda: play.update(end=rng.choice("LR")) if "tile" in play else None,
        lambda: play.update(points=rng.randrange(10)) if "tile" in play else None,
        lambda: play.update(accepted=rng.choice((True, False))) if "tile" in play else None,
        lambda: plays.insert(index, {"seat": rng.randrange(players), "knock": True}),
        lambda: plays.append({"seat": rng.randrange(players), "knock": True}),
        lambda: plays.append({"seat": rng.randrange(players), "tile": rng.choice(TEXTS)}),
        lambda: plays.pop(index),
        plays.pop,
        lambda: hand.pop() if hand else None,
        lambda: hand.append(rng.choice(TEXTS)),
        lambda: hand.__setitem__(0, rng.choice(TEXTS)) if hand else None,
        lambda: record.update(opener=rng.randrange(players)),
        lambda: record.update(end=rng.choice(("out", "blocked", "won"))),
        lambda: record.update(out_side=rng.choice((None, 0, 1, 2))),
        lambda: record.update(winner=rng.choice((None, 0, 1, 2))),
        lambda: record.update(scores_before=[rng.randrange(61) for _ in record["scores_before"]]),
    ]
    rng.choice(changes)()


@pytest.mark.parametrize("seed", range(8))
def test_judge_agrees_with_the_slow_one(seed):
    rng = random.Random(seed)
    codes = set()
    for _ in range(250):
        record = any_record(rng)
        forget(record, rng)
        for _ in range(rng.randrange(3)):
            if record["plays"]:
                spoil(record, rng)

        code, outcome = slow_judge(record)
        answer = FIVES_THREES.check(record)

        assert [fault.code for fault in answer.errors[:1]] == ([f"fives_threes.{code}"] if code else [])
        if not code:
            assert tuple(answer.values[name] for name in ("scores_after", "end", "out_side", "winner")) == outcome
        codes.add(code)
    assert {None, "turn", "not_held", "no_fit", "knock_able", "round_unfinished", "play_after_end"} <= codes
