"""Every refusal of the game as a sentence: who, what, and what would have been right.

A code has one template here; what stands in its placeholders comes with the refusal. The paragraph itself is
shown beside the sentence, as a link to its place on the page of rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.rules.engine import Refusal

_LONGEST_VALUE = 60  # characters of a foreign word in a sentence of ours

GAME: Mapping[str, str | Promise] = {
    # how a command is written
    "command_missing": _("This is no command: it does not say what to do."),
    "command_unknown": _("There is no command «%(do)s»."),
    "field_missing": _("The command «%(do)s» needs «%(field)s»."),
    "field_not_text": _("In the command «%(do)s», «%(field)s» must be a text."),
    "field_not_whole_number": _("In the command «%(do)s», «%(field)s» must be a whole number."),
    "field_not_boolean": _("In the command «%(do)s», «%(field)s» must be true or false."),
    "field_not_list": _("In the command «%(do)s», «%(field)s» must be a list."),
    "kind_unknown": _("A lot is a question, a hint, a black box or one-on-one, nothing else."),
    "reason_without_words": _("A correction needs a reason in words."),
    "masters_unreadable": _("The Masters need an id and a command, and a house or none."),
    # who takes part
    "team_unknown": _("There is no team «%(team)s» in this game."),
    "team_not_in_round": _("%(team)s does not play in this round."),
    "team_out": _("%(team)s is out of the game."),
    # before the bidding
    "draw_not_now": _("A category is drawn between lots only; now: %(phase)s."),
    "category_already_drawn": _("«%(category)s» has already been drawn in this round."),
    "duel_only_in_final": _("One-on-one belongs to the final."),
    "top_up_not_now": _("The host adds to the pot after the draw and before the bidding; now: %(phase)s."),
    "top_up_without_question": _("There is no question in this lot, so its pot cannot be raised."),
    "top_up_not_positive": _("%(points)s cannot be added to the pot: it takes one point at least."),
    "open_not_now": _("The bidding opens after a draw; now: %(phase)s."),
    "category_already_played": _("«%(category)s» has already been played in this round: strike down to another one."),
    # the bidding
    "bid_not_now": _("No bidding is open; now: %(phase)s."),
    "bid_too_low": _("%(team)s %(points)s: too low, at least %(minimum)s is needed."),
    "bid_too_high": _("%(team)s %(points)s: too high, the team can name %(maximum)s at most."),
    "va_banque_not_now": _("Va banque needs an open bidding; now: %(phase)s."),
    "va_banque_nothing_left": _("%(team)s has nothing left to risk."),
    "va_banque_too_low": _("%(team)s VA BANQUE! comes to %(points)s, but it has to top %(top)s."),
    "close_not_now": _("There is no bidding to close; now: %(phase)s."),
    # lines in the chat
    "chat_plain_talk": _("«%(text)s» is no command."),
    "chat_number_missing": _("«%(text)s»: the number is missing. Write for example: %(command)s 12"),
    "chat_number_too_long": _("«%(text)s»: the number is too long, nine digits at most."),
    "chat_not_a_number": _("«%(text)s»: that is no whole number. Write for example: %(command)s 12"),
    "chat_text_after": _("«%(text)s»: nothing may follow the command."),
    "chat_va_banque_unmarked": _("«%(text)s»: the exclamation mark is missing. Write: %(command)s VA BANQUE!"),
    "chat_va_banque_misspelt": _("«%(text)s» is misspelt. Write: %(command)s VA BANQUE!"),
    "chat_name_missing": _("«%(text)s»: the team's name has to come first: %(command)s"),
    "chat_name_misspelt": _("«%(text)s»: the name is misspelt. The command begins with: %(command)s"),
    "chat_space_missing": _("«%(text)s»: a space is missing between the name and the number."),
    "chat_other_team": _("«%(text)s» speaks for another team. Yours is: %(command)s"),
    # the answer
    "hint_not_now": _("A hint is for a team that is answering; now: %(phase)s."),
    "hint_already_used": _("%(team)s has already had the one hint of this lot."),
    "hint_after_va_banque": _("%(team)s went va banque and has nothing to pay %(price)s for the hint with."),
    "hint_too_dear": _("%(team)s cannot pay for the hint: it costs %(price)s, the team has %(points)s."),
    "hint_token_missing": _("%(team)s has no hint token."),
    "buzz_not_now": _("There is no duel to answer in; now: %(phase)s."),
    "no_answer_not_now": _("There is no duel waiting for an answer; now: %(phase)s."),
    "judge_not_now": _("No answer is waiting for a verdict; now: %(phase)s."),
    # the ends
    "tie_not_now": _("There is no tie to break; now: %(phase)s."),
    "tie_team_not_leading": _("%(team)s is not among those tied: %(teams)s."),
    "final_not_now": _("The final opens once the first round is over; now: %(phase)s."),
    "masters_id_taken": _("The Masters cannot be «%(team)s»: that is a team of the first round."),
    # the host's corrections
    "adjust_not_now": _("Scores are corrected while a round is being played; now: %(phase)s."),
    "adjust_by_nothing": _("A correction by zero corrects nothing."),
    "adjust_below_zero": _("%(team)s %(points)s: nobody falls below zero, and the team has %(has)s."),
    "reinstate_not_now": _("A team comes back between lots only; now: %(phase)s."),
    "reinstate_not_out": _("%(team)s is not out."),
}

STAGE: Mapping[str, str | Promise] = {
    # tables for the bank
    "bank_file_too_large": _("The file is larger than %(limit)s MB. Save fewer lines, or as CSV."),
    "bank_file_empty": _("The file is empty."),
    "upload_gone": _("The file is no longer there: it was thrown away, or nobody imported it for a week."),
    "upload_imported": _("The file has been imported already."),
    "upload_not_ready": _("Nothing was imported: the file is not ready. What is wrong stands below."),
    "upload_moved_on": _("The bank or the choices have changed since you looked. Look once more, then import."),
    # who may
    "not_your_team": _("You decide for your own team only."),
    "not_the_answerer": _("Somebody else of the team has been named to answer."),
    "captain_decides": _("That is the captain's decision."),
    "host_decides": _("That is the host's decision."),
    "seat_passed_on": _("Somebody else sits in this seat now."),
    # substitutes and captains
    "captain_consents": _("Only the captain of %(team)s can agree to that, on the own screen."),
    "captain_by_the_head": _("%(player)s is the captain: whose seat that is, the head of the house says."),
    "captain_of_the_team": _("The captain has to be one of the three who play for %(team)s now."),
    "captain_already": _("%(player)s is the captain of %(team)s already."),
    "head_no_captain": _("%(player)s is the head of the house: the head may play, but not as captain."),
    "head_missing": _("Say which head names the captain."),
    "reason_for_the_seat": _("A word why is needed: it stands in the record."),
    "consent_missing": _("Note how the captain of %(team)s agreed: aloud, by letter, when."),
    "proposal_open": _("The captain of %(team)s is already being asked about a substitute: wait, or withdraw that."),
    "proposed_elsewhere": _("%(player)s is already proposed as a substitute for %(team)s."),
    "no_proposal": _("This proposal is no longer open."),
    "not_in_the_team_to_leave": _("Choose who of %(team)s is absent."),
    "person_unknown": _("Choose who comes in: nobody was named whom the school's list knows."),
    "of_another_house": _("%(player)s does not belong to the house of %(team)s."),
    "in_the_team_already": _("%(player)s already sits in this team."),
    "among_the_masters": _("%(player)s is named to sit among the Masters."),
    "in_another_team": _("%(player)s already sits in another team of this game: %(team)s."),
    "duellist_cannot_leave": _("%(player)s stands in the duel: it is fought out first."),
    "seats_are_final": _("The game is decided: who sat there at the end stays in the record."),
    # who plays on the evening
    "too_few_teams": _("Without %(team)s fewer than two houses would play: the evening can only be postponed."),
    "too_many_teams": _("Four houses at most take part: %(team)s would be the fifth."),
    "team_incomplete": _("%(team)s has no whole team in this season: three players, one of them the captain."),
    # what a form or a device sent
    "unknown_command": _("There is no command «%(do)s»."),
    "malformed": _("The command cannot be read: «%(field)s» is not as it should be."),
    "not_a_number": _("«%(text)s» is no whole number of nine digits at most."),
    "setup_invalid": _("The game cannot start like that: %(why)s."),
    "tie_not_by_answers": _("%(team)s does not have more right answers than the others that are level."),
    # the Masters
    "masters_not_prepared": _("Nobody has been named to sit as Masters yet: name them, then open the final."),
    "masters_seated": _("The Masters sit at their table already. Take the opening of the final back to change them."),
    "masters_nobody": _("The Masters need one player at least."),
    "masters_too_many": _("At most %(most)s sit at the Masters' table."),
    "masters_one_captain": _("One of the Masters has to be the captain, and only one."),
    "masters_name_missing": _("A guest needs a name."),
    "masters_person_unknown": _("Sowa does not know a person with the number %(number)s."),
    "masters_twice": _("The same name stands twice at the Masters' table."),
    "masters_in_both": _("%(name)s plays for %(team)s in this game, and nobody sits at both tables."),
    "masters_not_of_house": _("%(name)s is not of the house %(house)s, which sits in the Masters' box."),
    "masters_person_left": _("%(name)s has left the school."),
    "masters_box_moved_on": _("Somebody named others in the meantime: look who is named now, then decide."),
    "masters_nobody_won": _("No house sits in the Masters' box: no edition has been won from the Masters yet."),
    "masters_word_missing": _("The Masters need a word to bid with."),
    "masters_word_taken": _("«%(command)s» is already the word of %(team)s: the Masters need one of their own."),
    # draws that can be checked
    "redraw_needs_reason": _("The last draw was taken back: say why it is drawn again."),
    # the questions of the evening
    "questions_hosts_only": _("Only the hosts of this game get to its questions, with their own accounts."),
    "questions_not_for_players": _("%(name)s plays in this game: whoever plays does not get to its questions."),
    "set_game_started": _("The game has started: its questions are settled."),
    "set_is_sealed": _("The questions are sealed: nothing is changed until the seal is broken."),
    "set_not_sealed": _("The questions are not sealed."),
    "set_is_empty": _("Nothing has been chosen: a seal needs a question at least."),
    "set_moved_on": _("The list, or a question in it, has changed since you saw it: look again, then seal."),
    "set_unfit": _("Cannot be played any more: no. %(numbers)s. Take them out, then seal."),
    "set_reason_missing": _("It takes a reason in words: everybody reads it afterwards."),
    "set_sizes": _("A category has one to %(most)s questions, and none to %(most)s spares."),
    "set_not_for_new_hosts": _("%(name)s became a host after the sealing: the seal was not theirs to open."),
    "question_taken": _("Question no. %(number)s is reserved for another game."),
    "question_unfit": _("Question no. %(number)s cannot be played: it is switched off, incomplete or played already."),
    "question_of_no_category": _("Question no. %(number)s belongs to no category of this evening."),
    "substitute_without_lessons": _("%(player)s was at %(lessons)s of the %(needed)s lessons that the game asks for."),
    "substitute_has_left": _("%(player)s has left the school."),
    "substitute_no_pupil": _("%(player)s is neither a pupil nor the head of the house."),
    "substitute_on_a_roster": _("%(player)s is in the team of %(house)s in this season."),
    # the roster
    "roster_of_three": _("A team has exactly %(size)s players; here are %(players)s."),
    "roster_captain_missing": _("Name the captain."),
    "not_of_the_house": _("Belongs to another house."),
    "on_another_roster": _("Is in the team of %(house)s in this season."),
    "head_as_captain": _("The head of the house may play, but never as captain."),
    "left_the_school": _("Has left the school."),
    "neither_pupil_nor_head": _("Only pupils and the head of the house play."),
    "too_few_lessons": _("Was at %(lessons)s of the %(needed)s lessons that the game asks for."),
    # the lot on stage
    "box_unknown": _("This game has no such black box."),
    "box_opened_already": _("Black box %(box)s is open already."),
    "box_not_won": _("Nobody won black box %(box)s: it stays closed."),
    "box_too_early": _("Black box %(box)s is opened at the end, once all is decided."),
    "box_does_not_match": _("What lies in black box %(box)s is not what was sealed: it stays closed."),
    "box_empty": _("A black box has to hold something: write what is in it, with a letter or a digit."),
    "box_too_long": _("What is in a black box may have %(longest)s characters; these are %(length)s."),
    "box_unreadable": _("This text holds characters that cannot be stored."),
    "box_sealed_already": _("Black box %(box)s is sealed already; nothing was changed."),
    "box_not_sealed": _("Black box %(box)s is not sealed."),
    "box_no_more": _("A game has %(most)s black boxes at most."),
    "box_reason_missing": _("Say why the seal is broken: the reason stays in the audit."),
    "wheel_empty": _("No category is left to be drawn."),
    "no_lot": _("No lot is open."),
    "no_reserve": _("There is no other question of the category «%(category)s»."),
    "reserve_of_another_category": _("The other question has to be of the category «%(category)s»."),
    "reason_missing": _("Another question needs a reason in words."),
    "no_bidding": _("No bidding is open."),
    "called_twice": _("It has been called twice already: now the hammer falls."),
    "nobody_answers": _("No team is answering; now: %(phase)s."),
    "no_question_dealt": _("No question belongs to this lot."),
    "question_burnt": _("The hall has already seen this question: take another one."),
    "question_not_shown": _("The question has not been shown yet."),
    "question_already_shown": _("The question has already been shown."),
    "no_hint_bought": _("No hint has been bought."),
    "hint_already_shown": _("The hint has already been shown."),
    "wait_for_the_hint": _("%(team)s has bought a hint: it comes first."),
    "clock_already_set": _("The clock has already been started."),
    "no_clock": _("No clock has been started."),
    "captain_answers_after_hint": _("After a hint the captain of %(team)s answers."),
    "answer_already_given": _("%(team)s has already answered."),
    "not_in_the_team": _("Whoever answers has to be a player of %(team)s."),
    "another_team_answers": _("Now it is %(team)s that answers."),
    # the duel
    "no_duel": _("No duel is being prepared or played."),
    "no_side_of_the_duel": _("«%(team)s» is no side of this duel."),
    "duellists_stand": _("The buzzers have been open: the two duellists stay."),
    "duellist_of_another_team": _("%(team)s can only send one of its own players into the duel."),
    "duellist_named_already": _("%(team)s has already named this player."),
    "duellist_missing": _("%(team)s has not named its duellist yet."),
    "not_your_turn": _("It is for %(team)s to strike a category."),
    "category_not_offered": _("«%(category)s» is not among the categories of this duel."),
    "category_struck": _("«%(category)s» has already been struck."),
    "one_category_left": _("There is nothing more to strike: «%(category)s» is played."),
    "strikes_missing": _("More than one category is left: it is for %(team)s to strike."),
    "another_category_left": _("The category left in this duel is «%(category)s»."),
    "no_question_left": _("No unused question of the category «%(category)s» is left: undo a strike."),
    "not_the_duellist": _("Only the duellists press, each on their own phone."),
    "buzzer_locked": _("A false start: the buzzer of %(team)s is locked for another %(ms)s ms."),
    "pressed_already": _("%(team)s has already pressed."),
    "pressed_too_late": _("%(team)s pressed after the time for presses was over."),
    "buzz_waits": _("A press has just come in: first it is settled who was first."),
    "buzz_taken": _("The duel already has its answering side."),
    "nothing_to_settle": _("No press is waiting to be settled."),
    "tie_first": _("Both pressed at the same moment: the host repeats or decides."),
    "no_tie_of_presses": _("The presses are no tie, so there is nothing to repeat."),
    "buzz_needs_reason": _("Say in words why this side answers."),
    "duellist_answers": _("In a duel it is the duellist of %(team)s who answers."),
    "empty_answer": _("The answer is empty."),
    "answer_too_long": _("The answer is too long: %(longest)s characters at most."),
}

PAPER: Mapping[str, str | Promise] = {
    "paper_other_lot": _("The lot that was open is «%(category)s»: enter its end first."),
    "paper_round_over_at_draw": _("This draw left at most one team that could pay the ante: nothing was sold."),
    "paper_void_lot": _("Nobody bid, so nobody answered: leave the verdict empty."),
    "paper_sold_to_another": _("By these numbers the lot went to %(team)s."),
    "paper_not_sold": _("By these numbers nobody bought the lot."),
    "paper_who_buzzed": _("Say who was first to buzz, or leave the verdict empty."),
    "paper_verdict_missing": _("Was the answer right or wrong? Or does the lot go on on the screens?"),
}

PHASES: Mapping[str, str | Promise] = {
    "ready": _("between lots"),
    "drawn": _("a category is drawn"),
    "bidding": _("bidding"),
    "duel": _("duel"),
    "answering": _("a team is answering"),
    "tie": _("tie"),
    "round_over": _("the first round is over"),
    "finished": _("the game is over"),
}


def explain(refusal: Refusal, names: Mapping[str, str]) -> str:
    """The refusal as a sentence in the active language; ``names``: team id -> what the team is called."""
    template = GAME.get(refusal.code) or STAGE.get(refusal.code) or PAPER.get(refusal.code)
    if template is None:
        return gettext("Not possible now (%(code)s).") % {"code": refusal.code}
    return str(template) % {key: _shown(key, value, names) for key, value in refusal.params.items()}


def _shown(key: str, value: object, names: Mapping[str, str]) -> str:
    """A value as readers know it: teams by name, phases in words, nothing endless."""
    if isinstance(value, list | tuple):
        return ", ".join(_shown("team", item, names) for item in value)
    text = str(value)
    if key == "team":
        text = names.get(text, text)
    elif key == "phase":
        text = str(PHASES.get(text, text))
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"
