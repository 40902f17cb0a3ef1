"""The faults that a record of Five Hundred can have, in the order in which the stages find them (rules C4)."""

from __future__ import annotations

from typing import Literal, get_args

from gameplay.rules.kinds import Violation

NAME = "five_hundred"

Fault = Literal[
    "schema",
    "rules",
    "seat",
    "bid_unknown",
    "misere_off",
    "blind_misere_off",
    "sans_kitty_off",
    "called_partner",
    "card",
    "deal_foreign",
    "deal_duplicate",
    "deal_size",
    "deal_deck_mismatch",
    "call_after_end",
    "raise_own",
    "call_after_pass",
    "call_out_of_turn",
    "bid_too_low",
    "misere_before_seven",
    "blind_after_look",
    "auction_open",
    "contract_mismatch",
    "passed_in_with_result",
    "discard_count",
    "discard_not_held",
    "discard_sans_kitty",
    "suit",
    "nomination_in_trumps",
    "nomination_not_held",
    "play_too_many",
    "play_incomplete",
    "play_inactive",
    "misere_joker_unnominated",
    "play_wrong_leader",
    "trick_size",
    "play_not_held",
    "play_revoke",
    "joker_while_able",
    "joker_forced",
    "joker_lead_too_early",
    "joker_lead_suit_missing",
    "joker_lead_suit_used",
    "joker_suit_unexpected",
    "trick_winner_mismatch",
    "open_not_exposed",
    "tricks_range",
    "tricks_sum",
    "tricks_mismatch",
    "score_before_missing",
    "points_mismatch",
    "score_after_mismatch",
    "dealer_rotation",
    "hand_after_game_end",
]

CODES: tuple[str, ...] = tuple(f"{NAME}.{name}" for name in get_args(Fault))


def fault(name: Fault, path: str = "", **params: object) -> Violation:
    """Return the violation named ``name`` at ``path``, with what its sentence needs."""
    return Violation(f"{NAME}.{name}", path, params)
