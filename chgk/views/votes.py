"""The curator's part in the best player of the final: end the vote, decide where the players differ, annul, confirm."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from chgk import addresses, refusals
from chgk.models import ClubSeason, Fixture, Owl
from chgk.permissions import can_curate, can_curate_one, is_curator
from chgk.selectors.owls import magister_proposals
from chgk.selectors.votes import read_vote
from chgk.services import ballots, owls
from chgk.views.curators import curator_actor
from tournaments.models import Person, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.views.answers import no_seat


@never_cache
@require_POST
def vote_deed(request: HttpRequest, club_id: int, what: str) -> HttpResponse:
    """Opens, closes or decides the vote of the season's final, or annuls its owl. For the season's curator.

    What is refused is said on the page of the vote, with everything that was typed; whose session is over comes back
    to the page that the form stood on.
    """
    if not request.user.is_authenticated:
        return no_seat(request, host=True)
    club = get_object_or_404(ClubSeason.objects.select_related("season"), pk=club_id)
    if not can_curate(request.user, club):
        raise PermissionDenied
    deed = _DEEDS.get(what)
    fixture = Fixture.objects.filter(club=club, is_final=True).select_related("game").first()
    if deed is None or fixture is None:
        raise Http404
    try:
        done = deed(request, fixture, curator_actor(request.user, club))
    except Refusal as refusal:
        return _refused(request, club, fixture, what, refusal)
    messages.success(request, done)
    return HttpResponseRedirect(_desk(club))


@never_cache
@require_POST
def confirm_magister(request: HttpRequest, person_id: int) -> HttpResponse:
    """§3.2.2: confirms the title. For the curator of today, and the one whose season brought the third owl."""
    if not request.user.is_authenticated:
        return no_seat(request, host=True)
    person = get_object_or_404(Person, pk=person_id)
    proposal = next((one for one in magister_proposals() if one.person.pk == person.pk), None)
    clubs = proposal.clubs if proposal is not None else ClubSeason.objects.all()[:1]
    if not can_curate_one(request.user, clubs) and not _is_root(request):
        raise PermissionDenied
    try:
        owls.confirm_magister(person_id=person.pk, actor=curator_actor(request.user, _curated(request, clubs)))
    except Refusal as refusal:
        names = {owls.player_key(person.pk): str(person)}
        messages.error(request, f"{refusals.explain(refusal, names)} (§{refusal.paragraph})")
    else:
        messages.success(request, _("Magister of the game: %(name)s.") % {"name": person})
    return HttpResponseRedirect(reverse("chgk:hall_of_fame"))


def _open(request: HttpRequest, fixture: Fixture, actor: Actor) -> str:
    ballots.open_vote(fixture_id=fixture.pk, actor=actor)
    return _("The vote on the best player is open.")


def _close(request: HttpRequest, fixture: Fixture, actor: Actor) -> str:
    row = ballots.close_vote(fixture_id=fixture.pk, actor=actor)
    return _("The vote is over: the players agree.") if row.agreed else _("The vote is over: you name the best player.")


def _name(request: HttpRequest, fixture: Fixture, actor: Actor) -> str:
    player, reason = request.POST.get("player", ""), request.POST.get("reason", "")
    row = ballots.name_best(fixture_id=fixture.pk, player=player, reason=reason, actor=actor)
    name = next(one["name"] for one in row.players if one["id"] == player)
    return _("The crystal owl goes to %(name)s.") % {"name": name}


def _annul(request: HttpRequest, fixture: Fixture, actor: Actor) -> str:
    owl = Owl.objects.filter(fixture=fixture).order_by("-pk").first()
    if owl is None:
        raise Http404
    owls.annul_owl(owl_id=owl.pk, reason=request.POST.get("reason", ""), actor=actor)
    return _("The owl of %(name)s has been annulled.") % {"name": owl.name}


_DEEDS: dict[str, Callable[[HttpRequest, Fixture, Actor], str]] = {
    "open": _open,
    "close": _close,
    "name": _name,
    "annul": _annul,
}


def _refused(request: HttpRequest, club: ClubSeason, fixture: Fixture, what: str, refusal: Refusal) -> HttpResponse:
    vote = read_vote(fixture)
    names = {player.id: player.name for player in vote.players} if vote is not None else {}
    context: dict[str, Any] = {
        "club": club,
        "fixture": fixture,
        "vote": vote,
        "desk_url": _desk(club),
        "refused": {
            "what": what,
            "sentence": refusals.explain(refusal, names),
            "paragraph": refusal.paragraph,
            "url": addresses.rules_url(refusal.paragraph),
        },
        "typed": {name: request.POST.get(name, "") for name in ("player", "reason")},
    }
    return render(request, "chgk/season/vote.html", context, status=422)


def _desk(club: ClubSeason) -> str:
    return reverse("chgk:desk", args=[club.pk]) + "#vote"


def _is_root(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.is_active and request.user.is_superuser


def _curated(request: HttpRequest, clubs: Iterable[ClubSeason]) -> ClubSeason | None:
    """Of these seasons one that the account curates, before one whose curator it stands in for."""
    found = sorted((club for club in clubs if can_curate(request.user, club)), key=lambda club: club.pk)
    return next((club for club in found if is_curator(request.user, club)), found[0] if found else None)
