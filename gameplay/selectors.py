"""Where a game stands: replayed from its current hands, never stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any

import orjson

from gameplay.models import Game, HandRecord
from gameplay.rules.breaking_off import BrokenOff, break_off
from gameplay.rules.chain import Judgement, judge_next
from gameplay.rules.kinds import Answer, GameState, Kind
from gameplay.rules.registry import get_kind
from gameplay.rules.ruling import judge_ruling
from gameplay.statements import Statement

PLAYED = HandRecord.Kind.PLAYED.value
JUDGED_AT_MOST = 2048
"""Judgements kept in one process; the oldest ones go first."""
_judged: dict[tuple[str, bytes, GameState, int, str, str], tuple[Mapping[str, Any], Judgement]] = {}
_keeping = Lock()

# Written by hand, because every entry of a hand and every page of results reads through it.
_CURRENT_HANDS = Statement("""
    SELECT hand.game_id, hand.id, hand.number, hand.kind, hand.reason, post.id, post.payload
    FROM gameplay_handrecord AS hand JOIN gameplay_handsubmission AS post ON post.id = hand.submission_id
    WHERE hand.game_id = ANY(%(games)s) AND hand.is_current
    ORDER BY hand.game_id, hand.number
""")


HANDS_OF_A_GAME = """
    SELECT json_agg(
        json_build_array(hand.id, hand.number, hand.kind, hand.reason, post.id, post.payload::text)
        ORDER BY hand.number
    )::text
    FROM gameplay_handrecord AS hand JOIN gameplay_handsubmission AS post ON post.id = hand.submission_id
    WHERE hand.is_current AND hand.game_id = g.id
"""
"""The current hands of the game ``g`` as one text, to stand in a statement that reads more than them."""


@dataclass(frozen=True, slots=True)
class StoredHand:
    """A current record as it lies in the database, with the post that made it; ``payload`` is the hand's JSON."""

    record_id: int
    number: int
    kind: str
    reason: str
    submission_key: int
    payload: str


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand that counts, with what the engine makes of it and the game after it."""

    number: int
    record_id: int
    submission_key: int
    kind: str
    record: Mapping[str, Any]
    starter: int
    answer: Answer
    state: GameState
    reason: str


@dataclass(frozen=True, slots=True)
class Progress:
    """A game replayed. ``stopped_at`` is the number of the first stored hand that does not stand, if there is one."""

    kind: Kind
    rules: Any
    starters: tuple[int, ...]
    state: GameState
    hands: tuple[PlayedHand, ...]
    stopped_at: int | None = None

    @property
    def next_number(self) -> int:
        """The number that the next hand must have."""
        return len(self.hands) + 1

    @property
    def next_starter(self) -> int:
        """The seat that deals or opens the next hand."""
        return self.starter_of(self.next_number)

    def starter_of(self, number: int) -> int:
        """Return the seat that deals or opens hand ``number``, by the plan."""
        return self.starters[(number - 1) % len(self.starters)]


def resolved_rules(game: Game) -> tuple[Kind, Any]:
    """Return the kind of a game and its rules as the engine reads them."""
    return _resolve(game.kind, orjson.dumps(game.rules, option=orjson.OPT_SORT_KEYS))


@lru_cache(maxsize=256)
def _resolve(kind_name: str, options: bytes) -> tuple[Kind, Any]:
    kind = get_kind(kind_name)
    return kind, kind.resolve_rules(orjson.loads(options))


def current_hands(game_ids: Iterable[int]) -> dict[int, list[StoredHand]]:
    """Return the current records of several games in order of number, with what was posted: one query."""
    hands: dict[int, list[StoredHand]] = {game_id: [] for game_id in game_ids}
    for game_id, *hand in _CURRENT_HANDS.rows({"games": list(hands)}):
        hands[game_id].append(StoredHand(*hand))
    return hands


def stored_hands(text: str | None) -> list[StoredHand]:
    """Read what HANDS_OF_A_GAME gave; of a game without hands it is None."""
    return [StoredHand(*hand) for hand in orjson.loads(text)] if text is not None else []


def read_progress(game: Game, *, broken_off: str = "") -> Progress:
    """Replay a game from the database."""
    return replay_game(game, current_hands([game.pk])[game.pk], broken_off=broken_off)


def replay_game(game: Game, records: Iterable[StoredHand], *, broken_off: str = "") -> Progress:
    """Replay a game from its current records, in order of number; a void hand is not played, nor what follows it.

    ``broken_off`` is what counts of it if it is not over, as ``BrokenOff`` has it; empty while no time was called.
    """
    options = orjson.dumps(game.rules, option=orjson.OPT_SORT_KEYS)
    kind, rules = _resolve(game.kind, options)
    starters = tuple(game.starters)
    state = kind.start(rules)
    hands: list[PlayedHand] = []
    stopped_at = None
    for stored in records:
        if stored.kind == HandRecord.Kind.VOID:
            break
        starter = starters[len(hands) % len(starters)]
        record, judgement = _judge_stored(game.kind, options, state, starter, stored.payload, stored.kind)
        if not judgement.answer.valid:
            stopped_at = stored.number
            break
        state = judgement.state
        hands.append(
            PlayedHand(
                number=stored.number,
                record_id=stored.record_id,
                submission_key=stored.submission_key,
                kind=stored.kind,
                record=record,
                starter=starter,
                answer=judgement.answer,
                state=state,
                reason=stored.reason,
            )
        )
    if broken_off:
        state = break_off(kind, rules, state, BrokenOff(broken_off))
    return Progress(kind, rules, starters, state, tuple(hands), stopped_at)


def remember_judgement(game: Game, state: GameState, starter: int, payload: str, judgement: Judgement) -> None:
    """Keep the judgement on a hand that was just stored as ``payload``: the next entry at its table stands on it."""
    options = orjson.dumps(game.rules, option=orjson.OPT_SORT_KEYS)
    _keep((game.kind, options, state, starter, payload, PLAYED), (orjson.loads(payload), judgement))


def _judge_stored(
    kind_name: str, options: bytes, state: GameState, starter: int, payload: str, of_kind: str
) -> tuple[Mapping[str, Any], Judgement]:
    """Return a stored hand and the judgement on it, which depends on nothing else: nobody may change either."""
    key = (kind_name, options, state, starter, payload, of_kind)
    judged = _judged.get(key)
    if judged is None:
        kind, rules = _resolve(kind_name, options)
        record = orjson.loads(payload)
        judged = record, judge_post(kind, rules, state, record, starter=starter, of_kind=of_kind)
        _keep(key, judged)
    return judged


def judge_post(kind: Kind, rules: Any, state: GameState, record: object, *, starter: int, of_kind: str) -> Judgement:
    """Judge what was posted as the next hand of a game: by the engine, or as what the director ruled."""
    if of_kind == PLAYED:
        return judge_next(kind, rules, state, record, starter=starter)
    return judge_ruling(kind, rules, state, record)


def _keep(key: tuple[str, bytes, GameState, int, str, str], judged: tuple[Mapping[str, Any], Judgement]) -> None:
    with _keeping:
        while len(_judged) >= JUDGED_AT_MOST:
            del _judged[next(iter(_judged))]
        _judged[key] = judged
