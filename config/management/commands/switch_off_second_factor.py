"""``manage.py switch_off_second_factor NAME``: for somebody who has lost the phone and the paper with the codes."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from tournaments.actors import SYSTEM
from tournaments.services import audit


class Command(BaseCommand):
    """The password alone lets the user in again, and where a second factor is required they set up another one."""

    help = "Switches the second factor of the user NAME off. Make sure who asks before you do it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")

    @transaction.atomic(durable=True)
    def handle(self, *_args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            detail = f"There is no user {options['name']}."
            raise CommandError(detail)
        rows = Authenticator.objects.filter(user=user)
        if not rows.filter(type=Authenticator.Type.TOTP).exists():
            detail = f"{user.username} has no second factor."
            raise CommandError(detail)
        rows.delete()
        audit.record(SYSTEM, "account.second_factor_off", f"user {user.pk}", now=timezone.now())
        self.stdout.write(f"The password alone lets {user.username} in now.")
