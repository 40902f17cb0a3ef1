"""What the tournament services refuse. Templates are English; they are translated where they are shown."""

from __future__ import annotations

from typing import Any, ClassVar

from gameplay.errors import Invalid, NotFound, NotPermitted, StateConflict, gettext_noop


class RightMissing(NotPermitted):
    code = "rights.missing"
    template = gettext_noop("You may not do this here: %(right)s needs a role in the club that you do not have.")


class ScopeTooNarrow(NotPermitted):
    code = "token.scope"
    template = gettext_noop("The token is for less than this: its scope is %(scope)s. Take one with a wider scope.")


class LinkNotValid(NotPermitted):
    code = "link.not_valid"
    template = gettext_noop("This table link is not valid any more. Ask the director for a new one.")


class LinkForAnotherTable(NotPermitted):
    code = "link.other_table"
    template = gettext_noop("This link is for table %(number)s only.")


class ThingNotFound(NotFound):
    """No such thing. Each has a sentence of its own, since other languages have genders and cases."""

    code = "not_found"
    template = gettext_noop("There is no such %(thing)s.")
    sentences: ClassVar[dict[str, str]] = {
        "act": gettext_noop("There is no such act."),
        "bracket": gettext_noop("There is no such bracket."),
        "club": gettext_noop("There is no such club."),
        "decision": gettext_noop("There is no such decision."),
        "draw": gettext_noop("There is no such draw."),
        "entry in this tournament": gettext_noop("There is no such entry in this tournament."),
        "entry": gettext_noop("There is no such entry."),
        "hand": gettext_noop("There is no such hand."),
        "invitation": gettext_noop("There is no such invitation."),
        "merge": gettext_noop("There is no such merge."),
        "partnership at this club": gettext_noop("There is no such partnership at this club."),
        "penalty or award": gettext_noop("There is no such penalty or award."),
        "player at this club": gettext_noop("There is no such player at this club."),
        "player": gettext_noop("There is no such player."),
        "publication": gettext_noop("There is no such publication."),
        "role": gettext_noop("There is no such role."),
        "round": gettext_noop("There is no such round."),
        "series": gettext_noop("There is no such series."),
        "sheet": gettext_noop("There is no such sheet."),
        "table": gettext_noop("There is no such table."),
        "token": gettext_noop("There is no such token."),
        "tournament for this series": gettext_noop("There is no such tournament for this series."),
        "tournament": gettext_noop("There is no such tournament."),
        "user": gettext_noop("There is no such user."),
    }

    def __init__(self, *, thing: str) -> None:
        self.template = self.sentences.get(thing, self.template)
        super().__init__(thing=thing)


class ValueRefused(Invalid):
    """A value that makes no sense; ``path`` names the field."""

    code = "value.refused"
    template = gettext_noop("%(path)s: %(reason)s")


class UnknownTimeZone(Invalid):
    code = "club.time_zone_unknown"
    template = gettext_noop("%(time_zone)s is not a time zone. Use a name such as Europe/Vilnius.")


class NameEmpty(Invalid):
    code = "name.empty"
    template = gettext_noop("A name is missing.")


class NameTooLong(Invalid):
    code = "name.too_long"
    template = gettext_noop("The name %(name)s is longer than %(limit)s letters.")


class SlugTaken(StateConflict):
    code = "slug.taken"
    template = gettext_noop("The address %(slug)s is taken already.")


class NamesakesUndecided(StateConflict):
    """Nothing was added; each name needs to be told apart or named as the same person."""

    code = "players.namesakes"
    template = gettext_noop(
        "Who is meant by %(names)s? Say for each whether it is a new person or one who is there already."
    )

    def __init__(self, *, names: list[str], namesakes: list[dict[str, Any]]) -> None:
        super().__init__(names=", ".join(names))
        self.namesakes = namesakes


class LinesUnreadable(Invalid):
    """Nothing was added. ``lines`` says for each line what is wrong."""

    code = "import.lines_unreadable"
    template = gettext_noop("Nothing was added. Line %(line)s: %(reason)s")

    def __init__(self, lines: list[tuple[int, str]]) -> None:
        super().__init__(line=lines[0][0], reason=lines[0][1])
        self.lines = lines


class LastOrganiser(StateConflict):
    code = "club.last_organiser"
    template = gettext_noop("A club needs an organiser. Make somebody else organiser first.")


class PartnersTheSame(Invalid):
    code = "partnership.same_player"
    template = gettext_noop("A partnership needs two different players.")


class EntryOfWrongKind(Invalid):
    code = "entry.wrong_kind"
    template = gettext_noop("This tournament takes %(kind)s.")


class EntryExists(StateConflict):
    code = "entry.exists"
    template = gettext_noop("%(name)s is entered already.")


class SeedsFixed(StateConflict):
    code = "seeding.fixed"
    template = gettext_noop("Entries are seeded before the first round is drawn: it was drawn by what stood then.")


class NobodyRated(StateConflict):
    code = "seeding.nobody_rated"
    template = gettext_noop("None of the entries has a rating in this game at the club yet.")


class HandicapsOff(StateConflict):
    code = "handicaps.off"
    template = gettext_noop("This tournament is played without handicaps; its settings turn them on.")


class HandicapsFixed(StateConflict):
    code = "handicaps.fixed"
    template = gettext_noop(
        "A hand has been entered: handicaps are not turned on or off any more, nor all taken from the ratings. "
        "Single ones can be corrected, with a reason."
    )


class PartnersFixed(StateConflict):
    code = "partners.fixed"
    template = gettext_noop(
        "Partners can be drawn, and a draw of partners undone, only before the first round is drawn."
    )


class PartnersOdd(StateConflict):
    code = "partners.odd"
    template = gettext_noop(
        "%(people)s people cannot all have a partner: one more is needed, or one fewer. Somebody of the house can "
        "fill in."
    )


class PartnersNotDrawn(StateConflict):
    code = "partners.not_drawn"
    template = gettext_noop("The pairs of this tournament were not drawn.")


class PartnersChanged(StateConflict):
    code = "partners.changed"
    template = gettext_noop("The pairs are not those that were drawn any more, so the draw cannot be undone.")


class SignUpAway(StateConflict):
    code = "partners.away"
    template = gettext_noop(
        "%(name)s is to be away in round %(number)s, and a partner would be alone. Cancel that, or withdraw the entry."
    )


class EntryWithdrawn(StateConflict):
    code = "entry.withdrawn"
    template = gettext_noop("This entry has withdrawn.")


class EntryNotWithdrawn(StateConflict):
    code = "entry.not_withdrawn"
    template = gettext_noop("This entry is playing.")


class PlayerNotInEntry(StateConflict):
    code = "entry.player_not_in_it"
    template = gettext_noop("That player does not play for this entry.")


class PlayerAlreadyInEntry(StateConflict):
    code = "entry.player_already_in_it"
    template = gettext_noop("That player plays for this entry already.")


class TournamentFinished(StateConflict):
    code = "tournament.finished"
    template = gettext_noop("The tournament is finished.")


class TournamentNotFinished(StateConflict):
    code = "tournament.not_finished"
    template = gettext_noop("The tournament is not finished.")


class RulesFrozen(StateConflict):
    code = "tournament.rules_frozen"
    template = gettext_noop("The rules are fixed, because a hand has been entered under them.")


class SettingFrozen(StateConflict):
    code = "tournament.setting_frozen"
    template = gettext_noop("%(setting)s cannot be changed any more: a round has been published.")


class EntryKindFrozen(StateConflict):
    code = "tournament.entry_kind_frozen"
    template = gettext_noop("What takes part cannot be changed any more: somebody has been entered.")


class TooFewEntries(StateConflict):
    code = "draw.too_few_entries"
    template = gettext_noop("A draw needs %(needed)s entries, there are %(present)s.")


class FixedMeetingRefused(StateConflict):
    """One of the two is not there, meets somebody else as well, or must not meet the other; ids of entries."""

    code = "draw.fixed_meeting_refused"
    template = gettext_noop(
        "%(one)s and %(other)s cannot be put together: one is away or taken, or they must not meet."
    )


class NobodyMayMeet(StateConflict):
    code = "draw.nobody_may_meet"
    template = gettext_noop("No two of the %(present)s who are here may meet.")


class RoundStillOpen(StateConflict):
    code = "draw.round_still_open"
    template = gettext_noop("Round %(number)s is still in play. Close it first.")


class AllRoundsDrawn(StateConflict):
    code = "draw.all_rounds_drawn"
    template = gettext_noop("All %(rounds)s rounds are drawn.")


class KnockoutUndecided(StateConflict):
    code = "draw.knockout_undecided"
    template = gettext_noop(
        "Table %(table)s of round %(round)s has no winner, so nobody can go on from it. Let the two hold a play-off or "
        "cut cards and record who won, or rule the table."
    )


class KnockoutOver(StateConflict):
    code = "draw.knockout_over"
    template = gettext_noop("The knock-out is decided: there is nobody left to meet the winner.")


class KnockoutSharedPlayer(StateConflict):
    """Ids of entries."""

    code = "draw.knockout_shared_player"
    template = gettext_noop(
        "%(one)s and %(other)s share a player and would both have to sit. Withdraw one of them, or let somebody else "
        "play for it."
    )


class KnockoutBegun(StateConflict):
    code = "entry.knockout_begun"
    template = gettext_noop(
        "The bracket is full: in a knock-out nobody can come in once the first round is over. Until then somebody who "
        "comes late can be seated against one who has a bye."
    )


class RoundNotDraft(StateConflict):
    code = "round.not_draft"
    template = gettext_noop("Round %(number)s is published already.")


class RoundNotInPlay(StateConflict):
    code = "round.not_in_play"
    template = gettext_noop("Round %(number)s is not in play.")


class DrawDiscarded(StateConflict):
    code = "draw.discarded"
    template = gettext_noop("This draw was replaced by a newer one.")


class DrawOutOfDate(StateConflict):
    code = "draw.out_of_date"
    template = gettext_noop("The entries have changed since this draw was made. Draw again.")


class DrawUnplayable(StateConflict):
    """``codes`` are those of the judge of schedules."""

    code = "draw.unplayable"
    template = gettext_noop("This draw cannot be played: %(codes)s.")

    def __init__(self, codes: tuple[str, ...]) -> None:
        super().__init__(codes=", ".join(codes))


class PlayerSeatedTwice(StateConflict):
    code = "draw.player_seated_twice"
    template = gettext_noop("%(name)s would sit twice in this round.")


class TablesUnfinished(StateConflict):
    """``tables`` lists what is missing."""

    code = "round.tables_unfinished"
    template = gettext_noop(
        "The round cannot be closed, these tables are not complete: %(numbers)s. Wait for them, or say what is to "
        "become of them, and why."
    )

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(numbers=", ".join(str(number) for number in numbers))
        self.numbers = numbers


class TableNotInPlay(StateConflict):
    code = "table.not_in_play"
    template = gettext_noop("Table %(number)s is %(state)s. The director has been told of your hand.")


class TableComplete(StateConflict):
    code = "table.complete"
    template = gettext_noop("Table %(number)s is complete already.")


class LegDoesNotCount(StateConflict):
    """An earlier leg has decided the table since this one was laid out."""

    code = "table.leg_does_not_count"
    template = gettext_noop("Leg %(leg)s does not count, because leg %(decisive)s has decided the table.")


class LegNotOpen(StateConflict):
    code = "table.leg_not_open"
    template = gettext_noop("Leg %(leg)s is not being played; leg %(open)s is.")


class HandsAlreadyEntered(StateConflict):
    code = "table.hands_entered"
    template = gettext_noop("A hand has been entered at this table, so the first %(starter)s cannot be changed.")


class TableNotTimed(StateConflict):
    code = "table.not_timed"
    template = gettext_noop(
        "This game is not played by the clock, and the tournament does not say what counts of one that time breaks "
        "off: rule the table."
    )


class TimeNotCalled(StateConflict):
    code = "table.time_not_called"
    template = gettext_noop("Time has not been called at table %(number)s.")


class NothingToPublish(StateConflict):
    code = "publication.nothing"
    template = gettext_noop("There is no closed round to publish.")


class TournamentUnfinished(StateConflict):
    code = "tournament.unfinished"
    template = gettext_noop("Round %(number)s is not closed, so the standings cannot be final.")


class TableUnfinished(StateConflict):
    code = "tournament.table_unfinished"
    template = gettext_noop(
        "Since a correction table %(table)s of round %(number)s is not complete, so the standings cannot be final."
    )


class AdjustmentTakenBack(StateConflict):
    code = "adjustment.taken_back"
    template = gettext_noop("This penalty or award has been taken back already.")


class DecisionTakenBack(StateConflict):
    code = "decision.taken_back"
    template = gettext_noop("This decision has been taken back already.")
