"""Reads what a test program says about itself in its first line: `// verdict: assertion  bounds: contexts=2`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from esbmc_py.goto.properties import Property

HEADER = re.compile(r"// verdict: (?P<verdict>[a-z, -]+?)(?:\s+bounds: (?P<bounds>[a-z_0-9=, ]+))?\s*$")


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
    def on_request(self) -> set[Property]:
        """What is looked for only because this program is about it."""
        return {prop for prop, wanted in ((Property.RACE, self.races), (Property.LEAK, self.leaks)) if wanted}

    @property
    def limits(self) -> dict[str, int]:
        """The bounds on schedules and loops."""
        return {name: value for name, value in self.bounds.items() if name not in ("races", "leaks")}


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
