"""Shortest executions, and orders without which there is no violation: exact, compared with a plain exploration."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from esbmc_py.goto.program import Program
from esbmc_py.traces.orders import step_sites
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import Violation
from esbmc_py.vm.run import run
from esbmc_py.vm.schedule import Schedule
from esbmc_py.vm.shortest import Found, Turned, shortest
from esbmc_py.vm.trace import TraceEvent
from tests.agreement.agree import load_text
from tests.conftest import ROOT
from tests.generator import generate


def program(path: Path) -> Program:
    return load_text(path.read_text())


def any_violation(found: Found) -> bool:
    return isinstance(found, Violation)


def switches(schedule: Schedule) -> int:
    return sum(one != other for one, other in pairwise((0, *schedule.threads)))


@pytest.mark.parametrize("seed", range(6))
def test_fewest_switches_are_those_that_an_exploration_needs(seed: int) -> None:
    loaded = load_text(generate(seed, 5))
    result = shortest(loaded, any_violation, contexts=3, max_states=2_000, max_seconds=60)
    if not result.complete:
        pytest.skip("too large")
    needed = next((most for most in range(4) if explore(loaded, contexts=most, max_states=5_000).violations), None)
    assert (None if result.schedule is None else switches(result.schedule)) == needed
    if result.schedule is not None:
        assert run(loaded, schedule=result.schedule, max_steps=len(result.schedule.threads)).violation is not None


def orders_of_the_lost_update() -> tuple[Program, dict[str, object]]:
    loaded = program(ROOT / "examples" / "lost_update.c")
    found = shortest(loaded, any_violation, contexts=4)
    assert found.schedule is not None
    events: list[TraceEvent] = []
    run(loaded, schedule=found.schedule, trace=events.append, max_steps=len(found.schedule.threads))
    sites = step_sites(events)
    accesses = [(e.thread, e.kind, sites[e.step]) for e in events if e.function == "count" and e.touched]
    first = accesses[0][0]
    named = {f"{'first' if thread == first else 'second'} {kind}": site for thread, kind, site in accesses}
    return loaded, named  # type: ignore[return-value]


def test_the_lost_update_needs_the_read_before_the_others_write() -> None:
    loaded, at = orders_of_the_lost_update()
    turned = Turned(at["second store"], at["first load"])  # type: ignore[arg-type]
    result = shortest(loaded, any_violation, contexts=6, turned=turned)
    assert result.complete and result.schedule is None and result.turns and result.harmless is not None


def test_the_order_of_the_two_writes_does_not_matter() -> None:
    loaded, at = orders_of_the_lost_update()
    turned = Turned(at["first store"], at["second store"])  # type: ignore[arg-type]
    assert shortest(loaded, any_violation, contexts=6, turned=turned).schedule is not None


def test_an_order_that_cannot_be_turned_round_is_noticed() -> None:
    loaded, at = orders_of_the_lost_update()
    turned = Turned(at["first store"], at["first load"])  # type: ignore[arg-type]
    result = shortest(loaded, any_violation, contexts=6, turned=turned)
    assert result.complete and not result.turns
