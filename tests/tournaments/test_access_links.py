"""Private links: derived, reissued, revoked, expired."""

import datetime
from unittest.mock import patch

import pytest
from django.utils import timezone

from tournaments.models import AccessLink, AuditEntry
from tournaments.services.access_links import (
    LinkExpired,
    LinkRevoked,
    LinkUnknown,
    issue_link,
    link_token,
    redeem_token,
    reissue_link,
    revoke_link,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def link(game, host):
    return issue_link(game_id=game.pk, role="captain", team="red", player="p1", name="Ruda", actor=host)


def test_a_link_opens_its_seat_as_often_as_it_is_used(link):
    token = link_token(link)
    first = redeem_token(token)
    assert first == link and first.first_used_at is not None
    assert redeem_token(token).first_used_at == first.first_used_at


def test_the_table_holds_no_token(link):
    token = link_token(link)
    secret = token.split(".")[1]
    assert len(secret) == 32
    assert not any(secret in str(value) for value in AccessLink.objects.values_list().get())
    assert not any(secret in str(entry.details) for entry in AuditEntry.objects.all())
    assert link_token(AccessLink.objects.get()) == token


def test_a_reissued_link_revokes_what_was_printed(link, host, django_capture_on_commit_callbacks):
    old = link_token(link)
    with patch("tournaments.live.hub.end") as end, django_capture_on_commit_callbacks(execute=True):
        new = link_token(reissue_link(link_id=link.pk, actor=host))
    end.assert_called_once_with(link.game_id, "revoked", seat=f"seat:{link.pk}")
    with pytest.raises(LinkRevoked) as revoked:
        redeem_token(old)
    assert revoked.value.link == link
    assert redeem_token(new) == link


def test_a_revoked_link_is_shut_until_it_is_issued_again(link, host, django_capture_on_commit_callbacks):
    with patch("tournaments.live.hub.end") as end, django_capture_on_commit_callbacks(execute=True):
        revoke_link(link_id=link.pk, actor=host)
        revoke_link(link_id=link.pk, actor=host)
    assert end.called
    with pytest.raises(LinkRevoked):
        redeem_token(link_token(link))
    redeem_token(link_token(reissue_link(link_id=link.pk, actor=host)))
    actions = AuditEntry.objects.filter(action__endswith="link").order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["issue_link", "revoke_link", "reissue_link"]


def test_an_expired_link_is_shut(game, host):
    late = timezone.now() - datetime.timedelta(seconds=1)
    link = issue_link(game_id=game.pk, role="player", team="red", expires_at=late, actor=host)
    with pytest.raises(LinkExpired):
        redeem_token(link_token(link))


def test_guesses_and_forgeries_are_unknown(link, game, host):
    other = issue_link(game_id=game.pk, role="host", actor=host)
    token = link_token(link)
    number, secret = token.split(".")
    forged = [
        "",
        "x",
        "1-1." + "A" * 32,
        token[:-1],
        token + "A",
        f"{other.pk}-1.{secret}",
        f"{link.pk}-2.{secret}",
        f"9{number}.{secret}",
        token.replace("1", "１"),
        f"{number}.{secret[::-1]}",
    ]
    for text in forged:
        with pytest.raises(LinkUnknown):
            redeem_token(text)


def test_another_secret_key_opens_nothing(link, settings):
    token = link_token(link)
    settings.SECRET_KEY = "another"
    with pytest.raises(LinkUnknown):
        redeem_token(token)


def test_only_seats_are_issued(game, host):
    with pytest.raises(ValueError, match="system"):
        issue_link(game_id=game.pk, role="system", actor=host)
