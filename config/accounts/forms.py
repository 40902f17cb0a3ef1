"""The form of the log-in."""

from __future__ import annotations

from allauth.account.forms import LoginForm as AllauthLoginForm


class LoginForm(AllauthLoginForm):  # type: ignore[misc]
    """Asks for what browsers keep under these names."""

    def add_prefix(self, field_name: str) -> str:
        """Return the name under which a field is sent."""
        return str(super().add_prefix("username" if field_name == "login" else field_name))
