"""Draw-a-partner nights: people sign up alone, and before the first round they are drawn into pairs for the evening.

The stage keeps how they were drawn, and the sign-ups as they were, so that the draw can be undone.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks, ports
from tournaments.actors import Actor, Right
from tournaments.errors import (
    EntryExists,
    EntryOfWrongKind,
    PartnersChanged,
    PartnersFixed,
    PartnersNotDrawn,
    PartnersOdd,
    SignUpAway,
    TooFewEntries,
    TournamentFinished,
    ValueRefused,
)
from tournaments.models import Absence, Entry, LineUp, Stage, Tournament
from tournaments.movements.partner_draw import cut_into_ladders, draw_partners
from tournaments.selectors import rights
from tournaments.selectors.names import entry_names, player_names
from tournaments.selectors.partner_draws import (
    BY_LOT,
    LADDERS,
    WAYS,
    SignUp,
    away_among,
    partner_draw_of,
    sign_ups,
)
from tournaments.selectors.tournaments import first_stage, rounds_drawn
from tournaments.services import audit
from tournaments.services.bulk_acts import Traces
from tournaments.services.entries import enter_pairs
from tournaments.services.partnerships import ensure_partnerships
from tournaments.services.tournaments import change_entry_kind, fit_rounds_to_field
from tournaments.set_up import LARGEST_SEED

_KEPT = ("id", "number", "player_id", "status", "first_round", "seed_rating", "handicap", "handicap_version")
"""What is kept of a sign-up beside who plays for it and when it came and went."""
_OF_ENTRIES = ("staying", "house", "forbidden")
"""What a stage says about single entries."""


@transaction.atomic(durable=True)
def draw_pairs(
    *, actor: Actor, tournament_id: int, by: str = BY_LOT, seed: int | None = None, now: dt.datetime
) -> list[Entry]:
    """Draw the individuals who take part into pairs, which are entered in their place, all of them or none.

    ``by`` is ``lot``, everybody with everybody, or ``ladders``: one of the stronger half by rating with one of the
    other. The entry of the house is drawn only where one is missing. Without a ``seed`` it is the tournament's, and
    another one each time. Raises TournamentFinished, EntryOfWrongKind, PartnersFixed once a round is drawn,
    PartnersOdd, TooFewEntries, SignUpAway, EntryExists for a player who signed up twice, and ValueRefused for another
    way or a table that pairs do not fill.
    """
    tournament = _open_before_the_first_round(actor, tournament_id)
    if tournament.entry_kind != Tournament.EntryKind.PLAYER:
        raise EntryOfWrongKind(kind=tournament.get_entry_kind_display())
    stage = first_stage(tournament_id)
    times = int(stage.settings.get("partner_draws", 0))
    used = _checked_seed((tournament.seed + times) % (LARGEST_SEED + 1) if seed is None else seed)
    people = sign_ups(tournament)
    pairs = _drawn(tournament, people, by, used)
    arranged = {name: stage.settings[name] for name in _OF_ENTRIES if name in stage.settings}
    kept = _kept(tournament)
    _take_out(tournament)
    change_entry_kind(tournament, Tournament.EntryKind.PARTNERSHIP, [stage.movement])
    # The draw has an undoing of its own, so that these traces are not kept.
    partnerships = ensure_partnerships(actor, tournament.club_id, pairs, traces=Traces(), now=now)
    entries = enter_pairs(actor, tournament, partnerships, now=now)
    pair_of = {player: entry.pk for entry, pair in zip(entries, pairs, strict=True) for player in pair}
    follow = {one.entry_id: pair_of[one.player_id] for one in people}
    drawn = {
        "by": by,
        "seed": used,
        "entries": [[entry.pk, *pair] for entry, pair in zip(entries, pairs, strict=True)],
    }
    record = {**drawn, "movement": stage.movement, "sign_ups": kept, "arranged": arranged}
    _settle(tournament, {**_of_pairs(arranged, follow), "partner_draw": record, "partner_draws": times + 1})
    _audit(actor, "partners.drawn", tournament, now=now, before={"sign_ups": kept}, after=drawn)
    return entries


@transaction.atomic(durable=True)
def undo_draw(*, actor: Actor, tournament_id: int, now: dt.datetime) -> list[Entry]:
    """Take the pairs apart again: everybody is signed up alone as before.

    Raises TournamentFinished, PartnersFixed, PartnersNotDrawn, and PartnersChanged where a pair has been entered,
    withdrawn or changed since.
    """
    tournament = _open_before_the_first_round(actor, tournament_id)
    record = partner_draw_of(tournament)
    if record is None:
        raise PartnersNotDrawn
    if _playing(tournament) != [(entry, Entry.Status.ACTIVE, pair) for entry, *pair in record["entries"]]:
        raise PartnersChanged
    _take_out(tournament)
    movement = first_stage(tournament_id).movement
    change_entry_kind(tournament, Tournament.EntryKind.PLAYER, [record["movement"], movement])
    entries = _sign_up_again(tournament, record["sign_ups"])
    fit_rounds_to_field(tournament)
    _settle(tournament, {"staying": [], "house": None, "forbidden": [], **record["arranged"], "partner_draw": None})
    _audit(
        actor,
        "partners.draw_undone",
        tournament,
        now=now,
        before={"entries": record["entries"]},
        after={"sign_ups": record["sign_ups"]},
    )
    return entries


def _open_before_the_first_round(actor: Actor, tournament_id: int) -> Tournament:
    tournament = locks.lock_tournament(tournament_id)
    rights.require(actor, Right.MANAGE_ENTRIES, club_id=tournament.club_id)
    if tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    if rounds_drawn(tournament_id):
        raise PartnersFixed
    return tournament


def _checked_seed(seed: int) -> int:
    if not 0 <= seed <= LARGEST_SEED:
        raise ValueRefused(path="seed", reason=_("from %(least)s to %(most)s") % {"least": 0, "most": LARGEST_SEED})
    return seed


def _drawn(tournament: Tournament, people: Sequence[SignUp], by: str, seed: int) -> list[tuple[int, int]]:
    """Return the players of each pair, the lower id first."""
    if by not in WAYS:
        raise ValueRefused(path="by", reason=_("must be one of %(words)s") % {"words": ", ".join(WAYS)})
    players = [one.player_id for one in people]
    if len(players) < 2:
        raise TooFewEntries(needed=2, present=len(players))
    if len(players) % 2:
        raise PartnersOdd(people=len(players))
    if again := [player for player in players if players.count(player) > 1]:
        raise EntryExists(name=player_names(again[:1], tournament.club_id)[again[0]])
    absence = away_among([one.entry_id for one in people])
    if absence is not None:
        name = entry_names(tournament.pk, tournament.club_id)[absence.entry_id]
        raise SignUpAway(name=name, number=absence.round_number)
    groups: Sequence[Sequence[int]] = ()
    if by == LADDERS:
        ratings = ports.ratings_of(tournament.kind, tournament.club_id, players)
        groups = cut_into_ladders(players, ratings, seed)
    return [(min(pair), max(pair)) for pair in draw_partners(players, seed, groups).pairs]


def _kept(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the sign-ups, those that have withdrawn among them, so that they can be made again."""
    playing = LineUp.objects.filter(entry__tournament=tournament, is_current=True)
    players = dict(playing.values_list("entry_id", "player_id"))
    return [
        {
            **{name: getattr(entry, name) for name in _KEPT},
            "playing": players[entry.pk],
            "created_at": entry.created_at.isoformat(),
            "withdrawn_at": entry.withdrawn_at and entry.withdrawn_at.isoformat(),
            "handicap_day": entry.handicap_day and entry.handicap_day.isoformat(),
        }
        for entry in Entry.objects.filter(tournament=tournament).order_by("number")
    ]


def _take_out(tournament: Tournament) -> None:
    """Delete the entries; before the first round only absences that were cancelled can hang on them."""
    Absence.objects.filter(entry__tournament=tournament).exclude(cancelled_at=None).delete()
    Entry.objects.filter(tournament=tournament).delete()


def _sign_up_again(tournament: Tournament, kept: Sequence[Mapping[str, Any]]) -> list[Entry]:
    """Make the sign-ups again under their own ids."""
    entries = [
        Entry(
            tournament=tournament,
            created_at=dt.datetime.fromisoformat(row["created_at"]),
            withdrawn_at=row["withdrawn_at"] and dt.datetime.fromisoformat(row["withdrawn_at"]),
            # What was kept before there were handicaps does not name where they came from.
            **{name: row[name] for name in _KEPT if name in row},
            handicap_day=dt.date.fromisoformat(row["handicap_day"]) if row.get("handicap_day") else None,
        )
        for row in kept
    ]
    Entry.objects.bulk_create(entries)
    LineUp.objects.bulk_create(
        LineUp(entry=entry, place=1, player_id=row["playing"], from_round=row["first_round"])
        for entry, row in zip(entries, kept, strict=True)
    )
    return entries


def _playing(tournament: Tournament) -> list[tuple[int, str, list[int]]]:
    """Return every entry with its status and who plays for it now."""
    rows = LineUp.objects.filter(entry__tournament=tournament, is_current=True).order_by("entry__number", "place")
    found: dict[tuple[int, str], list[int]] = {}
    for entry_id, status, player_id in rows.values_list("entry_id", "entry__status", "player_id"):
        found.setdefault((entry_id, status), []).append(player_id)
    return [(entry_id, status, players) for (entry_id, status), players in found.items()]


def _of_pairs(arranged: Mapping[str, Any], follow: Mapping[int, int]) -> dict[str, Any]:
    """Return what was arranged for individuals as it holds for their pairs; partners may well be of one household."""
    staying = [follow[entry] for entry in arranged.get("staying", ()) if entry in follow]
    apart = [
        (follow[one], follow[other]) for one, other in arranged.get("forbidden", ()) if {one, other} <= set(follow)
    ]
    return {
        "staying": list(dict.fromkeys(staying)),
        "house": None,
        "forbidden": [list(pair) for pair in dict.fromkeys(apart) if pair[0] != pair[1]],
    }


def _settle(tournament: Tournament, settings: Mapping[str, Any]) -> None:
    stage: Stage = first_stage(tournament.pk)
    stage.settings = {**stage.settings, **settings}
    stage.save(update_fields=["settings"])


def _audit(actor: Actor, action: str, tournament: Tournament, *, now: dt.datetime, before: Any, after: Any) -> None:
    audit.record(
        actor,
        action,
        f"tournament {tournament.pk}",
        now=now,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        before=before,
        after=after,
    )
