"""What `smtcb check` tells: the verdict, its scope, counterexamples, and what it cost."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from esbmc_py.checking import Bounds, CheckResult, Verdict
from esbmc_py.checking.advice import advice
from esbmc_py.goto.instructions import Block, Load, Store
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import starts_threads

from .colors import paint, paint_verdict
from .counterexample import (
    Counterexample,
    location_to_json,
    print_counterexamples,
    print_where_schedule_is,
    replayed,
    save_first_schedule,
)
from .exit_codes import ExitCode
from .html_report import write_page

if TYPE_CHECKING:
    from encoders.outcome import Place
    from esbmc_py.checking.coverage import CoverageSummary
    from esbmc_py.checking.results import Counterexample as Found

EXIT_CODES = {
    Verdict.SUCCESSFUL: ExitCode.SUCCESSFUL,
    Verdict.FAILED: ExitCode.FAILED,
    Verdict.UNKNOWN: ExitCode.UNKNOWN,
}

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
    "selections": "thread selections",
    "iterations": "iterations",
    "control_literals": "control literals",
    "released_literals": "released literals",
    "formula_nodes": "nodes of the formulas",
    "solver_checks": "solver checks",
    "solver_variables": "solver variables",
    "solver_clauses": "solver clauses",
}


def report(result: CheckResult, options: argparse.Namespace) -> int:
    if options.shortest:
        result = _with_shortest(result)
    counterexamples = [
        replayed(result.program, one.what, one.schedule, one.events, one.invocation) for one in result.counterexamples
    ]
    if options.explain:
        counterexamples = [
            _explained(result, *pair) for pair in zip(result.counterexamples, counterexamples, strict=True)
        ]
    if options.save_schedule is not None:
        save_first_schedule(counterexamples, options.save_schedule)
    if options.html is not None:
        write_page(document(result, counterexamples), result, counterexamples, options.html)
    if options.coverage is not None:
        _write_coverage(result, options.coverage)
    if options.json:
        print(json.dumps(document(result, counterexamples), indent=1))
    else:
        _print(result, counterexamples, options)
    return EXIT_CODES[result.verdict]


def _with_shortest(result: CheckResult) -> CheckResult:
    """Each counterexample with as few switches and steps as there can be, and a note that says whether that is so."""
    from esbmc_py.checking.shorten import switches, with_fewest_switches

    shown, notes = [], []
    for found in result.counterexamples:
        shorter = with_fewest_switches(result.program, found)
        shown.append(shorter.counterexample)
        threads = shorter.counterexample.schedule.threads
        size = f"{switches(threads)} context switches and {len(threads)} steps"
        if shorter.exact:
            notes.append(f"no execution leads there with fewer than {size}")
        else:
            notes.append(f"whether fewer than {size} lead there is not known: {shorter.why_not}")
    return replace(result, counterexamples=tuple(shown), notes=(*result.notes, *notes))


def _explained(result: CheckResult, found: Found, shown: Counterexample) -> Counterexample:
    from esbmc_py.traces.explain import explain

    return replace(shown, explanation=explain(result.program, found.events, found.schedule, found.what))


def _print(result: CheckResult, counterexamples: list[Counterexample], options: argparse.Namespace) -> None:
    bounded = result.verdict is Verdict.SUCCESSFUL and not result.complete
    print(paint_verdict(f"VERIFICATION {result.verdict.upper()}" + " (within bounds)" * bounded))
    print("scope: " + "\n".join(result.scope.lines()))
    if not options.quiet:
        settled = f", settled by {result.engine}" if result.engine else ""
        print(f"looked for: {', '.join(result.scope.groups)} (mode {result.mode}{settled})")
        if left_aside := not_looked_for(result):
            print(f"not looked for: {left_aside}")
    for note in result.notes:
        print(f"{paint('note:', 'blue')} {note}")
    for line in advice(result):
        print(f"{paint('try:', 'blue')} {line}")
    everything = options.verbose or options.trace == "full"
    print_counterexamples(counterexamples, quiet=options.quiet, everything=everything, hint="--trace full")
    if options.save_schedule is not None and not options.quiet:
        print_where_schedule_is(counterexamples, options.save_schedule)
    if options.html is not None and not options.quiet:
        print(f"\n{options.html} shows this in a browser")
    if options.coverage is not None and not options.quiet:
        print(f"\n{options.coverage} shows what was reached")
    if options.stats:
        print()
        print("\n".join(statistics_table(result)))


def _write_coverage(result: CheckResult, path: Path) -> None:
    from esbmc_py.checking.covered_lines import covered_program

    from .coverage_report import Heading, write_coverage

    assert result.coverage is not None, "options that do not go together with it are refused"
    heading = Heading(str(result.verdict), _scope_text(result))
    write_coverage(covered_program(result.program, result.coverage.record), heading, path)


def _scope_text(result: CheckResult) -> str:
    return " ".join(line.strip() for line in result.scope.lines())


def not_looked_for(result: CheckResult) -> str:
    """What nobody asked for, and may matter here."""
    if result.verdict is not Verdict.SUCCESSFUL:
        return ""
    if "deadlock" not in result.scope.groups and waits(result.program):
        return "deadlocks, and there are threads that wait (--property deadlock looks for them)"
    if "race" not in result.scope.groups and shares_plain_data(result.program):
        return "data races, and there is plain data that threads share (--property race looks for them)"
    return ""


def shares_plain_data(program: Program) -> bool:
    """Does one of the program's own functions access shared memory, and not atomically?"""
    if not starts_threads(program):
        return False
    own = [function for function in program.functions.values() if not function.is_model]
    return any(isinstance(i, Load | Store) and i.visible and not i.atomic for f in own for i in f.instructions)


def waits(program: Program) -> bool:
    """Can a thread have to wait: for a lock, for another thread's end, ...?"""
    return any(isinstance(i, Block) for function in program.functions.values() for i in function.instructions)


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


def document(result: CheckResult, counterexamples: list[Counterexample]) -> dict[str, Any]:
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
            "meaning": list(scope.meaning),
            "switches_cut": scope.switches_cut,
            "unwinding_cut": _places(scope.unwinding_cut),
            "unsupported": _places(scope.unsupported),
            "unknown": list(scope.unknown),
            "left_open": scope.left_open,
            "assuming": list(scope.assuming),
            "text": _scope_text(result),
        },
        "findings": [counterexample.to_json() for counterexample in counterexamples],
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
