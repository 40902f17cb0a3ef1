"""Seats and hands in words, for the templates."""

from __future__ import annotations

from django import template

from gameplay.messages import naming
from gameplay.selectors import PlayedHand
from tournaments.selectors.tables import TableView
from tournaments.web import words

register = template.Library()

MINUS = "\N{MINUS SIGN}"


@register.filter
def seat_name(label: str) -> str:
    """Return the name of a seat from its label, such as East for E."""
    return words.seat_name(label)


@register.filter
def side_name(label: str) -> str:
    """Return a side in words from its label, such as seats 1-4 for 1-4."""
    return words.side_name(label)


@register.simple_tag
def hand_words(hand: PlayedHand, table: TableView) -> str:
    """Return a hand that counts in a few words."""
    return words.hand_at(table, hand)


@register.simple_tag
def card_words(text: str) -> str:
    """Return a card as people write it, such as 10♥."""
    return naming.card(text)


@register.simple_tag
def suit_words(suit: str) -> str:
    """Return the word for a suit."""
    return naming.suit(suit)


@register.filter
def signed(points: int) -> str:
    """Return points with their sign: +300, -40, 0."""
    return f"+{points}" if points > 0 else minus(points)


@register.filter
def minus(score: object) -> str:
    """Return a score with a minus as wide as a digit."""
    return str(score).replace("-", MINUS)
