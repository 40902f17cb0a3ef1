import pytest

from gameplay.rules.five_hundred.cards import (
    CARDS,
    JOKER,
    PACKS,
    TEXTS,
    cards_in,
    mask_of,
    mask_of_texts,
    read_card,
    read_cards,
    texts_of,
)


def test_there_are_65_cards_each_with_its_own_text():
    assert len(TEXTS) == len(set(TEXTS)) == 65
    assert all(CARDS[text] == number for number, text in enumerate(TEXTS))
    assert TEXTS[JOKER] == "JK"


@pytest.mark.parametrize(("text", "same"), [("TS", "10S"), ("TC", "10C"), ("TD", "10D"), ("TH", "10H")])
def test_t_stands_for_ten(text, same):
    assert read_card(text) == read_card(same)


@pytest.mark.parametrize("text", ["1S", "14S", "as", "A", "S", "", "JKR", "T", "10", " AS", 5, None, True, ["AS"], {}])
def test_other_texts_are_unreadable(text):
    assert read_card(text) is None
    assert read_cards(["AS", text]) is None


@pytest.mark.parametrize("players", PACKS)
def test_a_pack_is_ten_cards_each_and_three_more(players):
    assert PACKS[players].bit_count() == 10 * players + 3


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_larger_table_plays_with_every_card_of_a_smaller_one(players):
    assert PACKS[players] & ~PACKS[players + 1] == 0


def test_sets_of_cards_are_read_and_written():
    mask = mask_of_texts(["JK", "AS", "TH"])

    assert mask == mask_of([JOKER, CARDS["AS"], CARDS["10H"]])
    assert texts_of(mask) == ["AS", "10H", "JK"]
    assert list(cards_in(0)) == []
