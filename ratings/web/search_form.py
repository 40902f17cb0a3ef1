"""What is looked for on a rating list."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ratings.selectors.searching import Search

MOST_TABLES = 1_000_000


class SearchForm(forms.Form):
    """Everything may be left open; what cannot be read narrows nothing and is said."""

    name = forms.CharField(label=_("Name, or part of it"), max_length=120, required=False)
    tables = forms.IntegerField(label=_("Tables at the least"), min_value=0, max_value=MOST_TABLES, required=False)
    active = forms.BooleanField(label=_("Without those who are inactive"), required=False)

    @property
    def search(self) -> Search:
        """What was asked, without what cannot be read."""
        self.is_valid()
        values = self.cleaned_data
        return Search(values.get("name") or "", values.get("tables") or 0, bool(values.get("active")))
