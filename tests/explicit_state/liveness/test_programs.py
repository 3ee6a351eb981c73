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
