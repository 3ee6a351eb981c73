"""`smtcb check --mode prove` and `smtcb prove-check`."""

from __future__ import annotations

import json
import re
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


def test_a_proof_that_counts_threads_says_how_many_there_may_be(capsys: pytest.CaptureFixture[str]) -> None:
    program = str(Path(PROGRAM).with_name("places_many.c"))
    assert main(["check", program, "--mode", "prove", "--quiet"]) == 0
    assert "fewer than 2147483648 threads live at a time" in capsys.readouterr().out
    assert main(["check", PROGRAM, "--mode", "prove", "--quiet"]) == 0
    assert "2147483648" not in capsys.readouterr().out


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
#include <string.h>
#include <pthread.h>
int x;
void *t(void *p) { for (;;) x = strtok((char *)p, ",") != 0; }
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


COUNTER = """
#include <assert.h>
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *p)
{
    for (;;) {
        pthread_mutex_lock(&m);
        if (x < 3) x++;
        assert(x <= 3);
        pthread_mutex_unlock(&m);
    }
    return p;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    for (;;) ;
}
"""


def test_an_invariant_is_in_the_witness_and_on_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And others believe it: the machine looks at every state in which a thread comes to the loop."""
    program, witness, page = tmp_path / "prog.c", tmp_path / "witness.yml", tmp_path / "page.html"
    program.write_text(COUNTER)
    words = ["--mode", "prove", "--property", "reach", "--witness", str(witness), "--html", str(page)]
    assert main(["check", str(program), *words]) == 0
    text = witness.read_text()
    assert "value: (x >= 0) && (x <= 3)" in text
    assert "__owner" not in text  # no program can say that
    assert main(["validate", str(program), "--witness", str(witness)]) == 0
    witness.write_text(text.replace("x <= 3", "x <= 2"))
    assert main(["validate", str(program), "--witness", str(witness)]) != 0
    found = re.search(r'id="data">(.*?)</script>', page.read_text(), re.DOTALL)
    assert found is not None
    shown = json.loads(found.group(1))
    assert "x <= 3" in {one["clause"] for one in shown["invariant"]}
    assert shown["sources"] == {str(program): COUNTER}
    capsys.readouterr()
