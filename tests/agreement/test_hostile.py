"""Mutated inputs of every kind: a sample of the campaign, and what it has found."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.agreement.hostile.__main__ import problem_with
from tests.agreement.hostile.kinds import _RECORD, _SESSION, KINDS, Kind
from tests.conftest import Finished

SAMPLE = {"source": 4, "validated": 2, "sarif": 4, "invariant": 6}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_broken_input_is_refused_or_read(kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    problems = [problem_with(kind, seed, tmp_path) for seed in range(SAMPLE.get(kind.name, 20))]
    assert not any(problems), problems


def test_whoever_reads_badly_is_noticed(tmp_path: Path) -> None:
    def read(data: bytes, folder: Path) -> None:
        (folder / "pwned").write_bytes(data)

    kind = Kind("bad", 1, lambda chance: b"x", read)
    assert "pwned" in problem_with(kind, 1, tmp_path)
    assert "ZeroDivisionError" in problem_with(Kind("worse", 1, kind.make, lambda _data, _folder: 1 // 0), 1, tmp_path)


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        (_RECORD, "task", []),
        (_RECORD, "parameters", 1),
        (_RECORD, "statistics", {"times": "x"}),
        (_RECORD, "cpu", float("nan")),
        (_SESSION, "options", {"timeout": "x"}),
        (_SESSION, "machine", None),
    ],
)
def test_lines_of_results_are_looked_at(
    smtcb: Callable[..., Finished], tmp_path: Path, line: dict[str, Any], field: str, value: object
) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(json.dumps({**line, field: value}) + "\n")
    done = smtcb("bench", "report", str(path), "--summary", "-", "--runs", "-")
    assert done.status == 2
    assert f"{path}:1" in done.errors
