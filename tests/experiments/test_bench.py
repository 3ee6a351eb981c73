"""`smtcb bench` and `smtcb compare` as users run them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from esbmc_py.experiments.campaign import plan
from esbmc_py.experiments.computer import SOURCES
from esbmc_py.experiments.configurations import mode_configurations
from esbmc_py.experiments.processes import ProcessLimits
from esbmc_py.experiments.tasks import load_suite
from tests.import_graph import PACKAGES

from .test_processes import gone

ROOT = Path(__file__).parents[2]
LITMUS = ROOT / "benchmarks" / "suite" / "litmus"


def smtcb(*arguments: object, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*arguments), cwd=cwd, env=environment(), capture_output=True, text=True, timeout=120)


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "esbmc_py", *map(str, arguments)]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def runs(path: Path) -> list[tuple[object, object]]:
    return [(line["task"], line["configuration"]) for line in lines(path) if line["kind"] == "run"]


def write_suite(folder: Path, count: int) -> Path:
    """Programs that take a moment each, half of them with a bug."""
    folder.mkdir()
    (folder / "prog.c").write_text(
        "#include <assert.h>\n#include <pthread.h>\nint x;\nvoid *f(void *p) { x = 1; return p; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(x != N); }\n"
    )
    for number in range(count):
        verdict = "false" if number % 2 else "true"
        (folder / f"t{number}.yml").write_text(
            "input_files: prog.c\nproperties:\n"
            f"  - {{property_file: reach.prp, expected_verdict: {verdict}}}\n"
            f"options:\n  defines: {{N: {number % 2 or 2}}}\n"
        )
    return folder


def test_a_campaign_killed_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    suite, results = write_suite(tmp_path / "suite", 4), tmp_path / "results.jsonl"
    arguments = ("bench", suite, "--modes", "lazy", "--results", results, "--quiet")
    process = subprocess.Popen(command(*arguments), env=environment(), stdout=subprocess.DEVNULL)
    while not (results.exists() and len(results.read_text().splitlines()) >= 2):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = len(runs(results))
    assert 1 <= before < 4
    with results.open("a") as file:
        file.write('{"kind": "run", "task": "hal')  # as if it had been killed while writing
    assert smtcb(*arguments).returncode == 0
    assert sorted(runs(results)) == [(f"suite/t{number}.reach", "lazy") for number in range(4)]
    assert {line["status"] for line in lines(results) if line["kind"] == "run"} == {"found", "proved"}
    smtcb(*arguments)
    assert len(runs(results)) == 4  # nothing is left to do


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel has to end orphans")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_no_solver_outlives_a_campaign(tmp_path: Path, end: signal.Signals) -> None:
    """Neither smtcb's own child nor the solver that this one has started."""
    suite, note = write_suite(tmp_path / "suite", 2) / "t1.yml", tmp_path / "pid"
    solver = tmp_path / "solver"
    solver.write_text(f'#!/bin/sh\necho "$$ $PPID" >"{note}.new"\nmv "{note}.new" "{note}"\nexec sleep 60\n')
    solver.chmod(0o755)
    arguments = ("bench", suite, "--config", f"slow=--mode schedule --solver smtlib:{solver}")
    process = subprocess.Popen(command(*arguments, "--results", tmp_path / "r.jsonl", "-q"), env=environment())
    while not note.exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(end)
    process.wait()
    assert all(gone(int(pid)) for pid in note.read_text().split())


def test_an_interrupt_loses_and_doubles_no_run(tmp_path: Path) -> None:
    suite, results = write_suite(tmp_path / "suite", 4), tmp_path / "results.jsonl"
    arguments = ("bench", suite, "--modes", "lazy,schedule", "--jobs", "2", "--results", results)
    process = subprocess.Popen(command(*arguments), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not (results.exists() and len(results.read_text().splitlines()) >= 3):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    before = len(runs(results))
    assert 2 <= before < 8
    assert process.returncode == 3
    assert f"interrupted; {8 - before} runs are left" in errors.decode()
    assert smtcb(*arguments).returncode == 0
    everything = [(f"suite/t{number}.reach", mode) for number in range(4) for mode in ("lazy", "schedule")]
    assert sorted(runs(results)) == everything


def test_what_is_shown_was_run_with_the_limits_that_were_asked_for(tmp_path: Path) -> None:
    """Not what the file holds of the same tasks with other limits, even if that came later."""
    suite, results = write_suite(tmp_path / "suite", 1), tmp_path / "results.jsonl"
    arguments = ("bench", suite, "--modes", "lazy", "--results", results, "--tasks", tmp_path / "tasks.csv")
    smtcb(*arguments)
    before = (tmp_path / "tasks.csv").read_text()
    smtcb(*arguments, "--timeout", "0.01")
    assert "timeout" in (tmp_path / "tasks.csv").read_text()
    smtcb(*arguments)
    assert (tmp_path / "tasks.csv").read_text() == before
    assert len(runs(results)) == 2


def test_a_changed_expectation_is_judged_anew(tmp_path: Path) -> None:
    """What was right by the old verdict of a task is wrong by the new one."""
    suite = write_suite(tmp_path / "suite", 1)
    task, keys = suite / "t0.yml", []
    for verdict in ("true", "false"):
        task.write_text(task.read_text().replace("expected_verdict: true", f"expected_verdict: {verdict}"))
        [run] = plan(load_suite([suite]), mode_configurations(["lazy"], []), "task", ProcessLimits(timeout=1.0))
        keys.append(run.key)
    assert keys[0] != keys[1]


def test_a_changed_program_is_run_again(tmp_path: Path) -> None:
    suite, results = write_suite(tmp_path / "suite", 1), tmp_path / "results.jsonl"
    arguments = ("bench", suite, "--modes", "lazy", "--results", results, "--quiet")
    smtcb(*arguments)
    with (suite / "prog.c").open("a") as file:
        file.write("int y;\n")
    smtcb(*arguments)
    assert len(runs(results)) == 2


def test_results_of_another_version_are_pointed_out(tmp_path: Path) -> None:
    """Whoever has changed an encoding and runs the same command again must not take old numbers for new ones."""
    suite, results = write_suite(tmp_path / "suite", 1), tmp_path / "results.jsonl"
    arguments = ("bench", suite, "--modes", "lazy", "--results", results)
    smtcb(*arguments)
    assert "another version" not in smtcb(*arguments).stderr
    session, run = results.read_text().splitlines()
    document = json.loads(session)
    document["versions"]["sources"] = "0"
    results.write_text(f"{json.dumps(document)}\n{run}\n")
    assert "note: 1 results in" in smtcb(*arguments).stderr
    assert "another version" not in smtcb(*arguments, "--rerun").stderr
    assert "another version" not in smtcb(*arguments).stderr


def test_sessions_say_versions_machine_and_options(tmp_path: Path) -> None:
    suite, results = write_suite(tmp_path / "suite", 1), tmp_path / "results.jsonl"
    smtcb("bench", suite, "--modes", "lazy", "--timeout", "20", "--results", results)
    session = lines(results)[0]
    assert session["kind"] == "session"
    limits = {"timeout": 20.0, "memory": 4000, "jobs": 1, "bounds": "task"}
    assert session["options"] == {**limits, "configurations": ["lazy"]}
    assert {"versions", "machine", "started"} <= session.keys()
    typed = f"smtcb bench {suite} --modes lazy --timeout 20 --results {results}"
    assert session["command"] == typed.split()


def test_a_wrong_verdict_has_an_exit_status_of_its_own(tmp_path: Path) -> None:
    suite = write_suite(tmp_path / "suite", 1)
    task = suite / "t0.yml"
    task.write_text(task.read_text().replace("true", "false"))
    done = smtcb("bench", suite, "--modes", "lazy", "--results", tmp_path / "r.jsonl")
    assert done.returncode == 4
    assert "WRONG: suite/t0.reach, lazy: successful" in done.stdout


def test_two_configurations_give_tables_in_all_forms(tmp_path: Path) -> None:
    suite = write_suite(tmp_path / "suite", 2)
    outputs = [tmp_path / name for name in ("s.csv", "s.md", "s.tex")]
    options = [text for path in outputs for text in ("--summary", path)]
    done = smtcb(
        *("bench", suite, "--results", tmp_path / "r.jsonl", *options, "--tasks", "-", "--runs", tmp_path / "r.csv"),
        *("--config", "plain=--mode lazy --no-reduction", "--config", "seq=--mode lazyseq"),
    )
    assert done.returncode == 0, done.stderr
    assert "suite/t1.reach" in done.stdout
    part = smtcb("bench", "report", tmp_path / "r.jsonl", "--filter", "t1", "--tasks", "-").stdout
    assert "suite/t1.reach" in part and "suite/t0.reach" not in part
    for path in outputs:
        text = path.read_text()
        assert "plain" in text and "seq" in text and "configuration" in text
    assert len((tmp_path / "r.csv").read_text().splitlines()) == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bench", "nowhere"], "nowhere: no such file or folder"),
        (["bench", LITMUS, "--modes", "fast"], "there is no mode 'fast'"),
        (["bench", LITMUS, "--config", "a=--no-such-thing"], "configuration 'a': unrecognized arguments"),
        (["bench", LITMUS, "--config", "lazy"], "'lazy' is not NAME='OPTIONS OF smtcb check'"),
        (["bench", LITMUS, "--filter", "zzz"], "no task is called zzz"),
        (["bench", LITMUS, "--summary", "a.txt"], "a.txt: tables end in .csv, .md, .tex"),
        (["bench", LITMUS, "--quantile", "a.gif"], "a.gif: plots end in .svg"),
        (["bench", LITMUS, "--modes", "uw", "--scatter", "uw", "x", "a.svg"], "no results of a configuration 'x'"),
        (["bench", "paper", "cav14-table1", "--tasks", "a"], "a: tables end in"),
        (["bench", "report", "missing.jsonl"], "missing.jsonl: cannot read the results"),
        (["compare", "nothing.c"], "nothing.c: no such file"),
        (["compare", LITMUS / "many_threads.c", "--modes", ""], "--modes names no mode"),
    ],
)
def test_mistakes_are_one_line(arguments: list[object], message: str, tmp_path: Path) -> None:
    done = smtcb(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_compare_shows_modes_side_by_side(tmp_path: Path) -> None:
    write_suite(tmp_path / "suite", 0)
    program = tmp_path / "suite" / "prog.c"
    done = smtcb("compare", program, "-DN=1", "--modes", "lazy,lazyseq", "--contexts", "2", "--json")
    assert done.returncode == 1, done.stderr
    document = json.loads(done.stdout)
    assert document["disagreement"] is False
    assert [entry["verdict"] for entry in document["results"]] == ["failed", "failed"]
    assert document["results"][1]["statistics"]["solver_clauses"] > 0
    assert all(entry["peak_memory_mb"] > 1 and entry["cpu_s"] > 0 for entry in document["results"])


def test_compare_stops_at_a_program_that_is_no_c(tmp_path: Path) -> None:
    program = tmp_path / "broken.c"
    program.write_text("int main(void) { return 0 }\n")
    done = smtcb("compare", program)
    assert done.returncode == 2
    assert "broken.c:1:" in done.stderr


def test_results_are_old_when_any_package_has_changed() -> None:
    assert set(SOURCES) == set(PACKAGES)
