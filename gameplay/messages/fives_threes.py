"""What is wrong with a round of Fives and Threes, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from gameplay.rules.fives_threes import codes

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MESSAGES: Final[dict[str, str | _StrPromise]] = {
    codes.SCHEMA: _("%(field)s is missing, does not belong here or has the wrong form (expected: %(expected)s)."),
    codes.RULES: _("The option %(option)s is unknown or has a value that the game does not offer."),
    codes.PLAYERS: _("Fives and Threes is for two, three or four players."),
    codes.SEAT: _("There is no seat %(seat)s at this table; seats are numbered from 0 to %(last)s."),
    codes.TILE: _("%(tile)s is not a tile; write a tile as two numbers from 0 to 6, for example 3-5."),
    codes.SCORE_RANGE: _("Side %(side)s cannot stand at %(score)s; scores run from 0 to %(target)s."),
    codes.ROUND_AFTER_MATCH: _("The game is over already: a side has reached the target."),
    codes.OPENER_ROTATION: _("Seat %(expected)s opens this round, not seat %(claimed)s."),
    codes.POINTS_RANGE: _("Side %(side)s has %(points)s points; points are never taken away."),
    codes.POINTS_UNREACHABLE: _("Side %(side)s cannot make %(points)s points in one round; %(largest)s is the most."),
    codes.OVER_TARGET: _("Side %(side)s would stand at %(score)s, and nobody may pass %(target)s."),
    codes.TWO_WINNERS: _("Only one side can reach %(target)s, since the game stops at once."),
    codes.OUT_WITHOUT_POINT: _(
        "Side %(side)s went out and must have at least %(bonus)s: up to a score of %(floor)s nothing can be refused."
    ),
    codes.EVENT_AFTER_WIN: _("The game was won before this event; nothing is booked after that."),
    codes.EVENT_AFTER_OUT: _("The round was over before this event: the last tile had been played."),
    codes.SUM_UNREACHABLE: _("The open ends can never count %(sum)s."),
    codes.EVENT_SUM_MISMATCH: _("Open ends of %(sum)s give %(expected)s here, not %(points)s."),
    codes.EVENT_UNREACHABLE: _("No single tile can give %(points)s points here."),
    codes.EVENTS_TOO_MANY: _("Seat %(seat)s has more events than the %(hand_size)s tiles it was dealt."),
    codes.DEAL_DUPLICATE: _("The tile %(tile)s was dealt twice."),
    codes.DEAL_SIZE: _("Seat %(seat)s was dealt %(dealt)s tiles instead of %(hand_size)s."),
    codes.PLAY_AFTER_END: _("The round was over before this play."),
    codes.TURN: _("It is the turn of seat %(expected)s, not of seat %(seat)s."),
    codes.TURN_EMPTY: _("Seat %(seat)s has no tiles left and is passed over."),
    codes.KNOCK_ABLE: _("Seat %(seat)s may not knock, since %(tile)s can be played."),
    codes.NOT_HELD: _("Seat %(seat)s does not hold %(tile)s."),
    codes.NO_FIT: _("%(tile)s does not fit there."),
    codes.END_REQUIRED: _("%(tile)s fits both ends with different results; say which end it was played to."),
    codes.CLAIM_MISMATCH: _("This play is worth %(expected)s, not %(claimed)s."),
    codes.ACCEPT_OVER: _("%(points)s points on %(score)s would pass %(target)s, so they are refused as a whole."),
    codes.REJECT_UNDER: _("%(points)s points on %(score)s do not pass %(target)s, so they must be counted."),
    codes.ROUND_UNFINISHED: _("The round is not over: seat %(seat)s can still play."),
    codes.END_MISMATCH: _("The way the round ended does not agree with the rest: %(claimed)s, expected %(expected)s."),
    codes.POINTS_MISMATCH: _("Side %(side)s made %(expected)s points, not %(claimed)s."),
    codes.SCORES_AFTER_MISMATCH: _("Side %(side)s stands at %(expected)s after the round, not %(claimed)s."),
    codes.WINNER_MISMATCH: _("The winner is %(expected)s, not %(claimed)s (sides; - for nobody)."),
}
