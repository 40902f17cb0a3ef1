"""The sentences about hands in the other languages of the product."""

from random import Random

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from django.utils import translation

from config.embedded.paths import CHECKOUT
from gameplay.messages import detail_of, told
from gameplay.rules.five_hundred.kind import FIVE_HUNDRED
from gameplay.rules.kinds import Violation
from gameplay.rules.registry import KINDS

LANGUAGES = ["pl", "lt"]
PAIRS = ((0, 2), (1, 3))
SAME_EVERYWHERE = {"%(field)s: %(problem)s.", "joker"}


def catalog(language):
    path = CHECKOUT / "locale" / language / "LC_MESSAGES" / "django.po"
    with path.open("rb") as file:
        return read_po(file, locale=language)


def key(message):
    return message.id, message.context


def marked():
    """Every sentence and word of the games that is marked for translation, with its context."""
    found = extract_from_dir(CHECKOUT / "gameplay" / "messages")
    return {(message if isinstance(message, str) else message[-1], context) for _, _, message, _, context in found}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated(language):
    translated = {key(message) for message in catalog(language) if message.id and message.string}

    assert len(marked()) > 150
    assert marked() - translated == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_is_no_english(language):
    same = {message.id for message in catalog(language) if message.id == message.string and key(message) in marked()}

    assert same <= SAME_EVERYWHERE


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
