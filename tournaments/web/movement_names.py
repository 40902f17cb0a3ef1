"""What the movements are called."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

_NAMES = {
    "round_robin": _("Round robin"),
    "double_round_robin": _("Double round robin"),
    "individual": _("Changing partners"),
    "whist": _("Whist cycle"),
    "swiss": _("Swiss"),
    "monrad": _("Monrad"),
    "danish": _("Danish"),
    "knockout": _("Knock-out"),
    "progressive": _("Progressive"),
    "mitchell": _("Mitchell"),
    "howell": _("Howell"),
    "reduced_howell": _("Reduced Howell"),
    "mixed": _("Changing partners, nobody sits out"),
    "pods": _("Tables by score"),
}


def movement_name(name: str) -> str:
    """Return what a movement is called; one without a name of its own is called as the API calls it."""
    return str(_NAMES.get(name, name.replace("_", " ").capitalize()))
