"""The pages of beta-tests: nothing before the blind answer, nothing of a package that is not one's own."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from chgk.models import BlindAnswer, CategoryChange, Package, Proposal, QuestionImage, Remark, TestAssignment, Tester
from chgk.testing_portal import waiting
from tests.chgk.testing.world import make_person, secrets_of
from tests.club_games import make_package

pytestmark = pytest.mark.django_db
PICTURE = b"\x89PNG\r\n\x1a\n and so on"


def page(world, question=None, what=""):
    if question is None:
        return reverse("chgk:bank_test", args=[world.package.pk])
    args = [world.package.pk, question.pk]
    return reverse("chgk:bank_test_deed", args=[*args, what]) if what else reverse("chgk:bank_test_question", args=args)


def desk(world, what=""):
    args = [world.package.pk]
    name = "chgk:bank_package_tests_deed" if what else "chgk:bank_package_tests"
    return reverse(name, args=[*args, what] if what else args)


def betrayed(response, questions):
    """Which secrets a response holds: in its body, its headers, where it leads."""
    said = response.content.decode(errors="replace") + str(response.headers)
    return {word for question in questions for word in secrets_of(question) if word in said}


def journey(browser, world, question, answer="филин", **more):
    """Opened and answered in the browser; the answer's response."""
    browser.post(page(world, question, "open"))
    seen = browser.get(page(world, question)).context["seen"]
    return browser.post(page(world, question, "answer"), {"answer": answer, "seen": seen, "do": "answer", **more})


# --- secrecy ----------------------------------------------------------------------------------------------------------


def test_each_step_shows_what_it_may_and_no_more(world):
    first, second, _third = world.questions
    browser, others = world.browser(world.testers[0]), world.questions[1:]
    BlindAnswer.objects.create(
        question=first, person=world.testers[1], digest="x", answer="чужой ответ", answered_at=first.changed_at
    )
    Remark.objects.create(question=first, person=world.testers[1], who="Tosia", text="чужое замечание")
    for address in (reverse("chgk:bank_tests"), page(world), page(world, first), reverse("tournaments:me")):
        response = browser.get(address)
        assert response.status_code == 200 and not betrayed(response, world.questions), address
        assert "чуж" not in response.content.decode()
    opened = browser.post(page(world, first, "open"), follow=True)
    assert betrayed(opened, world.questions) == {first.text} and "чуж" not in opened.content.decode()
    refused = browser.post(page(world, first, "answer"), {"answer": " ", "do": "answer", "seen": ""})
    assert refused.status_code == 422 and betrayed(refused, world.questions) == {first.text}
    for what in ("remark", "category", "propose", "judge", "withdraw", "settle"):
        fields = {
            "text": "x",
            "category": "1",
            "part": "text",
            "after": "x",
            "counts": "yes",
            "proposal": 1,
            "thread": 1,
        }
        early = browser.post(page(world, first, what), fields)
        assert early.status_code == 422 and betrayed(early, world.questions) == {first.text}, what
    answered = journey(browser, world, first)
    assert not betrayed(answered, world.questions)
    done = browser.get(page(world, first))
    assert betrayed(done, world.questions) == secrets_of(first) and not betrayed(done, others)
    assert "чужой ответ" in done.content.decode() and "чужое замечание" in done.content.decode()
    assert "no-store" in done["Cache-Control"] and "ETag" not in done.headers
    assert second.text not in browser.get(page(world, second)).content.decode()


def test_a_package_of_others_does_not_exist(world, season):
    other = make_package(season, table=1, spares=0, title="Чужой пакет")
    Package.objects.filter(pk=other.pk).update(state="testing")
    question = other.questions.get()
    tester, stranger = world.browser(world.testers[0]), world.browser(make_person("Obca"))
    for browser, package in ((tester, other), (stranger, world.package)):
        inner = package.questions.all()[0].pk
        for name, args in (
            ("bank_test", []), ("bank_test_question", [inner]), ("bank_package_tests", []),
            ("bank_test_picture", [inner, 1]),
        ):  # fmt: skip
            response = browser.get(reverse(f"chgk:{name}", args=[package.pk, *args]))
            assert response.status_code == 404 and not betrayed(response, package.questions.all()), name
        posts = {"bank_test_deed": (inner, "open"), "bank_package_tests_deed": ("ask",), "bank_return_test": ()}
        for name, more in posts.items():
            assert browser.post(reverse(f"chgk:{name}", args=[package.pk, *more])).status_code == 404, name
    assert tester.get(reverse("chgk:bank_test_question", args=[world.package.pk, question.pk])).status_code == 404
    assert tester.post(page(world, question, "open")).status_code == 404
    assert "Чужой" not in tester.get(reverse("chgk:bank_tests")).content.decode()


@pytest.mark.parametrize("state", ["draft", "sealed", "played"])
def test_a_package_that_is_not_open_says_why_and_nothing_else(world, state):
    person, question = world.testers[0], world.questions[0]
    world.answer(person, question)
    Package.objects.update(state=state)
    browser = world.browser(person)
    for address, status in ((page(world), 200), (page(world, question), 403)):
        response = browser.get(address)
        assert response.status_code == status and not betrayed(response, world.questions)
        assert "Тайный" not in response.content.decode() and 'data-testid="closed"' in response.content.decode()
    assert browser.post(page(world, question, "remark"), {"text": "x"}).status_code == 403


def test_approved_what_was_answered_is_read_again_and_nothing_is_added(world):
    person, (question, other, _third) = world.testers[0], world.questions
    world.answer(person, question)
    Package.objects.update(state="approved")
    browser = world.browser(person)
    assert betrayed(browser.get(page(world, question)), world.questions) == secrets_of(question)
    assert not betrayed(browser.get(page(world, other)), world.questions)
    response = browser.post(page(world, question, "remark"), {"text": "поздно"})
    assert response.status_code == 422 and not Remark.objects.exists()


def test_the_sealed_package_shows_its_editor_and_curator_figures_alone(world):
    person, question = world.testers[0], world.questions[0]
    world.answer(person, question, "тайный-ответ")
    Proposal.objects.create(question=question, person=person, part="text", before=question.text, after="тайный-текст")
    Package.objects.update(state="sealed")
    for who in (world.editor, world.curator):
        response = world.browser(who).get(desk(world))
        assert response.status_code == 200 and not betrayed(response, world.questions)
        assert "тайный-" not in response.content.decode() and "1 of 2" in response.content.decode()
        late = world.browser(who).post(desk(world, "take"), {"proposal": Proposal.objects.get().pk})
        assert late.status_code == 422 and not betrayed(late, world.questions)


def test_a_tester_who_comes_to_play_is_out_at_once_and_the_editor_hears_of_it(world):
    person = world.testers[0]
    world.answer(person, world.questions[0])
    world.join(person, "owls")
    response = world.browser(person).get(page(world))
    assert not betrayed(response, world.questions) and "team that may play it" in response.content.decode()
    assert TestAssignment.objects.get(person=person).ended_why == "player"
    assert (
        "A tester less" in world.editor.user.person.name or TestAssignment.objects.exclude(ended_at=None).count() == 1
    )


def test_a_picture_is_the_testers_once_they_have_opened_the_question(world):
    person, question = world.testers[0], world.questions[0]
    image = QuestionImage.objects.create(
        question=question, name="x.png", media_type="image/png", width=3, height=2, data=PICTURE, digest="d"
    )
    address = reverse("chgk:bank_test_picture", args=[world.package.pk, question.pk, image.pk])
    browser = world.browser(person)
    assert browser.get(address).status_code == 404
    assert address in browser.post(page(world, question, "open"), follow=True).content.decode()
    response = browser.get(address)
    assert response.content == PICTURE and response["Content-Type"] == "image/png"
    assert response["X-Content-Type-Options"] == "nosniff" and "no-store" in response["Cache-Control"]
    assert world.browser(world.testers[1]).get(address).status_code == 404
    Package.objects.update(state="sealed")
    assert browser.get(address).status_code == 404


# --- the tester's way -------------------------------------------------------------------------------------------------


def test_from_the_first_question_to_the_last(world):
    browser = world.browser(world.testers[0])
    assert "0 of 3 answered" in browser.get(page(world)).content.decode()
    for number, question in enumerate(world.questions, 1):
        journey(browser, world, question, do="pass" if number == 2 else "answer")
        done = browser.get(page(world, question)).content.decode()
        assert f"{number} of 3 answered" in done
    assert 'data-testid="all-done"' in done
    (first, second, _third) = BlindAnswer.objects.order_by("question__number")
    assert first.answer == "филин" and second.passed
    browser.post(page(world, world.questions[0], "judge"), {"counts": "no"})
    assert "You say: would not count." in browser.get(page(world, world.questions[0])).content.decode()


def test_nothing_typed_is_lost_when_it_is_refused(world):
    person, question = world.testers[0], world.questions[0]
    browser = world.browser(person)
    browser.post(page(world, question, "open"))
    late = browser.post(page(world, question, "answer"), {"answer": "неясыть", "do": "answer", "seen": "old"})
    assert late.status_code == 422 and 'value="неясыть"' in late.content.decode()
    journey(browser, world, question)
    stale = {"part": "comment", "after": "мой <b>текст</b>", "words": "мои слова", "seen": "old"}
    response = browser.post(page(world, question, "propose"), stale)
    said = response.content.decode()
    assert response.status_code == 422 and "мой &lt;b&gt;текст&lt;/b&gt;" in said and "мои слова" in said
    assert question.comment in said
    remark = browser.post(page(world, question, "remark"), {"text": "!" * 3})
    assert remark.status_code == 422 and "!!!" in remark.content.decode()


def test_remarks_proposals_and_categories_by_hand(world):
    person, question = world.testers[0], world.questions[0]
    browser, editor = world.browser(person), world.browser(world.editor)
    journey(browser, world, question)
    browser.post(page(world, question, "remark"), {"text": "=1+1 <script>"})
    remark = Remark.objects.get()
    browser.post(page(world, question, "category"), {"category": "3", "words": "трудно"})
    copy = next(one for one in browser.get(page(world, question)).context["copies"] if one.part == "text")
    browser.post(page(world, question, "propose"), {"part": "text", "after": "белая text-1-text", "seen": copy.seen})
    proposal = Proposal.objects.get()
    seen = editor.get(desk(world)).content.decode()
    assert "&lt;script&gt;" in seen and "[put in:]" in seen and "трудно" in seen
    editor.post(desk(world, "remark"), {"question": question.pk, "thread": remark.pk, "text": "Спасибо"})
    editor.post(desk(world, "settle"), {"question": question.pk, "thread": remark.pk, "do": "settle"})
    for _ in range(2):
        assert editor.post(desk(world, "take"), {"proposal": proposal.pk, "word": "беру"}).status_code == 302
    question.refresh_from_db()
    assert question.text == "белая text-1-text" and question.category == 3
    assert CategoryChange.objects.get().who == "Tadek"
    told = browser.get(page(world, question)).content.decode()
    assert "беру" in told and "Спасибо" in told and "changed since" not in told
    assert 'data-testid="changed"' in told


def test_two_editors_and_a_stale_proposal(world):
    question = world.questions[0]
    for person in world.testers:
        world.answer(person, question)
    rows = [
        Proposal.objects.create(question=question, person=person, part="answer", before=question.answer, after=after)
        for person, after in zip(world.testers, ("сова", "филин"), strict=True)
    ]
    editor, curator = world.browser(world.editor), world.browser(world.curator)
    editor.post(desk(world, "take"), {"proposal": rows[0].pk})
    response = curator.post(desk(world, "take"), {"proposal": rows[1].pk, "word": "тоже верно"})
    assert response.status_code == 422 and "тоже верно" in response.content.decode()
    page_now = curator.get(desk(world)).content.decode()
    assert f'data-testid="by-hand-{rows[1].pk}"' in page_now and f'data-testid="take-{rows[1].pk}"' not in page_now
    curator.post(desk(world, "by-hand"), {"proposal": rows[1].pk})
    assert editor.post(desk(world, "decline"), {"proposal": rows[1].pk}).status_code == 422
    question.refresh_from_db()
    assert question.answer == "сова"


def test_a_tester_gives_a_package_back(world):
    browser = world.browser(world.testers[0])
    browser.post(reverse("chgk:bank_return_test", args=[world.package.pk]))
    assert "given it back" in browser.get(page(world)).content.decode()


# --- the list ---------------------------------------------------------------------------------------------------------


def test_offers_and_the_curators_list(world):
    person = make_person("Ula")
    browser, curator = world.browser(person), world.browser(world.curator)
    listing = reverse("chgk:bank_testers", args=[world.club.pk])
    browser.post(reverse("chgk:bank_offer_to_test"), {"club": world.club.pk, "words": "хочу"})
    row = Tester.objects.get(person=person)
    assert f"offers-{world.club.pk}" in curator.get(reverse("tournaments:me")).content.decode()
    assert "хочу" in curator.get(listing).content.decode()
    refused = curator.post(f"{listing}decline/", {"tester": row.pk, "word": "…"})
    assert refused.status_code == 422 and 'value="…"' in refused.content.decode()
    curator.post(f"{listing}decline/", {"tester": row.pk, "word": "мест нет"})
    assert "мест нет" in browser.get(reverse("chgk:bank_tests")).content.decode()
    assert curator.post(f"{listing}approve/", {"tester": row.pk}).status_code == 422
    found = curator.get(listing, {"search": "ul"}).content.decode()
    assert (
        f'data-testid="add-{person.pk}"' in found and 'data-testid="add-' not in curator.get(listing).content.decode()
    )
    assert "at least two letters" in curator.get(listing, {"search": "u"}).content.decode()
    curator.post(f"{listing}add/", {"person": person.pk})
    newest = Tester.objects.get(person=person, state="approved")
    curator.post(f"{listing}end/", {"tester": newest.pk, "word": "спасибо"})
    assert "спасибо" in browser.get(reverse("chgk:bank_tests")).content.decode()
    assert curator.post(f"{listing}end/", {"tester": "1x"}).status_code == 404
    browser.post(reverse("chgk:bank_offer_to_test"), {"club": world.club.pk})
    browser.post(reverse("chgk:bank_offer_to_test"), {"club": world.club.pk, "do": "withdraw"})
    assert not Tester.objects.filter(person=person, state__in=("offered", "approved")).exists()


def test_the_editor_asks_whom_the_list_allows(world):
    owl = world.player("owls")
    free = make_person("Wolna")
    for person in (owl, free):
        Tester.objects.create(club=world.club, person=person, state="approved")
    editor = world.browser(world.editor)
    said = editor.get(desk(world)).content.decode()
    assert "plays for Owls" in said
    refused = editor.post(desk(world, "ask"), {"person": owl.pk, "words": "прошу"})
    assert refused.status_code == 422 and 'value="прошу"' in refused.content.decode()
    editor.post(desk(world, "ask"), {"person": free.pk, "words": "прошу"})
    test = TestAssignment.objects.get(person=free)
    assert "прошу" in world.browser(free).get(page(world)).content.decode()
    editor.post(desk(world, "end"), {"person": free.pk})
    test.refresh_from_db()
    assert test.ended_why == "withdrawn"


# --- costs ------------------------------------------------------------------------------------------------------------


def fill(world, number):
    """One more of everything: a tester with an answer, an offer, a remark, a proposal, another package."""
    person, question = make_person(f"N{number}"), world.questions[number]
    Tester.objects.create(club=world.club, person=person, state="approved")
    Tester.objects.create(club=world.club, person=make_person(f"O{number}"))
    world.ask(person)
    for tester in (person, world.testers[0]):
        world.answer(tester, question)
    Remark.objects.create(question=question, person=person, who="N", text="n")
    Proposal.objects.create(question=question, person=person, part="text", before="a", after="b")
    CategoryChange.objects.create(question=question, before=2, after=3, who="N", who_key="user:1")
    package = make_package(world.club.season, table=2, spares=0, title=f"P{number}")
    Package.objects.filter(pk=package.pk).update(state="testing", editor=world.editor)
    TestAssignment.objects.create(package=package, person=world.testers[0])


def test_pages_cost_the_same_with_one_row_and_with_three(world):
    addresses = {
        reverse("chgk:bank_tests"): (world.testers[0], 8),
        page(world): (world.testers[0], 9),
        page(world, world.questions[0]): (world.testers[0], 13),
        desk(world): (world.editor, 21),
        reverse("chgk:bank_testers", args=[world.club.pk]) + "?search=tosia": (world.curator, 9),
    }
    browsers = {address: world.browser(who) for address, (who, _cost) in addresses.items()}
    fill(world, 0)
    for rows in (1, 3):
        found = {}
        for address, browser in browsers.items():
            browser.get(address)
            with CaptureQueriesContext(connection) as asked:
                assert browser.get(address).status_code == 200
            found[address] = len(asked)
        assert found == {address: cost for address, (_who, cost) in addresses.items()}, rows
        if rows == 1:
            fill(world, 1)
            fill(world, 2)


def test_what_waits_costs_the_same_too(world, django_assert_num_queries):
    editor, keys = world.editor, []
    for number in range(3):
        fill(world, number)
        TestAssignment.objects.create(package=Package.objects.get(title=f"P{number}"), person=editor)
        with django_assert_num_queries(8):
            keys.append([one.key.split("-")[0] for one in waiting(editor.user, editor, timezone.now())])
    assert keys == [["test", "tests"], ["test", "test", "tests"], ["test", "test", "test", "tests"]]
