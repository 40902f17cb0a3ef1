"""The page of the handicaps, and where a start is told."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.factories import make_round, make_user
from tests.hands import play_round
from tests.snapshots import everything
from tests.tournaments.services.test_handicaps import by_number, give, handicaps, make_night, rate
from tournaments.models import BulkAct, Entry, Tournament
from tournaments.selectors.tables import get_table
from tournaments.web.words import side_name

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(client):
    user = make_user()
    tournament = make_night(pairs=2, rounds=2)
    tournament.club.roles.create(user=user, role="director")
    client.force_login(user)
    return tournament, f"/tournaments/{tournament.slug}/handicaps/"


def typed(tournament, points, **more):
    """What the page sends when somebody types these numbers: what stood there comes back beside them."""
    stood = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "handicap"))
    now = {**stood, **by_number(tournament, points)}
    return {
        **{f"initial-handicap_{entry}": value for entry, value in stood.items()},
        **{f"handicap_{entry}": value for entry, value in now.items()},
        **more,
    }


def lines_of(answer):
    return b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()


def test_director_takes_all_suggestions_and_undoes_it(client, night):
    tournament, path = night
    assert "nothing is suggested" in client.get(path).content.decode()
    rate(tournament, {1: [15_000, 15_000], 2: [16_000, 16_000]}, day=timezone.now().date())
    assert "173" in client.get(path).content.decode()

    page = client.post(f"{path}suggestions/", follow=True).content.decode()

    act = BulkAct.objects.get(kind="handicapped")
    assert "The entries have what the ratings of today suggest." in page
    assert "version 12" in page
    assert "2 handicaps taken from the ratings" in page
    assert handicaps(tournament) == [173, 0]
    undo = f"/acts/{act.pk}/undo/"
    assert "These entries have the handicap that they had before:" in client.get(undo).content.decode()
    assert client.post(undo).url == path
    assert handicaps(tournament) == [0, 0]


def test_uncertain_ones_are_marked_and_taken_only_if_that_is_ticked(client, night):
    tournament, path = night
    rate(tournament, {1: [15_000, 15_000], 2: [16_000, 16_000]}, tables=3)
    assert client.get(path).content.decode().count('<span class="tag tag-warn">uncertain</span>') == 2

    client.post(f"{path}suggestions/")
    assert handicaps(tournament) == [0, 0]
    client.post(f"{path}suggestions/", {"with_uncertain": "on"})
    assert handicaps(tournament) == [173, 0]


def test_what_is_typed_is_kept_and_what_another_director_typed_meanwhile_stays(client, night):
    tournament, path = night
    sent = typed(tournament, {1: 40})
    give(tournament, {2: 7})

    assert client.post(path, sent).url == path

    assert handicaps(tournament) == [40, 7]


def test_number_that_leaves_no_game_is_refused_at_its_field(client, night):
    tournament, path = night
    before = everything()

    page = client.post(path, typed(tournament, {1: 500})).content.decode()

    assert "less than or equal to 499" in page
    assert everything() == before


def test_correction_shows_first_what_it_moves_and_needs_a_reason(client, night):
    tournament, path = night
    play_round(make_round(tournament))
    make_round(tournament)
    client.post(f"/tournaments/{tournament.slug}/publications/", {"kind": "provisional"})
    before = everything()

    assert "This field is required." in client.post(path, typed(tournament, {1: 450})).content.decode()
    asked = client.post(path, typed(tournament, {1: 450}, reason="misread")).content.decode()

    assert everything() == before
    assert "Others have relied on these results. Nothing is changed yet." in asked
    version = asked.split('name="version" value="')[1].split('"')[0]
    client.post(path, typed(tournament, {1: 450}, reason="misread", version=version))
    assert handicaps(tournament) == [450, 0]


def test_strangers_do_not_see_the_page(client, night):
    tournament, path = night
    client.force_login(make_user())

    assert client.get(path).status_code == 403
    assert client.post(f"{path}suggestions/").status_code == 403
    assert handicaps(tournament) == [0, 0]


def test_settings_ask_whether_there_are_handicaps(client, night):
    tournament, path = night
    Tournament.objects.filter(pk=tournament.pk).update(handicap="none")

    assert "its settings turn them on" in client.get(path).content.decode()
    assert "Handicaps" not in client.get(f"/tournaments/{tournament.slug}/manage/").content.decode()
    Tournament.objects.filter(pk=tournament.pk).update(handicap="points")
    assert "Handicaps" in client.get(f"/tournaments/{tournament.slug}/manage/").content.decode()


def test_start_is_told_wherever_people_look(client, night, link_path):
    tournament, _path = night
    give(tournament, {2: 250})
    round_ = make_round(tournament)
    table = round_.tables.get()
    sides = get_table(table.pk).sides
    strong = next(side.index for side in sides if side.start == 0)
    weak = side_name(sides[1 - strong].label)
    home = f"/tournaments/{tournament.slug}/"
    in_words = f"Start for {weak}: 250 points in every game, added in the standings."
    told = {
        f"/tables/{table.pk}/desk/": (in_words, 1),
        f"/rounds/{round_.pk}/print/score-sheets/": (in_words, 1),
        f"/rounds/{round_.pk}/print/seating/": ("(+250)", 2),
        f"/rounds/{round_.pk}/": ('<span class="tag">start 250</span>', 1),
        f"/rounds/{round_.pk}/desk/": ('<span class="tag">start 250</span>', 1),
        f"{home}seating/": ('<span class="tag">start 250</span>', 2),
        f"{home}hall/": ('<span class="quiet">+250</span>', 2),
        link_path(): ("start 250, added in the standings", 1),
        home: ("handicap 250", 1),
        f"{home}standings/": ("Points have the starts in them", 1),
    }

    assert {path: client.get(path).content.decode().count(words) for path, (words, _) in told.items()} == {
        path: times for path, (_, times) in told.items()
    }


def test_result_is_told_with_the_start_and_so_is_how_the_figures_came_about(client, night):
    tournament, _path = night
    give(tournament, {2: 250})
    round_ = make_round(tournament)
    table = round_.tables.get()
    play_round(round_, winner=next(side.index for side in get_table(table.pk).sides if side.start == 0))
    weak = Entry.objects.get(tournament=tournament, number=2)

    pages = [f"/rounds/{round_.pk}/", f"/rounds/{round_.pk}/desk/", f"/tables/{table.pk}/desk/", f"/entries/{weak.pk}/"]
    for path in pages:
        shown = client.get(path).content.decode()
        assert '<span class="quiet">40 + 250 =</span> <strong>290</strong>' in shown, path
    assert "290 − 280 = 10, a start of 250 in it" in shown
    assert "Handicap: 250 points" in shown
    assert ": 290, a start of 250 in it" in shown

    csv = lines_of(client.get(f"/tournaments/{tournament.slug}/results.csv"))
    assert csv[0].split(",")[-3:] == ["start", "games_won_with_start", "points_with_start"]
    assert sorted(line.split(",")[-5:] for line in csv[1:]) == sorted(
        [["40", "complete", "250", "1", "290"], ["280", "complete", "0", "0", "280"]]
    )


def test_nothing_of_it_is_told_where_nobody_is_given_anything(client, night):
    tournament, _path = night
    give(tournament, {2: 250})
    Tournament.objects.filter(pk=tournament.pk).update(handicap="none")
    round_ = play_round(make_round(tournament))
    home = f"/tournaments/{tournament.slug}/"

    pages = [
        f"/rounds/{round_.pk}/",
        f"/tables/{round_.tables.get().pk}/desk/",
        home,
        f"{home}standings/",
        f"{home}hall/",
    ]
    told = "".join(client.get(path).content.decode() for path in pages).lower()

    assert "handicap" not in told
    assert "250" not in told
    assert "start</h" not in told
    assert lines_of(client.get(f"{home}results.csv"))[0].endswith(",status")
