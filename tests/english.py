"""What stands on a page in English, whether it is marked for translation or not."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from babel.messages.pofile import read_po

from config.embedded.paths import CHECKOUT

ENGLISH = re.compile(r"\b(the|and|of|with|is|are|has|have|been|for|this|that|from)\b", re.IGNORECASE)
READ = ("aria-label", "alt", "title", "placeholder", "data-texts")
VOID = {"br", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Texts(HTMLParser):
    """What somebody sees or hears of a page."""

    def __init__(self):
        super().__init__()
        self.found, self.within = set(), []

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.within.append((tag, tag in {"script", "style"} or dict(attrs).get("lang") == "en-gb"))

    def handle_startendtag(self, tag, attrs):
        values = dict(attrs)
        self.found.update(values[name].strip() for name in READ if values.get(name))
        if tag == "meta" and values.get("name") == "description":
            self.found.add(values["content"])

    def handle_endtag(self, tag):
        while self.within and self.within.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if not any(silent for _, silent in self.within) and (text := " ".join(data.split())):
            self.found.add(text)


def texts_of(html):
    parser = Texts()
    parser.feed(html)
    return parser.found


def english(language):
    """Every sentence and word of the catalogue that reads otherwise in a language."""
    with (CHECKOUT / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        catalog = [message for message in read_po(file, locale=language) if message.id]
    forms = {message.id: message.string for message in catalog if isinstance(message.id, str)}
    # What is a word of the language too, such as Po to, has been looked at.
    return {sentence for sentence, said in forms.items() if sentence != said and "%" not in sentence} - set(
        forms.values()
    )


def left_in(pages, language):
    """Return what stands in English on the pages, with an address."""
    sentences = english(language)
    return {
        (text, path)
        for path, html in pages.items()
        for text in texts_of(html)
        if text.strip(" .,:·()") in sentences or text in sentences or ENGLISH.search(text)
    }
