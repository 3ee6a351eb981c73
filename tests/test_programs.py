"""Every program in tests/programs says its verdict in its first line; exploring all interleavings confirms it."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.goto.properties import Property
from esbmc_py.vm.explore import explore
from tests.verdicts import lines_of, load_expected, read_expectation

PROGRAMS = Path(__file__).parent / "programs"
PATHS = sorted(
    path
    for path in PROGRAMS.rglob("*.c")
    if "features" not in path.relative_to(PROGRAMS).parts and not read_expectation(path).symbolic
)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: str(path.relative_to(PROGRAMS)))
def test_exploration_confirms_the_verdict(path: Path) -> None:
    expected = read_expectation(path)
    bounds = expected.limits
    program = load_expected(path)
    exploration = explore(
        program,
        races=expected.races,
        happens_before=expected.by_order,
        leaks=expected.leaks,
        lost=expected.lost,
        shortest=False,
        **bounds,
    )
    assert bool(exploration.unsupported) == expected.unsupported
    assert {finding.property for finding in exploration.findings} == expected.violated - {Property.UNSUPPORTED}
    if not expected.violated:
        assert expected.sampled or not exploration.incomplete
        assert bounds or expected.sampled or exploration.complete
    places = {line for finding in exploration.findings for line in lines_of(finding.what)}
    places |= {place.location.line for place in exploration.unsupported}
    assert places == expected.here  # none if it is safe
