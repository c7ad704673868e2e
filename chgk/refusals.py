"""Every refusal of the club's game as a sentence: what is not possible, and what would have been right.

A code has one template here; what stands in its placeholders comes with the refusal. The paragraph itself is
shown beside the sentence, as a link to its place on the page of rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from chgk import bank_refusals, file_refusals, originality_refusals, package_refusals, testing_refusals
from chgk.council_refusals import SENTENCES as OF_THE_COUNCIL
from tournaments.citation_words import SENTENCES as OF_CITATIONS
from tournaments.citation_words import explain_citation
from tournaments.rules.engine import Refusal

_LONGEST_VALUE = 60  # characters of a foreign word in a sentence of ours
_NAMED = frozenset({"team", "player", "voter"})  # params that hold ids of somebody with a name

SENTENCES: Mapping[str, str | Promise] = {
    # how a command is written
    "command_missing": _("This is no command: it does not say what to do."),
    "command_unknown": _("There is no command «%(do)s»."),
    "field_missing": _("The command «%(do)s» needs «%(field)s»."),
    "field_not_boolean": _("In the command «%(do)s», «%(field)s» must be true or false."),
    "question_not_label": _("In the command «%(do)s», the question must be named by a text or a whole number."),
    "winner_unknown": _("A game is closed in favour of the team or of the authors."),
    "verdict_unknown": _("A ruling accepts the answer, removes the question, or withdraws an earlier ruling."),
    # questions
    "ask_question_open": _("Question %(question)s has not been judged yet."),
    "ask_game_over": _("The game is over, nothing more is asked."),
    "question_already_asked": _("Question %(question)s has already been played in this game."),
    "judge_nothing_open": _("No question is waiting for a verdict."),
    # the deciding round
    "deciding_question_open": _("The deciding round is taken before a question; question %(question)s is open."),
    "deciding_game_over": _("The game is over, there is no deciding round to take."),
    "deciding_already_taken": _("The deciding round has already been taken; there is one in a game."),
    "deciding_too_late": _(
        "The moment has passed: the deciding round is taken right after the team's point %(points)s."
    ),
    "deciding_not_at_point": _("The deciding round is taken at %(needed)s points; the team has %(points)s."),
    # the stage
    "malformed": _("«%(field)s» is missing or cannot be read."),
    "table_is_empty": _("No closed envelope is left on the table."),
    "envelope_is_empty": _("There is no question in envelope %(question)s."),
    "redraw_needs_reason": _("The last draw was taken back: say why the top is started again."),
    "setup_invalid": _("The game cannot be played with this setup: %(why)s"),
    "no_question_open": _("No envelope is open."),
    "question_not_shown": _("The question has not been read out yet."),
    "question_already_shown": _("The question has been shown already."),
    "question_burnt": _("Everybody has seen question %(question)s in a move that was taken back; take a spare one."),
    "not_on_the_table": _("Question %(question)s is not on the table of this game."),
    "no_clock": _("The clock has not been started."),
    "clock_already_set": _("The clock has been started already."),
    "clock_not_running": _("The clock is not running, so there is no time to save."),
    "answer_already_given": _("The table has given its answer; it is final."),
    "empty_answer": _("The answer is empty."),
    "answer_too_long": _("The answer is too long; at most %(longest)s letters."),
    "not_the_answerer": _("%(player)s has been named to answer."),
    "not_at_the_table": _("Only who sits at the table today can be named."),
    "table_size": _("A table has three to six players; here are %(players)s."),
    "one_captain": _("The table needs a captain, and only one."),
    "captain_decides": _("The captain decides for the table."),
    "captain_already": _("That is how the table stands already."),
    "captain_takes_it": _("The captain takes the deciding round, on the captain's own screen."),
    "deciding_not_offered": _("The deciding round is not being offered now."),
    "host_decides": _("That is for the host to do."),
    # the fireplace
    "not_your_fireplace": _("The fireplace is the table's own: only who sits there reads and writes at it."),
    "nothing_discussed": _("No question is being talked over yet: versions begin once it has been read out."),
    "discussion_answered": _("Question %(question)s has been answered; nothing is added to its versions any more."),
    "discussion_over": _("Question %(question)s is over; its versions are kept with the fireplace."),
    "fireplace_over": _("The game is over; its versions are kept with the fireplace."),
    "version_empty": _("The version is empty: write a word or two."),
    "version_too_long": _("The version has %(length)s letters; at most %(limit)s fit."),
    "version_struck": _("The version is struck out; restore it first."),
    "too_many_versions": _("There are %(limit)s versions already; no table can look through more."),
    # the curator and the appeals
    "close_question_open": _("The game cannot be closed while question %(question)s is open."),
    "close_game_over": _("The game is over already, there is nothing to close."),
    "close_without_ruling": _("The curator closes a game only after a ruling; there has been none."),
    "rule_question_open": _("Rulings come between questions; question %(question)s is open."),
    "ruling_of_appeal": _(
        "Appeal %(number)s has brought this ruling about, and it is final: only its own procedure can withdraw it."
    ),
    "ruling_of_claim": _("Question %(question)s was taken out because it was not original; that is final."),
    "question_unknown": _("Question %(question)s has not been played in this game."),
    # rosters and the line-up of the day
    "roster_too_small": _("A roster has at least %(needed)s players; here are %(players)s."),
    "roster_too_large": _("A roster has at most %(most)s players; here are %(players)s."),
    "too_many_guests": _("A team has at most %(most)s guests of other houses; here are %(guests)s."),
    "own_players_missing": _("At least %(needed)s of the team belong to its house; here are %(own)s."),
    "captain_is_a_guest": _("The captain belongs to the team's house, and %(player)s is a guest."),
    "not_in_the_roster": _("At the table sit only people of the season's roster; a stranger is among these."),
    "not_the_captain": _("The roster's captain is %(player)s: say whether they are there or who stands in for them."),
    "captain_is_here": _("%(player)s is at the table and leads the team; nobody stands in for a captain who is there."),
    "stand_in_missing": _("The captain, %(player)s, is not at the table: name who at the table stands in, and why."),
    "lineup_locked": _("The game has started: nobody at the table is replaced any more."),
    "roster_held": _("%(team)s has begun its season: nobody is replaced until its end."),
    "roster_not_approved": _("The roster of %(team)s is not approved: no table is laid from it before that."),
    # what a dean submits
    "too_many_named": _("The dean names %(most)s players, and can be one more; here are %(own)s of the faculty."),
    "roster_captain_missing": _("Name the captain."),
    "left_the_school": _("Has left the school."),
    "neither_pupil_nor_dean": _("Only pupils and the dean of the faculty play."),
    "guest_without_invitation": _("Is of another faculty: guests come by the captain's invitation alone."),
    "on_another_roster": _("Is in the team of %(house)s in this season."),
    # the season's calendar and its tables
    "season_already_open": _("The club has opened the season «%(season)s» already."),
    "season_without_teams": _("A season needs a team at least."),
    "season_without_name": _("The new season needs a name."),
    "season_name_taken": _("There is a season called «%(season)s» already."),
    "team_twice": _("A house has one team in a season; one of these stands here twice."),
    "team_of_another_season": _("The team %(team)s is not one of the club's in this season."),
    "season_closed": _("The season «%(season)s» is closed: nothing in it changes any more."),
    "season_not_closed": _("The season «%(season)s» has to be closed before the next one begins."),
    "season_not_decided": _("The season's end is not known yet: its final has still to be played."),
    "season_game_open": _("A game of the season is still open: the host closes it first."),
    "matters_open": _(
        "Still open: %(matters)s. Decide first, or say in words why the season is closed all the same: afterwards "
        "nothing can be granted any more."
    ),
    "owl_to_give": _("The crystal owl has not been given yet: the best player of the final is to be known first."),
    "owl_in_question": _("A crystal owl stands for a final that is not won any more: annul it first."),
    "fixture_started": _("This game has started: its date and its team stay as they are."),
    "fixture_no_show": _("It is recorded that the team did not come to this game."),
    "fixture_without_team": _("No team has been named for this game."),
    "no_show_missing": _("It is not recorded that the team did not come."),
    "date_announced": _("The date has been announced: postpone the game, with a reason."),
    "no_date_to_move": _("The game has no date yet, so there is none to move."),
    "table_already_laid": _("The table of this game has been laid already; only the line-up can change."),
    "table_not_laid": _("The table of this game has not been laid yet."),
    # a game of the calendar that was played elsewhere
    "record_of_another_team": _("This record is of another team than %(team)s."),
    "record_of_other_rules": _("The game of this record was played by other rules than the season's."),
    "record_not_over": _("The record breaks off before the game is over, or has commands that the rules refuse."),
    "record_known": _("The game of this record is here already."),
    # the final
    "final_waits": _("Who plays the final is open until these teams have played: %(teams)s."),
    "final_tied": _("These teams are equal in everything, so the curator decides who plays the final: %(teams)s."),
    "final_without_teams": _("No team has played its game, so there is no final."),
    "final_of_another_team": _("The final is not %(team)s's any more: lay its table for the finalist."),
    "final_started": _("The final has started: what led to it stays as it is."),
    "tie_already_decided": _("The curator has decided this tie already: %(team)s plays the final."),
    # the season
    "table_incomplete": _("The season's games are not all finished, so there is no tie to decide yet."),
    "table_not_tied": _("There is no tie for the first place."),
    "team_not_tied": _("%(team)s is not among those tied for the first place: %(teams)s."),
    "reason_without_words": _("The decision needs a reason in words."),
    "settings_moved": _("Somebody has changed the season's settings since you opened this page; yours are not saved."),
    # the best player and the owls
    "ballot_not_a_player": _("Only the players of the winning team vote, and %(voter)s is none of them."),
    "ballot_for_a_stranger": _("%(player)s did not play in the winning team."),
    "ballot_already_cast": _("%(voter)s has already voted; each player votes once."),
    "ballot_closed": _("The vote on the best player is closed."),
    "vote_still_open": _("Not everybody has voted yet: %(waiting)s to go."),
    "vote_settled": _("The players agree on %(player)s, so there is nothing left to decide."),
    "best_already_named": _("The curator has already named the best player: %(player)s."),
    "vote_not_won": _("The vote on the best player opens when the team has won the final."),
    "vote_not_open": _("There is no vote on the best player in this game."),
    "vote_rests": _("The final has been opened again; the vote rests until it is finished."),
    "ballot_empty": _("The ballot is empty: choose a player."),
    "ballot_of_another": _("Players vote for themselves alone, each from their own seat."),
    "ballot_seat_gone": _("This seat has been taken back, so no ballot can be cast from it."),
    "owl_stands": _("%(team)s stand as winners of the final, so the owl of %(player)s is not in question."),
    "owl_final_open": _("The final has been opened again: what becomes of the owl is decided once it is finished."),
    "owl_annulled_already": _("The owl of %(player)s has been annulled already."),
    "owl_already_given": _("The crystal owl of this season has already been given to %(player)s."),
    "magister_already": _("%(player)s is a Magister of the game already."),
    "magister_owls_missing": _("The title takes %(needed)s crystal owls; %(player)s has %(owls)s."),
    **bank_refusals.SENTENCES,
    **file_refusals.SENTENCES,
    **originality_refusals.SENTENCES,
    **OF_THE_COUNCIL,
    **package_refusals.SENTENCES,
    **testing_refusals.SENTENCES,
}


def explain(refusal: Refusal, names: Mapping[str, str]) -> str:
    """The refusal as a sentence in the active language; ``names``: id of a team or player -> what it is called."""
    if refusal.code in OF_CITATIONS:
        return explain_citation(refusal)
    template = SENTENCES.get(refusal.code)
    if template is None:
        return gettext("Not possible now (%(code)s).") % {"code": refusal.code}
    return str(template) % {key: _shown(key, value, names) for key, value in refusal.params.items()}


def _shown(key: str, value: object, names: Mapping[str, str]) -> str:
    """A value as readers know it: teams and players by name, nothing endless."""
    if isinstance(value, list | tuple):
        return ", ".join(_shown("team", item, names) for item in value)
    text = str(value)
    if key == "part":
        text = str(bank_refusals.PARTS.get(text, text))
    if key in _NAMED:
        text = names.get(text, text)
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"
