"""What is refused about accounts and invitations."""

from __future__ import annotations

from gameplay.errors import Invalid, NotPermitted, StateConflict, gettext_noop


class InvitationNotValid(NotPermitted):
    code = "invitation.not_valid"
    template = gettext_noop("This invitation has been used, withdrawn or has run out. Ask for a new one.")


class InvitationOver(StateConflict):
    code = "invitation.over"
    template = gettext_noop("This invitation has been used or withdrawn already.")


class UsernameTaken(StateConflict):
    code = "account.name_taken"
    template = gettext_noop("Somebody has the user name %(name)s already. Choose another one.")


class UsernameRefused(Invalid):
    code = "account.name_refused"
    template = gettext_noop("A user name has up to 150 letters, digits and @ . + - _ only.")


class PasswordWeak(Invalid):
    code = "account.password_weak"
    template = gettext_noop("Choose another password: %(reason)s")
