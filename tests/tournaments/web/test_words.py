"""Seats, bids, draws and tables in words."""

from __future__ import annotations

import pytest
from django.utils import translation

from tournaments.movements.by_hand import BY_HAND_CODES
from tournaments.movements.individual_reasons import INDIVIDUAL_REASON_CODES
from tournaments.movements.knockout import KNOCKOUT_REASON_CODES
from tournaments.movements.mixed_reasons import MIXED_REASON_CODES
from tournaments.movements.planned import PLAN_CODES
from tournaments.movements.planned_draw import PLANNED_DRAW_CODES
from tournaments.movements.progressive_reasons import PROGRESSIVE_REASON_CODES
from tournaments.movements.reasons import REASON_CODES
from tournaments.movements.staying import STAYING_REASON_CODES
from tournaments.movements.swiss.reasons import SWISS_REASON_CODES
from tournaments.web.drafts import _SENTENCES, Company, reason_words
from tournaments.web.policies import sit_out_words, table_words
from tournaments.web.words import bid_sign, bid_spoken, record_words, seat_name, side_name


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en-gb"):
        yield


@pytest.mark.parametrize(("label", "name"), [("N", "North"), ("W", "West"), ("2", "seat 2")])
def test_seat_name(label, name):
    assert seat_name(label) == name


@pytest.mark.parametrize(
    ("label", "name"), [("NS", "NS"), ("2", "seat 2"), ("1-4", "seats 1-4"), ("1-3-5", "seats 1-3-5")]
)
def test_side_name(label, name):
    assert side_name(label) == name


@pytest.mark.parametrize(
    ("bid", "sign", "spoken"),
    [
        ("8H", "8♥\ufe0e", "8 hearts"),
        ("10S", "10♠\ufe0e", "10 spades"),
        ("6NT", "6NT", "6 no trumps"),
        ("OM", "Open misere", "Open misere"),
    ],
)
def test_bid_in_words(bid, sign, spoken):
    assert (bid_sign(bid), bid_spoken(bid)) == (sign, spoken)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        pytest.param({"dealer": 0, "contract": None}, "passed in", id="passed in"),
        pytest.param(
            {"dealer": 0, "contract": {"seat": 3, "bid": "8H", "sans_kitty": True}, "tricks": [1, 9]},
            "8♥\ufe0e sans kitty by West, tricks: 9",
            id="sans kitty",
        ),
        pytest.param(
            {
                "dealer": 0,
                "contract": {"seat": 3, "bid": "8H", "sans_kitty": False},
                "called": 1,
                "tricks": [1, 4, 0, 5, 0],
            },
            "8♥\ufe0e by West with East, tricks: 9",
            id="partner called",
        ),
        pytest.param({"points": [3, 9], "end": "out", "out_side": 1}, "3 : 9, EW went out", id="out"),
        pytest.param({"points": [3, 9], "end": "blocked"}, "3 : 9, blocked", id="blocked"),
        pytest.param({"points": [3, 9], "end": "won"}, "3 : 9, game won", id="won"),
        pytest.param("rubbish", "unreadable", id="no record"),
        pytest.param({"dealer": 0, "contract": {"seat": 9}}, "unreadable", id="half a record"),
    ],
)
def test_record_in_words(record, words):
    assert record_words(record, "NESW", ("NS", "EW")) == words


def test_record_names_a_side_of_numbered_seats():
    record = {"points": [3, 9, 0], "end": "out", "out_side": 1}

    assert record_words(record, "123", "123") == "3 : 9 : 0, seat 2 went out"


PAIRS = Company({1: "Ann", 2: "Bob", 3: "Cy"}, "partnership", ("NS", "EW"))


def test_reasons_of_draws_all_have_a_sentence():
    codes = {
        *BY_HAND_CODES,
        *REASON_CODES,
        *INDIVIDUAL_REASON_CODES,
        *KNOCKOUT_REASON_CODES,
        *MIXED_REASON_CODES,
        *PLAN_CODES,
        *PLANNED_DRAW_CODES,
        *PROGRESSIVE_REASON_CODES,
        *STAYING_REASON_CODES,
        *SWISS_REASON_CODES,
    }

    assert set(_SENTENCES) == codes


@pytest.mark.parametrize(
    ("code", "params", "sentence"),
    [
        (
            "draw.adapted",
            {"round": 2, "rounds": 5, "late": [3], "left": [1]},
            "Round 2 of 5, planned anew for those who are here. Came later: Cy. Not here: Ann.",
        ),
        (
            "draw.sits_out_in_turn",
            {"entrant": 1, "before": 2, "fewest": 2},
            "The number of pairs is odd: Ann sits out, whose turn it is (2 times before).",
        ),
        (
            "draw.sits_out_shared_player",
            {"entrant": 1, "others": [2, 3], "before": 0},
            "Ann sits out, because a player of this pair also plays for Bob, Cy.",
        ),
        (
            "draw.movement",
            {"movement": "reduced_howell", "round": 2, "rounds": 5},
            "Round 2 of 5 of the movement Reduced Howell, as planned.",
        ),
        (
            "draw.movement_instead",
            {"movement": "reduced_howell", "instead": "mitchell", "rounds": 5},
            "There is no Reduced Howell for so many in so many rounds; what comes nearest is Mitchell.",
        ),
        (
            "draw.movement_left",
            {"movement": "howell", "round": 3},
            "Who plays has changed, or who met whom: from round 3 on Howell is not followed any more.",
        ),
        (
            "draw.movement_over",
            {"movement": "mitchell", "rounds": 5},
            "All 5 rounds of the movement Mitchell have been played.",
        ),
        ("movement.stay", {"entrants": [1, 2, 3]}, "These keep their table: Ann, Bob, Cy."),
        ("movement.stay", {"entrants": [2]}, "These keep their table: Bob."),
        (
            "draw.rematch_needed",
            {"entrants": [1, 2], "times": 1},
            "Ann meets Bob again: no round for all has fewer rematches.",
        ),
        (
            "draw.rematch_all_met",
            {"entrants": [1, 2], "times": 1},
            "Ann meets Bob again: everybody else has been met as often.",
        ),
        (
            "draw.individual",
            {"round": 2, "rounds": 5, "tables": 3, "seats": 4},
            "Round 2 of 5, drawn for those who are here; tables: 3.",
        ),
        (
            "draw.sits_out_left_over",
            {"entrant": 3, "before": 0, "fewest": 0, "present": 13, "seats": 4},
            "The tables cannot be filled with all 13: Cy sits out, for the first time.",
        ),
        (
            "draw.sits_out_left_over",
            {"entrant": 3, "before": 1, "fewest": 1, "present": 13, "seats": 4},
            "The tables cannot be filled with all 13: Cy sits out (1 time before).",
        ),
        (
            "draw.partners_again",
            {"entrants": [1, 2], "times": 1},
            "Ann and Bob are partners again (so often before: 1).",
        ),
        (
            "draw.partner_repeats",
            {"repeats": 2, "least": 1},
            "Partners who were partners before: 2 in all; fewer than 1 cannot be.",
        ),
        (
            "draw.meeting_repeats",
            {"repeats": 6, "least": 4},
            "Meetings of people who have met before: 6 in all; fewer than 4 cannot be.",
        ),
        (
            "draw.starts_again",
            {"entrant": 1, "before": 2, "fewest": 1},
            "Ann starts again: everybody at that table has started before.",
        ),
        ("draw.sides_apart", {"entrant": 1, "apart": -2}, "Ann has sat 2 times more on EW than on the other side."),
        (
            "draw.rematches_ahead",
            {"rounds": 2, "rematches": 1},
            "In the rounds to come 1 rematch is expected.",
        ),
        (
            "draw.swiss",
            {"movement": "monrad", "round": 2, "rounds": 5, "pattern": "adjacent", "tables": 3},
            "Round 2 of 5, Monrad: like meets like, and each meets the next in the standings.",
        ),
        (
            "draw.swiss_first_round",
            {"movement": "swiss", "round": 1, "rounds": 5, "pattern": "random", "tables": 3},
            "Round 1 of 5, drawn by lot.",
        ),
        (
            "draw.swiss_first_round",
            {"movement": "swiss", "round": 1, "rounds": 5, "pattern": "slide", "tables": 3},
            "Round 1 of 5, drawn by strength: of those alike the upper half meets the lower half, in order.",
        ),
        (
            "draw.swiss_by_lot",
            {"movement": "swiss", "round": 2, "rounds": 5, "until": 3, "pattern": "random", "tables": 3},
            (
                "Round 2 of 5, drawn by lot, as all are up to round 3: points do not count for it, but who has met "
                "whom, on which side, and who sat out does."
            ),
        ),
        (
            "draw.swiss_put_together",
            {"entrants": [1, 2]},
            "Ann and Bob were put together by hand.",
        ),
        (
            "draw.swiss_accelerated",
            {"until": 2, "points": "7/2"},
            "Up to round 2 the stronger half is drawn as if it had 3.5 more points.",
        ),
        (
            "draw.swiss_standings_before",
            {"round": 1},
            "The standings after round 1 are used; of round 2 only who met whom, on which side, and who sat out.",
        ),
        (
            "draw.swiss_standings_before",
            {"round": 0},
            "No results count yet; of round 1 only who met whom, on which side, and who sat out.",
        ),
        (
            "draw.swiss_many_rounds",
            {"rounds": 5, "present": 8, "most": 4},
            "5 rounds are many for 8: only up to 4 are sure to need no rematch.",
        ),
        (
            "draw.swiss_rematches_needed",
            {"rematches": 2},
            "No round for all is left without a rematch; this one has 2.",
        ),
        (
            "draw.swiss_sits_out",
            {"entrant": 1, "score": "9/2", "before": 0, "fewest": 0},
            "Ann (4.5) sits out: the lowest of those who have sat out least (so often before: 0).",
        ),
        (
            "draw.swiss_sits_out_above",
            {"entrant": 1, "others": [2, 3], "score": "4", "before": 0},
            "Ann (4) sits out: if one of those below did (Bob, Cy), the other tables would be worse.",
        ),
        ("draw.swiss_left_out", {"entrant": 1, "before": 0}, "Ann sits out: there is nobody left to meet."),
        (
            "draw.swiss_alike",
            {"entrants": [1, 2], "scores": ["4", "4"], "costs": [0]},
            "Ann and Bob meet: both have 4.",
        ),
        (
            "draw.swiss_apart",
            {"entrants": [1, 2], "scores": ["4", "7/3"], "costs": [0]},
            "Ann and Bob meet: they have 4 and 2.33.",
        ),
        (
            "draw.swiss_fixed",
            {"entrants": [1, 2], "scores": ["4", "2"]},
            "Ann (4) and Bob (2) were put together by hand.",
        ),
        (
            "draw.same_company",
            {"draw": 1},
            (
                "Drawn again, the same people are together as in draw 1: there is no better round for them. To have it "
                "otherwise, let two change places, or meet, or never meet."
            ),
        ),
        ("draw.swiss_met_before", {"entrants": [1, 2], "times": 1}, "Ann and Bob meet again (so often before: 1)."),
        (
            "draw.swiss_kept_apart",
            {"groups": 1, "tables": 0},
            "Nobody meets somebody of the own club, town or household.",
        ),
        (
            "draw.swiss_kept_apart",
            {"groups": 2, "tables": 2},
            (
                "At 2 tables two of one club, town or household meet: fewer could not be, or only with a rematch, "
                "uneven sides or an unfair sit-out."
            ),
        ),
        ("draw.swiss_same_club", {"entrants": [1, 2]}, "Ann and Bob are of one club, town or household."),
        (
            "draw.swiss_same_side",
            {"entrants": [1, 2]},
            "Ann and Bob have both sat more often on the same side.",
        ),
        (
            "draw.swiss_floats_again",
            {"entrant": 1, "others": [2], "up": 1},
            "Ann meets, for the second time running, somebody with more points: Bob.",
        ),
        (
            "draw.swiss_floats_again",
            {"entrant": 2, "others": [1], "up": 0},
            "Bob meets, for the second time running, somebody with fewer points: Ann.",
        ),
        (
            "draw.swiss_gaps",
            {"squares": "9/2", "least": "4"},
            "Differences in points, squared, add up to 4.5; if nothing else counted, to 4.",
        ),
        (
            "draw.swiss_cost",
            {"levels": ["rematch", "sit_out", "side", "lot"], "costs": [0, 2, 11, 55]},
            (
                "No round has less of one of these without more of one before it: sit-out above the lowest (2); "
                "tables where both need the same side (1)."
            ),
        ),
        ("draw.swiss_cost", {"levels": ["rematch", "lot"], "costs": [0, 55]}, "There is nothing against this round."),
    ],
)
def test_reason_in_words(code, params, sentence):
    assert reason_words({"code": code, "params": params}, PAIRS) == sentence


@pytest.mark.parametrize(
    ("entry_kind", "code", "params", "sentence"),
    [
        (
            "player",
            "draw.sits_out_in_turn",
            {"entrant": 1, "before": 0, "fewest": 0},
            "The number of players is odd: Ann sits out, for the first time.",
        ),
        (
            "player",
            "draw.sits_out_in_turn",
            {"entrant": 1, "before": 1, "fewest": 1},
            "The number of players is odd: Ann sits out, whose turn it is (1 time before).",
        ),
        (
            "team",
            "draw.sits_out_in_turn",
            {"entrant": 1, "before": 2, "fewest": 1},
            "The number of teams is odd: Ann sits out, whose turn it is (2 times before).",
        ),
        (
            "player",
            "draw.sits_out_shared_player",
            {"entrant": 1, "others": [2], "before": 0},
            "Ann sits out, because the same person also plays as Bob.",
        ),
        (
            "team",
            "draw.sits_out_shared_player",
            {"entrant": 1, "others": [2, 3], "before": 0},
            "Ann sits out, because a player of this team also plays for Bob, Cy.",
        ),
        (
            "player",
            "draw.sides_apart",
            {"entrant": 1, "apart": 3},
            "Ann has sat 3 times more on seat 1 than on the other side.",
        ),
    ],
)
def test_reason_speaks_of_those_who_take_part(entry_kind, code, params, sentence):
    company = Company(PAIRS.names, entry_kind, ("1", "2"))

    assert reason_words({"code": code, "params": params}, company) == sentence


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"kind": "five_hundred", "rules": {}}, "to 500"),
        ({"kind": "five_hundred", "rules": {"end": "hands", "hands": 8}}, "8 hands"),
        ({"kind": "five_hundred", "rules": {"end": "timed"}, "round_minutes": 40}, "by the clock, 40 minutes"),
        ({"kind": "fives_threes", "legs": 3, "legs_mode": "best_of"}, "best of 3 legs"),
        ({"kind": "fives_threes", "legs": 3, "legs_mode": "all"}, "3 legs, all are played"),
        ({"kind": "fives_threes", "legs": 1, "legs_mode": "all"}, "1 leg"),
    ],
)
def test_table_in_words(settings, words):
    assert table_words(settings) == words


def test_sit_out_in_words():
    assert sit_out_words("win", "player") == "A sit-out counts as a win."
    own = [sit_out_words("own_average", kind) for kind in ("partnership", "player", "team")]
    assert own == [
        "A sit-out is worth the pair's own average over the tables it has played.",
        "A sit-out is worth the player's own average over the tables played.",
        "A sit-out is worth the team's own average over the tables it has played.",
    ]
