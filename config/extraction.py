"""Finds the sentences that templates mark for translation, for Babel; Django's own finder needs GNU gettext."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import BinaryIO

from django.template.base import Lexer, Token, TokenType
from django.utils.translation import trim_whitespace
from django.utils.translation.template import block_re, constant_re, endblock_re, inline_re, plural_re

Found = tuple[int | None, str | None, str | tuple[str, ...], list[str]]
"""Line, function of gettext, what it is called with, comments: what Babel wants."""


def extract(
    fileobj: BinaryIO, keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, object]
) -> Iterator[Found]:
    """Yield the sentences of a template, as they are asked for when it is rendered.

    Raises:
        ValueError: a translated block is not closed, or has a tag inside.

    """
    del keywords, comment_tags, options
    tokens = iter(Lexer(fileobj.read().decode()).tokenize())
    for token in tokens:
        if token.token_type is TokenType.BLOCK and (opened := block_re.match(token.contents)):
            yield _block(token, opened[2], tokens)
        elif token.token_type is TokenType.BLOCK and (inline := inline_re.match(token.contents)):
            yield _call(token.lineno, inline[3], _escaped(inline[1][1:-1]))
        if token.token_type in {TokenType.BLOCK, TokenType.VAR}:
            for constant in constant_re.findall(token.contents):
                yield token.lineno, "gettext", _escaped(constant[1:-1]), []


def _block(opening: Token, context: str | None, tokens: Iterator[Token]) -> Found:
    """Return the sentence of a block, or its two forms, reading up to the end of it."""
    forms = [""]
    for token in tokens:
        if token.token_type is TokenType.TEXT:
            forms[-1] += _escaped(token.contents)
        elif token.token_type is TokenType.VAR:
            forms[-1] += f"%({token.contents.partition('|')[0].strip()})s"
        elif token.token_type is TokenType.BLOCK and endblock_re.match(token.contents):
            if " trimmed" in opening.contents:
                forms = [trim_whitespace(form) for form in forms]
            return _call(opening.lineno, context, *forms)
        elif token.token_type is TokenType.BLOCK and plural_re.match(token.contents):
            forms.append("")
        elif token.token_type is TokenType.BLOCK:
            raise ValueError(f"Line {token.lineno}: a translated block has the tag {token.contents!r} in it.")
    raise ValueError(f"Line {opening.lineno}: a translated block has no end.")


def _call(line: int | None, context: str | None, *forms: str) -> Found:
    if context:
        return line, "npgettext" if len(forms) > 1 else "pgettext", (context[1:-1], *forms), []
    if len(forms) > 1:
        return line, "ngettext", forms, []
    return line, "gettext", forms[0], []


def _escaped(text: str) -> str:
    """Return a text as it stands in the catalogue, where every sentence of a template may have values put in."""
    return text.replace("%", "%%")
