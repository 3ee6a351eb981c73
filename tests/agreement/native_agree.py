"""Real binaries as judges of the machine: what a binary comes to, the machine must come to, too.

    python -m tests.agreement.native_agree 200
    python -m tests.agreement.native_agree 500 --kinds library --first 10000 --runs 60 --compiler clang

Machine and modes share the goto program, the analysis of what is shared and the models of the library, so comparing
them shows no mistake in any of these. A binary shares nothing with them. Every generated program is compiled without
optimisation, and run many times; before each access a thread may lose its processor (`tests/native/nudge.c`). A binary
comes to some of the program's executions only: what the machine alone comes to says nothing, what the binary alone
comes to is a hole.

Programs in which something else than assertions and deadlocks can go wrong (memory, misuse of locks) are left out:
there a process goes on somehow. So are atomic sections, which a process does not have, and bytes of locks. A process
that goes on for ever counts as deadlocked where it does not wait for signals from outside and has no loop that may go
on for ever. A thread whose assertion fails may be cancelled while it says so; then the process goes on. An execution
ends with its first violation: see `everywhere_agree.before_violations`.
"""

from __future__ import annotations

import argparse
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import esbmc_py.native
from esbmc_py.goto.properties import Property
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import Exploration
from tests.agreement.agree import load_text
from tests.agreement.campaign import campaign_parser, run
from tests.agreement.everywhere_agree import before_violations
from tests.generator.outcomes import generate_everyday, generate_outcomes
from tests.generator.small import generate_small
from tests.generator.small_endless import SMALL_ENDLESS
from tests.generator.small_library import SMALL_LIBRARY

KINDS = {
    "outcomes": generate_outcomes,
    "everyday": generate_everyday,
    "library": lambda seed: generate_small(SMALL_LIBRARY, seed),
    "endless": lambda seed: generate_small(SMALL_ENDLESS, seed),
}
MOST_STATES = 20_000
PATIENCE = 2.0  # seconds: who takes longer waits for ever, or goes on for ever
CERTAINTY = 20.0  # seconds, where nobody should wait
MOST_WAITS = 2
GOES_ON = re.compile(r"\b(pause|sigwait|sigsuspend|while) ?\(|for \([^;]*;;")
OWN_BYTES = re.compile(r"\*\)&[ms]\b")  # of a lock, which glibc has otherwise than the models
HARMLESS = (signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGTERM)  # one that a program sends itself
ASSERTED = re.compile(r"prog\.c:(\d+): .*Assertion")
DEADLOCK = "a deadlock"
_RUNTIME = Path(esbmc_py.native.__file__).parent / "runtime"
_NUDGE = Path(__file__).parent.parent / "native" / "nudge.c"


class NotCompiled(Exception):
    """The compiler's words."""


@dataclass(frozen=True, slots=True)
class Binary:
    path: Path

    def ends(self, runs: int) -> Iterator[str]:
        """What runs come to: the line of an assertion, a deadlock, a signal. Few that wait for ever are waited for."""
        waits = 0
        for _ in range(runs):
            end = self.end(PATIENCE)
            waits += end == DEADLOCK
            if end:
                yield end
            if waits == MOST_WAITS:
                return

    def end(self, patience: float) -> str:
        """Empty if nothing is wrong."""
        try:
            done = subprocess.run([self.path], capture_output=True, text=True, timeout=patience)
        except subprocess.TimeoutExpired:
            return DEADLOCK
        if found := ASSERTED.search(done.stderr):
            return f"line {found[1]}"
        return "" if done.returncode >= 0 or -done.returncode in HARMLESS else f"signal {-done.returncode}"


def compile_program(text: str, folder: Path, compiler: str) -> Binary:
    (folder / "prog.c").write_text(text, encoding="utf-8")
    binary = folder / "prog"
    common = (compiler, "-g", "-O0", "-w", "-pthread", "-I", str(_RUNTIME))
    for command in (
        (*common, "-fsanitize=thread", "-c", "prog.c", "-o", "prog.o"),
        (*common, "-no-pie", "prog.o", str(_RUNTIME / "accesses.c"), str(_NUDGE), "-o", str(binary)),
    ):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if done.returncode:
            raise NotCompiled(done.stderr)
    return Binary(binary)


def told_by(exploration: Exploration) -> frozenset[str] | None:
    """The ends that the machine comes to, in the words of a binary; None if a process would not notice all of them."""
    ends = set()
    for finding in exploration.findings:
        match finding.property:
            case Property.ASSERTION:
                ends.add(f"line {finding.what.location.line}")
            case Property.DEADLOCK:
                ends.add(DEADLOCK)
            case _:
                return None
    return frozenset(ends)


def _why_not(exploration: Exploration) -> str:
    if exploration.unsupported:
        return f"not supported: {exploration.unsupported[0].construct}"
    if exploration.unknown_functions:
        return f"without a body: {exploration.unknown_functions[0]}"
    return "too large" if exploration.incomplete else "something else can go wrong"


def disagreements(kind: str, seed: int, options: argparse.Namespace, tally: Counter[str]) -> Iterator[str]:
    text = KINDS[kind](seed)
    threads = text[text.index("static void *worker0") :]
    after_cancelling = threads.partition("pthread_cancel(")[2].partition("int main")[0]
    if "__VERIFIER_atomic" in threads or "assert" in after_cancelling or OWN_BYTES.search(threads):
        tally["not asked: atomic sections, assertions of the cancelled, bytes of locks"] += 1
        return
    program = load_text(text)
    exploration = explore(program, shortest=False, max_states=MOST_STATES)
    ends = told_by(exploration)
    if not exploration.complete or exploration.unknown_functions or ends is None:
        tally[f"not asked: {_why_not(exploration)}"] += 1
        return
    with TemporaryDirectory() as folder:
        binary = compile_program(text, Path(folder), options.compiler)
        seen = set(binary.ends(options.runs))
        if GOES_ON.search(threads):
            seen.discard(DEADLOCK)
        if DEADLOCK in seen - ends and binary.end(CERTAINTY) != DEADLOCK:
            seen.discard(DEADLOCK)  # a slow run
    tally["compared"] += 1
    tally["ends that binaries come to"] += len(seen & ends)
    tally["ends that the machine comes to"] += len(ends)
    if seen - ends:
        ends = told_by(before_violations(program, MOST_STATES)) or ends
    if seen - ends:
        yield f"{kind} {seed}: only the binary comes to {', '.join(sorted(seen - ends))}"


def main() -> int:
    parser = campaign_parser(__doc__)
    parser.add_argument("--kinds", default=",".join(KINDS), help="comma-separated (default: all)")
    parser.add_argument("--runs", type=int, default=40, help="of each binary (default: 40)")
    parser.add_argument("--compiler", default="gcc", help="gcc or clang")
    options = parser.parse_args()
    kinds = options.kinds.split(",")
    tally: Counter[str] = Counter()
    return run(options, lambda seed: disagreements(kinds[seed % len(kinds)], seed, options, tally), tally)


if __name__ == "__main__":
    raise SystemExit(main())
