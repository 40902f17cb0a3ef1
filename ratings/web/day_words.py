"""A player's day in words and plain text, to be followed with a pocket calculator."""

from collections.abc import Iterator
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ratings.selectors.days import LOST, TIED, WON, DayView, Meeting, Side, TableOfDay
from ratings.selectors.figures import MINUS
from tournaments import moments

OUTCOMES = {WON: gettext_lazy("won"), TIED: gettext_lazy("tied"), LOST: gettext_lazy("lost")}
_LABEL = 12
"""Letters before the colon of a line."""


def signed(value: Decimal) -> str:
    """Return a number with its sign.

    >>> signed(Decimal("11.8")), signed(Decimal("0.000"))
    ('+11.8', '±0.000')
    """
    return f"{'+' if value > 0 else MINUS if value < 0 else '±'}{abs(value)}"


def plain(value: Decimal) -> str:
    """Return a number, with a sign that can be seen if it is negative."""
    return f"{MINUS if value < 0 else ''}{abs(value)}"


def formula_words(day: DayView) -> list[str]:
    """Return how the figures of a table follow from each other, each formula once."""
    told = [_("The rating of a side is the mean of its players. Lead = rating of the own side − rating of the other.")]
    if day.has_bonuses:
        told.append(
            _(
                "Two partners have a bonus: by how much they are better together than each by themselves says. Their "
                "side is rated (one + other + bonus) ÷ 2, and the bonus counts in U like a player."
            )
        )
    if day.has_scores:
        told += [
            _("Expected = 1 ÷ (1 + 10^(−lead ÷ divisor)). Result = 1 for won, 0.5 for tied, 0 for lost."),
            _(
                "Divisor = 400 × √(1 + 0.3927 × U ÷ 120,711), where U adds up (2 ÷ size of the side × ±)² over all on "
                "the two sides: the less sure the ratings are, the less a lead counts."
            ),
        ]
    if day.has_margins:
        told.append(
            _("Expected points = lead × %(unit)s ÷ 173.72. Result = the points by which the own side led in a game.")
            % {"unit": day.margin_unit}
        )
    told += [
        _("Moved = weight × (result − expected)."),
        _("The weight says how much there was to learn about the player: the surer a rating is, the less it moves."),
    ]
    return told


def grown_words(day: DayView) -> str:
    """Return how sure the rating was when the day began."""
    if day.last_day is None:
        return _("A newcomer starts with %(rating)s ± %(grown)s.") % {"rating": day.rating_before, "grown": day.grown}
    said = ngettext(
        "In the %(days)s day without a rated table since %(last)s the ± grew from %(before)s to %(grown)s: "
        "√(%(before)s² + %(drift)s² × %(days)s ÷ 7), but never more than %(most)s.",
        "In the %(days)s days without a rated table since %(last)s the ± grew from %(before)s to %(grown)s: "
        "√(%(before)s² + %(drift)s² × %(days)s ÷ 7), but never more than %(most)s.",
        day.days_without,
    )
    return said % {
        "days": day.days_without,
        "last": moments.day(day.last_day),
        "before": day.deviation_before,
        "grown": day.grown,
        "drift": day.drift,
        "most": day.most_deviation,
    }


def shrunk_words(day: DayView) -> str:
    """Return how sure the rating is after the day."""
    said = _("What was seen at the tables made the rating surer: ± %(grown)s became ± %(after)s.")
    if day.deviation_after >= day.grown:
        said = _("The rating is as unsure after the tables as before them: ± %(after)s.")
    return said % {"grown": day.grown, "after": day.deviation_after}


def expected_words(meeting: Meeting, margin_unit: int) -> str:
    """Return what was expected, worked out."""
    if meeting.by_margin:
        return f"{plain(meeting.lead)} × {margin_unit} ÷ 173.72 = {plain(meeting.expected)}"
    exponent = f"{MINUS if meeting.lead > 0 else ''}{abs(meeting.lead)}"
    return f"1 ÷ (1 + 10^({exponent} ÷ {meeting.divisor})) = {meeting.expected}"


def bonus_label(side: Side) -> str:
    """Return the bonus of a side with its sign, nothing where it has none."""
    return "" if side.bonus is None else signed(side.bonus.rating)


def lead_words(meeting: Meeting) -> str:
    """Return the lead, worked out."""
    return f"{meeting.own.rating} {MINUS} {meeting.other.rating} = {plain(meeting.lead)}"


def moved_words(meeting: Meeting) -> str:
    """Return what was moved, worked out."""
    expected = f"({plain(meeting.expected)})" if meeting.expected < 0 else str(meeting.expected)
    return f"{meeting.weight} × ({plain(meeting.actual)} {MINUS} {expected}) = {signed(meeting.moved)}"


def held_words() -> str:
    """Return why a table moved nothing."""
    return _("Nothing is moved: a partner here was a novice, for whom this list does not let others pay.")


def substitute_words() -> str:
    """Return for whom a table counts at which somebody sat in."""
    return _("A substitute sat in: the table counts for those who sat there for most of its hands.")


def day_text(day: DayView) -> str:
    """Return the whole day as plain text."""
    return "\n".join(_lines(day)) + "\n"


def _lines(day: DayView) -> Iterator[str]:
    title = _("Why the rating of %(name)s moved on %(day)s") % {"name": day.name, "day": moments.day(day.day)}
    yield title
    yield _list_name(day)
    yield ""
    yield _labelled(_("Before"), f"{day.rating_before} ± {day.deviation_before}")
    yield grown_words(day)
    yield ""
    yield _("How to follow it with a pocket calculator")
    yield from (f"- {told}" for told in formula_words(day))
    for table in day.tables:
        yield ""
        yield from _table(table, day)
    yield ""
    yield _labelled(_("All tables"), signed(day.total))
    yield _labelled(_("Rounding"), signed(day.rounding))
    yield _labelled(_("Change"), signed(day.change))
    yield ""
    yield _labelled(_("After"), f"{day.rating_after} ± {day.deviation_after}")
    yield shrunk_words(day)


def _list_name(day: DayView) -> str:
    club = day.pool.club.name if day.pool.club else _("All clubs")
    return f"{club}: {day.pool.shown_name}"


def _table(table: TableOfDay, day: DayView) -> Iterator[str]:
    yield _("%(tournament)s, round %(round)s, table %(table)s") % {
        "tournament": table.tournament,
        "round": table.round_number,
        "table": table.table,
    }
    if table.had_substitute:
        yield f"  {substitute_words()}"
    for meeting in table.meetings:
        yield from (f"  {line}" for line in _meeting(meeting, day.margin_unit))


def _meeting(meeting: Meeting, margin_unit: int) -> Iterator[str]:
    yield from _side(_("Own side"), meeting.own)
    yield from _side(_("Other side"), meeting.other)
    yield _labelled(_("Lead"), lead_words(meeting))
    if not meeting.by_margin:
        yield _labelled(_("Divisor"), str(meeting.divisor))
    yield _labelled(_("Expected"), expected_words(meeting, margin_unit))
    yield _labelled(_("Result"), f"{plain(meeting.actual)} ({OUTCOMES[meeting.outcome]})")
    yield held_words() if meeting.is_held else _labelled(_("Moved"), moved_words(meeting))


def _side(label: str, side: Side) -> Iterator[str]:
    for place, person in enumerate(side.people):
        yield _labelled(label if place == 0 else "", f"{person.name} {person.rating} ± {person.deviation}")
    if side.bonus is not None:
        said = _("their bonus %(bonus)s ± %(deviation)s")
        yield _labelled("", said % {"bonus": bonus_label(side), "deviation": side.bonus.deviation})
    if len(side.people) > 1:
        yield _labelled("", _("together %(rating)s") % {"rating": side.rating})


def _labelled(label: str, value: str) -> str:
    return f"{label + ':' if label else '':<{_LABEL}} {value}"
