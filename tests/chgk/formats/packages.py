"""Packages that hypothesis makes up: every kind of text that could be taken for something else is in them."""

from __future__ import annotations

import base64

import hypothesis.strategies as st

from chgk.formats.package import (
    Image,
    Kind,
    ParsedPackage,
    ParsedQuestion,
    Tour,
    clean_package,
)

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

TRICKY = (
    "Ответ: сова",
    "Вопрос 5: почему",
    "Вопрос № 3.",
    "Вопрос снят",
    "Незачёт: филин",
    "ушами. Незачёт: филин",
    "Источник(и): нет",
    "Категория: 2",
    "2 тур",
    "Тур 1",
    "Тур: последний",
    "Редактор — сова",
    "Редактор: сова. Редактор: сыч",
    "Рейтинг: 5/7",
    "Дуплет. Две совы",
    "Блиц",
    "1. первая",
    "2. вторая",
    "3) третья",
    "1.",
    "17",
    "- тире",
    "— тире",
    "• точка",
    "* звезда",
    "? вопрос",
    "! восклицание",
    "!= не равно",
    "= равно",
    "/ черта",
    "^ крышка",
    "@ улитка",
    "> стрелка",
    "# решётка",
    "## две",
    "### три",
    "#EDITOR сова",
    "№ 5",
    "№№ 5",
    "№",
    "№5",
    "#",
    "\\",
    "\\\\",
    "\\_",
    "C:\\new\\_x",
    "_курсив_",
    "__жирный__ и _",
    "a_b_c",
    "~нет~",
    "(img сова.png)",
    "(pic: сова.png)",
    "(screen а|б)",
    "(hidden-comment тайна)",
    "(PAGEBREAK)",
    "4SCOUNTER",
    "<раздатка>",
    "</раздатка>",
    "<раздатка>перо</раздатка>",
    "[Раздаточный материал: перо]",
    "[Раздаточный материал:",
    "Раздаточный материал: перо",
    "[ПРОПУСК]",
    "]",
    "[",
    "&amp;",
    "&eacute;",
    "&#1089;ова",
    "AT&T",
    "a &nbsp b",
    "«ёлочки» „лапки“ \"прямые\" 'один'",
    "🦉 сова 👩‍👩‍👧",
    "\u202eשלום",
    "زينب",
    "http://example.org/a_b_(c)?x=%D0%B0&amp;y=1#z...",
    "<b>жирно</b> {{ 7 }} =1+1",
    "а, б и в",
    "Иван Сыч (Минск), в редакции Петра Филина",
    "И. И. Сыч",
    "Иван Сыч.",
    "Пакет второй. Редактор: сыч",
    "Пакет: второй",
    "Инфо:",
    "Дата: 1 мая",
    "не указан",
)
LETTERS = st.text(
    alphabet=st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp", "Cn", "Co"))
    | st.sampled_from('абвё.,:;()[]_-"«»'),
    max_size=12,
)
PIECES = st.sampled_from(TRICKY) | LETTERS
LINES = st.lists(PIECES, min_size=1, max_size=3).map(" ".join) | st.sampled_from(TRICKY)
TEXTS = st.just("") | st.lists(LINES | st.just(""), min_size=1, max_size=4).map("\n".join)
FILLED = st.lists(LINES, min_size=1, max_size=3).map("\n".join)
NAMES = st.sampled_from(["сова.png", "a_b (1).png", "20080328.jpg"])


def questions(*, with_data: bool) -> st.SearchStrategy[ParsedQuestion]:
    """Questions, whole and unfinished."""
    images = st.builds(Image, NAMES, st.just(PNG) if with_data else st.just(b""))
    return st.builds(
        ParsedQuestion,
        number=st.none() | st.integers(0, 40),
        category=st.none() | st.integers(1, 3),
        text=TEXTS,
        handout=TEXTS,
        images=st.lists(images, max_size=2, unique_by=lambda image: image.name).map(tuple),
        answer=TEXTS,
        accepted=TEXTS,
        rejected=TEXTS,
        comment=TEXTS,
        sources=st.lists(FILLED, max_size=3).map(tuple),
        authors=st.lists(FILLED, max_size=3).map(tuple),
        kind=st.sampled_from(Kind),
        removed=st.none() | st.just("") | st.sampled_from(["ошибка в факте", "по апелляции"]),
        extra=st.lists(st.tuples(st.sampled_from(["Рейтинг", "Копирайт"]), FILLED), max_size=2).map(tuple),
    )


def packages(*, with_data: bool = False) -> st.SearchStrategy[ParsedPackage]:
    """Packages in their clean form."""
    tours = st.builds(
        Tour,
        title=LINES | st.just("") | st.sampled_from(["1 тур", "Тур 2. Перья"]),
        editors=TEXTS,
        info=TEXTS,
        questions=st.lists(questions(with_data=with_data), max_size=3).map(tuple),
    )
    return st.builds(
        ParsedPackage,
        title=LINES | st.just(""),
        editors=TEXTS,
        date=st.sampled_from(["", "00-Oct-2008", "2026-11-30"]),
        info=TEXTS,
        extra=st.lists(st.tuples(st.sampled_from(["URL", "Копирайт"]), LINES), max_size=1).map(tuple),
        tours=st.lists(tours, min_size=1, max_size=2).map(tuple),
    ).map(clean_package)
