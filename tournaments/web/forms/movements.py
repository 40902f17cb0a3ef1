"""What an organiser knows at the door."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.movements.advice import LONGEST_EVENING
from tournaments.set_up import LONGEST_ROUND

MOST_ENTRIES = 2000


class EveningForm(forms.Form):
    """Who comes and how long there is; nothing has to be answered."""

    entries = forms.IntegerField(min_value=1, max_value=MOST_ENTRIES, required=False)
    minutes = forms.IntegerField(
        label=_("Minutes for the whole evening"), min_value=1, max_value=LONGEST_EVENING, required=False
    )
    round_minutes = forms.IntegerField(
        label=_("Minutes for a round, with moving"), min_value=1, max_value=LONGEST_ROUND, required=False
    )
