"""The director's page of penalties, awards and ties, and what everybody reads of it."""

from __future__ import annotations

import pytest

from tests.factories import make_entry, make_partnership, make_player, make_round, make_tournament
from tests.hands import play_round
from tournaments.models import Adjustment, TieDecision
from tournaments.selectors.adjustments import adjustments_of, decisions_of
from tournaments.web.forms.penalties import AdjustmentForm

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(club):
    """Two pairs by name, of two rounds one, which the first side won."""
    tournament = make_tournament(
        club,
        name="Spring Night",
        rules={"end": "hands", "hands": 1},
        rounds=2,
        criteria=["table_points", {"key": "net_points", "cap": 100}, "sonneborn_berger"],
    )
    for first, second in (("Ann Lee", "Bob O'Brien"), ("Žilvinas Łukas", "Nguyễn Thị Hoa")):
        make_entry(tournament, make_partnership(club, make_player(club, first), make_player(club, second)))
    play_round(make_round(tournament))
    return tournament


def answers(tournament, **changes):
    entry = tournament.entries.get(number=1).pk
    given = {"what": "penalty", "entry_id": entry, "amount": "1/2", "metric": "table_points", "reason": "late"}
    return {**given, **changes}


def test_penalty_is_noted_and_everybody_reads_it_beside_the_standings(as_user, tournament):
    browser = as_user("dan")

    answer = browser.post(f"/tournaments/{tournament.slug}/penalties/add/", answers(tournament, round_number="1"))
    desk = browser.get(f"/tournaments/{tournament.slug}/penalties/").content.decode()
    public = as_user().get(f"/tournaments/{tournament.slug}/standings/").content.decode()

    assert answer.status_code == 302
    [view] = adjustments_of(tournament.pk)
    assert (str(view.amount), view.round_number, view.made_by) == ("-1/2", 1, "dan")
    for page in (desk, public):
        assert "−0.5 Table points" in page
        assert "late" in page
    assert "dan" in desk
    assert "dan" not in public


@pytest.mark.parametrize(
    ("typed", "kept"), [("2", "2"), ("0.5", "1/2"), ("1,25", "5/4"), ("3/2", "3/2"), (" 10 ", "10")]
)
def test_award_may_be_typed_as_people_do(as_user, tournament, typed, kept):
    as_user("dan").post(
        f"/tournaments/{tournament.slug}/penalties/add/", answers(tournament, what="award", amount=typed)
    )

    assert Adjustment.objects.get().amount == kept


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        pytest.param({"amount": "-1"}, "A number such as 1, 1/2 or 0.5 is needed", id="a sign"),
        pytest.param({"amount": "lots"}, "A number such as 1, 1/2 or 0.5 is needed", id="a word"),
        pytest.param({"amount": "0"}, "Not nothing, and not so large or so small a number.", id="nothing"),
        pytest.param({"amount": "1/0"}, "A number such as 1, 1/2 or 0.5 is needed", id="no fraction"),
        pytest.param({"reason": ""}, "This field is required.", id="no reason"),
        pytest.param({"entry_id": "99999"}, "Select a valid choice.", id="nobody"),
        pytest.param({"round_number": "2"}, "Select a valid choice.", id="a round to come"),
    ],
)
def test_penalty_that_makes_no_sense_is_refused_with_what_was_typed(as_user, tournament, changes, said):
    page = as_user("dan").post(f"/tournaments/{tournament.slug}/penalties/add/", answers(tournament, **changes))

    assert page.status_code == 200
    assert said in page.content.decode()
    assert not Adjustment.objects.exists()


def test_penalty_is_taken_back_with_a_reason(as_user, tournament):
    browser = as_user("dan")
    browser.post(f"/tournaments/{tournament.slug}/penalties/add/", answers(tournament))
    row = Adjustment.objects.get()

    asked = browser.get(f"/penalties/{row.pk}/take-back/").content.decode()
    without = browser.post(f"/penalties/{row.pk}/take-back/", {"reason": ""})
    done = browser.post(f"/penalties/{row.pk}/take-back/", {"reason": "wrong pair"})
    desk = browser.get(f"/tournaments/{tournament.slug}/penalties/").content.decode()
    public = as_user().get(f"/tournaments/{tournament.slug}/standings/").content.decode()

    assert "late" in asked
    assert (without.status_code, done.status_code) == (200, 302)
    assert "Taken back: wrong pair" in desk
    assert "−0.5 Table points" not in public


def test_cut_of_cards_is_noted_by_numbers_and_settles_the_tie(as_user, club):
    tournament = make_tournament(club, pairs=2, name="Level", rules={"end": "hands", "hands": 1}, criteria=["sit_outs"])
    play_round(make_round(tournament))
    browser = as_user("dan")
    before = browser.get(f"/tournaments/{tournament.slug}/penalties/")

    answer = browser.post(
        f"/tournaments/{tournament.slug}/ties/decide/", {"kind": "cut", "numbers": "2, 1", "told": "king over nine"}
    )
    public = as_user().get(f"/tournaments/{tournament.slug}/standings/")

    assert [(tie.rank, len(tie.rows)) for tie in before.context["ties"]] == [("1=", 2)]
    assert answer.status_code == 302
    [view] = decisions_of(tournament.pk)
    assert (view.kind, view.reason, view.made_by) == ("cut", "king over nine", "dan")
    assert [(row.rank, row.entry_number) for row in public.context["standings"].rows] == [("1", 2), ("2", 1)]
    body = public.content.decode()
    assert "king over nine" in body
    assert "Above the next by Cut of cards: 1 to 2." in body


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        pytest.param("1 7", "There is no number 7.", id="nobody"),
        pytest.param("1", "Two or more are needed, and nobody twice", id="one"),
        pytest.param("1 1", "Two or more are needed, and nobody twice", id="twice"),
        pytest.param("", "This field is required.", id="nothing"),
    ],
)
def test_cut_that_makes_no_sense_is_refused(as_user, tournament, numbers, said):
    page = as_user("dan").post(
        f"/tournaments/{tournament.slug}/ties/decide/", {"kind": "cut", "numbers": numbers, "told": ""}
    )

    assert said.lower() in page.content.decode().lower()
    assert not TieDecision.objects.exists()


def test_cut_is_taken_back_with_a_reason(as_user, tournament):
    browser = as_user("dan")
    browser.post(f"/tournaments/{tournament.slug}/ties/decide/", {"kind": "play_off", "numbers": "1 2", "told": ""})
    row = TieDecision.objects.get()

    asked = browser.get(f"/decisions/{row.pk}/take-back/").content.decode()
    browser.post(f"/decisions/{row.pk}/take-back/", {"reason": "miscut"})

    assert "Play-off" in asked
    assert "Taken back: miscut" in browser.get(f"/tournaments/{tournament.slug}/penalties/").content.decode()


@pytest.mark.parametrize("username", [None, "stranger", "sam"])
def test_page_and_its_forms_are_the_directors(as_user, tournament, username):
    as_user("dan").post(f"/tournaments/{tournament.slug}/penalties/add/", answers(tournament))
    row = Adjustment.objects.get()
    browser = as_user(username)

    read = browser.get(f"/tournaments/{tournament.slug}/penalties/")
    posts = [
        browser.post(f"/tournaments/{tournament.slug}/penalties/add/", answers(tournament)),
        browser.post(f"/tournaments/{tournament.slug}/ties/decide/", {"kind": "cut", "numbers": "1 2", "told": ""}),
        browser.post(f"/penalties/{row.pk}/take-back/", {"reason": "no"}),
    ]

    assert read.status_code == (302 if username is None else 403)
    assert [post.status_code for post in posts] == [403] * 3
    assert (Adjustment.objects.count(), TieDecision.objects.count()) == (1, 0)


@pytest.mark.parametrize("path", ["/penalties/99/take-back/", "/decisions/99/take-back/"])
def test_taking_back_what_is_not_there_is_not_found(as_user, path):
    assert as_user("dan").get(path).status_code == 404


def test_form_without_an_amount_has_no_second_complaint_about_it():
    form = AdjustmentForm([], [], {"what": "penalty", "amount": ""})

    assert list(form.errors["amount"]) == ["This field is required."]


def test_standings_show_how_every_figure_came_about(as_user, tournament):
    body = as_user().get(f"/tournaments/{tournament.slug}/standings/").content.decode()

    assert body.count('<details class="told"') == 2
    assert "Above the next by Table points: 2 to 0." in body
    assert "140 − 20 = 120, counts as 100" in body
    assert "20 − 140 = −120, counts as −100" in body


def test_entry_page_shows_how_its_figures_came_about(as_user, tournament):
    entry = tournament.entries.get(number=1)

    page = as_user().get(f"/entries/{entry.pk}/")

    body = page.content.decode()
    assert f"Rank {page.context['told'].rank}" in body
    assert "Round 1, against Žilvinas Łukas + Nguyễn Thị Hoa" in body


def test_published_standings_show_their_penalties(as_user, tournament):
    browser = as_user("dan")
    browser.post(f"/tournaments/{tournament.slug}/penalties/add/", answers(tournament))
    browser.post(f"/tournaments/{tournament.slug}/ties/decide/", {"kind": "cut", "numbers": "2 1", "told": "aces"})
    browser.post(f"/tournaments/{tournament.slug}/publications/", {"kind": "provisional", "reason": ""})

    body = as_user().get(f"/tournaments/{tournament.slug}/publications/1/").content.decode()

    assert "−0.5 Table points" in body
    assert "late" in body
    assert "1. Žilvinas Łukas + Nguyễn Thị Hoa, 2. Ann Lee + Bob O&#x27;Brien" in body
    assert "aces" in body


def test_penalty_after_the_final_standings_is_shown_first_and_the_page_asks_to_publish_anew(as_user, tournament):
    browser, desk = as_user("dan"), f"/tournaments/{tournament.slug}/penalties/"
    browser.post(f"/tournaments/{tournament.slug}/publications/", {"kind": "final", "reason": ""})

    asked = browser.post(f"{desk}add/", answers(tournament, amount="3"))
    untouched = Adjustment.objects.exists()
    version = asked.context["consequences"].version
    done = browser.post(f"{desk}add/", answers(tournament, amount="3", version=version), follow=True)
    form = browser.get(f"/tournaments/{tournament.slug}/publications/").context["form"]
    old = as_user().get(f"/tournaments/{tournament.slug}/publications/1/").content.decode()

    assert "Publication 1 reads otherwise in 2 lines." in asked.content.decode()
    assert not untouched
    assert Adjustment.objects.get().amount == "-3"
    assert "The standings that were published last read otherwise by now." in done.content.decode()
    assert form.initial == {"kind": "final"}
    assert f'<a href="/tournaments/{tournament.slug}/standings/">How they stand now</a>' in old


def test_page_of_sealed_results_is_for_reading_only(as_user, tournament):
    browser, desk = as_user("dan"), f"/tournaments/{tournament.slug}/penalties/"
    browser.post(f"{desk}add/", answers(tournament))
    browser.post(f"/tournaments/{tournament.slug}/publications/", {"kind": "final", "reason": ""})
    browser.post(f"/tournaments/{tournament.slug}/seal/")

    page = browser.get(desk).content.decode()
    refused = browser.post(f"{desk}add/", answers(tournament))

    assert "The results are sealed: nothing can be added or taken back any more." in page
    assert "late" in page
    assert "Take back" not in page
    assert "Note it" not in page
    assert refused.status_code == 200
    assert Adjustment.objects.count() == 1
