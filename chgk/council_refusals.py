"""Refusals of the council of captains and of the regulation, as sentences."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Mapping[str, str | Promise] = {
    # who leads a team
    "acting_ends_first": _("The stand-in's time ends before it begins."),
    "acting_overlaps": _("%(name)s stands in for this captain at that time already; a team has one captain."),
    "acting_of_another_team": _("This team is not one of the season's."),
    "acting_not_a_player": _("Another player of the team stands in for its captain; %(name)s is none."),
    "acting_in_the_past": _("The time has passed: name a stand-in from now on or later."),
    # motions
    "motion_of_its_own": _("Juries and complaints come before the council by their own procedure."),
    "motion_without_words": _("Say it in words."),
    "motion_settled": _("Motion %(number)s is settled; nothing is added to it any more."),
    "word_unknown": _("What you answer to is not there."),
    "too_many_words": _("There are %(most)s words on this motion already; put it to the vote."),
    "vote_under_way": _("Motion %(number)s is being voted on already."),
    "vote_has_begun": _("Motion %(number)s has been put to the vote and cannot be withdrawn any more."),
    "closing_time_odd": _("A vote stays open for five minutes at least and %(days)s days at most."),
    "council_empty": _("No team has an approved roster with a captain, so there is no council yet."),
    # ballots
    "no_vote_now": _("The council does not vote on this now."),
    "vote_closed": _("The vote is closed: its time is over."),
    "no_voice": _("Only the captains of the teams that were called have a voice, each for their own team."),
    "team_has_voted": _("%(house)s have voted already; a ballot is cast once and stays."),
    "council_ballot_empty": _("Choose one: in favour, against, or abstain."),
    # amendments
    "amendment_empty": _("An amendment changes at least one paragraph."),
    "amendment_too_long": _("An amendment changes at most %(most)s paragraphs; move another one for the rest."),
    "paragraph_malformed": _("«%(number)s» is no number of a paragraph in one of the chapters: write it like 3.1.6."),
    "paragraph_twice": _("§%(number)s stands here twice."),
    "paragraph_there": _("There is a §%(number)s already: change it, or take another number for the new one."),
    "paragraph_unknown": _("There is no §%(number)s in the regulation."),
    "paragraph_untranslated": _("§%(number)s needs its wording in every language; it is missing in: %(language)s."),
    "paragraph_unchanged": _("Nothing in §%(number)s differs from what holds already."),
    # the regulation
    "not_adopted": _("Motion %(number)s is no amendment that the council has adopted: there is nothing to promulgate."),
    "regulation_not_approved": _("The curator has not approved the regulation yet: that comes before its amendments."),
    "day_missing": _("Say from which day the amendment holds."),
    "day_in_the_past": _("An amendment holds from today at the earliest: nothing reaches back."),
    "day_before_last_version": _("The last version holds from %(day)s: the next one cannot hold from an earlier day."),
    "setting_of_another_paragraph": _("This setting does not belong to §%(number)s."),
    "number_is_fixed": _("§%(number)s fixes this number. Changing it takes an amendment: move one in the council."),
    "setting_says_so": _("The season is set like this already."),
    "scope_unknown": _("Say what the decision is about: the season, one of its games, or a matter in words."),
    "ruling_is_final": _("%(matter)s: the jury's ruling has been announced and is final, for the curator too."),
}
