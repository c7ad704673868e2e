"""Word documents: lists, soft breaks, tables, pictures, insertions; and documents that are made to hurt."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import docx
import pytest
from docx.document import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from chgk.formats.detect import read_file
from chgk.formats.docx_package import MOST_ENTRIES
from chgk.formats.problems import Reading
from tests.chgk.formats.packages import PNG


def saved(document: Document) -> bytes:
    output = io.BytesIO()
    document.save(output)
    return output.getvalue()


def read(make: Callable[[Document], None]) -> Reading:
    document = docx.Document()
    make(document)
    reading = read_file(saved(document))
    assert reading.format == "docx"
    return reading


def paragraphs(*texts: str) -> Callable[[Document], None]:
    def make(document: Document) -> None:
        for text in texts:
            document.add_paragraph(text)

    return make


def test_soft_line_breaks_are_line_breaks() -> None:
    (question,) = read(
        paragraphs("Вопрос 1. \nПервая строка\nвторая.", "Ответ: сова\nКомментарий: да\nИсточник: атлас\nАвтор: И. Сыч")
    ).package.questions
    assert (question.text, question.answer, question.comment) == ("Первая строка\nвторая.", "сова", "да")
    assert (question.sources, question.authors) == (("атлас",), ("И. Сыч",))


def test_sources_in_a_numbered_list_and_its_numbers() -> None:
    def make(document: Document) -> None:
        for start in ("Первый", "Второй"):
            document.add_paragraph(f"Вопрос. {start}?" if start == "Первый" else "Вопрос.\nВторой?")
            document.add_paragraph("Ответ: сова")
            document.add_paragraph("Источники:")
            for source in ("Атлас птиц", "http://example.org/a_b_c"):
                document.add_paragraph(source, style="List Number")
            document.add_paragraph("Автор: И. Сыч")

    reading = read(make)
    assert [question.sources for question in reading.package.questions] == [
        ("Атлас птиц", "http://example.org/a_b_c")
    ] * 2


def test_sources_with_bullets() -> None:
    def make(document: Document) -> None:
        paragraphs("Вопрос 1.", "Кто?", "Ответ: сова", "Источники:")(document)
        for source in ("Атлас птиц", "Словарь"):
            document.add_paragraph(source, style="List Bullet")

    assert read(make).package.questions[0].sources == ("Атлас птиц", "Словарь")


def test_a_table_with_a_label_in_one_cell_and_the_text_in_the_next() -> None:
    def make(document: Document) -> None:
        table = document.add_table(rows=4, cols=2)
        rows = [("Категория:", "2"), ("Вопрос № 1:", "Кто не спит?"), ("Ответ:", "сова"), ("Источник(и):", "атлас")]
        for row, texts in zip(table.rows, rows, strict=True):
            for cell, text in zip(row.cells, texts, strict=True):
                cell.text = text

    (question,) = read(make).package.questions
    assert (question.category, question.text, question.answer) == (2, "Кто не спит?", "сова")
    assert question.sources == ("атлас",)


def test_pictures_are_handouts_and_stay_with_their_comment() -> None:
    other = PNG + b"\0"

    def make(document: Document) -> None:
        paragraphs("Вопрос 1.", "Кто это?")(document)
        document.add_paragraph().add_run().add_picture(io.BytesIO(PNG))
        paragraphs("Ответ: сова", "Комментарий: вот она:")(document)
        document.add_paragraph().add_run().add_picture(io.BytesIO(other))

    (question,) = read(make).package.questions
    assert [image.data for image in question.images] == [PNG, other]
    assert question.text == "Кто это?" and question.comment == f"вот она:\n(pic: {question.images[1].name})"


def test_a_linked_picture_is_named_and_not_fetched() -> None:
    def make(document: Document) -> None:
        paragraphs("Вопрос 1.", "Кто это?", "Ответ: сова")(document)
        address = "http://example.org/tracker.png"
        kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"
        relation = document.part.relate_to(address, kind, is_external=True)
        spaces = nsdecls("w", "a", "r", "wp", "pic")
        drawing = f'<w:r {spaces}><w:drawing><wp:inline><a:blip r:link="{relation}"/></wp:inline></w:drawing></w:r>'
        document.paragraphs[1]._p.append(parse_xml(drawing))

    assert [problem.code for problem in read(make).problems] == ["image_is_link"]


def test_insertions_count_and_deletions_do_not() -> None:
    def make(document: Document) -> None:
        paragraphs("Вопрос 1.", "Кто ", "Ответ: сова")(document)
        xml = f"<w:ins {nsdecls('w')}><w:r><w:t>не спит?</w:t></w:r></w:ins>"
        gone = f"<w:del {nsdecls('w')}><w:r><w:delText>спит?</w:delText></w:r></w:del>"
        document.paragraphs[1]._p.append(parse_xml(gone))
        document.paragraphs[1]._p.append(parse_xml(xml))

    assert read(make).package.questions[0].text == "Кто не спит?"


def rewritten(change: Callable[[str, bytes], bytes], extra: int = 0) -> bytes:
    document = docx.Document()
    paragraphs("Вопрос 1.", "Кто?", "Ответ: сова")(document)
    output = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(saved(document))) as old, zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.namelist():
            new.writestr(entry, change(entry, old.read(entry)))
        for number in range(extra):
            new.writestr(f"word/x{number}.bin", b"")
    return output.getvalue()


def changed(old: bytes, new: bytes) -> Callable[[str, bytes], bytes]:
    return lambda name, data: data.replace(old, new) if name == "word/document.xml" else data


BODY = b"<w:body>"
LAUGHS = b'<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><w:document'
NESTED = b"<w:tbl><w:tr><w:tc>" * 12 + b"<w:p/>" + b"</w:tc></w:tr></w:tbl>" * 12
DEEP = b"<w:p>" + b"<w:r>" * 400 + b"</w:r>" * 400 + b"</w:p>"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (rewritten(changed(b"<w:document", LAUGHS)), "docx_entities"),
        (rewritten(changed(BODY, BODY + b"<w:p><w:r><w:t>" + b"a" * 15_000_000 + b"</w:t></w:r></w:p>")), "docx_bomb"),
        (rewritten(changed(BODY, BODY + NESTED)), "docx_too_deep"),
        (rewritten(changed(BODY, BODY + DEEP)), "docx_damaged"),
        (rewritten(changed(BODY, b"<w:body")), "docx_damaged"),
        (rewritten(lambda name, data: b"" if name.endswith("rels") else data), "docx_damaged"),
        (rewritten(lambda name, data: data, extra=MOST_ENTRIES), "docx_bomb"),
        (rewritten(lambda name, data: data)[:-30], "foreign_file"),
    ],
    ids=["entities", "bomb", "tables", "deep", "no XML", "no relations", "entries", "cut off"],
)
def test_a_document_that_is_damaged_or_dangerous_is_refused(data: bytes, code: str) -> None:
    assert [problem.code for problem in read_file(data).problems] == [code]


def test_a_whole_document_is_still_read_after_being_packed_anew() -> None:
    assert read_file(rewritten(lambda name, data: data)).package.questions[0].answer == "сова"
