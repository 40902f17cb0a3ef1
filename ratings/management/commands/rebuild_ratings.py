"""``manage.py rebuild_ratings [--verify] [--pool N]``: replay the ratings from the first result on."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from ratings.models import RatingPool
from ratings.services.rebuild import rebuild_pool, reread_results
from ratings.services.verifying import verify_pool


class Command(BaseCommand):
    help = "Replay all results and store the states anew, or with --verify only compare them with what is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--verify", action="store_true", help="compare, write nothing, fail if anything differs")
        parser.add_argument("--pool", type=int, help="only the pool with this number")

    def handle(self, *_args: Any, **options: Any) -> None:
        pools = RatingPool.objects.order_by("pk")
        if options["pool"] is not None:
            pools = pools.filter(pk=options["pool"])
            if not pools:
                raise CommandError(f"There is no rating pool {options['pool']}.")
        work = self._is_clean if options["verify"] else self._rebuild
        outcomes = [work(pool) for pool in pools]
        if not all(outcomes):
            raise CommandError(
                "Stored ratings differ from the replay of the results, or lists from what was published."
            )

    def _rebuild(self, pool: RatingPool) -> bool:
        reread_results(pool_id=pool.pk, now=timezone.now())
        states = rebuild_pool(pool_id=pool.pk, now=timezone.now())
        self.stdout.write(f"{pool}: {states} states made anew")
        return True

    def _is_clean(self, pool: RatingPool) -> bool:
        found = verify_pool(pool_id=pool.pk)
        self.stdout.write(
            f"{pool}: {found.results_differ} of {found.results} results differ, "
            f"{found.states_differ} of {found.states} states differ, {found.lists_differ} published lists differ"
        )
        return found.is_clean
