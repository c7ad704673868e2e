"""The table of who may GET and POST at which address; tests/tournaments/test_permissions_matrix.py walks through it.

A row says who may GET and who may POST. Everybody else is refused: sent to the login or to «ask for your
link», 401, 403, or 404 where the address is not even admitted. A method with nobody in it is not allowed
at all (405). Visitors are "nobody" (a stranger), seats of the game ("captain", "player", "host_seat"), a
captain of another game ("elsewhere"), and accounts: the game's "host", a host of another game
("other_host"), "staff" without permissions, "superuser", the "head" of the red house and a "pupil" of it, who both host
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.tournaments.permissions_originality import ORIGINALITY
from tests.tournaments.permissions_rows import (
    ACCOUNTS,
    EVERYBODY,
    HOSTS,
    IN_THE_GAME,
    KEEPERS,
    NOBODY,
    OFFICE,
    STAFF,
    Row,
)

GAME = {"game_id": "game"}
CLUB = {"game_id": "club"}
ONCE = {"command_id": "c"}
DRAFT = {"package_id": "draft"}
TABLE_OF_QUESTIONS, QUESTION_FILE = {"upload_id": "table_of_questions"}, {"upload_id": "question_file"}
LESSON, UPLOAD = {"lesson_id": "lesson"}, {"upload_id": "upload"}
NEW_LESSON = {"held_on": "2026-11-30", "subject": "Charms", "period": 1}
APPLICATION = {"application_id": "application"}
BOUND = {"head", "pupil"}  # accounts that are people of the school
HEADS = {"head", "staff", "superuser"}  # of the red house, the second as a deputy
LINK = {**GAME, "link_id": "captain_link"}
CLUB_LINK = {**CLUB, "link_id": "club_captain_link"}
DEEDS: list[tuple[str, dict[str, Any]]] = [
    ("plan", {"title": "New"}),
    ("postpone", {"reason": "snow"}),
    ("leave-out", {"team": "red", "reason": "ill"}),
    ("take-in", {"team": "red"}),
    ("take-over", {"team": "red"}),
    ("rehearse", {}),
    ("wipe", {}),
    ("suspend", {"reason": "power cut"}),
    ("resume", {}),
    ("hand-over", {"to": "1"}),
    ("hand-over-by-link", {"guest": "Ewa"}),
    ("take-back", {}),
]
SEASON = {"club_id": "club_season"}
PACKAGE = {"package_id": "package"}
APPEAL = {"appeal_id": "appeal"}
MOTION = {"motion_id": "motion"}
KNOWN = EVERYBODY - {"nobody"}  # an account, or a seat
CURATORS = {"host", "superuser"}  # the season is the host's; no seat of a game opens its desk
QUESTION = {"question_id": "question"}
DRAFTERS = {"pupil", "superuser", "staff"}
EDITORS = {"head", "host", "superuser", "staff"}
CURATED: list[tuple[str, dict[str, Any]]] = [
    ("plan", {"game": "1", "place": "Tower"}),
    ("postpone", {"game": "1", "reason": "snow"}),
    ("no-show", {"game": "1", "reason": "ill"}),
    ("withdraw-no-show", {"game": "1", "reason": "well again"}),
    ("decide-tie", {"team": "red", "reason": "a fair draw"}),
    ("close", {}),
]
ENDED = [*DEEDS[-5:], ("close", {"reason": "power cut"}), ("reopen", {})]
TABLE: dict[str, Sequence[Row]] = {
    "favicon": [Row(EVERYBODY, NOBODY)],
    "robots": [Row(EVERYBODY, NOBODY)],
    "tournaments:home": [Row(EVERYBODY, NOBODY)],
    "auction:bank": [Row({"superuser"}, {"superuser"})],
    "auction:bank_export": [Row({"superuser"}, NOBODY, {"kind": "=csv"})],
    "auction:bank_file": [Row({"superuser"}, {"superuser"}, TABLE_OF_QUESTIONS)],
    "auction:bank_file_import": [Row(NOBODY, {"superuser"}, TABLE_OF_QUESTIONS)],
    "auction:bank_file_discard": [Row(NOBODY, {"superuser"}, TABLE_OF_QUESTIONS)],
    "chgk:bank_statistics": [Row(ACCOUNTS, NOBODY)],
    "chgk:bank_files": [Row({*CURATORS, "staff"}, {*CURATORS, "staff"}, DRAFT)],
    "chgk:bank_export": [
        Row({*CURATORS, "staff"}, {*CURATORS, "staff"}, DRAFT, {"format": "four_s"}),
        Row({"host"}, {"host"}, PACKAGE, {"format": "four_s"}),  # sealed: the curator's own account
    ],
    "chgk:bank_file": [Row({"host"}, {"host"}, QUESTION_FILE, {"part": "take"})],  # its sender's alone
    "chgk:bank_file_import": [Row(NOBODY, {"host"}, QUESTION_FILE)],
    "chgk:bank_file_discard": [Row(NOBODY, {"host"}, QUESTION_FILE)],
    "tournaments:live_check": [Row(EVERYBODY, NOBODY)],
    "tournaments:demo_enter": [Row(NOBODY, NOBODY, {"role": "=host"})],  # 404 unless this is a demo, see below
    "tournaments:ask_for_link": [Row(EVERYBODY, NOBODY)],
    "tournaments:join": [Row(EVERYBODY, NOBODY, {"token": "token"})],
    "tournaments:do": [Row(NOBODY, IN_THE_GAME, GAME, {"do": "open", "command_id": "c", "expected_seq": "0"})],
    "tournaments:start": [Row(NOBODY, HOSTS, GAME)],
    "tournaments:finish": [Row(NOBODY, HOSTS, GAME)],
    "tournaments:reopen": [Row(NOBODY, HOSTS, GAME)],
    "tournaments:resume": [Row(NOBODY, HOSTS, GAME)],
    "tournaments:chat": [Row(NOBODY, IN_THE_GAME, GAME, {"text": "hello", "command_id": "c"})],
    "tournaments:chat_remove": [Row(NOBODY, HOSTS, GAME, {"number": 1})],
    "tournaments:chat_mute": [Row(NOBODY, HOSTS, GAME, {"voice": "seat:1"})],
    "tournaments:chat_release": [Row(NOBODY, HOSTS, GAME, {"voice": "seat:1"})],
    "tournaments:ticket": [
        Row(HOSTS, NOBODY, {**GAME, "screen": "=console"}),
        Row({"captain"}, NOBODY, {**GAME, "screen": "=captain"}),
        Row({"player"}, NOBODY, {**GAME, "screen": "=player"}),
        Row(EVERYBODY, NOBODY, {**GAME, "screen": "=spectator"}),
        Row(EVERYBODY, NOBODY, {**GAME, "screen": "=projector"}),
    ],
    "tournaments:current_cup": [Row(EVERYBODY, NOBODY)],
    "tournaments:cup": [Row(EVERYBODY, NOBODY, {"season_id": "season"})],
    "tournaments:privileges": [Row(OFFICE, NOBODY)],  # of those without a game and without an office: test_cup.py
    "tournaments:privileges_text": [Row(OFFICE, NOBODY)],
    "tournaments:privileges_json": [Row(OFFICE, NOBODY)],
    "tournaments:revoke_privilege": [Row(NOBODY, OFFICE, {"privilege_id": "privilege"}, {"reason": "shouting"})],
    # the door leads on; teachers, heads and their deputies: tests/tournaments/register/test_pages.py
    **{f"tournaments:{name}": [Row(ACCOUNTS, NOBODY)] for name in ("register", "own_register")},
    "tournaments:register_month": [Row(KEEPERS, NOBODY)],
    "tournaments:house_register": [Row(KEEPERS, NOBODY, {"key": "=red"})],
    "tournaments:new_lesson": [Row(KEEPERS, KEEPERS, {}, NEW_LESSON)],
    "tournaments:lesson": [Row(KEEPERS, KEEPERS, LESSON, {"revision": 0})],
    "tournaments:edit_lesson": [Row(KEEPERS, KEEPERS, LESSON, {**NEW_LESSON, "revision": 0})],
    "tournaments:delete_lesson": [Row(KEEPERS, KEEPERS, LESSON, {"revision": 0})],
    "tournaments:register_uploads": [Row(KEEPERS, KEEPERS)],
    "tournaments:register_upload": [Row(KEEPERS, KEEPERS, UPLOAD, {"part": "answers"})],
    "tournaments:import_register": [Row(NOBODY, KEEPERS, UPLOAD)],
    "tournaments:discard_register_upload": [Row(NOBODY, KEEPERS, UPLOAD)],
    "tournaments:me": [Row(ACCOUNTS, NOBODY)],
    **{f"tournaments:{name}": [Row(NOBODY, BOUND)] for name in ("my_language", "renew_calendar")},
    "tournaments:calendar": [Row(EVERYBODY, NOBODY, {"token": "feed"})],  # whoever has the address
    "tournaments:games_calendar": [Row(EVERYBODY, NOBODY)],
    "tournaments:applications": [Row(HEADS, NOBODY)],
    "tournaments:apply": [Row(ACCOUNTS, ACCOUNTS)],  # an account without a person learns how to get one
    "tournaments:application_deed": [
        Row(NOBODY, HEADS, {**APPLICATION, "what": "=accept"}),
        Row(NOBODY, HEADS, {**APPLICATION, "what": "=decline"}, {"reason": "full"}),
        Row(NOBODY, {"pupil"}, {**APPLICATION, "what": "=withdraw"}),
    ],
    "tournaments:deputies": [Row(ACCOUNTS, {"head", "host", "other_host"})],  # who holds an office names one
    "tournaments:end_deputy": [Row(NOBODY, HEADS, {"deputy_id": "deputy"})],
    "tournaments:rules": [Row(EVERYBODY, NOBODY)],
    "auction:rulebook": [Row(EVERYBODY, NOBODY)],
    **{f"tournaments:cup_{kind}": [Row(EVERYBODY, NOBODY, {"season_id": "season"})] for kind in ("csv", "xlsx")},
    "tournaments:decisions": [Row(STAFF, STAFF, {"season_id": "season"})],
    "tournaments:take_back": [Row(NOBODY, STAFF, {"entry_id": "entry"}, {"reason": "a mistake"})],
    "tournaments:seasons": [Row(STAFF, NOBODY)],
    "tournaments:new_season": [Row(STAFF, STAFF)],
    **{f"tournaments:{name}": [Row(STAFF, STAFF, {"season_id": "season"})] for name in ("season", "next_season")},
    "tournaments:make_season_current": [Row(NOBODY, STAFF, {"season_id": "season"})],
    "tournaments:delete_season": [Row(NOBODY, STAFF, {"season_id": "season"})],
    "auction:new_game": [Row(OFFICE, OFFICE)],
    "auction:setup": [Row(HOSTS, HOSTS, GAME)],
    "auction:boxes": [Row(HOSTS, HOSTS, GAME, {"number": "1", "contents": "A lantern"})],
    "auction:unseal_box": [Row(NOBODY, HOSTS, {**GAME, "number": "one"}, {"reason": "spoilt"})],
    "auction:start": [Row(HOSTS, HOSTS, GAME)],
    "auction:substitutes": [Row(HOSTS, NOBODY, GAME)],
    "auction:lineup": [Row(HOSTS, HOSTS, {**GAME, "team": "=red"})],
    "auction:edition": [Row(EVERYBODY, NOBODY, GAME)],  # everybody's is short: test_edition.py
    "auction:edition_now": [Row(HOSTS, NOBODY, GAME)],
    "auction:edition_deed": [Row(NOBODY, HOSTS, {**GAME, "what": f"={what}"}, fields) for what, fields in DEEDS],
    "auction:links": [Row(HOSTS, NOBODY, GAME)],
    "auction:add_host_link": [Row(NOBODY, HOSTS, GAME)],
    "auction:link": [Row(HOSTS, NOBODY, LINK)],
    "auction:reissue_link": [Row(NOBODY, HOSTS, LINK)],
    "auction:revoke_link": [Row(NOBODY, HOSTS, LINK)],
    "auction:masters": [Row(HOSTS, HOSTS, GAME)],
    "auction:masters_people": [Row(HOSTS, NOBODY, GAME)],
    "auction:masters_remove": [Row(NOBODY, HOSTS, GAME)],
    "auction:console": [Row(HOSTS, NOBODY, GAME)],
    "auction:seat": [
        Row({"captain"}, NOBODY, LINK),
        Row({"player"}, NOBODY, {**GAME, "link_id": "player_link"}),
    ],
    "auction:spectator": [Row(EVERYBODY, NOBODY, GAME)],
    "auction:projector": [Row(EVERYBODY, NOBODY, GAME)],
    "auction:record": [Row({"host", "superuser"}, NOBODY, GAME)],  # everybody's once the game is finished
    "auction:draws": [Row(EVERYBODY, NOBODY, GAME)],
    "auction:protocol": [Row({"host", "superuser"}, NOBODY, GAME)],  # the same
    "auction:replay": [Row(NOBODY, NOBODY, GAME)],  # nobody's before the end, everybody's after it
    # its hosts alone, with their own accounts: no superuser, no link
    "auction:questions": [Row({"host"}, NOBODY, GAME)],
    "auction:pick_questions": [Row({"host"}, NOBODY, {**GAME, "number": "=1"})],
    "auction:change_questions": [Row(NOBODY, {"host"}, GAME, {"do": "propose"})],
    "auction:seal_questions": [Row(NOBODY, {"host"}, GAME)],
    "auction:unseal_questions": [Row(NOBODY, {"host"}, GAME, {"reason": "a typo"})],
    "auction:open_questions": [Row(NOBODY, {"host"}, GAME, {"why": "a typo"})],
    "auction:paper": [Row(HOSTS, NOBODY, GAME)],
    "auction:paper_questions": [Row(NOBODY, {"host"}, GAME)],  # its hosts' own accounts, as above
    "auction:afterwards": [Row(HOSTS, HOSTS, GAME)],
    "auction:import_game": [Row(OFFICE, OFFICE)],
    # no house sits in the box here: whose page it is otherwise, test_masters_box.py
    "auction:masters_box": [Row({*OFFICE, "head"}, {"head", "staff"})],
    "auction:box_people": [Row({"head", "staff"}, NOBODY)],
    "auction:current_projector": [Row(EVERYBODY, NOBODY)],
    "chgk:rulebook": [Row(EVERYBODY, NOBODY)],
    "chgk:season_settings": [Row(EVERYBODY, CURATORS, SEASON)],
    **{f"chgk:{name}": [Row(EVERYBODY, NOBODY, CLUB)] for name in ("spectator", "projector", "draws")},
    # a host's seat is one of the other game; record and protocol are everybody's once the game is finished
    **{f"chgk:{name}": [Row(CURATORS, NOBODY, CLUB)] for name in ("console", "setup", "links", "record", "protocol")},
    "chgk:setup_deed": [Row(NOBODY, CURATORS, {**CLUB, "what": f"={what}"}, fields) for what, fields in ENDED],
    "chgk:add_host_link": [Row(NOBODY, CURATORS, CLUB)],
    "chgk:link": [Row(CURATORS, NOBODY, CLUB_LINK)],
    **{f"chgk:{name}": [Row(NOBODY, CURATORS, CLUB_LINK)] for name in ("reissue_link", "revoke_link")},
    "chgk:current_season": [Row(EVERYBODY, NOBODY)],
    "chgk:season": [Row(EVERYBODY, NOBODY, SEASON)],
    "chgk:new_season": [  # the curator of the last season may only roll it over
        Row({"host", "staff", "superuser"}, {"staff", "superuser"}, {}, {"way": "new"}),
        Row({"host", "staff", "superuser"}, {"host", "staff", "superuser"}, {}, {"way": "roll"}),
    ],
    "chgk:desk": [Row(CURATORS, NOBODY, SEASON)],
    "chgk:desk_deed": [Row(NOBODY, CURATORS, {**SEASON, "what": f"={what}"}, fields) for what, fields in CURATED],
    "chgk:lay_table": [Row(CURATORS, CURATORS, {**SEASON, "number": "one"})],
    # who sits at the table, and nobody else: no host, no superuser
    "chgk:fireplace": [Row({who}, NOBODY, {**CLUB, "link_id": f"club_{who}_link"}) for who in ("captain", "player")],
    "chgk:versions": [
        Row(
            NOBODY, {who}, CLUB, {"seat": f"@club_{who}_link", "do": "propose", "question": 1, "text": "a lamp", **ONCE}
        )
        for who in ("captain", "player")
    ],
    "chgk:replay": [Row(NOBODY, NOBODY, CLUB)],  # nobody's before the end, everybody's after it
    "chgk:ballot": [Row({who}, {who}, {**CLUB, "link_id": f"club_{who}_link"}) for who in ("captain", "player")],
    "chgk:vote_deed": [Row(NOBODY, CURATORS, {**SEASON, "what": f"={what}"}) for what in ("open", "close", "name")],
    "chgk:confirm_magister": [Row(NOBODY, CURATORS, {"person_id": "person"})],
    "chgk:hall_of_fame": [Row(EVERYBODY, NOBODY)],
    "chgk:council": [Row(EVERYBODY, NOBODY, SEASON)],
    "chgk:new_motion": [Row({*CURATORS, "pupil"}, {*CURATORS, "pupil"}, SEASON, {"title": "More light"})],
    "chgk:council_deed": [
        Row(NOBODY, CURATORS, {**SEASON, "what": "=settings"}),
        Row(NOBODY, {*CURATORS, *HEADS, "pupil"}, {**SEASON, "what": "=acting"}),
    ],
    "chgk:council_archive": [Row(EVERYBODY, NOBODY)],
    "chgk:regulation_changes": [Row(EVERYBODY, NOBODY)],
    "chgk:regulation_desk": [Row(CURATORS, NOBODY, SEASON)],
    "chgk:regulation_deed": [
        Row(NOBODY, CURATORS, {**SEASON, "what": f"={what}"}) for what in ("approve", "clarify", "decide")
    ],
    "chgk:motion": [Row({*CURATORS, *BOUND}, NOBODY, MOTION)],  # before it is decided
    "chgk:motion_deed": [
        *(Row(NOBODY, {*CURATORS, "pupil"}, {**MOTION, "what": f"={what}"}) for what in ("word", "ballot")),
        *(Row(NOBODY, CURATORS, {**MOTION, "what": f"={what}"}) for what in ("vote", "promulgate", "withdraw")),
    ],
    # the package is a sealed one: read by the curator's own account alone. Editors, players: test_package_pages.py
    "chgk:bank": [Row(ACCOUNTS, NOBODY)],
    "chgk:bank_new_package": [Row({*CURATORS, "staff"}, {*CURATORS, "staff"}, {}, {"title": "Autumn"})],
    "chgk:bank_package": [Row({*CURATORS, "staff"}, NOBODY, PACKAGE)],
    "chgk:bank_package_deed": [
        Row(NOBODY, {*CURATORS, "staff"}, {**PACKAGE, "what": f"={what}"}) for what in ("change", "order", "unseal")
    ],
    "chgk:bank_open_package": [Row(NOBODY, {"host"}, PACKAGE)],
    "chgk:bank_booklet": [Row({*CURATORS, "staff"}, {"host"}, PACKAGE)],  # the address leads back to the package
    **ORIGINALITY,
    "appeals:archive": [Row(EVERYBODY, NOBODY)],
    "appeals:mine": [Row(KNOWN, NOBODY)],
    "appeals:new": [Row(KNOWN, KNOWN)],  # of one's own games alone: tests/appeals/test_pages.py
    "appeals:desk": [Row(CURATORS, NOBODY, SEASON)],
    "appeals:desk_deed": [Row(NOBODY, CURATORS, {**SEASON, "what": f"={what}"}) for what in ("jury", "settings")],
    # a filed one: its captain's, by the seat, and the curator's
    **{f"appeals:{name}": [Row({"captain", *CURATORS}, NOBODY, APPEAL)] for name in ("appeal", "sheet")},
    "appeals:edit": [Row({"captain"}, {"captain"}, APPEAL)],
    "appeals:progress": [Row(CURATORS, NOBODY, APPEAL)],
    "appeals:deed": [
        Row(NOBODY, CURATORS, {**APPEAL, "what": "=receive"}),
        Row(NOBODY, CURATORS, {**APPEAL, "what": "=return"}),
        Row(NOBODY, {"captain"}, {**APPEAL, "what": "=withdraw"}),
    ],  # a member's steps: tests/appeals/test_pages.py
    "chgk:seat": [Row({who}, NOBODY, {**CLUB, "link_id": f"club_{who}_link"}) for who in ("captain", "player")],
    # a draft of the pupil's, offered to the head's package; the office and the season's curator read along
    "chgk:bank_questions": [Row(ACCOUNTS, NOBODY)],
    "chgk:bank_new_question": [Row(BOUND, BOUND)],
    "chgk:bank_question": [Row({*DRAFTERS, *EDITORS}, NOBODY, QUESTION)],
    "chgk:bank_edit_question": [Row(DRAFTERS, DRAFTERS, QUESTION)],
    "chgk:bank_pictures": [Row(NOBODY, DRAFTERS, QUESTION)],
    "chgk:bank_picture": [Row({*DRAFTERS, *EDITORS}, NOBODY, {**QUESTION, "image_id": "picture"})],
    "chgk:bank_question_deed": [
        Row(NOBODY, {"pupil"}, {**QUESTION, "what": "=offer"}),
        Row(NOBODY, {"pupil"}, {**QUESTION, "what": "=withdraw"}),
        Row(NOBODY, DRAFTERS, {**QUESTION, "what": "=to-bank"}),
        Row(NOBODY, DRAFTERS, {**QUESTION, "what": "=delete"}),
    ],
    "chgk:bank_offers": [Row(EDITORS, NOBODY, {"package_id": "drafts"})],
    "chgk:bank_offer_deed": [
        Row(NOBODY, EDITORS, {"offer_id": "offer", "what": "=return"}, {"word": "too easy"}),
        Row(NOBODY, EDITORS, {"offer_id": "offer", "what": "=take"}),
    ],
    "chgk:handout_picture": [Row(NOBODY, NOBODY, {**CLUB, "digest": "=aa"})],  # tests/chgk/test_handouts.py
    "chgk:citations": [Row(NOBODY, EVERYBODY)],  # rows of a form, sent to and fro: nothing is read or stored
}
PEOPLE = {"person_id": "newcomer"}  # of the head's house
WRITERS = {"staff", "superuser"}
INVITING: list[tuple[str, dict[str, Any]]] = [("invite", {"email": ""}), ("revoke", {})]
PERSON_DEEDS: list[tuple[str, dict[str, Any]]] = [
    ("change", {"name": "New Name", "kind": "pupil"}),
    ("consent", {"day": "2026-09-01"}),
    ("withdraw", {}),
    ("leave", {"day": "2026-09-01"}),
    ("return", {}),
    ("unbind", {}),
    ("delete", {}),
]
A_HOUSE = {"name": "New House", "command": "new", "colour": "#c0392b"}
TABLE |= {
    "tournaments:people": [Row({*WRITERS, "head"}, NOBODY)],
    "tournaments:new_person": [Row(WRITERS, WRITERS, {}, {"name": "New Name", "kind": "pupil"})],
    "tournaments:people_search": [Row(WRITERS, NOBODY)],
    "tournaments:houses": [Row(WRITERS, NOBODY)],
    "tournaments:new_house": [Row(WRITERS, WRITERS, {}, A_HOUSE)],
    "tournaments:house": [Row(WRITERS, WRITERS, {"house_id": "house"}, A_HOUSE)],
    "tournaments:person": [
        Row({*WRITERS, "head"}, NOBODY, PEOPLE),
        Row(WRITERS, NOBODY, {"person_id": "person"}),  # of no house
    ],
    "tournaments:merge_person": [Row(WRITERS, WRITERS, PEOPLE, {"with": "@person"})],
    "tournaments:invitation_card": [Row({*WRITERS, "head"}, NOBODY, {**PEOPLE, "invitation_id": "invitation"})],
    "tournaments:person_deed": [
        *(Row(NOBODY, {*WRITERS, "head"}, {**PEOPLE, "what": f"={what}"}, fields) for what, fields in INVITING),
        *(Row(NOBODY, WRITERS, {**PEOPLE, "what": f"={what}"}, fields) for what, fields in PERSON_DEEDS),
    ],
    "tournaments:open_invitation": [Row(EVERYBODY, NOBODY, {"token": "invitation_token"})],
    "tournaments:invitation": [Row(NOBODY, NOBODY)],  # 404 until the browser has opened one: test_invitations.py
    "tournaments:my_name": [Row(ACCOUNTS, ACCOUNTS)],
}
CALL = {"call_id": "auction_call", "house": "=red"}
CLUB_CALL = {"call_id": "club_call", "house": "=red"}
DATE = {"due_at": "2099-12-01T12:00"}
TABLE |= {
    # houses of other heads, deputies, other pupils: test_roster_pages.py
    "tournaments:rosters": [Row({"head", *OFFICE}, NOBODY)],
    "tournaments:roster": [
        Row({"head", *OFFICE}, {"head", "staff"}, CALL, {"do": "check"}),  # staff here as the head's deputy
        *(Row({"head", *OFFICE}, {"head", "staff"}, CALL, {"do": do}) for do in ("save", "submit", "recall")),
        # the pupil is the captain there
        Row({"head", "staff", "pupil", *CURATORS}, {"head", "staff"}, CLUB_CALL, {"do": "check"}),
    ],
    "tournaments:roster_review": [Row(OFFICE, NOBODY)],
    "tournaments:roster_date": [
        Row(NOBODY, OFFICE, {"season_id": "season", "discipline": "=auction"}, DATE),
        Row(NOBODY, CURATORS, {"season_id": "season", "discipline": "=chgk"}, DATE),
    ],
    "tournaments:roster_decide": [
        *(Row(NOBODY, OFFICE, CALL, {"do": do}) for do in ("approve", "return")),
        *(Row(NOBODY, CURATORS, CLUB_CALL, {"do": do}) for do in ("approve", "return")),
    ],
    "tournaments:roster_guests": [Row({"pupil"}, {"pupil"}, CLUB_CALL, {"do": "invite", "who": "@person"})],
    "tournaments:roster_invitations": [Row(ACCOUNTS, NOBODY)],
    "tournaments:roster_invitation": [Row(EVERYBODY, EVERYBODY, {"token": "guest_token"}, {"answer": "decline"})],
}
TESTED = {"package_id": "tested"}
TESTED_QUESTION = {**TESTED, "question_id": "tested_question"}
TEST_DEEDS: list[tuple[str, dict[str, Any]]] = [("remark", {}), ("propose", {"part": "text"})]  # one door for all
DESK_DEEDS: list[tuple[str, dict[str, Any]]] = [
    ("ask", {"person": "@person"}),
    ("take", {"proposal": "@test_proposal"}),
]
TABLE |= {
    # the pupil has offered to test, and is asked to test a package of this head's, in a season without teams
    "chgk:bank_tests": [Row(ACCOUNTS, NOBODY)],
    "chgk:bank_offer_to_test": [Row(NOBODY, BOUND, {}, {"club": "@club_season"})],
    "chgk:bank_test": [Row({"pupil"}, NOBODY, TESTED)],
    "chgk:bank_return_test": [Row(NOBODY, {"pupil"}, TESTED)],
    "chgk:bank_test_question": [Row({"pupil"}, NOBODY, TESTED_QUESTION)],
    "chgk:bank_test_picture": [Row({"pupil"}, NOBODY, {**TESTED_QUESTION, "picture_id": "test_picture"})],
    "chgk:bank_test_deed": [
        Row(NOBODY, {"pupil"}, {**TESTED_QUESTION, "what": f"={what}"}, fields) for what, fields in TEST_DEEDS
    ],
    "chgk:bank_package_tests": [Row(HEADS, NOBODY, TESTED)],
    "chgk:bank_package_tests_deed": [
        Row(NOBODY, HEADS, {**TESTED, "what": f"={what}"}, fields) for what, fields in DESK_DEEDS
    ],
    "chgk:bank_testers": [Row(CURATORS, NOBODY, SEASON)],
    "chgk:bank_testers_deed": [
        Row(NOBODY, CURATORS, {**SEASON, "what": "=add"}, {"person": "@person"}),
        *(Row(NOBODY, CURATORS, {**SEASON, "what": f"={what}"}, {"tester": "@tester"}) for what in ("approve", "end")),
    ],
}
HIDDEN = {
    "chgk:handout_picture",
    "tournaments:invitation",
    "tournaments:demo_enter",
    "auction:replay",
    "chgk:replay",
}  # 404 now, other times they are there
# Pages of packages, tested as a whole: the backoffice below, the accounts in test_settings.py.
PACKAGES = {"admin", "account", "set_language"}
