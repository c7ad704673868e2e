"""A picture as an answer: of the type that Sowa has written itself, and nothing that a browser could run."""

from __future__ import annotations

from django.http import HttpResponse

from chgk.models import QuestionImage

TYPES = ("image/png", "image/jpeg")


def picture_response(image: QuestionImage, *, is_public: bool = False) -> HttpResponse:
    """``is_public``: everybody may know it for good, so that browsers may keep it; else it is stored nowhere."""
    response = HttpResponse(
        bytes(image.data), content_type=image.media_type if image.media_type in TYPES else "application/octet-stream"
    )
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Content-Disposition"] = f'inline; filename="handout-{image.pk}.{image.media_type.rpartition("/")[2]}"'
    response["Cache-Control"] = "public, max-age=86400, immutable" if is_public else "private, no-store"
    return response
