"""Tournaments set up, changed as long as that harms nobody, and opened again."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from gameplay.models import HandRecord
from gameplay.rules.registry import get_kind
from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import (
    EntryKindFrozen,
    HandicapsFixed,
    RulesFrozen,
    SettingFrozen,
    ThingNotFound,
    TournamentFinished,
    TournamentNotFinished,
    ValueRefused,
)
from tournaments.models import Club, Entry, Leg, Round, Stage, Tournament
from tournaments.movements.registry import MOVEMENTS
from tournaments.selectors import rights
from tournaments.selectors.handicaps import hand_entered
from tournaments.selectors.tournaments import first_stage, rounds_drawn, rounds_published
from tournaments.services import audit
from tournaments.services.clubs import checked_time_zone
from tournaments.services.sealing import require_unsealed
from tournaments.services.slugs import save_under_free_slug
from tournaments.set_up import (
    LARGEST_SEED,
    OF_THE_COUNT,
    OF_THE_STAGE,
    SETTINGS,
    TABLE_FACTS,
    SetUp,
    checked,
    set_up_of,
)
from tournaments.standings.presets import preset_for, preset_of
from tournaments.standings.rules import rules_from_json
from tournaments.table_facts import kind_of_entrants, shape_of

FIXED_BY_A_ROUND = frozenset(
    {
        "kind", "time_zone", "entry_kind", "table_size", "teams", "movement", "movement_options", "legs", "legs_mode",
        "leg_starter", "seed", "is_rated",
    }
)  # fmt: skip
"""Settings that tables, draws and ratings have been made from once a round is published."""


@transaction.atomic(durable=True)
def create_tournament(*, actor: Actor, club_id: int, set_up: SetUp, now: dt.datetime) -> Tournament:
    """Set up a tournament of a club.

    Raises ValueRefused, NameEmpty, NameTooLong, UnknownTimeZone, StandingRulesInvalid, and RuleViolation for options
    that the game does not know.
    """
    rights.require(actor, Right.SET_UP, club_id=club_id)
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        raise ThingNotFound(thing="club")
    settings = checked(set_up)
    settings = replace(
        settings,
        time_zone=club.time_zone if settings.time_zone is None else checked_time_zone(settings.time_zone),
        seed=secrets.randbelow(LARGEST_SEED + 1) if settings.seed is None else settings.seed,
    )
    tournament = Tournament(club=club, created_at=now)
    _apply(tournament, settings)
    save_under_free_slug(tournament, f"{club.slug} {settings.name}")
    stage = Stage(tournament=tournament, number=1)
    _plan(stage, settings)
    stage.save()
    _audit(actor, "tournament.created", tournament, now=now, after=asdict(settings))
    return tournament


@transaction.atomic(durable=True)
def update_tournament(*, actor: Actor, tournament_id: int, changes: Mapping[str, Any], now: dt.datetime) -> Tournament:
    """Change settings of a tournament, by the names of ``SetUp``.

    The rules stay open until the first hand, what tables are laid out by until the first round is published, what takes
    part until the first entry, whether there are handicaps until the first hand, everything else to the end. Raises
    RulesFrozen, SettingFrozen, EntryKindFrozen, HandicapsFixed, TournamentFinished, and what ``create_tournament``
    raises.
    """
    tournament = locks.lock_tournament(tournament_id)
    rights.require(actor, Right.SET_UP, club_id=tournament.club_id)
    if tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    stage = first_stage(tournament_id)
    before = set_up_of(tournament, stage)
    after = _changed(before, changes)
    changed = [name for name in SETTINGS if getattr(before, name) != getattr(after, name)]
    if not changed:
        return tournament
    _require_open(tournament, changed)
    _apply(tournament, after)
    tournament.counting_version += not set(OF_THE_COUNT).isdisjoint(changed)
    if not set(OF_THE_STAGE).isdisjoint(changed):
        # Only then: once a round is published, a plan that follows the field stands whoever has come or gone since.
        _plan(stage, after)
        if stage.rounds_planned < rounds_drawn(tournament_id):
            raise ValueRefused(path="rounds", reason=_("more rounds than that have been drawn"))
    if "rules" in changed:
        _lay_rules_out_again(tournament)
    tournament.save()
    stage.save()
    _audit(
        actor,
        "tournament.changed",
        tournament,
        now=now,
        before={name: getattr(before, name) for name in changed},
        after={name: getattr(after, name) for name in changed},
    )
    return tournament


@transaction.atomic(durable=True)
def reopen_tournament(*, actor: Actor, tournament_id: int, reason: str = "", now: dt.datetime) -> Tournament:
    """Let a finished tournament go on; what was published as final stays readable.

    Raises TournamentNotFinished, TournamentSealed.
    """
    tournament = locks.lock_tournament(tournament_id)
    rights.require(actor, Right.PUBLISH, club_id=tournament.club_id)
    if tournament.status != Tournament.Status.FINISHED:
        raise TournamentNotFinished
    require_unsealed(tournament, now=now)
    tournament.status, tournament.finished_at, tournament.seals_at = Tournament.Status.RUNNING, None, None
    tournament.save(update_fields=["status", "finished_at", "seals_at"])
    _audit(actor, "tournament.reopened", tournament, now=now, reason=reason)
    return tournament


def fit_rounds_to_field(tournament: Tournament) -> None:
    """Plan as many rounds as the movement plays with this field, within the transaction of a locked tournament.

    Once a round is published the plan stands, whoever comes or goes.
    """
    stage = first_stage(tournament.pk)
    if stage.settings.get("meet_once") and not rounds_published(tournament.pk):
        stage.rounds_planned = _full_length(tournament.pk, set_up_of(tournament, stage))
        stage.save(update_fields=["rounds_planned"])


def change_entry_kind(tournament: Tournament, entry_kind: str, movements: Sequence[str]) -> None:
    """Let something else take part, within the transaction of a locked tournament that has no entries.

    It is drawn by the first of the movements that draws such entries at its tables, else by the usual one. Raises
    ValueRefused for tables that such entries do not fill.
    """
    stage = first_stage(tournament.pk)
    before = set_up_of(tournament, stage)
    shape = shape_of(before.kind, entry_kind, before.facts)
    suitable = [name for name in movements if MOVEMENTS[name].suits(kind_of_entrants(entry_kind), shape)]
    after = _changed(before, {"entry_kind": entry_kind, "movement": suitable[0] if suitable else ""})
    _apply(tournament, after)
    _plan(stage, after)
    tournament.save()
    stage.save()


def _changed(before: SetUp, changes: Mapping[str, Any]) -> SetUp:
    for name in changes:
        if name not in SETTINGS:
            raise ValueRefused(path=name, reason=_("there is no such setting"))
    after = replace(before, **changes)
    if "movement" not in changes and _is_laid_otherwise(before, after):
        after = replace(after, movement="")
    if "movement_options" not in changes and after.movement != before.movement:
        after = replace(after, movement_options={})
    if "criteria" not in changes and after.movement != before.movement and _suits_the_movement(before):
        after = replace(after, criteria=None)
    after = checked(after)
    if after.seed is None:
        raise ValueRefused(path="seed", reason=_("a number is needed"))
    if after.time_zone is None:
        raise ValueRefused(path="time_zone", reason=_("a time zone is needed"))
    checked_time_zone(after.time_zone)
    return after


def _is_laid_otherwise(before: SetUp, after: SetUp) -> bool:
    return (before.entry_kind, before.facts) != (after.entry_kind, after.facts)


def _suits_the_movement(settings: SetUp) -> bool:
    """Whether the order of the standings is the one that the movement gets where nobody names another."""
    order = rules_from_json({"criteria": list(settings.criteria or ())}).criteria
    return preset_of(order) is preset_for(settings.movement)


def _apply(tournament: Tournament, settings: SetUp) -> None:
    for name in SETTINGS:
        if name not in OF_THE_STAGE:
            setattr(tournament, name, getattr(settings, name))


def _plan(stage: Stage, settings: SetUp) -> None:
    stage.movement = settings.movement
    stage.settings = {
        **stage.settings,
        "meet_once": settings.rounds is None,
        "movement_options": dict(settings.movement_options),
        **settings.facts.as_json(),
    }
    stage.rounds_planned = _full_length(stage.tournament_id, settings) if settings.rounds is None else settings.rounds


def _full_length(tournament_id: int, settings: SetUp) -> int:
    playing = Entry.objects.filter(tournament_id=tournament_id, status=Entry.Status.ACTIVE).count()
    shape = shape_of(settings.kind, settings.entry_kind, settings.facts)
    return MOVEMENTS[settings.movement].length(playing, shape)


def _lay_rules_out_again(tournament: Tournament) -> None:
    """Give the games that have been laid out the tournament's new rules; raises RulesFrozen once a hand exists."""
    rounds = Round.objects.filter(tournament=tournament).order_by("pk").values_list("pk", flat=True)
    for round_id in rounds:
        locks.lock_tables_of(round_id)
    if HandRecord.objects.filter(game__leg__table__round__tournament=tournament).exists():
        raise RulesFrozen
    kind = get_kind(tournament.kind)
    for leg in Leg.objects.filter(table__round__tournament=tournament).select_related("game"):
        facts = {fact: leg.game.rules[fact] for fact in TABLE_FACTS if fact in leg.game.rules}
        leg.game.rules = kind.options_of(kind.resolve_rules({**tournament.rules, **facts}))
        leg.game.save(update_fields=["rules"])


def _require_open(tournament: Tournament, changed: Sequence[str]) -> None:
    if rounds_published(tournament.pk):
        for name in changed:
            if name in FIXED_BY_A_ROUND:
                raise SettingFrozen(setting=name)
    if "handicap" in changed and _hand_arrived(tournament.pk):
        raise HandicapsFixed
    if "entry_kind" in changed and Entry.objects.filter(tournament=tournament).exists():
        raise EntryKindFrozen


def _hand_arrived(tournament_id: int) -> bool:
    """Lock all tables, so that none arrives from now on, and return whether a hand has been entered."""
    for round_id in Round.objects.filter(tournament_id=tournament_id).order_by("pk").values_list("pk", flat=True):
        locks.lock_tables_of(round_id)
    return hand_entered(tournament_id)


def _audit(
    actor: Actor,
    action: str,
    tournament: Tournament,
    *,
    now: dt.datetime,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> None:
    audit.record(
        actor,
        action,
        f"tournament {tournament.pk}",
        now=now,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        before=before,
        after=after,
        reason=reason,
    )
