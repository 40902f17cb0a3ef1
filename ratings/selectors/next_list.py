"""What the next published list of a pool says: the live states of a day, and what moved each of them since the last.

A list never changes. Where results of days that it had come or are corrected later, the next one tells apart what was
moved by the tables of later days and what by those corrections: ``by_correction`` is the rating as of the last list's
day, by the results as they are now, less what that list said; ``by_play`` is the rest.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from ratings.engine.marks import is_inactive, is_provisional, partner_locked
from ratings.engine.replay import State
from ratings.models import PublishedList, PublishedRating, RatingPool
from ratings.selectors.figures import ranks
from ratings.selectors.ledger import RatedOutcome, changes_since, ledger_mark, sides_of
from ratings.selectors.reasons import reasons_of
from ratings.selectors.states import latest_states

PROVISIONAL, PARTNER_LOCKED, INACTIVE = "provisional", "partner_locked", "inactive"
_ONE_DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Line:
    """A line, with the fields of ``PublishedRating``."""

    place: int
    rank: int
    is_shared: bool
    player_id: int
    mu: int
    sigma: int
    tables: int
    last_played: dt.date
    marks: list[str]
    is_new: bool
    mu_before: int
    by_play: int
    by_correction: int


@dataclass(frozen=True, slots=True)
class NextList:
    """A list that can be published; the fields are those of ``PublishedList``."""

    day: dt.date
    ledger_mark: int
    lines: tuple[Line, ...]
    corrections: list[dict[str, Any]]
    players_left: list[int]


def last_list(pool: RatingPool) -> PublishedList | None:
    """Return the newest published list."""
    return PublishedList.objects.filter(pool=pool).order_by("-number").first()


def next_list(pool: RatingPool, last: PublishedList | None, *, day: dt.date) -> NextList:
    """Return what can be published as of the end of a day: in a dozen queries. The pool is locked and up to date.

    The day is not before that of the last list.
    """
    states = latest_states(pool, before=day + _ONE_DAY)
    then = {} if last is None else latest_states(pool, before=last.day + _ONE_DAY)
    said = {} if last is None else dict(last.lines.values_list("player_id", "mu"))
    changes = [] if last is None else changes_since(pool, last.ledger_mark, until=last.day)
    reasons = reasons_of(changes)
    locked = partner_locked(sides_of(pool, until=day))
    marks = {player: _marks(state, day, is_locked=player in locked) for player, state in states.items()}
    return NextList(
        day=day,
        ledger_mark=ledger_mark(pool),
        lines=tuple(_lines(states, then=then, said=said, prior=int(pool.params["prior_mu"]), marks=marks)),
        corrections=[
            {
                "table": change.table_id,
                "before": _outcome(change.before),
                "after": _outcome(change.after),
                "reasons": reasons[change.table_id],
            }
            for change in changes
        ],
        players_left=sorted(said.keys() - states.keys()),
    )


def says_the_same(found: NextList, pool: RatingPool, last: PublishedList) -> bool:
    """Whether a list would say nothing that the last one does not say."""
    columns = ("player_id", "rank", "mu", "sigma", "tables", "marks")
    was = list(last.lines.order_by("place").values_list(*columns))
    now = [tuple(getattr(line, column) for column in columns) for line in found.lines]
    how = (pool.params, pool.engine_version) == (last.params, last.engine_version)
    return how and was == now and not found.corrections


def checksum_of(published: PublishedList, lines: Iterable[Line]) -> str:
    """Return the SHA-256 of a list with its lines, as hexadecimal digits."""
    told = {
        "pool": published.pool_id,
        "number": published.number,
        "month": published.month,
        "day": published.day,
        "published_at": published.published_at.astimezone(dt.UTC),
        "ledger_mark": published.ledger_mark,
        "params": published.params,
        "engine_version": published.engine_version,
        "size": published.size,
        "corrections": published.corrections,
        "players_left": published.players_left,
        "lines": [asdict(line) for line in lines],
    }
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), default=lambda value: value.isoformat())
    return hashlib.sha256(text.encode()).hexdigest()


def is_intact(published: PublishedList) -> bool:
    """Whether a stored list is the one that was published, to the last digit."""
    columns = tuple(Line.__dataclass_fields__)
    rows = PublishedRating.objects.filter(published=published).order_by("place").values_list(*columns)
    return checksum_of(published, [Line(*row) for row in rows]) == published.checksum


def _lines(
    states: dict[int, State], *, then: dict[int, State], said: dict[int, int], prior: int, marks: dict[int, list[str]]
) -> Iterable[Line]:
    ordered = sorted(states.values(), key=lambda state: (-state.mu, state.sigma, state.player))
    places = ranks([(state.mu, state.sigma) for state in ordered])
    for place, (state, (rank, label)) in enumerate(zip(ordered, places, strict=True), start=1):
        before = said.get(state.player, prior)
        as_of_last = then[state.player].mu if state.player in then else prior
        yield Line(
            place=place,
            rank=rank,
            is_shared=label.endswith("="),
            player_id=state.player,
            mu=state.mu,
            sigma=state.sigma,
            tables=state.tables,
            last_played=state.period,
            marks=marks[state.player],
            is_new=state.player not in said,
            mu_before=before,
            by_play=state.mu - as_of_last,
            by_correction=as_of_last - before,
        )


def _marks(state: State, today: dt.date, *, is_locked: bool) -> list[str]:
    marks = []
    if is_provisional(sigma=state.sigma, tables=state.tables):
        marks.append(PROVISIONAL)
    if is_locked:
        marks.append(PARTNER_LOCKED)
    if is_inactive(last=state.period, today=today):
        marks.append(INACTIVE)
    return marks


def _outcome(outcome: RatedOutcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    sides = [list(side) for side in outcome.sides]
    points = None if outcome.points is None else list(outcome.points)
    return {"day": outcome.period.isoformat(), "sides": sides, "places": list(outcome.places), "points": points}
