"""What is refused when score sheets are keyed a second time."""

from __future__ import annotations

from gameplay.errors import NotPermitted, StateConflict, gettext_noop


class KeyedBlind(NotPermitted):
    """Whoever keys a sheet a second time sees and changes nothing of its table until the sheet is handed in."""

    code = "keying.blind"
    template = gettext_noop(
        "You are keying a score sheet of this table a second time. Until it is handed in or given back, what is in the "
        "books is not shown to you."
    )


class KeyedByTheSame(NotPermitted):
    code = "keying.same_person"
    template = gettext_noop("You have entered hands of table %(number)s yourself. Somebody else keys it a second time.")


class NobodyKeys(NotPermitted):
    """Keying needs somebody with an account: two different people are to do it."""

    code = "keying.no_account"
    template = gettext_noop("Only somebody who is logged in can key score sheets a second time.")


class SheetTaken(StateConflict):
    code = "keying.sheet_taken"
    template = gettext_noop("The sheet of table %(number)s is keyed by somebody already.")


class NoSheetLeft(StateConflict):
    code = "keying.none_left"
    template = gettext_noop("There is no sheet of this round left that you could key.")


class SheetHandedIn(StateConflict):
    code = "keying.handed_in"
    template = gettext_noop("The sheet of table %(number)s is handed in already.")


class SheetUnfinished(StateConflict):
    """Hands are still to come by what was keyed; ``said`` has to say that the sheet has no more."""

    code = "keying.unfinished"
    template = gettext_noop(
        "By what you have keyed, hand %(number)s is still to come. Key it, or say that the sheet has no more hands."
    )


class SheetWaits(StateConflict):
    """The first keying has not come to this game, so that there is nothing that it could be laid beside."""

    code = "keying.leg_not_open"
    template = gettext_noop("Leg %(leg)s of this table is not in the books yet. Hand the sheet in as far as it goes.")


class PostHasNoHand(StateConflict):
    code = "post.no_hand"
    template = gettext_noop(
        "The second sheet has no such hand, so there is nothing to put in its place. Correct the hand before it, or "
        "let what is in the books stand."
    )


class RoundNotKeyed(StateConflict):
    """``numbers`` are those of the tables whose sheets are not keyed twice, or with differences not ruled."""

    code = "round.not_keyed"
    template = gettext_noop(
        "The round cannot be closed, the score sheets of these tables are not keyed twice and ruled: %(numbers)s. "
        "Wait for them, or say why it is closed all the same."
    )

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(numbers=", ".join(str(number) for number in numbers))
        self.numbers = numbers


class FinalNotKeyed(StateConflict):
    code = "publication.not_keyed"
    template = gettext_noop(
        "Before the standings are final, the score sheets of round %(number)s have to be keyed twice and ruled; "
        "missing are tables %(tables)s. Or publish them without that, and say why."
    )
