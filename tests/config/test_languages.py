"""Every sentence of the product in its other languages."""

import io
import re

import pytest
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings

from config.embedded.paths import CHECKOUT

LANGUAGES = ["pl", "lt"]
PLACE = re.compile(r"%\((\w[\w.]*)\)s|\{(\w+)\}")
TAG = re.compile(r"</?\w+[^>]*>")
MARKS = (".", ":", "?", "!", ",", "…")


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """What is marked for translation, as `make messages` finds it."""
    found = tmp_path_factory.mktemp("messages") / "django.pot"
    makefile = (CHECKOUT / "Makefile").read_text()
    keywords = re.search(r"^KEYWORDS := (.*)$", makefile, re.MULTILINE)[1].split()
    CommandLineInterface().run(
        ["pybabel", "-q", "extract", f"--mapping={CHECKOUT / 'locale' / 'sources.cfg'}", "-o", str(found)]
        + [argument for keyword in keywords for argument in ("-k", keyword)]
        + [str(CHECKOUT)]
    )
    with found.open("rb") as file:
        return {key(message) for message in read_po(file) if message.id}


@pytest.fixture(scope="module", params=LANGUAGES)
def catalog(request):
    with (CHECKOUT / "locale" / request.param / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale=request.param)


def key(message):
    return message.id, message.context


def forms_of(message):
    """The forms of a translation, each with the English form that it stands for."""
    if isinstance(message.id, str):
        return [(message.string, message.id)] if message.string else []
    return [(form, message.id[1]) for form in message.string if form]


def translated(catalog):
    return [message for message in catalog if message.id and forms_of(message)]


def test_the_languages_are_those_of_the_product():
    assert [code for code, _ in settings.LANGUAGES] == ["en-gb", *LANGUAGES]


def test_the_catalogue_has_what_is_marked_and_nothing_else(marked, catalog):
    assert len(marked) > 2000
    assert {key(message) for message in catalog if message.id} == marked
    assert dict(catalog.obsolete) == {}


def test_every_sentence_is_translated(catalog):
    assert [message.id for message in catalog if message.id and not forms_of(message)] == []


def test_no_translation_is_a_guess(catalog):
    assert [message.id for message in catalog if message.id and message.fuzzy] == []


def test_a_translation_names_what_the_sentence_names(catalog):
    for message in translated(catalog):
        one = PLACE.findall(message.id) if isinstance(message.id, str) else PLACE.findall(message.id[0])
        for number, (form, english) in enumerate(forms_of(message)):
            named = set(PLACE.findall(form))
            assert named == set(PLACE.findall(english)) or (number == 0 and named == set(one)), message.id
            assert form.count("%") == form.count("%(") + 2 * form.count("%%"), message.id


def test_a_translation_has_the_marks_of_the_sentence(catalog):
    for message in translated(catalog):
        for form, english in forms_of(message):
            assert sorted(TAG.findall(form)) == sorted(TAG.findall(english)), message.id
            assert [form.endswith(mark) for mark in MARKS] == [english.endswith(mark) for mark in MARKS], message.id


def test_a_translation_has_all_forms_or_none(catalog):
    for message in translated(catalog):
        if not isinstance(message.id, str):
            assert len(forms_of(message)) == catalog.num_plurals, message.id


def test_what_is_read_at_run_time_is_compiled_from_what_is_translated(catalog):
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    path = CHECKOUT / "locale" / catalog.locale.language / "LC_MESSAGES" / "django.mo"

    assert path.read_bytes() == compiled.getvalue()
