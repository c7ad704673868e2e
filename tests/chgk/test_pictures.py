"""Pictures as they are kept: read by what they are, written anew."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from chgk.services.bank_pictures import read_picture
from tests.chgk.bank import picture_bytes
from tests.chgk.test_seasons import refused
from tournaments.rules.engine import Refusal


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "picture_unreadable"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "picture_unreadable"),
        (picture_bytes()[:60], "picture_unreadable"),
        (picture_bytes("BMP"), "picture_unreadable"),
        (picture_bytes(size=(6000, 4001)), "picture_too_large"),
        (b"\x89PNG" + bytes(8 * 1024 * 1024), "picture_too_heavy"),
    ],
)
def test_only_pictures_of_a_sane_size_are_taken(data, code):
    assert refused(read_picture, data=data) == ("4.1.1", code)


@pytest.mark.parametrize(("kind", "kept"), [("PNG", "png"), ("GIF", "png"), ("JPEG", "jpeg"), ("WEBP", "jpeg")])
def test_a_picture_is_written_anew_upright_and_without_its_history(kind, kept):
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "secret place"  # turned by a quarter
    more: dict[str, Any] = {} if kind == "GIF" else {"exif": exif}
    sent = picture_bytes(kind, **more)
    picture = read_picture(sent + b"<script>secret tail</script>")
    assert picture.media_type == f"image/{kept}"
    assert (picture.width, picture.height) == ((40, 20) if kind == "GIF" else (20, 40))
    assert b"secret" not in picture.data
    large = read_picture(picture_bytes(kind, size=(3000, 30)))
    assert large.width == 2000


def test_a_picture_that_was_cut_off_is_refused_after_a_pdf_was_drawn_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("PIL.ImageFile.LOAD_TRUNCATED_IMAGES", True)  # as WeasyPrint leaves it behind
    with pytest.raises(Refusal, match="picture_unreadable"):
        read_picture(picture_bytes()[:60])
