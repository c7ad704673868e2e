"""Files as people write them: each slip of a real file, with a text of our own, and where a careful reader puts it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chgk.formats.detect import read_file
from chgk.formats.package import Kind, ParsedQuestion
from chgk.formats.problems import Reading


def read(text: str, **more: str) -> Reading:
    return read_file(text.encode(), **more)


def only(text: str, **more: str) -> ParsedQuestion:
    (question,) = read(text, **more).package.questions
    return question


def codes(reading: Reading) -> list[tuple[str, int]]:
    return [(problem.code, problem.line) for problem in reading.problems]


FORM = """Категория: 1
Вопрос № 1: Какая птица слышит мышь под снегом?
Ответ: Сова
Комментарии: Засчитывать и «неясыть».
Источник(и): 1. https://ru.wikipedia.org/wiki/Серая_неясыть
2. Сыч А. Б. Совы. М.: Гнездо, 1989. С. 7.

Категория: 3
Вопрос № 2: Сколько шейных позвонков у совы?
Ответ: 14
Источник(и): Атлас птиц
"""


def test_the_form_of_the_rulebook() -> None:
    reading = read(FORM)
    first, second = reading.package.questions
    assert reading.format == "rulebook_form" and reading.problems == () and reading.unread == ()
    assert first == ParsedQuestion(
        number=1,
        category=1,
        text="Какая птица слышит мышь под снегом?",
        answer="Сова",
        comment="Засчитывать и «неясыть».",
        sources=("https://ru.wikipedia.org/wiki/Серая_неясыть", "Сыч А. Б. Совы. М.: Гнездо, 1989. С. 7."),
    )
    assert (second.number, second.category, second.answer, second.sources) == (2, 3, "14", ("Атлас птиц",))
    assert (first.line, second.line) == (2, 9)


@pytest.mark.parametrize(
    ("label", "part"),
    [
        ("Зачёт", "accepted"),
        ("Зачет", "accepted"),
        ("ЗАЧЁТ ", "accepted"),
        ("Незачёт", "rejected"),
        ("Незачет", "rejected"),
        ("Не зачёт", "rejected"),
        ("Комментарий", "comment"),
        ("Комментарии", "comment"),
        ("Коментарий", "comment"),
        ("Komentarz", "comment"),
        ("Uznajemy", "accepted"),
        ("Nie uznajemy", "rejected"),
    ],
)
def test_labels_with_and_without_yo_with_blanks_and_in_polish(label: str, part: str) -> None:
    question = only(f"Вопрос 1: ?\nОтвет: сова\n{label}: филин")
    assert getattr(question, part) == "филин" and question.answer == "сова"


@pytest.mark.parametrize(
    "label", ["Источник", "Источники", "Источник(и)", "Источник (и)", "Źródło", "Źródła", "Source"]
)
def test_every_spelling_of_sources(label: str) -> None:
    assert only(f"Вопрос 1: ?\nОтвет: сова\n{label} : атлас").sources == ("атлас",)


@pytest.mark.parametrize(
    "heading",
    ["Вопрос 7", "Вопрос 7.", "Вопрос 7:", "Вопрос №7 :", "Вопрос № 7.", "ВОПРОС N 7", "Pytanie 7.", "Pytanie nr 7:"],
)
def test_every_spelling_of_a_heading(heading: str) -> None:
    question = only(f"{heading}\nКто не спит?\nОтвет: сова")
    assert (question.number, question.text) == (7, "Кто не спит?")


def test_a_text_that_begins_with_the_word_question_is_a_text() -> None:
    text = "Вопрос задаёт сова.\nВопрос 5 сов интересует всех. Почему?"
    assert only(f"Вопрос 1.\n{text}\nОтвет: мышь").text == text


def test_answers_that_are_taken_apart_in_their_line() -> None:
    question = only("Вопрос 1: ?\nОтвет: Сова. Зачёт: филин; неясыть. Незачёт: сыч.\nИсточник: атлас")
    assert (question.answer, question.accepted, question.rejected) == ("Сова.", "филин; неясыть.", "сыч.")


def test_not_accepted_on_the_line_of_accepted_even_if_it_is_wrapped() -> None:
    text = """Вопрос 1:
Кто не спит ночью, а днём сидит в дупле, и глаза у него большие, жёлтые,
круглые, как две монеты, которые кто-то потерял в лесу?

Ответ:
Сова.

Зачет:
Филин, неясыть, любая ночная птица того же отряда, если её назвали точно
и без лишних слов (например, болотная сова). Незачет: Сыч, воробей или
сипуха.
"""
    question = only(text)
    assert question.accepted.endswith("(например, болотная сова).")
    assert question.rejected == "Сыч, воробей или сипуха."


@pytest.mark.parametrize("word", ["Разминочный вопрос", "Вопрос 0", "Разминка:", "Нулевой вопрос."])
def test_warm_ups(word: str) -> None:
    question = only(f"{word}\nСколько глаз у совы?\nОтвет: два")
    assert (question.number, question.kind, question.text) == (0, Kind.WARM_UP, "Сколько глаз у совы?")


@pytest.mark.parametrize(
    ("text", "answer", "kind"),
    [
        ("Дуплет. Два вопроса по тридцать секунд.\n1. Первая.\n2. Вторая.", "1. а\n2. б", Kind.DUPLET),
        ("Блиц.\n1. Первая.\n\n2. Вторая.\n\n3. Третья.", "1. а; 2. б; 3. в", Kind.BLITZ),
        ("1. Назовите её.\n2. Назовите его.", "1. Сова.\n2. Сыч.", Kind.DUPLET),
        ("[Ведущему: читать медленно.]\nДуплет: о двух совах.", "сова", Kind.DUPLET),
        ("1. Назовите её.\n2. Назовите его.", "Сова и сыч", Kind.ORDINARY),
    ],
)
def test_duplets_and_blitzes(text: str, answer: str, kind: Kind) -> None:
    question = only(f"Вопрос 3.\n{text}\nОтвет: {answer}")
    assert (question.kind, question.text, question.answer) == (kind, text, answer)


@pytest.mark.parametrize(
    "text",
    [
        "<раздатка>\nДве строки\nо сове\n</раздатка>\nЧто это?",
        "[Раздаточный материал: Две строки\nо сове]\nЧто это?",
        "[Раздатка:\nДве строки\nо сове\n]\nЧто это?",
        "Раздаточный материал:\nДве строки\nо сове\n\nЧто это?",
    ],
)
def test_handout_markers_in_each_spelling(text: str) -> None:
    question = only(f"Вопрос 1.\n{text}\nОтвет: сова")
    assert (question.handout, question.text) == ("Две строки\nо сове", "Что это?")


def test_brackets_and_labels_inside_a_handout_are_its_text() -> None:
    question = only(
        "Вопрос 1.\n[Раздаточный материал:\nОтвет: [ПРОПУСК]\n\nИсточник: ?\n]\nЗаполните пропуск.\nОтвет: сова"
    )
    assert question.handout == "Ответ: [ПРОПУСК]\n\nИсточник: ?"
    assert (question.text, question.answer, question.sources) == ("Заполните пропуск.", "сова", ())


def test_a_handout_without_its_end_is_pointed_out() -> None:
    reading = read("Вопрос 1.\n<раздатка>\nсова\nОтвет: перо")
    assert reading.package.questions[0].handout == "сова" and codes(reading) == [("handout_not_closed", 1)]


def test_pictures_are_handouts_and_stay_named_in_a_comment() -> None:
    question = only("Вопрос 1.\n(pic: 2026.jpg)\n   Кто это?\nОтвет: сова\nКомментарий: (pic: b.jpg) Она.")
    assert [image.name for image in question.images] == ["2026.jpg"]
    assert (question.text, question.comment) == ("Кто это?", "(pic: b.jpg) Она.")


def test_tours_their_editors_and_notes() -> None:
    reading = read(
        "Кубок сов\nРедактор: И. Сыч\n\nТур 1\nРедактор — А. Филин (Минск)\nРедактор благодарит всех.\n\n"
        "Вопрос 1: а?\nОтвет: б\n\nРедактор: Ц. Неясыть\nВторой тур\n\nВопрос 1: в?\nОтвет: г\n"
    )
    package = reading.package
    assert (package.title, package.editors) == ("Кубок сов", "И. Сыч")
    assert [(tour.title, tour.editors, tour.info) for tour in package.tours] == [
        ("Тур 1", "А. Филин (Минск)", "Редактор благодарит всех."),
        ("Второй тур", "Ц. Неясыть", ""),
    ]
    assert [len(tour.questions) for tour in package.tours] == [1, 1]
    assert reading.problems == ()  # numbers that begin anew in a new tour are no repetition


def test_a_tours_heading_inside_a_question_is_its_text() -> None:
    assert only("Вопрос 1.\nКогда сыграли\n2 тур\nкубка сов?\nОтвет: ночью").text == "Когда сыграли\n2 тур\nкубка сов?"


def test_repeated_numbers_and_missing_answers_are_pointed_out() -> None:
    reading = read("Вопрос 1: а?\nОтвет: б\n\nВопрос 1: в?\nИсточник: атлас\n\nВопрос 3:\nОтвет: г")
    assert codes(reading) == [("answer_missing", 4), ("number_repeated", 4), ("text_missing", 7)]
    assert [question.number for question in reading.package.questions] == [1, 1, 3]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Вопрос снят.", ""),
        ("(Вопрос снят)", ""),
        ("Вопрос снят: ошибка в факте", "ошибка в факте"),
        ("[Вопрос был снят АЖ]", "АЖ"),
    ],
)
def test_a_question_taken_out_keeps_its_note_and_may_lack_an_answer(line: str, reason: str) -> None:
    reading = read(f"Вопрос 4.\n{line}\nКто не спит?\n\nВопрос 5: а?\nОтвет: б")
    question = reading.package.questions[0]
    assert (question.removed, question.text) == (reason, "Кто не спит?")
    assert codes(reading) == [("question_removed", 1)]
    assert only("Вопрос 4 (снят: апелляция).\nКто не спит?").removed == "апелляция"


@pytest.mark.parametrize(
    "signs", [("1.", "2.", "3."), ("1)", "2)", "3)"), ("1.", "1.", "1."), ("•", "•", "•"), ("", "", "")]
)
def test_several_sources_however_they_are_counted(signs: tuple[str, str, str]) -> None:
    sources = ("http://example.org/a_b_(c)?x=%D0%B0&amp;y=1#z.", "Сыч А. Совы. — М.: Гнездо, 1985. — С. 7.", "атлас")
    text = "\n".join(f"{sign} {source}".strip() for sign, source in zip(signs, sources, strict=True))
    assert only(f"Вопрос 1: ?\nОтвет: сова\nИсточники:\n{text}\nАвтор: И. Сыч").sources == sources


def test_a_source_that_goes_on_in_the_next_line_is_one() -> None:
    assert only("Вопрос 1: ?\nОтвет: а\nИсточник: 1. Атлас птиц\nтом 2\n2. Словарь").sources == (
        "Атлас птиц\nтом 2",
        "Словарь",
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Иван Сыч (Минск, Гродно), Пётр Филин", ("Иван Сыч (Минск, Гродно)", "Пётр Филин")),
        ("Иван Сыч и Пётр Филин.", ("Иван Сыч", "Пётр Филин")),
        ("клуб «Сова, сыч и филин»", ("клуб «Сова, сыч и филин»",)),
        ("Иван Сыч, в редакции Петра Филина", ("Иван Сыч, в редакции Петра Филина",)),
        ("Сыч И. И.", ("Сыч И. И.",)),
    ],
)
def test_authors(text: str, names: tuple[str, ...]) -> None:
    assert only(f"Вопрос 1: ?\nОтвет: сова\nАвторы: {text}").authors == names


@pytest.mark.parametrize(
    ("value", "category"), [("2", 2), ("2 (средний)", 2), ("средний", 2), ("лёгкая", 1), ("трудный", 3), ("№ 3", 3)]
)
def test_categories(value: str, category: int) -> None:
    assert only(f"Категория: {value}\nВопрос 1: ?\nОтвет: а").category == category
    assert only(f"Категория:\n{value}\nВопрос 1: ?\nОтвет: а").category == category
    assert only(f"Вопрос 1: ?\nКатегория: {value}\nОтвет: а").category == category


def test_a_category_that_does_not_exist_is_kept_and_pointed_out() -> None:
    reading = read("Категория: 4\nВопрос 1: ?\nОтвет: а")
    (question,) = reading.package.questions
    assert (question.category, question.extra) == (None, (("Категория", "4"),))
    assert codes(reading) == [("category_unknown", 1)]


def test_the_category_above_a_question_is_not_the_one_befores() -> None:
    first, second = read("Вопрос 1: без ответа\nКатегория: 3\nВопрос 2: ?\nОтвет: а").package.questions
    assert (first.category, second.category) == (None, 3)


def test_a_file_without_the_word_question() -> None:
    reading = read(
        "1\nТекст первого.\nОтвет: а\nИсточник: 1. раз\n2. два\n\n2. Текст второго.\nОтвет: б\n\n5\nПятый.\nОтвет: в"
    )
    assert [(q.number, q.text) for q in reading.package.questions] == [
        (1, "Текст первого."),
        (2, "Текст второго."),
        (5, "Пятый."),
    ]
    assert reading.package.questions[0].sources == ("раз", "два") and codes(reading) == [("numbers_skipped", 10)]


def test_questions_without_any_heading() -> None:
    reading = read("Кубок сов\n\nКто не спит?\nНочью?\nОтвет: сова\nКомментарий: да.\n\nА кто спит?\nОтвет: сыч\n")
    assert [(q.number, q.text, q.answer) for q in reading.package.questions] == [
        (None, "Кто не спит?\nНочью?", "сова"),
        (None, "А кто спит?", "сыч"),
    ]
    assert reading.package.title == "Кубок сов"
    assert codes(reading) == [("question_without_heading", 3), ("question_without_heading", 8)]


def test_what_belongs_to_nothing_is_listed_with_its_line() -> None:
    reading = read("Вопрос 1: ?\nОтвет: а\nАвтор: И. Сыч\n\nпозвонить в клуб\nкупить мел\n\nВопрос 2: ?\nОтвет: б")
    assert [(unread.line, unread.text) for unread in reading.unread] == [(5, "позвонить в клуб"), (6, "купить мел")]
    assert [code for code, _line in codes(reading)] == ["line_not_understood"] * 2
    assert reading.package.questions[0].authors == ("И. Сыч",)


def test_a_comment_may_have_paragraphs() -> None:
    question = only("Вопрос 1: ?\nОтвет: а\nКомментарий: раз\n\nдва\n\nтри\nИсточник: атлас")
    assert question.comment == "раз\n\nдва\n\nтри"


def test_a_header_whose_editor_is_not_named() -> None:
    reading = read("Пакет сов. Редактор: не указан\n\nВопрос 1: ?\nОтвет: а")
    assert (reading.package.title, reading.package.editors) == ("Пакет сов.", "")
    assert codes(reading) == [("editor_not_named", 1)]


def test_nothing_of_any_line_is_lost() -> None:
    """Whatever stands in a file stands in what was read of it."""
    text = FORM + "\n\nпросто строка\n\nВопрос 9 (блиц): а\nНезачёт: б\nРейтинг: 7/8\nещё\n"
    reading = read(text)
    shown = repr(reading.package) + repr(reading.unread)
    for word in [
        "Какая",
        "неясыть",
        "Серая_неясыть",
        "Гнездо",
        "позвонков",
        "Атлас",
        "просто",
        "7/8",
        "ещё",
    ]:
        assert word in shown


def test_addresses_in_one_line_are_several_sources() -> None:
    question = only("Вопрос 1: ?\nОтвет: а\nИсточник: http://a.example/x_(y), http://b.example/z; https://c.example/")
    assert question.sources == ("http://a.example/x_(y)", "http://b.example/z", "https://c.example/")
    assert only("Вопрос 1: ?\nОтвет: а\nИсточник: Сыч, http://b.example/z").sources == ("Сыч, http://b.example/z",)


def test_an_editor_behind_the_last_question_is_nobodys_source() -> None:
    reading = read("Вопрос 1: ?\nОтвет: а\nИсточник: атлас\nРедактор: И. Сыч")
    assert reading.package.questions[0].sources == ("атлас",)
    assert [(unread.line, unread.text) for unread in reading.unread] == [(4, "Редактор: И. Сыч")]


def test_where_an_announced_handout_ends_is_guessed_and_said() -> None:
    reading = read("Вопрос 1.\nРаздаточный материал:\nДве строки\nо сове\nЧто это?\nОтвет: перо")
    (question,) = reading.package.questions
    assert (question.handout, question.text) == ("Две строки\nо сове", "Что это?")
    assert codes(reading) == [("handout_end_guessed", 5)]


def test_labels_on_one_line_and_in_the_middle_of_a_text() -> None:
    question = only("Вопрос 4. Автор: кто? Назовите.\nОтвет: сова. Комментарий: она. Источник: атлас")
    assert (question.text, question.answer) == ("Автор: кто? Назовите.", "сова.")
    assert (question.comment, question.sources) == ("она.", ("атлас",))


PIECES = (
    *("Вопрос 1: {}", "Вопрос 2.", "Вопрос: {}", "Ответ: {}", "Ответ:", "Зачёт: {}", "Незачет: {}", "Комментарий: {}"),
    *("Источник: {}", "Источники:", "1. {}", "2. {}", "Автор: {}", "Категория: {}", "Категория: 2", "Тур 1", "2 тур"),
    *("Тур: {}", "Редактор: {}", "Редактор — {}", "Инфо: {}", "Дата: {}", "Чемпионат: {}", "Рейтинг: {}", "URL: {}"),
    *(
        "{}",
        "{}",
        "",
        "",
        "   {}",
        "      {}",
        "<раздатка>",
        "</раздатка>",
        "[Раздаточный материал: {}",
        "]",
        "[Раздатка: {}]",
    ),
    *("Раздаточный материал: {}", "Раздаточный материал:", "Вопрос снят: {}", "(Вопрос снят)", "Разминка: {}"),
    *("(pic: {}.jpg)", "? {}", "! {}", "= {}", "/ {}", "^ {}", "- {}", "@ {}", "№ 5", "# {}", "## {}", "### {}"),
    *("#EDITOR {}", "> {}", "\\ {}", "{} Незачёт: {}"),
)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(pieces=st.lists(st.sampled_from(PIECES), min_size=1, max_size=14))
def test_whatever_stands_in_a_file_is_found_in_what_was_read(pieces: list[str]) -> None:
    words = [f"сова{number}х" for number in range("".join(pieces).count("{}"))]
    text = "\n".join(pieces).format(*words)
    for name in ("rulebook_form", "db_text", "four_s"):
        reading = read(text, format=name)
        shown = repr(reading.package) + repr(reading.unread)
        assert [word for word in words if word not in shown] == [], name
