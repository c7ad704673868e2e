"""The two formats of the trade: texts of db.chgk.info, wrapped and indented, and 4s with its marks."""

from __future__ import annotations

from chgk.formats.detect import read_file
from chgk.formats.package import Kind, ParsedQuestion, Tour

DB = """Чемпионат:
Кубок сов "&" ("Амперсанд")

URL:
/clubs/owls/2026.html

Дата:
00-Oct-2026

Редактор:
Иван Сыч (Минск) - топ-редактор; Пётр Филин (Гродно), Анна Неясыть

Инфо:
Турнир приурочен ко дню рождения самой старой совы города и проведён в
ночь на субботу.

Тур:
1 тур

Вопрос 1:
   <раздатка>
   Ответ: тень
   Широкая электрификация южных губерний даст мощный толчок подъёму
сельского хозяйства.
   </раздатка>
   - Вы её видели?
   - Нет.
Назовите её двумя словами, и не торопитесь, потому что ночь длинна, а вот
времени мало.

Ответ:
Бел&aacute;я сова.

Источник:
   1. http://example.org/Сова_(птица)&amp;x=1
   2. А. Сыч. Совы. Ночная жизнь больших и малых птиц нашего леса. - М.:
Гнездо, 1989. - С. 49.

Автор:
Иван Сыч (Минск)

Рейтинг:
87/122

Тур:
2 тур

Вопрос 1:
(pic: 20260001.jpg)
   Кто это?

Ответ:
   1. Сова.
   2. Сыч.
"""


def test_a_text_of_the_base() -> None:
    reading = read_file(DB.encode("koi8-r"))
    package = reading.package
    assert (reading.format, reading.encoding, reading.problems, reading.unread) == ("db_text", "koi8-r", (), ())
    assert package.title == 'Кубок сов "&" ("Амперсанд")'
    assert package.info == "Турнир приурочен ко дню рождения самой старой совы города и проведён в ночь на субботу."
    assert package.extra == (("URL", "/clubs/owls/2026.html"),)
    assert [tour.title for tour in package.tours] == ["1 тур", "2 тур"]
    assert package.tours[0].questions == (
        ParsedQuestion(
            number=1,
            handout="Ответ: тень\n"
            "Широкая электрификация южных губерний даст мощный толчок подъёму сельского хозяйства.",
            text="- Вы её видели?\n- Нет.\n"
            "Назовите её двумя словами, и не торопитесь, потому что ночь длинна, а вот времени мало.",
            answer="Белáя сова.",
            sources=(
                "http://example.org/Сова_(птица)&amp;x=1",
                "А. Сыч. Совы. Ночная жизнь больших и малых птиц нашего леса. - М.: Гнездо, 1989. - С. 49.",
            ),
            authors=("Иван Сыч (Минск)",),
            extra=(("Рейтинг", "87/122"),),
        ),
    )
    assert [image.name for image in package.questions[1].images] == ["20260001.jpg"]
    assert package.questions[1].answer == "1. Сова.\n2. Сыч."


def test_lines_that_were_not_full_stay_lines() -> None:
    verses = "сова\nсыч\nфилин, который живёт в самой глубине самого старого леса на свете,\nу реки"
    (question,) = read_file(f"Вопрос 1:\n{verses}\n\nОтвет:\nптицы\n".encode(), format="db_text").package.questions
    assert question.text == verses


FOUR_S = """### Кубок сов

#DATE 2026-11-30

## Тур 4SCOUNTER

#EDITOR Редактор — Иван Сыч (Минск)

# _Редактор благодарит за тестирование Анну Неясыть._

№ 0
? Сколько глаз у совы?
! два

# Категория: 3
? [Раздаточный материал:
Тихо [ночь]
]
Дуплет: два вопроса.
- Назовите её.
- Назовите _его_.
!
- Сова;
- Сыч.
= точные (screen «ответы»|ответы)
!= филин
/ см. a_b_c
^
- https://ru.wikipedia.org/wiki/Серая\\_неясыть
- Атлас птиц
@ Иван Сыч (Минск), Пётр Филин

№№ 16
? (img w=10 сова 1.png) Кто это? (hidden-comment спросить Петра)
! сова

## Тур 4SCOUNTER

? Вопрос без ответа.

строка без знака
"""


def test_4s() -> None:
    reading = read_file(FOUR_S.encode("utf-8-sig"))
    package = reading.package
    assert (reading.format, package.title, package.date) == ("four_s", "Кубок сов", "2026-11-30")
    first, second = package.tours
    assert (first.title, first.editors) == ("Тур 1", "Иван Сыч (Минск)")
    assert first.info == "Редактор благодарит за тестирование Анну Неясыть."
    assert second == Tour("Тур 2", questions=(ParsedQuestion(number=17, text="Вопрос без ответа."),))
    warm_up, duplet, last = first.questions
    assert (warm_up.number, warm_up.kind) == (0, Kind.WARM_UP)
    assert duplet == ParsedQuestion(
        number=1,
        category=3,
        handout="Тихо [ночь]",
        text="Дуплет: два вопроса.\n1. Назовите её.\n2. Назовите его.",
        answer="1. Сова;\n2. Сыч.",
        accepted="точные «ответы»",
        rejected="филин",
        comment="см. a_b_c",
        sources=("https://ru.wikipedia.org/wiki/Серая_неясыть", "Атлас птиц"),
        authors=("Иван Сыч (Минск)", "Пётр Филин"),
        kind=Kind.DUPLET,
    )
    assert (last.number, last.text, [image.name for image in last.images]) == (16, "Кто это?", ["сова 1.png"])
    assert [(unread.line, unread.text) for unread in reading.unread] == [
        (33, "(hidden-comment спросить Петра)"),
        (41, "строка без знака"),
    ]
    assert [problem.code for problem in reading.problems] == [
        "directive_left_out",
        "answer_missing",
        "line_not_understood",
    ]


def test_questions_that_are_not_divided_by_an_empty_line() -> None:
    questions = read_file("? а\n! б\n? в\n! г".encode()).package.questions
    assert [(question.number, question.text, question.answer) for question in questions] == [
        (1, "а", "б"),
        (2, "в", "г"),
    ]
