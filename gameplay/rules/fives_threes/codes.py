"""The codes of everything that can be wrong with a round of Fives and Threes, in the order of the stages (rules C7).

The codes are permanent: clients and stored audits rely on them.
"""

from __future__ import annotations

from typing import Final

SCHEMA: Final = "fives_threes.schema"
RULES: Final = "fives_threes.rules"
PLAYERS: Final = "fives_threes.players"
SEAT: Final = "fives_threes.seat"
TILE: Final = "fives_threes.tile"
SCORE_RANGE: Final = "fives_threes.score_range"
ROUND_AFTER_MATCH: Final = "fives_threes.round_after_match"
OPENER_ROTATION: Final = "fives_threes.opener_rotation"
POINTS_RANGE: Final = "fives_threes.points_range"
POINTS_UNREACHABLE: Final = "fives_threes.points_unreachable"
OVER_TARGET: Final = "fives_threes.over_target"
TWO_WINNERS: Final = "fives_threes.two_winners"
OUT_WITHOUT_POINT: Final = "fives_threes.out_without_point"
EVENT_AFTER_WIN: Final = "fives_threes.event_after_win"
EVENT_AFTER_OUT: Final = "fives_threes.event_after_out"
SUM_UNREACHABLE: Final = "fives_threes.sum_unreachable"
EVENT_SUM_MISMATCH: Final = "fives_threes.event_sum_mismatch"
EVENT_UNREACHABLE: Final = "fives_threes.event_unreachable"
EVENTS_TOO_MANY: Final = "fives_threes.events_too_many"
DEAL_DUPLICATE: Final = "fives_threes.deal_duplicate"
DEAL_SIZE: Final = "fives_threes.deal_size"
PLAY_AFTER_END: Final = "fives_threes.play_after_end"
TURN: Final = "fives_threes.turn"
TURN_EMPTY: Final = "fives_threes.turn_empty"
KNOCK_ABLE: Final = "fives_threes.knock_able"
NOT_HELD: Final = "fives_threes.not_held"
NO_FIT: Final = "fives_threes.no_fit"
END_REQUIRED: Final = "fives_threes.end_required"
CLAIM_MISMATCH: Final = "fives_threes.claim_mismatch"
ACCEPT_OVER: Final = "fives_threes.accept_over"
REJECT_UNDER: Final = "fives_threes.reject_under"
ROUND_UNFINISHED: Final = "fives_threes.round_unfinished"
END_MISMATCH: Final = "fives_threes.end_mismatch"
POINTS_MISMATCH: Final = "fives_threes.points_mismatch"
SCORES_AFTER_MISMATCH: Final = "fives_threes.scores_after_mismatch"
WINNER_MISMATCH: Final = "fives_threes.winner_mismatch"

ALL: Final = tuple(value for name, value in sorted(globals().items()) if name.isupper())
