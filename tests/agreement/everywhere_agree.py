"""Who judges the judge: the machine with its visibility flags against the machine that believes nobody.

    python -m tests.agreement.everywhere_agree 500 --kinds endless,library
    python -m tests.agreement.everywhere_agree 200 --kinds shapes,guarded-shapes --size 2

The second exploration switches threads before every instruction, and no sharing analysis is asked. So it has far more
states, and programs must be tiny. What it finds and the ordinary one does not is an access that is wrongly taken to be
local. What only the ordinary one finds would be worse still.

An execution ends with its first violation. `x = 1; assert(0);` may be one step, so that nobody sees x: with a switch
point before the assertion, the ordinary exploration must find the rest, too (`before_violations`).
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import replace
from pathlib import Path

from esbmc_py.frontend import load_program
from esbmc_py.goto.expressions import Const
from esbmc_py.goto.instructions import (
    Allocate,
    Assume,
    AtomicBegin,
    Copy,
    Dead,
    Declare,
    Free,
    Havoc,
    Load,
    Return,
    Store,
)
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.rewrite import rewrite
from esbmc_py.goto.sharing import Sharing, conceivable_callees, prepare
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.goto.types import INT
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import Exploration, Violation
from tests.agreement.campaign import campaign_parser, run
from tests.agreement.small_agree import KINDS as SMALL
from tests.generator import generate
from tests.generator.kinds import features_of
from tests.generator.small import generate_small

LIVES = Declare | Dead | Return | Allocate


def everything_visible(program: Program) -> Sharing:
    """What the analysis would say if it knew nothing."""
    reads, writes, lives, sections = set(), set(), set(), set()
    for name, function in program.functions.items():
        for index, instruction in enumerate(function.instructions):
            if isinstance(instruction, Load | Copy):
                reads.add((name, index))
            if isinstance(instruction, Store | Copy | Havoc | Free):
                writes.add((name, index))
            if isinstance(instruction, AtomicBegin):
                sections.add((name, index))
            if isinstance(instruction, LIVES):
                lives.add((name, index))
    return Sharing([], [], set(program.functions), reads, writes, lives, sections, conceivable_callees(program))


def findings(program: Program, *, everywhere: bool = False, most: int = 100_000) -> tuple[set[str], str]:
    """What is found, and why that may not be all."""
    return _told(explore(program, max_states=most, shortest=False, switches_everywhere=everywhere))


def before_violations(program: Program, most: int) -> Exploration:
    """What a prepared program violates, with a switch point before each place where something is violated."""
    places: set[SourceLocation] = set()
    while True:
        pointed = replace(
            program,
            functions={name: _with_points(function, places) for name, function in program.functions.items()},
        )
        exploration = explore(pointed, max_states=most, shortest=False)
        violations = [finding.what for finding in exploration.findings if isinstance(finding.what, Violation)]
        if places.issuperset(found := {violation.location for violation in violations}):
            return exploration
        places |= found


def _with_points(function: Function, places: Set[SourceLocation]) -> Function:
    points = {
        index: [Assume(Const(1, INT), instruction.location, visible=True)]
        for index, instruction in enumerate(function.instructions)
        if instruction.location in places
    }
    return rewrite(function, {}, before=points) if points else function


def _told(exploration: Exploration) -> tuple[set[str], str]:
    found = {f"{finding.property}: {finding.what}" for finding in exploration.findings}
    return found, "; ".join(exploration.incomplete)


def both(program: Program, most: int = 100_000) -> tuple[set[str], str, set[str], str]:
    """What the ordinary exploration finds, and the one that believes nobody."""
    prepared = prepare(program)
    flagged, incomplete = findings(prepared, most=most)
    visible = prepare(program, everything_visible(program))
    everything, also_incomplete = findings(visible, everywhere=True, most=most)
    if flagged and everything - flagged:
        flagged, incomplete = _told(before_violations(prepared, most))
    if any(one.startswith("deadlock: thread") for one in flagged):
        # Before all threads wait, some wait for each other while another has yet to come to where it waits, too. That
        # state has a switch point only where every instruction has one.
        everything = {one for one in everything if one in flagged or not one.startswith("deadlock: local")}
    return flagged, incomplete, everything, also_incomplete


def text_of(kinds: list[str], seed: int, size: int) -> str:
    kind = kinds[seed % len(kinds)]
    if kind in SMALL:
        return generate_small(SMALL[kind], seed)
    features = features_of([kind])
    return generate(seed, size, features[seed // len(kinds) % len(features)])


def disagreements(seed: int, options: argparse.Namespace, tally: Counter[str]) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "prog.c"
        path.write_text(text_of(options.kinds.split(","), seed, options.size))
        program = load_program([path])
    flagged, incomplete, everything, also_incomplete = both(program, options.states)
    if flagged - everything and not also_incomplete:
        yield f"seed {seed}: only with the flags: {sorted(flagged - everything)}"
    elif everything - flagged and not incomplete:
        yield f"seed {seed}: only without the flags: {sorted(everything - flagged)}"
    elif incomplete or also_incomplete:
        tally["too large"] += 1
    else:
        tally["the same violations" if flagged else "no violation"] += 1


def main() -> int:
    parser = campaign_parser(__doc__)
    parser.add_argument("--kinds", default="endless,library", help="in turn; also those of the larger generator")
    parser.add_argument("--size", type=int, default=2, help="of the programs of the larger generator")
    parser.add_argument("--states", type=int, default=30_000, help="at most, for one exploration")
    options = parser.parse_args()
    tally: Counter[str] = Counter()
    return run(options, lambda seed: disagreements(seed, options, tally), tally)


if __name__ == "__main__":
    raise SystemExit(main())
