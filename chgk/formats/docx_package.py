"""The outside of a .docx file: a zip that is looked through before anything in it is believed.

Nothing is unpacked to disk and nothing is fetched; a document that would become too large, or that brings its own
entities, is refused before it is parsed.
"""

from __future__ import annotations

import io
import zipfile
import zlib

from chgk.formats.problems import fatal

MOST_BYTES = 20_000_000
MOST_ENTRIES = 2_000
MOST_UNPACKED = 60_000_000
LARGEST_PART = 20_000_000  # of XML; pictures have their own limit
MOST_RATIO = 300  # ordinary XML is packed to a tenth; a bomb to a thousandth

DOCUMENT = "word/document.xml"
_ENTITIES = (b"<!DOCTYPE", b"<!ENTITY")


def is_docx(data: bytes) -> bool:
    """Whether this is a Word document (and not another zip, or no zip at all)."""
    if not data.startswith(b"PK"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "[Content_Types].xml" in archive.namelist() and DOCUMENT in archive.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError):
        return False


def check_package(data: bytes) -> None:
    """FormatError if the file is damaged, locked, too large, or prepared to hurt who opens it."""
    if len(data) > MOST_BYTES:
        raise fatal("file_too_large", most=MOST_BYTES, bytes=len(data))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_archive(archive)
    except (zipfile.BadZipFile, zlib.error, ValueError, NotImplementedError, EOFError, RuntimeError, OSError) as error:
        raise fatal("docx_damaged") from error


def _check_archive(archive: zipfile.ZipFile) -> None:
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES or sum(entry.file_size for entry in entries) > MOST_UNPACKED:
        raise fatal("docx_bomb")
    for entry in entries:
        if entry.flag_bits & 1:
            raise fatal("docx_locked")
        if entry.file_size > 100_000 and entry.file_size > entry.compress_size * MOST_RATIO:
            raise fatal("docx_bomb")
        if not entry.filename.endswith((".xml", ".rels")):
            continue
        if entry.file_size > LARGEST_PART:
            raise fatal("docx_bomb")
        content = archive.read(entry).replace(b"\0", b"")  # without the NULs of UTF-16
        if any(mark in content for mark in _ENTITIES):
            raise fatal("docx_entities")
