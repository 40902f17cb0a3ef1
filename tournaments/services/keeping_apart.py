"""Entries of one club, town or household: draws by score keep them apart where that can be."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import LinesUnreadable, TournamentFinished, ValueRefused
from tournaments.imports import GroupLine, group_lines
from tournaments.models import BulkAct, Entry, Tournament
from tournaments.names import name_key, tidy_name
from tournaments.selectors import rights
from tournaments.selectors.names import entry_names
from tournaments.services import audit
from tournaments.services.bulk_acts import Traces, keep_act

GROUP_LENGTH = 80


@transaction.atomic(durable=True)
def set_groups(*, actor: Actor, tournament_id: int, groups: Mapping[int, str], now: dt.datetime) -> None:
    """Say of which group each entry is, by its id; those that are not named are of none. Holds from the next draw on.

    Raises TournamentFinished, and ValueRefused for an entry of another tournament or a group with too long a name.
    """
    _store(actor, _lock(actor, tournament_id), groups, now=now)


@transaction.atomic(durable=True)
def set_groups_from_text(*, actor: Actor, tournament_id: int, text: str, now: dt.datetime) -> None:
    """Say the same in lines: the number or the name of an entry (or both), a colon or a tab, and the group.

    An empty text leaves nobody in a group. Raises TournamentFinished, LinesUnreadable for lines that cannot be read or
    whose entry is not there, ValueRefused.
    """
    tournament = _lock(actor, tournament_id)
    groups: dict[int, str] = {}
    faults: list[tuple[int, str]] = []
    known = _entries_by_words(tournament)
    for line in group_lines(text):
        found, group = _meant(line, known)
        if len(found) != 1:
            said = _("More than one entry is called that. Write its number.") if found else _("There is no such entry.")
            faults.append((line.line, said))
        elif found & groups.keys():
            faults.append((line.line, _("This entry stands in the list before.")))
        else:
            groups[found.pop()] = group
    if faults:
        raise LinesUnreadable(faults)
    _store(actor, tournament, groups, now=now)


def _lock(actor: Actor, tournament_id: int) -> Tournament:
    tournament = locks.lock_tournament(tournament_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=tournament.club_id)
    if tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    return tournament


def _entries_by_words(tournament: Tournament) -> dict[str, set[int]]:
    """Return what may stand for each entry: its number, its name, and both as the list shows them."""
    names = entry_names(tournament.pk, tournament.club_id)
    known: dict[str, set[int]] = {}
    for entry_id, number in Entry.objects.filter(tournament=tournament).values_list("pk", "number"):
        name = names[entry_id]
        for words in (str(number), name, f"{number} {name}", f"{number}. {name}"):
            known.setdefault(_key(words), set()).add(entry_id)
    return known


def _meant(line: GroupLine, known: Mapping[str, set[int]]) -> tuple[set[int], str]:
    """Return the entries that a line may mean, and the group: the first reading that begins with an entry."""
    found = ((set(known[_key(entry)]), group) for entry, group in line.readings if _key(entry) in known)
    return next(found, (set(), ""))


def _key(words: str) -> str:
    """Return a name so that spaces around the plus of a pair do not matter."""
    return "+".join(part.strip() for part in name_key(words).split("+"))


def _store(actor: Actor, tournament: Tournament, groups: Mapping[int, str], *, now: dt.datetime) -> None:
    wanted = {entry_id: tidy_name(group) for entry_id, group in groups.items()}
    if any(len(group) > GROUP_LENGTH for group in wanted.values()):
        raise ValueRefused(path="groups", reason=_("at most %(limit)s letters a group") % {"limit": GROUP_LENGTH})
    entries = {entry.pk: entry for entry in Entry.objects.filter(tournament=tournament)}
    if not entries.keys() >= wanted.keys():
        raise ValueRefused(path="groups", reason=_("these are not all entries of this tournament"))
    changed = [entry for entry in entries.values() if entry.apart_group != wanted.get(entry.pk, "")]
    traces = Traces()
    for group in sorted({wanted.get(entry.pk, "") for entry in changed}):
        traces.change([entry for entry in changed if wanted.get(entry.pk, "") == group], apart_group=group)
    if changed:
        where = {"club_id": tournament.club_id, "tournament_id": tournament.pk}
        act = keep_act(actor, BulkAct.Kind.GROUPS_SET, traces, count=len(changed), now=now, **where)
    # How many are of a group, not which: what a household is called is nobody's business later.
    audit.record(
        actor,
        "tournament.groups_set",
        f"tournament {tournament.pk}",
        now=now,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        after={
            "changed": sorted(entry.pk for entry in changed),
            "in_groups": sum(map(bool, wanted.values())),
            **({"act": act.pk} if changed else {}),
        },
    )
