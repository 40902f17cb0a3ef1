"""The sentences about hands in the other languages of the product."""

import io
import re
from random import Random

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils import translation

from config.embedded.paths import CHECKOUT
from gameplay.messages import detail_of, told
from gameplay.rules.five_hundred.kind import FIVE_HUNDRED
from gameplay.rules.kinds import Violation
from gameplay.rules.registry import KINDS

LANGUAGES = ["pl", "lt"]
PAIRS = ((0, 2), (1, 3))
SAME_EVERYWHERE = {"%(field)s: %(problem)s.", "joker"}
PLACE = re.compile(r"%\((\w+)\)s")


def catalog(language):
    path = CHECKOUT / "locale" / language / "LC_MESSAGES" / "django.po"
    with path.open("rb") as file:
        return read_po(file, locale=language)


def marked():
    """Every sentence and word of the games that is marked for translation, with its context."""
    found = extract_from_dir(CHECKOUT / "gameplay" / "messages")
    return {(message if isinstance(message, str) else message[-1], context) for _, _, message, _, context in found}


def test_the_languages_are_those_of_the_product():
    assert [code for code, _ in settings.LANGUAGES] == ["en-gb", *LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated(language):
    translated = {(message.id, message.context) for message in catalog(language) if message.id and message.string}

    assert len(marked()) > 150
    assert marked() - translated == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_a_guess_or_left_over(language):
    messages = catalog(language)

    assert [message.id for message in messages if message.id and message.fuzzy] == []
    assert dict(messages.obsolete) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_names_what_the_sentence_names(language):
    for message in catalog(language):
        if message.id:
            assert set(PLACE.findall(message.string)) == set(PLACE.findall(message.id)), message.id
            assert message.string.count("%") == len(PLACE.findall(message.string)), message.id
            assert message.string.endswith(".") == message.id.endswith("."), message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_is_no_english(language):
    same = {message.id for message in catalog(language) if message.id and message.id == message.string}

    assert same <= SAME_EVERYWHERE


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_read_at_run_time_is_compiled_from_what_is_translated(language):
    compiled = io.BytesIO()
    write_mo(compiled, catalog(language))

    assert (CHECKOUT / "locale" / language / "LC_MESSAGES" / "django.mo").read_bytes() == compiled.getvalue()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("pl", "Zachód odzywa się poza kolejką; kolej ma Wschód."),
        ("lt", "Vakarai skelbia ne savo eile; skelbti turi Rytai."),
    ],
)
def test_a_fault_is_said_in_the_language_of_the_reader(language, sentence):
    violation = Violation("five_hundred.call_out_of_turn", "auction[0]", {"seat": 3, "turn": 1}, PAIRS)

    with translation.override(language):
        assert detail_of(violation) == sentence


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "pl",
            [
                "Rozdaje Północ.",
                "Kontrakt mizer odkryty bez talonu gra Południe.",
                "Północ nie bierze udziału i odkłada karty zakryte.",
                "Lewy \N{EN DASH} Północ-Południe: 0, Wschód-Zachód: ?.",
                "Południe wygrywa kontrakt mizer odkryty.",
                "Punkty \N{EN DASH} Północ-Południe: 500, Wschód-Zachód: 0.",
            ],
        ),
        (
            "lt",
            [
                "Dalija Šiaurė.",
                "Kontraktą „atviras mizeris“ be talono žaidžia Pietūs.",
                "Šiaurė nedalyvauja ir padeda kortas užverstas.",
                "Kirčiai \N{EN DASH} Šiaurė-Pietūs: 0, Rytai-Vakarai: ?.",
                "Pietūs įvykdo kontraktą „atviras mizeris“.",
                "Taškai \N{EN DASH} Šiaurė-Pietūs: 500, Rytai-Vakarai: 0.",
            ],
        ),
    ],
)
def test_a_hand_is_told_in_the_language_of_the_reader(language, sentences):
    record = {
        "game": "five_hundred",
        "level": 1,
        "dealer": 0,
        "contract": {"seat": 2, "bid": "OM", "sans_kitty": True},
        "tricks": [0, None],
    }

    with translation.override(language):
        assert [told(line) for line in FIVE_HUNDRED.explain(record)] == sentences


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", KINDS)
def test_whatever_can_be_told_is_told_in_another_language(language, name):
    kind, rng = KINDS[name], Random(4)
    rules = kind.resolve_rules({"players": 3})
    for level in (1, 2, 3, 3, 3):
        lines = kind.explain(kind.random_record(rng, level=level, rules=rules, before=[0, 0, 0]))
        english = [told(line) for line in lines]

        with translation.override(language):
            assert all(told(line) != sentence for line, sentence in zip(lines, english, strict=True))
