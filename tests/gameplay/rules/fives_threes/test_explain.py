"""Rounds told line by line, in full."""

from gameplay.rules.fives_threes.explain import explain
from gameplay.rules.fives_threes.notation import parse_events, parse_hands, parse_plays


def told(players, **fields):
    sides = 2 if players == 4 else players
    record = {
        "game": "fives_threes",
        "level": 3,
        "rules": {"players": players, "hand_size": 2},
        "opener": 0,
        "scores_before": [0] * sides,
        **fields,
    }
    return explain({name: value for name, value in record.items() if value is not None})


def test_explain_pairs_with_one_partner_out_and_a_block():
    lines = told(
        4,
        hands=parse_hands("1-2 2-3 | 0-0 1-1 | 3-4 5-6 | 5-5 6-6"),
        plays=parse_plays("0:1-2 1:1-1 2:knock 3:knock 0:2-3 1:knock 2:3-4"),
    )

    assert lines == [
        "North opens. Before the round: North and South 0, East and West 0. Target 61.",
        "1. North lays 1-2; the ends count 1 + 2 = 3, which earns 1: 0 + 1 = 1.",
        "2. East lays 1-1; the ends count 2 + 2 = 4, which earns nothing.",
        "3. South knocks: no tile fits.",
        "4. West knocks: no tile fits.",
        "5. North lays 2-3; the ends count 2 + 3 = 5, which earns 1: 1 + 1 = 2. Out; the partner plays on.",
        "6. East knocks: no tile fits.",
        "7. South lays 3-4; the ends count 2 + 4 = 6, which earns 2: 2 + 2 = 4.",
        "The line: [1|1][1|2][2|3][3|4]",
        "Blocked: nobody who holds tiles can play. Tiles left over do not count.",
        "Points: North and South 4, East and West 0. After the round: North and South 4, East and West 0.",
    ]


def test_explain_refusal_and_last_tile():
    lines = told(
        2,
        scores_before=[58, 0],
        hands=parse_hands("4-1 1-1 | 0-0 2-2"),
        plays=parse_plays("0:1-4 1:knock 0:1-1"),
    )

    refusal = "refused as a whole, since 59 + 3 would pass 61."
    assert lines == [
        "Player 1 opens. Before the round: Player 1 58, Player 2 0. Target 61.",
        "1. Player 1 lays 1-4; the ends count 1 + 4 = 5, which earns 1: 58 + 1 = 59.",
        "2. Player 2 knocks: no tile fits.",
        f"3. Player 1 lays 1-1; the ends count 2 + 4 = 6, which earns 2, and 1 for going out: {refusal}",
        "The line: [1|1][1|4]",
        "Player 1 went out.",
        "Points: Player 1 1, Player 2 0. After the round: Player 1 59, Player 2 0.",
    ]


def test_explain_names_and_a_win_with_the_last_tile():
    record = {
        "game": "fives_threes",
        "level": 3,
        "rules": {"players": 2, "hand_size": 1},
        "opener": 1,
        "scores_before": [0, 60],
        "hands": parse_hands("0-1 | 0-0"),
        "plays": parse_plays("1:0-0"),
    }

    assert explain(record, names=("Ann", "Bob")) == [
        "Bob opens. Before the round: Ann 0, Bob 60. Target 61.",
        "1. Bob lays 0-0; the ends count 0, which earns nothing, and 1 for going out: 60 + 1 = 61.",
        "The line: [0|0]",
        "Bob went out.",
        "Points: Ann 0, Bob 1. After the round: Ann 0, Bob 61.",
        "Bob won with exactly 61.",
    ]


def test_explain_lays_tiles_the_right_way_round():
    lines = told(
        2,
        rules={"players": 2, "hand_size": 3},
        hands=parse_hands("2-3 0-1 4-5 | 1-2 3-4 6-6"),
        plays=parse_plays("0:2-3 1:1-2 0:0-1 1:3-4 0:4-5"),
    )

    assert "The line: [0|1][1|2][2|3][3|4][4|5]" in lines


def test_explain_tiles_that_have_to_be_turned():
    lines = told(
        2,
        rules={"players": 2, "hand_size": 3},
        hands=parse_hands("2-3 5-1 0-0 | 2-5 3-1 6-6"),
        plays=parse_plays("0:2-3 1:2-5 0:1-5 1:1-3@R"),
    )

    assert "The line: [1|5][5|2][2|3][3|1]" in lines


def test_explain_stops_at_the_first_illegal_play():
    lines = told(
        2,
        hands=parse_hands("1-4 1-1 | 1-2 2-2"),
        plays=parse_plays("0:1-4 1:2-2 0:1-1"),
    )

    assert lines[1:] == [
        "1. Player 1 lays 1-4; the ends count 1 + 4 = 5, which earns 1: 0 + 1 = 1.",
        "The line: [1|4]",
        "This cannot stand: fives_threes.no_fit (plays[1].tile).",
    ]


def test_explain_deal_that_cannot_be():
    lines = told(2, hands=parse_hands("1-4 1-1 | 1-4 2-2"), plays=parse_plays("0:1-4"))

    assert lines[1:] == ["This cannot stand: fives_threes.deal_duplicate (hands.1[0])."]


def test_explain_first_play_illegal_leaves_no_line():
    lines = told(2, hands=parse_hands("1-4 1-1 | 1-2 2-2"), plays=parse_plays("0:knock"))

    assert lines[1:] == ["This cannot stand: fives_threes.knock_able (plays[0].knock)."]


def test_explain_events():
    lines = told(
        2,
        level=2,
        rules={"players": 2},
        scores_before=[50, 0],
        events=parse_events("0:8/15 0:4/12! 1:0 0:3*"),
        end="won",
    )

    assert lines == [
        "Player 1 opens. Before the round: Player 1 50, Player 2 0. Target 61.",
        "1. Player 1 books 8 for ends of 15: 50 + 8 = 58.",
        "2. Player 1 books 4 for ends of 12: refused as a whole, since 58 + 4 would pass 61.",
        "3. Player 2 books 0.",
        "4. Player 1 books 3, going out: 58 + 3 = 61.",
        "Player 1 went out.",
        "Points: Player 1 11, Player 2 0. After the round: Player 1 61, Player 2 0.",
        "Player 1 won with exactly 61.",
    ]


def test_explain_events_up_to_the_wrong_one():
    lines = told(2, level=2, events=parse_events("0:8 0:5 1:1"), end="blocked")

    assert lines[1:] == [
        "1. Player 1 books 8: 0 + 8 = 8.",
        "This cannot stand: fives_threes.event_unreachable (events[1].points).",
    ]


def test_explain_score_line():
    lines = told(3, level=1, points=[4, 0, 7], end="blocked")

    assert lines == [
        "Player 1 opens. Before the round: Player 1 0, Player 2 0, Player 3 0. Target 61.",
        "Blocked: nobody who holds tiles can play. Tiles left over do not count.",
        "Points: Player 1 4, Player 2 0, Player 3 7. After the round: Player 1 4, Player 2 0, Player 3 7.",
    ]


def test_explain_what_is_no_record():
    assert explain([]) == ["This cannot stand: fives_threes.schema (the record)."]
