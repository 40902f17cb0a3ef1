"""Which language a reader gets: what the address says, else what was chosen once, else what the browser asks for."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

PARAMETER = "language"
"""In an address it holds for that page alone: a screen in the hall, a print for guests."""


def language_of(request: HttpRequest) -> str:
    """Return the language in which a request is answered."""
    named = request.GET.get(PARAMETER)
    return named if named in _codes() else translation.get_language_from_request(request)


# A stranger's page could at most change the language; and with a token in it no page could be kept in a cache.
@csrf_exempt
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Remember the language in a cookie, and go back to the page; without one that there is, only go back."""
    answer = HttpResponseRedirect(_page(request))
    chosen = request.POST.get(PARAMETER)
    if chosen in _codes():
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            chosen,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite="Lax",
        )
    return answer


def _codes() -> list[str]:
    return [code for code, _ in settings.LANGUAGES]


def _page(request: HttpRequest) -> str:
    """Return where the choice was made, without the language that the address may have named."""
    page = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure()):
        return reverse("home")
    parts = urlsplit(page)
    rest = [(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if name != PARAMETER]
    return urlunsplit(parts._replace(query=urlencode(rest)))
