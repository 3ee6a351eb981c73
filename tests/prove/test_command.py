"""`smtcb check --mode prove` and `smtcb prove-check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from esbmc_py.cli.main import main

PROGRAM = str(Path(__file__).parent / "programs" / "counter_endless.c")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("proofs") / "proof.json"
    assert main(["check", PROGRAM, "--mode", "prove", "--quiet", "--save-invariant", str(path)]) == 0
    return path


def test_a_proof_is_saved_and_checked_again(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove-check", PROGRAM, str(saved)]) == 0
    assert capsys.readouterr().out.startswith("PROVED: all executions")


def test_a_proof_with_a_gap_is_not_one(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(saved.read_text())
    document["invariant"] = []
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(document))
    assert main(["prove-check", PROGRAM, str(broken)]) == 3
    assert "NOT PROVED" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not a JSON file"),
        ("[]", "not an invariant"),
        ('{"format": "smtcb-invariant", "version": 9}', "version 9 is not known"),
        ('{"format": "smtcb-invariant", "version": 1}', "there must be a list of properties"),
        (
            '{"format": "smtcb-invariant", "version": 1, "properties": ["reach"], '
            '"invariant": [{"place": "x", "clause": "y == 1"}]}',
            "there is no location 'x'",
        ),
        (
            '{"format": "smtcb-invariant", "version": 1, "properties": ["race"], "invariant": []}',
            "not decide race",
        ),
    ],
)
def test_other_files_are_told_so(text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(text)
    assert main(["prove-check", PROGRAM, str(path)]) == 2
    assert message in capsys.readouterr().err


def test_a_program_and_an_invariant_are_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove-check", PROGRAM]) == 2
    assert "smtcb prove-check prog.c proof.json" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--property", "race"], ["--unwind", "3"], ["--contexts", "2"]])
def test_what_means_nothing_to_a_proof_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", PROGRAM, "--mode", "prove", *words]) == 2
    assert "mode prove" in capsys.readouterr().err


PATHS = {
    "arguments": """
#include <stdlib.h>
#include <pthread.h>
int x;
void *t(void *p) { for (;;) x = atoi((char *)p); }
int main(int argc, char **argv)
{
    pthread_t a;
    if (argc < 2) return 1;
    for (;;) pthread_create(&a, 0, t, argv[1]);
}
""",
    "a lock at the end": """
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t(void *p) { pthread_mutex_lock(&m); return p; }
int main(void) { pthread_t a; for (;;) pthread_create(&a, 0, t, 0); }
""",
}


@pytest.mark.parametrize("name", PATHS)
def test_nobody_is_shown_a_path_into_the_library(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "prog.c"
    path.write_text(PATHS[name])
    assert main(["check", str(path), "--mode", "prove"]) == 3
    out = capsys.readouterr().out
    assert f"{path}:" in out
    assert "pthread_models" not in out
