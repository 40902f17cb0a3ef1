"""Files for spreadsheets: the right letters, no formulas, and names that can be read back."""

from __future__ import annotations

import csv
import io

import pytest

from tests.factories import make_entry, make_partnership, make_player, make_round, make_table, make_tournament
from tests.hands import enter, fh_line, play_round
from tournaments.imports import decode, name_rows

pytestmark = pytest.mark.django_db

NAMES = ("Žilvinas Łukas", "Nguyễn Thị Hoa", 'Smith, "Jr"', "=1+1", "O'Brien", "x" * 60)


def rows_of(answer) -> list[list[str]]:
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    text = b"".join(answer.streaming_content).decode()
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


@pytest.fixture
def tournament(club):
    tournament = make_tournament(club, rounds=2, rules={"end": "hands", "hands": 1})
    people = [make_player(club, name) for name in NAMES]
    for one, other in zip(people[::2], people[1::2], strict=True):
        make_entry(tournament, make_partnership(club, one, other))
    return tournament


@pytest.mark.usefixtures("tournament")
def test_players_file_can_be_read_back(as_user, club):
    answer = as_user("olga").get(f"/clubs/{club.slug}/players.csv")

    body = b"".join(answer.streaming_content)
    names = [line.name for line in name_rows(decode(body))]
    assert set(names) >= set(NAMES) - {"=1+1"}
    assert "'=1+1" in names


def test_entries_and_standings_files_have_a_line_for_each_entry(as_user, tournament):
    play_round(make_round(tournament))

    entries = rows_of(as_user().get(f"/tournaments/{tournament.slug}/entries.csv"))
    standings = rows_of(as_user().get(f"/tournaments/{tournament.slug}/standings.csv"))

    assert entries[0] == ["number", "entry", "plays", "status"]
    assert entries[1] == ["1", "Žilvinas Łukas + Nguyễn Thị Hoa", "Žilvinas Łukas + Nguyễn Thị Hoa", "active"]
    assert len(entries) == len(standings) == 4
    assert standings[0][:3] == ["rank", "number", "entry"]
    assert {row[2] for row in standings[1:]} == {row[1] for row in entries[1:]}


def test_results_and_hands_files_tell_what_was_played(as_user, tournament):
    play_round(make_round(tournament))

    results = rows_of(as_user().get(f"/tournaments/{tournament.slug}/results.csv"))
    hands = rows_of(as_user().get(f"/tournaments/{tournament.slug}/hands.csv"))

    assert [row[:3] + row[4:] for row in results[1:]] == [
        ["1", "1", "NS", "1", "140", "complete"],
        ["1", "1", "EW", "0", "20", "complete"],
    ]
    assert hands[0][4:] == ["in_words", "points_1", "points_2", "score_1", "score_2", "reason"]
    assert [row[:4] + row[5:] for row in hands[1:]] == [["1", "1", "1", "1", "140", "20", "140", "20", ""]]


def test_negative_points_stay_numbers(as_user):
    table = make_table()
    enter(table, fh_line(dealer=0, tricks=(6, 4)), number=1)

    hands = rows_of(as_user().get(f"/tournaments/{table.round.tournament.slug}/hands.csv"))

    assert hands[1][5:9] == ["-140", "40", "-140", "40"]


def test_players_file_is_for_those_who_manage_entries(as_user, club):
    for username in ("sam", "stranger"):
        assert as_user(username).get(f"/clubs/{club.slug}/players.csv").status_code == 403
