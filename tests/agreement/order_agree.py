"""Races by happens-before: compares the symbolic modes with the concrete machine on generated programs.

    python -m tests.agreement.order_agree 200                                  all modes
    python -m tests.agreement.order_agree 200 --modes lazy,lazyseq --first 5000 --seconds 300

The machine explores every program, without a bound or within one. A mode must find the same races, told apart by the
two places in the text and who writes, and the machine must confirm each of them when it follows the execution.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from encoders.outcome import Outcome, race_identity
from encoders.request import Options
from esbmc_py.checking.replay import replay
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.explore import explore
from reachability_tree.reductions import Reductions
from symex.reset import forget_terms
from tests.agreement.agree import expected, load_text
from tests.agreement.campaign import campaign_parser, run
from tests.asking import ask
from tests.generator.order import ordered_program

RACES = frozenset({Property.RACE})
MOST_STATES = 5_000
SECONDS = 30.0
TREE_MODES = ("lazy", "schedule", "uw")
UNWIND = 3


def bounds_of(seed: int, mode: str) -> dict[str, Any]:
    """By turns none, and one on switches, preemptions or rounds."""
    if seed % 2:
        return {}
    if mode in TREE_MODES:
        return {"contexts": seed // 2 % 5} if seed % 4 else {"preemptions": seed // 4 % 3}
    return {"contexts": seed // 2 % 4} if seed % 4 else {"rounds": 1 + seed // 4 % 3}


def found_by_machine(program: Program, bounds: dict[str, Any]) -> set[object] | None:
    """None: there are too many states."""
    exploration = explore(
        program,
        races=True,
        happens_before=True,
        shortest=False,
        max_states=MOST_STATES,
        max_seconds=SECONDS,
        **bounds,
    )
    if exploration.incomplete:
        return None
    return {finding for finding in expected(exploration) if isinstance(finding, frozenset)}


def found_by_mode(program: Program, mode: str, bounds: dict[str, Any], reductions: Reductions) -> Outcome:
    options: dict[str, Any] = {"unwind": UNWIND, "solver": "bitwuzla"} if mode == "lazyseq" else {}
    return ask(
        mode,
        program,
        Options.of(
            properties=RACES,
            happens_before=True,
            all_violations=True,
            reductions=reductions,
            timeout=SECONDS,
            **bounds,
            **options,
        ),
    )


def differences(program: Program, mode: str, outcome: Outcome, want: set[object]) -> str | None:
    """What the mode says otherwise than the machine; empty if they agree, None if it did not come to an end."""
    if outcome.unknown:
        return None
    have = {race_identity(found.sides) for found in outcome.found}
    not_seen = [found for found in outcome.found if replay(program, found, RACES) is None]
    if not_seen:
        return f"not confirmed: {'; '.join(found.message for found in not_seen)}"
    if have != want:
        return f"only the machine {sorted(map(str, want - have))}, only {mode} {sorted(map(str, have - want))}"
    if outcome.unwinding_cut or outcome.unsupported:
        return f"left out: {outcome.unwinding_cut} {outcome.unsupported}"
    return ""


def disagreements(seed: int, modes: list[str], tally: Counter[str]) -> Iterator[str]:
    forget_terms()
    program = load_text(ordered_program(seed))
    truths: dict[str, set[object] | None] = {}
    for mode in modes:
        bounds = bounds_of(seed, mode)
        if str(bounds) not in truths:
            truths[str(bounds)] = found_by_machine(program, bounds)
        want = truths[str(bounds)]
        if want is None:
            tally[f"{mode}: the machine did not come to an end"] += 1
            continue
        plain = mode in TREE_MODES and seed % 5 == 0
        outcome = found_by_mode(program, mode, bounds, Reductions.none() if plain else Reductions())
        problem = differences(program, mode, outcome, want)
        verdict = "undecided" if problem is None else "wrong" if problem else "races" if want else "no races"
        tally[f"{mode}: {verdict}"] += 1
        if any(found.apart for found in outcome.found):
            tally[f"{mode}: of these, with accesses that are apart"] += 1
        if problem:
            yield f"seed {seed}: {mode} {bounds or 'without a bound'}{', plain tree' * plain}: {problem}"


def main() -> int:
    parser = campaign_parser(__doc__)
    parser.add_argument("--modes", default="lazy,schedule,uw,lazyseq")
    options = parser.parse_args()
    tally: Counter[str] = Counter()
    return run(options, lambda seed: disagreements(seed, options.modes.split(","), tally), tally)


if __name__ == "__main__":
    sys.exit(main())
