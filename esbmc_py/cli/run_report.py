"""What `smtcb run` tells about one execution."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

from esbmc_py.checking.report.trace_text import TraceCollector, render_trace
from esbmc_py.checking.report.traces import conclusion, location_to_json, trace_line_to_json, what_to_json
from esbmc_py.goto.program import Program
from esbmc_py.traces.lines import thread_names, trace_lines
from esbmc_py.vm.findings import Deadlock, RunResult, Status, Violation

from .exit_codes import ExitCode


def outside_notes(program: Program) -> list[str]:
    """About functions without a body that may change the program's memory."""
    if not program.outside:
        return []
    from esbmc_py.checking.surroundings import outside  # loading it takes longer than a run
    from esbmc_py.frontend.surroundings import HAVOC

    return outside(program, (HAVOC,))


EXIT_CODES = {
    Status.EXITED: ExitCode.SUCCESSFUL,
    Status.VIOLATION: ExitCode.FAILED,
    Status.DEADLOCK: ExitCode.FAILED,
    Status.MISFIT: ExitCode.BAD_INPUT,
    Status.INFEASIBLE: ExitCode.UNKNOWN,
    Status.UNSUPPORTED: ExitCode.UNKNOWN,
    Status.LIMIT: ExitCode.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class RunReport:
    program: Program
    result: RunResult
    collector: TraceCollector | None

    @property
    def exit_code(self) -> ExitCode:
        return EXIT_CODES[self.result.status]

    @property
    def _what(self) -> Violation | Deadlock | None:
        return self.result.violation or self.result.deadlock

    def print_text(self, *, quiet: bool, verbose: bool) -> None:
        """The program's own output has been printed already. The trace goes to stdout, the rest to stderr."""
        result = self.result
        if self.collector is not None:
            events = self.collector.events(result.steps)
            lines = render_trace(
                trace_lines(self.program, events, self._what), thread_names(events), everything=verbose
            )
            print("\n".join(lines))
            sys.stdout.flush()
        if not quiet:
            for name in result.unknown_functions:
                print(f"note: '{name}' has no body and no model: its result is chosen at random", file=sys.stderr)
            for sentence in outside_notes(self.program):
                print(f"note: {sentence}: chosen at random", file=sys.stderr)
        for line in self._ending():
            print(line, file=sys.stderr)
        if verbose:
            print(
                f"{result.steps} steps, {result.instructions} instructions, {result.threads} threads", file=sys.stderr
            )
            print(f"schedule: {result.schedule.to_json()}", file=sys.stderr)

    def _ending(self) -> list[str]:
        result = self.result
        at = f"{result.location}: " if result.location else ""
        match result.status:
            case Status.EXITED:
                return [f"the program ended with exit status {result.exit_status}"] if result.exit_status else []
            case Status.VIOLATION:
                assert result.violation is not None
                return conclusion(result.violation)
            case Status.DEADLOCK:
                assert result.deadlock is not None
                return conclusion(result.deadlock)
            case Status.INFEASIBLE:
                return [f"{at}an assumption does not hold: this is no execution of the program (try another --seed)"]
            case Status.UNSUPPORTED:
                return [f"{at}unsupported: {result.detail}"]
            case Status.LIMIT:
                return [f"{at}stopped: {result.detail}"]
            case Status.MISFIT:
                return [f"smtcb: the schedule does not fit the program: {result.detail}"]

    def print_json(self) -> None:
        result = self.result
        document: dict[str, Any] = {
            "status": str(result.status),
            "exit_status": result.exit_status,
            "output": result.output,
            "errors": result.errors,
            "steps": result.steps,
            "instructions": result.instructions,
            "threads": result.threads,
            "schedule": json.loads(result.schedule.to_json()),
            "unknown_functions": list(result.unknown_functions),
        }
        if (what := result.violation or result.deadlock) is not None:
            document["violation"] = what_to_json(what)
        if result.detail:
            document["detail"] = result.detail
        if result.location is not None:
            document["location"] = location_to_json(result.location)
        if self.collector is not None:
            lines = trace_lines(self.program, self.collector.events(result.steps), self._what)
            document["trace"] = [trace_line_to_json(line) for line in lines]
        print(json.dumps(document, indent=1))
