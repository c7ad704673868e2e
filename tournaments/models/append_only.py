"""Rows that are written once: the log of a game and the audit trail."""

from typing import Any, NoReturn

from django.db import models


class AppendOnlyError(TypeError):
    """Somebody tried to change or delete a row that is history."""


class AppendOnlyQuerySet(models.QuerySet):
    """Reads and inserts; everything else raises :class:`AppendOnlyError`."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refused."""
        raise AppendOnlyError(self.model.__name__)

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refused."""
        raise AppendOnlyError(self.model.__name__)

    def delete(self) -> NoReturn:
        """Refused."""
        raise AppendOnlyError(self.model.__name__)


class AppendOnlyModel(models.Model):
    """A table whose rows are never changed nor deleted; a rehearsal's go with it (models/wiping.py), no others."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True
        base_manager_name = "objects"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Inserts the row; raises :class:`AppendOnlyError` if it exists already."""
        if not self._state.adding:
            raise AppendOnlyError(self.__class__.__name__)
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refused."""
        raise AppendOnlyError(self.__class__.__name__)
