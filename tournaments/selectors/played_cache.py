"""What counts of rounds, kept so that only those in which something was entered are read and replayed again.

The key names all that the values depend on, so nothing has to be told to go; with the cache away everything is read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import orjson
from django.core.cache import cache

from tournaments.models import Round, Tournament
from tournaments.selectors.handicaps import handicaps_of
from tournaments.selectors.played import Played, played_in
from tournaments.selectors.versions import Versions
from tournaments.standings.results import SitOut, SitOutKind, TableKind, TableResult, plain
from tournaments.standings.rules import TablePointScheme

FORM = 3
"""To be raised with every change of what is kept."""
KEPT_SECONDS = 24 * 60 * 60


def played_so_far(tournament: Tournament, rounds: list[Round], scheme: TablePointScheme, versions: Versions) -> Played:
    """Return what counts of these rounds, as ``played_in`` does."""
    handicaps = handicaps_of(tournament)
    keys = {round_.number: _key(tournament, round_, scheme, versions, handicaps) for round_ in rounds}
    kept = cache.get_many(keys.values())
    missing = [round_ for round_ in rounds if keys[round_.number] not in kept]
    fresh = _by_round(missing, played_in(tournament, missing, scheme, handicaps=handicaps)) if missing else {}
    cache.set_many({keys[number]: _written(played) for number, played in fresh.items()}, KEPT_SECONDS)
    of_rounds = [fresh[number] if number in fresh else _read(number, kept[key]) for number, key in sorted(keys.items())]
    return Played(
        tuple(table for played in of_rounds for table in played.tables),
        tuple(sit_out for played in of_rounds for sit_out in played.sit_outs),
    )


def _key(
    tournament: Tournament, round_: Round, scheme: TablePointScheme, versions: Versions, handicaps: Mapping[int, int]
) -> str:
    version = versions.rounds[round_.pk]
    last = "" if version.last_hand_at is None else version.last_hand_at.timestamp()
    worth = f"{scheme.win}:{scheme.draw}:{scheme.loss}:{tournament.legs}:{tournament.legs_mode}"
    given = hashlib.sha256(repr(handicaps).encode()).hexdigest()[:16] if handicaps else ""
    return f"played:{FORM}:{tournament.pk}:{round_.pk}:{version.facts}:{last}:{worth}:{given}"


def _by_round(rounds: Iterable[Round], played: Played) -> dict[int, Played]:
    return {
        round_.number: Played(
            tuple(table for table in played.tables if table.round == round_.number),
            tuple(sit_out for sit_out in played.sit_outs if sit_out.round == round_.number),
        )
        for round_ in rounds
    }


def _written(played: Played) -> bytes:
    tables = [
        [
            table.sides,
            *map(_numbers, (table.games_won, table.points, table.table_points)),
            table.kind.value,
            table.starts,
        ]
        for table in played.tables
    ]
    return orjson.dumps([tables, [[sit_out.entry, sit_out.kind.value] for sit_out in played.sit_outs]])


def _read(number: int, text: bytes) -> Played:
    tables, sit_outs = orjson.loads(text)
    return Played(
        tuple(
            TableResult(
                number,
                tuple(map(tuple, sides)),
                _fractions(games),
                _fractions(points),
                _fractions(table_points),
                TableKind(kind),
                tuple(starts),
            )
            for sides, games, points, table_points, kind, starts in tables
        ),
        tuple(SitOut(number, entry, SitOutKind(kind)) for entry, kind in sit_outs),
    )


def _numbers(values: Iterable[Fraction]) -> list[Any]:
    return [value if isinstance(value, int) else str(value) for value in map(plain, values)]


def _fractions(values: Iterable[Any]) -> tuple[Fraction, ...]:
    return tuple(map(_fraction, values))


@lru_cache(maxsize=4096)
def _fraction(value: int | str) -> Fraction:
    """Return a fraction; those of a large event are few and come again and again."""
    return Fraction(value)
