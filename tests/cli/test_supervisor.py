"""Limits hold whatever a command does: it is ended from outside if it does not end by itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from contextlib import suppress
from pathlib import Path

import pytest

from esbmc_py.cli.exit_codes import ExitCode
from esbmc_py.cli.supervisor import Limited, run_within, supervise
from tests.conftest import ROOT

NO_TIME = Limited(0.0, None)
MUCH_TIME = Limited(1e6, None)
NEVER = -1


def never(_why: str) -> int:
    return NEVER


def for_ever() -> int:
    while True:
        with suppress(KeyboardInterrupt):  # it does not listen
            time.sleep(60)


def test_what_ends_in_time_is_handed_on(capfd: pytest.CaptureFixture[str]) -> None:
    def work() -> int:
        print("the answer")
        return 1

    assert run_within(MUCH_TIME, work, never) == 1
    assert capfd.readouterr().out == "the answer\n"


def test_what_does_not_end_is_ended(capfd: pytest.CaptureFixture[str]) -> None:
    def work() -> int:
        print("half of an answer", flush=True)
        return for_ever()

    told: list[str] = []
    assert run_within(NO_TIME, work, lambda why: told.append(why) or 3) == 3
    assert told == ["out of time"]
    assert capfd.readouterr().out == "", "there is one answer"


@pytest.mark.parametrize("status", [0, 1])
def test_a_process_that_ends_without_an_answer_has_none(status: int) -> None:
    """A library that calls exit(1) when memory is short has found no violation."""
    told: list[str] = []

    def work() -> int:
        os._exit(status)

    assert run_within(MUCH_TIME, work, lambda why: told.append(why) or 3) == 3
    assert told == [f"its process died: it exited with status {status}"]


def test_a_process_that_fails_tells_what_it_died_of(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    told: list[str] = []

    def work() -> int:
        raise ImportError("cannot import name 'x'")

    monkeypatch.delenv("SMTCB_DEBUG", raising=False)
    assert run_within(MUCH_TIME, work, lambda why: told.append(why) or 3) == 3
    assert told[0].startswith("internal error: ImportError: cannot import name 'x': that is a defect of smtcb")
    assert capfd.readouterr().err == "", "no traceback that nobody has asked for"
    monkeypatch.setenv("SMTCB_DEBUG", "1")
    assert run_within(MUCH_TIME, work, lambda why: told.append(why) or 3) == 3
    assert "Traceback" in capfd.readouterr().err


def test_a_process_that_is_ended_by_a_signal_says_so() -> None:
    told: list[str] = []

    def work() -> int:
        os.kill(os.getpid(), signal.SIGUSR2)
        return 0

    assert run_within(MUCH_TIME, work, lambda why: told.append(why) or 3) == 3
    assert told == ["its process died: SIGUSR2; please report it with the program"]


def test_more_memory_than_allowed_is_refused() -> None:
    told: list[str] = []

    def work() -> int:
        kept = [bytearray(1 << 20) for _ in range(10_000)]
        return len(kept)

    limits = Limited(None, 400)
    assert run_within(limits, work, lambda why: told.append(why) or 3) == 3
    assert told == ["more than 400 MB of memory"]


def test_everything_that_was_started_is_ended(tmp_path: Path) -> None:
    """Also what has left for a session of its own."""
    pids = tmp_path / "pids"

    def work() -> int:
        started = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
        pids.write_text(str(started.pid))
        return for_ever()

    # The time is up before or after it has started: both are right.
    assert run_within(Limited(1.0, None), work, never) == NEVER
    if pids.exists():
        assert not Path(f"/proc/{pids.read_text()}/cwd").exists()


def test_temporary_files_are_removed_with_it(tmp_path: Path) -> None:
    told = tmp_path / "told"

    def work() -> int:
        Path(tempfile.mkdtemp(), "file").write_text("x")
        told.write_text(tempfile.gettempdir())
        os.kill(os.getppid(), signal.SIGTERM)
        return for_ever()

    before = tempfile.gettempdir()
    assert run_within(MUCH_TIME, work, never) == NEVER
    assert not Path(told.read_text()).exists()
    assert tempfile.gettempdir() == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_what_does_not_listen(number: signal.Signals) -> None:
    told: list[str] = []

    def work() -> int:
        os.kill(os.getppid(), number)
        return for_ever()

    assert run_within(MUCH_TIME, work, lambda why: told.append(why) or 3) == 3
    assert told == ["interrupted"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_who_listens_to_a_signal_can_answer(number: signal.Signals, capfd: pytest.CaptureFixture[str]) -> None:
    def work() -> int:
        try:
            os.kill(os.getppid(), number)
            time.sleep(600)
        except KeyboardInterrupt:
            print("so far")
        return 3

    assert run_within(MUCH_TIME, work, never) == 3
    assert capfd.readouterr().out == "so far\n"


def test_what_was_covered_is_told_by_whoever_is_left(capfd: pytest.CaptureFixture[str]) -> None:
    options = Namespace(command="check", timeout=None, memory=None, json=False)

    def execute() -> int:
        for mode, bounds in (("lazy", "unwind 1"), ("lazyseq", "unwind 1"), ("lazy", "unwind 2")):
            options.covered(mode, bounds)
        os._exit(1)

    assert supervise(options, execute) == ExitCode.UNKNOWN
    known = [
        "its process died: it exited with status 1",
        "lazy: no violation within unwind 2",
        "lazyseq: no violation within unwind 1",
    ]
    assert capfd.readouterr().out.split("\n  ")[1:] == [*known[:-1], known[-1] + "\n"]


def test_what_was_covered_is_told_in_a_document(capfd: pytest.CaptureFixture[str]) -> None:
    import json

    options = Namespace(command="check", timeout=None, memory=None, json=True, mode=None, property=None, prp=None)

    def execute() -> int:
        options.covered("lazy", "unwind 1")
        os._exit(1)

    assert supervise(options, execute) == ExitCode.UNKNOWN
    told = json.loads(capfd.readouterr().out)
    assert told["verdict"] == "unknown"
    assert "no violation within unwind 1" in told["scope"]["text"]


def smtcb(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "esbmc_py", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_a_macro_bomb_ends_with_an_answer(tmp_path: Path) -> None:
    levels = [f"#define A{n} A{n - 1} A{n - 1}" for n in range(1, 40)]
    (tmp_path / "bomb.c").write_text(
        "\n".join(["#define A0 x +", *levels, "int main(void) { int x = 1; return A39 0; }"])
    )
    done = smtcb("check", str(tmp_path / "bomb.c"), "--timeout", "0.1")
    assert (done.returncode, done.stderr) == (3, "")
    assert done.stdout == "VERIFICATION UNKNOWN\nscope: not everything was decided:\n  out of time\n"


def test_the_answer_is_a_document_where_one_is_asked_for(tmp_path: Path) -> None:
    import json

    levels = [f"#define A{n} A{n - 1} A{n - 1}" for n in range(1, 40)]
    (tmp_path / "bomb.c").write_text(
        "\n".join(["#define A0 x +", *levels, "int main(void) { int x = 1; return A39 0; }"])
    )
    done = smtcb("check", str(tmp_path / "bomb.c"), "--memory", "100", "--json")
    assert done.returncode == 3, done.stderr
    told = json.loads(done.stdout)
    assert told["verdict"] == "unknown"
    assert told["scope"]["unknown"] == ["more than 100 MB of memory"]


def test_limits_do_not_change_an_answer() -> None:
    plain = smtcb("check", "examples/lost_update.c", "--quiet")
    limited = smtcb("check", "examples/lost_update.c", "--quiet", "--timeout", "1000", "--memory", "4000")
    assert (plain.returncode, plain.stdout) == (limited.returncode, limited.stdout)
    assert plain.returncode == 1
