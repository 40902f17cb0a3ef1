"""Where everybody goes."""

from __future__ import annotations

import pytest

from tests.factories import make_club, make_entry, make_partnership, make_player, make_round, make_tournament
from tournaments.selectors.desk import get_round
from tournaments.selectors.seating import places_in, sit_outs_of

pytestmark = pytest.mark.django_db


def test_places_in_a_round_are_by_name_in_the_order_of_the_alphabet():
    club = make_club()
    tournament = make_tournament(club)
    for names in (("Zenon", "Łukasz"), ("Adam", "Žilvinas"), ("Ądam", "O'Brien")):
        make_entry(tournament, make_partnership(club, *(make_player(club, name) for name in names)))

    places = places_in(make_round(tournament))

    assert [place.player_name for place in places] == ["Adam", "Ądam", "Łukasz", "O'Brien", "Zenon", "Žilvinas"]


def test_places_in_a_round_say_table_seat_partner_and_opponents():
    club = make_club()
    tournament = make_tournament(club)
    for names in (("Ann", "Bob"), ("Cid", "Dot")):
        make_entry(tournament, make_partnership(club, *(make_player(club, name) for name in names)))

    ann = places_in(make_round(tournament))[0]

    assert (ann.table, ann.partners, sorted(ann.opponents)) == (1, ("Bob",), ["Cid", "Dot"])
    assert {ann.seat_label} < {"N", "E"}
    assert ann.side_label == {"N": "NS", "E": "EW"}[ann.seat_label]


def test_sit_outs_are_listed_with_both_partners_among_the_places():
    round_ = make_round(make_tournament(pairs=3))

    [out] = sit_outs_of(round_)
    resting = [place.entry_id for place in places_in(round_) if place.table is None]

    assert resting == [out.entry_id] * 2


def test_round_view_names_the_next_missing_hand_of_each_table():
    round_ = make_round(make_tournament(pairs=4, rules={"end": "hands", "hands": 4}))

    view = get_round(round_.pk)

    assert [(hand.table, hand.leg, hand.number, hand.remaining) for hand in view.missing] == [
        (1, 1, 1, 4),
        (2, 1, 1, 4),
    ]
    assert not view.is_complete
