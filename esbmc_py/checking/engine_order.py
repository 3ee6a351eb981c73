"""Which engine of the team comes first: rules that follow from measurements (docs/results.md), not from theory."""

from __future__ import annotations

from collections.abc import Sequence

from esbmc_py.goto.program import Program

DEFAULT = ("lazyseq", "explicit", "lazy")


def order_of(_program: Program, names: Sequence[str]) -> list[str]:
    return sorted(names, key=lambda name: DEFAULT.index(name) if name in DEFAULT else len(DEFAULT))
