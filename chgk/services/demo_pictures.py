"""The demo's pictures: drawn here, so that no file has to be carried along."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence

from PIL import Image, ImageDraw

from chgk.models import Question, QuestionImage
from chgk.services.bank_pictures import read_picture

SIZE = (640, 400)


def plant_flag(question: Question, *, bands: Sequence[str], description: str) -> QuestionImage:
    """A flag of horizontal bands, from the top down, as something to hand out with the question."""
    flag, height = Image.new("RGB", SIZE), SIZE[1] // len(bands)
    pen = ImageDraw.Draw(flag)
    for place, colour in enumerate(bands):
        pen.rectangle((0, place * height, SIZE[0], (place + 1) * height), fill=colour)
    sent = io.BytesIO()
    flag.save(sent, "PNG")
    picture = read_picture(sent.getvalue())
    return QuestionImage.objects.create(
        question=question,
        name="flag.png",
        description=description,
        media_type=picture.media_type,
        width=picture.width,
        height=picture.height,
        data=picture.data,
        digest=hashlib.sha256(picture.data).hexdigest(),
    )
