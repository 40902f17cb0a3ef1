"""Published standings, with the names as they are now."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from tournaments.errors import ThingNotFound
from tournaments.models import Entry, Publication, Round, Tournament
from tournaments.selectors.adjustments import AdjustmentView, DecisionView, in_order
from tournaments.selectors.figures import Value
from tournaments.selectors.names import entry_names
from tournaments.selectors.standings import StandingRow, Standings, field_of, standings_in


@dataclass(frozen=True, slots=True)
class PublishedStandings:
    """A snapshot ready to show. ``newer`` is the one that came after it, with the reason why.

    ``not_keyed``: by round the tables whose sheets were to be keyed twice and were not, which the director overruled.
    """

    publication: Publication
    columns: tuple[tuple[str, str], ...]
    criteria: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    rounds_closed: int
    is_latest: bool
    newer: Publication | None
    given: tuple[tuple[AdjustmentView, str], ...]
    settled: tuple[tuple[DecisionView, str], ...]
    not_keyed: tuple[tuple[int, tuple[int, ...]], ...]


def list_publications(tournament: Tournament) -> list[Publication]:
    """Return a tournament's publications, newest first."""
    return list(Publication.objects.filter(tournament=tournament).order_by("-number"))


def get_publication(tournament: Tournament, number: int) -> PublishedStandings:
    """Return one snapshot; raises ThingNotFound."""
    publications = list_publications(tournament)
    newer = None
    for publication in publications:
        if publication.number == number:
            return _view(tournament, publication, newer)
        newer = publication
    raise ThingNotFound(thing="publication")


def reads_otherwise(tournament: Tournament, publication: Publication) -> bool:
    """Whether a publication would read otherwise if its rounds were published now."""
    field = field_of(tournament)
    closed = tuple(round_ for round_ in field.rounds if round_.status == Round.Status.CLOSED)
    counted = closed[: publication.snapshot["rounds_closed"]]
    now = lines_of(standings_in(tournament, replace(field, counted=counted)))
    then = {
        row["entry"]: (row["rank"], {key: exact for key, (exact, _shown) in row["values"].items()})
        for row in publication.snapshot["rows"]
    }
    return any(now.get(entry) != line for entry, line in then.items())


def is_overtaken(tournament: Tournament) -> bool:
    """Whether there is a latest publication and it would read otherwise now."""
    latest = Publication.objects.filter(tournament=tournament).order_by("-number").first()
    return latest is not None and reads_otherwise(tournament, latest)


def lines_of(standings: Standings) -> dict[int, tuple[str, dict[str, int | str]]]:
    """Return what standings say of each entry: its rank and every exact figure, by id."""
    return {row.entry_id: (row.rank, {value.key: value.exact for value in row.values}) for row in standings.rows}


def _view(tournament: Tournament, publication: Publication, newer: Publication | None) -> PublishedStandings:
    snapshot = publication.snapshot
    names = entry_names(tournament.pk, tournament.club_id)
    numbers = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "number"))
    # What was published before there were penalties has none.
    adjustments = [_adjustment(given) for given in snapshot.get("adjustments", ())]
    decisions = [_decision(given) for given in snapshot.get("decisions", ())]
    columns = [key for key, _label in snapshot["columns"]]
    return PublishedStandings(
        publication=publication,
        columns=tuple((key, label) for key, label in snapshot["columns"]),
        criteria=tuple(snapshot["criteria"]),
        rows=tuple(_row(row, names, numbers, columns, adjustments) for row in snapshot["rows"]),
        rounds_closed=snapshot["rounds_closed"],
        is_latest=newer is None,
        newer=newer,
        given=tuple((view, names[view.entry_id]) for view in adjustments),
        settled=tuple((view, in_order(view, names)) for view in decisions),
        not_keyed=tuple((number, tuple(tables)) for number, tables in snapshot.get("not_keyed", ())),
    )


def _row(
    row: dict[str, Any],
    names: dict[int, str],
    numbers: dict[int, int],
    columns: list[str],
    adjustments: Sequence[AdjustmentView],
) -> StandingRow:
    # The database does not keep the order of an object's keys, so the values follow the columns.
    return StandingRow(
        rank=row["rank"],
        entry_id=row["entry"],
        entry_number=numbers[row["entry"]],
        entry_name=names[row["entry"]],
        is_withdrawn=row["withdrawn"],
        values=tuple(Value(key, *row["values"][key]) for key in columns),
        tables_played=row["tables_played"],
        sit_outs=row["sit_outs"],
        forfeits=row.get("forfeits", 0),
        absences=row.get("absences", 0),
        is_cancelled=row.get("cancelled", False),
        adjusted=tuple(view for view in adjustments if view.entry_id == row["entry"]),
    )


def _adjustment(given: dict[str, Any]) -> AdjustmentView:
    return AdjustmentView(
        id=given["id"],
        entry_id=given["entry"],
        round_number=given["round"],
        metric=given["metric"],
        amount=Fraction(given["amount"]),
        reason=given["reason"],
        made_by="",
        made_at=dt.datetime.fromisoformat(given["made_at"]),
        taken_back=None,
    )


def _decision(given: dict[str, Any]) -> DecisionView:
    return DecisionView(
        id=given["id"],
        kind=given["kind"],
        order=tuple(given["order"]),
        reason=given["reason"],
        made_by="",
        made_at=dt.datetime.fromisoformat(given["made_at"]),
        taken_back=None,
    )
