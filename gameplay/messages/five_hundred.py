"""What is wrong with a hand of Five Hundred, and a hand told line by line, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from gameplay.messages.naming import Names, Shown

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_SENTENCES: Final[dict[str, str | _StrPromise]] = {
    "schema": _("%(field)s: %(problem)s."),
    "rules": _("The option %(option)s is unknown or cannot be %(value)s."),
    "seat": _("There is no seat %(seat)s at this table; seats are numbered from 0 to %(last)s."),
    "bid_unknown": _("%(bid)s is not a bid; bids run from 6S to 10NT, with M, OM and BM for the miseres."),
    "misere_off": _("The bid %(bid)s is not possible: this table plays without miseres."),
    "blind_misere_off": _("The bid %(bid)s is not possible: this table plays without blind misere."),
    "sans_kitty_off": _("The bid %(bid)s sans kitty is not possible: this table always plays with the kitty."),
    "called_partner": _(
        "%(seat)s cannot be the called partner: only a contractor among five players calls one, not in a misere, "
        "and never the own seat."
    ),
    "card": _("%(card)s is not a card; write a card as rank and suit, for example 10H, or JK for the joker."),
    "deal_foreign": _("The card %(card)s is not in the pack for this number of players."),
    "deal_duplicate": _("The card %(card)s was dealt twice."),
    "deal_size": _("%(part)s has %(cards)s cards instead of %(expected)s."),
    "deal_deck_mismatch": _("%(part)s is not what the deck in its dealing order gives."),
    "call_after_end": _("The auction was over before this call of %(seat)s."),
    "raise_own": _("%(seat)s may not raise its own bid after all the others have passed."),
    "call_after_pass": _("%(seat)s has passed and may not call again."),
    "call_out_of_turn": _("%(seat)s called out of turn; it was the turn of %(turn)s."),
    "bid_too_low": _("The bid %(bid)s is not higher than %(high)s."),
    "misere_before_seven": _("Misere may be bid only after somebody has bid seven."),
    "blind_after_look": _("%(seat)s has bid before and so has seen the cards: no blind misere."),
    "auction_open": _("The auction is not over: %(seat)s has still to call."),
    "contract_mismatch": _("The auction ended with %(expected)s, but the record says %(claimed)s."),
    "passed_in_with_result": _("Everybody passed, so the record can have no %(field)s."),
    "discard_count": _("The contractor must discard three cards, not %(cards)s."),
    "discard_not_held": _("%(seat)s cannot discard %(card)s, which is not among its cards."),
    "discard_sans_kitty": _("Nothing is discarded when the contract is played sans kitty."),
    "suit": _("%(suit)s is not a suit; the suits are S, C, D and H."),
    "nomination_in_trumps": _("In %(bid)s the joker is a trump, and no suit is named for it."),
    "nomination_not_held": _("%(seat)s does not hold the joker and cannot name a suit for it."),
    "play_too_many": _("There are %(tricks)s tricks; a hand has ten."),
    "play_incomplete": _("Play ends after %(tricks)s tricks; only a lost misere may stop before the tenth."),
    "play_inactive": _("%(seat)s takes no part: its partner plays a misere."),
    "misere_joker_unnominated": _(
        "%(seat)s held the joker without naming a suit; it wins a trick when played, so the misere cannot be made."
    ),
    "play_wrong_leader": _("%(seat)s led, but it was for %(expected)s to lead."),
    "trick_size": _("There are %(cards)s cards in this trick instead of %(expected)s."),
    "play_not_held": _("%(seat)s cannot play %(card)s: %(reason)s."),
    "play_revoke": _("%(seat)s played %(card)s but could follow %(suit)s."),
    "joker_while_able": _("%(seat)s may not play the joker while it can follow %(suit)s."),
    "joker_forced": _("%(seat)s has no %(suit)s and must play the joker, not %(card)s: the contract is a misere."),
    "joker_lead_too_early": _("%(seat)s may lead the joker only to the last trick."),
    "joker_lead_suit_missing": _("%(seat)s must name a suit when leading the joker."),
    "joker_lead_suit_used": _("%(seat)s may not name %(suit)s for the joker: that suit has been led before."),
    "joker_suit_unexpected": _("A suit is named only when a joker is led that belongs to none; %(card)s was led."),
    "trick_winner_mismatch": _("%(expected)s won this trick, not %(claimed)s."),
    "open_not_exposed": _("%(seat)s must lay the hand open after the first trick of an open misere."),
    "tricks_range": _("%(tricks)s is not a number of tricks from 0 to 10."),
    "tricks_sum": _("The tricks make %(total)s together instead of 10."),
    "tricks_mismatch": _("The tricks played give %(expected)s, but the record says %(claimed)s."),
    "score_before_missing": _("%(field)s cannot be checked without the scores before the hand."),
    "points_mismatch": _("The hand is worth %(expected)s, but the record says %(claimed)s."),
    "score_after_mismatch": _("The scores after the hand are %(expected)s, but the record says %(claimed)s."),
    "dealer_rotation": _("%(expected)s deals this hand, not %(dealer)s."),
    "hand_after_game_end": _("The game is over; no further hand can be played."),
}

MESSAGES: Final[dict[str, str | _StrPromise]] = {
    f"five_hundred.{name}": sentence for name, sentence in _SENTENCES.items()
}

_TELLINGS: Final[dict[str, str | _StrPromise]] = {
    "dealt": _("%(seat)s dealt."),
    "passed": _("%(seat)s passed."),
    "bid": _("%(seat)s bid %(bid)s."),
    "bid_sans_kitty": _("%(seat)s bid %(bid)s sans kitty."),
    "passed_in": _("Everybody passed; the hand is passed in and scores nothing."),
    "contract": _("%(seat)s plays %(bid)s."),
    "contract_sans_kitty": _("%(seat)s plays %(bid)s without the kitty."),
    "partner_called": _("%(seat)s called %(partner)s as partner."),
    "partners_out": _("%(seat)s takes no part and lays the cards face down."),
    "discarded": _("%(seat)s took the kitty and discarded %(cards)s."),
    "joker_named": _("%(seat)s named %(suit)s as the suit of the joker."),
    "joker_held": _("%(seat)s held the joker; no suit was named for it."),
    "trick": _("Trick %(number)s."),
    "led": _("%(seat)s led %(card)s."),
    "led_joker": _("%(seat)s led the joker, naming %(suit)s."),
    "followed": _("%(seat)s played %(card)s."),
    "trumped": _("%(seat)s could not follow %(suit)s and trumped with %(card)s."),
    "joker_played": _("%(seat)s could not follow %(suit)s and played the joker, which wins."),
    "threw": _("%(seat)s could not follow %(suit)s and threw %(card)s."),
    "won": _("%(seat)s won the trick."),
    "exposed": _("%(seat)s laid the hand open."),
    "stopped": _("The misere was lost and play stopped."),
    "tricks": _("Tricks: %(tricks)s."),
    "made": _("%(seat)s made %(bid)s."),
    "lost": _("%(seat)s failed in %(bid)s."),
    "points": _("Points: %(points)s."),
    "score": _("The score now: %(scores)s."),
    "game_won": _("%(side)s wins the game with this contract."),
    "game_shared": _("The game is shared after this contract: %(sides)s."),
    "game_won_backwards": _("The contractor is out backwards; %(side)s wins the game."),
    "game_shared_backwards": _("The contractor is out backwards; the game is shared: %(sides)s."),
}

TELLINGS: Final[dict[str, str | _StrPromise]] = {
    f"five_hundred.tell.{name}": sentence for name, sentence in _TELLINGS.items()
}
"""The sentences of a hand told line by line; a line may also be one of the faults in MESSAGES."""

SHOWN: Final[dict[str, dict[str, Shown]]] = {
    "five_hundred.contract_mismatch": {"expected": Names.contract, "claimed": Names.contract},
    "five_hundred.play_wrong_leader": {"expected": Names.seat},
    "five_hundred.trick_winner_mismatch": {"expected": Names.seat, "claimed": Names.seat},
    "five_hundred.dealer_rotation": {"expected": Names.seat},
}
"""What a parameter is where its name does not say it."""
