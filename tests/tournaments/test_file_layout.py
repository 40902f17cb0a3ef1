"""The layout of a file: one JSON document, one record on each line, a checksum over all before it."""

from __future__ import annotations

import json

import pytest

from tournaments.file_errors import FileDamaged, FileForeign, FileNewer
from tournaments.file_layout import FORMAT, Line, as_line, read, written

HEADER = {"format": FORMAT, "number": 1, "name": "Zoë"}
RECORDS = [("club", {"id": 1, "name": "Nguyễn"}), ("player", {"id": 1, "long": 2**70, "half": 0.5})]


def make_file(header=HEADER, records=RECORDS):
    return written(header, [as_line(kind, fields) for kind, fields in records])


def test_what_is_written_is_read_again():
    file = read(make_file())
    assert file.header == HEADER
    assert file.lines == (Line(3, *RECORDS[0]), Line(4, *RECORDS[1]))
    assert json.loads(make_file())["sha256"] == file.sha256


def test_any_changed_bit_and_any_cut_is_refused():
    content = make_file()
    for place in range(len(content)):
        if place < len(content) - 1:
            with pytest.raises((FileDamaged, FileForeign)):
                read(content[:place])
        for bit in range(8):
            changed = content[:place] + bytes([content[place] ^ (1 << bit)]) + content[place + 1 :]
            with pytest.raises((FileDamaged, FileForeign, FileNewer)):
                read(changed)


def test_damage_names_the_line_where_it_can_be_seen():
    content = make_file()
    lines = content.split(b"\n")
    lines[3] = lines[3].replace(b"0.5", b"0.5.")
    with pytest.raises(FileDamaged) as damage:
        read(b"\n".join(lines))
    assert damage.value.line == 4


def test_the_same_document_in_another_layout_is_damage():
    with pytest.raises(FileDamaged):
        read(json.dumps(json.loads(make_file()), indent=2).encode())


@pytest.mark.parametrize("header", [{**HEADER, "format": "other"}, {**HEADER, "number": 0}, {**HEADER, "number": "1"}])
def test_a_header_of_something_else_is_foreign(header):
    with pytest.raises(FileForeign):
        read(make_file(header))


def test_a_later_format_is_newer():
    with pytest.raises(FileNewer):
        read(make_file({**HEADER, "number": 2}))


def deep(levels):
    value = []
    for _level in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize("value", [deep(100), "a\0b", {"a\0": 1}])
def test_what_the_database_cannot_keep_is_refused(value):
    with pytest.raises(FileDamaged) as damage:
        read(make_file(records=[RECORDS[0], ("player", {"id": 1, "value": value})]))
    assert damage.value.line == 4


def test_endless_nesting_is_refused_without_recursion():
    row = b'{"player":{"id":1,"value":' + b"[" * 50_000 + b"]" * 50_000 + b"}}"
    with pytest.raises(FileDamaged):
        read(written(HEADER, [row]))
