"""Whole checks, as a user asks for them, on programs with threads that never end, against the concrete machine.

    python -m tests.agreement.endless_agree 200                           all modes, without bounds
    python -m tests.agreement.endless_agree 200 --modes lazy,explicit --first 5000 --seconds 300
    python -m tests.agreement.endless_agree 200 --bounds                  with bounds by chance

The machine explores every program. Where it comes to an end:

- a mode that finds something must find what the machine finds, too;
- one that says *all executions* must find something if the machine does;
- one that finds nothing although the machine does, within the same bound on schedules and a generous one on loops, is
  counted as `missed`: the loop bound may be to blame, so these are printed for people to look at.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from esbmc_py import check
from esbmc_py.checking.results import CheckResult, Verdict
from esbmc_py.goto.properties import GROUPS
from esbmc_py.vm.explore import explore
from tests.agreement.agree import load_text
from tests.agreement.campaign import campaign_parser, run
from tests.generator import generate
from tests.generator.kinds import features_of

MODES = ("lazy", "schedule", "uw", "lazyseq", "cseq", "explicit")
GROUPS_ASKED = ("reach", "memory", "locks", "deadlock")
MOST_STATES = 60_000
_PROPERTIES = {prop for group in GROUPS_ASKED for prop in GROUPS[group]}


def settings_of(mode: str, seed: int, *, bounds: bool) -> dict[str, Any]:
    random = Random(f"{mode}{seed}")
    settings: dict[str, Any] = {"mode": "lazyseq", "schema": "cseq"} if mode == "cseq" else {"mode": mode}
    if mode == "cseq":
        settings |= {"rounds": random.choice((2, 3)), "unwind": random.choice((1, 2))}
    elif bounds:
        if mode != "explicit":
            settings["unwind"] = random.choice((1, 2, 3))
        if mode != "lazyseq":
            settings["contexts"] = random.choice((2, 3, 4))
        elif random.random() < 0.7:
            settings["rounds"] = random.choice((2, 3))
    return settings


def judge(result: CheckResult, truth: set[str], bounded: set[str] | None) -> str:
    """`truth`: what the machine finds without a bound; `bounded`: within the same one."""
    if result.verdict is Verdict.UNKNOWN:
        unconfirmed = any("does not confirm" in note for note in result.notes)
        return "WRONG: not confirmed" if unconfirmed else "undecided"
    if result.verdict is Verdict.FAILED:
        return "found" if truth else "WRONG: the machine finds nothing"
    if not truth:
        return "nothing"
    if result.complete:
        return "WRONG: all executions, and the machine finds something"
    return "missed" if bounded is None or bounded else "nothing"


class Judged:
    """A generated program, and what the machine finds in it."""

    def __init__(self, seed: int, size: int = 2) -> None:
        features = features_of(["endless"])
        self.seed = seed
        self.text = generate(seed, size, features[seed % len(features)])
        self._program = load_text(self.text)
        self.truth, self.decided = self._explore()

    def _explore(self, **limit: Any) -> tuple[set[str], bool]:
        found = explore(self._program, **limit, max_states=MOST_STATES, shortest=False)
        truth = {str(one.what) for one in found.findings if one.property in _PROPERTIES}
        return truth, bool(truth) or not found.incomplete

    def verdict(self, settings: dict[str, Any], timeout: float | None = None) -> str:
        limit = {name: settings[name] for name in ("contexts", "rounds") if name in settings}
        bounded = self._explore(**limit)[0] if limit else None
        result = check(self.text, groups=GROUPS_ASKED, timeout=timeout, **settings)
        return judge(result, self.truth, bounded)


def disagreements(seed: int, options: argparse.Namespace, tally: Counter[str]) -> Iterator[str]:
    """What is wrong. What is only missed is printed, for people to look at."""
    judged = Judged(seed, options.size)
    if not judged.decided:
        tally["machine: too large"] += 1
        return
    for mode in options.modes.split(","):
        settings = settings_of(mode, seed, bounds=options.bounds)
        verdict = judged.verdict(settings, options.timeout)
        tally[f"{mode}: {verdict}"] += 1
        line = f"seed {seed}: {settings}: {verdict}; the machine: {sorted(judged.truth)[:2]}"
        if verdict.startswith("WRONG"):
            yield line
        elif verdict == "missed":
            print(line, flush=True)


def main() -> int:
    parser = campaign_parser(__doc__)
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--size", type=int, default=2)
    parser.add_argument("--bounds", action="store_true")
    parser.add_argument("--timeout", type=float, default=10)
    options = parser.parse_args()
    tally: Counter[str] = Counter()
    return run(options, lambda seed: disagreements(seed, options, tally), tally)


if __name__ == "__main__":
    raise SystemExit(main())
