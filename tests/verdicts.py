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
