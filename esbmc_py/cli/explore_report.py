"""`smtcb run --explore`: the verdict, its scope, and a counterexample for everything that was found."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from esbmc_py.checking.calls import in_surroundings, invocation
from esbmc_py.checking.covered_lines import covered_program
from esbmc_py.checking.report.call_text import call_text
from esbmc_py.checking.report.traces import Trace, location_to_json, replay, trace_report
from esbmc_py.checking.surroundings import bounds_of_inputs, untried_inputs
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.goto.coverage import Coverage
from esbmc_py.goto.program import Program
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import Exploration

from .colors import paint, paint_verdict
from .coverage_report import Heading, write_coverage
from .exit_codes import ExitCode
from .progress import ProgressLine
from .run_report import outside_notes
from .schedule_files import print_where_schedule_is, save_first_schedule

VERDICTS = {
    ExitCode.SUCCESSFUL: "VERIFICATION SUCCESSFUL",
    ExitCode.FAILED: "VERIFICATION FAILED",
    ExitCode.UNKNOWN: "VERIFICATION UNKNOWN",
}


def explore_and_report(program: Program, options: argparse.Namespace, semantics: Semantics) -> int:
    coverage = None if options.coverage is None else Coverage(detailed=True)
    with ProgressLine(wanted=not (options.quiet or options.json)) as progress:
        exploration = explore(
            program,
            contexts=options.contexts,
            preemptions=options.preemptions,
            rounds=options.rounds,
            max_states=options.max_states,
            max_seconds=options.max_seconds,
            races=bool(options.races),
            happens_before=bool(options.happens_before),
            leaks=bool(options.leaks),
            lost=bool(options.lost),
            progress=progress,
            coverage=coverage,
        )
    untried, outside = untried_inputs(program, semantics), bounds_of_inputs(program, semantics)
    exploration = replace(exploration, incomplete=(*exploration.incomplete, *untried))
    counterexamples = [_called(program, replay(program, finding), semantics) for finding in exploration.findings]
    code = verdict(exploration, counterexamples)
    if options.save_schedule is not None:
        save_first_schedule(counterexamples, options.save_schedule)
    if coverage is not None:
        heading = Heading(code.name.lower(), " ".join(line.strip() for line in scope(exploration, options, outside)))
        write_coverage(covered_program(program, coverage), heading, options.coverage)
    if options.json:
        print(json.dumps(_document(exploration, counterexamples, code, options, outside), indent=1))
    else:
        _print(program, exploration, counterexamples, code, options, outside)
    return code


def _called(program: Program, found: Trace, semantics: Semantics) -> Trace:
    """With how the program was called, and in which surroundings."""
    given, finding = semantics.surroundings, found.finding
    call = invocation(program, finding.schedule, given)
    finding = replace(finding, schedule=in_surroundings(program, finding.schedule, given))
    return replace(found, finding=finding, call=None if call is None else call_text(call))


def verdict(exploration: Exploration, counterexamples: list[Trace]) -> ExitCode:
    """FAILED only with an execution that was replayed; SUCCESSFUL only if nothing within the bounds was left out."""
    if any(counterexample.confirmed for counterexample in counterexamples):
        return ExitCode.FAILED
    if exploration.findings or exploration.incomplete or exploration.unsupported:
        return ExitCode.UNKNOWN
    return ExitCode.SUCCESSFUL


def scope(exploration: Exploration, options: argparse.Namespace, outside: Sequence[str] = ()) -> list[str]:
    """What the verdict covers, one sentence a line; `outside`: what is said about arguments and the environment."""
    lines = _scope(exploration, options)
    if outside and lines[0].startswith("all executions"):
        lines[0] = lines[0].replace("all executions", "within bounds: all executions", 1)
    return [*lines, *(f"  {sentence}" for sentence in outside)]


def _scope(exploration: Exploration, options: argparse.Namespace) -> list[str]:
    names = (("contexts", "context switch", "es"), ("preemptions", "preemption", "s"), ("rounds", "round", "s"))
    bounds = [
        f"{value} {name}{plural if value != 1 else ''}"
        for option, name, plural in names
        if (value := getattr(options, option)) is not None
    ]
    if exploration.incomplete or exploration.unsupported:
        lines = ["not all executions were looked at:"]
        lines += [f"  {reason}" for reason in exploration.incomplete]
        lines += [f"  {place.location}: unsupported: {place.construct}" for place in exploration.unsupported]
        return lines
    atomic = " in which statements are atomic" if options.atomic_statements else ""
    if exploration.bound_hit:
        return [f"within bounds: at most {', '.join(bounds)}{atomic}; there are executions beyond"]
    return [f"all executions{atomic}" + (f" (none needs more than {', '.join(bounds)})" if bounds else "")]


def _print(
    program: Program,
    exploration: Exploration,
    counterexamples: list[Trace],
    code: ExitCode,
    options: argparse.Namespace,
    outside: Sequence[str],
) -> None:
    print(paint_verdict(VERDICTS[code]))
    print("scope: " + "\n".join(scope(exploration, options, outside)))
    for name in exploration.unknown_functions:
        print(f"note: '{name}' has no body and no model: its result may be any value")
    for sentence in outside_notes(program):
        print(f"note: {sentence}")
    if not options.quiet:
        print(
            f"states: {exploration.states}, transitions: {exploration.transitions}, "
            f"final states: {exploration.terminal_states}, depth: {exploration.deepest}"
        )
    for line in trace_report(counterexamples, quiet=options.quiet, everything=options.verbose, paint=paint):
        print(line)
    if options.save_schedule is not None and not options.quiet:
        print_where_schedule_is(counterexamples, options.save_schedule)


def _document(
    exploration: Exploration,
    counterexamples: list[Trace],
    code: ExitCode,
    options: argparse.Namespace,
    outside: Sequence[str],
) -> dict[str, Any]:
    unsupported = [
        {"construct": place.construct, "location": location_to_json(place.location)}
        for place in exploration.unsupported
    ]
    bounds = {name: getattr(options, name) for name in ("contexts", "preemptions", "rounds")}
    return {
        "verdict": VERDICTS[code].removeprefix("VERIFICATION ").lower(),
        "scope": {
            "complete": exploration.complete and not options.atomic_statements and not outside,
            "bounds": {name: value for name, value in bounds.items() if value is not None},
            "bound_hit": exploration.bound_hit,
            "incomplete": list(exploration.incomplete),
            "unsupported": unsupported,
            "text": " ".join(line.strip() for line in scope(exploration, options, outside)),
        },
        "findings": [counterexample.to_json() for counterexample in counterexamples],
        "unknown_functions": list(exploration.unknown_functions),
        "statistics": {
            "states": exploration.states,
            "transitions": exploration.transitions,
            "final_states": exploration.terminal_states,
            "depth": exploration.deepest,
        },
    }
