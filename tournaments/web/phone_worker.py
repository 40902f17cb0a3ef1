"""The service worker that opens a table's page without a network: which files it keeps, and under which version."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

KEPT = "X-Keep-Offline"
"""The header of a page that the worker may keep."""

WORKER = "js/phone/worker.js"
_SCRIPTS = (
    "store",
    "dom",
    "api",
    "shelf",
    "queue",
    "ahead",
    "lines",
    "record",
    "five_hundred",
    "record_five_hundred",
    "fives_threes",
    "pegging",
    "record_fives_threes",
    "agreement",
    "waiting",
    "played",
    "bar",
    "revising",
    "main",
    "install",
)
FILES = (
    "css/base.css",
    "css/phone.css",
    "css/record.css",
    "img/mark.svg",
    *(f"js/phone/{name}.js" for name in _SCRIPTS),
)
"""What the page of a table of either game loads."""


@require_GET
@never_cache
def worker(request: HttpRequest) -> HttpResponse:
    """Return the worker's script, which reaches no further than the pages of tables, below this address."""
    del request
    lines = (
        f"self.VERSION = {json.dumps(_version())};",
        f"self.FILES = {json.dumps([static(name) for name in FILES])};",
        f"importScripts({json.dumps(static(WORKER))});",
    )
    return HttpResponse("\n".join(lines), content_type="text/javascript; charset=utf-8")


def _version() -> str:
    """Return what changes whenever a file does: with a manifest its address, else what is in it."""
    digest = hashlib.sha256()
    for name in (*FILES, WORKER):
        digest.update(static(name).encode())
        if found := finders.find(name):
            digest.update(Path(found).read_bytes())
    return digest.hexdigest()[:16]
