"""The model of many workers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.swarm_simulation import instance_times, makespan


@pytest.mark.parametrize(("workers", "seconds"), [(1, 10.0), (2, 7.0), (3, 5.0), (4, 4.0), (100, 4.0)])
def test_whoever_is_free_takes_the_next(workers: int, seconds: float) -> None:
    assert makespan([3.0, 2.0, 1.0, 4.0], workers) == seconds


def test_times_are_in_the_order_of_instances(tmp_path: Path) -> None:
    lines = [{"number": 2, "processor": 5.0}, {"number": 1, "processor": 3.0}]
    (tmp_path / "r.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert instance_times(tmp_path / "r.jsonl") == [3.0, 5.0]
