"""Mode auto: whoever settles the question first, the answer is the same, and nobody is left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, cast

import pytest

import esbmc_py
from encoders.outcome import Outcome, Place
from encoders.request import Options
from esbmc_py.checking import CheckOptions, CheckResult, OptionProblem, Verdict
from esbmc_py.checking.engine_order import PROVER, a_proof_may_help, creates_without_end, order_of, share_of_a_proof
from esbmc_py.checking.memory_use import shares_beyond
from esbmc_py.checking.modes import Explicit, Lazy, LazySeq, Random, engine_names, find_mode
from esbmc_py.checking.processor_time import processor_time
from esbmc_py.checking.results import Bounds, Scope
from esbmc_py.checking.team import TEAM, TeamMember, members, tells_little
from esbmc_py.checking.workers import Covered, Worker
from esbmc_py.frontend import load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.traces.lines import trace_lines
from esbmc_py.vm.run import run

from .programs import LOST_UPDATE

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
SAFE = LOST_UPDATE.replace("assert(", "(void)(")
# Main waits for what nobody does, and then loops for ever: no engine comes to an end.
ENDLESS = """
#include <pthread.h>
unsigned n;
static void *count(void *a) { for (;;) n++; return a; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, count, 0);
    for (;;) if (n == 4000000000u) __VERIFIER_error();
}
"""


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("source", [LOST_UPDATE, SAFE])
def test_the_verdict_is_that_of_every_engine(source: str, jobs: int) -> None:
    result = esbmc_py.check(source, jobs=jobs)
    assert result.mode == "auto"
    assert {esbmc_py.check(source, mode=mode).verdict for mode in engine_names()} == {result.verdict}


def test_without_random_executions_an_engine_finds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Random, "check", nothing_found)
    result = esbmc_py.check(LOST_UPDATE)
    assert result.verdict is Verdict.FAILED
    assert result.engine in TEAM
    assert {report.name for report in result.team} == set(TEAM)


TAKEN_BACK = """
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static int *shared;
static void *use(void *unused) { int *p = shared; if (p) *p = 1; return unused; }
int main(int argc, char **argv) {
    pthread_t t;
    if (argc < 2 || strcmp(argv[1], "go") != 0) return 0;
    shared = malloc(sizeof *shared);
    pthread_create(&t, 0, use, 0);
    int *mine = shared;
    shared = NULL;
    free(mine);
    return pthread_join(t, 0);
}
"""


def test_an_execution_is_one_of_the_program_that_comes_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an engine has tried some texts only, as arguments, its program has other objects."""
    for mode in (Random, LazySeq, Lazy):
        monkeypatch.setattr(mode, "check", nothing_found)
    result = esbmc_py.check(TAKEN_BACK)
    assert result.engine == "explicit"
    (found,) = result.counterexamples
    assert run(result.program, schedule=found.schedule).violation == found.what
    assert any("frees *" in note for line in trace_lines(result.program, found.events) for note in line.notes)


def test_on_one_processor_everything_is_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Random, "check", nothing_found)
    answers = [esbmc_py.check(source, jobs=1) for source in (LOST_UPDATE, SAFE) for _ in range(2)]
    assert _told(answers[0]) == _told(answers[1])
    assert _told(answers[2]) == _told(answers[3])


def _told(result: CheckResult) -> object:
    return result.verdict, result.engine, result.scope, [one.schedule for one in result.counterexamples], result.notes


@pytest.mark.parametrize(
    ("settings", "fitting"),
    [
        ({}, ["lazy", "lazyseq", "explicit"]),
        ({"contexts": 2}, ["lazy", "lazyseq", "explicit"]),
        ({"contexts": 2, "unwind": 1}, ["lazy", "lazyseq"]),
        ({"preemptions": 2}, ["lazy", "explicit"]),
        ({"rounds": 2}, ["lazyseq"]),
        ({"schema": "cseq"}, ["lazyseq"]),
    ],
)
def test_an_option_that_some_engines_do_not_take_is_for_the_others(
    settings: dict[str, Any], fitting: list[str]
) -> None:
    assert members(CheckOptions(**settings)) == fitting


def test_options_that_no_engine_takes_are_refused() -> None:
    with pytest.raises(OptionProblem, match="is not bounded by rounds"):
        esbmc_py.check(SAFE, rounds=2, explicit=esbmc_py.checking.options.ExplicitOptions(invariants=("f",)))


def test_formulas_of_several_engines_are_not_written_to_one_file(tmp_path: Path) -> None:
    with pytest.raises(OptionProblem, match="one mode"):
        esbmc_py.check(SAFE, dump_smt2=tmp_path / "all.smt2")


def test_bounds_that_are_given_are_kept() -> None:
    """The update is lost only with three switches; without bounds it is found at random."""
    bounded = esbmc_py.check(LOST_UPDATE, contexts=1, unwind=2)
    assert bounded.verdict is Verdict.SUCCESSFUL
    assert not bounded.complete


def nothing_found(_self: Random, _program: Program, _request: Options, _options: CheckOptions) -> Outcome:
    from encoders.outcome import Statistics

    return Outcome("random", (), False, (), (), ("nothing",), (), Statistics())


def raising(*_: object) -> Outcome:
    raise RuntimeError("no such luck")


def dying(*_: object) -> Outcome:
    os._exit(7)


def deaf(*_: object) -> Outcome:
    while True:
        try:
            time.sleep(60)
        except BaseException:  # not even an alarm wakes it
            continue


@pytest.mark.parametrize("defect", [raising, dying])
@pytest.mark.parametrize("mode", [Explicit, LazySeq, Lazy])
def test_an_engine_with_a_defect_leaves_the_answer_to_the_others(
    mode: type, defect: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mode, "check", defect)
    assert esbmc_py.check(SAFE).verdict is Verdict.SUCCESSFUL


def test_a_defect_of_all_engines_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for mode in (Explicit, LazySeq, Lazy):
        monkeypatch.setattr(mode, "check", raising)
    result = esbmc_py.check(SAFE)
    assert result.verdict is Verdict.UNKNOWN
    assert any("engine explicit: internal error: RuntimeError: no such luck" in note for note in result.notes)


def test_engines_that_do_not_look_at_the_clock_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    for mode in (Explicit, LazySeq, Lazy):
        monkeypatch.setattr(mode, "check", deaf)
    result = esbmc_py.check(SAFE, timeout=0.5)
    assert result.verdict is Verdict.UNKNOWN
    assert all("out of time" in report.says for report in result.team if report.name in TEAM)


def test_what_the_engines_have_covered_is_told_where_nothing_is_settled() -> None:
    result = esbmc_py.check(ENDLESS, timeout=3.0)
    told = next(one.says for one in result.team if one.name == "random")
    assert "executions" in told and " 0 executions" not in told, "those before the engines began count, too"
    assert result.verdict is Verdict.UNKNOWN
    text = "\n".join(result.scope.lines())
    assert "no violation within unwind" in text
    assert {name for name in TEAM if name in text or result.scope.mode == name} == set(TEAM)


def test_the_answer_begins_with_the_engine_that_covered_most() -> None:
    """Also if it had no time to say it, and others had."""

    def member(name: str, unwind: int | None) -> TeamMember:
        one = TeamMember(find_mode(name), cast(Worker, None), 0.0, 1.0, ended="out of time")
        if unwind is not None:
            loops = (Place(SourceLocation("prog.c", 3), "loop bound"),)
            scope = Scope(Verdict.UNKNOWN, name, (), Bounds(unwind), unwinding_cut=loops)
            one.covered = Covered(f"unwind {unwind}", scope)
        return one

    first = min([member("lazyseq", 1), member("explicit", None), member("lazy", 2)], key=tells_little)
    assert first.name == "lazy" and first.scope is not None
    assert first.scope.lines()[0] == "no violation within unwind 2, all schedules; out of time"


def test_memory_is_that_of_the_team() -> None:
    result = esbmc_py.check(ENDLESS, memory=1)
    assert result.verdict is Verdict.UNKNOWN
    assert "more than 1 MB of memory" in "\n".join(result.scope.lines())


def test_what_processes_share_counts_once() -> None:
    block = bytearray(os.urandom(1 << 20)) * 60
    before = sum(shares_beyond(1, [os.getpid()]).values())
    children = []
    try:
        for _ in range(3):
            child = os.fork()
            if child == 0:
                signal.pause()
            children.append(child)
        shares = shares_beyond(1, [os.getpid(), *children])
        assert len(shares) == 4
        assert sum(shares.values()) < 3 * before  # 4 times if each counted all; a system may guess what is whose
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    del block


FEW, MANY = "char input = __VERIFIER_nondet_char();", "int input = __VERIFIER_nondet_int();"
START = "{ pthread_t t; pthread_create(&t, 0, run, 0); }"
ROUNDS = f"for (int i = 0; i < 9; i++) {START}"


@pytest.mark.parametrize(
    ("body", "share"),
    [
        (f"for (;;) {START}", 2.0),
        (f"{MANY} {START} for (;;) pause();", 2.0),
        (f"{FEW} {START} for (;;) pause();", 0.5),
        (f"{MANY} {ROUNDS}", 0.5),
        (ROUNDS, 0.12),
        (f"{START} for (int i = 0; i < 100000; i++) sleep(1);", 1.0),
        (f"int most = 100000; {START} for (int i = 0; i < most; i++) sleep(1);", 1.0),
        (f"static int most = 100000; {START} for (int i = 0; i < most; i++) sleep(1);", 1.0),
    ],
)
def test_a_proof_gets_more_of_the_time_where_fewer_others_can_settle_it(
    tmp_path: Path, body: str, share: float
) -> None:
    path = tmp_path / "program.c"
    declared = "int __VERIFIER_nondet_int(void);\nchar __VERIFIER_nondet_char(void);\n"
    headers = "#include <pthread.h>\n#include <unistd.h>\n"
    path.write_text(f"{headers}{declared}void *run(void *p) {{ return p; }}\nint main(void) {{ {body} }}\n")
    program = prepare(load_program([path]))
    assert a_proof_may_help(program)
    assert share_of_a_proof(program) == share
    assert (order_of(program, [*TEAM, PROVER])[0] == PROVER) is creates_without_end(program) is ("for (;;) {" in body)


def test_where_others_have_the_processor_a_turn_lasts_longer() -> None:
    """What a worker that waits has used is nothing, however late it is on the clock."""
    waiting = Worker(lambda leash: time.sleep(60))
    working = Worker(lambda leash: sum(range(10**12)))
    try:
        for worker in (waiting, working):
            worker.give_turn(1)
        deadline = time.monotonic() + 30
        while not working.works_longer_than(0.1):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        on_the_clock = 0.1
        assert processor_time(waiting.pid) < on_the_clock <= processor_time(working.pid)
        assert waiting.works_longer_than(0.0125)  # for eight times as long: it waits for something else
    finally:
        for worker in (waiting, working):
            worker.end()


def test_where_inputs_have_many_values_formulas_come_first(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text("int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int(); }\n")
    assert order_of(prepare(load_program([path])), TEAM)[0] == "lazyseq"
    assert order_of(prepare(load_program([EXAMPLES / "lost_update.c"])), TEAM)[0] == "explicit"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_ends_all_engines_with_what_is_known(number: int, tmp_path: Path) -> None:
    path = tmp_path / "endless.c"
    path.write_text(ENDLESS)
    command = [sys.executable, "-m", "esbmc_py", "check", str(path), "--json", "-q"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        children = _wait_for_children(process.pid, 3)
        process.send_signal(number)
        answer = json.loads(process.communicate()[0])
    assert process.returncode == 3
    assert answer["verdict"] == "unknown"
    assert "interrupted" in json.dumps(answer["scope"]) + json.dumps(answer["team"])
    assert not any(_is_alive(child) for child in children)


def test_engines_end_with_a_team_that_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "endless.c"
    path.write_text(ENDLESS)
    command = [sys.executable, "-m", "esbmc_py", "check", str(path), "-q"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(ROOT)}) as process:
        children = _wait_for_children(process.pid, 3)
        process.kill()
    for child in children:
        while _is_alive(child):
            time.sleep(0.01)


def test_the_exit_status_tells_the_verdict_where_all_streams_are_closed(tmp_path: Path) -> None:
    for source, status in ((SAFE, 0), (LOST_UPDATE, 1)):
        file = tmp_path / "prog.c"
        file.write_text(source)
        command = ["sh", "-c", '"$0" -m esbmc_py check "$1" <&- >&- 2>&-', sys.executable, str(file)]
        assert subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT)}).returncode == status


def test_a_caller_may_ignore_the_ends_of_processes() -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        assert esbmc_py.check(SAFE).verdict is Verdict.SUCCESSFUL
    finally:
        signal.signal(signal.SIGCHLD, before)


def _wait_for_children(pid: int, number: int) -> list[int]:
    while True:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        if len(text.split()) >= number:
            time.sleep(0.2)  # until they have begun
            return list(map(int, text.split()))
        time.sleep(0.01)


def _is_alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
