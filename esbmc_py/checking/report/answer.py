"""An answer as text and as JSON: the verdict, its scope, counterexamples, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from esbmc_py.checking.advice import advice
from esbmc_py.checking.results import Bounds, CheckResult, Verdict
from esbmc_py.checking.unasked import not_looked_for

from .traces import Paint, Trace, location_to_json, plain, replayed, trace_report

if TYPE_CHECKING:
    from encoders.outcome import Place
    from esbmc_py.checking.coverage import CoverageSummary

_STYLES = {Verdict.SUCCESSFUL: "green", Verdict.FAILED: "red", Verdict.UNKNOWN: "yellow"}

# What of the statistics is worth a line, and how it is called; numbers that are 0 are left out.
_NUMBERS = {
    "threads": "threads",
    "nodes": "nodes of the tree",
    "states": "states",
    "transitions": "transitions",
    "interleavings": "interleavings",
    "failing": "failing interleavings",
    "pruned_infeasible": "pruned: infeasible",
    "pruned_seen": "pruned: seen before",
    "deepest": "depth",
    "candidates": "candidates for an invariant",
    "selections": "thread selections",
    "iterations": "iterations",
    "control_literals": "control literals",
    "released_literals": "released literals",
    "formula_nodes": "nodes of the formulas",
    "solver_checks": "solver checks",
    "solver_variables": "solver variables",
    "solver_clauses": "solver clauses",
}


def traces(result: CheckResult) -> list[Trace]:
    """The executions of an answer, to be read."""
    return [
        replayed(result.program, one.what, one.schedule, one.events, one.invocation) for one in result.counterexamples
    ]


def answer_text(result: CheckResult) -> str:
    """What `smtcb check` prints."""
    return "\n".join(answer_lines(result, traces(result)))


def answer_page(result: CheckResult) -> str:
    """What `smtcb check --html` writes."""
    from .page import page

    shown = traces(result)
    return page(document(result, shown), result, shown)


def answer_lines(
    result: CheckResult,
    shown: list[Trace],
    *,
    quiet: bool = False,
    everything: bool = False,
    hint: str = "--trace full",
    paint: Paint = plain,
) -> Iterator[str]:
    yield paint(headline(result), _STYLES[result.verdict])
    yield "scope: " + "\n".join(result.scope.lines())
    if not quiet:
        settled = f", settled by {result.engine}" if result.engine else ""
        yield f"looked for: {', '.join(result.scope.groups)} (mode {result.mode}{settled})"
        if left_aside := not_looked_for(result):
            yield f"not looked for: {left_aside}"
    for note in result.notes:
        yield f"{paint('note:', 'blue')} {note}"
    for line in advice(result):
        yield f"{paint('try:', 'blue')} {line}"
    yield from trace_report(shown, quiet=quiet, everything=everything, hint=hint, paint=paint)


def headline(result: CheckResult) -> str:
    bounded = result.verdict is Verdict.SUCCESSFUL and not result.complete
    return f"VERIFICATION {result.verdict.upper()}" + " (within bounds)" * bounded


def scope_text(result: CheckResult) -> str:
    return " ".join(line.strip() for line in result.scope.lines())


def statistics_table(result: CheckResult) -> list[str]:
    numbers = asdict(result.statistics)
    rows = [("visible operations", f"{result.visible_operations:,}")]
    rows += [(title, f"{numbers[name]:,}") for name, title in _NUMBERS.items() if numbers.get(name)]
    rows += [(f"time: {stage}", f"{value:.2f} s") for stage, value in asdict(result.times).items()]
    rows.append(("peak memory", f"{result.peak_memory:.0f} MB"))
    width = max(len(title) for title, _ in rows)
    right = max(len(value) for _, value in rows)
    table = [f"  {title:<{width}}  {value:>{right}}" for title, value in rows]
    return table + [f"  {one.name} ({one.seconds:.2f} s): {one.says}" for one in result.team]


def invariant_lines(result: CheckResult) -> Iterator[str]:
    """The invariant of a proof, clause by clause, at the lines where it holds."""
    if not result.invariant:
        return
    yield f"invariant ({', '.join(_words(result))}):"
    before: tuple[str, str] | None = None
    for line in result.invariant:
        here = (line.thread, line.place)
        if here != before:
            source = result.program.source_line(line.location)
            yield f"  {line.location.file}:{line.location.line}: {line.thread} before: {source}"
            before = here
        yield f"      {line.clause}"


def _words(result: CheckResult) -> Iterator[str]:
    """What the invariant calls things that C has no name for."""
    yield "self is the thread"
    yield "writer(x) the thread that changed x last"
    clauses = [one.clause for one in result.invariant]
    if any("taker(" in one for one in clauses):
        yield "taker(x)[v] the one that changed it last when it was v"
    if any("added(" in one for one in clauses):
        yield "added(x, t) what t has added to x"
    if any("text[" in one for one in clauses):
        yield "text[p] how many characters there are from p to the end of a text, 0 if there is none"
    if any("length(" in one for one in clauses):
        yield "length(o) how many elements an object of unknown size has"
    if any("threads(" in one for one in clauses):
        yield "threads(n) how many threads are where it says: self in threads(n)"


def document(result: CheckResult, shown: list[Trace]) -> dict[str, Any]:
    scope = result.scope
    return {
        "verdict": str(result.verdict),
        "mode": result.mode,
        "engine": result.engine or result.mode,
        "team": [asdict(report) for report in result.team],
        "scope": {
            "complete": scope.complete,
            "bounds": _bounds(scope.bounds),
            "also": [_bounds(bounds) for bounds in scope.also],
            "unfinished": None if scope.unfinished is None else _bounds(scope.unfinished),
            "properties": list(scope.groups),
            "not_looked_for": not_looked_for(result),
            "atomic_statements": scope.atomic_statements,
            "meaning": [*scope.meaning, *scope.outside],
            "switches_cut": scope.switches_cut,
            "unwinding_cut": _places(scope.unwinding_cut),
            "unsupported": _places(scope.unsupported),
            "unknown": list(scope.unknown),
            "left_open": scope.left_open,
            "assuming": list(scope.assuming),
            "text": scope_text(result),
        },
        "invariant": _invariant(result),
        "findings": [trace.to_json() for trace in shown],
        "notes": list(result.notes),
        "advice": advice(result),
        "coverage": _coverage(result.coverage),
        "statistics": {
            **asdict(result.statistics),
            "visible_operations": result.visible_operations,
            "times": asdict(result.times),
            "peak_memory_mb": round(result.peak_memory, 1),
        },
    }


def _invariant(result: CheckResult) -> list[dict[str, Any]]:
    return [
        {"thread": one.thread, "location": location_to_json(one.location), "place": one.place, "clause": one.clause}
        for one in result.invariant
    ]


def _coverage(coverage: CoverageSummary | None) -> dict[str, Any] | None:
    if coverage is None:
        return None
    unreached = [
        {"what": str(one.kind), "name": one.name, "location": location_to_json(one.location)}
        for one in coverage.unreached
    ]
    counts = {name: asdict(getattr(coverage, name)) for name in ("assertions", "threads", "functions", "lines")}
    return {**counts, "unreached": unreached}


def _bounds(bounds: Bounds) -> dict[str, int]:
    return {name: value for name, value in asdict(bounds).items() if value is not None}


def _places(places: Iterable[Place]) -> list[dict[str, Any]]:
    return [{"what": place.what, "location": location_to_json(place.location)} for place in places]
