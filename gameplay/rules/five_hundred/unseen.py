"""Tricks of a hand whose deal nobody has told, as they are written down while they fall.

What a seat can hold is known from what it has played: nothing that has been played, nothing of a suit that it did not
follow, no loose joker that it would have had to play (rules A7, A8.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gameplay.rules.five_hundred.cards import BITS, JOKER_BIT, PACKS
from gameplay.rules.five_hundred.case import Case
from gameplay.rules.five_hundred.play import Play


@dataclass(slots=True)
class UnseenPlay(Play):
    """The play where ``hands`` are the cards that each seat can hold, as far as it has shown."""

    def followers(self, seat: int, led: int) -> int:  # noqa: ARG002 - whether it can follow is not known
        """Return the cards that the seat may turn out to play."""
        return self.hands[seat]

    def follow(self, cards: Sequence[int], led: int) -> tuple[int, int]:
        """Take the cards of a trick, in order of play, up to the first that its seat cannot hold; as in ``Play``."""
        order, ranking = self.order, self.ranking
        members, forced, power = ranking.members[led], ranking.forced, ranking.power[led]
        winner, best = self.leader, power[cards[0]]
        self._lay(cards[0])
        for place in range(1, len(cards)):
            seat, card = order[place], cards[place]
            bit = BITS[card]
            if not self.hands[seat] & bit:
                return place, winner
            if not members & bit:
                self.hands[seat] &= ~members & ~(forced & ~bit)
            self._lay(card)
            if power[card] > best:
                winner, best = seat, power[card]
        return len(cards), winner

    def _lay(self, card: int) -> None:
        self.hands[:] = [hand & ~BITS[card] for hand in self.hands]


def hands_that_can_be(case: Case) -> list[int]:
    """Return the cards that each seat can hold before the first trick; a suit named for the joker tells who has it."""
    pack, contract = PACKS[case.rules.players], case.contract
    nominated = case.record.get("nominated") is not None and contract is not None
    return [
        pack & ~JOKER_BIT if nominated and contract is not None and seat != contract.seat else pack
        for seat in range(case.rules.players)
    ]
