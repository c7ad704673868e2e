"""What stands in a ballot while the vote goes on: in the table it is sealed, for dumps, backups and statement logs.

A sealed choice is a nonce, the place of the chosen player in the line-up under a pad, and a check. Pad and check come
of the server's secret key, the vote and the voter; whatever is chosen, it has the same length.
"""

from __future__ import annotations

import secrets

from django.utils.crypto import constant_time_compare, salted_hmac

_SALT = "chgk.ballot_box"
_NONCE, _COVER = 16, 2  # hexadecimal digits
_CHECK = 16


def seal_choice(*, vote_id: int, voter: str, place: int) -> str:
    """The choice of the player at ``place`` (0 to 255), readable by :func:`unseal_choice` alone."""
    nonce = secrets.token_hex(_NONCE // 2)
    cover = f"{place ^ _digest('pad', vote_id, voter, nonce)[0]:0{_COVER}x}"
    return nonce + cover + _check(vote_id, voter, nonce + cover)


def unseal_choice(*, vote_id: int, voter: str, sealed: str) -> int | None:
    """The place of the chosen player; None for what nobody sealed for this voter with this server's key."""
    nonce, cover, check = sealed[:_NONCE], sealed[_NONCE : _NONCE + _COVER], sealed[_NONCE + _COVER :]
    if not constant_time_compare(check, _check(vote_id, voter, nonce + cover)):
        return None
    return int(cover, 16) ^ _digest("pad", vote_id, voter, nonce)[0]


def _check(vote_id: int, voter: str, text: str) -> str:
    return _digest("check", vote_id, voter, text).hex()[:_CHECK]


def _digest(what: str, vote_id: int, voter: str, text: str) -> bytes:
    return salted_hmac(f"{_SALT}.{what}", f"{vote_id}:{len(voter)}:{voter}:{text}", algorithm="sha256").digest()
