"""What `smtcb check` prints and writes."""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path

from esbmc_py.checking import CheckResult, Verdict
from esbmc_py.checking.alarm import within
from esbmc_py.checking.report.answer import (
    answer_lines,
    document,
    invariant_lines,
    scope_text,
    statistics_table,
    traces,
)
from esbmc_py.checking.report.traces import Trace
from esbmc_py.checking.results import Counterexample

from .colors import paint
from .exchange_options import write_exchanged
from .exit_codes import ExitCode
from .schedule_files import print_where_schedule_is, save_first_schedule
from .text_files import write_text

EXIT_CODES = {
    Verdict.SUCCESSFUL: ExitCode.SUCCESSFUL,
    Verdict.FAILED: ExitCode.FAILED,
    Verdict.UNKNOWN: ExitCode.UNKNOWN,
}


def report(result: CheckResult, options: argparse.Namespace) -> int:
    result, shown = _in_time(result, options)
    if options.save_schedule is not None:
        save_first_schedule(shown, options.save_schedule)
    if options.html is not None:
        from esbmc_py.checking.report.page import page

        write_text(options.html, page(document(result, shown), result, shown), "page")
    if options.coverage is not None:
        _write_coverage(result, options.coverage)
    told = write_exchanged(result, shown, options)
    if options.save_invariant is not None:
        _write_invariant(result, options.save_invariant)
    if options.json:
        print(json.dumps(document(result, shown), indent=1))
    else:
        _print(result, shown, options)
        if not options.quiet:
            print("".join(f"\n{line}\n" for line in told), end="")
    return EXIT_CODES[result.verdict]


class _NoTimeLeft(Exception):
    """For what was asked for besides the answer."""


def _in_time(result: CheckResult, options: argparse.Namespace) -> tuple[CheckResult, list[Trace]]:
    """The shortest executions, explained, if that is wanted and there is time for it."""
    if not (options.shortest or options.explain):
        return result, traces(result)
    ends_at = getattr(options, "ends_at", None)
    left = None if ends_at is None else max(0.0, ends_at - time.monotonic())
    try:
        return within(left, _NoTimeLeft(), lambda: _shortened_and_explained(result, options))
    except _NoTimeLeft:
        note = "the time was up before the execution was made shorter or explained"
        return replace(result, notes=(*result.notes, note)), traces(result)


def _shortened_and_explained(result: CheckResult, options: argparse.Namespace) -> tuple[CheckResult, list[Trace]]:
    if options.shortest:
        result = _with_shortest(result)
    shown = traces(result)
    if options.explain:
        shown = [_explained(result, *pair) for pair in zip(result.counterexamples, shown, strict=True)]
    return result, shown


def _with_shortest(result: CheckResult) -> CheckResult:
    """Each counterexample with as few switches and steps as there can be, and a note that says whether that is so."""
    from esbmc_py.checking.shorten import with_fewest_switches
    from esbmc_py.vm.schedule import switches

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


def _explained(result: CheckResult, found: Counterexample, shown: Trace) -> Trace:
    from esbmc_py.traces.explain import explain

    return replace(shown, explanation=explain(result.program, found.events, found.schedule, found.what))


def _print(result: CheckResult, shown: list[Trace], options: argparse.Namespace) -> None:
    everything = options.verbose or options.trace == "full"
    lines = answer_lines(result, shown, quiet=options.quiet, everything=everything, hint="--trace full", paint=paint)
    for line in lines:
        print(line)
    if options.save_schedule is not None and not options.quiet:
        print_where_schedule_is(shown, options.save_schedule)
    if options.html is not None and not options.quiet:
        print(f"\n{options.html} shows this in a browser")
    if options.coverage is not None and not options.quiet:
        told = "shows what was reached" if result.coverage is not None else "is not written: no engine came far enough"
        print(f"\n{options.coverage} {told}")
    if options.stats:
        print()
        print("\n".join(statistics_table(result)))
        print("\n".join(invariant_lines(result)), end="\n" * bool(result.invariant))


def _write_invariant(result: CheckResult, path: Path) -> None:
    """Nothing is written where nothing is proved by an invariant."""
    from esbmc_py.checking.saved_invariants import document as invariant_document

    if result.scope.proved:
        write_text(path, json.dumps(invariant_document(result), indent=1) + "\n", "invariant")


def _write_coverage(result: CheckResult, path: Path) -> None:
    """Nothing is written if nobody came far enough to tell what it had reached, as when the time was up at once."""
    from esbmc_py.checking.covered_lines import covered_program

    from .coverage_report import Heading, write_coverage

    if result.coverage is None:
        return
    heading = Heading(str(result.verdict), scope_text(result))
    write_coverage(covered_program(result.program, result.coverage.record), heading, path)
