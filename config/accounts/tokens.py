"""The page of one's own tokens: listed, made and revoked; what it shows of a new one it shows once."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from knox.models import AuthToken

from config import tokens
from tournaments.actors import Scope
from tournaments.web.actors import actor_of
from tournaments.web.refusals import attempt, attempt_button, page

SCOPES = {
    Scope.READ.value: gettext_lazy("Reads only"),
    Scope.ENTER.value: gettext_lazy("Also enters hands"),
    Scope.RUN.value: gettext_lazy("Also runs rounds, corrects and publishes"),
    Scope.ALL.value: gettext_lazy("All that you may do yourself"),
}


class TokenForm(forms.Form):
    """A new token."""

    name = forms.CharField(
        label=gettext_lazy("Where it is used"),
        max_length=80,
        help_text=gettext_lazy("Such as: score phone of hall B."),
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("What it is good for"),
        choices=list(SCOPES.items()),
        widget=forms.RadioSelect,
        initial=Scope.ENTER.value,
        help_text=gettext_lazy("Never more than what you may do yourself."),
    )
    expires_in_days = forms.TypedChoiceField(
        label=gettext_lazy("How long"),
        choices=[
            (7, gettext_lazy("A week")),
            (30, gettext_lazy("A month")),
            (90, gettext_lazy("Three months")),
            (365, gettext_lazy("A year")),
            ("", gettext_lazy("Until it is revoked")),
        ],
        coerce=int,
        empty_value=None,
        required=False,
        initial=90,
    )


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
@page
def own_tokens(request: HttpRequest) -> HttpResponse:
    """Show one's tokens, and make one; whoever does so shows who they are, as for a log-in."""
    form = TokenForm(request.POST or None)
    made = None
    if form.is_valid() and isinstance(request.user, User):
        user, given = request.user, form.cleaned_data
        made = attempt(form, lambda: tokens.make_token(actor=actor_of(request), user=user, now=timezone.now(), **given))
    now = timezone.now()
    rows = [
        (row, SCOPES[_scope_of(row)], row.expiry is not None and row.expiry <= now)
        for row in tokens.tokens_of(request.user)
    ]
    context = {"rows": rows, "made": made, "form": form if made is None else TokenForm()}
    return render(request, "account/tokens.html", context)


@require_POST
@login_required
@page
def revoke(request: HttpRequest, key: str) -> HttpResponse:
    """Revoke one of one's own tokens."""
    attempt_button(
        request,
        lambda: tokens.revoke_token(actor=actor_of(request), key=key, now=timezone.now()),
        done=_("The token is revoked: it opens nothing any more."),
    )
    return redirect("own-tokens")


def _scope_of(row: AuthToken) -> str:
    # One that was made before tokens had terms.
    return row.terms.scope if hasattr(row, "terms") else Scope.ALL.value
