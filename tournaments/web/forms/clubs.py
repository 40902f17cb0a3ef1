"""Forms for a club and the roles in it."""

from __future__ import annotations

import zoneinfo

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import ClubRole

HOME_ZONE = "Europe/London"


def time_zone_choices() -> list[tuple[str, str]]:
    """Return the places of the tz database, as people read them."""
    places = (name for name in zoneinfo.available_timezones() if "/" in name and not name.startswith("Etc/"))
    return [("UTC", "UTC"), *((name, name.replace("_", " ")) for name in sorted(places))]


class ClubForm(forms.Form):
    """A new club, or the settings of one."""

    name = forms.CharField(label=_("Name of the club"), max_length=120)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zone_choices,
        initial=HOME_ZONE,
        help_text=_("The place whose clock hangs in your hall."),
    )


def _role_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Role"),
        choices=[
            (ClubRole.Role.SCORER.value, _("Scorer: enters hands at any table")),
            (ClubRole.Role.DIRECTOR.value, _("Director: also runs rounds, corrects and publishes")),
            (ClubRole.Role.ORGANISER.value, _("Organiser: also sets up tournaments and gives roles")),
        ],
        widget=forms.RadioSelect,
        initial=ClubRole.Role.DIRECTOR.value,
    )


class RoleForm(forms.Form):
    """A role for somebody who has an account."""

    username = forms.CharField(label=_("User name"), max_length=150)
    role = _role_field()


class InvitationForm(forms.Form):
    """A role for somebody who may have no account yet."""

    prefix = "invite"
    note = forms.CharField(
        label=_("Whom it is for"), max_length=80, required=False, help_text=_("A note for yourself, such as a name.")
    )
    role = _role_field()


class SignUpForm(forms.Form):
    """A new account."""

    username = forms.CharField(label=_("User name"), max_length=150, help_text=_("With it you log in."))
    password = forms.CharField(
        label=_("Password"),
        max_length=1024,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least eight characters, not only digits."),
    )
    again = forms.CharField(
        label=_("The password again"),
        max_length=1024,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_again(self) -> str:
        """Return the password if it was typed the same twice."""
        again: str = self.cleaned_data["again"]
        if again != self.cleaned_data.get("password"):
            raise forms.ValidationError(_("The two passwords differ."))
        return again
