"""Compares the symbolic modes with the concrete machine's exhaustive exploration on generated programs.

    python -m tests.agreement.agree lazy 300                       seeds 0 to 299
    python -m tests.agreement.agree tree 2000 --size 2,3,4,6       the three modes of the tree, several sizes
    python -m tests.agreement.agree all 2000 --first 5000 --seconds 280    as far as the time goes
    python -m tests.agreement.agree lazyseq 120 --kinds all        programs that wait for each other, of each kind
    python -m tests.agreement.agree all 120 --kinds guarded --races
    python -m tests.agreement.agree cseq 200 --kinds shapes        mode lazyseq, schema cseq

For every program, bound and reduction, the mode must find violations of exactly the properties, at exactly the places,
that the machine finds. If it says that the bound left nothing out, it must find what the machine finds without the
bound. (It may think that a larger bound could show more when none does.)
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from zlib import crc32

from encoders.outcome import Found, Outcome, race_identity
from encoders.request import LookedFor, Options
from esbmc_py.checking import CheckOptions
from esbmc_py.checking.modes import engine_names, mode_of
from esbmc_py.checking.replay import replay
from esbmc_py.frontend import load_program
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import Call
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import GROUPS as PROPERTY_GROUPS
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import DataRace, Deadlock, Exploration, Violation
from explicit_state import SearchResult
from reachability_tree import walk
from reachability_tree.reductions import Reductions
from symex.reset import forget_terms
from tests.agreement.campaign import seeds
from tests.generator import FEATURES, generate
from tests.generator.kinds import FAMILIES, KINDS, features_of

TREE_MODES = ("lazy", "schedule", "uw")
SEQUENTIAL = {"lazyseq": "once", "cseq": "cseq"}  # mode lazyseq in both its schemas
BOUNDED_BY: dict[str, tuple[str | None, ...]] = {"lazyseq": ("rounds", "contexts", None), "cseq": ("rounds",)}
PLAIN_LIMIT = 120  # states: beyond, the plain tree has too many interleavings
UNBOUNDED_LIMIT = 50  # the same, without a bound
PARTLY_LIMIT = 300  # the same, with some reduction
LARGEST = 3_000  # states: beyond, many other programs tell more in the same time
SECONDS = 60.0
UNWIND = 5  # more than any loop of a generated program runs; a sequentialization needs to know

REDUCED, PLAIN = "reduced", "plain"
REDUCTIONS = {
    REDUCED: Reductions(),
    PLAIN: Reductions.none(),
    "without sleep": Reductions().without("sleep"),
    "without seen": Reductions().without("seen"),
    "without persistent": Reductions().without("persistent"),
    "without overwritten": Reductions().without("overwritten"),
    "overwritten alone": replace(Reductions.none(), overwritten=True),
    "sleep alone": replace(Reductions.none(), sleep=True),
    "persistent alone": replace(Reductions.none(), persistent=True),
}
PARTLY = tuple(REDUCTIONS)[2:]  # compared in one mode only, one after the other


@dataclass(frozen=True, slots=True)
class Case:
    mode: str
    bounds: dict[str, Any]
    reductions: str

    def __str__(self) -> str:
        bounds = " ".join(f"{name}={value}" for name, value in self.bounds.items()) or "unbounded"
        return f"{self.mode} {bounds} {self.reductions}"


def bounds_of(seed: int, modes: list[str]) -> Iterator[dict[str, int]]:
    """No bound, one on contexts and one on preemptions, or one on rounds: neighbouring seeds get different ones."""
    if set(modes) - {"cseq"}:
        yield {"contexts": seed % 4}
        yield {}
    if set(modes) - set(SEQUENTIAL):
        yield {"preemptions": seed % 3}
    if set(modes) & set(SEQUENTIAL):
        yield {"rounds": 1 + seed % 4}


def cases(seed: int, modes: list[str], exploration: Exploration, bounds: dict[str, int]) -> Iterator[Case]:
    small = exploration.states <= (PLAIN_LIMIT if bounds else UNBOUNDED_LIMIT)
    for mode in modes:
        if next(iter(bounds), None) not in BOUNDED_BY.get(mode, ("contexts", "preemptions", None)):
            continue
        yield Case(mode, bounds, REDUCED)
        if mode in TREE_MODES and small:
            yield Case(mode, bounds, PLAIN)
        if mode == "lazy" and exploration.states <= PARTLY_LIMIT:
            yield Case(mode, bounds, PARTLY[seed % len(PARTLY)])


def expected(exploration: Exploration | SearchResult) -> set[object]:
    found: set[object] = set()
    for finding in exploration.findings:
        match finding.what:
            case Violation(property=prop, location=location):
                found.add((prop, location))
            case Deadlock(local=local):
                found.add((finding.property, local))
            case DataRace(first=first, second=second):
                found.add(frozenset((side.stack[0].location, side.write) for side in (first, second)))
    return found


def observed(outcome: Outcome) -> set[object]:
    return {_identity(found) for found in outcome.found}


def unconfirmed(program: Program, outcome: Outcome, ask: Ask) -> list[Found]:
    """What the machine does not see when it follows the execution that the mode shows."""
    return [found for found in outcome.found if replay(program, found, ask.properties) is None]


def _identity(found: Found) -> object:
    if found.sides:
        return race_identity(found.sides)
    return found.property, found.local if found.property is Property.DEADLOCK else found.location


def by_property(findings: set[object]) -> set[object]:
    return {finding[0] if isinstance(finding, tuple) else finding for finding in findings}


@contextmanager
def persistent_sets_in_small_programs() -> Iterator[None]:
    """They are found only where there are many threads: here, everywhere."""
    many, walk.MANY_THREADS = walk.MANY_THREADS, 0
    try:
        yield
    finally:
        walk.MANY_THREADS = many


def outcome_of(program: Program, case: Case, ask: Ask) -> Outcome:
    """What the mode says."""
    options = Options.of(
        **case.bounds,
        all_violations=not (ask.alone or ask.one),
        reductions=REDUCTIONS[case.reductions],
        properties=ask.properties,
        happens_before=ask.by_order,
        positions=ask.positions,
        schema=SEQUENTIAL.get(case.mode, "once"),
        solver="bitwuzla" if case.mode in SEQUENTIAL else "z3",
        unwind=UNWIND if case.mode in SEQUENTIAL else None,
        timeout=SECONDS,
    )
    with persistent_sets_in_small_programs():
        mode = "lazyseq" if case.mode in SEQUENTIAL else case.mode
        asked = CheckOptions(mode=mode, schema=options.encoding.schema)
        return mode_of(asked).check(program, options, asked)


def differences(program: Program, exploration: Exploration, case: Case, ask: Ask) -> str | None:
    """What the mode says otherwise than the machine; empty if they agree, None if it did not come to an end."""
    return differences_of(outcome_of(program, case, ask), program, exploration, case, ask)


def differences_of(outcome: Outcome, program: Program, exploration: Exploration, case: Case, ask: Ask) -> str | None:
    if outcome.unknown and all("out of time" in why or "timed out" in why for why in outcome.unknown):
        return None
    not_seen = unconfirmed(program, outcome, ask)
    wrong = [found for found in not_seen if found.property is not Property.LOST]
    if wrong:
        return f"not confirmed: {', '.join(f'{found.property} at {found.location}' for found in wrong)}"
    # what seems to be lost may not be, if only bytes or registers lead there: the machine decides
    want, have = ask.asked(expected(exploration)), observed(outcome) - {_identity(found) for found in not_seen}
    if case.mode == "lazyseq" or (case.mode == "cseq" and ask.ends):
        # once places violations of its own; of all that is not freed, the machine names the first, cseq everything
        want, have = by_property(want), by_property(have)
    sampled = bool(exploration.incomplete)
    if "rounds" in case.bounds and threads_start_threads(program):
        # Rounds go by the threads' numbers. The machine gives them as threads come, the schema as they stand in the
        # text, which is not the same where several threads start threads: then rounds are others.
        want = have & expected_without_bound(program, case, ask)
    gave_up = any("that was not asked for" in place.what for place in outcome.unsupported)  # and says so
    if (ask.one and have) or gave_up:
        want &= have
    if (want - have) or (have - want and not sampled):
        return f"machine {sorted(map(str, want))}, mode {sorted(map(str, have))} {outcome.unknown or ''}"
    # switches may be cut on the way to states that another way reaches within the bound: that is only too careful
    if (ask.one and have) or gave_up:
        return ""
    if exploration.bound_hit and not outcome.switches_cut and not sampled:
        # what the machine left out may be other orders of steps that commute
        return _missed_without_bound(program, have, case, ask)
    if outcome.unwinding_cut or outcome.unknown or (outcome.unsupported and not exploration.unsupported):
        return f"left out: {outcome.unwinding_cut} {outcome.unsupported} {outcome.unknown}"
    return ""


def threads_start_threads(program: Program) -> bool:
    """Other threads than the first one."""
    callees = [
        instruction.callee
        for name, function in program.functions.items()
        if name != "main"
        for instruction in function.instructions
        if isinstance(instruction, Call)
    ]
    return any(isinstance(callee, FunctionAddress) and callee.name == "pthread_create" for callee in callees)


def expected_without_bound(program: Program, case: Case, ask: Ask) -> set[object]:
    everything = explore(program, shortest=False, **ask.looks_for, max_seconds=SECONDS, max_states=10 * LARGEST)
    want = ask.asked(expected(everything))
    return by_property(want) if case.mode == "lazyseq" or (case.mode == "cseq" and ask.ends) else want


def _missed_without_bound(program: Program, have: set[object], case: Case, ask: Ask) -> str:
    """What the machine finds beyond the bound, where the mode says that there is nothing beyond it."""
    want = expected_without_bound(program, case, ask)
    return f"the mode left nothing out, but not {sorted(map(str, want - have))}" if want - have else ""


def load_text(text: str, semantics: Semantics | None = None, *, heap_seen: bool = False) -> Program:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "prog.c"
        path.write_text(text)
        return prepare(load_program([path], semantics=semantics), heap_seen=heap_seen)


@dataclass(frozen=True, slots=True)
class Ask:
    """What is compared: programs of which size and features, in which modes, with races or without."""

    modes: list[str]
    size: int | list[int] = 8  # several: by chance
    kinds: list[frozenset[str]] = field(default_factory=lambda: [FEATURES])
    races: bool = False
    quick: bool = False  # one bound per program, not all
    alone: bool = False  # assertions only, and one violation of them
    positions: str = "order"
    one: bool = False  # of all violations some one, as `smtcb check` wants it
    only: frozenset[Property] = frozenset()  # no other properties than these, if there are any
    ends: frozenset[Property] = frozenset()  # what is asked when the process ends, besides: leaks, or what is lost
    by_order: bool = False  # races are accesses that nothing orders, wherever they are

    @property
    def properties(self) -> frozenset[Property]:
        if self.alone:
            return frozenset({Property.ASSERTION})
        races = {Property.RACE} if self.races else set()
        return self.only or LookedFor().properties | races | self.ends

    @property
    def looks_for(self) -> dict[str, bool]:
        """In the machine."""
        ends = {"leaks": Property.LEAK in self.ends, "lost": Property.LOST in self.ends}
        return {"races": self.races, "happens_before": self.by_order, **ends}

    def asked(self, findings: set[object]) -> set[object]:
        """Those of the properties that are asked for: a race is a pair of sides."""
        return {one for one in findings if (one[0] if isinstance(one, tuple) else Property.RACE) in self.properties}

    def size_of(self, seed: int) -> int:
        if isinstance(self.size, int):
            return self.size
        return self.size[crc32(b"size %d" % seed) % len(self.size)]  # in turn, each size would meet the same bounds

    def turn(self, seed: int) -> int:
        """How many programs of the same kind came before: each kind should meet every bound, which a seed decides."""
        return seed // len(self.kinds)

    def program(self, seed: int) -> Program:
        semantics = Semantics(pointers_in_memory=Property.LOST in self.ends)
        text = generate(seed, self.size_of(seed), self.kinds[seed % len(self.kinds)])
        return load_text(text, semantics, heap_seen=Property.LEAK in self.ends)

    def bounds(self, seed: int) -> list[dict[str, int]]:
        """All that `bounds_of` offers, or, to be quick, one of those for the tree modes and one for the others."""
        bounds = list(bounds_of(self.turn(seed), self.modes))
        if not self.quick:
            return bounds
        trees = [bound for bound in bounds if "rounds" not in bound]
        return [trees[crc32(b"%d" % seed) % len(trees)], *bounds[len(trees) :]] if trees else bounds


@dataclass(slots=True)
class Tally:
    """What was compared so far."""

    times: dict[str, float] = field(default_factory=dict)  # seconds per case
    violated: Counter[str] = field(default_factory=Counter)  # programs, as the machine sees them within the first bound
    compared: int = 0
    undecided: int = 0
    too_large: int = 0

    def note(self, case: Case, seconds: float, decided: bool) -> None:
        self.times[str(case)] = self.times.get(str(case), 0.0) + seconds
        self.compared += decided
        self.undecided += not decided


def disagreements(seed: int, ask: Ask, tally: Tally) -> Iterator[str]:
    """One line per case in which a mode and the machine disagree."""
    forget_terms()
    program = ask.program(seed)
    limits: dict[str, Any] = {"max_seconds": SECONDS, "max_states": LARGEST}
    for number, bounds in enumerate(ask.bounds(seed)):
        exploration = explore(program, shortest=False, **ask.looks_for, **limits, **bounds)
        if exploration.states >= LARGEST:
            tally.too_large += 1
            continue
        if number == 0:
            tally.violated.update({str(finding.property) for finding in exploration.findings} or {"nothing"})
        for case in cases(seed, ask.modes, exploration, bounds):
            begun = time.perf_counter()
            problem = differences(program, exploration, case, ask)
            tally.note(case, time.perf_counter() - begun, problem is not None)
            if problem:
                yield f"seed {seed} size {ask.size_of(seed)}: {case}: {problem}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=[*(set(engine_names()) - {"explicit"}), "cseq", "tree", "all"])
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--size", default="8", help="of the programs; of several (2,4,8) one by chance")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no program after this time")
    parser.add_argument("--races", action="store_true", help="data races, too")
    parser.add_argument(
        "--happens-before", action="store_true", help="also of accesses that are not next to each other"
    )
    names = f"comma-separated, one after the other: {', '.join((*FAMILIES, *KINDS))}"
    parser.add_argument("--kinds", type=lambda text: features_of(text.split(",")), default=[FEATURES], help=names)
    parser.add_argument("--quick", action="store_true", help="one bound per program, in place of three")
    parser.add_argument("--alone", action="store_true", help="mode lazyseq: assertions alone, one violation")
    parser.add_argument("--positions", default="order", choices=("order", "bitvector"), help="mode lazyseq")
    parser.add_argument("--one", action="store_true", help="one violation per program, not all")
    parser.add_argument("--only", choices=[*PROPERTY_GROUPS], help="these properties alone")
    parser.add_argument("--ends", choices=("leak", "memtrack"), help="what is not freed, or lost, in the end, too")
    options = parser.parse_args()
    groups = {"tree": [*TREE_MODES], "all": [*TREE_MODES, *SEQUENTIAL]}
    modes = groups.get(options.mode, [options.mode])
    sizes = [int(size) for size in options.size.split(",")]
    ask = Ask(
        modes, sizes, options.kinds, options.races, options.quick, options.alone, options.positions, options.one,
        PROPERTY_GROUPS[options.only] if options.only else frozenset(),
        PROPERTY_GROUPS[options.ends] if options.ends else frozenset(), options.happens_before,
    )  # fmt: skip
    tally = Tally()
    done = wrong = 0
    for seed in seeds(options):
        for line in disagreements(seed, ask, tally):
            wrong += 1
            print(line, flush=True)
        done += 1
        if done % 50 == 0:
            print(f"{done} programs, {wrong} disagreements, {sum(tally.times.values()):.0f} s in the modes", flush=True)
    for case, seconds in sorted(tally.times.items()):
        print(f"{case:40} {seconds:8.1f} s")
    print("programs in which the machine finds", ", ".join(f"{what}: {n}" for what, n in tally.violated.most_common()))
    print(f"{done} programs, {tally.compared} comparisons: {wrong} disagreements", end=" ")
    print(f"({tally.undecided} more ran out of time, {tally.too_large} explorations were too large)")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
