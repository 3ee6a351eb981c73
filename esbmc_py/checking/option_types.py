"""Is a setting of the type that its field is declared with? Whoever gives another gets to know which setting it is."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from esbmc_py.frontend.semantics import Semantics

from .options import CheckOptions, ExplicitOptions, OptionProblem

P = ParamSpec("P")
T = TypeVar("T")


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, float) or _is_int(value)


def _is(*types: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, types)


def _is_sequence_of(*types: type) -> Callable[[object], bool]:
    """A text is a sequence of texts, too, and never meant as one."""
    return lambda value: (
        isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(one, types) for one in value)
    )


def _is_loop_bounds(value: object) -> bool:
    if not isinstance(value, Mapping):
        return False
    places = all(isinstance(key, tuple) and len(key) == 2 for key in value)
    return (
        places and all(isinstance(f, str) and _is_int(line) for f, line in value) and all(map(_is_int, value.values()))
    )


# By how fields are annotated: whether a value fits, and what is wanted, for people.
_KINDS: dict[str, tuple[Callable[[object], bool], str]] = {
    "str": (_is(str), "a text"),
    "int": (_is_int, "a whole number"),
    "bool": (_is(bool), "True or False"),
    "float": (_is_number, "a number"),
    "Path": (_is(Path), "a pathlib.Path"),
    "Sequence[str]": (_is_sequence_of(str), "a list of texts"),
    "tuple[str, ...]": (_is_sequence_of(str), "a tuple of texts"),
    "tuple[Path | str, ...]": (_is_sequence_of(str, Path), "a tuple of paths"),
    "Mapping[tuple[str, int], int]": (_is_loop_bounds, "a mapping from (file, line) to a number, {('prog.c', 12): 3}"),
    "Semantics": (_is(Semantics), "an esbmc_py.Semantics"),
    "ExplicitOptions": (_is(ExplicitOptions), "an esbmc_py.ExplicitOptions"),
    "Callable[[str, Statistics], None]": (callable, "a function of bounds and statistics"),
    "Callable[[str, str], None]": (callable, "a function of a mode and bounds"),
}


def check_types(options: CheckOptions) -> None:
    """Raises OptionProblem."""
    for field in fields(options):
        _check(field.name, str(field.type), getattr(options, field.name))


def _check(name: str, annotation: str, value: object) -> None:
    fits, wanted = _KINDS[annotation.removesuffix(" | None")]
    if value is None and annotation.endswith("| None"):
        return
    if not fits(value):
        raise OptionProblem(f"{name} is {value!r}, and must be {wanted}")


def checks_types(function: Callable[P, T]) -> Callable[P, T]:
    """Refuses arguments of other types than they are annotated with, and numbers below 0. Raises OptionProblem."""
    kinds = {name: kind for name, kind in function.__annotations__.items() if kind.removesuffix(" | None") in _KINDS}

    @wraps(function)
    def checked(*arguments: P.args, **named: P.kwargs) -> T:
        for name, value in inspect.signature(function).bind(*arguments, **named).arguments.items():
            if name in kinds:
                _check(name, kinds[name], value)
                if _is_number(value) and value < 0:
                    raise OptionProblem(f"{name} is {value}, and must not be negative")
        return function(*arguments, **named)

    return checked
