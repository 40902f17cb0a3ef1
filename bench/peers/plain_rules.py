"""The judge of a full record as one writes it first: cards and tiles as texts, hands as lists, tables as dictionaries.

Four players and the default rules only. ``Illegal`` says no, without a code or a path.
"""

from __future__ import annotations

from typing import Any

RANKS = ["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
MATES = {"S": "C", "C": "S", "D": "H", "H": "D"}
PACK = [rank + suit for suit in "SCDH" for rank in RANKS if rank != "4" or suit in "DH"] + ["JK"]
ORDER = [f"{level}{suit}" for level in range(6, 11) for suit in ("S", "C", "D", "H", "NT")]
ORDER.insert(ORDER.index("8S"), "M")
ORDER.insert(ORDER.index("10H"), "OM")
TILES = [f"{low}-{high}" for low in range(7) for high in range(low, 7)]


class Illegal(Exception):
    """The record breaks a rule."""


def demand(fact: object) -> None:
    """Raise Illegal unless something is so."""
    if not fact:
        raise Illegal


def five_hundred(record: dict[str, Any]) -> list[int]:
    """Return the points of a hand by side; raises Illegal."""
    hands = {int(seat): list(cards) for seat, cards in record["hands"].items()}
    demand(sorted(card for cards in [*hands.values(), record["kitty"]] for card in cards) == sorted(PACK))
    demand(all(len(cards) == 10 for cards in hands.values()))
    contract = _auction(record)
    demand(record["contract"] == contract)
    if contract is None:
        return [0, 0]
    seat, bid = contract["seat"], contract["bid"]
    if not contract["sans_kitty"]:
        hands[seat] += record["kitty"]
        for card in record["discards"]:
            demand(card in hands[seat])
            hands[seat].remove(card)
    demand(len(hands[seat]) == 10)
    nominated = record.get("nominated")
    demand(nominated is None or (bid[-1] in "TM" and "JK" in hands[seat]))
    won = _tricks(record["play"], hands, seat, bid, nominated)
    own = seat % 2
    if bid in ("M", "OM", "BM"):
        value = 250 if bid == "M" else 500
        return [(value if not won[own] else -value) if side == own else 0 for side in (0, 1)]
    level = int(bid.rstrip("SCDHNT"))
    value = 40 + 20 * ["S", "C", "D", "H", "NT"].index(bid.removeprefix(str(level))) + 100 * (level - 6)
    gain = -value if won[own] < level else max(value, 250) if won[own] == 10 else value
    return [gain if side == own else 10 * won[side] for side in (0, 1)]


def _auction(record: dict[str, Any]) -> dict[str, Any] | None:
    turn, passed, bidders = (record["dealer"] + 1) % 4, [], []
    contract, rank, seven = None, -1, False
    for call in record["auction"]:
        seat, bid = call["seat"], call["bid"]
        demand(seat == turn and seat not in passed)
        if bid == "P":
            demand(not (len(passed) == 3 and contract is not None))
            passed.append(seat)
        else:
            own = ORDER.index("OM" if bid == "BM" else bid)
            demand(own > rank and (bid != "M" or seven) and (bid != "BM" or seat not in bidders))
            rank, seven = own, seven or bid[0] == "7"
            bidders.append(seat)
            contract = {"seat": seat, "bid": bid, "sans_kitty": call.get("sans_kitty", False)}
        while len(passed) < 4:
            turn = (turn + 1) % 4
            if turn not in passed:
                break
    demand(len(passed) == 4 or (contract is not None and (len(passed) == 3 or contract["bid"] == "10NT")))
    return contract


class _Cards:
    """How cards rank under one contract."""

    def __init__(self, bid: str, nominated: str | None) -> None:
        self.trump = bid[-1] if bid[-1] in MATES and bid[0].isdigit() else None
        self.joker = self.trump or nominated

    def suit_of(self, card: str) -> str | None:
        """Return the suit that a card belongs to, None for a loose joker."""
        if card == "JK":
            return self.joker
        return self.trump if self.trump and card == "J" + MATES[self.trump] else card[-1]

    def power(self, card: str, led: str | None) -> int:
        """Return what a card is worth in a trick; 0 cannot win."""
        if card == "JK":
            return 99 if self.joker in (None, self.trump, led) else 0
        if self.trump and self.suit_of(card) == self.trump:
            return 98 if card == "J" + self.trump else 97 if card[0] == "J" else 50 + RANKS.index(card[:-1])
        return 1 + RANKS.index(card[:-1]) if card[-1] == led else 0

    def may_follow(self, card: str, hand: list[str], led: str | None, *, misere: bool) -> bool:
        """Whether a card of a hand may be played to what was led."""
        if led is None:
            return True
        able = [other for other in hand if self.suit_of(other) == led]
        if able:
            return card in able
        return card == "JK" or not (misere and self.joker is None and "JK" in hand)


def _tricks(
    play: list[dict[str, Any]], hands: dict[int, list[str]], contractor: int, bid: str, nominated: str | None
) -> list[int]:
    cards, misere = _Cards(bid, nominated), bid in ("M", "OM", "BM")
    leader, won, named = contractor, [0, 0], []
    for number, trick in enumerate(play, start=1):
        order = [(leader + step) % 4 for step in range(4)]
        order = [seat for seat in order if not misere or seat != (contractor + 2) % 4]
        demand(trick["lead"] == leader and len(trick["cards"]) == len(order) and number <= 10)
        led = cards.suit_of(trick["cards"][0])
        if led is None:
            led = trick.get("suit")
            demand(number == 10 or (led is not None and led not in named))
        for seat, card in zip(order, trick["cards"], strict=True):
            demand(card in hands[seat])
            demand(seat == leader or cards.may_follow(card, hands[seat], led, misere=misere))
            hands[seat].remove(card)
        powers = [cards.power(card, led) for card in trick["cards"]]
        leader = order[powers.index(max(powers))]
        demand(trick.get("winner", leader) == leader)
        won[leader % 2] += 1
        if led is not None:
            named.append(led)
    demand(len(play) == 10 or (misere and won[contractor % 2]))
    return won


def fives_threes(record: dict[str, Any]) -> list[int]:
    """Return the accepted points of a round by side; raises Illegal."""
    hands = {int(seat): list(tiles) for seat, tiles in record["hands"].items()}
    dealt = [tile for tiles in hands.values() for tile in tiles]
    demand(len(set(dealt)) == 20 and all(tile in TILES for tile in dealt))
    demand(all(len(tiles) == 5 for tiles in hands.values()))
    line: list[tuple[int, int]] = []
    scores, turn, end = list(record["scores_before"]), record["opener"], None
    for play in record["plays"]:
        seat = play["seat"]
        demand(seat == turn and (end is None or (end == "blocked" and "knock" in play)))
        able = [tile for tile in hands[seat] if _fits(line, tile)]
        if "knock" in play:
            demand(not able)
        else:
            demand(play["tile"] in able)
            hands[seat].remove(play["tile"])
            _lay(line, play["tile"], play["end"])
            points = _points(line)
            if not hands[seat] and not hands[(seat + 2) % 4]:
                points, end = points + 1, "out"
            demand(play.get("points", points) == points)
            accepted = scores[seat % 2] + points <= 61
            demand(play.get("accepted", accepted) == accepted)
            if accepted:
                scores[seat % 2] += points
                end = "won" if scores[seat % 2] == 61 else end
        if end is None and not any(_fits(line, tile) for tiles in hands.values() for tile in tiles):
            end = "blocked"
        if any(hands.values()):
            turn = next(seat % 4 for seat in range(turn + 1, turn + 5) if hands[seat % 4])
    demand(end is not None)
    return [after - before for after, before in zip(scores, record["scores_before"], strict=True)]


def _fits(line: list[tuple[int, int]], tile: str) -> bool:
    low, high = map(int, tile.split("-"))
    return not line or line[0][0] in (low, high) or line[-1][1] in (low, high)


def _lay(line: list[tuple[int, int]], tile: str, end: str) -> None:
    low, high = map(int, tile.split("-"))
    if not line:
        line.append((low, high))
    elif end == "L":
        demand(line[0][0] in (low, high))
        line.insert(0, (high, low) if low == line[0][0] else (low, high))
    else:
        demand(line[-1][1] in (low, high))
        line.append((low, high) if low == line[-1][1] else (high, low))


def _points(line: list[tuple[int, int]]) -> int:
    (left, inner), (other, right) = line[0], line[-1]
    if len(line) == 1:
        total = left + inner
    else:
        total = left * (2 if left == inner else 1) + right * (2 if right == other else 1)
    return (total // 3 if total % 3 == 0 else 0) + (total // 5 if total % 5 == 0 else 0)
