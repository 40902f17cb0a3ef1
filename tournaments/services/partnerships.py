"""Two players of a club who play together, from their ids or from lines such as ``Ann Lee + Bob O'Brien``."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import LinesUnreadable, PartnersTheSame, ThingNotFound
from tournaments.imports import PairLine
from tournaments.models import BulkAct, Club, Partnership
from tournaments.names import checked_name
from tournaments.namesakes import Decision, Wanted
from tournaments.selectors import rights
from tournaments.selectors.clubs import members_of
from tournaments.services import audit
from tournaments.services.bulk_acts import Traces, keep_act
from tournaments.services.players import cast_people

Pair = tuple[int, int]
"""Two player ids, the lower first."""


@transaction.atomic(durable=True)
def form_partnership(*, actor: Actor, club_id: int, player_ids: tuple[int, int], now: dt.datetime) -> Partnership:
    """Return the partnership of two members of a club, formed unless there is one.

    Raises PartnersTheSame; ThingNotFound for somebody who is not at the club.
    """
    locks.lock_club(club_id)
    rights.require(actor, Right.MANAGE_ENTRIES, club_id=club_id)
    first, second = sorted(player_ids)
    if first == second:
        raise PartnersTheSame
    if members_of(club_id).filter(player_id__in=player_ids).count() != 2:
        raise ThingNotFound(thing="player at this club")
    traces = Traces()
    [formed] = ensure_partnerships(actor, club_id, [(first, second)], traces=traces, now=now)
    _keep(actor, club_id, traces, now=now)
    return formed


@transaction.atomic(durable=True)
def import_partnerships(
    *,
    actor: Actor,
    club_id: int,
    lines: Sequence[PairLine],
    add_unknown: bool = False,
    decisions: Mapping[str, Decision] | None = None,
    now: dt.datetime,
) -> list[Partnership]:
    """Form the partnerships of a list, all of them or none; returns one for each line.

    A name means the only member who has it; unknown ones are refused, or added if ``add_unknown``. ``decisions`` by
    ``"<line>.<1 or 2>"`` say whom a name means that could mean several, as for ``add_players``.
    Raises LinesUnreadable, NamesakesUndecided, ValueRefused.
    """
    club = locks.lock_club(club_id)
    rights.require(actor, Right.MANAGE_ENTRIES, club_id=club_id)
    traces = Traces()
    pairs = cast_pairs(actor, club, lines, add_unknown=add_unknown, decisions=decisions or {}, traces=traces, now=now)
    formed = ensure_partnerships(actor, club_id, pairs, traces=traces, now=now)
    _keep(actor, club_id, traces, now=now)
    return formed


def cast_pairs(
    actor: Actor,
    club: Club,
    lines: Sequence[PairLine],
    *,
    add_unknown: bool,
    decisions: Mapping[str, Decision],
    traces: Traces,
    now: dt.datetime,
) -> list[Pair]:
    """Find the players of each line at a locked club, within the caller's transaction, and add those who are new.

    Raises LinesUnreadable, NamesakesUndecided, ValueRefused.
    """
    wanted = [
        Wanted(f"{line.line}.{place}", line.line, checked_name(name))
        for line in lines
        for place, name in enumerate((line.first, line.second), 1)
    ]
    people = cast_people(actor, club, wanted, add_unknown=add_unknown, decisions=decisions, traces=traces, now=now)
    found = [(line.line, people[f"{line.line}.1"], people[f"{line.line}.2"]) for line in lines]
    if alone := [line for line, first, second in found if first == second]:
        raise LinesUnreadable([(line, _(PartnersTheSame.template)) for line in alone])
    return [(min(first, second), max(first, second)) for _line, first, second in found]


def ensure_partnerships(
    actor: Actor, club_id: int, pairs: Sequence[Pair], *, traces: Traces, now: dt.datetime
) -> list[Partnership]:
    """Return the partnership of each pair within the caller's transaction, forming those that there are not.

    Those that are formed leave their ``traces``.
    """
    known = _by_pair(pairs)
    missing = sorted(set(pairs) - known.keys())
    if missing:
        # In one order, and without complaint if somebody else forms one of them at this moment.
        rows = [Partnership(first_id=first, second_id=second, created_at=now) for first, second in missing]
        Partnership.objects.bulk_create(rows, ignore_conflicts=True)
        known = _by_pair(pairs)
        traces.make(known[pair] for pair in missing)
        after = {"partnership_ids": [known[pair].pk for pair in missing]}
        audit.record(actor, "partnerships.formed", f"club {club_id}", now=now, club_id=club_id, after=after)
    return [known[pair] for pair in pairs]


def _keep(actor: Actor, club_id: int, traces: Traces, *, now: dt.datetime) -> None:
    """Keep what forming pairs has made, if anything."""
    if formed := traces.made.get("partnership"):
        keep_act(actor, BulkAct.Kind.PAIRS_FORMED, traces, count=len(formed), club_id=club_id, now=now)


def _by_pair(pairs: Sequence[Pair]) -> dict[Pair, Partnership]:
    firsts = {first for first, _second in pairs}
    seconds = {second for _first, second in pairs}
    rows = Partnership.objects.filter(first_id__in=firsts, second_id__in=seconds)
    return {(row.first_id, row.second_id): row for row in rows}
