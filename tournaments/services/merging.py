"""Two records of one person made one, and taken apart again exactly.

Nothing is deleted: entries, line-ups and seats of the merged record point to the one that stands, which gets a
membership and partnerships of its own where it had none. The merged record stays, with its names, and is not entered.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q

from tournaments import locks
from tournaments.actors import Actor
from tournaments.models import (
    Entry,
    LineUp,
    Membership,
    Occupancy,
    Partnership,
    Player,
    PlayerMerge,
    Round,
    TeamMember,
)
from tournaments.people_errors import (
    LaterMerge,
    MergeImpossible,
    MergeUndone,
    PeopleChanged,
    PlayerAnonymised,
    PlayerMerged,
    SamePlayer,
)
from tournaments.selectors.bulk_acts import MODELS, plain
from tournaments.selectors.people import get_merge, get_player, obstacles_to, require_all_clubs
from tournaments.services import audit
from tournaments.services.bulk_acts import Traces
from tournaments.services.outbox import announce


@transaction.atomic(durable=True)
def merge_players(*, actor: Actor, kept_id: int, merged_id: int, reason: str = "", now: dt.datetime) -> PlayerMerge:
    """Let the record ``merged_id`` be the same person as ``kept_id``, whose names stand.

    Only for those who manage every club that holds one of them. The ratings of all closed rounds concerned follow.
    Raises SamePlayer, PlayerMerged, PlayerAnonymised, PeopleChanged, and MergeImpossible where both were seen at once.
    """
    if kept_id == merged_id:
        raise SamePlayer
    clubs, people = _lock(actor, [kept_id, merged_id])
    kept, merged = people[kept_id], people[merged_id]
    for player in (kept, merged):
        _require_standing(player)
    if obstacles := obstacles_to(kept_id, merged_id):
        raise MergeImpossible([{"code": one.code, "detail": one.detail} for one in obstacles])
    traces = Traces()
    rounds = set(Occupancy.objects.filter(player=merged).values_list("round_id", flat=True))
    _join_clubs(kept, merged, traces)
    _form_pairs(kept, merged, traces, now=now)
    in_team = TeamMember.objects.filter(player=kept).values("team_id")
    traces.change(TeamMember.objects.filter(player=merged).exclude(team__in=in_team), player_id=kept_id)
    traces.change(Entry.objects.filter(player=merged).order_by("pk"), player_id=kept_id)
    traces.change(LineUp.objects.filter(player=merged).order_by("pk"), player_id=kept_id)
    traces.change(Occupancy.objects.filter(player=merged).order_by("pk"), player_id=kept_id)
    traces.change([*Player.objects.filter(merged_into=merged).order_by("pk"), merged], merged_into_id=kept_id)
    merge = PlayerMerge.objects.create(
        kept=kept,
        merged=merged,
        reason=reason.strip(),
        made=traces.made,
        changed=traces.changed,
        user_id=actor.user_id,
        made_at=now,
    )
    _tell_ratings(rounds, now=now)
    for club_id in clubs:
        after = {"player": kept_id}
        _audit(actor, "player.merged", merged_id, club_id, after=after, reason=merge.reason, now=now)
    return merge


@transaction.atomic(durable=True)
def undo_merge(*, actor: Actor, merge_id: int, now: dt.datetime) -> PlayerMerge:
    """Take two records apart again: what the merge moved goes back; what came later stays with the one that stands.

    Raises MergeUndone, LaterMerge, PlayerAnonymised, PeopleChanged.
    """
    found = get_merge(merge_id)
    clubs, people = _lock(actor, [found.kept_id, found.merged_id])
    merge = get_merge(merge_id)
    if merge.undone_at is not None:
        raise MergeUndone
    # Whoever was anonymised as one person stays that: names that are gone cannot be taken apart.
    if any(player.anonymised_at is not None for player in people.values()):
        raise PlayerAnonymised
    later = PlayerMerge.objects.filter(Q(kept=merge.kept_id) | Q(merged=merge.kept_id), pk__gt=merge.pk)
    if later.filter(undone_at=None).exists():
        raise LaterMerge
    rounds = _put_back(merge)
    _leave_clubs_and_pairs(merge)
    merge.undone_at, merge.undone_by_id = now, actor.user_id
    merge.save(update_fields=["undone_at", "undone_by"])
    _tell_ratings(rounds, now=now)
    for club_id in clubs:
        before = {"player": merge.kept_id}
        _audit(actor, "player.merge_undone", merge.merged_id, club_id, before=before, now=now)
    return merge


def _lock(actor: Actor, player_ids: list[int]) -> tuple[list[int], dict[int, Player]]:
    """Lock the clubs of some players with all their tournaments, and the players; return both."""
    for player_id in player_ids:
        get_player(player_id)
    before = require_all_clubs(actor, player_ids)
    locks.lock_whole_clubs(before)
    people = locks.lock_players(player_ids)
    if require_all_clubs(actor, player_ids) != before:
        raise PeopleChanged
    return before, people


def _require_standing(player: Player) -> None:
    if player.merged_into_id is not None:
        raise PlayerMerged
    if player.anonymised_at is not None:
        raise PlayerAnonymised


def _join_clubs(kept: Player, merged: Player, traces: Traces) -> None:
    """Make the one that stands a member wherever the other is, under the other's name there."""
    joined = Membership.objects.filter(player=kept).values("club_id")
    missing = Membership.objects.filter(player=merged).exclude(club__in=joined).order_by("pk")
    names = ("club_id", "display_name", "sort_key", "name_key", "joined_date", "left_date")
    fresh = [Membership(player=kept, **{name: getattr(row, name) for name in names}) for row in missing]
    traces.make(Membership.objects.bulk_create(fresh))


def _form_pairs(kept: Player, merged: Player, traces: Traces, *, now: dt.datetime) -> None:
    """Let entries of pairs with the merged record be of the same pairs with the one that stands."""
    own = {_partner(pair, kept.pk): pair for pair in _pairs_of(kept)}
    for pair in _pairs_of(merged):
        partner = _partner(pair, merged.pk)
        if partner == kept.pk:
            continue
        if partner not in own:
            first, second = sorted((kept.pk, partner))
            own[partner] = Partnership.objects.create(first_id=first, second_id=second, created_at=now)
            traces.make([own[partner]])
        traces.change(Entry.objects.filter(partnership=pair).order_by("pk"), partnership_id=own[partner].pk)


def _pairs_of(player: Player) -> Iterable[Partnership]:
    return Partnership.objects.filter(Q(first=player) | Q(second=player)).order_by("pk")


def _partner(pair: Partnership, player_id: int) -> int:
    return pair.second_id if pair.first_id == player_id else pair.first_id


def _put_back(merge: PlayerMerge) -> set[int]:
    """Let rows point where they pointed before, those that nobody has pointed elsewhere since; return their rounds."""
    rounds: set[int] = set()
    for name, pk, before, after in reversed(merge.changed):
        row = MODELS[name].objects.filter(pk=pk).first()
        if row is None or any(plain(getattr(row, key)) != value for key, value in after.items()):
            continue
        MODELS[name].objects.filter(pk=pk).update(**before)
        if isinstance(row, Occupancy):
            rounds.add(row.round_id)
    return rounds


def _leave_clubs_and_pairs(merge: PlayerMerge) -> None:
    """Take memberships and pairs that were made for the merge away again, but for those that are used by now."""
    pairs = Partnership.objects.filter(pk__in=merge.made.get("partnership", []))
    pairs.exclude(pk__in=Entry.objects.exclude(partnership=None).values("partnership_id")).delete()
    for member in Membership.objects.filter(pk__in=merge.made.get("membership", [])):
        here = Q(entry__tournament__club=member.club_id)
        plays = LineUp.objects.filter(here, player=merge.kept_id).exists()
        sat = Occupancy.objects.filter(round__tournament__club=member.club_id, player=merge.kept_id).exists()
        others = Membership.objects.filter(club=member.club_id).exclude(player=merge.kept_id).values("player_id")
        paired = Partnership.objects.filter(
            Q(first=merge.kept_id, second__in=others) | Q(second=merge.kept_id, first__in=others)
        ).exists()
        if not (plays or sat or paired):
            member.delete()


def _tell_ratings(round_ids: Iterable[int], *, now: dt.datetime) -> None:
    closed = Round.objects.filter(pk__in=round_ids, status=Round.Status.CLOSED).select_related("tournament")
    for round_ in closed.order_by("pk"):
        announce(round_, "results.changed", now=now)


def _audit(
    actor: Actor,
    action: str,
    player_id: int,
    club_id: int,
    *,
    before: object = None,
    after: object = None,
    reason: str = "",
    now: dt.datetime,
) -> None:
    audit.record(
        actor,
        action,
        f"player {player_id}",
        now=now,
        club_id=club_id,
        before=before,
        after=after,
        reason=reason,
    )
