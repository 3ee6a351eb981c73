"""The command as a whole: help, exit statuses, interruptions, defects."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT, Finished

Smtcb = Callable[..., Finished]
Source = Callable[..., Path]

ENDLESS = "int main(void) { volatile int x = 0; for (;;) x ^= 1; }\n"

# So many states that exploring them takes longer than any test waits.
LARGE = """\
#include <pthread.h>
int x;
void *count(void *unused) { for (int i = 0; i < 1000; i++) x = x + 1; return unused; }
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, count, NULL);
    count(NULL);
    return 0;
}
"""


def start(*arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "esbmc_py", *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_help_is_short_and_names_every_command(smtcb: Smtcb) -> None:
    finished = smtcb("--help")
    assert finished.status == 0
    assert len(finished.output.splitlines()) < 40
    assert all(command in finished.output for command in ("run", "goto", "exit status"))


@pytest.mark.parametrize("command", ["run", "goto"])
def test_the_help_of_a_command_has_examples(smtcb: Smtcb, command: str) -> None:
    finished = smtcb(command, "--help")
    assert finished.status == 0
    assert f"examples:\n  smtcb {command} " in finished.output


def test_help_does_not_import_what_it_does_not_need() -> None:
    program = (
        "import sys; from esbmc_py.cli.main import build_parser; build_parser().format_help(); print(*sys.modules)"
    )
    finished = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    heavy = {"pycparser", "pcpp", "networkx", "z3", "bitwuzla", "rich", "esbmc_py.frontend", "esbmc_py.vm"}
    assert not heavy & set(finished.stdout.split())


def test_without_a_command_it_explains_itself(smtcb: Smtcb) -> None:
    finished = smtcb()
    assert finished.status == 2
    assert "usage: smtcb" in finished.errors


def test_a_defect_is_one_line_and_unknown(smtcb: Smtcb, source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("what went wrong")

    monkeypatch.setattr("esbmc_py.goto.sharing.prepare", fail)
    finished = smtcb("goto", source("int main(void) { return 0; }\n"))
    assert finished.status == 3
    assert "internal error: KeyError" in finished.errors
    assert "SMTCB_DEBUG" in finished.errors
    assert "Traceback" not in finished.errors


def test_the_debug_variable_shows_the_traceback(smtcb: Smtcb, source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("what went wrong")

    monkeypatch.setattr("esbmc_py.goto.sharing.prepare", fail)
    monkeypatch.setenv("SMTCB_DEBUG", "1")
    with pytest.raises(KeyError):
        smtcb("goto", source("int main(void) { return 0; }\n"))


def test_a_reader_that_goes_away_is_no_error() -> None:
    process = start("goto", "--library", "--json", ROOT / "examples" / "deadlock.c")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    process.wait(timeout=60)


INTERRUPTED = """\
import os, signal, sys
from esbmc_py.cli.main import main
from esbmc_py.vm.machine import Machine
steps, real = 0, Machine.step
def step(machine, thread):
    global steps
    steps += 1
    if steps == int(sys.argv[1]):
        os.kill(os.getpid(), signal.SIGINT)
    return real(machine, thread)
Machine.step = step
sys.exit(main(sys.argv[2:]))
"""


def interrupted_at_step(step: int, *arguments: object) -> Finished:
    command = [sys.executable, "-c", INTERRUPTED, str(step), *map(str, arguments)]
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    return Finished(finished.returncode, finished.stdout, finished.stderr)


def test_control_c_ends_an_exploration_with_what_is_known(source: Source) -> None:
    finished = interrupted_at_step(500, "run", "--explore", source(LARGE))
    assert finished.status == 3
    assert finished.output.startswith("VERIFICATION UNKNOWN\n")
    assert "interrupted" in finished.output
    assert "states: " in finished.output
    assert finished.errors == ""


def test_control_c_ends_a_run_cleanly(source: Source) -> None:
    finished = interrupted_at_step(3, "run", source(ENDLESS))
    assert finished.status == 3
    assert "interrupted" in finished.errors
    assert "Traceback" not in finished.errors


def test_a_small_check_loads_what_it_needs(source: Source) -> None:
    """Start-up counts: other modes, solvers, and what draws and prints them stay where they are."""
    path = source("int x;\nint main(void) { x = 1; return x - 1; }\n")
    program = (
        "import sys; from esbmc_py.cli.main import main; "
        f"assert main(['check', {str(path)!r}, '-q', '--mode', 'lazy']) == 0; print(*sys.modules)"
    )
    finished = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    heavy = {"pcpp", "networkx", "z3", "bitwuzla", "rich", "matplotlib", "yaml", "difflib", "explicit_state"}
    heavy |= {"encoders.cseq", "encoders.lazyseq", "encoders.uw", "esbmc_py.checking.replay", "esbmc_py.cli.project"}
    assert not heavy & set(finished.stdout.split())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a file that takes nothing")
@pytest.mark.parametrize("words", [["check"], ["check", "--json"], ["goto"], ["run"], ["--version"]], ids=" ".join)
def test_an_answer_that_cannot_be_written_is_none(words: list[str], source: Source) -> None:
    program = [] if words == ["--version"] else [str(source('#include <stdio.h>\nint main(void) { puts("there"); }\n'))]
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "esbmc_py", *words, *program]
        ended = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 3
    assert ended.stderr == "smtcb: cannot write the answer: No space left on device\n"
