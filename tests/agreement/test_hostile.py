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


@pytest.mark.parametrize("words", [["fix", "{}.c"], ["bench", "{}"], ["check", "--project", "{}"], ["check", "{}.c"]])
def test_names_that_no_file_can_have_are_refused(smtcb: Callable[..., Finished], words: list[str]) -> None:
    done = smtcb(*(word.format("a" * 5000) for word in words))
    assert done.status == 2
    assert "internal error" not in done.errors


@pytest.mark.parametrize(("kind", "seed"), [("task", 822), ("task", 1271), ("database", 854)])
def test_what_was_found(kind: str, seed: int, tmp_path: Path) -> None:
    """A task file with a name of 10,000 signs, a compilation database with half a sign in a name."""
    (one,) = [one for one in KINDS if one.name == kind]
    assert problem_with(one, seed, tmp_path) == ""
