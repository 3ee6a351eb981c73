"""Reads what a test program says about itself in its first line: `// verdict: assertion  bounds: contexts=2`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from esbmc_py.frontend import load_program
from esbmc_py.goto.expected_blocks import watch_blocks
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare

HEADER = re.compile(r"// verdict: (?P<verdict>[a-z, -]+?)(?:\s+bounds: (?P<bounds>[a-z_0-9=, ]+))?\s*$")
ON_REQUEST = ("races", "leaks", "atomicity")


@dataclass(frozen=True, slots=True)
class Expectation:
    violated: frozenset[Property]  # empty: safe
    bounds: dict[str, int]

    @property
    def races(self) -> bool:
        """Are data races to be looked for?"""
        return Property.RACE in self.violated or bool(self.bounds.get("races"))

    @property
    def leaks(self) -> bool:
        """Is memory that was not freed to be looked for?"""
        return Property.LEAK in self.violated or bool(self.bounds.get("leaks"))

    @property
    def atomicity(self) -> bool:
        """Are blocks to be watched?"""
        return Property.ATOMICITY in self.violated or bool(self.bounds.get("atomicity"))

    @property
    def on_request(self) -> set[Property]:
        """What is looked for only because this program is about it."""
        asked = ((Property.RACE, self.races), (Property.LEAK, self.leaks), (Property.ATOMICITY, self.atomicity))
        return {prop for prop, wanted in asked if wanted}

    @property
    def limits(self) -> dict[str, int]:
        """The bounds on schedules and loops."""
        return {name: value for name, value in self.bounds.items() if name not in ON_REQUEST}


def read_expectation(path: Path) -> Expectation:
    with path.open(encoding="utf-8") as file:
        first = file.readline().rstrip("\n")
    match = HEADER.match(first)
    if match is None:
        raise ValueError(f"{path}:1: expected '// verdict: safe' or a property's name, found '{first}'")
    names = [name.strip() for name in match["verdict"].split(",")]
    violated = frozenset(Property(name) for name in names if name != "safe")
    pairs = [pair.split("=") for pair in re.split(r"[,\s]+", match["bounds"] or "") if pair]
    return Expectation(violated, {name: int(value) for name, value in pairs})


def load_expected(path: Path) -> Program:
    """The program as it is executed, watching its blocks where it is about them."""
    program = prepare(load_program([path]))
    return watch_blocks(program) if read_expectation(path).atomicity else program
