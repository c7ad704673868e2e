"""History is written once."""

import pytest
from django.db.models import ProtectedError

from tests.playing import give
from tournaments.models import AuditEntry, GameCommand, GameEvent, House, LedgerEntry
from tournaments.models.append_only import AppendOnlyError

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.mark.parametrize("model", [GameCommand, GameEvent, AuditEntry, LedgerEntry])
def test_rows_of_history_are_never_changed_nor_deleted(model, game, host):
    give(game, host, "add", amount=1)
    house = House.objects.create(name="Red", command="Red")
    LedgerEntry.objects.create(season=game.season, house=house, points=1, kind="decision", reason={}, entered_by="x")
    row = model.objects.first()
    for attempt in (
        row.save,
        row.delete,
        model.objects.all().delete,
        lambda: model.objects.update(pk=5),
        lambda: model.objects.bulk_update([row], [model._meta.fields[1].name]),
    ):
        with pytest.raises(AppendOnlyError):
            attempt()


def test_a_game_with_a_log_cannot_be_deleted(game, host):
    give(game, host, "add", amount=1)
    with pytest.raises(ProtectedError):
        game.delete()
