"""What is wrong with a round of Fives and Threes, and a round told line by line, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from gameplay.messages.naming import Names, Shown, whole
from gameplay.rules.fives_threes import codes

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MESSAGES: Final[dict[str, str | _StrPromise]] = {
    codes.SCHEMA: _("%(field)s is missing, does not belong here or has the wrong form (expected: %(expected)s)."),
    codes.RULES: _("The option %(option)s is unknown or has a value that the game does not offer."),
    codes.PLAYERS: _("Fives and Threes is for two, three or four players."),
    codes.SEAT: _("There is no seat %(seat)s at this table; seats are numbered from 0 to %(last)s."),
    codes.TILE: _("%(tile)s is not a tile; write a tile as two numbers from 0 to 6, for example 3-5."),
    codes.SCORE_RANGE: _("%(side)s cannot stand at %(score)s; scores run from 0 to %(target)s."),
    codes.ROUND_AFTER_MATCH: _("The game is over already: a side has reached the target."),
    codes.OPENER_ROTATION: _("%(expected)s opens this round, not %(claimed)s."),
    codes.POINTS_RANGE: _("%(side)s has %(points)s points; points are never taken away."),
    codes.POINTS_UNREACHABLE: _("%(side)s cannot make %(points)s points in one round; %(largest)s is the most."),
    codes.OVER_TARGET: _("%(side)s would stand at %(score)s, and nobody may pass %(target)s."),
    codes.TWO_WINNERS: _("Only one side can reach %(target)s, since the game stops at once."),
    codes.OUT_WITHOUT_POINT: _(
        "%(side)s went out and must have at least %(bonus)s: up to a score of %(floor)s nothing can be refused."
    ),
    codes.EVENT_AFTER_WIN: _("The game was won before this event; nothing is booked after that."),
    codes.EVENT_AFTER_OUT: _("The round was over before this event: the last tile had been played."),
    codes.SUM_UNREACHABLE: _("The open ends can never count %(sum)s."),
    codes.EVENT_SUM_MISMATCH: _("Open ends of %(sum)s give %(expected)s here, not %(points)s."),
    codes.EVENT_UNREACHABLE: _("No single tile can give %(points)s points here."),
    codes.EVENTS_TOO_MANY: _("%(seat)s has more events than the %(hand_size)s tiles it was dealt."),
    codes.DEAL_DUPLICATE: _("The tile %(tile)s was dealt twice."),
    codes.DEAL_SIZE: _("%(seat)s was dealt %(dealt)s tiles instead of %(hand_size)s."),
    codes.PLAY_AFTER_END: _("The round was over before this play."),
    codes.TURN: _("It is the turn of %(expected)s, not of %(seat)s."),
    codes.TURN_EMPTY: _("%(seat)s has no tiles left and is passed over."),
    codes.KNOCK_ABLE: _("%(seat)s may not knock, since %(tile)s can be played."),
    codes.NOT_HELD: _("%(seat)s does not hold %(tile)s."),
    codes.NO_FIT: _("%(tile)s does not fit there."),
    codes.END_REQUIRED: _("%(tile)s fits both ends with different results; say which end it was played to."),
    codes.CLAIM_MISMATCH: _("This play is worth %(expected)s, not %(claimed)s."),
    codes.ACCEPT_OVER: _("%(points)s points on %(score)s would pass %(target)s, so they are refused as a whole."),
    codes.REJECT_UNDER: _("%(points)s points on %(score)s do not pass %(target)s, so they must be counted."),
    codes.ROUND_UNFINISHED: _("The round is not over: %(seat)s can still play."),
    codes.END_MISMATCH: _(
        "How the round ended does not agree with the rest: the record says %(claimed)s, it should say %(expected)s."
    ),
    codes.POINTS_MISMATCH: _("%(side)s made %(expected)s points, not %(claimed)s."),
    codes.SCORES_AFTER_MISMATCH: _("%(side)s stands at %(expected)s after the round, not %(claimed)s."),
    codes.WINNER_MISMATCH: _("The game is won by %(expected)s, not by %(claimed)s."),
}

_TELLINGS: Final[dict[str, str | _StrPromise]] = {
    "opens": _("%(seat)s opens."),
    "before": _("Before the round: %(scores)s. The target is %(target)s."),
    "laid": _("%(number)s. %(seat)s lays %(tile)s; the ends count %(ends)s."),
    "knocked": _("%(number)s. %(seat)s knocks: no tile fits."),
    "partner_plays_on": _("%(seat)s is out; the partner plays on."),
    "event": _("%(number)s. %(seat)s books %(points)s."),
    "event_of_sum": _("%(number)s. %(seat)s books %(points)s for ends of %(sum)s."),
    "went_out_with_it": _("%(seat)s goes out with it."),
    "out_point": _("Going out earns %(bonus)s more."),
    "nothing": _("That earns nothing."),
    "counted": _("That counts: %(score)s + %(points)s = %(total)s."),
    "refused": _("Refused as a whole: %(score)s + %(points)s would pass %(target)s."),
    "line": _("The line: %(tiles)s"),
    "went_out": _("%(side)s went out."),
    "blocked": _("Blocked: nobody who holds tiles can play. Tiles left over do not count."),
    "points": _("Points of the round: %(points)s."),
    "scores": _("After the round: %(scores)s."),
    "won": _("%(side)s won with exactly %(target)s."),
}

TELLINGS: Final[dict[str, str | _StrPromise]] = {
    f"fives_threes.tell.{name}": sentence for name, sentence in _TELLINGS.items()
}
"""The sentences of a round told line by line; a line may also be one of the faults in MESSAGES."""

SHOWN: Final[dict[str, dict[str, Shown]]] = {
    codes.SCHEMA: {"expected": whole},
    codes.OPENER_ROTATION: {"expected": Names.seat, "claimed": Names.seat},
    codes.TURN: {"expected": Names.seat},
    codes.END_MISMATCH: {"expected": Names.end, "claimed": Names.end},
    codes.WINNER_MISMATCH: {"expected": Names.side, "claimed": Names.side},
    "fives_threes.tell.line": {"tiles": whole},
}
"""What a parameter is where its name does not say it."""
