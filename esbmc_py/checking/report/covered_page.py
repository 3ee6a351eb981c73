"""What the page of an answer without counterexamples shows: the source with what was reached, numbers, and words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from esbmc_py.checking.coverage import own_functions
from esbmc_py.checking.results import Verdict

if TYPE_CHECKING:
    from esbmc_py.checking.results import CheckResult

MOST_STATES = 2_000  # of a program whose interleavings are counted for the page

_MEANING = {
    "reach": "an assertion fails, or an error function is reached",
    "memory": "memory is accessed where the program may not: beyond an object, through a null pointer, after free",
    "division": "something is divided by zero",
    "overflow": "a signed computation overflows",
    "conversion": "a value is lost in a conversion",
    "locks": "a lock is misused",
    "deadlock": "threads wait for ever, all of them or some for one another",
    "race": "two threads access the same data at the same time, and one of them writes",
    "leak": "memory is never freed",
    "memtrack": "memory is lost: never freed, and nothing points to it",
    "atomicity": "a thread interferes with a block that is meant to be atomic",
}


def covered(result: CheckResult) -> dict[str, Any]:
    """For `answer.html`."""
    return {
        "words": list(_words(result)),
        "never": [_MEANING.get(group, group) for group in result.scope.groups],
        "lines": _lines(result),
        "numbers": _numbers(result),
    }


def _words(result: CheckResult) -> list[str]:
    if result.verdict is not Verdict.SUCCESSFUL:
        return ["The question was not settled. What was looked at until then is shown below."]
    if result.complete:
        return ["In no execution, whatever the scheduler does and whatever the inputs are, does this happen:"]
    return [f"In no execution within the bounds ({'; '.join(result.scope.lines())}) does this happen:"]


def _lines(result: CheckResult) -> dict[str, dict[int, bool]]:
    """Lines of the program with code in them: was it executed?"""
    if result.coverage is None:
        return {}
    record = result.coverage.record
    found: dict[str, dict[int, bool]] = {}
    for function in own_functions(result.program):
        for index, instruction in enumerate(function.instructions):
            place = instruction.location
            if place.file in result.program.sources:
                lines = found.setdefault(place.file, {})
                lines[place.line] = lines.get(place.line, False) or record.is_reached(function.name, index)
    return found


def _numbers(result: CheckResult) -> list[str]:
    found = []
    statistics = result.statistics
    if result.scope.proved:
        return [f"The proof is about {statistics.nodes:,} places and {statistics.transitions:,} steps between them."]
    for number, what in (
        (statistics.states, "states"),
        (statistics.transitions, "transitions"),
        (statistics.nodes, "nodes of the tree"),
        (statistics.interleavings, "interleavings"),
    ):
        if number:
            found.append(f"{number:,} {what}")
    looked = f"smtcb looked at {', '.join(found)}" if found else "smtcb decided one formula about all executions"
    return [f"{looked} (mode {result.engine or result.mode}); what is redundant was left out.", *_all_in_all(result)]


def _all_in_all(result: CheckResult) -> list[str]:
    """How many interleavings there are, where that can be counted in a moment."""
    from esbmc_py.play.graph import StateGraph, TooManyStates
    from esbmc_py.play.ways import count_ways

    graph = StateGraph(result.program)
    try:
        graph.explore(MOST_STATES)
    except TooManyStates:
        return [f"The program has more than {MOST_STATES:,} states."]
    ways = count_ways(graph)
    states = f"{len(graph.nodes):,} states"
    guessed = bool(graph.sampled or graph.cut_choices)
    if guessed or ways is None:
        return [] if guessed else [f"All in all there are {states}; executions can go round in circles."]
    return [f"All in all there are {states} and {ways.all:,} interleavings."]
