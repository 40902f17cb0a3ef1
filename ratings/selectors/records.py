"""How a player did: with and against whom, and in a season."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from ratings.engine.replay import State
from ratings.errors import PlayerNotRated
from ratings.models import RatingPool
from ratings.selectors.figures import change_of, margin_of, points_of, tenths_of, today_at
from ratings.selectors.ledger import results_with
from ratings.selectors.states import states_of
from ratings.selectors.tallies import Met, Seen, Tally, added, seen_by
from tournaments.selectors.names import player_names

LATEST_TABLES = 20


@dataclass(frozen=True, slots=True)
class Company:
    """Somebody at the same tables, and how the player did with or against them; ``is_pair`` if ever just the two."""

    player_id: int
    name: str
    tally: Tally
    is_pair: bool = False


@dataclass(frozen=True, slots=True)
class Season:
    """The player from a day on; ratings in 0.1 point, before the first of its tables and after the last."""

    since: dt.date
    tally: Tally
    mu_before: int
    mu_after: int

    @property
    def before_label(self) -> str:
        """The rating that it began with."""
        return tenths_of(self.mu_before)

    @property
    def after_label(self) -> str:
        """The rating of now."""
        return tenths_of(self.mu_after)

    @property
    def change(self) -> int:
        """By how much the rating was moved, in 0.1 point."""
        return self.mu_after - self.mu_before

    @property
    def change_label(self) -> str:
        """The same with its sign."""
        return change_of(self.change)


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """All tables, a season, the latest tables, and those at the tables, the most met first.

    Against several sides at one table, each counts for itself: won is one that came behind.
    """

    player_id: int
    name: str
    rating: int
    margin: int
    ever: Tally
    season: Season
    latest: Tally
    partners: tuple[Company, ...]
    opponents: tuple[Company, ...]


def player_record(pool: RatingPool, player_id: int, *, since: dt.date | None, now: dt.datetime) -> PlayerRecord:
    """Return how a player did, with the season from a day on or, without one, from New Year at the club.

    Raises PlayerNotRated.
    """
    states = states_of(pool, player_id)
    if not states:
        raise PlayerNotRated
    first_day = since or today_at(pool.club, now).replace(month=1, day=1)
    seen = seen_by(pool, player_id, results_with(pool, [player_id]))
    with_whom, against = _with_whom(seen), _against(seen)
    names = player_names({player_id, *with_whom, *against}, pool.club_id)
    return PlayerRecord(
        player_id=player_id,
        name=names[player_id],
        rating=points_of(states[-1].mu),
        margin=margin_of(states[-1].sigma),
        ever=added(seen),
        season=_season(pool, states, seen, first_day),
        latest=added(seen[-LATEST_TABLES:]),
        partners=_company(with_whom, names, pairs={one.partners[0] for one in seen if len(one.partners) == 1}),
        opponents=_company(against, names),
    )


def _season(pool: RatingPool, states: list[State], seen: list[Seen], since: dt.date) -> Season:
    before = [state.mu for state in states if state.period < since]
    return Season(
        since=since,
        tally=added(table for table in seen if table.day >= since),
        mu_before=before[-1] if before else int(pool.params["prior_mu"]),
        mu_after=states[-1].mu,
    )


def _with_whom(seen: Iterable[Seen]) -> dict[int, Tally]:
    found: dict[int, list[Seen]] = {}
    for table in seen:
        for partner in table.partners:
            found.setdefault(partner, []).append(table)
    return {partner: added(tables) for partner, tables in found.items()}


def _against(seen: Iterable[Seen]) -> dict[int, Tally]:
    found: dict[int, Tally] = {}
    for table in seen:
        for met in table.met:
            for opponent in met.players:
                found[opponent] = _with_meeting(found.get(opponent, Tally()), met)
    return found


def _with_meeting(tally: Tally, met: Met) -> Tally:
    return tally.plus(met.expected, met.actual, is_won=met.actual == 1, is_tied=met.actual == 0.5)


def _company(
    tallies: Mapping[int, Tally], names: Mapping[int, str], *, pairs: Collection[int] = ()
) -> tuple[Company, ...]:
    company = [Company(player, names[player], tally, player in pairs) for player, tally in tallies.items()]
    return tuple(sorted(company, key=lambda one: (-one.tally.tables, one.name, one.player_id)))
