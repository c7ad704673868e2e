"""Why something about people or houses cannot be done, as sentences; ``texts.explain_here`` says them."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

SENTENCES: Mapping[str, str] = {
    "name_missing": gettext_noop("There is no name."),
    "name_invisible": gettext_noop("The name has no letter that can be seen."),
    "name_too_long": gettext_noop("The name has %(length)s characters; at most %(limit)s fit."),
    "alike_people": gettext_noop("Somebody of a like name is known already: say whether it is the same person."),
    "person_moved_on": gettext_noop("%(name)s has been changed since you opened this page. Look again, then decide."),
    "house_not_told": gettext_noop("Read first what the change of house means for %(name)s, then confirm it."),
    "full_name_without_consent": gettext_noop(
        "This is %(name)s's full name, or nearly: it may stand on public pages once the school has recorded consent."
    ),
    "name_of_somebody_else": gettext_noop("Somebody else is called «%(name)s»: choose another name."),
    "day_to_come": gettext_noop("The day %(day)s is still to come."),
    "leaves_later": gettext_noop("The day %(day)s is still to come: enter it once they have left."),
    "account_of_somebody_else": gettext_noop("This account is somebody else's already."),
    "person_held": gettext_noop("%(name)s cannot be deleted: see below what would be lost. Mark as left instead."),
    "person_has_account": gettext_noop("%(name)s has an account already."),
    "person_has_left": gettext_noop("%(name)s has left the school."),
    "account_is_bound": gettext_noop("This account is %(name)s's already. Log out, then open the invitation again."),
    "username_taken": gettext_noop("The user name «%(username)s» is taken."),
    "merge_with_oneself": gettext_noop("%(name)s cannot be merged with the same row."),
    "both_have_accounts": gettext_noop(
        "Both have an account, «%(account)s» and «%(other)s»: take one of them off first."
    ),
    "both_in_game": gettext_noop("Both stand in the game «%(game)s»: they are two people there."),
    "both_in_team": gettext_noop("Both have a place in a team of «%(season)s», of %(house)s among others."),
    "merge_clash": gettext_noop("%(name)s and %(other)s both have what one person has once: %(what)s."),
    "house_moved_on": gettext_noop("%(house)s has been changed since you opened this page. Look again, then decide."),
    "house_name_taken": gettext_noop("Another house is called «%(house)s»."),
    "command_word_missing": gettext_noop("The house needs a command word to bid with, of at most %(limit)s letters."),
    "colour_unreadable": gettext_noop("A colour is written like #c0392b."),
    "head_not_here": gettext_noop("The head is somebody of the school who has not left it."),
}
