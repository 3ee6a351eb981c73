"""What `smtcb check` prints and writes."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from esbmc_py.checking import CheckResult, Verdict
from esbmc_py.checking.report.answer import answer_lines, document, scope_text, statistics_table, traces
from esbmc_py.checking.report.page import page
from esbmc_py.checking.report.traces import Trace

from .colors import paint
from .exit_codes import ExitCode
from .problems import UserError
from .schedule_files import print_where_schedule_is, save_first_schedule

EXIT_CODES = {
    Verdict.SUCCESSFUL: ExitCode.SUCCESSFUL,
    Verdict.FAILED: ExitCode.FAILED,
    Verdict.UNKNOWN: ExitCode.UNKNOWN,
}


def report(result: CheckResult, options: argparse.Namespace) -> int:
    shown = traces(result)
    if options.save_schedule is not None:
        save_first_schedule(shown, options.save_schedule)
    if options.html is not None:
        _write_page(page(document(result, shown), result, shown), options.html)
    if options.coverage is not None:
        _write_coverage(result, options.coverage)
    if options.json:
        print(json.dumps(document(result, shown), indent=1))
    else:
        _print(result, shown, options)
    return EXIT_CODES[result.verdict]


def _print(result: CheckResult, shown: list[Trace], options: argparse.Namespace) -> None:
    for line in answer_lines(result, shown, quiet=options.quiet, everything=options.verbose, paint=paint):
        print(line)
    if options.save_schedule is not None and not options.quiet:
        print_where_schedule_is(shown, options.save_schedule)
    if options.html is not None and not options.quiet:
        print(f"\n{options.html} shows this in a browser")
    if options.coverage is not None and not options.quiet:
        print(f"\n{options.coverage} shows what was reached")
    if options.stats:
        print()
        print("\n".join(statistics_table(result)))


def _write_page(text: str, path: Path) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise UserError(f"{path}: cannot write the page: {problem.strerror}") from None


def _write_coverage(result: CheckResult, path: Path) -> None:
    from esbmc_py.checking.covered_lines import covered_program

    from .coverage_report import Heading, write_coverage

    assert result.coverage is not None, "options that do not go together with it are refused"
    heading = Heading(str(result.verdict), scope_text(result))
    write_coverage(covered_program(result.program, result.coverage.record), heading, path)
