"""Django's middleware without what nobody here asks for: every post of a hand goes through all of it."""

from __future__ import annotations

from django.contrib.messages.middleware import MessageMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers

from config.languages import language_of

API = "/api/"


class LanguageMiddleware(LocaleMiddleware):
    """Speaks the language that the address, the cookie or the header asks for; no path here begins with one."""

    def process_request(self, request: HttpRequest) -> None:
        """Choose the language."""
        request.LANGUAGE_CODE = language_of(request)
        translation.activate(request.LANGUAGE_CODE)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Say which language it is, and that it was asked for."""
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        response.headers.setdefault("Content-Language", request.LANGUAGE_CODE)
        return response


class PageMessageMiddleware(MessageMiddleware):
    """Carries messages from page to page; the API answers for itself."""

    def process_request(self, request: HttpRequest) -> None:
        """Make room for messages, except in the API."""
        if not request.path.startswith(API):
            super().process_request(request)
