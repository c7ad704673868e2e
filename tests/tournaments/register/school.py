"""A small school for tests of the register: two houses, pupils, a teacher, a season with its days."""

from __future__ import annotations

import datetime

from tournaments.models import Attendance, House, Lesson, Person, Season, User
from tournaments.selectors.register_preview import Preview, pupil_key, read_preview
from tournaments.services.actors import Actor

TEACHER = Actor(key="user:1", role="host", name="Wacława Mięta")
DAY = datetime.date(2026, 11, 30)


class School:
    """Red with Łucja and Jan, blue with Ewa; lessons are made as a test needs them."""

    def __init__(self, season: Season) -> None:
        season.starts_on, season.ends_on = datetime.date(2026, 9, 1), datetime.date(2027, 6, 30)
        season.save()
        self.season = season
        self.red = House.objects.create(key="red", name="Gryffindor", command="Czerwoni", emblem="G")
        self.blue = House.objects.create(key="blue", name="Ravenclaw", command="Niebiescy", emblem="R")
        self.lucja = Person.objects.create(name="Łucja Ogonowska", house=self.red)
        self.jan = Person.objects.create(name="Jan Kowal", house=self.red)
        self.ewa = Person.objects.create(name="Ewa Sówka", house=self.blue)
        self.user = User.objects.create_user("teacher", first_name="Wacława", last_name="Mięta")
        self.teacher = Person.objects.create(name="Wacława Mięta", kind="staff", user=self.user)

    def lesson(self, day: datetime.date = DAY, subject: str = "Zaklęcia", period: int = 1, **marks: str) -> Lesson:
        """A lesson with marks, by the names above."""
        lesson = Lesson.objects.create(season=self.season, held_on=day, subject=subject, period=period)
        for name, mark in marks.items():
            Attendance.objects.create(lesson=lesson, person=getattr(self, name), mark=mark)
        return lesson

    def preview(self, text: str, **answers: object) -> Preview:
        """What a file would do now."""
        return read_preview(text.encode(), self.season, answers)


def marks_of(lesson: Lesson) -> dict[str, str]:
    """Name to mark."""
    return dict(lesson.attendance.order_by("person__name").values_list("person__name", "mark"))


def answers_for(preview: Preview, **said: str) -> dict[str, str]:
    """``people`` for the answers: what is said of each name (blanks as underscores)."""
    names = {question.pupil.name.replace(" ", "_"): question for question in preview.people}
    return {pupil_key(names[name].pupil): answer for name, answer in said.items()}
