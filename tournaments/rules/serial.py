"""Frozen dataclasses to JSON and back, by their annotations.

Enough for states and events: dataclasses, enums, optional and plain values, tuples, sets (sorted, so that
equal states give equal bytes) and mappings with string keys. A type is looked at once; what reads and
writes its values is kept, because every command of a game does both.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
Convert = Callable[[Any], Any]


def kind_of(shape: type) -> str:
    """The name of an event's type as its kind: BidPlaced -> bid_placed."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", shape.__name__).lower()


def to_json(value: Any) -> Any:
    """The value as what ``json.dumps`` takes."""
    return _writer(type(value))(value)  # type: ignore[arg-type]  # a type is hashable


def from_json(kind: type[T], data: Any) -> T:
    """The inverse of :func:`to_json` for a type; missing keys take their defaults, unknown ones are ignored.

    TypeError for data of another kind.
    """
    value: T = _reader(kind)(data)  # type: ignore[arg-type]  # a type is hashable
    return value


@cache
def _writer(kind: type) -> Convert:
    if is_dataclass(kind):
        names = tuple(field.name for field in fields(kind))
        return lambda value: {name: to_json(getattr(value, name)) for name in names}
    if issubclass(kind, Enum):
        return lambda value: value.value
    if issubclass(kind, Mapping):
        return lambda value: {key: to_json(item) for key, item in value.items()}
    if issubclass(kind, Set):
        return lambda value: sorted(map(to_json, value))
    if issubclass(kind, tuple | list):
        return lambda value: [to_json(item) for item in value]
    return lambda value: value


@cache
def _reader(kind: Any) -> Convert:
    origin = get_origin(kind)
    if kind is Any:
        return lambda data: data
    if origin in (Union, types.UnionType):
        return _optional_reader(kind)
    if is_dataclass(kind) and isinstance(kind, type):
        return _dataclass_reader(kind)
    if origin in (tuple, frozenset):
        item = _reader(get_args(kind)[0])
        return lambda data: origin(map(item, data))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        item = _reader(get_args(kind)[1])
        return lambda data: {key: item(one) for key, one in data.items()}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    return _plain_reader(kind)


def _dataclass_reader(kind: type) -> Convert:
    hints = get_type_hints(kind)
    readers = {field.name: _reader(hints[field.name]) for field in fields(kind)}

    def read(data: Any) -> Any:
        return kind(**{name: reader(data[name]) for name, reader in readers.items() if name in data})

    return read


def _optional_reader(kind: Any) -> Convert:
    (inner,) = [_reader(option) for option in get_args(kind) if option is not type(None)]
    return lambda data: None if data is None else inner(data)


def _plain_reader(kind: Any) -> Convert:
    def read(data: Any) -> Any:
        if isinstance(kind, type) and not isinstance(data, kind):
            raise TypeError(f"{data!r} is no {kind.__name__}")
        return data

    return read
