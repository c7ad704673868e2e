"""The pictures of a game's questions: the host's with the open envelope, the hall's once the question is shown."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from chgk.models import QuestionImage
from chgk.pictures import picture_response
from chgk.rules.projection import sees_picture
from chgk.views.hosting import find_game
from tournaments.models import LiveGame
from tournaments.services.replay_log import load_session
from tournaments.views.seats import HOST, NoSeat, find_actor


@require_safe
def picture(request: HttpRequest, game_id: int, digest: str) -> HttpResponse:
    """404 for a picture that this visitor may not see yet, as for one that does not exist."""
    game = find_game(game_id)
    over = game.finished_at is not None
    session = load_session(game)
    seen = sees_picture(session, digest, is_host=False) or (
        _is_host(request, game) and sees_picture(session, digest, is_host=True)
    )
    images = QuestionImage.objects.filter(question__package__game=game, digest=digest).select_related("question")
    image = next((one for one in images if seen or (over and one.question.number in session.played)), None)
    if image is None:
        raise Http404
    return picture_response(image, is_public=over)


def _is_host(request: HttpRequest, game: LiveGame) -> bool:
    try:
        find_actor(request, game, HOST)
    except NoSeat:
        return False
    return True
