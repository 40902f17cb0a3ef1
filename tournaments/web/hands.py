"""The page of one hand: who sat, what was bid and played, what it was worth, what had been entered before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from gameplay.messages import told
from gameplay.models import HandRecord
from gameplay.rules.five_hundred.bids import PASS
from gameplay.rules.five_hundred.codes import NAME as FIVE_HUNDRED
from tournaments.selectors.hand_page import HandPage, Replaced, get_hand
from tournaments.selectors.home import overview_of
from tournaments.selectors.keying import require_seeing
from tournaments.selectors.tables import SideView
from tournaments.web.actors import actor_of
from tournaments.web.pictures.auction import BidCard, Call, auction_rows, bid_card
from tournaments.web.pictures.board import board_of, board_steps
from tournaments.web.pictures.cards import Face, face_of, holdings, trick_pictures
from tournaments.web.pictures.tiles import line_steps
from tournaments.web.refusals import page
from tournaments.web.rights import allowed
from tournaments.web.words import bid_sign, bid_spoken, record_words, seat_name


@dataclass(frozen=True, slots=True)
class Place:
    """A seat in words, and who sat in it."""

    label: str
    name: str
    person: str
    is_starter: bool


@dataclass(frozen=True, slots=True)
class SideScore:
    """What a hand did for a side. ``tricks`` is None where it has none or they were not counted."""

    side: SideView
    tricks: int | None
    before: int
    points: int
    after: int


@dataclass(frozen=True, slots=True)
class CallShown:
    """A call: its card, what is written on one without a level, and how it is said.

    ``bid`` is empty in a pass, and ``stands`` if it is the contract.
    """

    bid: str
    spoken: str
    card: BidCard
    sans_kitty: bool
    stands: bool


@dataclass(frozen=True, slots=True)
class Holding:
    """The cards of a seat, or of the kitty when there is no seat."""

    place: Place | None
    cards: tuple[Face, ...]


@require_GET
@page
def hand_page(request: HttpRequest, table_id: int, leg: int, number: int) -> HttpResponse:
    """Show a hand to everybody."""
    require_seeing(actor_of(request), table_id=table_id)
    shown = get_hand(table_id, leg, number)
    overview = overview_of(shown.view.tournament)
    places = _places(shown)
    context = {
        "overview": overview,
        "tournament": shown.view.tournament,
        "can": allowed(request, shown.view.tournament.club_id),
        "page": shown,
        "places": places,
        "scores": _scores(shown),
        "lines": _told(shown),
        "replaced": [(old, _replaced_words(shown, old)) for old in shown.replaced],
        **_played(shown, places),
    }
    return render(request, "tournaments/public/hand.html", context)


def _played(shown: HandPage, places: list[Place]) -> dict[str, Any]:
    """Return what the record shows of the play, by the game and its level."""
    if shown.hand.kind != HandRecord.Kind.PLAYED:
        return {}
    record = shown.record
    level = record["level"]
    if record["game"] != FIVE_HUNDRED:
        return _round(shown, places)
    return {
        "auction": _auction(record.get("auction", ()), players=len(places)),
        "winners": [places[seat] for seat in record.get("trick_winners", ())],
        "holdings": _holdings(record, places) if level == 3 else [],
        "tricks": [
            (trick, [(card, places[card.seat]) for card in trick.cards], places[trick.leader], places[trick.winner])
            for trick in (trick_pictures(record) if level == 3 else ())
        ],
    }


def _told(shown: HandPage) -> list[str]:
    """Return the hand as sentences; of one that was ruled there is nothing to tell but the reason."""
    if shown.hand.kind != HandRecord.Kind.PLAYED:
        return []
    return [told(line, shown.people) for line in shown.leg.game.kind.explain(shown.record)]


def _round(shown: HandPage, places: list[Place]) -> dict[str, Any]:
    """Return a round of dominoes in steps: on the board what was booked, in the line what was laid."""
    record, sides = shown.record, shown.view.sides
    level = record["level"]
    return {
        "board": board_of(record["rules"]["target"], sides=len(sides)),
        "booked": [
            (step, places[step.seat], list(zip(step.tracks, sides, strict=True)))
            for step in (board_steps(record) if level == 2 else ())
        ],
        "line": [(step, places[step.seat]) for step in (line_steps(record) if level == 3 else ())],
    }


def _auction(calls: Sequence[Call], *, players: int) -> list[list[CallShown | None]]:
    last = next((call for call in reversed(calls) if call["bid"] != PASS), None)
    return [
        [None if call is None else _call(call, stands=call is last) for call in row]
        for row in auction_rows(calls, players=players)
    ]


def _call(call: Call, *, stands: bool) -> CallShown:
    bid = call["bid"]
    sign, spoken = ("", _("pass")) if bid == PASS else (bid_sign(bid), bid_spoken(bid))
    return CallShown(sign, spoken, bid_card(bid), bool(call.get("sans_kitty")), stands)


def _holdings(record: Mapping[str, Any], places: list[Place]) -> list[Holding]:
    held = holdings(record)
    hands = [Holding(place, tuple(map(face_of, cards))) for place, cards in zip(places, held.hands, strict=True)]
    return [*hands, Holding(None, tuple(map(face_of, held.kitty)))]


def _places(shown: HandPage) -> list[Place]:
    return [
        Place(seat.label, seat_name(seat.label), person, seat.index == shown.hand.starter)
        for seat, person in zip(shown.view.seats, shown.people, strict=True)
    ]


def _scores(shown: HandPage) -> list[SideScore]:
    values, sides = shown.hand.answer.values, shown.view.sides
    tricks = values.get("tricks") or [None] * len(sides)
    figures = zip(sides, tricks, shown.before, values["points"], shown.hand.state.scores, strict=True)
    return [SideScore(side, won, before, points, after) for side, won, before, points, after in figures]


def _replaced_words(shown: HandPage, old: Replaced) -> str:
    view = shown.view
    return record_words(old.record, [seat.label for seat in view.seats], [side.label for side in view.sides])
