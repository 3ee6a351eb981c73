"""The answer of a command that had to be ended: nobody else is left to give one."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .exit_codes import ExitCode
from .process_age import seconds_since_start

if TYPE_CHECKING:
    from esbmc_py.checking import CheckResult


def answer_cut_short(options: argparse.Namespace, why: str, known: Sequence[str] = ()) -> int:
    """UNKNOWN, in the form that was asked for. Files are not written: there is nothing to put into them.

    `known`: what engines had covered. The time is up. So it loads nothing for a few lines of text.
    """
    if options.command not in ("check", "swarm"):
        _tell(options, why)
    elif options.json:
        from esbmc_py.checking.report.answer import document

        print(json.dumps(document(_unknown(options, why, known), []), indent=1))
    else:
        print("VERIFICATION UNKNOWN\nscope: not everything was decided:", why, *known, sep="\n  ")
    sys.stdout.flush()
    return ExitCode.UNKNOWN


def _tell(options: argparse.Namespace, why: str) -> None:
    if getattr(options, "json", False):
        print(json.dumps({"verdict": "unknown", "notes": [why]}, indent=1))
    else:
        print(f"smtcb: {why}", file=sys.stderr)


def _unknown(options: argparse.Namespace, why: str, known: Sequence[str]) -> CheckResult:
    from encoders.outcome import Statistics
    from esbmc_py.checking import CheckResult, Verdict
    from esbmc_py.checking.options import DEFAULT_MODE
    from esbmc_py.checking.results import Bounds, Scope, Times
    from esbmc_py.checking.search import peak_memory
    from esbmc_py.goto.program import Program

    from .check_command import groups_of

    mode = getattr(options, "mode", None) or DEFAULT_MODE
    scope = Scope(Verdict.UNKNOWN, mode, groups_of(options), Bounds(), unknown=(why,), engines=tuple(known))
    nothing = Program({}, {}, {}, {})  # it is in the process that was ended
    times = Times(total=seconds_since_start())
    return CheckResult(Verdict.UNKNOWN, mode, scope, (), (), Statistics(), 0, times, peak_memory(), nothing)
