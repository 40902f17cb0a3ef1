"""What is refused when something is to be undone, or a tournament taken back to where it was."""

from __future__ import annotations

from typing import Any

from gameplay.errors import Invalid, StateConflict, gettext_noop


class ActUndone(StateConflict):
    code = "undo.undone_already"
    template = gettext_noop("This has been undone already.")


class BuiltOn(StateConflict):
    """``since`` says what happened since, each as code and detail."""

    code = "undo.built_on"
    template = gettext_noop("This cannot be undone any more, because of what was done since. %(first)s")

    def __init__(self, since: list[dict[str, Any]]) -> None:
        super().__init__(first=since[0]["detail"])
        self.since = since


class NothingDrawn(StateConflict):
    code = "restore.nothing_drawn"
    template = gettext_noop("Round %(number)s is not drawn, so there is nothing to go back from.")


class LossesNotTyped(Invalid):
    code = "restore.not_typed"
    template = gettext_noop("Hands are thrown away. Type the number of the round, %(number)s, to confirm that.")
