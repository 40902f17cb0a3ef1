"""Pages that follow what happens: which version they show, that nothing has changed, and where the stream is.

A page shows where its ``data-live`` parts are, and includes ``components/_live.html``. What it shows may hang on what
the log tells of, on who reads it, on the language and on the minute, and on nothing else.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from csp.constants import SELF
from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.crypto import salted_hmac

from tournaments.selectors.live import LiveVersion, version_of_round, version_of_tournament

KEPT_SECONDS = 90
"""So long a page is kept for all who have not logged in. A version comes once, so what is kept is never out of date."""

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Live:
    """What a page has to know to follow: ``port`` is where the stream is, 0 the page's own, None nowhere."""

    slug: str
    version: str
    port: int | None


def live(*, shows_time: bool = False) -> Callable[[View], View]:
    """Let a view of a tournament (``slug``) or of a round (``round_id``) be asked again for next to nothing.

    ``shows_time``: what it shows hangs on the minute too, as where a clock runs.
    """

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def answered(request: HttpRequest, **where: Any) -> HttpResponseBase:
            now = version_of_round(where["round_id"]) if "round_id" in where else version_of_tournament(where["slug"])
            if now is None:
                return view(request, **where)
            request.live = Live(now.slug, now.version, settings.LIVE_PORT)  # type: ignore[attr-defined]
            return _let_listen(request, _answer(request, now, shows_time, functools.partial(view, request, **where)))

        return answered

    return decorate


def _answer(
    request: HttpRequest, now: LiveVersion, shows_time: bool, shown: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    if len(messages.get_messages(request)):
        # It is said once, and stands on no page that is asked for again.
        return shown()
    etag = _etag(request, now, shows_time)
    unchanged: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    answer = unchanged or (shown() if shows_time else _kept(request, etag, shown))
    if answer.status_code in {200, 304}:
        answer.headers["ETag"] = etag
        patch_vary_headers(answer, ("Cookie",))
        # A page with a clock tells the time at which it was made, and must not come out of a store.
        patch_cache_control(answer, private=True, no_cache=True, **({"no_store": True} if shows_time else {}))
    return answer


def _kept(request: HttpRequest, etag: str, shown: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Return the page, which is made once for all who have not logged in."""
    if request.COOKIES.keys() & {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME}:
        return shown()
    key = f"page:{etag}"
    body = cache.get(key)
    if body is not None:
        return HttpResponse(body)
    answer = shown()
    # What is made for one browser alone, such as the token of a form, is not for the next one.
    is_for_all = not answer.cookies and not request.META.get("CSRF_COOKIE_NEEDS_UPDATE")
    if isinstance(answer, HttpResponse) and answer.status_code == 200 and is_for_all:
        cache.set(key, answer.content, KEPT_SECONDS)
    return answer


def _etag(request: HttpRequest, now: LiveVersion, shows_time: bool) -> str:
    """Return what tells one page from another. Nobody can make one up, so it needs no rights to ask by it."""
    cookies = (request.COOKIES.get(name, "") for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME))
    minute = f"{timezone.now():%Y%m%d%H%M}" if shows_time else ""
    # What is said of a page to messengers names the address at which it was reached.
    address = request.build_absolute_uri()
    parts = (now.version, address, translation.get_language(), minute, *cookies, _release())
    return f'"{salted_hmac("live page", "|".join(map(str, parts))).hexdigest()[:24]}"'


@functools.cache
def _release() -> float:
    """Return when the files that pages are made of were last changed: another release makes other pages."""
    root = Path(settings.BASE_DIR)
    folders = (root / name for name in ("templates", "static", "locale", "tournaments", "gameplay"))
    return max(file.stat().st_mtime for folder in folders for file in folder.rglob("*.*") if file.suffix != ".pyc")


def _let_listen(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
    """Allow the page to listen to the stream on its other port, under whatever name the page itself was reached."""
    if settings.LIVE_PORT:
        host = re.sub(r":\d+$", "", request.get_host())
        sources = [SELF, f"{request.scheme}://{host}:{settings.LIVE_PORT}"]
        answer._csp_update = {"connect-src": sources}  # type: ignore[attr-defined]  # noqa: SLF001 - how django-csp is told
    return answer
