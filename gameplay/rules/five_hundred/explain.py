"""A hand told line by line, so that a member can follow it.

The lines are codes with what their sentences need, like violations; the words are ``gameplay.messages``'. Seats are
numbers, suits and cards as records have them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

from gameplay.rules.five_hundred.bids import PASS, SUITS, TRICKS_PER_HAND
from gameplay.rules.five_hundred.cards import JOKER, TEXTS
from gameplay.rules.five_hundred.codes import NAME
from gameplay.rules.five_hundred.full import PlayedTrick, played_tricks
from gameplay.rules.five_hundred.hand import check, read_hand
from gameplay.rules.five_hundred.ranking import NO_SUIT, ranking_of
from gameplay.rules.kinds import Line, at_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gameplay.rules.five_hundred.bids import Contract
    from gameplay.rules.five_hundred.case import Case
    from gameplay.rules.five_hundred.ranking import Ranking

Telling = Literal[
    "dealt",
    "passed",
    "bid",
    "bid_sans_kitty",
    "passed_in",
    "contract",
    "contract_sans_kitty",
    "partner_called",
    "partners_out",
    "discarded",
    "joker_named",
    "joker_held",
    "trick",
    "led",
    "led_joker",
    "followed",
    "trumped",
    "joker_played",
    "threw",
    "won",
    "exposed",
    "stopped",
    "tricks",
    "made",
    "lost",
    "points",
    "score",
    "game_won",
    "game_shared",
    "game_won_backwards",
    "game_shared_backwards",
]
TELLINGS: tuple[str, ...] = tuple(f"{NAME}.tell.{name}" for name in get_args(Telling))


def explain(record: object) -> list[Line]:
    """Tell a hand of any level in order; a record that does not stand is told by its faults alone."""
    answer = check(record)
    if not answer.valid:
        return [Line(fault.code, fault.params, fault.sides) for fault in answer.errors]
    fields: dict[str, Any] = record  # type: ignore[assignment]  # check has seen to it
    case = read_hand(fields)
    lines = [
        _line("dealt", seat=fields["dealer"]),
        *_auction(fields),
        *_contract(case),
        *_play(case),
        *_result(case, answer.values),
    ]
    return list(at_table(lines, case.seating.sides))


def _line(telling: Telling, **params: object) -> Line:
    return Line(f"{NAME}.tell.{telling}", params)


def _auction(record: dict[str, Any]) -> Iterator[Line]:
    for call in record.get("auction", ()):
        if call["bid"] == PASS:
            yield _line("passed", seat=call["seat"])
        else:
            yield _line("bid_sans_kitty" if call.get("sans_kitty") else "bid", seat=call["seat"], bid=call["bid"])


def _contract(case: Case) -> Iterator[Line]:
    """Tell the contract, who takes part, and what happened before the first lead."""
    contract, record = case.contract, case.record
    if contract is None:
        yield _line("passed_in")
        return
    told: Telling = "contract_sans_kitty" if contract.sans_kitty else "contract"
    yield _line(told, seat=contract.seat, bid=contract.bid.text)
    if case.called is not None:
        yield _line("partner_called", seat=contract.seat, partner=case.called)
    resting = [seat for seat in range(case.seating.players) if not case.seating.is_active(seat, contract)]
    yield from (_line("partners_out", seat=seat) for seat in resting)
    if discards := record.get("discards"):
        yield _line("discarded", seat=contract.seat, cards=discards)
    joker = record.get("joker") or {}
    nominated = record.get("nominated") or joker.get("nominated")
    if nominated is not None:
        yield _line("joker_named", seat=contract.seat, suit=nominated)
    elif joker:
        yield _line("joker_held", seat=joker["holder"])


def _play(case: Case) -> Iterator[Line]:
    contract, record = case.contract, case.record
    if contract is None or record["level"] == 1:
        return
    if record["level"] == 2:
        told = [[_line("won", seat=seat)] for seat in record["trick_winners"]]
    else:
        ranking = ranking_of(contract.bid.trump, case.nominated, is_misere=contract.bid.is_misere)
        told = [[*_trick(contract, ranking, trick), _line("won", seat=trick.winner)] for trick in played_tricks(case)]
    for number, lines in enumerate(told, start=1):
        yield _line("trick", number=number)
        yield from lines
        if number == 1 and record.get("exposed"):
            yield _line("exposed", seat=contract.seat)
    if len(told) < TRICKS_PER_HAND:
        yield _line("stopped")


def _trick(contract: Contract, ranking: Ranking, trick: PlayedTrick) -> Iterator[Line]:
    """Tell each card of a trick, and where it matters that its player could not follow."""
    first, led = trick.cards[0], trick.led
    if 1 << first & ranking.loose and led != NO_SUIT:
        yield _line("led_joker", seat=trick.order[0], suit=SUITS[led])
    else:
        yield _line("led", seat=trick.order[0], card=TEXTS[first])
    for seat, card in zip(trick.order[1:], trick.cards[1:], strict=True):
        told: Telling = "threw"
        if led == NO_SUIT or ranking.suit_of[card] == led:
            told = "followed"
        elif card == JOKER and ranking.loose:
            told = "joker_played"
        elif ranking.suit_of[card] == contract.bid.trump:
            told = "trumped"
        yield _line(told, seat=seat, card=TEXTS[card], suit="" if led == NO_SUIT else SUITS[led])


def _result(case: Case, values: Mapping[str, Any]) -> Iterator[Line]:
    """Tell what the hand was worth and how the game stands."""
    contract = case.contract
    if contract is not None:
        yield _line("tricks", tricks=values["tricks"])
        yield _line("made" if values["made"] else "lost", seat=contract.seat, bid=contract.bid.text)
    if values["points"] is not None:
        yield _line("points", points=values["points"])
    if "score_after" in values:
        yield _line("score", scores=values["score_after"])
        if values["game"]["over"]:
            yield _game(values["game"])


def _game(game: Mapping[str, Any]) -> Line:
    is_backwards = game["how"] == "backwards"
    if isinstance(game["winner"], list):
        return _line("game_shared_backwards" if is_backwards else "game_shared", sides=game["winner"])
    return _line("game_won_backwards" if is_backwards else "game_won", side=game["winner"])
