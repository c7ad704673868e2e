"""The council's pages: who reads what, what stays secret until the end, what is typed and refused."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chgk.models import AmendedParagraph, CouncilBallot, Motion, MotionRound, MotionWord
from chgk.services.council import say_word
from chgk.services.council_seats import save_council_settings
from chgk.services.council_votes import close_due_votes
from tests.chgk.councils import DAY, Council, make_council
from tournaments.models import AuditEntry, Letter, Person, Season, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def council(season: Season, host_user: User) -> Council:
    return make_council(season, host_user)


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def page(motion: Motion, user: User | None = None) -> Any:
    return browser(user).get(reverse("chgk:motion", args=[motion.pk]))


def do(motion: Motion, what: str, user: User | None, **fields: str) -> Any:
    return browser(user).post(reverse("chgk:motion_deed", args=[motion.pk, what]), fields, follow=True)


def club_member(name: str = "somebody") -> User:
    user = User.objects.create_user(name)
    Person.objects.create(name=name.title(), user=user)
    return user


def test_a_motion_from_the_first_word_to_its_result(council: Council) -> None:
    owls, lions = council.captains[0].user, council.captains[1].user
    assert owls is not None and lions is not None
    address = reverse("chgk:new_motion", args=[council.club.pk])
    assert "Move a motion" in browser(owls).get(reverse("chgk:council", args=[council.club.pk])).text
    response = browser(owls).post(address, {"title": "Играть при свечах", "text": "<b>так</b>", "command_id": "x"})
    motion = Motion.objects.get()
    assert response["Location"] == reverse("chgk:motion", args=[motion.pk])
    assert "&lt;b&gt;так&lt;/b&gt;" in do(motion, "word", lions, text="А =1+1 👩‍👩‍👧 пожар?").text
    assert do(motion, "vote", lions, closes_at="2030-01-01T10:00").status_code == 403  # neither mover nor curator
    typed = do(motion, "vote", owls, closes_at="2026-03-29T02:30")
    assert typed.status_code == 422 and "does not exist" in typed.text
    closes = timezone.localtime(timezone.now() + DAY).strftime("%Y-%m-%dT%H:%M")
    assert "The voice of Owls" in do(motion, "vote", owls, closes_at=closes).text
    assert "Choose one" in do(motion, "ballot", owls).text
    assert "Your team" in do(motion, "ballot", owls, choice="for").text
    assert do(motion, "ballot", owls, choice="for", command_id="tap").status_code == 422  # another page's
    for _press in range(2):
        assert do(motion, "ballot", lions, choice="for", command_id="tap").status_code == 200
    again = do(motion, "ballot", owls, choice="against")
    assert again.status_code == 422 and "have voted already" in again.text
    for person in council.captains[2:]:
        do(motion, "ballot", person.user, choice="for")
    text = page(motion).text
    assert "adopted" in text and "4 of 4 present; more than 1/2 of them needed: 3" in text


def test_nobody_reads_a_count_or_a_choice_before_the_end(council: Council) -> None:
    motion = council.move()
    council.open(motion, timezone.now())
    council.vote(motion, "+-", timezone.now())
    poison = "zzПОЙМАНzz"
    CouncilBallot.objects.filter(round__motion=motion).update(choice=poison)
    MotionRound.objects.filter(motion=motion).update(in_favour=77777, against=88888)
    root = User.objects.create_superuser("root")
    users = [None, council.curator_user, root, club_member(), council.captains[0].user, council.captains[3].user]
    texts = []
    for user in users:
        for name in ("chgk:council", "tournaments:me"):
            args = [council.club.pk] if name == "chgk:council" else []
            texts.append(browser(user).get(reverse(name, args=args), follow=True).text)
        archive = reverse("chgk:council_archive")
        texts += [browser(user).get(archive, {"format": kind}).content.decode() for kind in ("csv", "json")]
        texts.append(page(motion, user).text)
    for model in admin.site._registry:
        if model._meta.app_label == "chgk":
            listing = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
            if model is not MotionRound:
                texts.append(browser(root).get(listing).text)
    texts += [f"{letter.subject} {letter.body}" for letter in Letter.objects.all()]
    texts += [str(entry.details) for entry in AuditEntry.objects.all()]
    found = [text for text in texts if re.search(rf"{poison}|77777|88888", text)]
    assert found == []
    assert CouncilBallot not in admin.site._registry and MotionWord not in admin.site._registry


def test_a_secret_vote_tells_counts_and_never_choices(council: Council) -> None:
    save_council_settings(club_id=council.club.pk, values={"secret_other": True}, actor=council.curator)
    motion = council.move()
    council.open(motion, timezone.now())
    council.vote(motion, "+-0", timezone.now())
    MotionRound.objects.filter(motion=motion).update(closes_at=timezone.now() - DAY)
    text = page(motion, council.curator_user).text  # reading ends what is over
    assert Motion.objects.get().state == "rejected" and "in favour 1, against 1, abstained 1" in text
    assert text.count("has voted") == 3 and "did not vote" in text and close_due_votes(timezone.now()) == 0


def test_who_reads_what(council: Council) -> None:
    motion = council.move(title="Тайна совета")
    say_word(motion_id=motion.pk, text="шёпот", as_curator=True, actor=council.curator, command_id="a")
    member = club_member()
    for words_for, readers in (("council", []), ("club", [member]), ("everybody", [member])):
        save_council_settings(club_id=council.club.pk, values={"words_for": words_for}, actor=council.curator)
        assert page(motion, None).status_code == 404
        assert ("шёпот" in page(motion, member).text) is bool(readers)
        assert "шёпот" in page(motion, council.captains[0].user).text
    assert "Тайна" not in Client().get(reverse("chgk:council", args=[council.club.pk])).text
    assert do(motion, "word", member, text="и я").status_code == 403
    council.open(motion, timezone.now())
    council.vote(motion, "++++", timezone.now())
    assert "шёпот" in page(motion).text and "owls" in page(motion).text
    save_council_settings(club_id=council.club.pk, values={"names_public": False}, actor=council.curator)
    public = page(motion).text
    assert "шёпот" not in public and "owls 1" not in public and "Owls" in public and "Ela" not in public


def test_an_amendment_is_typed_paragraph_by_paragraph_and_nothing_typed_is_lost(council: Council) -> None:
    owls = browser(council.captains[0].user)
    address = reverse("chgk:new_motion", args=[council.club.pk])
    form = owls.get(f"{address}?kind=amendment&p=3.1.5").text
    assert "2 minutes" in form and "fireplace" in form and form.count("<fieldset") == 1
    fields = {"kind": "amendment", "title": "Короче", "blocks": "1", "command_id": "k", "b0-number": "3.1.5"}
    for language in ("pl", "ru", "en"):
        fields |= {f"b0-title_{language}": f"Czas {language}", f"b0-text_{language}": f"90 s {language}"}
    more = owls.post(address, {**fields, "add": "1", "add_number": ""}).text
    assert more.count("<fieldset") == 2 and "90 s ru" in more and not Motion.objects.exists()
    refused = owls.post(address, {**fields, "b0-title_ru": "", "b0-text_ru": "…"})
    assert refused.status_code == 422 and "needs its wording" in refused.text and "90 s pl" in refused.text
    assert owls.post(address, fields).status_code == 302 and owls.post(address, fields).status_code == 302
    assert AmendedParagraph.objects.count() == 1 and Motion.objects.count() == 1
    text = page(Motion.objects.get(), council.captains[1].user).text
    assert "<del>" in text and "<ins>" in text and "more than 2/3 of all 4, that is 3 voices" in text


def test_a_stand_in_is_named_by_captain_or_curator_and_ended(council: Council) -> None:
    owls, lions = browser(council.captains[0].user), browser(council.captains[1].user)
    address = reverse("chgk:council_deed", args=[council.club.pk, "acting"])
    member = council.club.season.teams.get(house__key="owls").members.get(position=2)
    now = timezone.localtime()
    times = {"starts_at": now.strftime("%Y-%m-%dT%H:%M"), "ends_at": (now + DAY).strftime("%Y-%m-%dT%H:%M")}
    fields = {"person": str(member.pk), **times, "reason": "болен"}
    assert lions.post(address, fields).status_code == 422  # no choice of theirs
    assert owls.post(address, {**fields, "reason": "…"}).status_code == 422
    assert owls.post(address, fields).status_code == 302
    text = owls.get(reverse("chgk:council", args=[council.club.pk])).text
    assert "acting captain" in text and member.person.public_name in text
    row = council.club.acting_captains.get()
    ending = reverse("chgk:council_deed", args=[council.club.pk, "end-acting"])
    assert lions.post(ending, {"acting": row.pk}).status_code == 403
    assert owls.post(ending, {"acting": row.pk}).status_code == 302


def test_the_list_costs_the_same_for_one_motion_and_for_three(
    council: Council, django_assert_max_num_queries: Any
) -> None:
    client = browser(council.captains[0].user)
    address = reverse("chgk:council", args=[council.club.pk])
    counts = []
    for more in (1, 2):
        for _number in range(more):
            council.open(council.move(), timezone.now())
        with django_assert_max_num_queries(40) as queries:
            client.get(address)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_what_waits_and_what_stands_in_the_calendar(council: Council) -> None:
    from chgk.council_portal import events, waiting

    owls = council.captains[0]
    assert owls.user is not None
    motion = council.move()
    council.open(motion, timezone.now())
    assert [one.text for one in waiting(owls.user, owls, timezone.now())] == ["The council votes: Играть при свечах"]
    council.vote(motion, "+", timezone.now())
    assert list(waiting(owls.user, owls, timezone.now())) == [] and len(list(events(owls))) == 1
    assert list(events(None)) == []
    council.vote(motion, ".+++", timezone.now())
    amendment = council.amend()
    council.open(amendment, timezone.now())
    council.vote(amendment, "+++-", timezone.now())
    texts = [one.text for one in waiting(council.curator_user, None, timezone.now())]
    assert texts == ["Promulgate the amendment: Играть при свечах"]


def test_settings_that_somebody_else_has_saved_meanwhile_are_not_overwritten(council: Council) -> None:
    curator = browser(council.curator_user)
    address = reverse("chgk:council", args=[council.club.pk])
    found = re.search(r'name="seen" value="(\w+)"', curator.get(address).text)
    assert found is not None
    save_council_settings(club_id=council.club.pk, values={"vote_days": 9}, actor=council.curator)
    fields = {
        "complaint_quorum": "2/3", "complaint_majority": ">1/2", "other_quorum": "3/4", "other_majority": ">1/2",
        "words_for": "club", "vote_days": "3", "names_public": "on", "seen": found[1],
    }  # fmt: skip
    deed = reverse("chgk:council_deed", args=[council.club.pk, "settings"])
    stale = curator.post(deed, fields)
    assert stale.status_code == 422 and "Somebody has changed" in stale.text
    again = re.search(r'name="seen" value="(\w+)"', stale.text)
    assert again is not None and curator.post(deed, {**fields, "seen": again[1]}).status_code == 302
    assert council.club.council_rules.values == {"other_quorum": "3/4"}
