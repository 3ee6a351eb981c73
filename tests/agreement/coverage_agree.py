"""What the modes say was reached, against the concrete machine in all interleavings, on generated programs.

    python -m tests.agreement.coverage_agree 200
    python -m tests.agreement.coverage_agree 200 --modes lazy,explicit --first 5000 --seconds 300

Where a mode covers all executions, each line that the machine reaches, and each way of a branch that it goes, must
count as reached by the same thread. The counts say how often a mode claims more (it may).
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator

from esbmc_py.checking.api import check_program
from esbmc_py.checking.covered_lines import CoveredProgram, covered_program
from esbmc_py.checking.results import Verdict
from esbmc_py.goto.coverage import Coverage
from esbmc_py.goto.program import Program
from esbmc_py.vm.explore import explore
from tests.agreement.agree import load_text
from tests.agreement.campaign import campaign_parser, run
from tests.generator import generate

MODES = ("lazy", "schedule", "uw", "lazyseq", "explicit")
MOST_STATES = 20_000

Reached = set[tuple[object, ...]]


def reached(covered: CoveredProgram) -> Reached:
    found: Reached = set()
    for file in covered.files:
        found |= {(line, thread) for line, threads in file.lines.items() for thread in threads}
        for branch in file.branches:
            for way, threads in (("falls through", branch.fell_through), ("jumps", branch.jumped)):
                found |= {(branch.line, branch.column, way, thread) for thread in threads}
    return found


def truth(program: Program) -> Reached | None:
    """None: too much to explore, or something fails."""
    coverage = Coverage(detailed=True)
    exploration = explore(program, max_states=MOST_STATES, coverage=coverage, shortest=False)
    if exploration.findings or exploration.incomplete or exploration.unsupported:
        return None
    return reached(covered_program(program, coverage))


def judge(program: Program, mode: str, expected: Reached, timeout: float) -> str:
    """The same program: with other checks in it, conditions have other branches."""
    result = check_program(program, mode=mode, coverage=True, timeout=timeout)
    if result.verdict is not Verdict.SUCCESSFUL or not result.complete:
        return "undecided"
    assert result.coverage is not None
    found = reached(covered_program(result.program, result.coverage.record))
    missing = expected - found
    return f"WRONG: not reached: {sorted(map(str, missing))}" if missing else "same" if found == expected else "more"


def disagreements(seed: int, options: argparse.Namespace, tally: Counter[str]) -> Iterator[str]:
    program = load_text(generate(seed, options.size))
    expected = truth(program)
    tally["programs" if expected is not None else "left aside"] += 1
    for mode in options.modes.split(",") if expected is not None else ():
        answer = judge(program, mode, expected or set(), options.timeout)
        tally[f"{mode}: {answer.split(':')[0]}"] += 1
        if answer.startswith("WRONG"):
            yield f"seed {seed}, {mode}: {answer}"


def main() -> int:
    parser = campaign_parser(__doc__)
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--size", type=int, default=4)
    parser.add_argument("--timeout", type=float, default=5)
    options = parser.parse_args()
    tally: Counter[str] = Counter()
    return run(options, lambda seed: disagreements(seed, options, tally), tally)


if __name__ == "__main__":
    raise SystemExit(main())
