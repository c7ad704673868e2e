"""Likenesses are found, kept, settled and told to nobody who may not read both (§4.1.3); the bank is searched alike."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from chgk.bank_permissions import can_read_question
from chgk.models import Likeness, Package, PackageReading, Question, QuestionWords, ReferenceCollection
from chgk.rules.bank_query import read_query
from chgk.selectors.bank_search import Filter, excerpts_of, find_questions
from chgk.selectors.likeness import like_references
from chgk.selectors.likeness_pairs import left_to_curator, pairs_of
from chgk.selectors.readable import CLOSED, readable_by
from chgk.selectors.stemming import stem
from chgk.services.originality import compare_missing, compare_question, settle_likeness
from chgk.services.reference import questions_of, store_questions, take_in_records
from tests.appeals.evening import make_person
from tests.club_games import make_club_game
from tests.club_seasons import make_club
from tournaments.models import Letter, Season, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor

pytestmark = pytest.mark.django_db

ACTOR = Actor(key="user:1", role="host", name="Ela")
OWL = "Какая птица изображена на древней монете города Афины, которую называли глаукой?"
ALIKE = "На древних монетах Афин, называвшихся глауками, были изображены птицы. Какие?"
SEALED = "Тайный гиппогриф проглотил хрустальную астролябию профессора."


class Bank:
    """An author with a draft, an editor with a package in testing, a sealed one, a played one."""

    def __init__(self, season: Season, host_user: User) -> None:
        User.objects.filter(pk=host_user.pk).update(email="curator@example.org")
        self.club, self.season, self.curator = make_club(season, host_user, teams=1), season, host_user
        self.author, self.editor, self.member = make_person("Ada"), make_person("Bea"), make_person("Cyryl")
        self.packages = {
            state: Package.objects.create(title=state, season=season, state=state, editor=self.editor)
            for state in ("testing", "sealed", "played", "archived")
        }
        self.draft = Question.objects.create(text=ALIKE, answer="Совы", written_by=self.author)
        self.questions = {"draft": self.draft}
        radium = "Кто открыл радий в старом сарае на улице Ломон?"
        bridge = "Этот мост через Темзу открыл король в присутствии ста трубачей. Какой?"
        texts = {"testing": OWL, "sealed": SEALED, "played": radium, "archived": bridge}
        for state, text in texts.items():
            fields = {"package": self.packages[state], "number": 1, "text": text, "authors": "Ян Новак"}
            self.questions[state] = Question.objects.create(answer=f"Сова {state}", **fields)
        compare_missing(timezone.now())

    def browser(self, who: Any) -> Client:
        browser = Client()
        browser.force_login(who if isinstance(who, User) else who.user)
        return browser


@pytest.fixture
def bank(season: Season, host_user: User) -> Bank:
    return Bank(season, host_user)


@pytest.mark.database
def test_what_is_alike_is_kept_once_and_stays_settled(bank):
    row = Likeness.objects.get()
    assert {row.question, row.like_question} == {bank.draft, bank.questions["testing"]}
    assert row.similarity >= 70
    with pytest.raises(Refusal):
        settle_likeness(likeness_id=row.pk, word=" . ", actor=ACTOR)
    settle_likeness(likeness_id=row.pk, word="другая монета", actor=ACTOR)
    with pytest.raises(Refusal) as refusal:
        settle_likeness(likeness_id=row.pk, word="ещё раз", actor=ACTOR)
    assert refusal.value.code == "likeness_settled"
    for question in (bank.draft, bank.questions["testing"]):
        assert compare_question(question) == []
    row.refresh_from_db()
    assert row.word == "другая монета"
    bank.draft.text, bank.draft.revision = "Сколько струн у балалайки?", 1
    bank.draft.save()
    assert compare_missing(timezone.now()) == 1 and compare_missing(timezone.now()) == 0
    assert not Likeness.objects.exists()
    bank.draft.delete()
    assert not QuestionWords.objects.filter(folded__contains="балалайк").exists()


@pytest.mark.database
def test_played_records_and_collections_are_compared_too(bank, season, host_user):
    from chgk.formats.db_text import read_db_text

    text = f"Чемпионат:\nСтарый\n\nВопрос 7:\n{OWL}\n\nОтвет:\nСова\n\n"
    collection = ReferenceCollection.objects.create(name="Old")
    file = collection.files.create(path="a.txt", digest="a", title="Старый")
    store_questions(file, questions_of(read_db_text(text).package))
    new = compare_question(bank.draft)
    assert [row.like_reference and row.like_reference.number for row in new] == [7]
    package = make_club_game(season, host_user)
    assert take_in_records() == 0, "its package is in the bank"
    assert package.finished_at is None
    page = bank.browser(bank.author).get(reverse("chgk:bank_likenesses")).content.decode()
    assert "Старый" in page and "likeness-same" in page
    assert f'data-testid="likeness-{new[0].pk}"' in page
    assert "Бея" not in page and "testing" not in page, "the package of the other one is not the author's to read"


def test_readable_in_a_query_is_what_the_permission_says_of_each(bank):
    accounts = [bank.curator, bank.author.user, bank.editor.user, bank.member.user]
    accounts += [User.objects.create_user("none"), User.objects.create_user("staff", is_staff=True)]
    accounts += [
        User.objects.create_superuser("root"),
        AnonymousUser(),
        User.objects.create_user("off", is_active=False),
    ]
    rows = list(Question.objects.select_related("package__season", "package__game"))
    closed = set(Question.objects.filter(CLOSED))
    assert closed == {row for row in rows if row.is_closed} == {bank.questions["sealed"]}
    for user in accounts:
        found = set(Question.objects.filter(readable_by(user)))
        assert found == {row for row in rows if can_read_question(user, row) and not row.is_closed}, user


@pytest.mark.database
def test_the_search_knows_word_forms_phrases_and_filters(bank):
    def found(who: Any, **fields: str) -> set[str]:
        rows = find_questions(Filter.of(fields), who.user)
        return {name for name, question in bank.questions.items() if question in rows}

    assert found(bank.editor, q="птицам монета") == {"testing"}
    assert found(bank.editor, q="ПТИЦА монеты афинами") == {"testing"}
    assert found(bank.editor, q='"изображена на древней монете"') == {"testing"}
    assert found(bank.editor, q="«древней на монете»") == set()
    assert found(bank.editor, q="открыл") == {"played", "archived"}
    assert found(bank.editor, q="открыл", state="archived") == {"archived"}
    assert found(bank.editor, author="новак", season=str(bank.season.pk)) == {"testing", "played", "archived"}
    assert found(bank.author, q="монеты") == {"draft"}
    assert found(bank.member, q="монеты") == set()
    for nothing in ("", "а", "и на", '""', "🦉", "' OR 1=1 --", "stems:* NEAR(", "щ" * 5_000, "\0"):
        assert found(bank.editor, q=nothing) == set(), nothing
    excerpt = next(excerpts_of(bank.questions["testing"], read_query("монетами", stem)))
    assert [piece.text for piece in excerpt.pieces if piece.shared] == ["монете"]


def test_the_search_costs_the_same_for_one_and_for_twenty_and_no_query_is_a_fault(bank):
    browser, page = bank.browser(bank.editor), reverse("chgk:bank_search")

    def cost(query: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(page, {"q": query}).status_code == 200
        return len(queries)

    cost("радий")
    one = cost("радий")
    played = bank.packages["played"]
    Question.objects.bulk_create(
        Question(package=played, number=number, text="Кто нашёл радий?", answer=str(number)) for number in range(2, 25)
    )
    compare_missing(timezone.now())
    assert cost("радий") == one <= 12
    for query in ('<script>"', "=1+1", "\u202eрадий", "a" * 2_000, "%s {{ x }}"):
        assert cost(query) <= one


def test_a_sealed_question_is_in_no_search_and_told_as_nothing_but_likeness(bank):
    copy = "Тайные гиппогрифы проглотили хрустальные астролябии профессоров. Чьи?"
    probe = Question.objects.create(text=copy, answer="Сова", written_by=bank.author)
    Letter.objects.all().delete()
    (row,) = compare_question(probe)
    assert row.like_question == bank.questions["sealed"]
    letter = Letter.objects.get()
    assert letter.to == "curator@example.org"
    poison = ("гиппогриф", "астроляби", "sealed")
    assert not any(word in f"{letter.subject} {letter.body}" for word in ("гиппогриф", "астроляби"))
    (pair,) = [one for one in pairs_of([probe], bank.author.user, edits=True) if one.hidden]
    assert (pair.similarity, pair.other, pair.row, pair.theirs) == (0, None, None, None)
    assert pairs_of([probe], bank.author.user, edits=False) == []
    Question.objects.filter(pk=probe.pk).update(text="Вопрос", answer="ответ")
    pages = [
        reverse("chgk:bank_likenesses"),
        reverse("chgk:bank_search") + "?q=гиппогриф",
        reverse("chgk:bank_search") + "?state=sealed",
        reverse("chgk:bank_claims"),
        reverse("chgk:bank_likeness", args=[row.pk]),
        reverse("chgk:bank_package_likenesses", args=[bank.packages["sealed"].pk]),
        reverse("chgk:bank_new_claim", args=[bank.questions["sealed"].pk]),
    ]
    root = User.objects.create_superuser("root")
    for who in (bank.author, bank.editor, bank.member, root):
        for page in pages:
            response = bank.browser(who).get(page)
            shown = response.content.decode().replace('value="sealed"', "").replace("гиппогриф&quot;", "")
            shown = shown.replace('value="гиппогриф"', "")
            assert not any(word in shown for word in poison[:2]), (who, page)
    assert bank.browser(bank.editor).post(pages[4]).status_code == 404
    curator = bank.browser(bank.curator)
    assert row in left_to_curator(bank.curator)
    assert "гиппогриф" not in curator.get(pages[4]).content.decode()
    opened = curator.post(pages[4])
    assert "гиппогриф" in opened.content.decode()
    assert PackageReading.objects.get().package == bank.packages["sealed"]
    assert "no-store" in opened["Cache-Control"]
    settled = curator.post(reverse("chgk:bank_settle_likeness", args=[row.pk]), {"word": "другой зверь"})
    assert settled.status_code == 302 and row not in left_to_curator(bank.curator)


def test_a_pair_is_settled_on_its_page_and_nothing_typed_is_lost(bank):
    row = Likeness.objects.get()
    address = reverse("chgk:bank_settle_likeness", args=[row.pk])
    assert bank.browser(bank.member).post(address, {"word": "x"}).status_code == 404
    editor = bank.browser(bank.editor)
    assert editor.post(address, {"word": "x"}).status_code == 404, "the draft is not the editor's to read"
    root = bank.browser(User.objects.create_superuser("root"))
    refused = root.post(address, {"word": "???"})
    assert refused.status_code == 422 and "???" in refused.content.decode()
    assert root.post(address, {"word": "не та", "next": "//evil.example"})["Location"] == reverse(
        "chgk:bank_likenesses"
    )


def test_two_drafts_that_nobody_else_may_read_both_are_the_curators_to_compare(bank):
    row = Likeness.objects.get()  # Ada's draft and a question of Bea's package
    assert left_to_curator(bank.curator) == [row] and left_to_curator(bank.editor.user) == []
    address = reverse("chgk:bank_likeness", args=[row.pk])
    assert "глаук" in bank.browser(bank.curator).get(address).content.decode()
    assert bank.browser(bank.author).get(address).status_code == 404
    told = bank.browser(bank.author).get(reverse("chgk:bank_question", args=[bank.draft.pk])).content.decode()
    assert "древней монете" not in told
    settle_likeness(likeness_id=row.pk, word="другая монета", actor=ACTOR)
    assert left_to_curator(bank.curator) == []


def test_the_backoffice_deletes_a_collection_with_its_index(bank, admin_client):
    from chgk.formats.db_text import read_db_text

    collection = ReferenceCollection.objects.create(name="Old")
    file = collection.files.create(path="a.txt", digest="a")
    store_questions(file, questions_of(read_db_text(f"Вопрос 7:\n{OWL}\n\nОтвет:\nСова\n\n").package))
    found = admin_client.get(reverse("admin:chgk_referencequestion_changelist"), {"q": "монетами"}).content.decode()
    assert "глаукой" in found
    page = reverse("admin:chgk_referencecollection_delete", args=[collection.pk])
    assert "Old: 1 question" in admin_client.get(page).content.decode()
    assert admin_client.post(page, {"post": "yes"}).status_code == 302
    assert not ReferenceCollection.objects.exists() and like_references("монета Афин") == []


def test_the_list_of_pairs_costs_the_same_for_one_and_for_three(bank):
    page = reverse("chgk:bank_likenesses")

    def cost(who: Any) -> int:
        browser = bank.browser(who)
        browser.get(page)
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(page).status_code == 200
        return len(queries)

    before = [cost(who) for who in (bank.author, bank.curator, bank.editor)]
    for number in range(2):
        text = f"Сколько лун у планеты {number}{number}, открытой пастором из Бата музыкантом Гершелем?"
        for author in (bank.author, bank.member):
            compare_question(Question.objects.create(text=text, answer="Две", written_by=author))
    assert Likeness.objects.count() >= 3 and len(left_to_curator(bank.curator)) >= 3
    assert [cost(who) for who in (bank.author, bank.curator, bank.editor)] == before
