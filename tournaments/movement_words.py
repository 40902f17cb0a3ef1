"""What there is to say about a plan, and what is wrong with a schedule, in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.movements.schedule import Remark

Called = Callable[[int], str]
"""What an entrant is called."""

PLAN_SENTENCES = {
    "movement.stay": gettext_lazy("These keep their table: %(names)s."),
    "movement.staying_meet": gettext_lazy(
        "In round %(round)s %(names)s meet, though each has a table of its own; they sit at table %(table)s."
    ),
    "movement.two_fields": gettext_lazy("Those who keep their table meet only those who move."),
    "movement.skip": gettext_lazy("After round %(after)s those who move leave out one table."),
    "movement.relay": gettext_lazy(
        "Tables %(numbers)s play the same boards in each round and hand them to each other; after table %(after)s "
        "a set of boards rests in each round."
    ),
    "movement.rest": gettext_lazy("After table %(after)s a set of boards rests in each round."),
    "movement.boards_shared": gettext_lazy(
        "Tables %(numbers)s play the same boards in each round and hand them to each other."
    ),
    "movement.boards_halved": gettext_lazy("Each set of boards travels as two halves; the cards say which goes where."),
    "movement.arrow_switched": gettext_lazy(
        "In round %(round)s all tables are turned round, so that both fields are compared."
    ),
    "movement.first_rounds": gettext_lazy(
        "These are the first %(rounds)s of %(full)s rounds: not everybody meets everybody."
    ),
    "movement.no_cycle": gettext_lazy(
        "No reduced Howell for %(entries)s pairs in %(rounds)s rounds is known. These are the first of the %(full)s "
        "rounds of the full one: not everybody plays all boards."
    ),
    "movement.by_results": gettext_lazy(
        "Where winners or losers move, only the first round is known in advance. In these rounds NS stay and EW move."
    ),
    "movement.out_once": gettext_lazy("The number is odd: everybody sits out once."),
    "movement.out_at_most_once": gettext_lazy("The number is odd: nobody sits out twice."),
    "movement.out_movers": gettext_lazy(
        "The number is odd: those who move sit out, nobody twice; those who keep their table never do (%(names)s)."
    ),
}

FAULT_SENTENCES = {
    "schedule.round_number": gettext_lazy("Round %(round)s stands where round %(expected)s should."),
    "schedule.entrant_repeated": gettext_lazy("%(name)s stands more than once among those who take part."),
    "schedule.entrant_twice": gettext_lazy("Round %(round)s: %(name)s has more than one place."),
    "schedule.entrant_missing": gettext_lazy(
        "Round %(round)s: %(name)s neither sits at a table nor sits out, and is not away."
    ),
    "schedule.entrant_unknown": gettext_lazy("Round %(round)s: %(name)s is not among those who take part."),
    "schedule.table_twice": gettext_lazy("Round %(round)s: there is more than one table %(table)s."),
    "schedule.table_sides": gettext_lazy(
        "Round %(round)s, table %(table)s: there are not as many sides, or not as many at each, as there have to be."
    ),
    "schedule.first_seat": gettext_lazy("Round %(round)s, table %(table)s: there is no such seat to start from."),
    "schedule.shared_player": gettext_lazy("Round %(round)s: %(names)s share a player, and all of them sit."),
    "schedule.stationary_moved": gettext_lazy(
        "Round %(round)s: %(name)s is to stay at table %(expected)s and sits at table %(table)s."
    ),
    "schedule.table_not_kept": gettext_lazy(
        "Round %(round)s: table %(expected)s is fixed for %(name)s, who sits at table %(table)s."
    ),
    "schedule.forbidden_meeting": gettext_lazy("Round %(round)s, table %(table)s: %(names)s must not be at one table."),
    "schedule.claim_unknown": gettext_lazy("There is no promise called %(claim)s."),
    "schedule.claim_broken": gettext_lazy("%(what)s: %(promised)s promised, %(measured)s found%(whose)s."),
}

CLAIM_WORDS = {
    "meet_max": gettext_lazy("How often any two meet, at most"),
    "meet_min": gettext_lazy("How often any two meet, at least"),
    "partner_max": gettext_lazy("How often any two are partners, at most"),
    "partner_min": gettext_lazy("How often any two are partners, at least"),
    "partner_repeats": gettext_lazy("How often partners are partners again, in all"),
    "together_max": gettext_lazy("How often any two are at one table, at most"),
    "together_repeats": gettext_lazy("How often any two are at one table again, in all"),
    "seat_balance": gettext_lazy("How far apart the sides or seats of anybody are in the end, at most"),
    "seat_running": gettext_lazy("How far apart the sides or seats of anybody are at any time, at most"),
    "first_balance": gettext_lazy("How much more often anybody starts than not, or the other way round"),
    "first_spread": gettext_lazy("How much more often one starts than another, at most"),
    "first_seat_balance": gettext_lazy("How much more often one of a pair starts than the other, at most"),
    "out_max": gettext_lazy("How many sit out in a round, at most"),
    "out_spread": gettext_lazy("How much more often one sits out than another, at most"),
    "out_once_first": gettext_lazy("Nobody sits out again before all have"),
    "board_once": gettext_lazy("Nobody plays a board twice"),
    "board_apart": gettext_lazy("No board is at two tables in a round"),
    "board_all": gettext_lazy("Everybody plays every board"),
    "competition_permille": gettext_lazy("How unevenly shared boards compare, in thousandths of the mean, at most"),
}


YES_NO = frozenset({"out_once_first", "board_once", "board_apart", "board_all"})


def value_words(claim: str, value: int) -> str:
    """Return a value of a claim, or of its measure."""
    if claim in YES_NO:
        return _("yes") if value else _("no")
    return str(int(value))


def plan_words(remark: Remark, called: Called = str) -> str:
    """Return what there is to say about a plan."""
    return str(PLAN_SENTENCES[remark.code]) % _values(remark, called)


def fault_words(fault: Remark, called: Called = str) -> str:
    """Return what is wrong with a schedule."""
    return str(FAULT_SENTENCES[fault.code]) % _values(fault, called)


def _values(remark: Remark, called: Called) -> dict[str, Any]:
    values: dict[str, Any] = dict(remark.params)
    if "entrant" in values:
        values["name"] = called(values["entrant"])
    values["names"] = ", ".join(map(called, values.get("entrants", ())))
    values["numbers"] = ", ".join(map(str, values.get("tables", ())))
    if "claim" in values:
        values["what"] = CLAIM_WORDS.get(values["claim"], values["claim"])
        values["whose"] = _(" (%(names)s)") % values if values["names"] else ""
        for name in {"promised", "measured"} & values.keys():
            values[name] = value_words(values["claim"], values[name])
    return values
