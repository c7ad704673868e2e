"""Pictures that are handed out with a question: read by what they are, written anew, kept beside the question."""

from __future__ import annotations

import hashlib
import io
import struct
import threading
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from PIL import Image, ImageFile, ImageOps

from chgk.formats.package import clean_line
from chgk.models import QuestionImage
from chgk.rules.sizes import MOST_PICTURES
from chgk.services.bank_questions import count_picture, lock_question
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.locks import write_lock

LARGEST = 8 * 1024 * 1024  # bytes of a file
MOST_PIXELS = 24_000_000  # of a picture once it is unpacked
LONGEST_SIDE = 2000  # pixels; larger ones are made smaller
LONGEST_DESCRIPTION = 300
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
_BROKEN = (OSError, ValueError, SyntaxError, EOFError, struct.error, OverflowError, Image.DecompressionBombError)

_loading = threading.Lock()


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is kept: no metadata, nothing of the file that was sent."""

    media_type: str
    width: int
    height: int
    data: bytes


def read_picture(data: bytes) -> Picture:
    """The first frame of a PNG, JPEG, WebP or GIF, the right way up, written anew.

    Refused (§4.1.1): anything else, whatever its name says, SVG too; a file or a picture that is too large.
    """
    if len(data) > LARGEST:
        raise Refusal("4.1.1", "picture_too_heavy", {"most": LARGEST // 1024 // 1024})
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise Refusal("4.1.1", "picture_too_large", {"most": MOST_PIXELS // 1_000_000})
            keeps_photo = opened.format in ("JPEG", "WEBP")
            opened.seek(0)
            _load_whole(opened)
            image = ImageOps.exif_transpose(opened)
            return _write(image, is_photo=keeps_photo)
    except _BROKEN as error:
        raise Refusal("4.1.1", "picture_unreadable", {}) from error


def put_image(*, question_id: int, name: str, data: bytes, description: str, actor: Actor) -> QuestionImage:
    """Adds a picture at the end of the question's own; the same one again only changes its description.

    Refused: what :func:`read_picture` refuses, a description that is too long, a fifth picture, a package whose texts
    stand. Raises Question.DoesNotExist.
    """
    words = clean_line(description.replace("\x00", ""))
    if len(words) > LONGEST_DESCRIPTION:
        most, length = LONGEST_DESCRIPTION, len(words)
        raise Refusal("4.1.1", "picture_description_too_long", {"most": most, "length": length})
    picture = read_picture(data)  # slow, so before anything is locked
    digest = hashlib.sha256(picture.data).hexdigest()
    with write_lock(), transaction.atomic():
        question = lock_question(question_id)
        row = question.images.filter(digest=digest).first()
        if row is not None:
            if row.description == words:
                return row
            row.description = words
            row.save(update_fields=["description"])
        else:
            if question.images.count() >= MOST_PICTURES:
                raise Refusal("4.1.1", "pictures_too_many", {"most": MOST_PICTURES})
            last = question.images.aggregate(last=Max("position"))["last"]
            row = QuestionImage.objects.create(
                question=question,
                position=0 if last is None else last + 1,
                name=clean_line(name.replace("\x00", ""))[-200:] or "?",
                description=words,
                media_type=picture.media_type,
                width=picture.width,
                height=picture.height,
                data=picture.data,
                digest=digest,
            )
        count_picture(question, actor, "put_picture")
    return row


def remove_image(*, question_id: int, image_id: int, actor: Actor) -> None:
    """Takes a picture away; one that is gone already stays gone. Refused once the texts of its package stand."""
    with write_lock(), transaction.atomic():
        question = lock_question(question_id)
        gone, _rows = question.images.filter(pk=image_id).delete()
        if gone:
            count_picture(question, actor, "remove_picture")


def _load_whole(image: Image.Image) -> None:
    """Refuses a picture that was cut off, also after a PDF was drawn: that sets Pillow to forgive them, everywhere."""
    with _loading:
        forgiving, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
        try:
            image.load()
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = forgiving


def _write(image: Image.Image, *, is_photo: bool) -> Picture:
    """PNG, or JPEG for what came as a photograph and lets nothing shine through."""
    if image.mode.startswith("I"):  # 16 bits of grey
        image = image.convert("I").point(lambda level: level / 256).convert("L")
    see_through = image.has_transparency_data
    plain = image.convert("RGBA" if see_through else "RGB")
    plain.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    clean = Image.new(plain.mode, plain.size)
    clean.paste(plain)  # the pixels alone: no profile, no comment, no place where it was taken
    out = io.BytesIO()
    if is_photo and not see_through:
        clean.save(out, "JPEG", quality=88, optimize=True)
        return Picture("image/jpeg", clean.width, clean.height, out.getvalue())
    clean.save(out, "PNG", optimize=True)
    return Picture("image/png", clean.width, clean.height, out.getvalue())
