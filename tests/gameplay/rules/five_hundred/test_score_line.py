import pytest

from gameplay.rules.five_hundred.hand import check
from tests.gameplay.rules.five_hundred.records import codes, line, places


def contract(bid="8H", seat=1, *, sans_kitty=False):
    return {"seat": seat, "bid": bid, "sans_kitty": sans_kitty}


def test_a_score_line_is_scored():
    answer = check(line(score_before=[480, 200]))

    assert answer.valid
    assert answer.values == {
        "contract": contract(),
        "tricks": [2, 8],
        "made": True,
        "points": [20, 300],
        "score_after": [500, 500],
        "game": {"over": True, "winner": 1, "how": "contract"},
    }


def test_a_score_line_by_itself_has_no_score_after():
    assert check(line()).values == {"contract": contract(), "tricks": [2, 8], "made": True, "points": [20, 300]}


@pytest.mark.parametrize("seat", [-1, 4, True, "1", 1.0, None, [1], {}])
def test_a_seat_is_a_number_at_the_table(seat):
    assert places(line(dealer=seat)) == [("seat", "dealer")]
    assert places(line(contract=contract(seat=seat))) == [("seat", "contract.seat")]


@pytest.mark.parametrize("bid", ["5H", "11S", "P", "8h", 8, None, ["8H"], {}])
def test_a_contract_is_one_of_the_bids(bid):
    assert places(line(contract=contract(bid))) == [("bid_unknown", "contract.bid")]


def test_every_fault_of_the_contract_is_named_in_the_order_of_the_codes():
    record = line(contract=contract("BM", 9, sans_kitty=True), dealer=7, called=4)
    record["rules"] = {"misere": "off", "blind_misere": False, "sans_kitty": False}

    assert places(record) == [
        ("seat", "dealer"),
        ("seat", "contract.seat"),
        ("seat", "called"),
        ("misere_off", "contract.bid"),
        ("blind_misere_off", "contract.bid"),
        ("sans_kitty_off", "contract.sans_kitty"),
        ("called_partner", "called"),
    ]


@pytest.mark.parametrize(
    ("bid", "options", "refused"),
    [
        ("M", {"misere": "off"}, ["misere_off"]),
        ("OM", {"misere": "off"}, ["misere_off"]),
        ("BM", {"misere": "off"}, ["misere_off"]),
        ("BM", {"blind_misere": False}, ["blind_misere_off"]),
        ("OM", {"blind_misere": False}, []),
        ("M", {"misere": "any_time"}, []),
        ("8H", {"misere": "off", "blind_misere": False}, []),
    ],
)
def test_what_is_switched_off_cannot_be_the_contract(bid, options, refused):
    tricks = [10, 0] if bid != "8H" else [2, 8]

    assert codes(line(contract=contract(bid), tricks=tricks, rules=options)) == refused


@pytest.mark.parametrize(("allowed", "refused"), [(True, []), (False, ["sans_kitty_off"])])
def test_sans_kitty_can_be_switched_off(allowed, refused):
    assert codes(line(contract=contract(sans_kitty=True), rules={"sans_kitty": allowed})) == refused


def five(tricks, **changes):
    return line(rules={"players": 5}, tricks=tricks, **changes)


def test_a_called_partner_stands_with_the_contractor():
    answer = check(five([1, 5, 0, 3, 1], called=3))

    assert answer.values["points"] == [10, 300, 0, 300, 10]
    assert answer.values["made"] is True


@pytest.mark.parametrize(
    ("record", "refused"),
    [
        pytest.param(line(called=3), ["called_partner"], id="not among five"),
        pytest.param(five([1, 5, 0, 3, 1], called=1), ["called_partner"], id="the contractor himself"),
        pytest.param(
            five([5, 0, 0, 4, 1], called=3, contract=contract("M")), ["called_partner"], id="a misere is always alone"
        ),
        pytest.param(five(None, called=3, contract=None), ["called_partner"], id="passed in"),
        pytest.param(five([1, 5, 0, 3, 1], called=5), ["seat"], id="no seat"),
        pytest.param(five([1, 5, 0, 3, 1], called=True), ["seat", "called_partner"], id="no number"),
        pytest.param(
            five([1, 5, 0, 3, 1], called=3, contract=contract("5H")),
            ["bid_unknown", "called_partner"],
            id="no contract",
        ),
    ],
)
def test_a_partner_is_called_by_a_contractor_among_five(record, refused):
    assert codes(record) == refused


def test_a_hand_passed_in_has_no_tricks_and_scores_nothing():
    assert check(line(contract=None, tricks=None)).values == {
        "contract": None,
        "tricks": None,
        "made": None,
        "points": [0, 0],
    }
    assert codes(line(contract=None, tricks=[0, 0])) == ["passed_in_with_result"]


def test_a_hand_passed_in_decides_nothing():
    values = check(line(contract=None, tricks=None, score_before=[510, -490])).values

    assert values["score_after"] == [510, -490]
    assert values["game"] == {"over": False, "winner": None, "how": None}


@pytest.mark.parametrize("tricks", [[-1, 11], [11, 0], ["2", 8], [2.0, 8], [True, 9], [None, 8], [[], 8]])
def test_a_number_of_tricks_is_0_to_10(tricks):
    assert set(codes(line(tricks=tricks))) == {"tricks_range"}


@pytest.mark.parametrize(("tricks", "refused"), [([2, 8], []), ([2, 7], ["tricks_sum"]), ([3, 8], ["tricks_sum"])])
def test_tricks_make_ten(tricks, refused):
    assert codes(line(tricks=tricks)) == refused


@pytest.mark.parametrize(
    ("tricks", "refused"),
    [
        pytest.param([10, 0], [], id="made"),
        pytest.param([None, 0], [], id="made, the others left open"),
        pytest.param([9, 0], ["tricks_sum"], id="made in nine tricks"),
        pytest.param([9, 1], [], id="lost"),
        pytest.param([6, 1], [], id="lost and stopped"),
        pytest.param([None, 1], [], id="lost, the others left open"),
        pytest.param([10, 1], ["tricks_sum"], id="eleven"),
        pytest.param([9, None], ["tricks_range"], id="the contractor's cannot be left open"),
    ],
)
def test_tricks_of_a_misere(tricks, refused):
    assert codes(line(contract=contract("M"), tricks=tricks)) == refused


def test_open_numbers_of_a_misere_are_answered_as_sent():
    assert check(line(contract=contract("M"), tricks=[None, 0])).values["tricks"] == [None, 0]


def test_a_misere_of_three_may_leave_one_number_open():
    record = line(rules={"players": 3}, contract=contract("M"))

    assert codes({**record, "tricks": [4, 0, None]}) == []
    assert codes({**record, "tricks": [11, 0, None]}) == ["tricks_range"]
    assert codes({**record, "tricks": [9, 2, None]}) == ["tricks_sum"]


def test_claimed_points_are_compared():
    answer = check(line(points=[20, 320]))

    assert [(error.code, error.params["expected"]) for error in answer.errors] == [
        ("five_hundred.points_mismatch", [20, 300])
    ]
    assert codes(line(points=[20, 300])) == []


@pytest.mark.parametrize("limit", [{"defender_cap": 490}, {"defender_stop": 490}])
def test_points_under_a_limit_need_the_scores_before(limit):
    assert codes(line(rules=limit, points=[20, 300])) == ["score_before_missing"]
    assert codes(line(rules=limit, points=[20, 300], score_before=[0, 0])) == []
    assert codes(line(rules=limit, points=[20, 300], score_before=[490, 0])) == ["points_mismatch"]


def test_points_under_a_limit_stay_unknown_without_the_scores_before():
    values = check(line(rules={"defender_cap": 490})).values

    assert values["points"] is None
    assert "score_after" not in values


def test_a_score_after_needs_the_scores_before():
    assert codes(line(score_after=[20, 300])) == ["score_before_missing"]
    assert codes(line(score_after=[20, 300], points=[0, 0])) == ["score_before_missing", "points_mismatch"]


def test_the_chain_is_compared():
    record = line(score_before=[100, -40], expected_dealer=0)

    assert codes({**record, "score_after": [120, 260]}) == []
    assert codes({**record, "score_after": [120, 250], "expected_dealer": 3}) == [
        "score_after_mismatch",
        "dealer_rotation",
    ]


def test_points_come_before_the_chain():
    assert codes(line(points=[0, 0], score_before=[0, 0], score_after=[0, 0], expected_dealer=2)) == ["points_mismatch"]


def test_a_shared_game_lists_its_winners():
    record = five([1, 5, 0, 3, 1], called=3, score_before=[0, 200, 0, 200, 0])

    assert check(record).values["game"] == {"over": True, "winner": [1, 3], "how": "contract"}


def test_a_game_lost_backwards_goes_to_the_best_of_the_others():
    record = line(rules={"players": 3}, tricks=[2, 6, 2], score_before=[100, -200, 300])

    assert check(record).values["game"] == {"over": True, "winner": 2, "how": "backwards"}
