"""The regulation: approved, amended by the council alone, clarified, read as of any day; the archive."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from chgk.models import Clarification, ClubSeason, CuratorDecision, Motion, RegulationVersion
from chgk.services.regulation import approve_regulation, clarify, decide_priority, promulgate
from tests.chgk.councils import DAY, Council, make_council
from tests.club_seasons import fixture_of, lay
from tests.playing import NOW
from tournaments.models import Letter, LiveGame, Season, User
from tournaments.models.append_only import AppendOnlyError
from tournaments.rules.engine import Refusal
from tournaments.services.games import start_game

pytestmark = pytest.mark.django_db
TODAY = timezone.localdate(NOW)


@pytest.fixture
def council(season: Season, host_user: User) -> Council:
    return make_council(season, host_user)


def refusal_of(call: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(Refusal) as refusal:
        call()
    return refusal.value.paragraph, refusal.value.code


def adopted(council: Council, **more: str) -> Motion:
    motion = council.amend(**more)
    council.open(motion)
    return council.vote(motion, "+++-")


def page(**query: str) -> str:
    return Client().get(reverse("chgk:rulebook"), query).text


@pytest.mark.database
def test_an_adopted_amendment_becomes_the_next_version_from_a_day_on(council: Council) -> None:
    motion = council.amend()
    fields: dict[str, Any] = {"motion_id": motion.pk, "actor": council.curator, "now": NOW}
    assert refusal_of(lambda: promulgate(holds_from=TODAY, **fields)) == ("1.6.3", "not_adopted")
    council.open(motion)
    council.vote(motion, "+++-")
    assert refusal_of(lambda: promulgate(holds_from=TODAY, **fields)) == ("1.6.1", "regulation_not_approved")
    approve_regulation(club_id=council.club.pk, actor=council.curator, now=NOW)
    approve_regulation(club_id=council.club.pk, actor=council.curator, now=NOW)
    assert refusal_of(lambda: promulgate(holds_from=TODAY - DAY, **fields)) == ("1.6.2.1", "day_in_the_past")
    assert refusal_of(lambda: promulgate(holds_from=None, **fields)) == ("1.6.2.1", "day_missing")
    version = promulgate(holds_from=TODAY + 10 * DAY, **fields)
    assert promulgate(holds_from=TODAY, **fields) == version and version.number == 2
    with pytest.raises(AppendOnlyError):
        version.save()
    subjects = list(Letter.objects.filter(to="owls@example.org").order_by("pk").values_list("subject", flat=True))
    assert subjects[-1] == "The regulation has been amended: version 2"
    later = adopted(council, number="3.1.6")
    again = {**fields, "motion_id": later.pk}
    assert refusal_of(lambda: promulgate(holds_from=TODAY, **again)) == ("1.6.3", "day_before_last_version")
    assert promulgate(holds_from=TODAY + 10 * DAY, **again).number == 3
    assert RegulationVersion.objects.count() == 3


def test_an_amendment_that_the_text_has_outrun_is_refused(council: Council) -> None:
    first, second = adopted(council, number="3.1.6"), adopted(council, number="3.1.6")
    approve_regulation(club_id=council.club.pk, actor=council.curator, now=NOW)
    fields: dict[str, Any] = {"holds_from": TODAY, "actor": council.curator, "now": NOW}
    promulgate(motion_id=first.pk, **fields)
    assert refusal_of(lambda: promulgate(motion_id=second.pk, **fields)) == ("1.6.3", "paragraph_there")


def test_the_page_shows_the_text_of_a_day_and_the_differences(
    council: Council, django_assert_max_num_queries: Any
) -> None:
    motion = adopted(council)
    approve_regulation(club_id=council.club.pk, actor=council.curator)
    day = timezone.localdate() + 10 * DAY
    promulgate(motion_id=motion.pk, holds_from=day, actor=council.curator)
    now, then = page(), page(on=day.isoformat())
    assert "for 2 minutes over a question" in now and 'data-version="1"' in now
    assert "90 секунд. en" in then and 'id="p3.1.5"' in then and "As amended by version 2" in then
    assert "for 2 minutes over a question" not in then and 'data-version="2"' in then
    with translation.override("pl"):
        polish = Client(headers={"accept-language": "pl"}).get(reverse("chgk:rulebook"), {"on": day.isoformat()}).text
    assert "90 секунд. pl" in polish
    address = reverse("chgk:regulation_changes")
    for query in ({"from": "1", "to": "2"}, {"from": timezone.localdate().isoformat(), "to": day.isoformat()}):
        text = Client().get(address, query).text
        assert "<ins>" in text and "<del>" in text and "removed:" in text
    assert "the same" in Client().get(address, {"from": "2", "to": "2"}).text
    assert Client().get(address, {"from": "9", "to": "x"}).status_code == 404
    for malformed in ("31.12.2026", "9999-12-31", "0001-01-01"):
        response = Client().get(reverse("chgk:rulebook"), {"on": malformed})
        assert response.status_code == 400 and "no day" in response.text
    with django_assert_max_num_queries(8):
        page()


def test_a_clarification_never_changes_a_number_of_the_text_nor_reaches_back(council: Council, host_user: User) -> None:
    started, waiting = fixture_of(council.club, "owls"), fixture_of(council.club, "lions")
    games = [lay(started, host_user), lay(waiting, host_user)]
    assert start_game(game_id=games[0].pk, actor=council.curator).accepted
    fields: dict[str, Any] = {"club_id": council.club.pk, "paragraph": "3.1.5", "text": "Ещё немного времени.",
                              "actor": council.curator}  # fmt: skip
    assert refusal_of(lambda: clarify(setting="discussion_seconds", value=60, **fields)) == ("1.6.2", "number_is_fixed")
    assert refusal_of(lambda: clarify(setting="target", value=5, **fields)) == ("1.6.2", "setting_of_another_paragraph")
    assert refusal_of(lambda: clarify(setting="answer_grace", value=5, **fields)) == ("1.6.2", "setting_says_so")
    assert refusal_of(lambda: clarify(**{**fields, "paragraph": "9.9"})) == ("1.6.2", "paragraph_unknown")
    assert refusal_of(lambda: clarify(**{**fields, "text": "…"})) == ("1.5", "reason_without_words")
    assert not Clarification.objects.exists() and ClubSeason.objects.get().settings == {}
    row = clarify(setting="answer_grace", value=8, command_id="once", **fields)
    assert clarify(setting="answer_grace", value=8, command_id="once", **fields) == row
    assert (row.before, row.value) == (5, 8)
    kept = [LiveGame.objects.get(pk=game.pk).setup["settings"] for game in games]
    assert kept[0].get("answer_grace", 5) == 5 and kept[1]["answer_grace"] == 8
    text = page()
    assert "Ещё немного времени." in text and "Grace for typed answers" in text
    assert "Ещё немного" not in page(on=(timezone.localdate() - DAY).isoformat())


def test_a_decision_of_the_curator_has_a_scope_and_a_reason(council: Council, host_user: User) -> None:
    game = lay(fixture_of(council.club, "owls"), host_user)
    fields: dict[str, Any] = {"club_id": council.club.pk, "text": "Играем <b>без</b> зрителей.",
                              "reason": "ремонт", "actor": council.curator}  # fmt: skip
    assert refusal_of(lambda: decide_priority(scope="game:0", **fields)) == ("1.5", "scope_unknown")
    assert refusal_of(lambda: decide_priority(scope="matter", **fields)) == ("1.5", "reason_without_words")
    assert refusal_of(lambda: decide_priority(scope="season", **{**fields, "reason": "-"}))[0] == "1.5"
    assert decide_priority(scope=f"game:{game.pk}", paragraph="3.1.1", **fields).game == game
    assert decide_priority(scope="matter", matter="зал", **fields).matter == "зал"
    text = page()
    assert text.count("Играем &lt;b&gt;без&lt;/b&gt; зрителей.") == 2 and CuratorDecision.objects.count() == 2


def test_the_curators_desk_says_what_is_refused_where_it_was_typed(council: Council) -> None:
    curator = Client()
    curator.force_login(council.curator_user)
    address = reverse("chgk:regulation_desk", args=[council.club.pk])
    assert "Approve the regulation" in curator.get(address).text

    def post(what: str, **fields: str) -> Any:
        return curator.post(reverse("chgk:regulation_deed", args=[council.club.pk, what]), fields)

    assert post("approve").status_code == 302 and RegulationVersion.objects.get().number == 1
    typed = {"paragraph": "3.1.5", "text": "Дольше.", "setting": "discussion_seconds", "value": "60"}
    refused = post("clarify", **typed)
    assert refused.status_code == 422 and "fixes this number" in refused.text and "Дольше." in refused.text
    assert "kind=amendment&amp;p=3.1.5" in refused.text
    assert post("clarify", **{**typed, "setting": "answer_grace", "value": "61"}).status_code == 422
    assert "Enter the number" in post("clarify", **{**typed, "setting": "answer_grace", "value": ""}).text
    window = {**typed, "paragraph": "3.1.4", "setting": "deciding_window=while_at_point", "value": ""}
    assert post("clarify", **window).status_code == 302
    assert ClubSeason.objects.get().rules == {"deciding_window": "while_at_point"}
    assert post("decide", scope="matter", text="так", reason="вот").status_code == 422
    assert post("decide", scope="season", text="так", reason="вот").status_code == 302
    assert "так" in curator.get(address).text


def test_the_archive_is_searched_and_taken_along(council: Council) -> None:
    council.open(council.move(title="=1+1 тайна", text="@x"), timezone.now())
    address = reverse("chgk:council_archive")
    assert "тайна" not in Client().get(address).text  # still open
    council.vote(Motion.objects.get(), "+++-", timezone.now())
    clarify(club_id=council.club.pk, paragraph="3.1.5", text="Ясно.", actor=council.curator)
    text = Client().get(address).text
    assert "тайна" in text and "Clarification of §3.1.5" in text and "3 of 4 present" in text
    assert "тайна" in Client().get(address, {"q": "owls ТАЙНА"}).text
    assert "Nothing fits" in Client().get(address, {"q": "тайна", "kind": "clarification"}).text
    rows = Client().get(address, {"format": "csv"}).content.decode()
    assert rows.startswith("\ufeff") and "'=1+1" in rows and "'@x" in rows
    data = json.loads(Client().get(address, {"format": "json", "kind": "other"}).content)["decisions"]
    assert data[0]["votes"][0]["voices"][3]["choice"] == "against"
    assert isinstance(datetime.datetime.fromisoformat(data[0]["at"]), datetime.datetime)


def test_the_archive_costs_the_same_for_one_motion_and_for_three(
    council: Council, django_assert_max_num_queries: Any
) -> None:
    counts = []
    for more in (1, 2):
        for _number in range(more):
            motion = council.move()
            council.open(motion)
            council.vote(motion, "++++")
        with django_assert_max_num_queries(12) as queries:
            Client().get(reverse("chgk:council_archive"))
        counts.append(len(queries))
    assert counts[0] == counts[1]
