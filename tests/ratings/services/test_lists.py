"""Published lists: what was published stays to the byte, and the next one says what corrections have moved and why."""

import datetime as dt

import pytest
from django.db import IntegrityError, connection, transaction

from ratings.engine.defaults import default_params
from ratings.errors import NobodyRated
from ratings.models import PublishedList, PublishedRating, RatingPool, RatingState
from ratings.selectors.lists import get_list, lines_of, view_list
from ratings.selectors.next_list import is_intact
from ratings.services.drain import drain
from ratings.services.lists import publish_list, publish_monthly_lists
from ratings.services.pools import find_or_open_pool
from ratings.services.refresh import refresh_dirty_pools
from ratings.services.verifying import verify_pool
from tests.concurrency import run_together
from tests.factories import make_round as draw_round
from tests.factories import make_tournament, make_user
from tests.hands import play_round as finish_round
from tests.ratings.factories import (
    DAY,
    NOW,
    correct_hand,
    make_club,
    make_players,
    play_pairs_of,
    play_round,
    tables_of,
)
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import RightMissing
from tournaments.models import AuditEntry, Club, ClubRole, Membership, OutboxEvent
from tournaments.services import anonymising, merging, taking_back

pytestmark = pytest.mark.django_db
WEEK = dt.timedelta(days=7)


def bring_up_to_date(now=NOW):
    drain(now=now)
    refresh_dirty_pools(now=now)
    return RatingPool.objects.get()


def publish(now=NOW):
    return publish_list(actor=SYSTEM, pool_id=RatingPool.objects.get().pk, now=now)


def told(published):
    """Return a list as it is shown, by player."""
    view = view_list(get_list(published.pool, published.number))
    return view, {line.player_id: line for line in lines_of(view)}


def stored_bytes():
    """Return all that is stored of lists, as the database writes it out."""
    with connection.cursor() as cursor:
        found = []
        for table in ("ratings_publishedlist", "ratings_publishedrating"):
            cursor.execute(f"SELECT t::text FROM {table} t ORDER BY id")
            found += [row[0] for row in cursor.fetchall()]
    return found


def season(weeks=3):
    """Play some evenings of four people who win in turn; return the rounds and the people."""
    club = make_club()
    players = make_players(club, 4)
    outcomes = ["won", "lost", "won"] * weeks
    rounds = [
        play_round(club, [(players[:2], players[2:], outcomes[week])], day=DAY + week * WEEK) for week in range(weeks)
    ]
    return rounds, players


def test_publish_list_keeps_the_live_ratings_as_number_1():
    _, players = play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()

    published = publish()

    view, lines = told(published)
    assert (published.number, published.month, published.day, published.size) == (1, None, DAY, 4)
    assert [(line.rank_label, line.player_id, line.mu, line.sigma, line.tables) for line in lines.values()] == [
        ("1=", players[0].pk, 15_118, 9_320, 1),
        ("1=", players[1].pk, 15_118, 9_320, 1),
        ("3=", players[2].pk, 14_882, 9_320, 1),
        ("3=", players[3].pk, 14_882, 9_320, 1),
    ]
    assert {(line.is_new, line.mu_before, line.by_correction) for line in lines.values()} == {(True, 15_000, 0)}
    assert [line.marks for line in lines.values()] == [("provisional", "partner_locked")] * 4
    assert (view.corrections, view.left, view.previous) == ((), (), None)
    assert is_intact(published)
    entry = AuditEntry.objects.get(action="ratings.published")
    assert (entry.club_id, entry.subject, entry.after["pool"]) == (pool.club_id, "rating list 1", pool.pk)
    assert entry.after["checksum"] == published.checksum


def test_publish_list_takes_in_what_is_pending_and_dirty_first():
    round_, players = play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    correct_hand(tables_of(round_)[0], "lost")
    play_round(pool.club, [(players[:2], players[2:], "lost")], day=DAY + WEEK)

    published = publish(NOW + WEEK)

    pool.refresh_from_db()
    assert pool.dirty_from is None
    assert [line.player_id for line in told(published)[1].values()] == [players[place].pk for place in (2, 3, 0, 1)]
    assert RatingState.objects.filter(pool=pool).count() == 8
    # The events are still there for the drainer, which finds nothing to do.
    assert OutboxEvent.objects.filter(handled_at=None).count() == 2
    version = pool.version
    bring_up_to_date()
    pool.refresh_from_db()
    assert pool.version == version
    assert verify_pool(pool_id=pool.pk).is_clean


def test_publish_list_again_without_anything_new_returns_the_last_one():
    play_pairs_of(make_club(), 1)
    bring_up_to_date()
    first = publish()
    before = stored_bytes()

    again = publish(NOW + dt.timedelta(hours=1))

    assert again == first
    assert stored_bytes() == before
    assert AuditEntry.objects.filter(action="ratings.published").count() == 1


def test_publish_list_of_nobody_is_refused_and_nothing_changes():
    pool = find_or_open_pool(kind="five_hundred", club_id=make_club().pk, now=NOW)

    with pytest.raises(NobodyRated):
        publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW)

    assert not PublishedList.objects.exists()
    assert not AuditEntry.objects.exists()


def test_list_published_and_an_old_result_corrected_the_list_stays_and_the_next_says_what_moved_and_why():
    rounds, players = season()
    bring_up_to_date()
    first = publish(NOW + 2 * WEEK)
    kept, shown = stored_bytes(), told(first)
    play_round(rounds[0].tournament.club, [(players[:2], players[2:], "won")], day=DAY + 3 * WEEK)
    later = NOW + 4 * WEEK
    correct_hand(tables_of(rounds[0])[0], "lost", reason="Tricks of the sides were swapped", now=later)
    pool = bring_up_to_date(later)

    second = publish(later)

    assert set(kept) <= set(stored_bytes())
    assert told(first) == shown
    assert is_intact(first)
    assert is_intact(second)
    view, lines = told(second)
    as_of_first = dict(RatingState.objects.filter(pool=pool, period=DAY + 2 * WEEK).values_list("player_id", "mu"))
    now = dict(RatingState.objects.filter(pool=pool, period=DAY + 3 * WEEK).values_list("player_id", "mu"))
    for player, line in lines.items():
        was = shown[1][player].mu
        assert (line.mu_before, line.mu) == (was, now[player])
        assert line.by_correction == as_of_first[player] - was != 0
        assert line.by_play == now[player] - as_of_first[player] != 0
        assert line.mu_before + line.by_play + line.by_correction == line.mu
        assert line.corrected == (1,)
    [correction] = view.corrections
    assert (correction.tournament, correction.round_number, correction.table) == (rounds[0].tournament.name, 1, 1)
    assert correction.what == ("result",)
    assert [side.place for side in correction.before.sides] == [1, 2]
    assert [side.place for side in correction.after.sides] == [2, 1]
    assert correction.before.sides[0].name == "Player 01 + Player 02"
    [reason] = correction.reasons
    assert (reason.kind, reason.correction.leg, reason.correction.number) == ("hand_corrected", 1, 1)
    assert (reason.correction.reason, reason.correction.made_at) == ("Tricks of the sides were swapped", later)
    assert reason.correction.by == "director"


def test_result_that_came_late_is_told_apart_from_what_was_played_since():
    rounds, players = season(2)
    club = rounds[0].tournament.club
    bring_up_to_date()
    first = publish(NOW + WEEK)
    newcomers = make_players(club, 4)
    play_round(club, [(newcomers[:2], newcomers[2:], "won")], day=DAY)
    play_round(club, [(players[:2], players[2:], "won")], day=DAY + 2 * WEEK)
    bring_up_to_date(NOW + 2 * WEEK)

    view, lines = told(publish(NOW + 2 * WEEK))

    [correction] = view.corrections
    assert (correction.what, correction.before, correction.reasons) == (("late",), None, ())
    assert {lines[player.pk].by_correction for player in players} == {0}
    assert all(lines[player.pk].by_play for player in players)
    for player in newcomers:
        line = lines[player.pk]
        assert (line.is_new, line.mu_before, line.by_play) == (True, 15_000, 0)
        assert line.by_correction == line.mu - 15_000 != 0
    assert told(first)[0].corrections == ()


def test_result_corrected_and_corrected_back_is_no_correction():
    rounds, _ = season(1)
    bring_up_to_date()
    publish()
    for hour, outcome in enumerate(["lost", "won"], start=1):
        correct_hand(tables_of(rounds[0])[0], outcome, now=NOW + dt.timedelta(hours=hour))
        bring_up_to_date(NOW + dt.timedelta(hours=hour))

    assert publish(NOW + WEEK).number == 1


def test_round_taken_back_takes_its_players_off_the_next_list_with_the_reason():
    club = make_club()
    tournament = make_tournament(club, rounds=2, rules={"end": "hands", "hands": 1}, pairs=2)
    round_ = finish_round(draw_round(tournament))
    bring_up_to_date()
    first = publish()
    play_round(club, [((others := make_players(club, 4))[:2], others[2:], "won")], day=DAY + WEEK)
    what = {"actor": SYSTEM, "round_id": round_.pk, "now": NOW + WEEK}
    seen = taking_back.preview_taking_back(**what)
    taking_back.take_back_round(**what, version=seen.version, reason="Played with the wrong cards", typed="1")
    bring_up_to_date(NOW + WEEK)

    view, lines = told(publish(NOW + WEEK))

    assert lines.keys() == {player.pk for player in others}
    assert {player for player, _name in view.left} == told(first)[1].keys()
    [correction] = view.corrections
    assert (correction.what, correction.after) == (("gone",), None)
    assert [(reason.kind, reason.correction.reason) for reason in correction.reasons] == [
        ("taken_back", "Played with the wrong cards")
    ]


def test_merge_moves_the_rating_with_its_reason_and_leaves_the_numbers_published():
    rounds, players = season(1)
    club = rounds[0].tournament.club
    twin = make_players(club, 1)[0]
    play_round(club, [([twin, players[1]], players[2:], "won")], day=DAY + WEEK)
    bring_up_to_date()
    first = publish(NOW + WEEK)
    kept = stored_bytes()
    merging.merge_players(
        actor=SYSTEM, kept_id=players[0].pk, merged_id=twin.pk, reason="not for all", now=NOW + 2 * WEEK
    )
    bring_up_to_date(NOW + 2 * WEEK)

    view, lines = told(publish(NOW + 2 * WEEK))

    assert set(kept) <= set(stored_bytes())
    assert [player for player, _name in view.left] == [twin.pk]
    # The record that is no more is shown by the name of the one that stands.
    name = Membership.objects.get(player=players[0]).display_name
    assert view.left[0][1] == name
    assert told(first)[1][twin.pk].name == name
    [correction] = view.corrections
    assert correction.what == ("people",)
    assert [reason.kind for reason in correction.reasons] == ["merged"]
    line = lines[players[0].pk]
    assert line.by_play == 0
    assert line.by_correction == line.mu - told(first)[1][players[0].pk].mu != 0


def test_anonymised_player_is_a_number_on_old_lists_and_the_figures_stay():
    rounds, players = season(1)
    bring_up_to_date()
    published = publish()
    correct_hand(tables_of(rounds[0])[0], "lost", reason="Player 01 misread it", now=NOW + WEEK)
    bring_up_to_date(NOW + WEEK)
    second = publish(NOW + WEEK)
    kept = stored_bytes()
    type(rounds[0].tournament).objects.update(status="finished", finished_at=NOW)

    anonymising.anonymise_player(actor=SYSTEM, player_id=players[0].pk, typed=str(players[0].pk), now=NOW + 2 * WEEK)

    assert stored_bytes() == kept
    assert is_intact(published)
    shown = f"Player {players[0].pk}"
    assert told(published)[1][players[0].pk].name == shown
    [correction] = told(second)[0].corrections
    assert correction.before.sides[0].names[0] == shown
    assert correction.reasons[0].correction.reason == f"{shown} misread it"


def test_list_over_all_clubs_is_published_by_an_admin_and_by_the_month_with_what_is_pending_at_each(client):
    for slug in ("hearts", "spades"):
        play_pairs_of(make_club(slug), 1)
    everywhere = RatingPool.objects.create(
        kind="five_hundred",
        club=None,
        name="Five Hundred",
        params=default_params("five_hundred").as_mapping(),
        engine_version=1,
        created_at=NOW,
    )
    organiser = make_user()
    ClubRole.objects.create(club=Club.objects.get(slug="hearts"), user=organiser, role="organiser")
    with pytest.raises(RightMissing):
        publish_list(actor=Actor(user_id=organiser.pk), pool_id=everywhere.pk, now=NOW)
    assert not PublishedList.objects.exists()

    published = publish_list(actor=Actor(user_id=organiser.pk, is_admin=True), pool_id=everywhere.pk, now=NOW)
    monthly = publish_monthly_lists(now=dt.datetime(2026, 4, 1, 9, 0, tzinfo=dt.UTC))

    assert (published.size, len(told(published)[1])) == (8, 8)
    assert monthly == 3
    assert AuditEntry.objects.filter(action="ratings.published", club=None).count() == 2
    for path in ("", "1/", "2/"):
        assert client.get(f"/ratings/{everywhere.pk}/lists/{path}").status_code == 200


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda: PublishedList.objects.update(number=7), id="list changed"),
        pytest.param(lambda: PublishedList.objects.all()._raw_delete("default"), id="list deleted"),
        pytest.param(lambda: PublishedRating.objects.filter(place=2).update(tables=9), id="line changed"),
        pytest.param(lambda: PublishedRating.objects.filter(place=4).delete(), id="line deleted"),
        pytest.param(
            lambda: PublishedRating.objects.create(
                published=PublishedList.objects.get(),
                place=5,
                rank=5,
                is_shared=False,
                player=make_players(RatingPool.objects.get().club, 1)[0],
                mu=15_000,
                sigma=9_400,
                tables=1,
                last_played=DAY,
                marks=[],
                is_new=True,
                mu_before=15_000,
                by_play=0,
                by_correction=0,
            ),
            id="line added",
        ),
    ],
)
def test_database_refuses_whatever_would_change_a_published_list(change):
    play_pairs_of(make_club(), 1)
    bring_up_to_date()
    publish()
    before = stored_bytes()

    with pytest.raises(IntegrityError, match="a published rating list is never changed"), transaction.atomic():
        change()

    assert stored_bytes() == before


def test_list_that_was_changed_behind_the_database_is_not_intact():
    play_pairs_of(make_club(), 1)
    bring_up_to_date()
    published = publish()
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE ratings_publishedrating DISABLE TRIGGER USER")
        cursor.execute("UPDATE ratings_publishedrating SET sigma = sigma + 1 WHERE place = 3")

    assert not is_intact(PublishedList.objects.get(pk=published.pk))


def test_monthly_list_is_published_once_on_the_morning_of_the_first_at_the_club():
    play_pairs_of(make_club(time_zone="Pacific/Auckland"), 1)
    bring_up_to_date()
    six = dt.datetime(2026, 3, 31, 17, 0, tzinfo=dt.UTC)  # 06:00 on 1 April, still summer there

    # What was played in March is no part of the list of March, which is due from the first on.
    assert publish_monthly_lists(now=six - dt.timedelta(minutes=1)) == 0
    assert publish_monthly_lists(now=six) == 1
    assert publish_monthly_lists(now=six) == 0
    assert publish_monthly_lists(now=six + dt.timedelta(days=29)) == 0

    published = PublishedList.objects.get()
    assert (published.number, published.month, published.day) == (1, dt.date(2026, 4, 1), dt.date(2026, 3, 31))
    assert AuditEntry.objects.get(action="ratings.published").user_id is None


def test_monthly_list_that_comes_late_is_still_as_of_the_month_before():
    rounds, players = season(1)
    bring_up_to_date()
    play_round(rounds[0].tournament.club, [(players[:2], players[2:], "won")], day=dt.date(2026, 4, 2))

    assert publish_monthly_lists(now=dt.datetime(2026, 4, 9, 9, 0, tzinfo=dt.UTC)) == 1

    published = PublishedList.objects.get()
    assert published.day == dt.date(2026, 3, 31)
    assert {line.tables for line in told(published)[1].values()} == {1}
    assert publish_monthly_lists(now=dt.datetime(2026, 5, 1, 9, 0, tzinfo=dt.UTC)) == 1
    view, lines = told(PublishedList.objects.get(number=2))
    # What the ledger knew, but the list before did not have yet, is play and no correction.
    assert view.corrections == ()
    assert {(line.tables, line.by_correction) for line in lines.values()} == {(2, 0)}


def test_monthly_list_never_goes_behind_one_that_was_published_at_will():
    rounds, players = season(1)
    play_round(rounds[0].tournament.club, [(players[:2], players[2:], "won")], day=dt.date(2026, 4, 2))
    bring_up_to_date()
    publish(dt.datetime(2026, 4, 3, 9, 0, tzinfo=dt.UTC))

    assert publish_monthly_lists(now=dt.datetime(2026, 4, 4, 9, 0, tzinfo=dt.UTC)) == 1

    assert list(PublishedList.objects.order_by("number").values_list("number", "month", "day")) == [
        (1, None, dt.date(2026, 4, 3)),
        (2, dt.date(2026, 4, 1), dt.date(2026, 4, 3)),
    ]


def test_monthly_list_of_a_club_where_nobody_plays_any_more_is_not_published():
    play_pairs_of(make_club(), 1)
    bring_up_to_date()

    assert publish_monthly_lists(now=dt.datetime(2027, 3, 5, 9, 0, tzinfo=dt.UTC)) == 0
    assert not PublishedList.objects.exists()


def test_monthly_lists_of_other_pools_are_published_when_one_cannot_be(caplog):
    for slug in ("hearts", "spades"):
        play_pairs_of(make_club(slug), 1)
    drain(now=NOW)
    broken = RatingPool.objects.get(club__slug="hearts")
    RatingPool.objects.filter(pk=broken.pk).update(params={"version": 1})

    assert publish_monthly_lists(now=dt.datetime(2026, 4, 1, 9, 0, tzinfo=dt.UTC)) == 1

    assert PublishedList.objects.get().pool.club.slug == "spades"
    assert f"The list of rating pool {broken.pk} cannot be published" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_publishing_at_once_by_the_clock_and_at_will_gives_each_number_and_month_once():
    play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    first = dt.datetime(2026, 4, 1, 9, 0, tzinfo=dt.UTC)

    def act(index):
        if index % 2:
            publish_list(actor=SYSTEM, pool_id=pool.pk, now=first)
        else:
            publish_monthly_lists(now=first)
        return "done"

    assert run_together(4, act) == ["done"] * 4

    rows = list(PublishedList.objects.order_by("number").values_list("number", "month"))
    assert [number for number, _month in rows] == list(range(1, len(rows) + 1))
    assert [month for _number, month in rows if month] == [dt.date(2026, 4, 1)]
    assert all(is_intact(published) for published in PublishedList.objects.all())
