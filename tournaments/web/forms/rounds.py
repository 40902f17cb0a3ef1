"""Small forms of the director's desk."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Publication
from tournaments.web.forms.reasons import PublicReason


class ClockForm(forms.Form):
    """How long the round is to last."""

    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=1440)


class CallingTimeForm(forms.Form):
    """Why time is called, where that is to be said."""

    # Where a later draw is kept all the same, the draw is marked with it.
    reason = PublicReason(help_text=_("If it is not just that time is up."), required=False)


class PublicationForm(forms.Form):
    """How standings are published."""

    kind = forms.ChoiceField(
        label=_("What are they?"),
        choices=[
            (Publication.Kind.PROVISIONAL.value, _("Provisional: may still change")),
            (Publication.Kind.FINAL.value, _("Final: the tournament is finished")),
        ],
        initial=Publication.Kind.PROVISIONAL.value,
        widget=forms.RadioSelect,
    )
    reason = PublicReason(
        label=_("A line to go with them"),
        help_text=_("For example what has changed since the last ones."),
        required=False,
    )


class WithoutKeyingForm(PublicationForm):
    """How standings are published where score sheets are to be keyed twice."""

    without_keying = forms.BooleanField(
        label=_("Final, although score sheets are not keyed twice: say why above"), required=False
    )


class FirstStarterForm(forms.Form):
    """The seat that the table's own cut chose."""

    seat = forms.IntegerField(min_value=0, max_value=5)
