"""What is refused when sides are to agree to what is in the books."""

from __future__ import annotations

from gameplay.errors import StateConflict, gettext_noop


class AgreementNotAsked(StateConflict):
    code = "agreement.not_asked"
    template = gettext_noop("This tournament does not ask the sides to agree to hands.")


class AgreementByDirector(StateConflict):
    code = "agreement.by_director"
    template = gettext_noop("In this tournament the director confirms the tables.")


class AgreementNotYet(StateConflict):
    code = "agreement.table_unfinished"
    template = gettext_noop("Table %(number)s is agreed to as a whole, when its last hand is in.")


class HandsChanged(StateConflict):
    """Some record that was to be agreed to does not count (any more), or one of the table is not among them."""

    code = "agreement.hands_changed"
    template = gettext_noop("What you agree to is not what is in the books any more. Look again.")


class RoundNotAgreed(StateConflict):
    """``numbers`` are those of the tables that are missing."""

    code = "round.not_agreed"
    template = gettext_noop(
        "The round cannot be closed, the results of these tables are not agreed: %(numbers)s. Wait for them, confirm "
        "them, or say why it is closed all the same."
    )

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(numbers=", ".join(str(number) for number in numbers))
        self.numbers = numbers


class NothingDisputed(StateConflict):
    code = "dispute.same_hand"
    template = gettext_noop("That is what is in the books. If it is right, agree to it.")


class PostSettled(StateConflict):
    code = "post.settled"
    template = gettext_noop("The director has settled this already.")
