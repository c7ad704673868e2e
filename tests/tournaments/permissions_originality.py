"""The doors of the bank's search, of likenesses and of claims, for the table of permissions."""

from __future__ import annotations

from collections.abc import Sequence

from tests.tournaments.permissions_rows import ACCOUNTS, EVERYBODY, NOBODY, Row

CURATORS = {"host", "superuser"}
BANK = {*CURATORS, "staff", "pupil"}  # who reads and edits the pupil's package
LIKENESS, CLAIM = {"likeness_id": "likeness"}, {"claim_id": "originality_claim"}
ORIGINALITY: dict[str, Sequence[Row]] = {
    # the package is the pupil's to edit, and so is the question of which the pupil claims that it is not original
    "chgk:bank_search": [Row(ACCOUNTS, NOBODY)],
    "chgk:bank_likenesses": [Row(ACCOUNTS, NOBODY)],
    "chgk:bank_package_likenesses": [Row(BANK, NOBODY, {"package_id": "alike_package"})],
    "chgk:bank_likeness": [Row(BANK, BANK, LIKENESS)],
    "chgk:bank_settle_likeness": [Row(NOBODY, BANK, LIKENESS, {"word": "another bird"})],
    "chgk:bank_new_claim": [Row({"pupil"}, {"pupil"}, {"question_id": "alike_question"}, {"words": "asked before"})],
    "chgk:bank_claims": [Row(EVERYBODY, NOBODY)],
    "chgk:bank_claim": [Row(BANK, NOBODY, CLAIM)],  # before it is decided
    "chgk:bank_claim_deed": [
        Row(NOBODY, {"pupil"}, {**CLAIM, "what": "=withdraw"}),
        Row(NOBODY, CURATORS, {**CLAIM, "what": "=decide"}, {"outcome": "decline", "reason": "another bird"}),
    ],
}
