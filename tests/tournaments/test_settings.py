"""Headers, cookies, logs and the environment."""

import contextlib
import io
import logging
import os
import stat
import subprocess
import sys
import threading
from ast import literal_eval
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404

from config.logs import RedactingFormatter, redact
from config.secret import read_or_make_secret
from tournaments.services.access_links import issue_link, link_token


@pytest.mark.django_db
def test_pages_carry_a_strict_policy(client):
    response = client.get("/join/")
    policy = dict(part.strip().split(" ", 1) for part in response["Content-Security-Policy"].split(";") if part.strip())
    assert policy["default-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert policy["img-src"] == "'self' data:"
    assert "unsafe" not in response["Content-Security-Policy"]
    assert response["X-Frame-Options"] == "DENY" and response["X-Content-Type-Options"] == "nosniff"
    assert client.get("/accounts/login/")["Referrer-Policy"] == "same-origin"


@pytest.mark.django_db
def test_nobody_signs_up(client, django_user_model):
    fields = {"username": "eve", "email": "e@example.org", "password1": "long-Enough-7", "password2": "long-Enough-7"}
    assert "signup" not in client.get("/accounts/login/").content.decode().lower().replace("/accounts/signup", "")
    client.post("/accounts/signup/", fields)
    assert not django_user_model.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("login", ["ela", "ela@example.org"])
def test_people_log_in_by_name_or_email(client, django_user_model, login):
    django_user_model.objects.create_user("ela", "ela@example.org", "long-Enough-7")
    assert client.post("/accounts/login/", {"login": login, "password": "long-Enough-7"}).status_code == 302
    assert "_auth_user_id" in client.session


@pytest.mark.django_db
def test_guessing_passwords_is_slowed_down(client, django_user_model):
    django_user_model.objects.create_user("ela", "ela@example.org", "long-Enough-7")
    for _ in range(12):
        client.post("/accounts/login/", {"login": "ela", "password": "wrong"})
    client.post("/accounts/login/", {"login": "ela", "password": "long-Enough-7"})
    assert "_auth_user_id" not in client.session


@pytest.mark.django_db
def test_a_login_never_lands_inside_a_panel(client):
    assert client.get("/games/new/").status_code == 302
    panel = client.get("/games/new/", headers={"HX-Request": "true"})
    assert (panel.status_code, panel["HX-Redirect"]) == (401, "/accounts/login/?next=/games/new/")


def test_argon2_comes_first():
    from config import settings

    assert settings.PASSWORD_HASHERS[0].endswith("Argon2PasswordHasher")


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("Not Found: /join/5-1.AbC_d-e/", "Not Found: /join/…/"),
        ('"GET /join/5-1.AbC HTTP/1.1" 302', '"GET /join/… HTTP/1.1" 302'),
        ("GET /live/stream?ticket=abc:def&x=1", "GET /live/stream?ticket=…&x=1"),
        ("Cookie: sessionid=abc; csrftoken=def", "Cookie: sessionid=…; csrftoken=…"),
        ("/games/7/join/", "/games/7/join/"),
    ],
)
def test_secrets_are_blotted_out(line, written):
    assert redact(line) == written


@pytest.mark.django_db
def test_no_log_line_holds_a_token(client, game, host, monkeypatch):
    link = issue_link(game_id=game.pk, role="captain", team="red", actor=host)
    token = link_token(link)
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(RedactingFormatter("{message}", style="{"))
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        client.get(f"/join/{token[:-1]}/")
        client.get(f"/join/{token}/more/")
        client.post(f"/join/{token}/")
        try:
            int(f"/join/{token}/")
        except ValueError:
            logging.getLogger("django.request").exception("Broken: %s", f"/join/{token}/")
    finally:
        root.removeHandler(handler)
    written = stream.getvalue()
    assert "Not Found: /join/…" in written and "Traceback" in written and token[:20] not in written


@pytest.mark.parametrize(("error", "traced"), [(PermissionDenied(), False), (Http404(), False), (ValueError(), True)])
def test_only_faults_of_the_program_are_traced(error, traced):
    record = logging.LogRecord("django.request", 30, "", 1, "Page: %s", ("/x/",), (type(error), error, None))
    written = RedactingFormatter("{message}", style="{").format(record)
    assert written.startswith("Page: /x/") and ("\n" in written) is traced and record.exc_info is not None


def test_every_logger_that_knows_addresses_ends_in_the_redacting_handler():
    for name in ("django.request", "django.server", "uvicorn.access", "uvicorn.error", "tournaments"):
        logger: logging.Logger | None = logging.getLogger(name)
        while logger is not None and logger.name != "root":
            assert not logger.handlers and logger.propagate, logger.name
            logger = logger.parent
    logs: Any = django_settings.LOGGING
    assert logs["formatters"]["line"]["()"] == "config.logs.RedactingFormatter"


def test_the_secret_key_is_made_once_and_kept_private(tmp_path):
    path = tmp_path / "var" / "secret_key"
    keys: list[str] = []
    threads = [threading.Thread(target=lambda: keys.append(read_or_make_secret(path))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(keys)) == 1 and len(keys[0]) > 60
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and list(path.parent.iterdir()) == [path]


def ask(environment, expression):
    code = f"from config import settings as s; print(({expression}))"
    environment = {"PATH": os.environ["PATH"], "SECRET_KEY": "x", **environment}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_environment_decides(tmp_path):
    var = {"SOWA_VAR": str(tmp_path)}
    assert (
        ask(var, "s.DEBUG, s.SOWA_DEMO, s.SESSION_COOKIE_SECURE, s.SECURE_HSTS_SECONDS") == "(False, False, False, 0)"
    )
    assert ask({**var, "SOWA_HTTPS": "1"}, "s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE") == "(True, True)"
    assert ask({**var, "SOWA_HTTPS": "1", "DEBUG": "1"}, "s.SESSION_COOKIE_SECURE") == "False"
    assert ask({**var, "REDIS_URL": "redis://h"}, "s.CACHES['default']['BACKEND']").endswith("RedisCache")
    assert ask({**var, "EMAIL_URL": "smtp://u:p@mail:25"}, "s.EMAIL_BACKEND, s.EMAIL_HOST").endswith("'mail')")
    postgres = {**var, "DATABASE_URL": "postgres://u@h/d"}
    assert (
        ask(postgres, "[s.DATABASES['default'][k] for k in ('CONN_MAX_AGE', 'CONN_HEALTH_CHECKS')]") == "[None, True]"
    )


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's own settings")
def test_sqlite_is_durable_and_takes_its_lock_at_once(tmp_path):
    own = connection.copy()  # as settings has it; the tests' own trusts the disk
    options = ask({"SOWA_VAR": str(tmp_path)}, "s.DATABASES['default']['OPTIONS']")
    own.settings_dict |= {"NAME": tmp_path / "own.sqlite3", "OPTIONS": literal_eval(options)}
    with contextlib.closing(own), own.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)
    assert own.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
