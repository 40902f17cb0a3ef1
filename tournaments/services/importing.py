"""Bringing in a file of a club or a tournament: all of it, or nothing with the line that is at fault.

Who is known here already is recognised by uid and stays as here; a tournament that is here already has to be the same.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from gameplay.errors import DomainError
from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import RightMissing
from tournaments.file_errors import FileContradiction, FileDiffers, FileOfAnotherClub, FileReferenceUnknown
from tournaments.file_layout import Line, as_line, read
from tournaments.models import (
    BulkAct,
    Club,
    ClubRole,
    Membership,
    Partnership,
    Player,
    Round,
    Series,
    Team,
    TeamMember,
    Tournament,
)
from tournaments.names import name_key, sort_key
from tournaments.people_errors import PeopleChanged
from tournaments.selectors import rights
from tournaments.selectors.files.judging import judge
from tournaments.selectors.files.reading import Contents, TournamentLines, contents_of
from tournaments.selectors.files.records import KINDS, LOG_OF_CLUB
from tournaments.selectors.files.writing import People, tournament_records
from tournaments.services import audit
from tournaments.services.anonymising import anonymous_name, forget_names
from tournaments.services.bulk_acts import Traces, keep_act
from tournaments.services.clubs import checked_time_zone
from tournaments.services.file_rows import Here, RowMaker, fresh_ids, refuse_field, write_tournament
from tournaments.services.outbox import announce
from tournaments.services.slugs import save_under_free_slug
from tournaments.services.taking_out import tell_ratings
from tournaments.standings.schemes import scheme_from_json
from tournaments.windows import is_window

SEPARATE = frozenset({"slug"})
"""What an installation gives out itself: the same tournament may have another address elsewhere."""


@dataclass(frozen=True, slots=True)
class BroughtTournament:
    """A tournament of a file, under its address here; ``is_new``: it was not here before."""

    name: str
    slug: str
    is_new: bool
    entries: int
    rounds: int
    hands: int


@dataclass(slots=True)
class Brought:
    """What a file holds, and how much of it was not here before; it came as act ``act``, if anything was new."""

    what: str
    club: Club
    club_is_new: bool
    players: int
    players_new: int = 0
    members_new: int = 0
    partnerships_new: int = 0
    teams_new: int = 0
    series_new: int = 0
    tournaments: list[BroughtTournament] = field(default_factory=list)
    act: int | None = None
    traces: Traces = field(default_factory=Traces)

    @property
    def is_anything_new(self) -> bool:
        """Whether anything was not here before."""
        added = self.players_new + self.members_new + self.partnerships_new + self.teams_new + self.series_new
        return self.club_is_new or bool(added) or any(one.is_new for one in self.tournaments)


def preview_import(*, actor: Actor, content: bytes, now: dt.datetime) -> Brought:
    """Return what ``import_file`` would bring, and change nothing. Raises what that raises."""
    with transaction.atomic(durable=True):
        brought = _bring(actor, content, now=now)
        transaction.set_rollback(True)
    brought.act = None
    return brought


@transaction.atomic(durable=True)
def import_file(*, actor: Actor, content: bytes, now: dt.datetime) -> Brought:
    """Bring in what a file holds and is not here yet; the same file again changes nothing.

    A club that is here needs its organiser; one that is new is founded, and whoever brings it becomes its organiser.
    Raises FileForeign, FileNewer, FileDamaged for what is no whole file of ours; FileLineRefused and its kinds for what
    cannot be, the hands among them, which are judged by the rules; FileDiffers and FileOfAnotherClub for a tournament
    that is here and another; PeopleChanged; RightMissing.
    """
    return _bring(actor, content, now=now)


def _bring(actor: Actor, content: bytes, *, now: dt.datetime) -> Brought:
    contents = contents_of(read(content))
    locks.lock_files()
    club, is_new = _club(actor, contents.club)
    brought = Brought(contents.what, club, is_new, players=len(contents.people["player"]))
    here = Here(club)
    _bring_people(contents, here, brought)
    if is_new:
        _bring_log(contents, here)
    _bring_series(contents.people["series"], here, brought)
    for lines in contents.tournaments:
        brought.tournaments.append(_bring_tournament(lines, here, brought.traces, now=now))
    if brought.is_anything_new:
        for player, name in here.forgotten.items():
            forget_names({name}, anonymous_name(player), [club.pk])
        brought.act = _keep(actor, brought, now=now)
    return brought


def _keep(actor: Actor, brought: Brought, *, now: dt.datetime) -> int:
    """Keep what a file brought, so that it can be taken out again, and say so in the log; return the act."""
    where: dict[str, Any] = {"now": now, "club_id": brought.club.pk}
    act = keep_act(actor, BulkAct.Kind.FILE_BROUGHT, brought.traces, count=1, **where)
    for pk in brought.traces.made.get("tournament", []):
        audit.record(actor, "file.brought", f"tournament {pk}", tournament_id=pk, after={"act": act.pk}, **where)
    audit.record(actor, "file.brought", f"club {brought.club.pk}", after={**_counted(brought), "act": act.pk}, **where)
    return act.pk


def _club(actor: Actor, line: Line) -> tuple[Club, bool]:
    """Return the club of a file, locked, and whether it is new here."""
    known = Club.objects.filter(uid=line.fields["uid"]).values_list("pk", flat=True).first()
    if known is not None:
        club = locks.lock_club(known)
        rights.require(actor, Right.MANAGE_CLUB, club_id=known)
        return club, False
    rights.require_scope(actor, Right.MANAGE_CLUB)
    if actor.user_id is None and not actor.is_admin:
        raise RightMissing(right="create_club")
    club = Club(**{name: line.fields[name] for name in ("uid", "name", "time_zone", "created_at")})
    _require_time_zone(line)
    _save_with_slug(club, line)
    if actor.user_id is not None:
        ClubRole.objects.create(club=club, user_id=actor.user_id, role=ClubRole.Role.ORGANISER)
    return club, True


def _bring_people(contents: Contents, here: Here, brought: Brought) -> None:
    people = contents.people
    here.players = _players(people["player"], brought)
    named = [here.players[line.fields["uid"]] for line in people["player"] if line.fields["anonymised_at"] is None]
    anonymous = Player.objects.filter(pk__in=named, anonymised_at__isnull=False)
    here.anonymous = set(anonymous.values_list("pk", flat=True))
    _members(people["membership"], here, brought)
    here.partnerships = _partnerships(people["partnership"], here, brought)
    _teams(people["team"], people["team_member"], here, brought)


def _players(lines: list[Line], brought: Brought) -> dict[str, int]:
    wanted = {line.fields["uid"]: line for line in lines}
    if len(wanted) < len(lines):
        raise FileContradiction(line=lines[-1].number, reason=_("the same player stands there twice"))
    there = locks.lock_players_known_as(wanted)
    # A file from before a merge names a record that went into another one since.
    known = {str(player.uid): player.merged_into_id or player.pk for player in there}
    if not set(known.values()) <= {player.pk for player in there}:
        # Merged while this waited, into one that is not locked.
        raise PeopleChanged
    new = [line for uid, line in wanted.items() if uid not in known]
    # In the order of the file, so that an empty installation has them in the order that they had.
    ids = fresh_ids(Player, [line.number for line in new])
    made = Player.objects.bulk_create(
        Player(pk=ids[line.number], **{name: line.fields[name] for name in ("uid", "created_at", "anonymised_at")})
        for line in new
    )
    brought.traces.make(made)
    brought.players_new = len(new)
    return known | {line.fields["uid"]: ids[line.number] for line in new}


def _members(lines: list[Line], here: Here, brought: Brought) -> None:
    """Make those members who are not; who is one already keeps the name that the club has given here."""
    known = set(Membership.objects.filter(club=here.club).values_list("player_id", flat=True))
    rows = []
    for line in lines:
        player = _player(here, line, line.fields["player"])
        name = line.fields["display_name"]
        if player in here.anonymous:
            # The file is from before: it brings no name back.
            here.forgotten[player] = name
            name = anonymous_name(player)
        if player in known:
            continue
        known.add(player)
        plain = {key: line.fields[key] for key in ("joined_date", "left_date")}
        keys = {"display_name": name, "sort_key": sort_key(name), "name_key": name_key(name)}
        rows.append(Membership(club=here.club, player_id=player, **plain, **keys))
        if plain["left_date"] is not None and plain["left_date"] < plain["joined_date"]:
            raise refuse_field(line, "left_date")
    brought.traces.make(Membership.objects.bulk_create(rows))
    brought.members_new = len(rows)


def _partnerships(lines: list[Line], here: Here, brought: Brought) -> dict[frozenset[str], int]:
    pairs: dict[frozenset[str], tuple[int, int]] = {}
    for line in lines:
        uids = frozenset((line.fields["first"], line.fields["second"]))
        pair = sorted(_player(here, line, uid) for uid in uids)
        if len(pair) != 2 or uids in pairs:
            raise FileContradiction(line=line.number, reason=_("a partnership is of two people, and stands there once"))
        pairs[uids] = (pair[0], pair[1])
    known = _known_pairs(pairs.values())
    new = [
        Partnership(first_id=pair[0], second_id=pair[1], created_at=line.fields["created_at"])
        for line, pair in zip(lines, pairs.values(), strict=True)
        if pair not in known
    ]
    # Somebody may form one of them at this moment; then it is theirs.
    Partnership.objects.bulk_create(new, ignore_conflicts=True)
    brought.partnerships_new = len(new)
    known = _known_pairs(pairs.values())
    brought.traces.make(Partnership.objects.filter(pk__in=[known[one.first_id, one.second_id] for one in new]))
    return {uids: known[pair] for uids, pair in pairs.items()}


def _known_pairs(pairs: Iterable[tuple[int, int]]) -> dict[tuple[int, int], int]:
    rows = Partnership.objects.filter(first_id__in={first for first, _second in pairs})
    return {(first, second): pk for pk, first, second in rows.values_list("pk", "first_id", "second_id")}


def _teams(teams: list[Line], members: list[Line], here: Here, brought: Brought) -> None:
    by_number: dict[int, Team] = {}
    for line in teams:
        team, is_new = Team.objects.get_or_create(
            club=here.club, name=line.fields["name"], defaults={"created_at": line.fields["created_at"]}
        )
        brought.teams_new += is_new
        if is_new:
            brought.traces.make([team])
        by_number[line.fields["id"]] = team
        here.teams[team.name] = team.pk
    for line in members:
        team_of = by_number.get(line.fields["team"])
        if team_of is None:
            raise _not_there(line, str(line.fields["team"]))
        member, is_new = TeamMember.objects.get_or_create(
            team=team_of, player_id=_player(here, line, line.fields["player"])
        )
        if is_new:
            brought.traces.make([member])


def _bring_log(contents: Contents, here: Here) -> None:
    """Bring the log of a club that is new here; the log of one that is not says what was done here."""
    lines = contents.people[LOG_OF_CLUB.name]
    numbers = {LOG_OF_CLUB.name: fresh_ids(LOG_OF_CLUB.model, [line.fields["id"] for line in lines])}
    pairs = {
        line.fields["id"]: here.partnerships[frozenset((line.fields["first"], line.fields["second"]))]
        for line in contents.people["partnership"]
    }
    rows = RowMaker(here, {**numbers, "partnership": pairs}, None)
    rows.store(LOG_OF_CLUB, lines)


def _bring_series(lines: list[Line], here: Here, brought: Brought) -> None:
    """Make the series that are not here; one that is stays as it is here."""
    kind = KINDS["series"]
    known = {str(uid) for uid in Series.objects.values_list("uid", flat=True)}
    for line in lines:
        if line.fields["uid"] in known:
            continue
        known.add(line.fields["uid"])
        _require_scheme(line)
        for name in ("added", "left_out"):
            if not _are_uids(line.fields[name]):
                raise refuse_field(line, name)
        series = RowMaker(here, {"series": {line.fields["id"]: 0}}, None).row(kind, line)
        series.pk = None
        _save_with_slug(series, line)
        brought.traces.make([series])
        brought.series_new += 1


def _require_scheme(line: Line) -> None:
    try:
        scheme_from_json(line.fields["scheme"])
    except DomainError as error:
        raise refuse_field(line, "scheme") from error


def _are_uids(value: Any) -> bool:
    try:
        return isinstance(value, list) and all(str(UUID(one)) == one for one in value)
    except (ValueError, TypeError, AttributeError):
        return False


def _bring_tournament(lines: TournamentLines, here: Here, traces: Traces, *, now: dt.datetime) -> BroughtTournament:
    fields = lines.head.fields
    known = Tournament.every.select_related("club").filter(uid=fields["uid"]).first()
    if known is not None:
        was_out = known.taken_out_at is not None
        if was_out:
            _stand_again(known, traces, now=now)
        _require_same(known, lines, here.club)
        return _told(known, lines, is_new=was_out)
    if fields["correction_window"] and not is_window(fields["correction_window"]):
        raise refuse_field(lines.head, "correction_window")
    _require_time_zone(lines.head)
    kind = KINDS["tournament"]
    tournament = RowMaker(here, {"tournament": {fields["id"]: 0}}, None).row(kind, lines.head)
    tournament.pk = fresh_ids(Tournament, [1])[1]
    tournament.club = here.club
    _save_with_slug(tournament, lines.head)
    ids = write_tournament(tournament, lines, here)
    # What the lines made is read as the product reads it.
    tournament.refresh_from_db()
    judge(tournament, lines, ids)
    for round_ in _closed(tournament):
        announce(round_, "round.closed", now=now)
    traces.make([tournament])
    return _told(tournament, lines, is_new=True)


def _stand_again(tournament: Tournament, traces: Traces, *, now: dt.datetime) -> None:
    """Let a tournament stand again whose file was taken out: it is as it was, for nobody could do anything there."""
    tournament.taken_out_at = None
    tournament.save(update_fields=["taken_out_at"])
    tell_ratings([tournament.pk], now=now)
    traces.make([tournament])


def _closed(tournament: Tournament) -> Iterable[Round]:
    rounds = Round.objects.filter(tournament=tournament, status=Round.Status.CLOSED).select_related("tournament")
    return rounds.order_by("session_date", "number")


def _require_same(known: Tournament, lines: TournamentLines, club: Club) -> None:
    if known.club_id != club.pk:
        raise FileOfAnotherClub(name=known.name)
    here = iter(list(tournament_records(known, People())))
    there = [line for kind in lines.by_kind.values() for line in kind] + [lines.standings]
    for line in there:
        kind, fields = next(here, ("", {}))
        if kind != line.kind or _compared(kind, fields) != _compared(kind, line.fields):
            raise FileDiffers(name=known.name, line=line.number)
    if next(here, None) is not None:
        raise FileDiffers(name=known.name, line=lines.standings.number)


def _compared(kind: str, fields: Any) -> bytes:
    return as_line(kind, {name: value for name, value in fields.items() if name not in SEPARATE})


def _save_with_slug(row: Club | Series | Tournament, line: Line) -> None:
    """Store a club, series or tournament under the address that it had, or a free one if somebody has that here."""
    wanted = line.fields["slug"]
    if QuerySet(type(row)).filter(slug=wanted).exists():
        save_under_free_slug(row, wanted)
        return
    row.slug = wanted
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError as error:
        raise FileContradiction(line=line.number, reason=_("this cannot be")) from error


def _require_time_zone(line: Line) -> None:
    try:
        checked_time_zone(line.fields["time_zone"])
    except DomainError as error:
        raise refuse_field(line, "time_zone") from error


def _player(here: Here, line: Line, uid: str) -> int:
    found = here.players.get(uid)
    if found is None:
        raise _not_there(line, uid)
    return found


def _not_there(line: Line, what: str) -> FileReferenceUnknown:
    return FileReferenceUnknown(line=line.number, reason=_("%(what)s is not in this file") % {"what": what})


def _told(tournament: Tournament, lines: TournamentLines, *, is_new: bool) -> BroughtTournament:
    return BroughtTournament(
        name=tournament.name,
        slug=tournament.slug,
        is_new=is_new,
        entries=len(lines.by_kind["entry"]),
        rounds=len(lines.by_kind["round"]),
        hands=len(lines.by_kind["hand_record"]),
    )


def _counted(brought: Brought) -> dict[str, Any]:
    return {
        "players": brought.players_new,
        "members": brought.members_new,
        "partnerships": brought.partnerships_new,
        "teams": brought.teams_new,
        "series": brought.series_new,
        "tournaments": [one.slug for one in brought.tournaments if one.is_new],
    }
