"""Compares whole checks, with options chosen by chance, with the concrete machine on generated programs.

    python -m tests.agreement.options_agree 200 --first 1000

Modes, schemas, bounds, properties, semantics, reductions, levers and solvers, together: what nobody thought of trying.
A violation must be one that the machine finds within the bound on schedules, and be confirmed by the replay; where none
is reported, and nothing was left out, the machine must find none.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from encoders.levers import LEVERS
from esbmc_py import CheckOptions, check
from esbmc_py.checking.options import EXPLICIT_REDUCTIONS, REDUCTIONS, ExplicitOptions
from esbmc_py.checking.results import CheckResult, Verdict
from esbmc_py.frontend import load_program
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import Exploration
from tests.agreement.agree import LARGEST, threads_start_threads
from tests.agreement.campaign import campaign_parser, seeds
from tests.generator import generate
from tests.generator.kinds import features_of

SECONDS = 25.0
GROUPS = ("reach", "memory", "division", "locks", "overflow", "deadlock", "race", "leak")
MODES = ("lazy", "schedule", "uw", "lazyseq", "lazyseq", "lazyseq", "explicit")


class Chooser:
    """Options for one program."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def _perhaps(self, probability: float) -> bool:
        return self._random.random() < probability

    def _some(self, names: tuple[str, ...], probability: float) -> tuple[str, ...]:
        return tuple(name for name in names if self._perhaps(probability))

    def size(self) -> int:
        return self._random.choice((2, 3, 4, 5))

    def options(self) -> CheckOptions:
        mode = self._random.choice(MODES)
        chosen: dict[str, Any] = {
            "groups": self._some(GROUPS, 0.35) or ("reach",),
            "all_violations": self._perhaps(0.35),
            "semantics": Semantics(
                atomic_statements=self._perhaps(0.15), surroundings=Surroundings(spurious_wakeups=self._perhaps(0.1))
            ),
        }
        if mode != "explicit" and self._perhaps(0.4):
            chosen["unwind"] = self._random.choice((1, 2, 3, 8))
        chosen |= self._of_rounds() if mode == "lazyseq" else self._of_states(explicit=mode == "explicit")
        return CheckOptions(mode=mode, timeout=SECONDS, **chosen)

    def _of_rounds(self) -> dict[str, Any]:
        chosen: dict[str, Any] = {"without": self._some(tuple(LEVERS), 0.12)}
        if self._perhaps(0.5):
            chosen["rounds"] = self._random.choice((1, 2, 3, 4, 5, 8))
        if self._perhaps(0.2):
            chosen["schema"] = "cseq"
        elif "rounds" not in chosen and self._perhaps(0.3):
            chosen["contexts"] = self._random.choice((0, 1, 2, 3, 4))
        if "schema" not in chosen and self._perhaps(0.15):
            chosen["positions"] = "bitvector"
        if self._perhaps(0.3):
            chosen["solver"] = self._random.choice(("z3", "z3", "bitwuzla:preprocessing"))
        return chosen

    def _of_states(self, *, explicit: bool) -> dict[str, Any]:
        chosen: dict[str, Any] = {}
        bound = self._random.choice(("contexts", "preemptions", None, None))
        if bound is not None:
            chosen[bound] = self._random.choice((0, 1, 2, 3, 4, 6) if bound == "contexts" else (0, 1, 2))
        if explicit:
            reduction = self._random.choice(("none", "global-access", "superstep", "superstep"))
            order = self._random.choice(("dfs", "bfs"))
            chosen["explicit"] = ExplicitOptions(reduction=reduction, order=order)
            chosen["without"] = self._some(EXPLICIT_REDUCTIONS, 0.2)
        else:
            chosen["reduction"] = self._perhaps(0.85)
            chosen["without"] = self._some(REDUCTIONS, 0.12)
            if self._perhaps(0.2):
                chosen["solver"] = "bitwuzla"
        return chosen


@dataclass(frozen=True, slots=True)
class Judge:
    """What the machine finds: in all schedules, and within the bound on them."""

    options: CheckOptions
    program: Program

    def explored(self, *, bounded: bool) -> Exploration:
        options = self.options
        bounds = {"contexts": options.contexts, "preemptions": options.preemptions}
        if self._counts_rounds:
            bounds["rounds"] = options.rounds
        return explore(
            self.program,
            shortest=False,
            max_seconds=2 * SECONDS,
            max_states=LARGEST,
            races="race" in options.groups,
            leaks="leak" in options.groups,
            **(bounds if bounded else {}),
        )

    @property
    def _counts_rounds(self) -> bool:
        """As the mode does: not where several threads start threads, which it numbers otherwise."""
        return not threads_start_threads(self.program)

    def violated(self, explored: Exploration) -> bool:
        return any(finding.property in self.options.properties for finding in explored.findings)

    def complaint(self, result: CheckResult, everything: Exploration) -> str | None:
        if any("does not confirm" in note for note in result.notes):
            return "not confirmed"
        if result.verdict is Verdict.UNKNOWN:
            return None
        if result.verdict is Verdict.FAILED:
            return None if self.violated(self.explored(bounded=True)) else "the machine finds none within the bound"
        if result.scope.complete:
            return "missed" if self.violated(everything) else None
        # the published schema may need more rounds
        comparable = self.options.schema == "once" and not result.scope.unwinding_cut
        comparable = comparable and (self.options.rounds is None or self._counts_rounds)
        return "missed within the bound" if comparable and self.violated(self.explored(bounded=True)) else None


def disagreements(seeds: Iterator[int], kinds: list[frozenset[str]], seen: Counter[str]) -> Iterator[str]:
    for seed in seeds:
        chooser = Chooser(seed)
        text = generate(seed, chooser.size(), kinds[seed % len(kinds)])
        options = chooser.options()
        judge = Judge(options, loaded(text, options))
        everything = judge.explored(bounded=False)
        if everything.incomplete:
            seen["too large"] += 1
            continue
        result = check(text, options)
        seen[str(result.verdict.value)] += 1
        complaint = judge.complaint(result, everything)
        if complaint is not None:
            yield f"{seed}: {complaint}: {result.verdict.value}, {result.scope.bounds}, {options}"


def loaded(text: str, options: CheckOptions) -> Program:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "prog.c"
        path.write_text(text)
        program = load_program([path], checks=options.checks, semantics=options.semantics)
        return prepare(program, heap_seen="leak" in options.groups)


def main() -> int:
    parser = campaign_parser(__doc__)
    parser.add_argument("--kinds", default="all", help="of programs, as in tests.agreement.agree")
    arguments = parser.parse_args()
    seen: Counter[str] = Counter()
    wrong = 0
    for complaint in disagreements(seeds(arguments), features_of(arguments.kinds.split(",")), seen):
        wrong += 1
        print(complaint, flush=True)
    print(f"{wrong} disagreements; " + ", ".join(f"{count} {what}" for what, count in sorted(seen.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
