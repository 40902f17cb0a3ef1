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


class RoleForm(forms.Form):
    """A role for somebody who has an account."""

    username = forms.CharField(label=_("User name"), max_length=150)
    role = forms.ChoiceField(
        label=_("Role"),
        choices=[
            (ClubRole.Role.SCORER.value, _("Scorer: enters hands at any table")),
            (ClubRole.Role.DIRECTOR.value, _("Director: also runs rounds, corrects and publishes")),
            (ClubRole.Role.ORGANISER.value, _("Organiser: also sets up tournaments and gives roles")),
        ],
        widget=forms.RadioSelect,
        initial=ClubRole.Role.DIRECTOR.value,
    )
