"""Questions of the bank for tests: an author, an editor with a package, whole questions, small pictures."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from chgk.models import Package, Question
from chgk.services.bank_questions import QuestionParts, save_question
from tournaments.models import Person, Season, User
from tournaments.rules.citations import Internet
from tournaments.services.actors import Actor

PAGE = Internet(address="https://ru.wikipedia.org/wiki/%D0%A1%D0%BE%D0%B2%D1%8B?a=1&b=_2_", raw="сайт о совах")
WHOLE = QuestionParts(
    category=2,
    text="Кто кричит в полночь?",
    answer="Сова",
    comment="Зачёт: любая сова.",
    citations=(PAGE,),
    authors="Ада Иванова, Томск",
)


def make_person(name: str) -> Person:
    """Somebody of the school with an account."""
    user = User.objects.create_user(username=name.lower(), password=None)
    return Person.objects.create(name=name, user=user)


def account_of(person: Person) -> User:
    """Their account."""
    assert person.user is not None
    return person.user


def actor_of(person: Person) -> Actor:
    """The person at a page."""
    return Actor(key=f"user:{person.user_id}", role="host", name=person.name)


def make_draft(author: Person, **parts: Any) -> Question:
    """A whole question, or what ``parts`` say of it."""
    told = WHOLE if not parts else QuestionParts(**parts)
    return save_question(question_id=None, parts=told, author=author, actor=actor_of(author))


def make_bank_package(season: Season, editor: Person | None, state: str = "draft") -> Package:
    """An empty package."""
    return Package.objects.create(title="Пакет", season=season, editor=editor, state=state)


def picture_bytes(kind: str = "PNG", size: tuple[int, int] = (40, 20), **more: Any) -> bytes:
    """A small picture."""
    out = io.BytesIO()
    Image.new("RGB", size, "#7a1f1f").save(out, kind, **more)
    return out.getvalue()
