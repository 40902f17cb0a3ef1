"""Acts that can be undone: what goes with each, and what was built on it since."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.translation import gettext

from gameplay.errors import gettext_noop
from tournaments.errors import ThingNotFound
from tournaments.models import (
    BulkAct,
    Club,
    Draw,
    Entry,
    HandAgreement,
    LineUp,
    Membership,
    Occupancy,
    Partnership,
    Player,
    Publication,
    Round,
    Series,
    Stage,
    Table,
    Team,
    TeamMember,
    TieDecision,
    Tournament,
)
from tournaments.selectors.acts_at_tables import hands_confirmed, since_called, since_confirmed, tables_called
from tournaments.selectors.brought import leaving, series_brought, since_archive, since_file
from tournaments.selectors.clubs import partnership_views
from tournaments.selectors.handicaps import hand_entered
from tournaments.selectors.names import entry_names, player_names, user_name
from tournaments.selectors.since import Since, references_to, since_of
from tournaments.selectors.tournaments import first_stage, rounds_drawn

MODELS: Mapping[str, Any] = {
    model.__name__.lower(): model
    for model in (
        LineUp,
        Entry,
        Partnership,
        Membership,
        Player,
        Round,
        Draw,
        Stage,
        Occupancy,
        TeamMember,
        Team,
        Series,
        Tournament,
        HandAgreement,
        Table,
    )
}
"""What acts make or change, by name; those made are taken away in this order."""
_GONE = gettext_noop("%(count)s of them are not there any more as they were made.")
_CHANGED = gettext_noop("Something of it was changed again: %(names)s.")
_DRAWN_AGAIN = gettext_noop("Round %(number)s was drawn again.")
_DRAWN_BY = gettext_noop("Round %(number)s was drawn by these ratings.")
_COUNTED = gettext_noop("A hand was entered, and results count by these handicaps.")
_OTHER = gettext_noop("%(names)s: something else hangs on it.")
_ARRANGED = gettext_noop("%(names)s: arranged to keep or have a table, to fill in, or not to meet somebody.")
_PUBLISHED = gettext_noop("%(names)s: in standings that were published.")
_DECIDED = gettext_noop("%(names)s: in a tie that was decided.")
_HANGS_ON: Mapping[tuple[str, str], str] = {
    ("entry", "roundentry"): gettext_noop("%(names)s: part of a round that was published."),
    ("entry", "seat"): gettext_noop("%(names)s: seated in a round that was published."),
    ("entry", "absence"): gettext_noop("%(names)s: said to be away in a round."),
    ("entry", "adjustment"): gettext_noop("%(names)s: given a penalty or an award."),
    ("entry", "lineup"): gettext_noop("%(names)s: somebody else plays in their place since."),
    ("partnership", "entry"): gettext_noop("%(names)s: entered in a tournament."),
    ("player", "membership"): gettext_noop("%(names)s: at another club too."),
    ("player", "partnership"): gettext_noop("%(names)s: part of a pair."),
    ("player", "entry"): gettext_noop("%(names)s: entered in a tournament."),
    ("player", "lineup"): gettext_noop("%(names)s: plays for an entry."),
    ("player", "occupancy"): gettext_noop("%(names)s: sat at a table."),
    ("player", "teammember"): gettext_noop("%(names)s: part of a team."),
    ("player", "playermerge"): gettext_noop("%(names)s: merged with another record."),
    ("player", "player"): gettext_noop("%(names)s: another record was merged into this one."),
    ("player", "ratingstate"): gettext_noop("%(names)s: rated."),
    ("player", "pairstate"): gettext_noop("%(names)s: rated."),
}


@dataclass(frozen=True, slots=True)
class ActView:
    """An act, who did it, the names of what goes if it is undone, and what was built on it since."""

    act: BulkAct
    who: str
    goes: tuple[str, ...]
    since: tuple[Since, ...]

    @property
    def may_be_undone(self) -> bool:
        """Whether nothing stands in the way."""
        return self.act.undone_at is None and not self.since


def get_act(act_id: int) -> BulkAct:
    """Return an act with its club and tournament; raises ThingNotFound."""
    act = BulkAct.objects.select_related("club", "tournament", "table__round", "user").filter(pk=act_id).first()
    if act is None:
        raise ThingNotFound(thing="act")
    return act


def acts_at(club: Club, tournament: Tournament | None = None) -> QuerySet[BulkAct]:
    """Return the acts of a club, or of one of its tournaments, newest first."""
    rows = BulkAct.objects.filter(club=club).select_related("club", "tournament", "table", "user").order_by("-pk")
    return rows if tournament is None else rows.filter(tournament=tournament)


def open_acts(club: Club, kinds: Iterable[BulkAct.Kind], tournament: Tournament | None = None) -> list[BulkAct]:
    """Return the last few acts of some kinds that were not undone, newest first, to be offered on a page."""
    rows = acts_at(club, tournament).filter(kind__in=list(kinds), undone_at=None)
    if tournament is None:
        rows = rows.filter(tournament=None)
    return list(rows[:3])


def confirmation_at(table_id: int) -> BulkAct | None:
    """Return the last act by which the director confirmed hands of a table, if it can be undone as things stand."""
    rows = BulkAct.objects.filter(table=table_id, kind=BulkAct.Kind.HANDS_CONFIRMED, undone_at=None)
    act = rows.select_related("table__round").order_by("-pk").first()
    return None if act is None or since_confirmed(act) else act


def act_that_made(row: Model, *, club_id: int) -> BulkAct | None:
    """Return the act at a club that made a row."""
    made = {f"made__{name_of(row)}__contains": [row.pk]}
    return BulkAct.objects.filter(club_id=club_id, **made).order_by("-pk").first()


def view_act(act: BulkAct) -> ActView:
    """Return what undoing an act would take, and what stands in the way."""
    return ActView(act=act, who=user_name(act.user_id), goes=_goes(act), since=built_on(act))


def built_on(act: BulkAct) -> tuple[Since, ...]:
    """Return what happened since an act that stands on it."""
    if act.undone_at is not None:
        return ()
    if act.kind == BulkAct.Kind.FILE_BROUGHT:
        return tuple(since_file(act))
    if act.kind == BulkAct.Kind.ARCHIVE_BROUGHT:
        return (*_changed_again(act), *since_archive(act))
    if act.kind == BulkAct.Kind.HANDS_CONFIRMED:
        return tuple(since_confirmed(act))
    if act.kind == BulkAct.Kind.TIME_CALLED:
        return tuple(since_called(act))
    found = [*_missing(act), *_drawn_again(act), *_drawn_by(act), *_counted_by(act), *_changed_again(act)]
    for name, ids in act.made.items():
        found += _hanging_on(act, MODELS[name], ids)
    entries = act.made.get("entry", [])
    return tuple(found + (_in_documents(act, entries) if entries else []))


def name_of(row: Model) -> str:
    """Return the name by which acts know the model of a row."""
    return type(row).__name__.lower()


def plain(value: Any) -> Any:
    """Return a value of a field as JSON has it."""
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat()
    return value.isoformat() if isinstance(value, dt.date) else value


def _missing(act: BulkAct) -> list[Since]:
    gone = sum(len(ids) - MODELS[name].objects.filter(pk__in=ids).count() for name, ids in act.made.items())
    return [Since("gone", _GONE, {"count": gone})] if gone else []


def _drawn_again(act: BulkAct) -> list[Since]:
    ids = [pk for name, pk, _before, _after in act.changed if name == "round"]
    numbers = Round.objects.filter(pk__in=ids).values_list("number", flat=True)
    if not numbers:
        return []
    standing = Round.objects.filter(tournament=act.tournament).exclude(status=Round.Status.TAKEN_BACK)
    again = standing.filter(number__gte=min(numbers)).order_by("number").first()
    return [Since("drawn_again", _DRAWN_AGAIN, {"number": again.number})] if again else []


def _drawn_by(act: BulkAct) -> list[Since]:
    """Return the latest round if entries were seeded for it: what a draw was made from stays as it was."""
    if act.kind != BulkAct.Kind.SEEDED or act.tournament_id is None:
        return []
    number = rounds_drawn(act.tournament_id)
    return [Since("drawn_by", _DRAWN_BY, {"number": number})] if number else []


def _counted_by(act: BulkAct) -> list[Since]:
    """Return that a hand was entered since handicaps were taken: from then on each is corrected with a reason."""
    if act.kind != BulkAct.Kind.HANDICAPPED or act.tournament_id is None:
        return []
    return [Since("counted", _COUNTED, {})] if hand_entered(act.tournament_id) else []


def _changed_again(act: BulkAct) -> list[Since]:
    """Return those rows that an act changed and that are not as it left them."""
    other: dict[str, list[int]] = {}
    for name, model in MODELS.items():
        left = {pk: after for its_model, pk, _before, after in act.changed if its_model == name}
        rows = model.objects.in_bulk(list(left))
        for pk, after in left.items():
            row = rows.get(pk)
            if row is None or any(plain(getattr(row, key)) != value for key, value in after.items()):
                other.setdefault(name, []).append(pk)
    return [_since("changed", _CHANGED, act, MODELS[name], ids) for name, ids in other.items()]


def _hanging_on(act: BulkAct, model: type[Model], ids: list[int]) -> list[Since]:
    """Return what refers to rows that an act made, but for rows of the act itself."""
    return [
        _since(name, _HANGS_ON.get((model.__name__.lower(), name), _OTHER), act, model, sorted(on))
        for name, on in references_to(model, ids, but_for=act.made)
    ]


def _in_documents(act: BulkAct, entries: list[int]) -> list[Since]:
    """Return where entries are named by their ids, without a foreign key."""
    assert act.tournament_id is not None
    made = set(entries)
    settings = first_stage(act.tournament_id).settings
    arranged = {*settings.get("staying", ()), settings.get("house")}
    arranged |= {entry for pair in settings.get("forbidden", ()) for entry in pair}
    arranged |= {entry for entry, _table in settings.get("fixed_tables", ())}
    snapshots = Publication.objects.filter(tournament_id=act.tournament_id).values_list("snapshot", flat=True)
    published = {row["entry"] for snapshot in snapshots for row in snapshot["rows"]}
    orders = TieDecision.objects.filter(tournament_id=act.tournament_id).values_list("order", flat=True)
    decided = {entry for order in orders for entry in order}
    places = (("arranged", _ARRANGED, arranged), ("published", _PUBLISHED, published), ("decided", _DECIDED, decided))
    return [_since(code, said, act, Entry, sorted(made & ids)) for code, said, ids in places if made & ids]


def _since(code: str, template: str, act: BulkAct, model: type[Model], ids: list[int]) -> Since:
    return since_of(code, template, _names(act, model, ids))


def _goes(act: BulkAct) -> tuple[str, ...]:
    """Return the names of what an act was about, in order."""
    if act.kind == BulkAct.Kind.FILE_BROUGHT:
        going = leaving(act)
        series = (one.name for one in series_brought(act))
        return (
            *(one.name for one in going.tournaments),
            *series,
            *(member.display_name for member in going.memberships),
        )
    if act.kind == BulkAct.Kind.HANDS_CONFIRMED:
        return tuple(hands_confirmed(act))
    if act.kind == BulkAct.Kind.TIME_CALLED:
        return tuple(gettext("Table %(number)s") % {"number": table.number} for table in tables_called(act))
    if act.kind in (BulkAct.Kind.WENT_BACK, BulkAct.Kind.ARCHIVE_BROUGHT):
        ids = [pk for name, pk, _before, _after in act.changed if name == "round"]
        return tuple(_names(act, Round, ids))
    if act.kind in (BulkAct.Kind.GROUPS_SET, BulkAct.Kind.SEEDED, BulkAct.Kind.HANDICAPPED):
        return tuple(_names(act, Entry, [pk for _name, pk, _before, _after in act.changed]))
    made = {
        BulkAct.Kind.PLAYERS_ADDED: Player,
        BulkAct.Kind.PAIRS_FORMED: Partnership,
        BulkAct.Kind.ENTRIES_ADMITTED: Entry,
    }[BulkAct.Kind(act.kind)]
    return tuple(_names(act, made, act.made.get(made.__name__.lower(), [])))


def _names(act: BulkAct, model: type[Model], ids: list[int]) -> list[str]:
    found = _NAMES[model](act, ids) if model in _NAMES else {}
    return [name for pk in ids if (name := found.get(pk, f"{model.__name__.lower()} {pk}"))]


def _names_of_entries(act: BulkAct, _ids: list[int]) -> dict[int, str]:
    assert act.tournament_id is not None
    return entry_names(act.tournament_id, act.club_id)


def _names_of_pairs(act: BulkAct, ids: list[int]) -> dict[int, str]:
    return {pair.id: pair.name for pair in partnership_views(Partnership.objects.filter(pk__in=ids), act.club_id)}


def _names_of_rounds(_act: BulkAct, ids: list[int]) -> dict[int, str]:
    rows = Round.objects.filter(pk__in=ids).values_list("pk", "number")
    return {pk: gettext("Round %(number)s") % {"number": number} for pk, number in rows}


_NAMES: Mapping[type[Model], Callable[[BulkAct, list[int]], dict[int, str]]] = {
    Entry: _names_of_entries,
    Partnership: _names_of_pairs,
    Player: lambda act, ids: player_names(ids, act.club_id),
    Membership: lambda _act, ids: dict(Membership.objects.filter(pk__in=ids).values_list("pk", "display_name")),
    Round: _names_of_rounds,
    Tournament: lambda _act, ids: dict(Tournament.objects.filter(pk__in=ids).values_list("pk", "name")),
}
