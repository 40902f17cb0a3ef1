"""Why a rating moved on a day: as a page, and as plain text."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from ratings.selectors.corrected_days import corrected_days
from ratings.selectors.days import DayView, explain_day, read_day
from ratings.selectors.figures import zone_of
from ratings.selectors.pools import get_pool
from ratings.web import day_words
from ratings.web.correction_words import corrected_words
from tournaments.web.refusals import page


@require_GET
@page
def day_detail(request: HttpRequest, pool_id: int, player_id: int, day: str) -> HttpResponse:
    """Show what each table of a player's day added to the rating."""
    told = explain_day(get_pool(pool_id), player_id, read_day(day))
    context = {
        "pool": told.pool,
        "zone": zone_of(told.pool.club),
        "corrected": corrected_words(corrected_days(told.pool, player_id).get(told.day, ())),
        "told": told,
        "tables": _tables(told),
        "formulas": day_words.formula_words(told),
        "grown": day_words.grown_words(told),
        "shrunk": day_words.shrunk_words(told),
        "held": day_words.held_words(),
        "substitute": day_words.substitute_words(),
        "total": day_words.signed(told.total),
        "rounding": day_words.signed(told.rounding),
        "change": day_words.signed(told.change),
    }
    return render(request, "ratings/day_detail.html", context)


@require_GET
@page
def day_text(request: HttpRequest, pool_id: int, player_id: int, day: str) -> HttpResponse:  # noqa: ARG001
    """Return the same as plain text."""
    told = explain_day(get_pool(pool_id), player_id, read_day(day))
    return HttpResponse(day_words.day_text(told), content_type="text/plain; charset=utf-8")


def _tables(told: DayView) -> list[tuple[object, list[dict[str, object]]]]:
    return [
        (
            table,
            [
                {
                    "meeting": meeting,
                    "own_bonus": day_words.bonus_label(meeting.own),
                    "other_bonus": day_words.bonus_label(meeting.other),
                    "lead": day_words.lead_words(meeting),
                    "expected": day_words.expected_words(meeting, told.margin_unit),
                    "outcome": day_words.OUTCOMES[meeting.outcome],
                    "actual": day_words.plain(meeting.actual),
                    "working": day_words.moved_words(meeting),
                    "moved": day_words.signed(meeting.moved),
                }
                for meeting in table.meetings
            ],
        )
        for table in told.tables
    ]
