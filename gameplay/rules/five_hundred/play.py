"""The play of the cards between two tricks (rules A6-A9): who plays, what may be led and followed, who wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gameplay.rules.five_hundred.bids import TRICKS_PER_HAND, Contract
from gameplay.rules.five_hundred.cards import BITS, JOKER
from gameplay.rules.five_hundred.ranking import NO_SUIT, Ranking, ranking_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gameplay.rules.five_hundred.codes import Fault
    from gameplay.rules.five_hundred.seating import Seating
    from gameplay.rules.five_hundred.variants import Rules

_ALL_SUITS = (1 << NO_SUIT) - 1


@dataclass(slots=True)
class Play:
    """The play before a lead.

    ``orders`` are the seats that play, clockwise from each of them that may lead; ``hands`` the cards left by seat;
    ``suits_led`` a mask of suits, in which those named for a joker count; ``winners`` the seat that won each trick so
    far.
    """

    rules: Rules
    contract: Contract
    ranking: Ranking
    orders: Mapping[int, tuple[int, ...]]
    hands: list[int]
    leader: int
    suits_led: int
    winners: list[int]

    @classmethod
    def opened(
        cls, rules: Rules, seating: Seating, contract: Contract, *, hands: Sequence[int], nominated: int | None
    ) -> Play:
        """Return the play before the first lead, which is the contractor's; ``hands`` are those after the exchange."""
        ranking = ranking_of(contract.bid.trump, nominated, is_misere=contract.bid.is_misere)
        orders = seating.orders_of(contract)
        return cls(rules, contract, ranking, orders, list(hands), contract.seat, 0, [])

    @property
    def order(self) -> tuple[int, ...]:
        """Return the seats in the order in which they play to the next trick."""
        return self.orders[self.leader]

    @property
    def is_last_trick(self) -> bool:
        """Whether the next trick is the tenth."""
        return len(self.winners) == TRICKS_PER_HAND - 1

    @property
    def may_stop(self) -> bool:
        """Whether the hand is played: after ten tricks, or once a misere is lost (rules A6.3)."""
        is_lost = self.contract.bid.is_misere and self.contract.seat in self.winners
        return is_lost or len(self.winners) == TRICKS_PER_HAND

    @property
    def suits_for_joker(self) -> int:
        """Return the suits (a mask) that a loose joker may be led for before the last trick (rules A8.4)."""
        return 0 if self.rules.joker_lead == "last_trick" else _ALL_SUITS & ~self.suits_led

    def is_loose_joker(self, card: int) -> bool:
        """Whether the card is a joker that belongs to no suit."""
        return card == JOKER and self.ranking.loose != 0

    def joker_lead_refusal(self, suit: int | None) -> Fault | None:
        """Return why a loose joker may not be led naming ``suit``; nobody has a choice in the last trick."""
        if self.is_last_trick:
            return None
        if not self.suits_for_joker:
            return "joker_lead_too_early"
        if suit is None:
            return "joker_lead_suit_missing"
        return None if self.suits_for_joker >> suit & 1 else "joker_lead_suit_used"

    def leads(self) -> tuple[int, int]:
        """Return the cards that the leader may lead, and the suits that a loose joker among them may be led for.

        No suits beside a loose joker mean that none need be named: it is the last trick.
        """
        hand = self.hands[self.leader]
        if not hand & self.ranking.loose or self.is_last_trick:
            return hand, 0
        suits = self.suits_for_joker
        return (hand, suits) if suits else (hand & ~self.ranking.loose, 0)

    def followers(self, seat: int, led: int) -> int:
        """Return the cards that a seat may play to a trick to which ``led`` was led (rules A7, A8.3)."""
        return self.ranking.followers(self.hands[seat], led)

    def follow_refusal(self, hand: int, card: int, led: int) -> Fault | None:
        """Return why ``card`` of ``hand`` may not be played to a trick to which ``led`` was led (rules A7, A8.3)."""
        if self.ranking.followers(hand, led) >> card & 1:
            return None
        if not hand & self.ranking.members[led]:
            return "joker_forced"
        return "joker_while_able" if self.is_loose_joker(card) else "play_revoke"

    def follow(self, cards: Sequence[int], led: int) -> tuple[int, int]:
        """Take the cards of a trick from the hands, in order of play, up to the first that may not follow.

        The first card is led, legally, and asks for the suit ``led``; the trick may be unfinished. Returns how many
        cards were legal, and the seat that wins with the best of them (rules A9).
        """
        hands, order, ranking = self.hands, self.orders[self.leader], self.ranking
        members, forced, power = ranking.members[led], ranking.forced, ranking.power[led]
        winner, best = self.leader, power[cards[0]]
        hands[winner] ^= BITS[cards[0]]
        for place in range(1, len(cards)):
            seat, card = order[place], cards[place]
            hand, bit = hands[seat], BITS[card]
            # As ``Ranking.followers`` has it, which is not called for every card of an archive.
            if not (hand & members or hand & forced or hand) & bit:
                return place, winner
            hands[seat] = hand ^ bit
            if power[card] > best:
                winner, best = seat, power[card]
        return len(cards), winner

    def end_trick(self, winner: int, led: int) -> None:
        """Go on to the next trick after one won by the seat ``winner``; its cards have left the hands."""
        if led != NO_SUIT:
            self.suits_led |= 1 << led
        self.winners.append(winner)
        self.leader = winner
