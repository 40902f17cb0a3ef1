"""Rounds told line by line, in full."""

from gameplay.messages import told as sentence
from gameplay.messages.fives_threes import TELLINGS
from gameplay.rules.fives_threes.explain import TELLINGS as TOLD
from gameplay.rules.fives_threes.explain import explain
from gameplay.rules.fives_threes.notation import parse_events, parse_hands, parse_plays


def told(players, people=None, **fields):
    sides = 2 if players == 4 else players
    record = {
        "game": "fives_threes",
        "level": 3,
        "rules": {"players": players, "hand_size": 2},
        "opener": 0,
        "scores_before": [0] * sides,
        **fields,
    }
    lines = explain({name: value for name, value in record.items() if value is not None})
    return [sentence(line, people) for line in lines]


def test_every_line_has_its_sentence():
    assert set(TELLINGS) == set(TOLD)


def test_pairs_with_one_partner_out_and_a_block_are_told():
    lines = told(
        4,
        hands=parse_hands("1-2 2-3 | 0-0 1-1 | 3-4 5-6 | 5-5 6-6"),
        plays=parse_plays("0:1-2 1:1-1 2:knock 3:knock 0:2-3 1:knock 2:3-4"),
    )

    assert lines == [
        "North opens.",
        "Before the round: 0 for North-South, 0 for East-West. The target is 61.",
        "1. North lays 1-2; the ends count 1 + 2 = 3.",
        "That counts: 0 + 1 = 1.",
        "2. East lays 1-1; the ends count 2 + 2 = 4.",
        "That earns nothing.",
        "3. South knocks: no tile fits.",
        "4. West knocks: no tile fits.",
        "5. North lays 2-3; the ends count 2 + 3 = 5.",
        "That counts: 1 + 1 = 2.",
        "North is out; the partner plays on.",
        "6. East knocks: no tile fits.",
        "7. South lays 3-4; the ends count 2 + 4 = 6.",
        "That counts: 2 + 2 = 4.",
        "The line: [1|1][1|2][2|3][3|4]",
        "Blocked: nobody who holds tiles can play. Tiles left over do not count.",
        "Points of the round: 4 for North-South, 0 for East-West.",
        "After the round: 4 for North-South, 0 for East-West.",
    ]


def test_a_refusal_and_the_last_tile_are_told():
    lines = told(
        2,
        scores_before=[58, 0],
        hands=parse_hands("4-1 1-1 | 0-0 2-2"),
        plays=parse_plays("0:1-4 1:knock 0:1-1"),
    )

    assert lines == [
        "Seat 1 opens.",
        "Before the round: 58 for Seat 1, 0 for Seat 2. The target is 61.",
        "1. Seat 1 lays 1-4; the ends count 1 + 4 = 5.",
        "That counts: 58 + 1 = 59.",
        "2. Seat 2 knocks: no tile fits.",
        "3. Seat 1 lays 1-1; the ends count 2 + 4 = 6.",
        "Going out earns 1 more.",
        "Refused as a whole: 59 + 3 would pass 61.",
        "The line: [1|1][1|4]",
        "Seat 1 went out.",
        "Points of the round: 1 for Seat 1, 0 for Seat 2.",
        "After the round: 59 for Seat 1, 0 for Seat 2.",
    ]


def test_people_are_called_by_their_names_and_a_win_with_the_last_tile_is_told():
    lines = told(
        2,
        ("Ann", "Bob"),
        rules={"players": 2, "hand_size": 1},
        opener=1,
        scores_before=[0, 60],
        hands=parse_hands("0-1 | 0-0"),
        plays=parse_plays("1:0-0"),
    )

    assert lines == [
        "Bob opens.",
        "Before the round: 0 for Ann, 60 for Bob. The target is 61.",
        "1. Bob lays 0-0; the ends count 0.",
        "Going out earns 1 more.",
        "That counts: 60 + 1 = 61.",
        "The line: [0|0]",
        "Bob went out.",
        "Points of the round: 0 for Ann, 1 for Bob.",
        "After the round: 0 for Ann, 61 for Bob.",
        "Bob won with exactly 61.",
    ]


def test_going_out_for_nothing_is_told_without_a_point():
    lines = told(
        2,
        rules={"players": 2, "hand_size": 1, "out_bonus": 0},
        hands=parse_hands("0-1 | 0-0"),
        plays=parse_plays("0:0-1"),
    )

    assert lines[2:5] == ["1. Seat 1 lays 0-1; the ends count 0 + 1 = 1.", "That earns nothing.", "The line: [0|1]"]


def test_tiles_lie_the_right_way_round():
    lines = told(
        2,
        rules={"players": 2, "hand_size": 3},
        hands=parse_hands("2-3 0-1 4-5 | 1-2 3-4 6-6"),
        plays=parse_plays("0:2-3 1:1-2 0:0-1 1:3-4 0:4-5"),
    )

    assert "The line: [0|1][1|2][2|3][3|4][4|5]" in lines


def test_tiles_that_have_to_be_turned_are_turned():
    lines = told(
        2,
        rules={"players": 2, "hand_size": 3},
        hands=parse_hands("2-3 5-1 0-0 | 2-5 3-1 6-6"),
        plays=parse_plays("0:2-3 1:2-5 0:1-5 1:1-3@R"),
    )

    assert "The line: [1|5][5|2][2|3][3|1]" in lines


def test_a_long_line_is_told_whole():
    tiles = "0-0 1-1 1-2 1-3 2-2 2-3 3-3 | 0-2 3-4 4-4 4-5 5-5 5-6 6-6"
    plays = (
        "0:0-0 1:0-2 0:2-2 1:knock 0:2-3 1:3-4 0:knock 1:4-4 0:knock 1:4-5 0:knock 1:5-5 0:knock 1:5-6 0:knock 1:6-6"
    )

    lines = told(2, rules={"players": 2}, hands=parse_hands(tiles), plays=parse_plays(plays))

    line = "The line: [6|6][6|5][5|5][5|4][4|4][4|3][3|2][2|2][2|0][0|0]"
    assert line in lines


def test_a_round_is_told_up_to_the_first_illegal_play():
    lines = told(
        2,
        hands=parse_hands("1-4 1-1 | 1-2 2-2"),
        plays=parse_plays("0:1-4 1:2-2 0:1-1"),
    )

    assert lines[2:] == [
        "1. Seat 1 lays 1-4; the ends count 1 + 4 = 5.",
        "That counts: 0 + 1 = 1.",
        "The line: [1|4]",
        "2-2 does not fit there.",
    ]


def test_a_deal_that_cannot_be_is_told_as_such():
    lines = told(2, hands=parse_hands("1-4 1-1 | 1-4 2-2"), plays=parse_plays("0:1-4"))

    assert lines[2:] == ["The tile 1-4 was dealt twice."]


def test_a_first_play_that_is_illegal_leaves_no_line():
    lines = told(2, hands=parse_hands("1-4 1-1 | 1-2 2-2"), plays=parse_plays("0:knock"))

    assert lines[2:] == ["Seat 1 may not knock, since 1-1 can be played."]


def test_events_are_told():
    lines = told(
        2,
        level=2,
        rules={"players": 2},
        scores_before=[50, 0],
        events=parse_events("0:8/15 0:4/12! 1:0 0:3*"),
        end="won",
    )

    assert lines == [
        "Seat 1 opens.",
        "Before the round: 50 for Seat 1, 0 for Seat 2. The target is 61.",
        "1. Seat 1 books 8 for ends of 15.",
        "That counts: 50 + 8 = 58.",
        "2. Seat 1 books 4 for ends of 12.",
        "Refused as a whole: 58 + 4 would pass 61.",
        "3. Seat 2 books 0.",
        "That earns nothing.",
        "4. Seat 1 books 3.",
        "Seat 1 goes out with it.",
        "That counts: 58 + 3 = 61.",
        "Seat 1 went out.",
        "Points of the round: 11 for Seat 1, 0 for Seat 2.",
        "After the round: 61 for Seat 1, 0 for Seat 2.",
        "Seat 1 won with exactly 61.",
    ]


def test_events_are_told_up_to_the_wrong_one():
    lines = told(2, level=2, events=parse_events("0:8 0:5 1:1"), end="blocked")

    assert lines[2:] == [
        "1. Seat 1 books 8.",
        "That counts: 0 + 8 = 8.",
        "No single tile can give 5 points here.",
    ]


def test_a_score_line_is_told():
    lines = told(3, level=1, points=[4, 0, 7], end="blocked")

    assert lines == [
        "Seat 1 opens.",
        "Before the round: 0 for Seat 1, 0 for Seat 2, 0 for Seat 3. The target is 61.",
        "Blocked: nobody who holds tiles can play. Tiles left over do not count.",
        "Points of the round: 4 for Seat 1, 0 for Seat 2, 7 for Seat 3.",
        "After the round: 4 for Seat 1, 0 for Seat 2, 7 for Seat 3.",
    ]


def test_what_is_no_record_is_told_by_its_fault():
    assert [sentence(line) for line in explain([])] == [
        "record is missing, does not belong here or has the wrong form (expected: {...})."
    ]
