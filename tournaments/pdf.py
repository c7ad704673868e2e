"""Pages as PDF by WeasyPrint, where it is installed (requirements-pdf.txt); a printer does as well where it is not."""

from __future__ import annotations

import mimetypes
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders

BASE = "http://sowa.invalid/"  # a host that cannot exist: addresses on the page are looked up here, never out there


class NoPdf(Exception):
    """WeasyPrint is not installed, or the libraries that it draws with are not."""


def is_pdf_possible() -> bool:
    """Whether it is worth while to offer a PDF."""
    return find_spec("weasyprint") is not None


def make_pdf(html: str) -> bytes:
    """The page as a document; raises :class:`NoPdf`. Style sheets and fonts come from our static files only."""
    try:
        import weasyprint  # an extra
        from weasyprint.urls import URLFetcher, URLFetcherResponse
    except (ImportError, OSError) as error:  # OSError: Pango is missing
        raise NoPdf(str(error)) from error

    class StaticFetcher(URLFetcher):  # type: ignore[misc]  # an extra has no types here
        def fetch(self, url: str, headers: Any = None) -> Any:
            body, kind = read_static(url)
            return URLFetcherResponse(url, body, {"Content-Type": kind})

    document: bytes = weasyprint.HTML(string=html, base_url=BASE, url_fetcher=StaticFetcher()).write_pdf()
    return document


def read_static(url: str) -> tuple[bytes, str]:
    """What a page may load, with its type: a static file of ours. Anything else, above all the network, is refused."""
    parts = urlsplit(url)
    prefix = f"/{settings.STATIC_URL.strip('/')}/"
    path = unquote(parts.path)
    found = finders.find(path.removeprefix(prefix)) if url.startswith(BASE) and path.startswith(prefix) else None
    if not isinstance(found, str):
        raise ValueError(f"{url}: a document loads nothing from outside")
    return Path(found).read_bytes(), mimetypes.guess_type(found)[0] or "application/octet-stream"
