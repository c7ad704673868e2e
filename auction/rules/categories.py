"""A set of categories that grows by one at a cost that does not depend on its size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Categories(Set[str]):
    """An immutable set.

    A frozenset would be copied whole for every category drawn; here are a few layers, each larger than
    the next, and only those that have become equal in size are merged.
    """

    layers: tuple[frozenset[str], ...] = ()

    @classmethod
    def of(cls, names: Iterable[str]) -> Categories:
        """The set of these names."""
        whole = frozenset(names)
        return cls((whole,) if whole else ())

    def and_also(self, name: str) -> Categories:
        """The set with ``name`` in it, too."""
        if name in self:
            return self
        layers, top = self.layers, frozenset((name,))
        while layers and len(layers[-1]) <= len(top):
            layers, top = layers[:-1], layers[-1] | top
        return Categories((*layers, top))

    @classmethod
    def _from_iterable(cls, it: Iterable[str]) -> Categories:  # type: ignore[override]  # for the set operators
        return cls.of(it)

    def __contains__(self, name: object) -> bool:
        return any(name in layer for layer in self.layers)

    def __iter__(self) -> Iterator[str]:
        for layer in self.layers:
            yield from layer

    def __len__(self) -> int:
        return sum(map(len, self.layers))
