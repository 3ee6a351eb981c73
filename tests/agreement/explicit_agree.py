"""Compares the explicit-state search with the machine's plain exploration on generated programs.

    python -m tests.agreement.explicit_agree 300                      seeds 0 to 299
    python -m tests.agreement.explicit_agree 240 --kinds all,guarded  programs that wait for each other
    python -m tests.agreement.explicit_agree 500 --nested --quick     locks inside locks

Every program is searched with every reduction, without a bound and within one on contexts and one on preemptions. Each
must find exactly the violations (leaks too), the deadlocks and the data races that the exploration finds, and say that
the bound left something out if that does. With `global-access` it must say so only then, and visit as many states.
(`none` may stop in the middle of a step, and supersteps pass through states at a higher cost than they were met before:
both may think that something was left out when nothing was.)
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from esbmc_py.goto import idle_values
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import Exploration
from explicit_state import Reduction, SearchOptions, SearchResult, search
from explicit_state.futures import Futures
from tests.agreement.agree import Ask, expected, load_text
from tests.agreement.campaign import campaign_parser, seeds
from tests.generator import FEATURES
from tests.generator.kinds import FAMILIES, KINDS, features_of
from tests.generator.nested_locks import nested_locks

SECONDS = 30.0
PLAIN_LIMIT = 400  # states: beyond, a search without any reduction takes too long
SMALL_DOMAIN = 16  # inputs with more values are sampled, by both in the same way


def bounds_of(turn: int) -> list[dict[str, Any]]:
    return [{}, {"contexts": turn % 4}, {"preemptions": turn % 3}]


def differences(judge: Exploration, result: SearchResult, reduction: Reduction) -> str:
    want, have = expected(judge), expected(result)
    if reduction is not Reduction.GLOBAL_ACCESS and (Property.DEADLOCK, False) in have & want:
        # Where in the end nobody can move, supersteps may not have passed a state in which only some threads could not,
        # and steps smaller than the exploration's may have passed one that it has not.
        want.discard((Property.DEADLOCK, True))
        have.discard((Property.DEADLOCK, True))
    sampled = bool(judge.incomplete)  # where the search may know that an assumption leaves few values
    if want - have or (have - want and not sampled):
        return f"only the exploration: {_some(want - have)}, only the search: {_some(have - want)}"
    too_careful = reduction is not Reduction.GLOBAL_ACCESS and result.bound_hit
    if judge.bound_hit != result.bound_hit and not (too_careful or sampled):
        return f"the bound left something out: exploration {judge.bound_hit}, search {result.bound_hit}"
    if (result.incomplete and not sampled) or bool(judge.unsupported) != bool(result.unsupported):
        return f"left out: {judge.incomplete} {judge.unsupported}, search {result.incomplete} {result.unsupported}"
    leaks = any(finding.property is Property.LEAK for finding in judge.findings)  # the exploration stops before the end
    if reduction is Reduction.GLOBAL_ACCESS and judge.states != result.counts.states and not (sampled or leaks):
        return f"{judge.states} states, search {result.counts.states}"
    return ""


def _some(findings: set[object]) -> list[str]:
    return [str(finding)[:150] for finding in sorted(findings, key=str)[:3]]


def compare(program: Program, turn: int, tally: Counter[str], *, quick: bool = False) -> Iterator[str]:
    """`turn` decides the bounds, and how soon guesses are made.

    `quick`: only supersteps without a bound, where most reductions are.
    """
    # whoever looks for races interprets everything: so half of the searches do not
    looked_for = frozenset(Property) - ({Property.RACE} if turn % 2 else set())
    for bounds in [{}] if quick else bounds_of(turn):
        judge = explore(
            program,
            shortest=False,
            races=Property.RACE in looked_for,
            leaks=True,
            max_seconds=SECONDS,
            small_domain=SMALL_DOMAIN,
            **bounds,
        )
        if "out of time" in judge.incomplete:
            tally["explorations out of time"] += 1
            continue
        if not bounds:
            tally.update({f"programs with {finding.property}" for finding in judge.findings} or {"programs without"})
        for reduction in [Reduction.SUPERSTEP] if quick else Reduction:
            if reduction is Reduction.NONE and judge.states > PLAIN_LIMIT:
                continue
            options = SearchOptions(
                reduction=reduction,
                properties=looked_for,
                hot=1,
                all_violations=True,
                seconds=SECONDS,
                small_domain=SMALL_DOMAIN,
                futures=0 if turn % 3 else 20,  # sooner than it pays, the more so the more guesses are to be wrong
                **bounds,
            )
            result = search(program, options)
            if "out of time" in result.incomplete:
                tally["searches out of time"] += 1
                continue
            tally["comparisons"] += 1
            tally["restarts"] += result.counts.restarts
            tally[f"states {reduction}{' bounded' if bounds else ''}"] += result.counts.states
            if problem := differences(judge, result, reduction):
                yield f"{bounds or 'unbounded'} {reduction}: {problem}"


def main() -> int:
    parser = campaign_parser(__doc__)
    parser.add_argument("--size", type=int, default=8)
    parser.add_argument("--quick", action="store_true", help="only supersteps without a bound")
    names = f"comma-separated, one after the other: {', '.join((*FAMILIES, *KINDS))}"
    parser.add_argument("--kinds", type=lambda text: features_of(text.split(",")), default=[FEATURES], help=names)
    parser.add_argument("--nested", action="store_true", help="programs that take locks inside locks")
    parser.add_argument("--reckless", action="store_true", help="take it that what was not seen yet does not happen")
    parser.add_argument("--idle", action="store_true", help="look for values that decide nothing in every program")
    options = parser.parse_args()
    Futures.reckless = options.reckless
    if options.idle:
        idle_values.may_pay = lambda _program: True
    ask = Ask([], options.size, options.kinds)
    tally: Counter[str] = Counter()
    wrong = 0
    for seed in seeds(options):
        program = load_text(nested_locks(seed)) if options.nested else ask.program(seed)
        turn = seed // 2 if options.nested else ask.turn(seed)
        for line in compare(program, turn, tally, quick=options.quick):
            wrong += 1
            print(f"seed {seed}: {line}", flush=True)
        tally["programs"] += 1
    for what, number in sorted(tally.items()):
        print(f"{what:40} {number:>12,}")
    print(f"seeds {options.first} to {options.first + tally['programs'] - 1}: {wrong} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
