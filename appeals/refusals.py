"""Every refusal of the appeals as a sentence: what is not possible, and what would have been right."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from chgk.refusal_words import Refused
from chgk.refusal_words import refused as club_refused
from tournaments.rules.engine import Refusal

SENTENCES: Mapping[str, str | Promise] = {
    # the sheet
    "question_not_played": _("Only a question that was played and judged in your own game can be appealed against."),
    "question_removed_already": _("This question has been taken out of the game already."),
    "answer_counts_already": _("The answer to this question counts for the team already."),
    "ground_decided": _("The jury has decided on this already, in appeal %(number)s, and its ruling is final."),
    "ground_pending": _("Appeal %(number)s asks for the same and is under way."),
    "ground_drafted": _("There is a sheet for this request already: go on writing it."),
    "reasoning_missing": _("Give the reasons for the request, in words."),
    "given_missing": _("Write down the answer that the team gave."),
    "source_missing": _("Name at least one source, so exact that anyone can check it."),
    "too_many_sources": _("Name at most %(most)s sources; there are %(count)s."),
    "too_many_answers": _("Name at most %(most)s answers; there are %(count)s."),
    "text_too_long": _("«%(field)s» takes at most %(most)s characters; there are %(length)s."),
    "line_too_long": _("«%(field)s», line %(line)s: at most %(most)s characters fit; there are %(length)s."),
    "draft_moved_on": _("The sheet has been saved from another page since you opened this one. Look again."),
    "already_filed": _("The appeal has been filed; what stands on its sheet does not change any more."),
    "appeal_withdrawn": _("The team has withdrawn this appeal."),
    "too_late_to_withdraw": _("The ruling has been announced; the appeal cannot be withdrawn any more."),
    "draft_not_filed": _("The sheet has not been filed yet: throw it away instead."),
    "filed_appeals_stay": _("An appeal that was filed is kept; it can only be withdrawn."),
    "settings_moved_on": _("The settings have been changed since you opened this page. Look again."),
    # the curator's door
    "not_waiting_for_receipt": _("The appeal does not wait to be received."),
    "fault_not_formal": _("An appeal is returned for a fault of form alone; weighing its reasons is the jury's part."),
    "fault_without_words": _("Say in words what has to be put right."),
    # the jury
    "no_jury_wanted": _("The appeal does not lie with a jury now."),
    "jury_of_three": _("The jury is three different people."),
    "jury_interested": _("These people have an interest in the outcome and cannot sit in the jury: %(names)s."),
    "game_of_another_season": _("This game does not belong to the season."),
    "jury_not_proposed": _("This jury does not wait for the council's vote."),
    "meeting_to_come": _("The council's meeting lies in the future: record it once it was held."),
    "nobody_voted": _("Nobody voted, so there is nothing to record."),
    "recused_after_vote": _("A member who has voted cannot step aside any more."),
    "two_must_remain": _("Two voting members must remain: replace the member instead."),
    "recusal_without_words": _("Say in words why the member steps aside."),
    "not_with_the_jury": _("The appeal does not lie with the jury now."),
    "not_a_member": _("Only the members of its jury consider an appeal."),
    "member_recused": _("A member who stepped aside has no vote in this appeal."),
    "already_read": _("It is recorded already that you have read the appeal."),
    "not_read_yet": _("Confirm first that you have read the appeal."),
    "already_spoken": _("You have stated your view already; it is stated once."),
    "view_without_words": _("State your view in words."),
    "already_voted": _("You have voted already; each member votes once."),
    "not_all_spoken": _("All members state their views before anyone votes. Still waited for: %(names)s."),
    "not_your_turn": _("Members vote in turn. It is the turn of: %(names)s."),
    "choice_missing": _("Choose one of the answers."),
    # the ruling
    "not_left_to_curator": _("The jury's votes decide, or will decide: nothing is left to the curator here."),
    "decision_without_words": _("The decision needs a reason in words."),
    "already_announced": _("The ruling has been announced and is final."),
    "not_decided": _("There is no decision to announce yet."),
    "accepted_missing": _("Name at least one answer that counts from now on."),
    "preview_moved": _("The game or the season's table has changed since you looked: look at the effect again."),
    # complaints
    "not_announced": _("A complaint is possible once the ruling has been announced."),
    "complained_already": _("You have complained about this ruling already."),
    "complaint_late": _("A complaint is made within a week of the announcement."),
    "complaint_on_merits": _("A ruling on the merits is final. A complaint is about what the jury did."),
    "complaint_without_words": _("Say in words what the jury did against the regulation."),
    "complaint_unknown": _("There is no such complaint."),
    "complaint_heard": _("The council has heard this complaint already."),
    "finding_without_words": _("Write down the council's finding in words."),
    "council_without_quorum": _("%(came)s came, at least %(needed)s are needed: the council meets again."),
    "council_to_vote": _("The council has not decided on this complaint yet: let it vote, or record its meeting."),
    "repeat_not_allowed": _("In this season a ruling stays final, even if the council upholds a complaint."),
    "repeat_without_fault": _("The procedure is repeated only if the council upholds the complaint."),
    "repeated_already": _("The procedure is being repeated already."),
}

FIELDS: Mapping[str, str | Promise] = {
    "reasoning": _("Reasons"),
    "given": _("The team's answer"),
    "accepted": _("Answers to be accepted"),
    "sources": _("Sources"),
    "fault": _("What has to be put right"),
    "decision": _("Reason"),
    "view": _("Your view"),
    "recusal": _("Reason"),
    "complaint": _("What did the jury do against the regulation?"),
    "finding": _("Finding"),
}


def refused(refusal: Refusal, names: Mapping[str, str] | None = None) -> Refused:
    """The refusal in the active language, also one of the club's game or season."""
    template = SENTENCES.get(refusal.code)
    if template is None:
        return club_refused(refusal, names or {})
    values = {key: _shown(value) for key, value in refusal.params.items()}
    if "field" in values:
        values["field"] = str(FIELDS.get(values["field"], values["field"]))
    return Refused(str(template) % values, refusal.paragraph, refusal.code)


def _shown(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_shown, value))
    text = str(value)
    return text if len(text) <= 60 else text[:59] + "…"
