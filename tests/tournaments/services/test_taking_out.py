"""A file taken out again: it stands nowhere, counts for nothing, and comes back as it was."""

from __future__ import annotations

import pytest

from gameplay.models import HandRecord
from ratings.models import RatingState
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.factories import (
    NOW,
    make_entry,
    make_partnership,
    make_player,
    make_round,
    make_tournament,
    make_user,
)
from tests.files import (
    empty_the_database,
    file_of,
    file_of_club,
    make_eventful_club,
    standings_by_name,
    states_by_uid,
)
from tests.hands import play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import RightMissing, ThingNotFound
from tournaments.models import (
    AuditEntry,
    BulkAct,
    Club,
    Membership,
    Player,
    Round,
    Table,
    Tournament,
)
from tournaments.selectors.bulk_acts import get_act, view_act
from tournaments.selectors.clubs import members_of, partnerships_at
from tournaments.selectors.desk import find_round
from tournaments.selectors.entries import get_entry
from tournaments.selectors.tables import get_table
from tournaments.selectors.tournaments import get_tournament, tournaments
from tournaments.services import adjustments, clubs, entries, publishing, rounds, undoing
from tournaments.services.importing import import_file, preview_import
from tournaments.undo_errors import ActUndone, BuiltOn

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}


def rate():
    while drain(now=NOW).handled:
        pass
    refresh_dirty_pools(now=NOW)


def bring(content):
    return import_file(actor=SYSTEM, content=content, now=NOW)


def undo(act_id, actor=SYSTEM):
    return undoing.undo_act(actor=actor, act_id=act_id, now=NOW)


@pytest.fixture
def content():
    """A club with one evening, as a file, and nothing in the database."""
    tournament = make_tournament(pairs=4, rounds=2, rules=ONE_HAND, name="Evening")
    play_round(make_round(tournament))
    make_player(tournament.club, "Zoë")
    written = file_of_club(tournament.club)
    empty_the_database()
    return written


def lines_of(content):
    """Return the lines of a file without the log of the club, which tells of the undoing too, and what counts them."""
    told = (b'{"header"', b'{"club_log"', b'"sha256"')
    return [line.rstrip(b",") for line in content.split(b"\n") if not line.startswith(told)]


def product(*besides):
    """Return all that there is but for what tells of acts, which stays."""
    left_out = {"tournaments_bulkact", "tournaments_auditentry", "tournaments_outboxevent", *besides}
    return {table: rows for table, rows in everything().items() if table not in left_out}


def test_a_file_undone_stands_nowhere_and_counts_for_nothing(content):
    brought = bring(content)
    rate()
    hands = list(HandRecord.objects.values())
    club, slug = Club.objects.get(), brought.tournaments[0].slug
    table, round_ = Table.objects.first(), Round.objects.get()
    entry = Tournament.objects.get().entries.first()
    view = view_act(get_act(brought.act))
    assert (RatingState.objects.count(), len(hands), members_of(club.pk).count()) == (8, 2, 9)

    undo(brought.act)

    rate()
    assert (view.goes[0], len(view.goes), view.since) == ("Evening", 10, ())
    assert not tournaments(club=club.slug).exists()
    for look in (
        lambda: get_tournament(slug),
        lambda: find_round(round_.pk),
        lambda: get_table(table.pk),
        lambda: get_entry(entry.pk),
        lambda: rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW),
    ):
        with pytest.raises(ThingNotFound):
            look()
    assert (members_of(club.pk).count(), partnerships_at(club.pk).count()) == (0, 0)
    assert RatingState.objects.count() == 0
    # Hands are never deleted; who sat there stays as a number, and whoever did not play is gone.
    assert list(HandRecord.objects.values()) == hands
    assert Player.objects.count() == 8
    assert AuditEntry.objects.latest("pk").action == "act.undone"
    with pytest.raises(ActUndone):
        undo(brought.act)


def test_a_file_comes_back_as_it_was_after_it_was_undone(content):
    first = bring(content)
    rate()
    standings, states = standings_by_name(Tournament.objects.get()), states_by_uid()
    before = product(
        "tournaments_player",
        "tournaments_membership",
        "ratings_ratedresult",
        "ratings_ratingstate",
        "ratings_ratingpool",
    )
    undo(first.act)
    rate()

    again = bring(content)

    rate()
    assert (again.tournaments[0].is_new, again.members_new, again.players_new) == (True, 9, 1)
    assert (
        product(
            "tournaments_player",
            "tournaments_membership",
            "ratings_ratedresult",
            "ratings_ratingstate",
            "ratings_ratingpool",
        )
        == before
    )
    assert standings_by_name(Tournament.objects.get()) == standings
    assert states_by_uid() == states
    assert lines_of(file_of_club(Club.objects.get())) == lines_of(content)
    undo(again.act)
    assert not Tournament.objects.exists()


def test_everything_that_can_happen_in_a_club_can_be_taken_out_and_brought_back():
    written = file_of_club(make_eventful_club())
    empty_the_database()
    first = bring(written)
    without = set(Membership.objects.values_list("display_name", flat=True))

    undo(first.act)
    rate()
    empty = file_of_club(Club.objects.get())
    again = bring(written)
    rate()

    assert len(without) > 8
    assert b'{"tournament"' not in empty
    assert b'{"membership"' not in empty
    assert [one.is_new for one in again.tournaments] == [True] * 4
    assert lines_of(file_of_club(Club.objects.get())) == lines_of(written)
    empty_the_database()
    assert bring(empty).tournaments == []


def late_entry(tournament):
    make_entry(tournament)


def penalty(tournament):
    adjustments.add_adjustment(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        entry_id=tournament.entries.first().pk,
        metric="points",
        amount=-10,
        reason="late",
        now=NOW,
    )


def next_round(tournament):
    make_round(tournament)


def publish(tournament):
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", now=NOW)


def withdraw(tournament):
    entries.withdraw_entry(actor=SYSTEM, entry_id=tournament.entries.first().pk, now=NOW)


@pytest.mark.parametrize("build", [penalty, next_round, publish, withdraw])
def test_a_file_whose_tournament_was_worked_on_is_not_undone(content, build):
    brought = bring(content)
    build(Tournament.objects.get())
    before = everything()

    with pytest.raises(BuiltOn) as refused:
        undo(brought.act)

    assert [(one["code"], one["detail"]) for one in refused.value.since] == [
        ("worked_on", "Evening: something was done there since. The log of the tournament says what.")
    ]
    assert everything() == before


def test_people_who_are_known_otherwise_stay(content):
    brought = bring(content)
    club = Club.objects.get()
    ann, bob, cid, dot, *_others = Player.objects.order_by("pk")
    zoe = Membership.objects.get(display_name="Zoë").player
    make_entry(make_tournament(club, name="Another"), make_partnership(club, ann, make_player(club, "Otto")))
    make_partnership(club, bob, zoe)

    undo(brought.act)

    assert {member.player_id for member in members_of(club.pk)} >= {ann.pk, bob.pk, zoe.pk}
    assert {member.player_id for member in members_of(club.pk)}.isdisjoint({cid.pk, dot.pk})
    assert [one.name for one in tournaments(club=club.slug)] == ["Another"]


def test_a_file_that_brought_nothing_new_is_no_act(content):
    first = bring(content)

    again = bring(content)

    assert (first.act, again.act, BulkAct.objects.count()) == (BulkAct.objects.get().pk, None, 1)


def test_a_look_at_a_file_promises_no_act(content):
    assert preview_import(actor=SYSTEM, content=content, now=NOW).act is None
    assert not BulkAct.objects.exists()


def test_a_tournament_taken_out_leaves_the_others_and_their_ratings(content):
    bring(content)
    kept = make_tournament(Club.objects.get(), pairs=4, rules=ONE_HAND, name="Kept")
    play_round(make_round(kept))
    rate()
    alone = states_by_uid()
    other = make_tournament(kept.club, pairs=4, rules=ONE_HAND, name="Other")
    play_round(make_round(other))
    written = file_of(other)
    # As if it had been played elsewhere: it goes from here without a trace, and comes back in a file.
    assert alone != []
    undo_all_of(other)
    brought = bring(written)
    rate()
    with_other = states_by_uid()

    undo(brought.act)
    rate()

    assert with_other != alone
    assert states_by_uid() == alone
    assert standings_by_name(kept)
    assert [one.name for one in Tournament.objects.order_by("pk")] == ["Evening", "Kept"]


def undo_all_of(tournament):
    """Take a tournament out as undoing the file that brought it would."""
    Tournament.every.filter(pk=tournament.pk).update(taken_out_at=NOW)


def test_undoing_a_file_is_the_organisers(content):
    brought = bring(content)
    director = make_user()
    clubs.grant_role(actor=SYSTEM, club_id=Club.objects.get().pk, user_id=director.pk, role="director", now=NOW)
    before = everything()
    with pytest.raises(RightMissing):
        undo(brought.act, actor=Actor(user_id=director.pk))
    assert everything() == before
