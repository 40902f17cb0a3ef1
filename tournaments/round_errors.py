"""What is refused when a round that is in play, or was, is to be changed."""

from __future__ import annotations

from typing import Any

from gameplay.errors import Invalid, StateConflict, gettext_noop


class ReasonNeeded(Invalid):
    code = "change.reason_missing"
    template = gettext_noop("Say why: whoever looks at the round later will ask.")


class TableRuled(StateConflict):
    code = "table.ruled"
    template = gettext_noop("Table %(number)s has been decided by the director. Take that back first.")


class TableNotRuled(StateConflict):
    code = "table.not_ruled"
    template = gettext_noop("Table %(number)s has not been decided by the director.")


class EntryNotAtTable(StateConflict):
    code = "table.entry_not_there"
    template = gettext_noop("%(name)s does not sit at table %(number)s.")


class NoOpenTable(StateConflict):
    code = "entry.no_open_table"
    template = gettext_noop("%(name)s has no unfinished table.")


class NoTableInPlay(StateConflict):
    code = "round.no_table_in_play"
    template = gettext_noop("No table of round %(number)s is still in play.")


class PlayerNotAtTable(StateConflict):
    code = "table.player_not_there"
    template = gettext_noop("That player does not sit at table %(number)s.")


class NotASubstitute(StateConflict):
    code = "table.not_a_substitute"
    template = gettext_noop("That player is no substitute at this table, or is no more.")


class AbsenceAnnounced(StateConflict):
    code = "entry.absence_announced"
    template = gettext_noop("It is said already that this entry misses round %(number)s.")


class AbsenceNotAnnounced(StateConflict):
    code = "entry.absence_not_announced"
    template = gettext_noop("Nobody has said that this entry misses round %(number)s.")


class EntrySeatedAlready(StateConflict):
    code = "round.entry_seated"
    template = gettext_noop("%(name)s sits at a table of this round already.")


class LossesChanged(StateConflict):
    code = "round.losses_changed"
    template = gettext_noop("Something was entered since you looked at what would be lost. Look again.")


class SatElsewhere(StateConflict):
    code = "entry.sat_elsewhere"
    template = gettext_noop("%(name)s sat at table %(table)s in round %(number)s, so they cannot have been here too.")


class NobodySeated(StateConflict):
    code = "round.nobody_seated"
    template = gettext_noop("Neither of the two has a table in this round.")


class EntryHasTable(StateConflict):
    code = "round.entry_has_table"
    template = gettext_noop("%(name)s had a table in this round. Mend the seats, or the decision on that table.")


class LaterRoundPlayed(StateConflict):
    code = "round.later_round_played"
    template = gettext_noop("Round %(number)s has been published since. Take that one back first.")


class RoundTakenBack(StateConflict):
    code = "round.taken_back"
    template = gettext_noop("Round %(number)s was taken back. Its hands are kept, but can be changed no more.")


class MeetingForbidden(StateConflict):
    code = "draw.meeting_forbidden"
    template = gettext_noop("These two must not meet already.")


class MeetingNotForbidden(StateConflict):
    code = "draw.meeting_not_forbidden"
    template = gettext_noop("These two may meet.")


class PromisesBroken(StateConflict):
    """``remarks`` are what a change makes worse, or a draft breaks, with codes and params, as draws keep them."""

    code = "draw.promises_broken"
    template = gettext_noop(
        "This breaks what was promised or arranged (%(codes)s). Say why it is to be so all the same."
    )

    def __init__(self, remarks: list[dict[str, Any]]) -> None:
        super().__init__(codes=", ".join(remark["code"] for remark in remarks))
        self.remarks = remarks


class DrawCancelled(StateConflict):
    code = "draw.cancelled"
    template = gettext_noop("This draw was called off before it was made.")


class DrawGivenUp(StateConflict):
    code = "draw.given_up"
    template = gettext_noop(
        "This draw was begun %(attempts)s times and never came to its end. That has been logged; ask who runs this "
        "installation."
    )


class DrawEnded(StateConflict):
    code = "draw.ended"
    template = gettext_noop("This draw has been made, or has failed, already.")
