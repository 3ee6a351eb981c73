"""Calls with a longer argument, or with more of them, than a search looks at: programs often have no room for them.

The machine runs each of them once. One of each kind is tried, the largest; of a kind that goes wrong, the smallest one
that does makes the best example. What is found is looked for again in the program that is called like that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from esbmc_py.frontend.likely_texts import asked_counts, options_with_values
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property

from .likely_calls import Caller
from .options import CheckOptions

_LENGTHS = 20, 70, 255
_COUNTS = 5, 9, 17

Call: TypeAlias = Sequence[bytes]


def with_room(options: CheckOptions) -> CheckOptions | None:
    """For such calls; None if the arguments are given, or bounded."""
    given = options.semantics.surroundings
    if given.arguments is not None or given.max_args is not None or given.max_arg_length is not None:
        return None
    return options.in_surroundings(replace(given, max_args=max(_COUNTS), max_arg_length=max(_LENGTHS)))


def called_with(options: CheckOptions, call: Call) -> CheckOptions:
    arguments = tuple(text.decode() for text in call)
    return options.in_surroundings(replace(options.semantics.surroundings, arguments=arguments))


def failing_call(program: Program, properties: frozenset[Property]) -> Call | None:
    """Of a program that was loaded with room for them."""
    caller = Caller(program, properties)
    for kind in _kinds(program):
        if caller.run(kind[-1]) is not None:
            return next((call for call in kind if caller.run(call) is not None), None)
        if caller.left <= 0:
            break
    return None


def _kinds(program: Program) -> Iterator[Sequence[Call]]:
    """The largest call is the last of its kind."""
    sources = program.sources.values()
    texts = [b"a" * length for length in _LENGTHS]
    for count in dict.fromkeys((1, *asked_counts(sources))):
        yield [[text] * count for text in texts]
    for option in options_with_values(sources):
        yield [[option.encode(), text] for text in texts]
    yield [[b"1"] * count for count in _COUNTS]
