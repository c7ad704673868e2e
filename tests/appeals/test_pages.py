"""The pages of an appeal from the captain's sheet to the archive; nobody reads a view or a vote too early."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from appeals.models import Appeal, Jury
from appeals.rules.state import Phase
from appeals.services.filing import file_appeal, return_appeal
from tests.appeals.evening import make_person
from tests.playing import NOW
from tournaments.models import AccessLink, House
from tournaments.rules.citation_proposals import propose_citation
from tournaments.rules.citations import as_json
from tournaments.services.access_links import link_token

pytestmark = pytest.mark.django_db


def written_sources(*lines):
    """Rows of the form, each filled in from a pasted line."""
    fields = {"source-count": str(len(lines))}
    for place, line in enumerate(lines, 1):
        for name, value in as_json(propose_citation(line)).items():
            fields[f"source-{place}-{name}"] = str(value or "")
    return fields


WRITTEN = {
    "given": "смотритель маяка",
    "accepted": "",
    "reasoning": "Это один и тот же человек.",
    **written_sources("А. Автор. Лампы. — М.: Наука, 1990. — С. 12."),
}


def browser(user=None):
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def address(row, name="appeal"):
    return reverse(f"appeals:{name}", args=[row.pk])


def do(client, row, what, **fields):
    return client.post(reverse("appeals:deed", args=[row.pk, what]), fields)


@pytest.fixture
def captain(evening):
    return browser(evening.captain.user)


@pytest.fixture
def curator(evening):
    return browser(evening.curator_user)


def new_address(evening, place=1):
    return f"{reverse('appeals:new')}?game={evening.game.pk}&question={evening.number(place)}"


def test_a_captain_finds_the_question_and_files(evening, captain):
    page = captain.get(reverse("appeals:new")).content.decode()
    assert f"game={evening.game.pk}" in page
    page = captain.get(f"{reverse('appeals:new')}?game={evening.game.pk}").content.decode()
    assert f"question={evening.number(2)}" in page
    form = captain.get(new_address(evening)).content.decode()
    assert f"text-{evening.number(1)}-text" in form
    assert f"answer-{evening.number(1)}-answer" in form
    saved = captain.post(new_address(evening), {**WRITTEN, "kind": "accept", "do": "save"})
    row = Appeal.objects.get()
    assert saved["Location"] == address(row, "edit")
    assert captain.get(address(row))["Location"] == address(row, "edit")
    sent = captain.post(address(row, "edit"), {**WRITTEN, "do": "file", "command_id": "c1"})
    assert sent["Location"] == address(row)
    page = captain.get(address(row)).content.decode()
    assert 'data-status="filed"' in page
    again = captain.post(address(row, "edit"), {**WRITTEN, "do": "file", "command_id": "c1"})
    assert again.status_code == 302
    assert Appeal.objects.get().number == 1


def test_what_is_missing_is_named_and_nothing_typed_is_lost(evening, captain):
    answer = captain.post(new_address(evening), {**WRITTEN, "source-count": "0", "kind": "accept", "do": "file"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Name at least one source" in page
    assert "Это один и тот же человек." in page
    assert "#p5.2.3.1" in page
    row = Appeal.objects.get()
    assert f'action="{address(row, "edit")}"' in page
    no_kind = captain.post(new_address(evening, 2), {**WRITTEN, "do": "save"})
    assert no_kind.status_code == 422
    captain.post(address(row, "edit"), {**WRITTEN, "do": "discard"})
    assert not Appeal.objects.exists()


def test_the_captains_seat_is_as_good_as_an_account(evening):
    link = AccessLink.objects.get(game=evening.game, role="captain")
    phone = browser()
    phone.get(f"/join/{link_token(link)}/")
    answer = phone.post(new_address(evening), {**WRITTEN, "kind": "remove", "do": "file"})
    row = Appeal.objects.get()
    assert answer["Location"] == address(row)
    assert (row.captain, row.author) == (evening.captain, None)
    assert phone.get(address(row)).status_code == 200
    assert str(row) in phone.get(reverse("appeals:mine")).content.decode()
    player = AccessLink.objects.filter(game=evening.game, role="player").first()
    assert player is not None
    other = browser()
    other.get(f"/join/{link_token(player)}/")
    assert other.get(new_address(evening)).status_code == 302
    assert other.get(address(row)).status_code == 404


def test_a_captains_seat_counts_beside_an_account_but_not_a_curators(evening):
    """The day's captain may be signed in as somebody else; a curator who tries a link stays the curator."""
    link = AccessLink.objects.get(game=evening.game, role="captain")
    phone, curator = browser(make_person("Obca").user), browser(evening.curator_user)
    for client in (phone, curator):
        client.get(f"/join/{link_token(link)}/")
    answer = phone.post(new_address(evening), {**WRITTEN, "kind": "remove", "do": "save"})
    row = Appeal.objects.get()
    assert answer["Location"] == address(row, "edit")
    assert phone.get(address(row, "edit")).status_code == 200
    assert curator.get(new_address(evening)).status_code == 403
    assert curator.get(address(row)).status_code == 404  # a draft is the team's own
    phone.post(address(row, "edit"), {**WRITTEN, "do": "file"})
    assert 'data-testid="receive"' in curator.get(address(row)).content.decode()
    assert 'data-testid="receive"' not in phone.get(address(row)).content.decode()


def test_a_sheet_edited_in_two_tabs_and_one_too_long_are_refused_with_what_was_typed(evening, captain):
    row = evening.draft()
    form = captain.get(address(row, "edit")).content.decode()
    stale = {**WRITTEN, "do": "save", "seen": mark_of(form)}
    assert captain.post(address(row, "edit"), {**stale, "reasoning": "первая"}).status_code == 302
    answer = captain.post(address(row, "edit"), {**stale, "reasoning": "вторая"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "вторая" in page
    assert "первая" in page.split('data-testid="stands"')[1].split("</dl>")[0]
    long = {**stale, "reasoning": "ж" * 6001, "seen": mark_of(page)}
    answer = captain.post(address(row, "edit"), long)
    assert answer.status_code == 422
    assert mark_of(answer.content.decode()) == mark_of(page)
    sources = {**long, "reasoning": "\r\n".join(["ж" * 2999] * 2), **written_sources(*["a book"] * 21)}
    page = captain.post(address(row, "edit"), sources).content.decode()
    assert "Name at most 20 sources; there are 21." in page
    assert captain.post(address(row, "edit"), {**sources, **written_sources("a book")}).status_code == 302


def test_settings_changed_in_two_tabs_say_what_is_stored(evening, curator):
    desk = reverse("appeals:desk", args=[evening.club.pk])
    seen = mark_of(curator.get(desk).content.decode())
    door = reverse("appeals:desk_deed", args=[evening.club.pk, "settings"])
    values = {"views_open": "when_all", "votes_open": "when_all", "names_public": "on", "seen": seen}
    assert curator.post(door, {**values, "team_sees": "steps"}).status_code == 302
    answer = curator.post(door, {**values, "team_sees": "status"})
    assert answer.status_code == 422
    assert "how far the jury is" in answer.content.decode().split('data-testid="stands"')[1].split("</dl>")[0]


def test_strangers_are_shown_the_door(evening):
    row = evening.file()
    assert browser().get(address(row)).status_code == 404
    assert browser().get(new_address(evening))["Location"].startswith("/accounts/login/")
    other = browser(make_person("Obca").user)
    assert other.get(new_address(evening)).status_code == 403
    assert other.get(address(row)).status_code == 404
    assert other.get(address(row, "sheet")).status_code == 404
    assert do(other, row, "receive").status_code == 404
    assert other.get(reverse("appeals:desk", args=[evening.club.pk])).status_code == 403


def test_six_roles_go_through_the_whole_procedure(evening, captain, curator):
    row = evening.file()
    jurors = [browser(person.user) for person in evening.jurors]
    stranger = browser()
    desk = reverse("appeals:desk", args=[evening.club.pk])
    assert "No jury is in force" in curator.get(desk).content.decode()
    members = {f"member_{number}": person.pk for number, person in enumerate(evening.jurors, 1)}
    curator.post(reverse("appeals:desk_deed", args=[evening.club.pk, "jury"]), members)
    jury = Jury.objects.get()
    teams = [fixture.team_id for fixture in evening.club.fixtures.filter(is_final=False)]
    council = {"jury": jury.pk, "held_on": "2026-11-01", **{f"team_{pk}": "for" for pk in teams}}
    curator.post(reverse("appeals:desk_deed", args=[evening.club.pk, "council"]), council)
    assert "4 of 4 present; at least 2/3 of them needed: 3" in curator.get(desk).content.decode()
    assert do(curator, row, "receive", command_id="r").status_code == 302
    for number, juror in enumerate(jurors, 1):
        assert do(juror, row, "read").status_code == 302
        assert do(juror, row, "view", text=f"мнение-{number}-тайна").status_code == 302
        seen = [f"мнение-{one}-тайна" in curator.get(address(row)).content.decode() for one in (1, 2, 3)]
        assert seen == [number == 3] * 3
        assert "тайна" not in captain.get(address(row)).content.decode()
    late = do(jurors[2], row, "vote", choice="agree")
    assert late.status_code == 422
    assert "It is the turn of: Ada" in late.content.decode()
    for juror, choice in zip(jurors, ("agree", "disagree", "abstain"), strict=True):
        assert 'data-testid="vote-form"' in juror.get(address(row)).content.decode()
        assert "is-disagree" not in juror.get(address(row)).content.decode()
        assert do(juror, row, "vote", choice=choice).status_code == 302
        assert 'data-status="considered"' in captain.get(address(row)).content.decode()
    assert "left to the curator" in jurors[0].get(address(row)).content.decode()
    assert do(curator, row, "decide", outcome="grant", reason="...").status_code == 422
    assert do(curator, row, "decide", outcome="grant", reason="весомее").status_code == 302
    page = curator.get(address(row)).content.decode()
    assert "0:4" in page
    assert "1:3" in page
    assert "The game is open again" in page
    assert stranger.get(address(row)).status_code == 404
    told = do(curator, row, "announce", accepted="смотритель маяка\nсмотритель", seen=mark_of(page))
    assert told.status_code == 302
    public = stranger.get(address(row)).content.decode()
    for text in ("The answer counts", "мнение-2-тайна", "смотритель", "весомее", "is-disagree"):
        assert text in public
    assert "Appeal 1" in stranger.get(reverse("appeals:archive")).content.decode()


def mark_of(page):
    return page.split('name="seen" value="')[1].split('"')[0]


def test_a_return_shows_its_paragraph_and_the_sheet_again(evening, captain, curator):
    row = evening.file()
    assert do(curator, row, "return", paragraph="5.2.3.1", reason=" ").status_code == 422
    assert do(curator, row, "return", paragraph="5.2.3.1", reason="нет страницы").status_code == 302
    page = captain.get(address(row)).content.decode()
    assert "нет страницы" in page
    assert address(row, "edit") in page
    assert "нет страницы" in captain.get(address(row, "edit")).content.decode()


def test_the_live_part_answers_only_when_something_has_changed(evening, curator):
    evening.jury()
    row = evening.receive(evening.file())
    ada = browser(evening.jurors[0].user)
    part = ada.get(address(row, "progress"))
    mark = part.content.decode().split('data-mark="')[1].split('"')[0]
    assert ada.get(address(row, "progress"), {"mark": mark}).status_code == 204
    evening.speak(row)
    changed = ada.get(address(row, "progress"), {"mark": mark}).content.decode()
    assert 'data-testid="vote-form"' in changed
    assert "<textarea" not in changed
    assert 'hx-swap-oob="true"' in changed
    assert browser(evening.captain.user).get(address(row, "progress")).status_code == 404


def test_a_second_click_changes_nothing(evening, curator):
    evening.jury()
    row = evening.file()
    for _ in range(2):
        assert do(curator, row, "receive", command_id="same").status_code == 302
    assert Appeal.objects.get(pk=row.pk).phase == Phase.SPEAKING


def test_an_interested_jury_is_refused_by_name(evening, curator):
    members = {"member_1": evening.jurors[0].pk, "member_2": evening.jurors[1].pk, "member_3": evening.captain.pk}
    answer = curator.post(reverse("appeals:desk_deed", args=[evening.club.pk, "jury"]), members)
    assert answer.status_code == 422
    assert "cannot sit in the jury: owls 1" in answer.content.decode()


def test_the_team_sees_steps_where_the_season_says_so(evening, captain, curator):
    values = {"views_open": "when_all", "votes_open": "when_all", "team_sees": "steps", "names_public": "on"}
    assert curator.post(reverse("appeals:desk_deed", args=[evening.club.pk, "settings"]), values).status_code == 302
    evening.jury()
    row = evening.receive(evening.file())
    page = captain.get(address(row)).content.decode()
    assert 'data-status="speaking"' in page
    assert "has not read it yet" in page


def test_a_complaint_and_its_finding(evening, curator):
    row = evening.announce(evening.considered())
    Appeal.objects.filter(pk=row.pk).update(snapshot=with_time(row))
    zoe = browser(make_person("Zoe").user)
    assert do(zoe, row, "complain", text="голосовали не по очереди").status_code == 422
    assert do(zoe, row, "complain", text="голосовали не по очереди", on_procedure="yes").status_code == 302
    assert "голосовали" not in browser().get(address(row)).content.decode()
    finding = {"number": "1", "in_favour": "3", "against": "2", "abstained": "0", "finding": "Нет."}
    assert "4 captains" in do(curator, row, "finding", **finding).content.decode()
    assert do(curator, row, "finding", **{**finding, "against": "1"}).status_code == 302
    public = browser().get(address(row)).content.decode()
    assert "The council upheld it" in public
    assert "голосовали" in public


def with_time(row):
    """The same announcement, with its week still running whenever the test is run."""
    snapshot = json.loads(json.dumps(row.snapshot))
    snapshot["announcement"]["complain_until"] = 4_000_000_000_000
    return snapshot


def test_the_sheet_on_paper_has_what_the_regulation_asks_for(evening, captain):
    row = evening.file()
    page = captain.get(address(row, "sheet")).content.decode()
    for text in ("2026", f"text-{evening.number(1)}-text", f"answer-{evening.number(1)}-answer", "accept the answer"):
        assert text in page
    assert "А. Автор. Лампы." in page


@pytest.mark.parametrize("name", ["desk", "archive", "mine"])
def test_lists_cost_the_same_with_one_row_and_with_three(evening, name, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client = browser(evening.curator_user if name == "desk" else evening.captain.user)
    site = reverse(f"appeals:{name}", args=[evening.club.pk] if name == "desk" else [])
    evening.announce(evening.considered())
    client.get(site)
    with CaptureQueriesContext(connection) as few:
        client.get(site)
    evening.announce(evening.considered("DDD", 2))
    evening.announce(evening.considered("DDD", 3))
    evening.file(4)
    with django_assert_num_queries(len(few)):
        client.get(site)


def test_the_backoffice_tells_no_secret(evening, admin_client):
    row = evening.considered("AD-")
    for path in (f"/admin/appeals/appeal/{row.pk}/change/", f"/admin/appeals/appeal/{row.pk}/history/"):
        page = admin_client.get(path).content.decode()
        assert "тайна" not in page
        assert "abstain" not in page
        assert "curator_decided" not in page
    for lookup in ("snapshot__icontains", "phase", "events__data__icontains"):
        answer = admin_client.get("/admin/appeals/appeal/", {lookup: "agree"})
        assert answer.status_code in (302, 400), lookup


def test_deans_learn_nothing_by_their_office(evening):
    dean = make_person("Dean")
    House.objects.filter(key="owls").update(head=dean)
    row = evening.considered()
    assert browser(dean.user).get(address(row)).status_code == 404
    assert AnonymousUser().is_anonymous


def test_what_waits_stands_on_everybodys_own_page(evening):
    from appeals.portal import waiting

    def keys(user, person=None):
        return [(one.text, one.due is not None) for one in waiting(user, person, NOW)]

    curator, captain, ada = evening.curator_user, evening.captain, evening.jurors[0]
    row = evening.file()
    assert keys(curator) == [("Appeal 1 (2026): your decision is asked for", True)]
    return_appeal(appeal_id=row.pk, paragraph="5.2.3.1", reason="no page", actor=evening.curator, now=NOW)
    assert keys(curator) == []
    assert keys(captain.user, captain) == [("Appeal 1 was returned: put it right and file it again", False)]
    file_appeal(appeal_id=row.pk, actor=evening.actor(captain), now=NOW)
    evening.jury()
    evening.receive(row)
    assert keys(ada.user, ada) == [("Appeal 1: the jury waits for you", True)]
    evening.speak(row)
    assert len(keys(ada.user, ada)) == 1
    evening.vote(row, "A")
    assert keys(ada.user, ada) == []


def test_an_incomplete_source_refuses_the_filing_with_its_paragraph_and_stays_on_the_sheet(evening, captain):
    written = {**WRITTEN, "source-1-pages": "", "kind": "accept", "do": "file"}
    answer = captain.post(new_address(evening), written)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Source 1. Not given: pages." in page and "#p4.1.2.1" in page and 'value="Наука"' in page
    row = Appeal.objects.get()
    assert row.phase == "draft" and row.draft["sources"][0]["publisher"] == "Наука"
    captain.post(address(row, "edit"), {**WRITTEN, "do": "file"})
    shown = captain.get(address(row)).content.decode()
    assert "Лампы" in shown and "Наука, 1990. — С. 12" in shown


def test_pasted_sources_are_looked_through_before_anything_is_saved(evening, captain):
    pasted = {**WRITTEN, "source-pasted": "http://example.org/?b=%41", "kind": "accept", "do": "file"}
    page = captain.post(new_address(evening), pasted)
    assert not Appeal.objects.exists()
    assert [row.kind for row in page.context["sources"].rows] == ["book", "internet"]
    assert page.context["sources"].rows[1].values["address"] == "http://example.org/?b=%41"
