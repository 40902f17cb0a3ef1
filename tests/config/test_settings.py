import os
import subprocess
import sys

import pytest
from django.core.management import call_command

from config.embedded import paths

PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "SECRET_KEY": "x7!kq" * 12 + "abcdefghij",
    "ALLOWED_HOSTS": "club.example, .games.example",
    "DATABASE_URL": "postgresql://somebody@db.example/tournaments",
    "REDIS_URL": "redis://broker.example/0",
}


def manage(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=paths.CHECKOUT,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def setting(expression, **environment):
    result = manage("shell", "-v", "0", "-c", f"from django.conf import settings; print({expression})", **environment)
    assert result.stderr == ""
    return result.stdout.strip()


def test_production_is_ready_to_deploy():
    result = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)

    assert (result.returncode, result.stderr) == (0, "")
    assert "no issues" in result.stdout


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL"])
def test_production_refuses_to_start_without(missing):
    result = manage("check", **{**PRODUCTION, missing: ""})

    assert result.returncode == 1
    assert result.stderr == f"Wrongly configured: production needs {missing} in the environment.\n"


def test_production_trusts_the_origins_of_its_hosts():
    assert setting("settings.CSRF_TRUSTED_ORIGINS", **PRODUCTION) == str(
        ["https://club.example", "https://*.games.example"]
    )


def test_dev_without_servers_finds_the_embedded_ones(tmp_path):
    shown = setting(
        "settings.DATABASES['default']['HOST'], settings.CACHES['default']['LOCATION'], settings.DEBUG",
        DATA_DIR=str(tmp_path),
    )

    assert shown == f"{paths.postgres_socket_dir(tmp_path)} {paths.redis_url(tmp_path)} False"


def test_dev_sends_letters_only_where_it_is_said_what_they_may_link_to(tmp_path):
    given = {"DATA_DIR": str(tmp_path), "EMAIL_HOST": "mail.example"}

    refused = manage("check", **given)
    hosts = setting("settings.ALLOWED_HOSTS", ALLOWED_HOSTS="club.example", **given)

    assert (refused.returncode, "EMAIL_HOST needs ALLOWED_HOSTS" in refused.stderr) == (1, True)
    assert hosts == "['club.example', 'localhost', '127.0.0.1']"


def test_dev_uses_what_it_is_given(tmp_path):
    environment = {
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": "postgresql://somebody@db.example/tournaments",
        "REDIS_URL": "redis://broker.example/3",
        "DEBUG": "1",
    }

    shown = setting(
        "settings.DATABASES['default']['HOST'], settings.CELERY_BROKER_URL, settings.CACHES['default']['LOCATION'],"
        "settings.DEBUG",
        **environment,
    )

    assert shown == "db.example redis://broker.example/3 redis://broker.example/3 True"


def test_dev_in_a_folder_that_is_none_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "file").touch()

    result = manage("up", DATA_DIR=str(tmp_path / "file"))

    assert result.returncode == 1
    assert result.stderr == f"Wrongly configured: DATA_DIR {tmp_path}/file is no folder.\n"


def test_static_files_refer_to_files_that_exist(tmp_path, settings):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"},
    }

    call_command("collectstatic", interactive=False, verbosity=0)

    assert (tmp_path / "staticfiles.json").exists()
