from __future__ import annotations

import pytest

from tournaments.errors import LinesUnreadable
from tournaments.imports import LINES_LIMIT, NameLine, PairLine, decode, name_lines, name_rows, pair_lines

SIXTY_LETTERS = "Nguyễn " + "ž" * 53


def faults(read, text):
    with pytest.raises(LinesUnreadable) as refused:
        read(text)
    return refused.value.lines


def test_name_lines_keep_every_script_and_count_the_lines_as_pasted():
    text = f"\nAnn Lee\r\n  Bob   O'Brien \n\nŁukasz Žalgiris\nSmith, Jr\n{SIXTY_LETTERS}\n"

    assert name_lines(text) == (
        NameLine(2, "Ann Lee"),
        NameLine(3, "Bob O'Brien"),
        NameLine(5, "Łukasz Žalgiris"),
        NameLine(6, "Smith, Jr"),
        NameLine(7, SIXTY_LETTERS),
    )


def test_name_lines_take_quotation_marks_off_and_tabs_for_spaces():
    assert name_lines('"Smith, Jr"\nAnn\tLee') == (NameLine(1, "Smith, Jr"), NameLine(2, "Ann Lee"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Ann Lee\nBob", ["Ann Lee", "Bob"], id="one column without header"),
        pytest.param('Name\n"Smith, Jr"\n', ["Smith, Jr"], id="header and a quoted comma"),
        pytest.param("\ufeffname;town\nSmith, Jr;Leek\nAnn;York", ["Smith, Jr", "Ann"], id="semicolons and a mark"),
        pytest.param("no\tPlayer\n1\tAnn Lee\n2\tBob", ["Ann Lee", "Bob"], id="tabs, name in the second column"),
        pytest.param("First name,Last name\nAnn,Lee\nCher,\n", ["Ann Lee", "Cher"], id="two columns make a name"),
        pytest.param('"Ann ""Annie"" Lee"', ['Ann "Annie" Lee'], id="quotation marks within a name"),
        pytest.param("name\r\rAnn\rBob", ["Ann", "Bob"], id="old line ends and an empty line"),
    ],
)
def test_name_rows_reads_csv(text, expected):
    assert [line.name for line in name_rows(text)] == expected


def test_name_rows_number_a_row_by_its_first_line():
    assert name_rows('name\n"Ann\nLee"\nBob') == (NameLine(2, "Ann Lee"), NameLine(4, "Bob"))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("Ann\nSmith, Jr\nBob, B", [2, 3], id="more than one column without header"),
        pytest.param("name,town\n,Leek\nAnn,York\n,York", [2, 4], id="no name in the row"),
        pytest.param('Ann\n"Bob\nCy', [2], id="a quotation mark is left open"),
        pytest.param('"Ann"x\n', [1], id="letters after a closing mark"),
        pytest.param("", [1], id="nothing at all"),
        pytest.param("name\n", [1], id="only a header"),
    ],
)
def test_name_rows_refuse_the_whole_text_and_name_each_line(text, lines):
    assert [number for number, _reason in faults(name_rows, text)] == lines


def test_name_lines_refuse_a_name_that_no_column_holds():
    assert faults(name_lines, "Ann\n" + "x" * 121) == [
        (2, "The name xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… is longer than 120 letters.")
    ]


def test_name_lines_refuse_a_name_whose_folded_letters_are_too_many():
    assert [number for number, _reason in faults(name_lines, "ΐ" * 100)] == [1]


def test_lists_have_a_limit():
    text = "\n".join(["Ann"] * (LINES_LIMIT + 1))

    assert faults(name_lines, text) == [(LINES_LIMIT + 1, "There are more than 1000 lines.")]


def test_pair_lines_read_two_names_a_line():
    assert pair_lines("Ann Lee + Bob O'Brien\n\nŁukasz\tNguyễn\n") == (
        PairLine(1, "Ann Lee", "Bob O'Brien"),
        PairLine(3, "Łukasz", "Nguyễn"),
    )


def test_pair_lines_name_every_line_that_is_no_pair():
    assert faults(pair_lines, "Ann\nAnn + Bob\nAnn + Bob + Cy\nAnn +") == [
        (1, "Write two names with + between them."),
        (3, "Write two names with + between them."),
        (4, "A name is missing."),
    ]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        pytest.param("Žilvinas".encode(), "Žilvinas", id="plain"),
        pytest.param(b"\xef\xbb\xbfAnn", "Ann", id="with a byte order mark"),
    ],
)
def test_decode_reads_utf8(data, text):
    assert decode(data) == text


@pytest.mark.parametrize(
    ("data", "line"),
    [
        pytest.param("Ann\nŁukasz\nBob".encode("iso8859-2"), 2, id="in the middle"),
        pytest.param("Ann\r\nBob\r\nŽ".encode("cp1257"), 3, id="at the start of a line"),
        pytest.param(b"\xff", 1, id="the first byte"),
        pytest.param("Ann".encode("utf-16"), 1, id="another encoding altogether"),
    ],
)
def test_decode_names_the_line_that_is_no_utf8(data, line):
    assert [number for number, _reason in faults(decode, data)] == [line]
