"""Taking a club or a tournament along as a file, and bringing one in: looked at first, then confirmed."""

from __future__ import annotations

import hashlib
import zlib

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.selectors.clubs import get_club
from tournaments.selectors.tournaments import get_tournament
from tournaments.services.exporting import export_club, export_tournament
from tournaments.services.importing import Brought, import_file, preview_import
from tournaments.web.actors import actor_of
from tournaments.web.forms.files import BringForm
from tournaments.web.refusals import attempt, attempt_button, page
from tournaments.web.undoing import say_with_undo

KEPT_SECONDS = 30 * 60
"""How long a file that was looked at waits for its confirmation."""


@require_GET
@never_cache
@page
def club_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand a club out with all of its members and tournaments."""
    club = get_club(slug)
    return _file(export_club(actor=actor_of(request), club_id=club.pk, now=timezone.now()), slug)


@require_GET
@never_cache
@page
def tournament_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand a tournament out with the people concerned."""
    tournament = get_tournament(slug)
    content = export_tournament(actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now())
    return _file(content, slug)


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
@page
def file_bring(request: HttpRequest) -> HttpResponse:
    """Take a file and show what it holds and what of it would come; nothing is changed."""
    form = BringForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        content = form.cleaned_data["file"]
        brought = attempt(form, lambda: preview_import(actor=actor_of(request), content=content, now=timezone.now()))
        if brought is not None:
            sha256 = hashlib.sha256(content).hexdigest()
            cache.set(_key(request, sha256), zlib.compress(content), KEPT_SECONDS)
            context = {"brought": brought, "sha256": sha256}
            return render(request, "tournaments/files/look.html", context)
    return render(request, "tournaments/files/bring.html", {"form": form})


@require_POST
@login_required
@page
def file_confirm(request: HttpRequest, sha256: str) -> HttpResponse:
    """Bring in the file that was looked at."""
    kept = cache.get(_key(request, sha256))
    if kept is None:
        messages.error(request, _("That was a while ago. Choose the file once more."))
        return redirect("file-bring")
    content = zlib.decompress(kept)
    brought: list[Brought] = []
    if not attempt_button(
        request, lambda: brought.append(import_file(actor=actor_of(request), content=content, now=timezone.now()))
    ):
        return redirect("file-bring")
    cache.delete(_key(request, sha256))
    if brought[0].act is None:
        messages.success(request, _("Nothing was new."))
    else:
        say_with_undo(request, _("Everything is there."), brought[0].act)
    return redirect("club", slug=brought[0].club.slug)


def _key(request: HttpRequest, sha256: str) -> str:
    # For whoever looked at it and nobody else.
    return f"file:{request.user.pk}:{sha256}"


def _file(content: bytes, slug: str) -> HttpResponse:
    answer = HttpResponse(content, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    return answer
