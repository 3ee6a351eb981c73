"""Running another checker on sequentialized C, and telling its answer in terms of the original source."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .exit_codes import ExitCode
from .problems import UserError

if TYPE_CHECKING:
    from esbmc_py.goto.program import Program
    from esbmc_py.goto.symbols import SourceLocation
    from sequentialize.to_c import CProgram


@dataclass(frozen=True, slots=True)
class BackendStep:
    """A step of the other checker's trace, on the original source."""

    thread: int
    location: SourceLocation


@dataclass(frozen=True, slots=True)
class BackendAnswer:
    """`violated` is where the original program fails; None if nothing does."""

    successful: bool
    violated: SourceLocation | None
    message: str
    steps: tuple[BackendStep, ...]


def run_backend(backend: str, program: Program, made: CProgram) -> int:
    if backend != "cbmc":
        raise UserError("--run knows how to run cbmc only: write the program with -o and run the back end on it")
    answer = run_cbmc(made)
    if answer.successful:
        print("VERIFICATION SUCCESSFUL (CBMC, within the bounds)")
        return ExitCode.SUCCESSFUL
    print("VERIFICATION FAILED (CBMC)")
    for line in trace_lines(program, answer):
        print(line)
    return ExitCode.FAILED


def run_cbmc(made: CProgram) -> BackendAnswer:
    command = shutil.which("cbmc")
    if command is None:
        raise UserError("--run: there is no cbmc on the search path")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sequentialized.c"
        path.write_text(made.text)
        done = subprocess.run(
            [command, "--json-ui", "--trace", "--no-standard-checks", "--pointer-check", "--bounds-check", str(path)],
            capture_output=True,
            text=True,
        )
    try:
        messages = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise UserError(f"cbmc: {done.stderr.strip() or 'no answer that could be read'}") from None
    return read_answer(messages, made)


def read_answer(messages: list[dict[str, Any]], made: CProgram) -> BackendAnswer:
    """CBMC's JSON: a list of messages, one of which has the result of every property, with traces of failures."""
    results = [one for message in messages for one in message.get("result", ())]
    if not results:
        errors = [str(m.get("messageText", "")) for m in messages if m.get("messageType") == "ERROR"]
        raise UserError(f"cbmc: {'; '.join(errors) or 'no result'}")
    for result in results:
        if result.get("status") == "FAILURE" and result.get("trace"):
            steps = tuple(_steps(result["trace"], made))
            last = result["trace"][-1].get("sourceLocation", {})
            where = _origin(last, made) or (steps[-1].location if steps else None)
            return BackendAnswer(False, where, str(result.get("description", "")), steps)
    return BackendAnswer(True, None, "", ())


def _steps(trace: list[dict[str, Any]], made: CProgram) -> Iterator[BackendStep]:
    """One for each source line that a thread goes through, as long as it stays there."""
    before: BackendStep | None = None
    for entry in trace:
        if not _does_something(entry):
            continue
        location = entry.get("sourceLocation", {})
        thread = made.thread_of(str(location.get("function", "")))
        origin = _origin(location, made)
        if thread is None or origin is None:
            continue
        step = BackendStep(thread, origin)
        if before is None or (before.thread, before.location.line) != (thread, origin.line):
            yield step
        before = step


def _does_something(entry: dict[str, Any]) -> bool:
    """In every round control passes every line of a thread: J leaps over statements that are not due."""
    if entry.get("hidden") or entry.get("assignmentType") == "actual-parameter":
        return False
    return entry.get("stepType") in ("assignment", "function-call", "failure")


def _origin(location: dict[str, Any], made: CProgram) -> SourceLocation | None:
    number = str(location.get("line", ""))
    if not number.isdecimal() or not 0 < int(number) <= len(made.lines):
        return None
    return made.lines[int(number) - 1]


def trace_lines(program: Program, answer: BackendAnswer) -> Iterator[str]:
    for step in answer.steps:
        yield f"  thread {step.thread}  {step.location.file}:{step.location.line}: {program.source_line(step.location)}"
    if answer.violated is not None:
        yield f"{answer.violated}: {answer.message}"
