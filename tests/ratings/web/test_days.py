import datetime as dt
import re
from decimal import ROUND_HALF_UP, Decimal

import pytest

from ratings.models import RatingPool, RatingState
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import DAY, NOW, correct_hand, make_club, make_players, play_round, tables_of
from tournaments.models import Membership

pytestmark = pytest.mark.django_db
WEEK = dt.timedelta(days=7)
NUMBER = r"([+\N{MINUS SIGN}±]?[\d.]+)"
LONG = "Konstantinopolitańczykowianeczkaniewiczównaszkowa Bartholomew Featherstonehaugh-Cholmondeley"


def number(text):
    return Decimal(text.replace("\N{MINUS SIGN}", "-").replace("±", ""))


def season():
    """Play three evenings of two rounds; return the pool and the people, the first with a long name."""
    club = make_club()
    players = make_players(club, 6)
    Membership.objects.filter(player=players[0]).update(display_name=LONG)
    for week, outcomes in enumerate([("won", "won"), ("lost", "tied"), ("tied", "lost")]):
        play_round(club, [(players[:2], players[2:4], outcomes[0])], day=DAY + week * WEEK)
        play_round(club, [([players[0], players[4]], [players[2], players[5]], outcomes[1])], day=DAY + week * WEEK)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return RatingPool.objects.get(), players


def shown(client, path):
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def in_words(page):
    return " ".join("".join(part.partition(">")[2] for part in page.split("<")).split())


def test_text_of_every_day_is_followed_with_a_calculator_to_the_change_that_is_stored(client):
    pool, players = season()
    before = 15_000

    for state in RatingState.objects.filter(pool=pool, player=players[0]).order_by("period"):
        response = client.get(f"/ratings/{pool.pk}/players/{players[0].pk}/days/{state.period}/text/")
        assert response["Content-Type"] == "text/plain; charset=utf-8"
        text = response.content.decode()
        leads = re.findall(rf"^ +Lead: +{NUMBER} \N{{MINUS SIGN}} {NUMBER} = {NUMBER}$", text, re.MULTILINE)
        divisors = re.findall(rf"^ +Divisor: +{NUMBER}$", text, re.MULTILINE)
        hopes = re.findall(rf"^ +Expected: +1 ÷ \(1 \+ 10\^\({NUMBER} ÷ {NUMBER}\)\) = {NUMBER}$", text, re.MULTILINE)
        moves = re.findall(
            rf"^ +Moved: +{NUMBER} × \({NUMBER} \N{{MINUS SIGN}} {NUMBER}\) = {NUMBER}$", text, re.MULTILINE
        )
        assert len(leads) == len(divisors) == len(hopes) == len(moves) == 2
        total = Decimal(0)
        for lead, divisor, hope, move in zip(leads, divisors, hopes, moves, strict=True):
            own, other, ahead = map(number, lead)
            power, by, expected = map(number, hope)
            weight, actual, hoped, moved = map(number, move)
            assert ahead == own - other == -power
            assert by == number(divisor)
            assert expected == hoped == round(Decimal(1 / (1 + 10 ** float(power / by))), 4)
            assert moved == (weight * (actual - hoped)).quantize(Decimal("0.001"), ROUND_HALF_UP)
            total += moved
        [tables], [rounding], [change] = (
            re.findall(rf"^{label}: +{NUMBER}$", text, re.MULTILINE) for label in ("All tables", "Rounding", "Change")
        )
        assert number(tables) == total
        assert number(change) == total + number(rounding) == Decimal(state.mu - before) / 10
        [[start, _]], [[end, unsure]] = (
            re.findall(rf"^{label}: +{NUMBER} ± {NUMBER}$", text, re.MULTILINE) for label in ("Before", "After")
        )
        assert (number(start), number(end)) == (Decimal(before) / 10, Decimal(state.mu) / 10)
        assert number(unsure) == Decimal(state.sigma) / 100
        before = state.mu


def test_text_reads_as_a_member_would_follow_it(client):
    pool, players = season()

    text = shown(client, f"/ratings/{pool.pk}/players/{players[1].pk}/days/2026-03-21/text/")

    lines = text.splitlines()
    assert lines[:2] == ["Why the rating of Player 02 moved on 21 March 2026", "Hearts: Five Hundred"]
    assert lines[3] == "Before:      1511.8 ± 93.20"
    assert lines[4] == (
        "In the 7 days without a rated table since 14 March 2026 the ± grew from 93.20 to 93.22: "
        "√(93.20² + 1.90² × 7 ÷ 7), but never more than 94.00."
    )
    assert "- Expected = 1 ÷ (1 + 10^(\N{MINUS SIGN}lead ÷ divisor))." in text
    assert "  Own side:    Player 02 1511.8 ± 93.22" in lines
    partner = RatingState.objects.get(pool=pool, player=players[0], period=DAY)
    assert [line for line in lines if line.startswith(f"               {LONG} {partner.mu / 10:.1f} ± 92.")]
    assert "  Result:      0 (lost)" in lines
    assert lines[-1].startswith("What was seen at the tables made the rating surer: ± 93.22 became ± ")


def test_page_says_the_same_and_the_days_of_a_player_lead_to_it(client):
    pool, players = season()
    path = f"/ratings/{pool.pk}/players/{players[0].pk}/"
    history = shown(client, path)

    page = shown(client, f"{path}days/2026-03-21/")

    assert f'<a href="{path}days/2026-03-21/">21 Mar 2026</a>' in history
    words, text = in_words(page), shown(client, f"{path}days/2026-03-21/text/")
    assert f"Why the rating of {LONG} moved on 21 March 2026" in words
    for line in re.findall(r"^ +(?:Lead|Divisor|Expected|Result|Moved): +(.+)$", text, re.MULTILINE):
        assert line in words
    assert f'<a href="{path}days/2026-03-21/text/">As plain text</a>' in page
    assert page.count('<dl class="facts meeting">') == 2
    assert " style=" not in page


def test_page_in_a_language_with_decimal_commas_has_the_figures_of_the_text(client):
    pool, players = season()
    path = f"/ratings/{pool.pk}/players/{players[0].pk}/days/2026-03-14/"

    page = client.get(path, headers={"accept-language": "pl"}).content.decode()

    assert "1500.0 ± 94.00" in in_words(page)


@pytest.mark.parametrize("day", ["2026-03-15", "2026-99-99", "today"])
@pytest.mark.parametrize("end", ["", "text/"])
def test_a_day_without_a_table_is_a_page_that_says_so(client, day, end):
    pool, players = season()

    response = client.get(f"/ratings/{pool.pk}/players/{players[0].pk}/days/{day}/{end}")

    assert response.status_code == 404
    assert "This player has no rated table on that day." in response.content.decode()


def test_day_that_was_corrected_later_says_when_and_why_on_its_page_and_among_the_days(client):
    club = make_club()
    players = make_players(club, 4)
    first, _, last = (
        play_round(club, [(players[:2], players[2:], outcome)], day=DAY + week * WEEK)
        for week, outcome in enumerate(["won", "lost", "won"])
    )
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    later = NOW + 5 * WEEK
    correct_hand(tables_of(first)[0], "lost", reason="Sides swapped on the sheet", now=later)
    # One that is corrected and corrected back is what it was.
    for hours, outcome in enumerate(["lost", "won"]):
        correct_hand(tables_of(last)[0], outcome, now=later + dt.timedelta(hours=hours))
        drain(now=later + dt.timedelta(hours=hours))
    refresh_dirty_pools(now=later)
    path = f"/ratings/{RatingPool.objects.get().pk}/players/{players[0].pk}/"
    said = "Corrected on 18 April 2026: hand 1 corrected, “Sides swapped on the sheet”"

    history, page = in_words(shown(client, path)), in_words(shown(client, f"{path}days/{DAY}/"))

    assert (history.count("Corrected on"), history.count(said)) == (1, 1)
    assert history.index("14 Mar 2026") < history.index(said)
    assert said in page
    assert "Corrected on" not in shown(client, f"{path}days/{DAY + 2 * WEEK}/")
