"""What is refused when results are to be corrected that others follow from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplay.errors import Invalid, StateConflict, gettext_noop

if TYPE_CHECKING:
    from tournaments.selectors.consequences import Consequences


class ConsequencesChanged(StateConflict):
    """What was confirmed is not what would be changed; ``consequences`` is the preview of now."""

    code = "change.consequences_changed"
    template = gettext_noop("What this changes is not what you were shown any more. Look again.")

    def __init__(self, consequences: Consequences) -> None:
        super().__init__()
        self.consequences = consequences


class LookFirst(ConsequencesChanged):
    """Nobody has looked at what would be changed, and something follows from it."""

    code = "change.look_first"
    template = gettext_noop(
        "Seats, draws, publications or ratings follow from this, or hands fall away. Look at what it changes first."
    )


class PublicationReasonMissing(Invalid):
    code = "publication.reason_missing"
    template = gettext_noop("What was published as number %(number)s reads otherwise now. Say why.")


class TournamentSealed(StateConflict):
    code = "tournament.sealed"
    template = gettext_noop("The results are sealed: the time for corrections is over.")


class TournamentNotSealed(StateConflict):
    code = "tournament.not_sealed"
    template = gettext_noop("The results are not sealed.")


class DrawUndecided(StateConflict):
    code = "change.draw_undecided"
    template = gettext_noop(
        "Round %(number)s was drawn on the old results. Say whether its draw is kept or made again."
    )


class DrawUnknown(Invalid):
    code = "change.draw_not_affected"
    template = gettext_noop("The draw of round %(number)s does not depend on this.")


class DrawAlreadyPlayed(StateConflict):
    code = "change.draw_played"
    template = gettext_noop("Round %(number)s has begun, so its draw can only be kept as it was played.")


class NotTyped(Invalid):
    code = "change.not_typed"
    template = gettext_noop("To throw the draw of round %(number)s away, type its number.")


class TableMayNotCorrect(StateConflict):
    """The tournament does not let tables correct, the time is over, or more than a hand would change."""

    code = "correction.director_needed"
    template = gettext_noop("This hand cannot be corrected at the table any more. Ask the director.")
