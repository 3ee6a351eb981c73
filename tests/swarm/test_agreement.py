"""A sample of `python -m tests.agreement.swarm_agree`."""

from __future__ import annotations

import pytest

from esbmc_py.experiments.tasks import load_suite, select
from tests.agreement.swarm_agree import SUITE, compare, evenly


@pytest.mark.parametrize("name", ["lockfree/spsc_ring-3-bad", "litmus/many_threads-isa2-forbidden-ok"])
def test_swarms_give_the_same_verdicts(name: str) -> None:
    (task,) = select(load_suite([SUITE]), [name])
    for compared in compare(task, ("rounds", "contexts"), 300.0):
        assert compared.word == "agrees", compared.says


def test_tasks_are_taken_evenly() -> None:
    tasks = load_suite([SUITE])
    taken = evenly(tasks, 10)
    assert len({task.name for task in taken}) == 10
    assert len({task.family for task in taken}) > 4
