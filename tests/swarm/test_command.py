"""`smtcb swarm`."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from esbmc_py.cli.main import main
from esbmc_py.experiments.processes import tree

from .programs import BUSY, LOST_UPDATE, SAFE

ROOT = Path(__file__).parents[2]


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "prog.c"
    path.write_text(LOST_UPDATE)
    return path


def test_a_violation_is_shown_as_by_check(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["swarm", str(program), "--rounds", "3", "--instances", "6", "--local", "--jobs", "2"])
    output = capsys.readouterr().out
    assert status == 1
    assert output.startswith("VERIFICATION FAILED\n")
    assert "assertion violated in thread 0" in output


def test_all_done_is_successful_and_is_not_done_again(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program.write_text(SAFE)
    results = program.parent / "r.jsonl"
    command = ["swarm", str(program), "--rounds", "2", "--instances", "5", "--local", "--jobs", "1", "--results"]
    assert main([*command, str(results)]) == 0
    first = capsys.readouterr().out
    assert "within bounds: 2 rounds" in first
    lines = results.read_text()
    assert sorted(json.loads(line)["number"] for line in lines.splitlines()) == [1, 2, 3, 4, 5]
    assert main([*command, str(results)]) == 0
    assert capsys.readouterr().out == first
    assert results.read_text() == lines


def test_a_sample_leaves_something_out(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program.write_text(SAFE)
    command = ["swarm", str(program), "--rounds", "2", "--instances", "1000", "--sample", "3", "--local", "--jobs", "1"]
    assert main([*command, "--json"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert document["verdict"] == "unknown"
    assert any("3 random instances of about 1000" in reason for reason in document["scope"]["unknown"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "give rounds or contexts"),
        (["--rounds", "0"], "nothing to cut"),
        (["--rounds", "2", "--instances", "0"], "--instances is 0"),
        (["--rounds", "2", "--jobs", "0"], "--jobs is 0"),
        (["--contexts", "2", "--sample", "2"], "--sample is for instances in rounds"),
        (["--rounds", "2", "--cluster", "tls://a:1"], "tls needs --tls-ca"),
        (["--rounds", "2", "--cluster", "tcp://a:1", "--tls-ca", "x"], "go together"),
        (["--rounds", "2", "--cluster", "tcp://a:1", "--jobs", "2"], "a cluster has the workers that it has"),
        (["--rounds", "2", "--property", "nonsense"], "nonsense"),
        (["--rounds", "2", "--property", "memtrack"], "ask for leak"),
        (["--rounds", "2", "--local", "--results", "/nowhere/r"], "cannot write the results"),
    ],
)
def test_bad_usage(program: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["swarm", str(program), *options]) == 2
    assert message in capsys.readouterr().err


def start(program: Path, results: Path, rounds: int = 2) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "esbmc_py", "swarm", str(program), "--rounds", str(rounds), "--unwind", "3"]
    return subprocess.Popen(
        [*command, "--local", "--jobs", "2", "--instances", "12", "--results", str(results)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def wait_for_a_line(results: Path, process: subprocess.Popen[str]) -> None:
    while process.poll() is None and not (results.exists() and results.read_bytes().count(b"\n")):
        time.sleep(0.02)


def is_gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"


def test_a_client_that_is_killed_loses_nothing(program: Path) -> None:
    program.write_text(BUSY)
    results = program.parent / "r.jsonl"
    first = start(program, results)
    wait_for_a_line(results, first)
    family = [pid for pid, _ in tree(first.pid)]
    first.kill()
    first.communicate()
    while not all(map(is_gone, family)):
        time.sleep(0.02)
    second = start(program, results)
    output, errors = second.communicate()
    assert second.returncode == 0, errors
    assert output.startswith("VERIFICATION SUCCESSFUL")
    documents = [json.loads(line) for line in results.read_text().splitlines()]
    assert sorted(one["number"] for one in documents) == list(range(1, 13))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_client_says_what_is_known(program: Path, number: signal.Signals) -> None:
    program.write_text(BUSY)
    results = program.parent / "r.jsonl"
    process = start(program, results, rounds=4)  # an instance takes long enough to be interrupted
    wait_for_a_line(results, process)
    family = [pid for pid, _ in tree(process.pid)]
    process.send_signal(number)
    output, errors = process.communicate()
    assert "Traceback" not in errors
    while not all(map(is_gone, family)):
        time.sleep(0.02)
    done = len(results.read_text().splitlines())
    if done < 12:
        assert process.returncode == 3
        told = re.search(r"(\d+) of 12 instances have no violation", output)
        assert told is not None, output
        assert int(told[1]) in (done - 1, done)  # the signal may come when one has just been written
