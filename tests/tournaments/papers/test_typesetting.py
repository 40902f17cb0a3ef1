"""What a layout is given is printed as it was written, whatever it looks like."""

from __future__ import annotations

import queue
import threading
from collections import Counter

import pytest

from tests.papers import HOSTILE, LONG, pages_of, squeezed
from tournaments.papers import typesetting
from tournaments.papers.typesetting import FOLDER, TypesetterBusy, rare_letters, typeset

UNKNOWN = "Some letters are in no font."


def seating(*names, **more):
    words = {"round": "Round 1", "nobody": "Nobody.", "unknown_letters": UNKNOWN}
    places = [{"name": name, "goes": "Table 1, East"} for name in names]
    return {"title": "T", "tournament": "Club night", "lang": "en", "words": words, "places": places, **more}


def pages(*names, **more):
    [pdf] = typeset("seating", seating(*names, **more), of_the_machine=False)
    return pages_of(pdf)


@pytest.mark.parametrize("name", HOSTILE)
def test_name_is_printed_as_it_was_written(name):
    [page] = pages(name)

    assert squeezed(name) in page
    assert squeezed(UNKNOWN) not in page


@pytest.mark.parametrize("name", HOSTILE)
def test_any_text_may_look_like_code(name):
    [page] = pages("Ann Lee", tournament=name, title=name)

    assert squeezed(name) in page


def test_name_that_is_read_from_the_right_keeps_all_its_letters():
    name = "שרה כהן"

    [page] = pages(name)

    assert not Counter(squeezed(name)) - Counter(page)
    assert squeezed(UNKNOWN) not in page


@pytest.mark.parametrize("letters", ["\U00012000\U00012001", "王小明", "😀"])
def test_letters_that_no_font_has_are_owned_up_to(letters):
    [known], [unknown] = pages("Ann Lee"), pages(f"Ann {letters}")

    assert squeezed(UNKNOWN) not in known
    assert squeezed(UNKNOWN) in unknown


def test_rare_letters_are_looked_up_once_each_and_not_without_end():
    data = {"a": ["\u4e00" * 3, {"b": "\u4e00"}], "c": "".join(map(chr, range(0x5000, 0x6000))), "n": 7}

    found = rare_letters(data)

    assert found[:2] == "\u4e00\u5000"
    assert len(found) == typesetting.MOST_LETTERS_LOOKED_UP


def test_layout_opens_nothing_outside_its_folder():
    sources = "".join(path.read_text() for path in FOLDER.glob("*.typ"))

    assert [line for line in sources.splitlines() if "#import" in line and '"shared.typ"' not in line] == []
    assert [word for word in ("read(", "eval(", "plugin(", "include ", "@preview") if word in sources] == []


def test_one_waits_for_a_paper_and_the_next_is_told_to_come_back():
    outcomes = queue.SimpleQueue()

    def want():
        try:
            with typesetting.in_turn(wait_seconds=60):
                outcomes.put("had it")
        except TypesetterBusy:
            outcomes.put("refused")

    wanting = [threading.Thread(target=want) for _ in range(typesetting.MOST_AT_ONCE)]
    with typesetting.in_turn(wait_seconds=0):
        for one in wanting:
            one.start()
        first = outcomes.get(timeout=30)
    second = outcomes.get(timeout=30)
    for one in wanting:
        one.join()

    assert [first, second] == ["refused", "had it"]


def test_papers_wait_for_each_other_and_at_last_say_so():
    asked, done = threading.Event(), threading.Event()

    def hold():
        with typesetting.in_turn(wait_seconds=0):
            asked.set()
            done.wait(30)

    holder = threading.Thread(target=hold)
    holder.start()
    assert asked.wait(30)
    try:
        with pytest.raises(TypesetterBusy):
            typeset("seating", seating("Ann Lee"), wait_seconds=0.01)
    finally:
        done.set()
        holder.join()

    assert squeezed("Ann Lee") in pages("Ann Lee")[0]


@pytest.mark.parametrize(
    ("people", "needed"), [(0, 1), (1, 1), (66, 1), (128, 1), (132, 1), pytest.param(200, 2, id="a large company")]
)
def test_seating_list_is_one_page_however_long_the_names(people, needed):
    names = [f"{LONG[:56]} {number:03}" for number in range(people)]

    found = pages(*names)

    assert len(found) == needed
    assert [name for name in names if squeezed(name) not in "".join(found)] == []
