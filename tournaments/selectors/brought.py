"""What an archive or a file brought in: what goes if that is undone, and what was done to it since."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from gameplay.errors import gettext_noop
from tournaments.models import (
    AuditEntry,
    BulkAct,
    Entry,
    LineUp,
    Membership,
    Occupancy,
    Partnership,
    PlayerMerge,
    Round,
    RoundChange,
    Series,
    Team,
    TeamMember,
    Tournament,
)
from tournaments.selectors.since import Since, since_of

_DRAWN_ON = gettext_noop("%(names)s: drawn or brought in after it.")
_CHANGED = gettext_noop("%(names)s: changed since.")
_PUBLISHED = gettext_noop("Standings were published.")
_DECIDED = gettext_noop("A tie was decided.")
_WORKED_ON = gettext_noop("%(names)s: something was done there since. The log of the tournament says what.")


@dataclass(frozen=True, slots=True)
class Leaving:
    """What leaves a club with a file that is taken out; people and pairs of whom something else is known stay."""

    tournaments: tuple[Tournament, ...]
    memberships: tuple[Membership, ...]
    partnerships: QuerySet[Partnership]
    teams: QuerySet[Team]


def since_archive(act: BulkAct) -> list[Since]:
    """Return what stands on the rounds of an archive."""
    ids = [pk for name, pk, _before, _after in act.changed if name == "round"]
    last = max(Round.objects.filter(pk__in=ids).values_list("number", flat=True))
    standing = Round.objects.filter(tournament=act.tournament).exclude(status=Round.Status.TAKEN_BACK)
    later = standing.filter(number__gt=last).order_by("number")
    found = [since_of("drawn_on", _DRAWN_ON, [_name(round_.number) for round_ in later])] if later else []
    written = _written_since(act, act.tournament_id)
    numbers = set(written.filter(table__round__in=ids).values_list("table__round__number", flat=True))
    numbers |= set(RoundChange.objects.filter(round__in=ids).values_list("round__number", flat=True))
    if numbers:
        found.append(since_of("changed", _CHANGED, [_name(number) for number in sorted(numbers)]))
    actions = set(written.values_list("action", flat=True))
    said = (("standings.published", "published", _PUBLISHED), ("tie.decided", "decided", _DECIDED))
    return found + [since_of(code, template, []) for action, code, template in said if action in actions]


def since_file(act: BulkAct) -> list[Since]:
    """Return in which tournaments of a file something was done: everything that is done leaves a row in the log."""
    came = Tournament.objects.filter(pk__in=act.made.get("tournament", [])).order_by("pk")
    names = [one.name for one in came if _written_since(act, one.pk).exists()]
    names += [one.name for one in series_brought(act) if _written_of(one).exists()]
    return [since_of("worked_on", _WORKED_ON, names)] if names else []


def series_brought(act: BulkAct) -> QuerySet[Series]:
    """Return the series that a file brought and that are still there."""
    return Series.objects.filter(pk__in=act.made.get("series", [])).order_by("pk")


def leaving(act: BulkAct) -> Leaving:
    """Return what leaves the club of an act if its file is taken out again."""
    came = tuple(Tournament.objects.filter(pk__in=act.made.get("tournament", [])).order_by("pk"))
    members = Membership.objects.filter(pk__in=act.made.get("membership", []), club=act.club_id).order_by("sort_key")
    stay = _known_otherwise(act, came, set(members.values_list("player_id", flat=True)))
    return Leaving(
        tournaments=came,
        memberships=tuple(member for member in members if member.player_id not in stay),
        partnerships=Partnership.objects.filter(pk__in=act.made.get("partnership", [])).exclude(
            pk__in=Entry.objects.filter(partnership__isnull=False).values("partnership_id")
        ),
        teams=Team.objects.filter(pk__in=act.made.get("team", [])).exclude(
            pk__in=Entry.objects.filter(team__isnull=False).values("team_id")
        ),
    )


def _known_otherwise(act: BulkAct, came: tuple[Tournament, ...], players: set[int]) -> set[int]:
    """Return those who play elsewhere in the club, or were paired, put into a team or merged since."""
    others = Tournament.objects.filter(club=act.club_id).exclude(pk__in=[one.pk for one in came])
    found = set(
        LineUp.objects.filter(entry__tournament__in=others, player__in=players).values_list("player_id", flat=True)
    )
    found |= set(
        Occupancy.objects.filter(round__tournament__in=others, player__in=players).values_list("player_id", flat=True)
    )
    pairs = Partnership.objects.filter(Q(first__in=players) | Q(second__in=players))
    for pair in pairs.exclude(pk__in=act.made.get("partnership", [])).values_list("first_id", "second_id"):
        found.update(pair)
    in_teams = TeamMember.objects.filter(team__club=act.club_id, player__in=players)
    found |= set(in_teams.exclude(pk__in=act.made.get("teammember", [])).values_list("player_id", flat=True))
    for pair in PlayerMerge.objects.filter(Q(kept__in=players) | Q(merged__in=players)).values_list("kept", "merged"):
        found.update(pair)
    return found


def _written_since(act: BulkAct, tournament_id: int | None) -> QuerySet[AuditEntry]:
    """Return what the log of a tournament has after the act itself; looking at a file changes nothing."""
    rows = AuditEntry.objects.filter(tournament=tournament_id)
    itself = rows.filter(after__act=act.pk).order_by("pk").values("pk")[:1]
    return rows.filter(pk__gt=itself).exclude(action__startswith="file.")


def _written_of(series: Series) -> QuerySet[AuditEntry]:
    """Return what the log of its club has of a series under the number that it has here."""
    return AuditEntry.objects.filter(club=series.club_id, subject=f"series {series.pk}")


def _name(number: int) -> str:
    return gettext("Round %(number)s") % {"number": number}
