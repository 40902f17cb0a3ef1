"""The command reports before it sets anything."""

from __future__ import annotations

import datetime as dt
import io
import json
import random

import pytest
from django.core.management import CommandError, call_command

from ratings.engine.params import Params
from ratings.models import RatedResult, RatingPool
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import DAY, NOW, make_club, make_players, play_round
from tests.snapshots import everything
from tournaments.models import AuditEntry

pytestmark = pytest.mark.django_db


def lines(tables):
    """Return the tables of a club in which the first of two players is always the better one."""
    chance = random.Random(3)
    found = []
    for number in range(tables):
        a, b = sorted(chance.sample(range(8), 2))
        day = DAY + dt.timedelta(days=7 * (number // 10))
        sides = [[f"p{a}"], [f"p{b}"]]
        found.append({"period": day.isoformat(), "table": str(number), "sides": sides, "outcome": [1, 0]})
    return "\n".join(map(json.dumps, found))


def tune_lines(monkeypatch, tables, *arguments):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines(tables).encode())))
    call_command("tune_ratings", "--lines", *arguments)


def make_pool_with_history(tables):
    """Rate one table, and write it into the ledger again and again: more cannot be played in a test."""
    club = make_club()
    players = make_players(club, 4)
    round_ = play_round(club, [(players[:2], players[2:], "won")])
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    [row] = RatedResult.objects.all()
    tables_made = [
        round_.tables.create(number=number, status="complete", completed_at=NOW) for number in range(2, tables + 1)
    ]
    for number, table in enumerate(tables_made):
        row.pk, row.table, row.period = None, table, DAY + dt.timedelta(days=7 * (number // 10))
        row.save()
    return RatingPool.objects.get()


def test_command_reports_on_lines_and_names_better_parameters(monkeypatch, capsys):
    tune_lines(monkeypatch, 240)

    said = capsys.readouterr().out.splitlines()
    assert said[0] == "240 tables, of which the last 120 were judged."
    rows = {line.split()[0]: line.split()[1:] for line in said if line.startswith(("defaults", "present", "refit"))}
    assert rows["defaults"][0] == rows["present"][0]
    assert float(rows["refit"][0]) < float(rows["present"][0])
    assert float(rows["refit"][1]) > float(rows["refit"][3]) > 0
    refit = Params.from_mapping(json.loads(said[-2]))
    assert (refit.prior_sigma > Params().prior_sigma, refit.version) == (True, 2)
    assert said[-1] == "Nothing was changed."


def test_command_starts_from_the_parameters_of_a_file(monkeypatch, capsys, tmp_path):
    file = tmp_path / "params.json"
    file.write_text(json.dumps(Params(version=6, prior_sigma=3_000).as_mapping()))

    tune_lines(monkeypatch, 240, "--params", str(file))

    assert '"version": 7' in capsys.readouterr().out


def test_command_refuses_too_few_results_in_plain_words(monkeypatch):
    with pytest.raises(
        CommandError, match=r"^Nothing is fitted: 40 tables are too few to fit parameters to: there have"
    ):
        tune_lines(monkeypatch, 40)


def test_command_has_nothing_to_set_with_lines(monkeypatch):
    with pytest.raises(CommandError, match="--apply goes with --pool"):
        tune_lines(monkeypatch, 240, "--apply")


def test_command_refuses_a_pool_that_is_not_there():
    with pytest.raises(CommandError, match="There is no rating pool 999999999"):
        call_command("tune_ratings", "--pool", "999999999")


def test_command_changes_a_pool_only_when_told_to(capsys):
    pool = make_pool_with_history(210)
    before = everything()

    call_command("tune_ratings", "--pool", str(pool.pk))
    assert everything() == before
    reported = json.loads(capsys.readouterr().out.splitlines()[-2])
    call_command("tune_ratings", "--pool", str(pool.pk), "--apply")

    pool.refresh_from_db()
    assert pool.params == reported
    assert (pool.params["version"], pool.dirty_from) == (2, DAY)
    assert AuditEntry.objects.get(action="rating_pool.changed").after["params"] == reported
    assert "is computed by version 2 from the next refresh on." in capsys.readouterr().out
    assert refresh_dirty_pools(now=NOW).written > 0
