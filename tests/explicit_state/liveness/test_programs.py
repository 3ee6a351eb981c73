"""Programs without an end: each says in its first comment what must be answered to which question."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from esbmc_py.cli.main import main

FOLDER = Path(__file__).parents[3] / "examples" / "liveness"
QUESTIONS = [
    (path, found[1], found[2].removesuffix("*/").strip())
    for path in sorted(FOLDER.glob("*.c"))
    for found in re.finditer(r"^   (SUCCESSFUL|FAILED): (.*)$", path.read_text().split("#include")[0], re.MULTILINE)
]


@pytest.mark.parametrize("reduction", ["superstep", pytest.param("global-access", marks=pytest.mark.more)])
@pytest.mark.parametrize(
    ("path", "verdict", "question"),
    QUESTIONS,
    ids=[f"{path.stem}-{number}" for number, (path, _, _) in enumerate(QUESTIONS)],
)
def test_questions(path: Path, verdict: str, question: str, reduction: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", str(path), "--reduction", reduction, "--json", *shlex.split(question)])
    answer = json.loads(capsys.readouterr().out)
    assert (answer["verdict"], answer["notes"]) == (verdict.lower(), [])


def test_two_bits_for_each_state_find_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """And say that they may have missed something."""
    question = ["--property", "reach", "--ltl", "G (wants0 -> F in0)", "--bitstate", "1", "--json"]
    answers = {}
    for name in ("peterson", "test_and_set"):
        main(["check", str(FOLDER / f"{name}.c"), *question])
        answers[name] = json.loads(capsys.readouterr().out)
    assert (answers["peterson"]["verdict"], answers["peterson"]["scope"]["complete"]) == ("successful", False)
    assert (answers["test_and_set"]["verdict"], answers["test_and_set"]["notes"]) == ("failed", [])


@pytest.mark.parametrize(("preemptions", "fair", "verdict"), [(1, "none", "failed"), (1, "weak", "successful")])
def test_from_some_time_on_a_bounded_execution_has_no_preemption(
    preemptions: int, fair: str, verdict: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who polls for ever is not preempted then: that counts only without fairness."""
    bound = ["--preemptions", str(preemptions), "--fair", fair]
    main(["check", str(FOLDER / "test_and_set.c"), "--ltl", "G (wants0 -> F in0)", *bound, "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert (answer["verdict"], answer["notes"]) == (verdict, [])
    if verdict == "successful":
        assert not answer["scope"]["complete"]
        assert any("from some time on" in line for line in answer["scope"]["meaning"])
