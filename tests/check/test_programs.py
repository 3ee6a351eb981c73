"""Every program in tests/programs says its verdict in its first line; checking confirms it, and replays."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest

import esbmc_py
from esbmc_py.checking import Bounds, Verdict
from esbmc_py.vm.findings import Finding
from tests.conftest import ROOT
from tests.verdicts import lines_of, read_expectation

PROGRAMS = ROOT / "tests" / "programs"
PATHS = sorted(
    path for folder in ("concurrent", "library", "open", "order") for path in (PROGRAMS / folder).glob("*.c")
)
GROUPS = ("reach", "memory", "division", "overflow", "locks", "deadlock")
# Each in one mode: they share the tree. Without a check around it, lazy confirms all of them, the others most (see
# `tests/test_symbolic_modes.py`).
IN_TURN = ("schedule", "lazy", "lazy", "uw", "lazy", "lazy")
CASES = [(mode, path) for path, mode in zip(PATHS, cycle(IN_TURN), strict=False)]


@pytest.mark.parametrize(("mode", "path"), CASES, ids=lambda value: value if isinstance(value, str) else value.stem)
def test_checking_confirms_the_verdict(mode: str, path: Path) -> None:
    expected = read_expectation(path)
    bounds = {name: value for name, value in expected.bounds.items() if name in ("contexts", "preemptions")}
    asked = {
        "race": expected.races,
        "leak": expected.leaks,
        "memtrack": expected.lost,
        "atomicity": expected.atomicity,
        "signal-safety": expected.safety,
        "conversion": not expected.excepts("conversion"),
    }
    groups = (*GROUPS, *(group for group, wanted in asked.items() if wanted))
    settings = {"semantics": expected.semantics, "happens_before": expected.by_order, **bounds}
    result = esbmc_py.check(path, mode=mode, groups=groups, **settings)
    assert not any("replay" in note for note in result.notes)
    if expected.unsupported:
        assert result.verdict is Verdict.UNKNOWN
        return
    assert result.verdict is (Verdict.FAILED if expected.violated else Verdict.SUCCESSFUL)
    for one in result.counterexamples:
        assert Finding(one.what, one.schedule).property in expected.violated
        assert lines_of(one.what) <= expected.here
    if not expected.violated and not bounds:
        assert result.complete or (result.scope.assuming and result.scope.hit == Bounds())  # what is outside is bounded
