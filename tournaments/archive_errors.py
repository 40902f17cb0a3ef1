"""What is refused when the hands of past rounds are brought in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gameplay.errors import Invalid, StateConflict, gettext_noop
from gameplay.rules.kinds import Violation


@dataclass(frozen=True, slots=True)
class LineFault:
    """What is wrong on a line: a fault that the engine names, or a sentence of this module under a code."""

    line: int
    path: str
    code: str
    template: str = ""
    params: Mapping[str, object] = field(default_factory=dict)
    violation: Violation | None = None


class ArchiveRefused(Invalid):
    """Nothing was brought in. ``faults`` say for each line what is wrong."""

    code = "archive.refused"
    template = gettext_noop("Nothing was brought in: line %(line)s is wrong.")

    def __init__(self, faults: list[LineFault]) -> None:
        super().__init__(line=faults[0].line)
        self.faults = faults


class ArchiveDiffers(StateConflict):
    code = "archive.differs"
    template = gettext_noop("Round %(number)s is there already, and is not what was sent.")


class RoundNotNext(StateConflict):
    code = "archive.round_not_next"
    template = gettext_noop("Round %(expected)s comes next, not round %(number)s.")


LINE_UNREADABLE = gettext_noop("a line is a round with its date, or a table with its sides and legs")
ENTRY_UNKNOWN = gettext_noop("there is no entry %(entry)s")
ENTRY_TWICE = gettext_noop("entry %(entry)s is in this round already")
TABLE_TWICE = gettext_noop("table %(table)s is in this round already")
SIDES_DO_NOT_FIT = gettext_noop("so many do not sit at a table of this game")
ROUND_WITHOUT_TABLES = gettext_noop("a round has at least one table")
DATE_WRONG = gettext_noop("a day that has been, such as 2019-03-14")
TABLE_UNFINISHED = gettext_noop("by these hands the table is not over")
LEG_DOES_NOT_COUNT = gettext_noop("the table was over before this leg")
TIME_COUNTS_NOTHING = gettext_noop("this tournament does not say what counts of a game that time breaks off")
NOTHING_BROKEN_OFF = gettext_noop("by these hands the table was over before time was called")
TOO_MANY = gettext_noop("at most %(most)s hands at once")
