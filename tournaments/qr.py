"""QR codes as drawings inside the page: dark on white in both rooms, since cameras want it so."""

from __future__ import annotations

import io

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_svg(text: str) -> SafeString:
    """An SVG of the code; decorative to screen readers, the address stands beside it."""
    drawing = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawing,
        kind="svg",
        xmldecl=False,
        svgns=False,
        omitsize=True,
        border=3,
        dark="#000",
        light="#fff",
        svgclass="qr",
        lineclass=None,
        nl=False,
    )
    svg = drawing.getvalue().decode("utf-8")
    # segno draws dots and nothing else: no part of the text stands in the SVG.
    return mark_safe(svg.replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1))  # noqa: S308
