"""A club or a tournament as the records of a file.

Ids mean nothing in another installation. Clubs, tournaments and players are named by their ``uid``; everything else has
a number within its tournament, in the order of its ids, so that the same state is always written in the same way,
wherever it is.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import models
from django.db.models import Q, QuerySet

from gameplay.selectors import current_hands, replay_game
from tournaments.file_layout import FORMAT, FORMAT_NUMBER, as_line, written
from tournaments.models import (
    AuditEntry,
    Club,
    Entry,
    Leg,
    Membership,
    Partnership,
    Player,
    Series,
    Team,
    TeamMember,
    Tournament,
)
from tournaments.selectors.files.records import (
    ACTIONS_LEFT_OUT,
    KIND_OF_MODEL,
    KINDS,
    LOG_OF_CLUB,
    OF_TOURNAMENT,
    RecordKind,
)
from tournaments.selectors.files.shapes import Shape, change_shape, log_shape, translated
from tournaments.selectors.publications import lines_of
from tournaments.selectors.standings import standings_of

SOFTWARE = "tournaments 0.1.0"
STANDINGS = "standings"
"""The last line of a tournament: what its records come to, to be compared where it is read."""
SUBJECTS = {"entry": "entry", "player": "player", "adjustment": "adjustment", "decision": "tie_decision"}
"""What the subjects of the log call the things that have ids."""
SUBJECT = re.compile(r"(entry|player|adjustment|decision|tournament|club|series|user|act) (\d+)")
ACTOR = re.compile(r"(user|link):(\d+)")

Record = tuple[str, dict[str, Any]]


@dataclass(slots=True)
class People:
    """Who is named in a file: the uids of players, and what users are called, by id."""

    uids: dict[int, UUID] = field(default_factory=dict)
    users: dict[int, str] = field(default_factory=dict)

    def learn(self, players: Iterable[int], users: Iterable[int]) -> None:
        """Find out about more of them."""
        wanted = set(players) - self.uids.keys()
        rows = Player.objects.filter(pk__in=wanted)
        for pk, uid, kept, kept_uid in rows.values_list("pk", "uid", "merged_into_id", "merged_into__uid"):
            # Whoever was merged is named by the record that stands.
            self.uids.update({pk: uid} if kept is None else {pk: kept_uid, kept: kept_uid})
        names = get_user_model().objects.filter(pk__in=set(users) - self.users.keys()).values_list("pk", "username")
        # Of a log-in name that is an address, what stands before the sign: nobody is to get mail from a file.
        self.users.update({pk: name.partition("@")[0] for pk, name in names})


def tournament_file(tournament: Tournament, *, now: dt.datetime) -> bytes:
    """Return a tournament as a file, with its club and the people concerned."""
    people = People()
    records = list(tournament_records(tournament, people))
    head = club_records(tournament.club, set(people.uids), people)
    return _file("tournament", tournament.name, tournament.uid, [*head, *records], now=now)


def club_file(club: Club, *, now: dt.datetime) -> bytes:
    """Return a club as a file, with all of its members and tournaments."""
    people = People()
    people.learn(Membership.objects.filter(club=club).values_list("player_id", flat=True), ())
    people.learn(TeamMember.objects.filter(team__club=club).values_list("player_id", flat=True), ())
    records: list[Record] = []
    for tournament in Tournament.objects.filter(club=club).order_by("pk"):
        tournament.club = club
        records += tournament_records(tournament, people)
    log = list(_club_log(club, people))
    head = club_records(club, set(people.uids), people, Series.objects.filter(club=club).order_by("pk"))
    return _file("club", club.name, club.uid, [*head, *log, *records], now=now)


def _file(what: str, name: str, uid: UUID, records: list[Record], *, now: dt.datetime) -> bytes:
    header = {
        "format": FORMAT,
        "number": FORMAT_NUMBER,
        "what": what,
        "name": name,
        "uid": str(uid),
        "written_at": now.astimezone(dt.UTC).isoformat(),
        "software": SOFTWARE,
        "counts": dict(Counter(kind for kind, _fields in records)),
    }
    return written(header, (as_line(kind, fields) for kind, fields in records))


def club_records(
    club: Club, players: set[int], people: People, series: QuerySet[Series] | None = None
) -> Iterator[Record]:
    """Yield the club and who is named of its people, with their membership, pairs and teams; and the series given."""
    names = Names(people)
    yield "club", {"id": 1, **_encoded(KINDS["club"], club, names)}
    teams = Team.objects.filter(club=club).order_by("pk")
    within = Q(first_id__in=players, second_id__in=players, first__merged_into=None, second__merged_into=None)
    selections: dict[str, QuerySet[Any]] = {
        "player": Player.objects.filter(pk__in=players, merged_into=None).order_by("pk"),
        "membership": Membership.objects.filter(club=club, player_id__in=players, player__merged_into=None).order_by(
            "pk"
        ),
        "partnership": Partnership.objects.filter(within).order_by("pk"),
        "team": teams,
        "team_member": TeamMember.objects.filter(
            team__in=teams, player_id__in=players, player__merged_into=None
        ).order_by("pk"),
        "series": Series.objects.none() if series is None else series,
    }
    for name, rows in selections.items():
        for number, row in enumerate(rows, start=1):
            names.numbers[name][row.pk] = number
            yield name, {"id": number, **_encoded(KINDS[name], row, names)}


def _club_log(club: Club, people: People) -> Iterator[Record]:
    rows = list(_without_left_out(AuditEntry.objects.filter(club=club, tournament=None)).order_by("pk"))
    gathered = Gathered()
    for row in rows:
        _gather(LOG_OF_CLUB, row, gathered)
    people.learn(gathered.ids["player"], gathered.ids["user"])
    pairs = Partnership.objects.filter(pk__in=gathered.ids["partnership"])
    for first, second in pairs.values_list("first_id", "second_id"):
        people.learn([first, second], ())
    names = Names(people)
    known = Partnership.objects.filter(first_id__in=people.uids, second_id__in=people.uids).order_by("pk")
    names.numbers["partnership"] = {pk: place for place, pk in enumerate(known.values_list("pk", flat=True), start=1)}
    for number, row in enumerate(rows, start=1):
        yield LOG_OF_CLUB.name, {"id": number, **_encoded(LOG_OF_CLUB, row, names)}


def tournament_records(tournament: Tournament, people: People) -> Iterator[Record]:
    """Yield all of a tournament; ``people`` get to know whom it names."""
    rows = {kind.name: list(rows_of(kind, tournament)) for kind in OF_TOURNAMENT}
    gathered = Gathered()
    for kind in OF_TOURNAMENT:
        for row in rows[kind.name]:
            _gather(kind, row, gathered)
    people.learn(gathered.ids["player"], gathered.ids["user"])
    names = Names(people)
    for name, found in rows.items():
        # What is named but gone (a sign-up before the partners were drawn) keeps its place in the order.
        ids = sorted({row.pk for row in found} | gathered.ids[name])
        names.numbers[name] = {pk: place for place, pk in enumerate(ids, start=1)}
    worth = _worth_of_hands(tournament)
    for kind in OF_TOURNAMENT:
        for row in rows[kind.name]:
            more = worth.get(row.pk, {}) if kind.name == "hand_record" else {}
            yield kind.name, {"id": names.numbers[kind.name][row.pk], **_encoded(kind, row, names), **more}
    yield STANDINGS, standings_fields(tournament, names.numbers["entry"])


def rows_of(kind: RecordKind, tournament: Tournament) -> QuerySet[Any]:
    """Return the rows of one kind that belong to a tournament, in order of id."""
    rows: QuerySet[Any] = QuerySet(kind.model).filter(**{kind.owner: tournament.pk}).order_by("pk")
    if kind.model is Entry:
        rows = rows.select_related("partnership", "team")
    return _without_left_out(rows) if kind.model is AuditEntry else rows


def standings_fields(tournament: Tournament, numbers: Mapping[int, int]) -> dict[str, Any]:
    """Return what a tournament stands at: the version, and by entry its rank and every exact figure."""
    standings = standings_of(tournament, kept=False)
    lines = [
        {"entry": numbers[entry], "rank": rank, "values": values}
        for entry, (rank, values) in lines_of(standings).items()
    ]
    return {"version": standings.version, "rows": lines}


def _worth_of_hands(tournament: Tournament) -> dict[int, dict[str, Any]]:
    """Return the points of each hand that counts and the score after it, by record."""
    legs = list(Leg.objects.filter(table__round__tournament=tournament).select_related("game"))
    hands = current_hands(leg.game_id for leg in legs)
    return {
        hand.record_id: {"points": list(hand.answer.values["points"]), "score": list(hand.state.scores)}
        for leg in legs
        for hand in replay_game(leg.game, hands[leg.game_id]).hands
    }


def _without_left_out(rows: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
    for beginning in ACTIONS_LEFT_OUT:
        rows = rows.exclude(action__startswith=beginning)
    return rows


class Gathered:
    """The ids that rows name, by what they are of."""

    def __init__(self) -> None:
        self.ids: defaultdict[str, set[int]] = defaultdict(set)

    def note(self, of: str, value: Any) -> Any:
        """Keep an id; to be given to ``translated``."""
        if isinstance(value, int):
            self.ids[of].add(value)
        return value


class Names:
    """What stands in the file in the place of an id."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.numbers: defaultdict[str, dict[int, int]] = defaultdict(dict)

    def of(self, of: str, value: Any) -> Any:
        """Return the uid of a player or the number of anything else; None for what is not taken along."""
        if of == "player":
            return str(self.people.uids[value]) if value in self.people.uids else None
        return self.numbers[of].get(value)


def _gather(kind: RecordKind, row: Any, gathered: Gathered) -> None:
    for one in kind.fields:
        value = getattr(row, one.attname)
        if isinstance(one, models.ForeignKey):
            if one.related_model is Player:
                gathered.note("player", value)
            elif one.related_model is Partnership and row.partnership is not None:
                gathered.ids["player"].update((row.partnership.first_id, row.partnership.second_id))
            elif one.related_model is Team and row.team is not None:
                gathered.ids["player"].update(row.team.members.values_list("player_id", flat=True))
        elif isinstance(one, models.JSONField):
            translated(shape_of(kind, row, one.name), value, gathered.note)
        elif one.name in kind.labels and (found := ACTOR.fullmatch(value)) and found[1] == "user":
            gathered.note("user", int(found[2]))
    if isinstance(row, AuditEntry):
        gathered.note("user", row.user_id)
        if found := SUBJECT.fullmatch(row.subject):
            gathered.note(SUBJECTS.get(found[1], found[1]), int(found[2]))


def shape_of(kind: RecordKind, row: Any, name: str) -> Shape:
    """Return where ids stand in a JSON value; in a log and in a change that follows from what was done."""
    if kind.model is AuditEntry:
        return log_shape(row.action)
    return change_shape(row.kind) if kind.name == "round_change" else kind.shapes.get(name)


def _encoded(kind: RecordKind, row: Any, names: Names) -> dict[str, Any]:
    fields = {one.name: _value(kind, row, one, names) for one in kind.fields}
    if isinstance(row, AuditEntry):
        fields["brought_from"] = _who(row, names)
        fields["subject"] = _subject(row.subject, names)
    return fields


def _value(kind: RecordKind, row: Any, one: models.Field[Any, Any], names: Names) -> Any:
    value = getattr(row, one.attname)
    if value is None:
        return None
    if isinstance(one, models.ForeignKey):
        return _reference(row, one, value, names)
    if isinstance(one, models.JSONField):
        return translated(shape_of(kind, row, one.name), value, names.of)
    if isinstance(value, (dt.datetime, dt.date)):
        return value.isoformat()
    if one.name in kind.labels:
        return _label(value, names)
    return str(value) if isinstance(value, UUID) else value


def _reference(row: Any, one: models.ForeignKey[Any, Any], value: int, names: Names) -> Any:
    if one.related_model is Player:
        return names.of("player", value)
    if one.related_model is Partnership:
        return sorted(str(names.people.uids[pk]) for pk in (row.partnership.first_id, row.partnership.second_id))
    if one.related_model is Team and not isinstance(row, TeamMember):
        return row.team.name
    assert isinstance(one.related_model, type)
    return names.of(KIND_OF_MODEL[one.related_model], value)


def _label(actor: str, names: Names) -> str:
    found = ACTOR.fullmatch(actor)
    if found is None:
        return actor
    return "link" if found[1] == "link" else f"name:{names.people.users.get(int(found[2]), '')}"


def _who(row: AuditEntry, names: Names) -> str:
    if row.brought_from:
        return row.brought_from
    return "table link" if row.link_id is not None else names.people.users.get(row.user_id or 0, "")


def _subject(subject: str, names: Names) -> str:
    found = SUBJECT.fullmatch(subject)
    if found is None:
        return subject
    kind = SUBJECTS.get(found[1])
    return found[1] if kind is None else f"{found[1]} {names.of(kind, int(found[2]))}"
