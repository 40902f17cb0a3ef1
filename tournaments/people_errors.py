"""What is refused when the records of people are merged, anonymised or handed out."""

from __future__ import annotations

from typing import Any

from gameplay.errors import Invalid, StateConflict, gettext_noop


class SamePlayer(Invalid):
    code = "player.same"
    template = gettext_noop("These are the same record already. Choose two.")


class PlayerMerged(StateConflict):
    code = "player.merged"
    template = gettext_noop("This record was merged into another one.")


class PlayerAnonymised(StateConflict):
    code = "player.anonymised"
    template = gettext_noop("This player was anonymised, and nothing about them can be changed any more.")


class MergeImpossible(StateConflict):
    """``reasons`` are sentences that say where the two are two people."""

    code = "player.merge_impossible"
    template = gettext_noop("These cannot be one person. %(first)s")

    def __init__(self, reasons: list[dict[str, Any]]) -> None:
        super().__init__(first=reasons[0]["detail"])
        self.reasons = reasons


class PeopleChanged(StateConflict):
    code = "player.people_changed"
    template = gettext_noop("Something was changed at the clubs of these players meanwhile. Look again.")


class MergeUndone(StateConflict):
    code = "player.merge_undone"
    template = gettext_noop("This merge has been undone already.")


class LaterMerge(StateConflict):
    code = "player.later_merge"
    template = gettext_noop("One of these records was merged again since. Undo that first.")


class PlayerStillPlays(StateConflict):
    code = "player.still_plays"
    template = gettext_noop("This player still plays in %(name)s. Withdraw them, or let somebody else play, first.")


class NumberNotTyped(Invalid):
    code = "player.not_typed"
    template = gettext_noop("This can never be undone. Type the number %(number)s to confirm it.")
