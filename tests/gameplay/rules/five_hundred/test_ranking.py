import pytest

from gameplay.rules.five_hundred.bids import SUITS
from gameplay.rules.five_hundred.cards import CARDS, JOKER_BIT, TEXTS, texts_of
from gameplay.rules.five_hundred.ranking import NO_SUIT, ranking_of

PLAIN = ["A", "K", "Q", "J", "13", "12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
MATES = {"S": "C", "C": "S", "D": "H", "H": "D"}


def ranking(trump=None, nominated=None, *, is_misere=False):
    number = {name: index for index, name in enumerate(SUITS)}
    return ranking_of(number.get(trump), number.get(nominated), is_misere=is_misere)


def from_the_highest(cards, led):
    """Sort the cards that can win a trick, the highest first."""
    power = cards.power[led]
    return [TEXTS[card] for card in sorted(range(len(TEXTS)), key=lambda card: -power[card]) if power[card]]


@pytest.mark.parametrize("trump", SUITS)
@pytest.mark.parametrize("led", SUITS)
def test_trumps_rank_joker_bowers_and_down_before_the_suit_led(trump, led):
    trumps = ["JK", f"J{trump}", f"J{MATES[trump]}", *(f"{rank}{trump}" for rank in PLAIN if rank != "J")]
    plain = [f"{rank}{led}" for rank in PLAIN if led != MATES[trump] or rank != "J"] if led != trump else []

    assert from_the_highest(ranking(trump), SUITS.index(led)) == trumps + plain


@pytest.mark.parametrize("led", SUITS)
def test_in_no_trumps_the_loose_joker_is_above_the_suit_led(led):
    assert from_the_highest(ranking(), SUITS.index(led)) == ["JK", *(f"{rank}{led}" for rank in PLAIN)]


def test_a_loose_joker_led_without_a_suit_can_only_win():
    assert from_the_highest(ranking(), NO_SUIT) == ["JK"]


@pytest.mark.parametrize("named", SUITS)
@pytest.mark.parametrize("led", SUITS)
def test_a_nominated_joker_is_the_highest_of_its_suit_and_nothing_elsewhere(named, led):
    suit = [f"{rank}{led}" for rank in PLAIN]

    assert from_the_highest(ranking(nominated=named), SUITS.index(led)) == (["JK", *suit] if named == led else suit)


@pytest.mark.parametrize("trump", SUITS)
def test_the_left_bower_belongs_to_the_trumps_alone(trump):
    cards, left = ranking(trump), CARDS[f"J{MATES[trump]}"]

    assert cards.suit_of[left] == SUITS.index(trump)
    assert [SUITS[suit] for suit in range(4) if cards.members[suit] >> left & 1] == [trump]


@pytest.mark.parametrize(("trump", "nominated"), [(None, None), *((suit, None) for suit in SUITS), (None, "H")])
def test_every_card_has_one_suit_but_a_loose_joker(trump, nominated):
    cards = ranking(trump, nominated)
    together = cards.members[0] | cards.members[1] | cards.members[2] | cards.members[3]

    assert sum(mask.bit_count() for mask in cards.members) == together.bit_count()
    assert [text for text in TEXTS if not together >> CARDS[text] & 1] == texts_of(cards.loose)


@pytest.mark.parametrize(
    ("kwargs", "loose", "forced"),
    [
        ({"trump": "S"}, 0, 0),
        ({}, JOKER_BIT, 0),
        ({"is_misere": True}, JOKER_BIT, JOKER_BIT),
        ({"nominated": "D", "is_misere": True}, 0, 0),
    ],
)
def test_only_a_loose_joker_is_forced_and_only_in_a_misere(kwargs, loose, forced):
    cards = ranking(**kwargs)

    assert (cards.loose, cards.forced) == (loose, forced)
