"""Which sentences of a template are found, and as what."""

import io

import pytest
from django.template import Context, Template
from django.utils import translation

from config.extraction import extract


def found(template):
    return [(function, arguments) for _, function, arguments, _ in extract(io.BytesIO(template.encode()), [], [], {})]


@pytest.mark.parametrize(
    ("template", "calls"),
    [
        ('{% translate "Table" %}', [("gettext", "Table")]),
        ("{% translate 'All 100% of it' as words %}", [("gettext", "All 100%% of it")]),
        ('{% translate "draw" context "of lots" %}', [("pgettext", ("of lots", "draw"))]),
        ('{% include "a" with b=_("Prizes") %}{{ x|default:_("no") }}', [("gettext", "Prizes"), ("gettext", "no")]),
        ("{% blocktranslate with n=x.n|add:1 %}Round {{ n }}{% endblocktranslate %}", [("gettext", "Round %(n)s")]),
        ("{% blocktranslate trimmed %}\n  One\n  line.\n{% endblocktranslate %}", [("gettext", "One line.")]),
        (
            "{% blocktranslate count n=hands %}{{ n }} hand{% plural %}{{ n }} hands{% endblocktranslate %}",
            [("ngettext", ("%(n)s hand", "%(n)s hands"))],
        ),
        (
            '{% blocktranslate count n=c context "deal" %}{{ n }} hand{% plural %}{{ n }} hands{% endblocktranslate %}',
            [("npgettext", ("deal", "%(n)s hand", "%(n)s hands"))],
        ),
        ("{% comment %}{# nothing #}{% endcomment %}<p>{{ name }}</p>", []),
    ],
)  # fmt: skip
def test_sentences_of_a_template_are_found_as_they_are_asked_for(template, calls):
    assert found(template) == calls


def test_lines_are_those_of_the_template():
    ((line, *_rest),) = extract(io.BytesIO(b'\n\n{% translate "Table" %}'), [], [], {})

    assert line == 3


@pytest.mark.parametrize(
    ("template", "problem"),
    [
        ("{% blocktranslate %}One", "Line 1: a translated block has no end."),
        ("{% blocktranslate %}\n{% if one %}One{% endif %}{% endblocktranslate %}",
         "Line 2: a translated block has the tag 'if one' in it."),
    ],
)  # fmt: skip
def test_a_block_that_cannot_be_translated_is_told(template, problem):
    with pytest.raises(ValueError, match=r"^Line \d") as told:
        found(template)

    assert str(told.value) == problem


def test_what_is_found_is_what_django_looks_up():
    forms = "\n {{ n }} hand\n{% plural %}\n {{ n }} hands"
    template = "{% load i18n %}{% blocktranslate trimmed count n=2 %}" + forms + "{% endblocktranslate %}"

    assert found(template) == [("ngettext", ("%(n)s hand", "%(n)s hands"))]
    with translation.override("en-gb"):
        assert Template(template).render(Context()) == "2 hands"
