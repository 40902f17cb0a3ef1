from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command

from tests.accounts import switch_on
from tests.factories import make_user
from tournaments.models import AuditEntry

pytestmark = pytest.mark.django_db

COMMAND = "switch_off_second_factor"


def test_whoever_lost_the_phone_gets_in_by_password_again_and_nobody_else(capsys):
    olga, ona = make_user("olga"), make_user("ona")
    for user in (olga, ona):
        switch_on(user)

    call_command(COMMAND, "olga")

    assert capsys.readouterr().out == "The password alone lets olga in now.\n"
    assert {row.user_id for row in Authenticator.objects.all()} == {ona.pk}
    [row] = AuditEntry.objects.all()
    assert (row.action, row.subject, row.user_id) == ("account.second_factor_off", f"user {olga.pk}", None)


@pytest.mark.parametrize(("name", "said"), [("eve", "no user eve"), ("olga", "olga has no second factor")])
def test_somebody_who_is_not_there_or_has_none_changes_nothing(name, said):
    make_user("olga")

    with pytest.raises(CommandError, match=said):
        call_command(COMMAND, name)
    assert not AuditEntry.objects.exists()
