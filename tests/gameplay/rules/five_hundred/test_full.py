import pytest

from gameplay.rules.five_hundred.hand import check
from tests.gameplay.rules.five_hundred.records import HANDS, KITTY, codes, full, places

SPADES, CLUBS, DIAMONDS, HEARTS = (HANDS[str(seat)] for seat in range(4))


def tricks(*rows):
    """Return tricks from lines such as ``0: AS AC``; a loose joker led has its suit behind a stroke."""
    found = []
    for row in rows:
        lead, _, cards = row.partition(":")
        first, *rest = cards.split()
        card, _, suit = first.partition("/")
        found.append({"lead": int(lead), "cards": [card, *rest], **({"suit": suit} if suit else {})})
    return found


def columns(*hands, lead=0, seats=(0, 1, 2, 3)):
    """Return ten tricks in which each seat plays its hand from left to right and ``lead`` always leads."""
    first = seats.index(lead)
    order = [*range(first, len(seats)), *range(first)]
    return [{"lead": lead, "cards": [hands[place][index] for place in order]} for index in range(10)]


def spades(**changes):
    """Seat 0 plays no trumps and takes every trick with its ten spades."""
    return full("6NT", play=columns(SPADES, CLUBS, DIAMONDS, HEARTS), **changes)


def test_every_trick_is_followed():
    values = check(spades(score_before=[0, 0])).values

    assert values["tricks"] == [10, 0]
    assert values["points"] == [250, 0]
    assert values["made"] is True


@pytest.mark.parametrize(
    ("discards", "expected"),
    [
        pytest.param(["4D", "4H"], [("discard_count", "discards")], id="two"),
        pytest.param([], [("discard_count", "discards")], id="none"),
        pytest.param(None, [("discard_count", "discards")], id="left out"),
        pytest.param(["4D", "4H", "JK", "5S"], [("discard_count", "discards")], id="four"),
        pytest.param(["4D", "4H", "AC"], [("discard_not_held", "discards[2]")], id="another's card"),
        pytest.param(["4D", "4H", "4D"], [("discard_not_held", "discards[2]")], id="one twice"),
        pytest.param(["4D", "AC"], [("discard_count", "discards"), ("discard_not_held", "discards[1]")], id="both"),
        pytest.param(["4D", "4H", "2S"], [("discard_not_held", "discards[2]")], id="a card of another pack"),
        pytest.param(["4D", "4H", "1S"], [("card", "discards[2]")], id="unreadable"),
    ],
)
def test_three_cards_are_discarded_of_thirteen(discards, expected):
    assert places(spades(discards=discards)) == expected


def sans_kitty(**changes):
    record = spades(**changes)
    record["auction"][-1]["sans_kitty"] = record["contract"]["sans_kitty"] = True
    return record


@pytest.mark.parametrize(
    ("discards", "expected"),
    [
        (None, []),
        ([], []),
        (KITTY, [("discard_sans_kitty", "discards")]),
        (["1S"], [("discard_sans_kitty", "discards")]),
    ],
)
def test_nothing_is_discarded_sans_kitty(discards, expected):
    assert places(sans_kitty(discards=discards)) == expected


def test_the_kitty_stays_closed_sans_kitty():
    record = sans_kitty(discards=None)
    record["play"][0]["cards"][0] = "JK"

    assert places(record) == [("play_not_held", "play[0].cards[0]")]


@pytest.mark.parametrize(
    ("bid", "discards", "nominated", "expected"),
    [
        ("6S", KITTY, "H", ["nomination_in_trumps"]),
        ("6S", KITTY, "X", ["suit", "nomination_in_trumps"]),
        ("6NT", KITTY, "H", ["nomination_not_held"]),
        ("6NT", ["4D", "4H", "5S"], "NT", ["suit"]),
        ("6NT", ["4D", "4H", "5S"], 1, ["suit"]),
    ],
)
def test_the_joker_is_named_by_the_contractor_who_holds_it(bid, discards, nominated, expected):
    assert codes(full(bid, discards=discards, nominated=nominated)) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param({"lead": 9}, [("seat", "play[3].lead")], id="no seat"),
        pytest.param({"lead": False}, [("seat", "play[3].lead")], id="no number"),
        pytest.param({"lead": 1}, [("play_wrong_leader", "play[3].lead")], id="another leader"),
        pytest.param({"cards": ["JS", "JC"]}, [("trick_size", "play[3].cards")], id="two cards"),
        pytest.param({"cards": []}, [("trick_size", "play[3].cards")], id="no cards"),
        pytest.param({"cards": ["JS", "JC", "JD", "JH", "10S"]}, [("trick_size", "play[3].cards")], id="five cards"),
        pytest.param({"cards": ["JS", "JC", "JD", "XX"]}, [("card", "play[3].cards[3]")], id="unreadable"),
        pytest.param(
            {"cards": ["JS", "JC", "JD", {}], "lead": 7},
            [("seat", "play[3].lead"), ("card", "play[3].cards[3]")],
            id="both",
        ),
        pytest.param({"suit": "S"}, [("joker_suit_unexpected", "play[3].suit")], id="a suit named"),
        pytest.param({"suit": "spades"}, [("suit", "play[3].suit")], id="no suit named"),
        pytest.param({"winner": 0}, [], id="the winner"),
        pytest.param({"winner": 1}, [("trick_winner_mismatch", "play[3].winner")], id="another winner"),
        pytest.param({"winner": 4}, [("seat", "play[3].winner")], id="no winner"),
        pytest.param({"winner": False}, [("seat", "play[3].winner")], id="no number of a winner"),
    ],
)
def test_the_head_of_a_trick(change, expected):
    record = spades()
    record["play"][3].update(change)

    assert places(record) == expected


@pytest.mark.parametrize(
    ("position", "card", "reason"),
    [
        pytest.param(0, "AC", "never held", id="led, another's"),
        pytest.param(0, "JK", "discarded", id="led, discarded"),
        pytest.param(0, "AS", "already played", id="led, played"),
        pytest.param(2, "AH", "never held", id="another's"),
        pytest.param(2, "JK", "never held", id="discarded by the contractor"),
        pytest.param(2, "AD", "already played", id="played"),
        pytest.param(2, "2D", "never held", id="of another pack"),
    ],
)
def test_a_card_is_played_from_the_hand(position, card, reason):
    record = spades()
    record["play"][3]["cards"][position] = card

    (error,) = check(record).errors

    assert (error.code, error.path) == ("five_hundred.play_not_held", f"play[3].cards[{position}]")
    assert error.params["reason"] == reason


def test_a_kitty_not_given_away_cannot_be_played_by_others():
    record = full("6NT", discards=["4D", "4H", "5S"], play=columns([*SPADES[:9], "JK"], CLUBS, DIAMONDS, HEARTS))
    record["play"][0]["cards"][2] = "JK"

    assert places(record) == [("play_not_held", "play[0].cards[2]")]


def test_ten_tricks_are_played():
    record = spades()

    assert places({**record, "play": record["play"][:9]}) == [("play_incomplete", "play")]
    assert places({**record, "play": []}) == [("play_incomplete", "play")]
    assert places({**record, "play": [*record["play"], record["play"][9]]}) == [("play_too_many", "play[10]")]


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ({"tricks": [10, 0], "points": [250, 0]}, []),
        ({"tricks": [9, 1]}, ["tricks_mismatch"]),
        ({"points": [120, 0]}, ["points_mismatch"]),
        ({"expected_dealer": 3}, ["dealer_rotation"]),
    ],
)
def test_claims_are_compared_with_the_play(claims, expected):
    assert codes(spades(**claims)) == expected


def misere(play, bid="OM", **changes):
    """Seat 0 plays a misere with ten spades from the ace down, or with the joker for its five."""
    return full(bid, play=play, exposed=True, **changes)


LOST = tricks("0: AS AC AH")


@pytest.mark.parametrize("bid", ["OM", "BM"])
def test_a_lost_misere_may_stop_or_be_played_out(bid):
    played_out = columns(SPADES, CLUBS, HEARTS, seats=(0, 1, 3))

    assert check(misere(LOST, bid)).values["tricks"] == [1, 0]
    assert check(misere(LOST, bid)).values["points"] == [-500, 0]
    assert check(misere(played_out, bid)).values["tricks"] == [10, 0]


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        pytest.param([], [("play_incomplete", "play")], id="not begun"),
        pytest.param(tricks("0: AS AC AD AH"), [("trick_size", "play[0].cards")], id="the partner plays"),
        pytest.param(tricks("2: AD AH AS"), [("play_inactive", "play[0].lead")], id="the partner leads"),
        pytest.param([{**LOST[0], "winner": 2}], [("trick_winner_mismatch", "play[0].winner")], id="the partner wins"),
    ],
)
def test_a_misere_is_played_by_three(play, expected):
    assert places(misere(play)) == expected


@pytest.mark.parametrize(
    ("bid", "exposed", "expected"),
    [("OM", False, ["open_not_exposed"]), ("OM", None, []), ("OM", True, []), ("BM", False, [])],
)
def test_an_open_misere_is_laid_open(bid, exposed, expected):
    assert codes(full(bid, play=LOST, exposed=exposed)) == expected


def mixed(bid, *rows, **changes):
    """Seat 0 keeps the joker; seat 1 has one spade, 9S, for its 5C, and seat 0 that club instead."""
    record = full(bid, discards=["4D", "4H", "5S"], play=tricks(*rows), **changes)
    record["hands"]["0"][5], record["hands"]["1"][9] = "5C", "9S"
    return record


@pytest.mark.parametrize(
    ("bid", "rows", "expected"),
    [
        pytest.param("6S", ["0: AS AC AD AH"], ("play_revoke", "play[0].cards[1]"), id="could follow"),
        pytest.param("6C", ["0: JK 9S AD AH"], ("play_revoke", "play[0].cards[1]"), id="the joker asks for trumps"),
        pytest.param(
            "6C", ["0: JS 9S AD AH"], ("play_revoke", "play[0].cards[1]"), id="the left bower asks for trumps"
        ),
        pytest.param("6NT", ["0: 5C 9S AD AH"], ("play_revoke", "play[0].cards[1]"), id="no trumps"),
        pytest.param("6NT", ["0: JK/S AC AD AH"], ("play_revoke", "play[0].cards[1]"), id="the suit named"),
        pytest.param("6NT", ["0: JK AC AD AH"], ("joker_lead_suit_missing", "play[0].suit"), id="no suit named"),
        pytest.param("6NT", ["0: JK/X AC AD AH"], ("suit", "play[0].suit"), id="no suit"),
        pytest.param("6NT", ["0: AS 9S AD AH", "0: JK/S"], ("trick_size", "play[1].cards"), id="the size comes first"),
        pytest.param(
            "6NT", ["0: AS 9S AD AH", "0: JK/S AC KD KH"], ("joker_lead_suit_used", "play[1].suit"), id="led before"
        ),
        pytest.param("6NT", ["0: AS 9S AD AH", "0: JK/C AC KD KH"], ("play_incomplete", "play"), id="not led before"),
        pytest.param(
            "6NT",
            ["0: AS 9S AD AH", "0: JK/C AC KD KH", "0: 5C KC QD QH", "1: QC JD JH KS"],
            ("play_incomplete", "play"),
            id="led again after the joker",
        ),
        pytest.param("6S", ["0: JK/S 9S AD AH"], ("joker_suit_unexpected", "play[0].suit"), id="named in trumps"),
        pytest.param(
            "6NT",
            ["0: 5C AC AD AH", "1: KC KD KH JK", "0: AS AC QD QH"],
            ("play_not_held", "play[2].cards[1]"),
            id="void, so the joker may be played and wins",
        ),
        pytest.param("6NT", ["0: 5C AC AD AH", "1: KC KD KH AS"], ("play_incomplete", "play"), id="void, it need not"),
        pytest.param(
            "6NT", ["0: 5C AC AD AH", "1: 9S KD KH JK"], ("joker_while_able", "play[1].cards[3]"), id="not while able"
        ),
    ],
)
def test_suits_are_followed(bid, rows, expected):
    assert places(mixed(bid, *rows)) == [expected]


@pytest.mark.parametrize(
    ("bid", "changes", "code"),
    [
        pytest.param("6S", {}, "play_revoke", id="as a trump"),
        pytest.param("6NT", {"nominated": "S"}, "play_revoke", id="as a spade"),
        pytest.param("6NT", {}, "joker_while_able", id="as a card of no suit"),
    ],
)
def test_a_joker_played_in_place_of_the_suit_led_is_refused(bid, changes, code):
    record = mixed(bid, "0: 5C AC AD AH", "1: KC KD KH JK", **changes)
    record["hands"]["0"][8], record["hands"]["1"][8] = "6C", "6S"

    assert places(record) == [(code, "play[1].cards[3]")]


@pytest.mark.parametrize(
    ("rows", "changes", "expected"),
    [
        pytest.param(["0: 5C AC AH", "1: KC KH AS"], {}, [("joker_forced", "play[1].cards[2]")], id="must be played"),
        pytest.param(["0: 5C AC AH", "1: KC KH JK"], {}, [], id="and wins, so the misere is lost"),
        pytest.param(
            ["0: 5C AC AH", "1: KC KH AS"], {"nominated": "S"}, [("play_incomplete", "play")], id="named, it is a spade"
        ),
        pytest.param(
            ["0: 5C AC AH", "1: KC KH JK"], {"nominated": "S"}, [("play_incomplete", "play")], id="named, it loses"
        ),
        pytest.param(["0: 5C AC AH", "1: 9S KH JK"], {"nominated": "S"}, [], id="named, it follows and wins"),
        pytest.param(["0: JK AC AH"], {"nominated": "S"}, [("play_revoke", "play[0].cards[1]")], id="named, it leads"),
    ],
)
def test_the_joker_of_a_misere(rows, changes, expected):
    assert places(mixed("OM", *rows, **changes)) == expected


@pytest.mark.parametrize("row", ["0: JK/C AC AD AH", "0: JK AC AD AH"])
def test_the_joker_can_be_kept_for_the_last_trick(row):
    record = mixed("6NT", row, rules={"joker_lead": "last_trick"})

    assert places(record) == [("joker_lead_too_early", "play[0].suit")]


@pytest.mark.parametrize("options", [{}, {"joker_lead": "last_trick"}])
@pytest.mark.parametrize("named", ["", "/S", "/H"])
def test_to_the_last_trick_the_joker_is_led_with_or_without_a_suit(options, named):
    record = full("6NT", discards=["4D", "4H", "5S"], rules=options)
    record["play"] = columns([*SPADES[:9], "JK"], CLUBS, DIAMONDS, HEARTS)
    record["play"][9]["suit"] = named[1:] or None

    assert check(record).values["tricks"] == [10, 0]


def four_aces(*rows):
    """Seat 0 keeps the joker and has every ace; the others have one spade each."""
    record = full("6NT", discards=["4D", "4H", "5S"], play=tricks(*rows))
    for seat, place, spade in (("1", 7, "8S"), ("2", 8, "7S"), ("3", 9, "6S")):
        ace = record["hands"][seat][0]
        record["hands"][seat][0], record["hands"]["0"][place - 1] = spade, ace
    return record


@pytest.mark.parametrize("named", ["", "/S"])
def test_the_joker_waits_for_the_last_trick_once_every_suit_was_led(named):
    led = ["0: AS 8S 7S 6S", "0: AC KC KD KH", "0: AD QC QD QH", "0: AH JC JD JH"]
    joker = f"0: JK{named} 10C 10D 10H"

    assert places(four_aces(*led, joker)) == [("joker_lead_too_early", "play[4].suit")]
    assert places(four_aces(*led[:3], "0: JK/H 10C 10D JH")) == [("play_incomplete", "play")]
