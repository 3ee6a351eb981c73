"""Deadlocks: every mode finds them, the machine confirms them, and the report says who holds what."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import esbmc_py
from esbmc_py.checking import Verdict
from esbmc_py.cli.main import main
from esbmc_py.vm.findings import Deadlock
from tests.conftest import ROOT
from tests.verdicts import read_expectation

PROGRAMS = sorted((ROOT / "tests" / "programs" / "concurrent").glob("deadlock_*.c"))
PHILOSOPHERS = """\
#include <pthread.h>
pthread_mutex_t forks[2];
void *dine(void *number)
{
    long left = (long)number;
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[(left + 1) % 2]);
    pthread_mutex_unlock(&forks[(left + 1) % 2]);
    pthread_mutex_unlock(&forks[left]);
    return 0;
}
int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, dine, (void *)0);
    pthread_create(&second, 0, dine, (void *)1);
    for (;;)
        ;
}
"""


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_lazy_sequentialization_confirms_the_verdict(path: Path) -> None:
    expected = read_expectation(path)
    result = esbmc_py.check(path, mode="lazyseq", groups=("deadlock",), rounds=2, unwind=2, solver="bitwuzla")
    assert result.verdict is (Verdict.FAILED if expected.violated else Verdict.SUCCESSFUL)


@pytest.mark.parametrize("mode", ["lazy", "schedule", "uw", "lazyseq"])
def test_the_report_says_who_holds_what_and_who_waits_for_whom(mode: str) -> None:
    result = esbmc_py.check(PHILOSOPHERS, mode=mode, groups=("deadlock",), unwind=2)
    (deadlock,) = [one.what for one in result.counterexamples]
    assert isinstance(deadlock, Deadlock)
    assert deadlock.local
    told = {
        (one.thread, one.location.line, one.waited_for, held.thread, held.since.line if held.since else 0)
        for one in deadlock.blocked
        for held in one.holders
    }
    assert told == {(1, 7, "forks[1]", 2, 6), (2, 7, "forks[0]", 1, 6)}


def test_text_and_json_name_the_locks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.c"
    path.write_text(PHILOSOPHERS)
    assert main(["check", "--property", "deadlock", "--unwind", "2", str(path)]) == 1
    text = capsys.readouterr().out
    assert "local deadlock: 2 threads wait for ever for one another" in text
    assert f"the mutex is free: forks[0], held by thread 1 since {path}:6:5" in text
    assert main(["check", "--property", "deadlock", "--unwind", "2", "--json", str(path)]) == 1
    finding = json.loads(capsys.readouterr().out)["findings"][0]
    assert finding["local"] is True
    assert {(one["thread"], one["waits_for"], one["held_by"][0]["thread"]) for one in finding["blocked"]} == {
        (1, "forks[1]", 2),
        (2, "forks[0]", 1),
    }
