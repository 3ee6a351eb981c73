"""Reads what a test program says about itself in its first lines.

    // verdict: assertion  bounds: contexts=2
    // args: -v 7
    // except: cseq slow
    // cseq: unwind=4

The first names what is violated. Others may follow: what main is called with, what a mode is not asked and why
(`REASONS`), and the bounds within which a mode is asked.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from encoders.outcome import Outcome
from esbmc_py.checking.replay import replay
from esbmc_py.frontend import load_program
from esbmc_py.frontend.checks import Checks
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.goto.expected_blocks import watch_blocks
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.findings import DataRace, Deadlock, Violation

HEADER = re.compile(r"// verdict: (?P<verdict>[a-z, -]+?)(?:\s+bounds: (?P<bounds>[a-z_0-9=, ]+))?\s*$")
ON_REQUEST = ("races", "leaks", "lost", "atomicity", "safety")
OUTSIDE = ("max_args", "max_arg_length", "malloc_may_fail", "create_may_fail", "signals")
NO_LIMITS = (*ON_REQUEST, *OUTSIDE, "order", "sampled", "symbolic")
ARGUMENTS = "// args: "  # a second line that says what main is called with
HERE = "// here"
EXCEPTION = re.compile(r"// except: (?P<mode>[a-z]+) (?P<reason>[a-z-]+)\s*$")
OF_MODE = re.compile(r"// (?P<mode>once|cseq): (?P<bounds>[a-z]+=\d+(?:, [a-z]+=\d+)*)\s*$")

# Why a mode, or a property, is not asked about a program as others are.
REASONS = {
    "slow": "takes much more than 2 s",
    "large": "is more than the mode takes on, and it says so",
    "unsupported": "has what the mode does not do, and it says so",
    "cut": "has a loop that waits, or that runs very often: no unwinding ends it, and the mode says so",
    "undecided": "the mode does not know whether memory is lost, and says so",
    "many-inputs": "has more inputs than concrete states can try",
    "looks-locked": "has memory that nobody initialised. It may also look locked, by a thread that there is not: a "
    "deadlock that the mode finds, too. The others take undefined pointers to be null",
    "one-deadlock": "has several deadlocks. The mode shows one of them: who waits is no part of its question",
    "wrong-call": "is about what happens after a call with wrong arguments, where nobody asks about the call",
}
EXCEPTED = ("once", "cseq", "explicit", "conversion")


@dataclass(frozen=True, slots=True)
class Expectation:
    violated: frozenset[Property]  # empty: safe
    bounds: dict[str, int]
    here: frozenset[int] = frozenset()  # the lines that are marked: there, and only there, something is violated
    arguments: tuple[str, ...] | None = None  # what main is called with; None: anything
    exceptions: frozenset[tuple[str, str]] = frozenset()  # modes, and why they are not asked as others are
    of_modes: Mapping[str, dict[str, int]] = field(default_factory=dict)  # bounds within which a mode is asked

    def excepts(self, mode: str, *reasons: str) -> bool:
        """For one of these reasons; if none is named, for any."""
        return any(one == mode and (not reasons or why in reasons) for one, why in self.exceptions)

    @property
    def unsupported(self) -> bool:
        """Is this about a construct that nobody can judge?"""
        return Property.UNSUPPORTED in self.violated

    @property
    def sampled(self) -> bool:
        """Has it inputs of so many values that the concrete machine tries some of them only?"""
        return self.symbolic or bool(self.bounds.get("sampled"))

    @property
    def symbolic(self) -> bool:
        """Has it so many inputs that the concrete machine cannot try them?"""
        return bool(self.bounds.get("symbolic"))

    @property
    def races(self) -> bool:
        """Are data races to be looked for?"""
        return Property.RACE in self.violated or self.by_order or bool(self.bounds.get("races"))

    @property
    def by_order(self) -> bool:
        """Are accesses that nothing orders races wherever they are?"""
        return bool(self.bounds.get("order"))

    @property
    def leaks(self) -> bool:
        """Is memory that was not freed to be looked for?"""
        return Property.LEAK in self.violated or bool(self.bounds.get("leaks"))

    @property
    def lost(self) -> bool:
        """Is memory that nothing points to any more to be looked for?"""
        return Property.LOST in self.violated or bool(self.bounds.get("lost"))

    @property
    def atomicity(self) -> bool:
        """Are blocks to be watched?"""
        return Property.ATOMICITY in self.violated or bool(self.bounds.get("atomicity"))

    @property
    def safety(self) -> bool:
        """Is it looked at what signal handlers call?"""
        return Property.SIGNAL_SAFETY in self.violated or bool(self.bounds.get("safety"))

    @property
    def semantics(self) -> Semantics:
        surroundings = Surroundings(
            arguments=self.arguments,
            max_args=self.bounds.get("max_args"),
            max_arg_length=self.bounds.get("max_arg_length"),
            malloc_may_fail=bool(self.bounds.get("malloc_may_fail")),
            create_may_fail=bool(self.bounds.get("create_may_fail")),
            signals=self.bounds.get("signals", 1),
        )
        return Semantics(pointers_in_memory=self.lost, surroundings=surroundings)

    @property
    def on_request(self) -> set[Property]:
        """What is looked for only because this program is about it."""
        asked = (
            (Property.RACE, self.races),
            (Property.LEAK, self.leaks),
            (Property.LOST, self.lost),
            (Property.ATOMICITY, self.atomicity),
            (Property.SIGNAL_SAFETY, self.safety),
        )
        return {prop for prop, wanted in asked if wanted}

    @property
    def limits(self) -> dict[str, Any]:
        """The bounds on schedules and loops."""
        return {name: value for name, value in self.bounds.items() if name not in NO_LIMITS}


def read_expectation(path: Path) -> Expectation:
    lines = path.read_text(encoding="utf-8").splitlines()
    match = HEADER.match(lines[0])
    if match is None:
        raise ValueError(f"{path}:1: expected '// verdict: safe' or a property's name, found '{lines[0]}'")
    names = [name.strip() for name in match["verdict"].split(",")]
    violated = frozenset(Property(name) for name in names if name != "safe")
    here = frozenset(number for number, line in enumerate(lines, 1) if line.rstrip().endswith(HERE))
    head = list(takewhile(lambda line: line.startswith("//"), lines[1:]))
    given = [line.removeprefix(ARGUMENTS) for line in head if line.startswith(ARGUMENTS)]
    arguments = tuple(shlex.split(given[0])) if given else None
    bounds = _numbers(match["bounds"] or "")
    return Expectation(violated, bounds, here, arguments, _exceptions(path, head), _of_modes(head))


def _exceptions(path: Path, head: list[str]) -> frozenset[tuple[str, str]]:
    found = set()
    for line in head:
        if line.startswith("// except"):
            match = EXCEPTION.match(line)
            if match is None or match["mode"] not in EXCEPTED or match["reason"] not in REASONS:
                raise ValueError(f"{path}: expected '// except: MODE REASON', found '{line}'")
            found.add((match["mode"], match["reason"]))
    return frozenset(found)


def _of_modes(head: list[str]) -> dict[str, dict[str, int]]:
    matches = [match for line in head if (match := OF_MODE.match(line)) is not None]
    return {match["mode"]: _numbers(match["bounds"]) for match in matches}


def _numbers(text: str) -> dict[str, int]:
    """`contexts=2, unwind=3`."""
    pairs = [pair.split("=") for pair in re.split(r"[,\s]+", text) if pair]
    return {name: int(value) for name, value in pairs}


def lines_of(what: Violation | Deadlock | DataRace) -> frozenset[int]:
    """Where it happens: one line, or those where threads wait for ever, or those of both accesses."""
    match what:
        case Violation(location=location):
            return frozenset({location.line})
        case Deadlock(blocked=blocked):
            return frozenset(waiting.location.line for waiting in blocked)
        case DataRace(first=first, second=second):
            return frozenset({first.location.line, second.location.line})


def confirmed_lines(outcome: Outcome, program: Program, properties: frozenset[Property]) -> frozenset[int]:
    """Where the machine, replaying it, runs into what a mode has found; and where that could not go on."""
    lines = {place.location.line for place in outcome.unsupported}
    for found in outcome.found:
        finding = replay(program, found, properties)
        assert finding is not None, f"{found.message} is not confirmed"
        lines |= lines_of(finding.what)
    return frozenset(lines)


@cache
def load_expected(path: Path) -> Program:
    """The program as it is executed, watching its blocks where it is about them. Several tests ask for it."""
    expected = read_expectation(path)
    checks = Checks(signal_safety=expected.safety, leaks=expected.leaks)
    program = load_program([path], checks=checks, semantics=expected.semantics)
    program = prepare(program, heap_seen=expected.leaks)
    return watch_blocks(program) if expected.atomicity else program
