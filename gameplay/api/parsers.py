"""Reads request bodies, and refuses what no part of the product could keep: too large, too deep, or not text."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import IO, Any, ClassVar, NoReturn

from django.utils.translation import gettext_lazy as _
from rest_framework import status
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import DataAndFiles, JSONParser, MultiPartParser
from rest_framework.request import Request

DEEPEST = 32


class BodyTooLarge(APIException):
    """More bytes than this address takes."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = _("The request is too large.")
    default_code = "too_large"


class BoundedJSONParser(JSONParser):
    """JSON in UTF-8 of bounded size and depth, with finite numbers, without NUL or half characters in its texts."""

    largest: ClassVar[int] = 1_000_000

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the value; raises BodyTooLarge, ParseError."""
        del media_type, parser_context
        return self.read(stream.read(self.largest + 1))

    @classmethod
    def data_of(cls, request: Request) -> Any:
        """Return ``request.data``; where the header says plain JSON, no parser has to be looked for."""
        length = request.META.get("CONTENT_LENGTH") or ""
        if request.META.get("CONTENT_TYPE") == "application/json" and length.isdecimal() and int(length):
            return cls.read(request.body)
        return request.data

    @classmethod
    def read(cls, body: bytes) -> Any:
        """Return the value of a body; raises BodyTooLarge, ParseError."""
        if len(body) > cls.largest:
            raise BodyTooLarge
        return read_json(body)


class SmallJSONParser(BoundedJSONParser):
    """The same for addresses that are open to everyone."""

    largest: ClassVar[int] = 64 * 1024


class BoundedMultiPartParser(MultiPartParser):
    """A form with a file of bounded size."""

    largest: ClassVar[int] = 1_000_000

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> DataAndFiles[Any, Any]:
        """Return the form and its files; raises BodyTooLarge, ParseError."""
        meta = (parser_context or {})["request"].META
        length = str(meta.get("CONTENT_LENGTH") or "0")
        if length.isdecimal() and int(length) > self.largest:
            raise BodyTooLarge
        return super().parse(stream, media_type, parser_context)


def read_json(body: bytes | str) -> Any:
    """Return a value that the database can keep; raises ParseError."""
    try:
        text = body.decode("utf-8") if isinstance(body, bytes) else body
        value = _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise ParseError(_("The request is not JSON.")) from error
    if not _is_plain(text):
        _require_storable(value)
    return value


def _is_plain(text: str) -> bool:
    """Whether JSON is storable as one sees without going through it, as nearly all is: a quick look for busy addresses.

    Odd characters are either there as such or written out, and nothing is nested deeper than there are brackets.
    """
    return text.isascii() and "\\u" not in text and text.count("[") + text.count("{") <= DEEPEST


def _refuse_constant(name: str) -> NoReturn:
    detail = f"{name} is not JSON"
    raise ValueError(detail)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        detail = "a number without end"
        raise ValueError(detail)
    return number


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite)


def _require_storable(value: Any) -> None:
    """Raise ParseError for texts that the database cannot hold and for values nested too deep."""
    level = [value]
    for _depth in range(DEEPEST + 1):
        below: list[Any] = []
        for item in level:
            if isinstance(item, str):
                _require_text(item)
            elif isinstance(item, dict):
                below.extend(item)
                below.extend(item.values())
            elif isinstance(item, list):
                below.extend(item)
        if not below:
            return
        level = below
    raise ParseError(_("The request is nested too deep."))


def _require_text(text: str) -> None:
    # Most texts are ASCII, which is known without looking at every letter.
    if "\x00" in text or not (text.isascii() or all(char < "\ud800" or char > "\udfff" for char in text)):
        raise ParseError(_("The request has a character in it that is no text."))
