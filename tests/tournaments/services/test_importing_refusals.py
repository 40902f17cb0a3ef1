"""What is refused of a file: the whole of it, with the line, a code, and nothing changed."""

from __future__ import annotations

import copy
import json
import random
import uuid

import pytest
from django.core.management import call_command

from gameplay.errors import DomainError
from tests.factories import (
    NOW,
    make_club,
    make_entry,
    make_partnership,
    make_player,
    make_tournament,
    make_user,
)
from tests.files import empty_the_database, file_of, file_of_club, forged, make_eventful_club, of_kind
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import RightMissing
from tournaments.file_errors import (
    FileContradiction,
    FileDamaged,
    FileDiffers,
    FileFieldRefused,
    FileForeign,
    FileHandRefused,
    FileLineRefused,
    FileNewer,
    FileOfAnotherClub,
    FilePointsDiffer,
    FileReferenceUnknown,
    FileStandingsDiffer,
)
from tournaments.models import AuditEntry, Club, ClubRole, LineUp, Membership, Player, Tournament
from tournaments.services import anonymising, clubs, entries, players, tournaments
from tournaments.services.importing import import_file, preview_import

pytestmark = pytest.mark.django_db

STRANGE = [None, True, 0, -1, 7, 2**40, 10**30, 0.5, "", "x", "\u202e", "x" * 600, [], [1], [[]], {}, {"a": [None]}]


@pytest.fixture(scope="module")
def content(django_db_setup, django_db_blocker):  # noqa: ARG001 - asks for the database
    """The file of a club in which much has happened; the club itself is gone again."""
    with django_db_blocker.unblock():
        made = file_of_club(make_eventful_club())
        call_command("flush", interactive=False, verbosity=0)
    return made


def refusal_of(content):
    """Return what a file is refused with; nothing has changed then."""
    before = everything()
    with pytest.raises(DomainError) as refusal:
        import_file(actor=SYSTEM, content=content, now=NOW)
    assert everything() == before
    return refusal.value


def set_field(kind, name, value, *, place=0):
    return lambda records: of_kind(records, kind)[place].update({name: value})


def change_json(kind, name, change, *, place=0):
    return lambda records: change(of_kind(records, kind)[place][name])


def drop_field(kind, name):
    return lambda records: of_kind(records, kind)[0].pop(name)


def sit_in_one_seat(records):
    first, second = of_kind(records, "occupancy")[:2]
    second["seat"] = first["seat"]


def swap_lines(records):
    records[1], records[2] = records[2], records[1]


LIES = {
    "a hand that the rules refuse": (
        change_json("hand_submission", "payload", lambda hand: hand.update(tricks=[8, 3])),
        FileHandRefused,
    ),
    "points that do not follow": (set_field("hand_record", "points", [150, 20]), FilePointsDiffer),
    "a score that does not follow": (set_field("hand_record", "score", [1, 2]), FilePointsDiffer),
    "a hand that is missing": (set_field("hand_record", "number", 3, place=1), FileContradiction),
    "a table that is not played out": (
        lambda records: of_kind(records, "table")[0].update(status="in_play", completed_at=None),
        FilePointsDiffer,
    ),
    "two people in one seat": (sit_in_one_seat, FileContradiction),
    "a seat that is not there": (set_field("occupancy", "seat", 99_999), FileReferenceUnknown),
    "a player who is not there": (set_field("line_up", "player", str(uuid.UUID(int=1))), FileReferenceUnknown),
    "an entry that is not there, inside a draw": (
        change_json("draw", "plan", lambda plan: plan["tables"][0]["seats"].update(NS=99_999)),
        FileReferenceUnknown,
    ),
    "a plan that is none": (change_json("draw", "plan", lambda plan: plan.update(tables=3)), FileFieldRefused),
    "standings that do not follow": (
        change_json("standings", "rows", lambda rows: rows[0].update(rank="9")),
        FileStandingsDiffer,
    ),
    "another version of the standings": (set_field("standings", "version", 1), FileStandingsDiffer),
    "rules that are not complete": (change_json("game", "rules", lambda rules: rules.popitem()), FileFieldRefused),
    "rules that there are not": (set_field("game", "rules", {"end": "never"}), FileFieldRefused),
    "a dealer who cannot sit there": (set_field("game", "starters", [4]), FileFieldRefused),
    "seats of another table": (set_field("seat", "side", 1), FileContradiction),
    "a movement that there is not": (set_field("stage", "movement", "waltz"), FileFieldRefused),
    "a field that is missing": (drop_field("entry", "handicap"), FileFieldRefused),
    "a field that is unknown": (set_field("entry", "shoe_size", 43), FileFieldRefused),
    "a field of another form": (set_field("entry", "number", "1"), FileFieldRefused),
    "a choice that there is not": (set_field("round", "status", "lost"), FileFieldRefused),
    "a time without a zone": (set_field("round", "closed_at", "2026-03-14T18:30:00"), FileFieldRefused),
    "a time zone that there is not": (set_field("club", "time_zone", "Mars/Olympus"), FileFieldRefused),
    "a name that is too long": (set_field("membership", "display_name", "x" * 121), FileFieldRefused),
    "a name that is not tidy": (set_field("membership", "display_name", " Ann"), FileFieldRefused),
    "an account of this installation": (set_field("hand_submission", "actor", "user:1"), FileFieldRefused),
    "two entries of a number": (set_field("entry", "number", 2), FileContradiction),
    "a partnership with oneself": (
        lambda records: [pair.update(second=pair["first"]) for pair in of_kind(records, "partnership")[:1]],
        FileContradiction,
    ),
    "lines in another order": (swap_lines, FileLineRefused),
    "a line of no known kind": (lambda records: records.insert(3, {"spell": {"id": 1}}), FileFieldRefused),
    "a tournament without its standings": (lambda records: records.pop(), FileLineRefused),
    "no club": (lambda records: records.pop(0), FileLineRefused),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_file_that_lies_is_refused_with_the_line(content, lie):
    edit, kind = LIES[lie]
    lying = forged(content, edit)
    refusal = refusal_of(lying)
    assert type(refusal) is kind, refusal
    assert f"Line {refusal.line}: " in refusal.detail
    assert 3 <= refusal.line <= lying.count(b"\n") - 2


def test_a_hand_that_the_rules_refuse_is_named_by_its_record_and_the_rule(content):
    lying = forged(content, change_json("hand_submission", "payload", lambda hand: hand.update(tricks=[8, 3])))
    refusal = refusal_of(lying)
    assert b'{"hand_record": ' in lying.split(b"\n")[refusal.line - 1]
    assert "(five_hundred.tricks_sum)" in refusal.detail


def test_a_file_that_was_cut_off_or_changed_is_refused(content):
    chance = random.Random(5)
    for _try in range(6):
        place = chance.randrange(len(content) - 1)
        assert type(refusal_of(content[:place])) in {FileDamaged, FileForeign}
        flipped = bytes([content[place] ^ (1 << chance.randrange(8))])
        refusal = refusal_of(content[:place] + flipped + content[place + 1 :])
        assert type(refusal) in {FileDamaged, FileForeign, FileNewer}


@pytest.mark.parametrize(
    "foreign", [b"", b"{}", b"[1, 2]", b"\xff\xfe", b'{"name": "Ann"}\n', b"a,b\n1,2\n", b"PK\x03\x04"]
)
def test_a_foreign_file_is_refused(foreign):
    assert type(refusal_of(foreign)) is FileForeign


def test_a_file_of_a_newer_format_is_refused(content):
    newer = content.replace(b'"number":1,', b'"number":2,', 1)
    assert refusal_of(newer).params == {"number": 2, "known": 1}


def test_a_header_that_says_something_else_is_damage(content):
    named = forged(content, lambda _records: None)
    assert type(refusal_of(forged(named, set_field("club", "name", "Another")))) is FileDamaged


def test_nothing_that_a_file_says_breaks_what_reads_it(content):
    """Any one field of any kind of line, replaced by anything: it is refused, or it is a file that can be read."""
    chance = random.Random(11)
    kinds = sorted(
        {next(iter(record)) for record in (json.loads(row.rstrip(b",")) for row in content.split(b"\n")[2:-3])}
    )
    outcomes = set()
    for kind in kinds:
        for _try in range(2):
            strange = copy.deepcopy(chance.choice(STRANGE))

            def replace(records, kind=kind, strange=strange):
                fields = chance.choice(of_kind(records, kind))
                fields[chance.choice(sorted(fields))] = strange

            lying = forged(content, replace)
            try:
                preview_import(actor=SYSTEM, content=lying, now=NOW)
            except DomainError as error:
                outcomes.add(error.code)
            else:
                outcomes.add("read")
    assert "file.field_refused" in outcomes
    assert Club.objects.count() == 0


def test_the_same_tournament_that_went_another_way_is_refused(content):
    import_file(actor=SYSTEM, content=content, now=NOW)
    tournament = Tournament.objects.earliest("pk")
    tournaments.update_tournament(actor=SYSTEM, tournament_id=tournament.pk, changes={"name": "Renamed"}, now=NOW)
    refusal = refusal_of(content)
    assert type(refusal) is FileDiffers
    assert refusal.params["name"] == "Renamed"
    assert b'{"tournament":' in content.split(b"\n")[refusal.params["line"] - 1]


def test_the_same_tournament_of_another_club_is_refused(content):
    import_file(actor=SYSTEM, content=content, now=NOW)
    other = forged(content, set_field("club", "uid", str(uuid.UUID(int=7))))
    header = other.replace(json.loads(content)["header"]["uid"].encode(), str(uuid.UUID(int=7)).encode(), 1)
    assert type(refusal_of(forged(header, lambda _records: None))) is FileOfAnotherClub


def test_what_is_known_here_is_used_and_only_what_is_missing_comes():
    club = make_club()
    first, second = (make_tournament(club, pairs=2, name=name) for name in ("First", "Second"))
    files = [file_of(one) for one in (first, second)]
    empty_the_database()

    import_file(actor=SYSTEM, content=files[0], now=NOW)
    here = Club.objects.get()
    member = Membership.objects.earliest("pk")
    players.rename_player(actor=SYSTEM, club_id=here.pk, player_id=member.player_id, name="New Name", now=NOW)
    clubs.update_club(actor=SYSTEM, club_id=here.pk, name="New Club", now=NOW)
    brought = import_file(actor=SYSTEM, content=files[1], now=NOW)

    assert (brought.club_is_new, brought.players_new, brought.members_new) == (False, 4, 4)
    assert Club.objects.get().name == "New Club"
    assert Player.objects.count() == 8
    member.refresh_from_db()
    assert member.display_name == "New Name"
    assert not import_file(actor=SYSTEM, content=files[0], now=NOW).is_anything_new


def test_an_address_that_is_taken_here_is_given_a_number():
    tournament = make_tournament()
    content = file_of(tournament)
    empty_the_database()
    other = make_tournament()
    assert (other.slug, other.club.slug) == (tournament.slug, tournament.club.slug)
    brought = import_file(actor=SYSTEM, content=content, now=NOW)
    assert (brought.club.slug, brought.tournaments[0].slug) == (f"{other.club.slug}-2", f"{other.slug}-2")
    assert not import_file(actor=SYSTEM, content=content, now=NOW).is_anything_new


def test_a_preview_says_what_would_come_and_changes_nothing(content):
    before = everything()
    brought = preview_import(actor=SYSTEM, content=content, now=NOW)
    assert everything() == before
    assert (brought.what, brought.club.name, brought.club_is_new) == ("club", 'Ó "Club" <b>', True)
    assert [(one.name, one.is_new, one.entries) for one in brought.tournaments] == [
        ("Club night", True, 4),
        ("Three", True, 4),
        ("Club night", True, 6),
        ("Drawn", True, 4),
    ]


def test_who_brings_a_new_club_becomes_its_organiser(content):
    user = make_user()
    brought = import_file(actor=Actor(user_id=user.pk), content=content, now=NOW)
    assert list(ClubRole.objects.values_list("club", "user", "role")) == [(brought.club.pk, user.pk, "organiser")]


def test_bringing_in_is_for_organisers_of_a_club_that_is_here_and_for_nobody_without_account(content):
    for actor in (Actor(), Actor(link_id=1)):
        with pytest.raises(RightMissing):
            import_file(actor=actor, content=content, now=NOW)
    assert Club.objects.count() == 0
    import_file(actor=SYSTEM, content=content, now=NOW)
    director = make_user()
    clubs.grant_role(actor=SYSTEM, club_id=Club.objects.get().pk, user_id=director.pk, role="director", now=NOW)
    before = everything()
    for actor in (Actor(user_id=director.pk), Actor(user_id=make_user().pk)):
        with pytest.raises(RightMissing):
            import_file(actor=actor, content=content, now=NOW)
    assert everything() == before


def test_a_file_from_before_brings_no_name_back_that_was_forgotten_here():
    club = make_club()
    ann = make_player(club, "Ann Lee")
    first = make_tournament(club, pairs=2, name="First")
    make_entry(first, make_partnership(club, ann))
    second = make_tournament(club, name="Second")
    entry = make_entry(second, make_partnership(club, ann))
    entries.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, reason="Ann Lee is ill", now=NOW)
    early, content = file_of(first), file_of(second)
    empty_the_database()
    import_file(actor=SYSTEM, content=early, now=NOW)
    player = Player.objects.get(uid=ann.uid)
    of_ann = LineUp.objects.get(player=player).entry_id
    entries.withdraw_entry(actor=SYSTEM, entry_id=of_ann, now=NOW)
    anonymising.anonymise_player(actor=SYSTEM, player_id=player.pk, typed=str(player.pk), now=NOW)

    import_file(actor=SYSTEM, content=content, now=NOW)

    assert Membership.objects.get(player=player).display_name == f"Player {player.pk}"
    assert f"Player {player.pk} is ill" in AuditEntry.objects.values_list("reason", flat=True)
    assert "Ann Lee" not in str(everything())
