"""Refusals around packages of questions as sentences; :mod:`chgk.refusals` has the others."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Mapping[str, str | Promise] = {
    # where it stands
    "package_is_draft": _("The package is a draft, so that does not come next."),
    "package_is_testing": _("The package is in testing, so that does not come next."),
    "package_is_approved": _("The package is approved: nothing in it changes unless the curator returns it."),
    "package_is_sealed": _("The package is sealed: nothing in it changes until the seal is broken."),
    "package_is_played": _("The package has been played: it stays as it was asked."),
    "package_is_archived": _("The package is in the archive: it stays as it was asked."),
    "package_handed_in": _("The package has been handed in already and waits for the curator."),
    "package_not_handed_in": _("The package has not been handed in, so there is nothing to give back."),
    "package_stays_on_table": _(
        "The package lies on the table of a game: there it stays sealed until the game is over."
    ),
    "package_moved_on": _(
        "Somebody has changed the package since you opened this page. Look at it again; yours is not saved."
    ),
    # whose step it is
    "package_for_editor": _("That is for the package's editor to do."),
    "package_for_curator": _("That is for the season's curator to decide."),
    "package_for_keeper": _(
        "Only the curator breaks a seal, with the curator's own account: whoever does can read the questions."
    ),
    "package_for_game": _("That follows from the game by itself."),
    "package_not_yours_to_open": _("Only the season's curator and the hosts of its game open a sealed package."),
    # what it holds
    "package_too_small": _(
        "A game to %(target)s points may open %(needed)s envelopes; here are %(questions)s questions for the table."
    ),
    "package_incomplete": _("Something is missing in these questions: %(numbers)s."),
    "numbers_with_gaps": _("The numbers of the questions have gaps; a new order closes them."),
    "package_without_spares": _("There is no spare question for one that has to be taken out of the game."),
    "package_order_differs": _("This order leaves out a question of the package, or has one that is not in it."),
    "package_without_title": _("The package needs a title."),
    # who is around it
    "editor_plays": _("%(player)s plays in that game, and so cannot edit its questions."),
    # which game it is for
    "package_of_another_season": _("The package «%(title)s» was made for another season."),
    "package_on_another_table": _("The package «%(title)s» is on the table of another game."),
    "package_is_empty": _("The package «%(title)s» has no question for the table."),
    "package_not_approved": _("The package «%(title)s» has not been approved yet."),
    "package_asked_before": _("The package «%(title)s» has been played."),
    "package_sealed_elsewhere": _("The package «%(title)s» is sealed for another game."),
    "fixture_has_package": _("For this game the package «%(title)s» is sealed already: break that seal first."),
}
