"""Data classes as plain JSON values, and back. The types say what a value is, so the file needs no code in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from encoders.outcome import Found, InputValue, Outcome, Place, Statistics
from esbmc_py.goto.coverage import Coverage
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation
from reachability_tree.events import Waiting
from symex.accesses import Side

# what type hints of these classes mention
_NAMES: dict[str, Any] = {
    one.__name__: one
    for one in (Coverage, Found, InputValue, Mapping, Outcome, Place, Program, Property, Side, SourceLocation)
} | {"Statistics": Statistics, "Waiting": Waiting}


def as_json(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return [[as_json(key), as_json(one)] for key, one in value.items()]
    if isinstance(value, tuple | list | frozenset):
        return [as_json(one) for one in value]
    return value


def from_json(kind: Any, value: Any) -> Any:
    """Raises ValueError, KeyError or TypeError if it is not one."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        if value is None and NoneType in arguments:
            return None
        return from_json(next(one for one in arguments if one is not NoneType), value)
    if origin is tuple and arguments[-1] is Ellipsis:
        return tuple(from_json(arguments[0], one) for one in value)
    if origin in (dict, Mapping):
        return {from_json(arguments[0], key): from_json(arguments[1], one) for key, one in value}
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind, localns=_NAMES)
        return kind(**{field.name: from_json(hints[field.name], value[field.name]) for field in fields(kind)})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value


def outcome_from(document: Any) -> Outcome:
    outcome: Outcome = from_json(Outcome, document)
    return outcome
