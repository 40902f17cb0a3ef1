"""A drawn round in words: who would sit where, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Draw, Tournament
from tournaments.movements.schedule import TablePlan, round_from_json
from tournaments.selectors.names import entry_names, user_name
from tournaments.selectors.tables import seat_label, side_label
from tournaments.selectors.tournaments import first_stage
from tournaments.table_facts import TableFacts, facts_at, facts_of, kind_of_entrants, side_seats
from tournaments.web.by_hand_words import BY_HAND_SENTENCES
from tournaments.web.entrants import entrant_words
from tournaments.web.evening_words import EVENING_SENTENCES
from tournaments.web.knockout_words import KNOCKOUT_SENTENCES
from tournaments.web.planned_words import PLANNED_SENTENCES
from tournaments.web.progressive_words import PROGRESSIVE_SENTENCES
from tournaments.web.swiss_words import SWISS_SENTENCES
from tournaments.web.words import side_name


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
    changed_by: str = ""


@dataclass(frozen=True, slots=True)
class Company:
    """Who is drawn, and how they and the sides of a table are called. ``names`` are by id of entry."""

    names: Mapping[int, str]
    entry_kind: str
    sides: tuple[str, ...]

    def listed(self, entries: Iterable[int]) -> str:
        """Return the names of several entries."""
        return ", ".join(self.names[entry] for entry in entries)


def draft_view(draw: Draw, tournament: Tournament) -> DraftView:
    """Return a draft with names in place of ids."""
    names = entry_names(tournament.pk, tournament.club_id)
    plan = round_from_json(kind_of_entrants(tournament.entry_kind), draw.plan)
    facts = TableFacts(draw.made_from["table"]["table_size"], draw.made_from["table"]["teams"])
    company = _company(tournament, facts, names)
    by_hand = draw.made_from.get("by_hand", {})
    return DraftView(
        draw=draw,
        tables=tuple(_table(table, names, tournament) for table in plan.tables),
        out=tuple(names[entry] for entry in plan.out),
        reasons=tuple(reason_words(remark, company) for remark in draw.explanation),
        changed_by=user_name(by_hand.get("user")),
    )


def promise_words(remarks: Iterable[Mapping[str, Any]], tournament: Tournament) -> list[str]:
    """Return what a change by hand makes worse, in sentences."""
    names = entry_names(tournament.pk, tournament.club_id)
    company = _company(tournament, facts_of(first_stage(tournament.pk)), names)
    return [reason_words(remark, company) for remark in remarks]


def _company(tournament: Tournament, facts: TableFacts, names: Mapping[int, str]) -> Company:
    seats = side_seats(tournament.kind, facts)
    return Company(names, tournament.entry_kind, tuple(side_label(side, facts.size) for side in seats))


def reason_words(remark: Mapping[str, Any], company: Company) -> str:
    """Return why a draw is as it is, in a sentence (codes: the ``..reasons`` modules of the movements)."""
    params = remark["params"]
    values: dict[str, Any] = {**params}
    if "entrant" in params:
        values["name"] = company.names[params["entrant"]]
    if len(params.get("entrants", ())) == 2:
        values["one"], values["other"] = (company.names[entry] for entry in params["entrants"])
    if "others" in params:
        values["people"] = company.listed(params["others"])
    return _SENTENCES[remark["code"]](values, company)


def _as_planned(values: Mapping[str, Any], _company: Company) -> str:
    return _("Round %(round)s of %(rounds)s of the round robin, as planned.") % values


def _adapted(values: Mapping[str, Any], company: Company) -> str:
    said = [_("Round %(round)s of %(rounds)s, planned anew for those who are here.") % values]
    if values["late"]:
        said.append(_("Came later: %(names)s.") % {"names": company.listed(values["late"])})
    if values["left"]:
        said.append(_("Not here: %(names)s.") % {"names": company.listed(values["left"])})
    return " ".join(said)


def _out_in_turn(values: Mapping[str, Any], company: Company) -> str:
    words = entrant_words(company.entry_kind)
    return (words.odd_in_turn if values["before"] else words.odd_first_time) % values


def _out_shared(values: Mapping[str, Any], company: Company) -> str:
    return entrant_words(company.entry_kind).shared_player % values


def _rematch_all_met(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s meets %(other)s again: everybody else has been met as often.") % values


def _rematch_needed(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s meets %(other)s again: no round for all has fewer rematches.") % values


def _sides_apart(values: Mapping[str, Any], company: Company) -> str:
    side = side_name(company.sides[0 if values["apart"] > 0 else 1])
    return _("%(name)s has sat %(times)s times more on %(side)s than on the other side.") % {
        "name": values["name"],
        "times": abs(values["apart"]),
        "side": side,
    }


def _rematches_ahead(values: Mapping[str, Any], _company: Company) -> str:
    said = ngettext(
        "In the rounds to come %(rematches)s rematch is expected.",
        "In the rounds to come %(rematches)s rematches are expected.",
        values["rematches"],
    )
    return said % values


def _individual(values: Mapping[str, Any], _company: Company) -> str:
    return _("Round %(round)s of %(rounds)s, drawn for those who are here; tables: %(tables)s.") % values


def _out_left_over(values: Mapping[str, Any], _company: Company) -> str:
    if not values["before"]:
        return _("The tables cannot be filled with all %(present)s: %(name)s sits out, for the first time.") % values
    said = ngettext(
        "The tables cannot be filled with all %(present)s: %(name)s sits out (%(before)s time before).",
        "The tables cannot be filled with all %(present)s: %(name)s sits out (%(before)s times before).",
        values["before"],
    )
    return said % values


def _partners_again(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s and %(other)s are partners again (so often before: %(times)s).") % values


def _partner_repeats(values: Mapping[str, Any], _company: Company) -> str:
    return _("Partners who were partners before: %(repeats)s in all; fewer than %(least)s cannot be.") % values


def _meeting_repeats(values: Mapping[str, Any], _company: Company) -> str:
    return _("Meetings of people who have met before: %(repeats)s in all; fewer than %(least)s cannot be.") % values


def _starts_again(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(name)s starts again: everybody at that table has started before.") % values


def _mixed(values: Mapping[str, Any], _company: Company) -> str:
    sizes = ", ".join(map(str, values["sizes"]))
    return _("Round %(round)s of %(rounds)s: all %(people)s play, at tables of %(sizes)s.") % {**values, "sizes": sizes}


def _pods(values: Mapping[str, Any], company: Company) -> str:
    return " ".join([_mixed(values, company), _("Those next to each other in the standings share a table.")])


def _pods_of_pairs(values: Mapping[str, Any], _company: Company) -> str:
    said = _("Round %(round)s of %(rounds)s: pairs next to each other in the standings share a table.")
    return said % values


def _other_size(values: Mapping[str, Any], _company: Company) -> str:
    if not values["before"]:
        return _("%(name)s is at the table of %(size)s, for the first time at one of another size.") % values
    said = ngettext(
        "%(name)s is at the table of %(size)s (%(before)s time before at one of another size).",
        "%(name)s is at the table of %(size)s (%(before)s times before at one of another size).",
        values["before"],
    )
    return said % values


def _stays(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(name)s stays at table %(table)s.") % values


def _sits_fixed(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(name)s sits at table %(table)s, which was arranged for every round.") % values


def _off_rank(values: Mapping[str, Any], _company: Company) -> str:
    said = _(
        "Where winners and losers move, %(name)s was due at table %(due)s: those who meet there come to table "
        "%(table)s instead, and all go on from where they sit."
    )
    return said % values


def _staying_meet(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s and %(other)s, who keep their tables, meet: at table %(table)s this time.") % values


_SENTENCES = {
    "draw.stays": _stays,
    "draw.sits_fixed": _sits_fixed,
    "draw.staying_meet": _staying_meet,
    "draw.off_rank": _off_rank,
    "draw.mixed": _mixed,
    "draw.pods": _pods,
    "draw.pods_of_pairs": _pods_of_pairs,
    "draw.other_size": _other_size,
    "draw.as_planned": _as_planned,
    "draw.adapted": _adapted,
    "draw.sits_out_in_turn": _out_in_turn,
    "draw.sits_out_shared_player": _out_shared,
    "draw.rematch_all_met": _rematch_all_met,
    "draw.rematch_needed": _rematch_needed,
    "draw.sides_apart": _sides_apart,
    "draw.rematches_ahead": _rematches_ahead,
    "draw.individual": _individual,
    "draw.sits_out_left_over": _out_left_over,
    "draw.partners_again": _partners_again,
    "draw.partner_repeats": _partner_repeats,
    "draw.meeting_repeats": _meeting_repeats,
    "draw.starts_again": _starts_again,
    **EVENING_SENTENCES,
    **KNOCKOUT_SENTENCES,
    **PLANNED_SENTENCES,
    **PROGRESSIVE_SENTENCES,
    **BY_HAND_SENTENCES,
    **SWISS_SENTENCES,
}


def _table(table: TablePlan, names: Mapping[int, str], tournament: Tournament) -> DraftTable:
    facts = facts_at(tournament.entry_kind, table)
    seats = side_seats(tournament.kind, facts)
    return DraftTable(
        number=table.number,
        sides=tuple(
            (side_label(indexes, facts.size), ", ".join(names[entry] for entry in side))
            for indexes, side in zip(seats, table.sides, strict=True)
        ),
        first=seat_label(table.first or 0, facts.size),
    )
