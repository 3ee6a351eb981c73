"""What to try next where the answer is unknown, or where the program refuses to be called like that.

At most three lines, from what was seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import PurePath

from esbmc_py.frontend.likely_texts import counts_arguments
from esbmc_py.goto.program import Program
from esbmc_py.vm.findings import Violation

from .likely_calls import example_call, has_calls, wanted_counts
from .results import CheckResult, Counterexample, Scope, Verdict

MOST = 3
_SMALL = 3  # a constant that is worth trying
_DEFINED = r"(?m)^[ \t]*#[ \t]*ifndef[ \t]+(\w+)[ \t]*\n[ \t]*#[ \t]*define[ \t]+\1[ \t]+\(?(\d+)[uUlL]*\)?[ \t]*$"
_FIXED = r"(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+\(?(\d+)[uUlL]*\)?(?:[ \t]*/[/*].*)?[ \t]*$"
_CREATES = r"\w*(?:thread|thrd)_create"
_LARGE = 500  # rounds of a loop that somebody fixed


def advice(result: CheckResult) -> list[str]:
    if result.verdict is Verdict.FAILED:
        return list(_another_call(result))
    if result.verdict is not Verdict.UNKNOWN or result.scope.unsupported:
        return []  # no bound helps there: the place says what does
    return list(islice(_every(result), MOST))


def _every(result: CheckResult) -> Iterator[str]:
    scope = result.scope
    if not scope.left_open and not scope.unfinished and not scope.engines:
        return
    yield from _one_call(result)
    yield from _loops(scope)
    yield from smaller_constants(result)
    yield from _bounds(scope)
    yield from _properties(scope)


def _another_call(result: CheckResult) -> Iterator[str]:
    """`assert(argc == 4)` is violated, or there is no `argv[3]`: that says nothing about the rest of the program."""
    if result.counterexamples and all(_is_about_the_call(result.program, one) for one in result.counterexamples):
        yield f"that is about how the program is called: {example_call(result.program)} looks at another call"


def _is_about_the_call(program: Program, found: Counterexample) -> bool:
    if found.invocation is None or not isinstance(found.what, Violation):
        return False
    fewer = len(found.invocation.arguments) < max(wanted_counts(program), default=0)
    return fewer or counts_arguments(program.sources.values(), found.what.message)


def _one_call(result: CheckResult) -> Iterator[str]:
    if has_calls(result.program):
        yield f"one call is much less work than all: {example_call(result.program)}"


def _loops(scope: Scope) -> Iterator[str]:
    """The first loop that every attempt had to cut."""
    for place in scope.unwinding_cut:
        where = f"{PurePath(place.location.file).name}:{place.location.line}"
        unwind = scope.bounds.unwind
        rounds = f" after {unwind} round{'s' if unwind > 1 else ''}" if unwind else ""
        yield f"the loop at {where} goes on{rounds}: --unwind-at {where}:{_SMALL} bounds that one alone"
        return


def smaller_constants(result: CheckResult) -> Iterator[str]:
    """Constants that the program lets its users choose; large ones that it fixes itself."""
    sources = result.program.sources
    chosen = [(name, int(number)) for text in sources.values() for name, number in re.findall(_DEFINED, text)]
    large = [one for one in chosen if one[1] > _SMALL]
    if large:
        name, number = max(large, key=lambda one: one[1])
        yield f"a smaller program may do: -D{name}={_SMALL} (the source says {number})"
        return
    fixed = [
        (int(found[2]), found[1], f"{PurePath(file).name}:{text.count(chr(10), 0, found.start()) + 1}", text)
        for file, text in sources.items()
        for found in re.finditer(_FIXED, text)
    ]
    rounds = [one for one in fixed if one[0] >= _LARGE and _is_used_in_loops(one[3], one[1])]
    threads = [one for one in fixed if one[0] > _SMALL and _is_a_number_of_threads(one[3], one[1])]
    for found, what in ((threads, "threads"), (rounds, "rounds")):
        if found:
            number, name, where, _ = min(found, key=lambda one: (-one[0], one[2]))
            yield f"a smaller program may do: {name} is {number} ({where}), and bugs seldom need so many {what}"
            return


def _is_used_in_loops(text: str, name: str) -> bool:
    """In the parentheses behind `for` or `while`."""
    return re.search(rf"\b(?:for|while)\s*\((?:[^(){{}}]|\([^(){{}}]*\))*?\b{name}\b", text) is not None


def _is_a_number_of_threads(text: str, name: str) -> bool:
    return re.search(rf"\bfor\b[^;{{}}]*;[^;{{}}]*\b{name}\b[^;{{}}]*;[^}}]{{0,800}}?\b{_CREATES}\b", text) is not None


def _bounds(scope: Scope) -> Iterator[str]:
    """What was covered can be had as an answer."""
    hit = scope.hit
    options = [f"--{name} {value}" for name, value in (("contexts", hit.contexts), ("unwind", hit.unwind)) if value]
    if options:
        yield f"an answer within bounds is to be had: {' '.join(options)}"


def _properties(scope: Scope) -> Iterator[str]:
    if len(scope.groups) > 1 and {"race", "deadlock", "leak"} & set(scope.groups):
        yield "less to look for is less work: --property reach,memory"
