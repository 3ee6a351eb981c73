"""Whole checks of very small programs against the concrete machine. It can be resumed.

    python -m tests.agreement.small_agree 2000 --results /tmp/endless.jsonl
    python -m tests.agreement.small_agree 2000 --kind library --results /tmp/library.jsonl --modes explicit --first 5000
    python -m tests.agreement.small_agree --results /tmp/endless.jsonl     only tells what is there

Kinds: `endless` has threads that never end; `library` has thread-specific data, signals, cancellation and the like.
Each program is loaded once, and every mode checks it in this process: seeds that are even without bounds, odd ones
with bounds by chance. A line of the file is what one mode says about one seed; what is there is not asked again.
What counts as wrong is written in `endless_agree`. What is *missed* within bounds is asked again with more rounds of
each loop, since the bound on loops may be to blame; still missed, it is wrong.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from esbmc_py import CheckOptions
from esbmc_py.checking.api import check_program, load_source, validated
from esbmc_py.checking.modes import mode_of
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import GROUPS
from esbmc_py.vm.explore import explore
from symex.reset import forget_terms
from tests.agreement.agree import load_text
from tests.agreement.campaign import campaign_parser, seeds
from tests.agreement.endless_agree import GROUPS_ASKED, MODES, judge, settings_of
from tests.agreement.time_limit import TimeIsUp, time_limit
from tests.generator.small import generate_small
from tests.generator.small_endless import SMALL_ENDLESS
from tests.generator.small_library import SMALL_LIBRARY
from tests.generator.small_lives import SMALL_LIVES

MOST_STATES = 4_000
MORE_ROUNDS = 6  # of each loop, for what was missed
MOST_SECONDS = 30  # for the machine, on a busy computer
KINDS = {"endless": SMALL_ENDLESS, "library": SMALL_LIBRARY, "lives": SMALL_LIVES}
TOO_LARGE = "machine: too large"
_PROPERTIES = {prop for group in GROUPS_ASKED for prop in GROUPS[group]}


@dataclass(frozen=True, slots=True)
class Told:
    """What a mode said about a program: a line of the results."""

    seed: int
    mode: str
    verdict: str
    seconds: float


class Small:
    """A program, loaded once for all modes that read it alike, and what the machine finds in it."""

    def __init__(self, kind: str, seed: int, timeout: float | None) -> None:
        self.seed = seed
        self.text = generate_small(KINDS[kind], seed)
        self._timeout = timeout
        self._program = load_text(self.text)
        self._programs: dict[Semantics, Program] = {}
        self.truth: set[str] = set()
        self.decided = False
        with suppress(TimeIsUp), time_limit(MOST_SECONDS):
            self.truth, self.decided = self._explored()

    def _explored(self, **limit: Any) -> tuple[set[str], bool]:
        found = explore(self._program, **limit, max_states=MOST_STATES, shortest=False)
        truth = {str(one.what) for one in found.findings if one.property in _PROPERTIES}
        return truth, bool(truth) or not found.incomplete

    def told_by(self, mode: str) -> str:
        settings = settings_of(mode, self.seed, bounds=self.seed % 2 == 1)
        limit = {name: settings[name] for name in ("contexts", "rounds") if name in settings}
        bounded = self._explored(**limit)[0] if limit else None
        verdict = self._verdict(settings, bounded)
        if verdict == "missed" and "unwind" in settings:
            again = self._verdict(settings | {"unwind": MORE_ROUNDS}, bounded)
            return "WRONG: missed" if again == "missed" else "beyond the bound on loops" if again == "found" else again
        return verdict

    def _verdict(self, settings: dict[str, Any], bounded: set[str] | None) -> str:
        forget_terms()
        options = validated(CheckOptions(groups=GROUPS_ASKED, timeout=self._timeout), settings)
        prepared = mode_of(options).prepare(self._loaded(options), options)
        return judge(check_program(prepared, options), self.truth, bounded)

    def _loaded(self, options: CheckOptions) -> Program:
        if options.semantics not in self._programs:
            self._programs[options.semantics] = load_source(self.text, options).program
        return self._programs[options.semantics]


def read_results(path: Path) -> list[Told]:
    if not path.exists():
        return []
    return [Told(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if line.endswith("}")]


def ask(kind: str, seed: int, modes: list[str], timeout: float | None) -> Iterator[Told]:
    """Nothing is asked about a program that is too large for the machine."""
    small = Small(kind, seed, timeout)
    for mode in modes:
        begun = time.monotonic()
        verdict = small.told_by(mode) if small.decided else TOO_LARGE
        yield Told(seed, mode, verdict, round(time.monotonic() - begun, 2))


def campaign(options: argparse.Namespace) -> None:
    done = {(told.seed, told.mode) for told in read_results(options.results)}
    with options.results.open("a", encoding="utf-8") as results:
        for seed in seeds(options):
            left = [mode for mode in options.modes.split(",") if (seed, mode) not in done]
            for told in ask(options.kind, seed, left, options.timeout) if left else ():
                print(json.dumps({name: getattr(told, name) for name in Told.__slots__}), file=results, flush=True)


def summary(results: list[Told]) -> int:
    """The exit status: 1 if somebody disagrees."""
    tally = Counter((told.mode, told.verdict) for told in results)
    for mode in dict.fromkeys(told.mode for told in results):
        verdicts = {verdict: times for (whose, verdict), times in sorted(tally.items()) if whose == mode}
        seconds = sum(told.seconds for told in results if told.mode == mode) / sum(verdicts.values())
        parts = ", ".join(f"{verdict} {times}" for verdict, times in verdicts.items())
        print(f"{mode}: {sum(verdicts.values())} programs, {seconds:.2f} s each: {parts}")
    wrong = [told for told in results if told.verdict.startswith("WRONG")]
    for told in wrong:
        print(f"seed {told.seed}, {told.mode}: {told.verdict}")
    return 1 if wrong else 0


def main() -> int:
    parser = campaign_parser(__doc__, count=0)
    parser.add_argument("--kind", choices=list(KINDS), default="endless", help="of programs (default: endless)")
    parser.add_argument("--results", type=Path, required=True, help="the file in which they are kept")
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--timeout", type=float, default=2)
    options = parser.parse_args()
    campaign(options)
    return summary(read_results(options.results))


if __name__ == "__main__":
    raise SystemExit(main())
