"""Every outcome of very small programs: the modes against the machine.

    python -m tests.agreement.outcomes_agree 500
    python -m tests.agreement.outcomes_agree 500 --engines lazy,explicit --first 10000 --seconds 600
    python -m tests.agreement.outcomes_agree 500 --kind everyday

Programs are those of `tests.generator.outcomes`: main denies every outcome, each on a line of its own. With all
violations asked for, a mode must come to exactly the lines that the machine comes to, without a bound and within
bounds, with all reductions and with some.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import Any

from encoders.outcome import Outcome
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import Exploration
from explicit_state import Reduction, SearchOptions, search
from symex.reset import forget_terms
from tests.agreement import explicit_agree
from tests.agreement.agree import (
    PARTLY,
    PARTLY_LIMIT,
    REDUCED,
    Ask,
    Case,
    differences_of,
    expected,
    load_text,
    outcome_of,
)
from tests.agreement.campaign import campaign_parser, run
from tests.generator.outcomes import generate_everyday, generate_outcomes, generate_rare

MOST_STATES = 4_000
KINDS = {"outcomes": generate_outcomes, "everyday": generate_everyday, "rare": generate_rare}
ENGINES = ("lazy", "schedule", "uw", "lazyseq", "cseq", "explicit")


def cases(engine: str, seed: int, *, quick: bool = False) -> Iterator[Case]:
    """Several bounds, by the seed; only the first of them, to be quick."""
    contexts, preemptions, rounds = {"contexts": 1 + seed % 4}, {"preemptions": seed % 3}, {"rounds": 1 + seed % 3}
    bounds: dict[str, list[dict[str, Any]]] = {
        "lazy": [{}, contexts, preemptions],
        "schedule": [contexts],
        "uw": [preemptions],
        "lazyseq": [{}, rounds, contexts],
        "cseq": [rounds],
    }
    for bound in bounds[engine][:1] if quick else bounds[engine]:
        yield Case(engine, bound, REDUCED)
    if engine == "lazy" and not quick:
        yield Case(engine, bounds[engine][seed % 3], PARTLY[seed % len(PARTLY)])


def disagreements(seed: int, options: argparse.Namespace, tally: Counter[str]) -> Iterator[str]:
    program = load_text(KINDS[options.kind](seed))
    known: dict[str, Exploration] = {}
    whole = explored(program, {}, known, options.states)
    if whole is None or not whole.complete:
        tally["too large for the machine, or not supported"] += 1
        return
    for engine in options.engines.split(","):
        if engine == "explicit":
            yield from (f"seed {seed}: explicit {line}" for line in by_explicit(program, seed, tally, options))
            continue
        for case in cases(engine, seed, quick=options.quick):
            judge = explored(program, case.bounds, known, options.states)
            small = judge is not None and (case.reductions == REDUCED or judge.states <= PARTLY_LIMIT)
            problem = difference(program, judge, case) if small and judge is not None else None
            tally[f"{engine}: {'undecided' if problem is None else 'compared'}"] += 1
            if problem:
                yield f"seed {seed}: {case}: {problem}"


def by_explicit(program: Program, seed: int, tally: Counter[str], options: argparse.Namespace) -> Iterator[str]:
    """Supersteps, which leave out most; with guesses about the future (see `explicit_state.futures`) and without.

    There are none within a bound.
    """
    domain = explicit_agree.SMALL_DOMAIN
    for bounds in [{}] if options.quick else explicit_agree.bounds_of(seed):
        looked_for: dict[str, Any] = {"races": True, "leaks": True, "small_domain": domain, **bounds}
        judge = explore(program, shortest=False, max_states=options.states, **looked_for)
        if judge.states >= options.states:
            continue
        for futures in (0,) if bounds else (0, 20):
            asked = SearchOptions(
                reduction=Reduction.SUPERSTEP, all_violations=True, small_domain=domain, futures=futures, **bounds
            )
            tally["explicit: compared"] += 1
            if problem := explicit_agree.differences(judge, search(program, asked), asked.reduction):
                yield f"{bounds} futures {futures}: {problem}"


def explored(
    program: Program, bounds: dict[str, Any], known: dict[str, Exploration], most: int = MOST_STATES
) -> Exploration | None:
    """None: too large."""
    if str(bounds) not in known:
        known[str(bounds)] = explore(program, shortest=False, max_states=most, **bounds)
    judge = known[str(bounds)]
    return None if judge.states >= most else judge


def difference(program: Program, judge: Exploration, case: Case) -> str | None:
    """Empty if there is none; None if the mode did not come to an end."""
    forget_terms()
    ask = Ask([case.mode])
    outcome = outcome_of(program, case, ask)
    problem = differences_of(outcome, program, judge, case, ask)
    if problem == "" and case.mode == "lazyseq" and not case.bounds:
        return other_outcomes(outcome, judge)
    return problem


def other_outcomes(outcome: Outcome, judge: Exploration) -> str:
    """Schema once places some violations otherwise, but not assertions."""
    want = {one[1] for one in expected(judge) if isinstance(one, tuple) and one[0] is Property.ASSERTION}
    have = {found.location for found in outcome.found if found.property is Property.ASSERTION}
    return "" if want == have else f"only the machine: {want - have}, only the mode: {have - want}"


def main() -> int:
    parser = campaign_parser(__doc__)
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--kind", choices=KINDS, default="outcomes")
    parser.add_argument("--states", type=int, default=MOST_STATES, help="of the largest programs that are compared")
    parser.add_argument(
        "--quick", action="store_true", help="one comparison for each engine: without a bound, if it can"
    )
    options = parser.parse_args()
    tally: Counter[str] = Counter()
    return run(options, lambda seed: disagreements(seed, options, tally), tally)


if __name__ == "__main__":
    raise SystemExit(main())
