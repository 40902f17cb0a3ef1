"""A drawn round in words: who would sit where, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Draw, Tournament
from tournaments.movements.schedule import TablePlan, round_from_json
from tournaments.selectors.names import entry_names
from tournaments.selectors.tables import seat_label

FOUR = 4


@dataclass(frozen=True, slots=True)
class DraftTable:
    """A table of a draft: its sides from North on, and the seat that starts."""

    number: int
    sides: tuple[tuple[str, str], ...]
    first: str


@dataclass(frozen=True, slots=True)
class DraftView:
    """A draft ready to show."""

    draw: Draw
    tables: tuple[DraftTable, ...]
    out: tuple[str, ...]
    reasons: tuple[str, ...]


def draft_view(draw: Draw, tournament: Tournament) -> DraftView:
    """Return a draft with names in place of ids."""
    names = entry_names(tournament.pk, tournament.club_id)
    plan = round_from_json("pairs", draw.plan)
    return DraftView(
        draw=draw,
        tables=tuple(_table(table, names) for table in plan.tables),
        out=tuple(names[entry] for entry in plan.out),
        reasons=tuple(reason_words(remark, names) for remark in draw.explanation),
    )


def reason_words(remark: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return why a draw is as it is, in a sentence (codes: ``tournaments.movements.reasons``)."""
    params = remark["params"]
    values: dict[str, Any] = {**params}
    if "entrant" in params:
        values["name"] = names[params["entrant"]]
    if "entrants" in params:
        values["one"], values["other"] = (names[entry] for entry in params["entrants"])
    if "others" in params:
        values["people"] = ", ".join(names[entry] for entry in params["others"])
    return _SENTENCES[remark["code"]](values, names)


def _as_planned(values: Mapping[str, Any], _names: Mapping[int, str]) -> str:
    return _("Round %(round)s of %(rounds)s of the round robin, as planned.") % values


def _adapted(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    said = [_("Round %(round)s of %(rounds)s, planned anew for those who are here.") % values]
    if values["late"]:
        said.append(_("Came later: %(names)s.") % {"names": ", ".join(names[entry] for entry in values["late"])})
    if values["left"]:
        said.append(_("Have left: %(names)s.") % {"names": ", ".join(names[entry] for entry in values["left"])})
    return " ".join(said)


def _out_in_turn(values: Mapping[str, Any], _names: Mapping[int, str]) -> str:
    if not values["before"]:
        return _("The number of pairs is odd: %(name)s sits out, for the first time.") % values
    said = ngettext(
        "The number of pairs is odd: %(name)s sits out, whose turn it is (%(before)s time before).",
        "The number of pairs is odd: %(name)s sits out, whose turn it is (%(before)s times before).",
        values["before"],
    )
    return said % values


def _out_shared(values: Mapping[str, Any], _names: Mapping[int, str]) -> str:
    return _("%(name)s sits out, because a player of this pair also plays for %(people)s.") % values


def _rematch_all_met(values: Mapping[str, Any], _names: Mapping[int, str]) -> str:
    return _("%(one)s meets %(other)s again: everybody else has been met as often.") % values


def _rematch_needed(values: Mapping[str, Any], _names: Mapping[int, str]) -> str:
    return _("%(one)s meets %(other)s again: no round for all has fewer rematches.") % values


def _sides_apart(values: Mapping[str, Any], _names: Mapping[int, str]) -> str:
    side = "NS" if values["apart"] > 0 else "EW"
    return _("%(name)s has sat %(times)s times more %(side)s than on the other side.") % {
        "name": values["name"],
        "times": abs(values["apart"]),
        "side": side,
    }


def _rematches_ahead(values: Mapping[str, Any], _names: Mapping[int, str]) -> str:
    said = ngettext(
        "In the rounds to come %(rematches)s rematch is expected.",
        "In the rounds to come %(rematches)s rematches are expected.",
        values["rematches"],
    )
    return said % values


_SENTENCES = {
    "draw.as_planned": _as_planned,
    "draw.adapted": _adapted,
    "draw.sits_out_in_turn": _out_in_turn,
    "draw.sits_out_shared_player": _out_shared,
    "draw.rematch_all_met": _rematch_all_met,
    "draw.rematch_needed": _rematch_needed,
    "draw.sides_apart": _sides_apart,
    "draw.rematches_ahead": _rematches_ahead,
}


def _table(table: TablePlan, names: Mapping[int, str]) -> DraftTable:
    count = len(table.sides)
    labels = ["".join(seat_label(seat, FOUR) for seat in range(side, FOUR, count)) for side in range(count)]
    return DraftTable(
        number=table.number,
        sides=tuple(
            (label, ", ".join(names[entry] for entry in side)) for label, side in zip(labels, table.sides, strict=True)
        ),
        first=seat_label(table.first or 0, FOUR),
    )
