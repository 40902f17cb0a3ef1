"""What is refused of a file that somebody wants to bring in: always the whole of it. Templates are English."""

from __future__ import annotations

from gameplay.errors import Invalid, StateConflict, gettext_noop


class FileForeign(Invalid):
    code = "file.foreign"
    template = gettext_noop("This is not a file of a club or a tournament. Nothing was brought in.")


class FileNewer(Invalid):
    code = "file.newer"
    template = gettext_noop(
        "This file is of format %(number)s, and this installation knows formats up to %(known)s. Bring the software up "
        "to date first; nothing was brought in."
    )


class FileTooLarge(Invalid):
    code = "file.too_large"
    template = gettext_noop(
        "A file may have %(limit)s MB here. A larger one is brought in by the operator with manage.py import_file."
    )


class FileDamaged(Invalid):
    """Cut off, changed, or written anew by another program. ``line`` is the first that is seen to be wrong."""

    code = "file.damaged"
    template = gettext_noop(
        "The file is damaged: it does not fit its checksum, or ends too early (seen at line %(line)s). Take it along "
        "again; nothing was brought in."
    )

    def __init__(self, *, line: int) -> None:
        super().__init__(line=line)
        self.line = line


class FileLineRefused(Invalid):
    """The checksum is right, but what stands in a line cannot be."""

    code = "file.line_refused"
    template = gettext_noop("Line %(line)s: %(reason)s. Nothing was brought in.")

    def __init__(self, *, line: int, reason: str) -> None:
        super().__init__(line=line, reason=reason)
        self.line = line


class FileFieldRefused(FileLineRefused):
    """A field is missing, unknown, or of no possible value."""

    code = "file.field_refused"


class FileReferenceUnknown(FileLineRefused):
    """A line names something that the file does not have."""

    code = "file.reference_unknown"


class FileContradiction(FileLineRefused):
    """Two lines that cannot both be true, such as two people in one seat."""

    code = "file.contradiction"


class FileHandRefused(FileLineRefused):
    """The rules of the game refuse a hand that counts."""

    code = "file.hand_refused"


class FilePointsDiffer(FileLineRefused):
    """What a hand or a table is said to be worth is not what the rules make of it."""

    code = "file.points_differ"


class FileStandingsDiffer(FileLineRefused):
    """The standings in the file are not those that its hands give."""

    code = "file.standings_differ"


class FileDiffers(StateConflict):
    """The same tournament is here already, and has gone another way."""

    code = "file.differs"
    template = gettext_noop(
        "%(name)s is here already and is not as in the file (line %(line)s differs). Nothing was brought in, and what "
        "is here stays as it is."
    )


class FileOfAnotherClub(StateConflict):
    code = "file.other_club"
    template = gettext_noop("%(name)s is here already, but at another club. Nothing was brought in.")
