"""Functions that take the fields of `CheckOptions` as keywords, so that editors and type checkers know them.

The fields are listed in `CheckOptions` alone. Type checkers take the keywords from there (`ParamSpec`); tab completion
and `help` take them from the signature that is made here.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast, overload

from .options import CheckOptions

P = ParamSpec("P")
T = TypeVar("T", contravariant=True)
R = TypeVar("R", covariant=True)
_S = TypeVar("_S")
_A = TypeVar("_A")


class CheckFunction(Protocol[T, P, R]):
    """A function of something to check and of options: as an object, or each as a keyword."""

    __doc__: str | None
    __name__: str

    @overload
    def __call__(self, source: T, options: CheckOptions, /) -> R: ...

    @overload
    def __call__(self, source: T, *args: P.args, **kwargs: P.kwargs) -> R: ...


def checks_with(
    _options: Callable[P, CheckOptions],
) -> Callable[[Callable[[T, CheckOptions | None, dict[str, Any]], R]], CheckFunction[T, P, R]]:
    """Makes a function of (what, options or None, settings) one of `what` and keywords."""

    def decorate(function: Callable[[T, CheckOptions | None, dict[str, Any]], R]) -> CheckFunction[T, P, R]:
        def called(source: T, options: CheckOptions | None = None, **settings: Any) -> R:
            return function(source, options, settings)

        return cast(CheckFunction[T, P, R], _named(called, function))

    return decorate


def method_with(
    _options: Callable[P, CheckOptions],
) -> Callable[[Callable[[_S, dict[str, Any]], _A]], Callable[Concatenate[_S, P], _A]]:
    """The same for a method of (self, settings), which gets keywords alone."""

    def decorate(function: Callable[[_S, dict[str, Any]], _A]) -> Callable[Concatenate[_S, P], _A]:
        def called(self: _S, **settings: Any) -> _A:
            return function(self, settings)

        return cast(Callable[Concatenate[_S, P], _A], _named(called, function))

    return decorate


def _named(called: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
    for name in ("__name__", "__qualname__", "__module__", "__doc__"):
        setattr(called, name, getattr(function, name))
    first = next(iter(inspect.signature(function).parameters.values()))
    taken = list(inspect.signature(called).parameters.values())[1:]
    shown = [first, *(one for one in taken if one.kind is not inspect.Parameter.VAR_KEYWORD)]
    called.__dict__["__signature__"] = inspect.Signature([*shown, *_keywords()])
    return called


def _keywords() -> list[inspect.Parameter]:
    return [
        inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=_default(field), annotation=field.type)
        for field in fields(CheckOptions)
    ]


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()
