"""Counterexamples on real binaries."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from esbmc_py import check
from esbmc_py.native.build import NativeSource, runtime_text
from esbmc_py.native.planning import plan_for, what_happens
from esbmc_py.native.process import run_once
from esbmc_py.native.replay import Prepared, prepare
from esbmc_py.native.report import read_report
from esbmc_py.native.verdict import compare
from tests.conftest import ROOT, Finished

Smtcb = Callable[..., Finished]
Source = Callable[..., Path]

LOST_UPDATE = ROOT / "examples" / "lost_update.c"
FIXED = ROOT / "examples" / "lost_update_fixed.c"
DEADLOCK = ROOT / "examples" / "deadlock.c"
TOOLS = ("gcc", "objdump", "objcopy", "nm")

needs_tools = pytest.mark.skipif(
    not all(map(shutil.which, TOOLS)) or os.uname().machine != "x86_64",
    reason="gcc and binutils are not installed, or this is another processor",
)

INPUTS = """\
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int got, asked;
static void *worker(void *unused) { got = rand(); return unused; }
int main(int argc, char **argv)
{
    pthread_t thread;
    if (argc != 2 || strcmp(argv[1], "-v") != 0)
        return 0;
    asked = __VERIFIER_nondet_int();
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    assert(got != 77 || asked != -5);
    return 0;
}
"""

FREED = """\
#include <pthread.h>
#include <stdlib.h>
int *shared;
static void *user(void *unused) { *shared = 1; return unused; }
int main(void)
{
    pthread_t thread;
    shared = malloc(sizeof *shared);
    if (shared == NULL)
        return 0;
    pthread_create(&thread, NULL, user, NULL);
    free(shared);
    pthread_join(thread, NULL);
    return 0;
}
"""

LOST_SIGNAL = """\
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;
static void *producer(void *unused)
{
    ready = 1;
    pthread_cond_signal(&changed);
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, producer, NULL);
    pthread_mutex_lock(&lock);
    if (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
"""

TORN = """\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
char text[2] = "a", seen[2];
atomic_int turn;
static void *writer(void *unused) { turn++; memcpy(text, "bc", 2); return unused; }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    int before = atomic_load(&turn);
    memcpy(seen, text, 2);
    assert(before != 0 || !(seen[0] == 'a' && seen[1] == 'c'));
    return 0;
}
"""

# At -O0, gcc reads `arrived` twice in `++arrived == 2`: the second read is not that of the loop below.
READ_TWICE = """\
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
int arrived;
static void gate(void)
{
    pthread_mutex_lock(&lock);
    if (++arrived == 2) {
        arrived = 0;
        pthread_cond_broadcast(&opened);
    } else
        while (arrived != 0)
            pthread_cond_wait(&opened, &lock);
    pthread_mutex_unlock(&lock);
}
static void *twice(void *unused) { gate(); gate(); return unused; }
int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, twice, NULL);
    pthread_create(&two, NULL, twice, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
"""

# Called like the runtime's own: which of two variables it is would not be known.
NAMES_OF_THE_RUNTIME = """\
#include <assert.h>
#include <pthread.h>
int turn, strange, dropped;
static void *other(void *unused) { int waits = turn + 1; strange = waits; turn = waits; return unused; }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    int waits = turn + 1;
    dropped = waits;
    turn = waits;
    pthread_join(thread, NULL);
    assert(turn == 2);
    return 0;
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """In which programs are built one after the other: the runtime is compiled once."""
    return tmp_path_factory.mktemp("build")


def prepared(path: Path, folder: Path, level: str = "-O0", groups: tuple[str, ...] | None = None) -> Prepared:
    settings = {} if groups is None else {"groups": groups}
    result = check(path, **settings)
    found = result.counterexamples[0]
    return prepare(result.program, found.schedule, found.what, [NativeSource(path)], folder, optimisation=level)


@needs_tools
@pytest.mark.parametrize("level", ["-O0", "-O2"])
def test_a_lost_update_happens_in_the_real_binary_each_time(folder: Path, level: str) -> None:
    replayed = prepared(LOST_UPDATE, folder, level)
    verdicts = [replayed.run() for _ in range(5)]
    assert [verdict.agrees for verdict in verdicts] == [True] * 5
    assert verdicts[0].says == ("thread 0 at lost_update.c:21: the assertion counter == 2 fails",)


@needs_tools
@pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not installed")
def test_clang_compiles_it_too(smtcb: Smtcb) -> None:
    finished = smtcb("replay", LOST_UPDATE, "--cc", "clang", "-O2")
    assert finished.status == 1
    assert "compiled by clang -O2" in finished.output


@needs_tools
@pytest.mark.parametrize(
    ("text", "groups", "says"),
    [
        pytest.param(INPUTS, None, "the assertion got != 77", id="inputs and arguments"),
        pytest.param(FREED, ("memory",), "use-after-free", id="memory that was freed"),
        pytest.param(LOST_SIGNAL, ("deadlock",), "the condition variable is signalled", id="a lost signal"),
        pytest.param(TORN, ("reach",), "fails", id="a copy that is interrupted"),
        pytest.param(READ_TWICE, ("deadlock",), "the condition variable is signalled", id="a read made twice"),
        pytest.param(NAMES_OF_THE_RUNTIME, ("reach",), "fails", id="variables called like the runtime's"),
    ],
)
def test_a_process_shows(text: str, groups: tuple[str, ...] | None, says: str, source: Source, folder: Path) -> None:
    verdict = prepared(source(text), folder, groups=groups).run()
    assert verdict.agrees, verdict.says
    assert says in "\n".join(verdict.says)


@needs_tools
def test_a_process_shows_a_race_with_both_accesses_pending(folder: Path) -> None:
    verdict = prepared(LOST_UPDATE, folder, groups=("race",)).run()
    assert verdict.agrees
    addresses = {line.split(" at ")[-1] for line in verdict.says[1:]}
    assert len(verdict.says) == 3 and len(addresses) == 1


@needs_tools
def test_a_program_that_cannot_follow_says_where_it_went_another_way(tmp_path: Path, folder: Path) -> None:
    """The plan of the lost update, and a program with a lock."""
    result = check(LOST_UPDATE)
    found = result.counterexamples[0]
    program = tmp_path / "lost_update.c"
    program.write_text(FIXED.read_text())
    fixed = prepare(result.program, found.schedule, found.what, [NativeSource(program)], folder)
    verdict = fixed.run()
    assert not verdict.agrees
    assert "the process exits with status 0" in verdict.says
    assert any("went another way in thread 2" in line and "mutex" in line for line in verdict.says)


@needs_tools
def test_a_process_in_which_nothing_happens_is_ended(source: Source, folder: Path) -> None:
    text = LOST_UPDATE.read_text().replace("assert(counter == 2);", 'for (;;) { __asm__ volatile(""); }')
    result = check(LOST_UPDATE)
    found = result.counterexamples[0]
    endless = prepare(result.program, found.schedule, found.what, [NativeSource(source(text))], folder)
    begun = time.monotonic()
    run = run_once(endless.built.program, endless.plan_file, patience=0.3)
    assert run.kind == "stuck" and run.at is not None and run.at.thread == 0
    assert time.monotonic() - begun < 20


@needs_tools
def test_the_runtime_compiles_without_warnings(tmp_path: Path) -> None:
    (tmp_path / "runtime.c").write_text(runtime_text())
    flags = ("-Wall", "-Wextra", "-Werror", "-c", "runtime.c")
    for more in ((), ("-DSMTCB_TSAN",)):
        subprocess.run(("gcc", *flags, *more, "-o", "runtime.o"), cwd=tmp_path, check=True, capture_output=True)


def test_a_plan_has_operations_in_the_order_of_the_schedule() -> None:
    result = check(LOST_UPDATE)
    found = result.counterexamples[0]
    plan = plan_for(result.program, found.schedule, found.what)
    accesses = [(one.thread, one.kind) for one in plan.operations if one.object >= 0]
    assert accesses in (
        [(1, "R"), (2, "R"), (2, "W"), (1, "W"), (0, "R")],
        [(2, "R"), (1, "R"), (1, "W"), (2, "W"), (0, "R")],
    )


def test_reports_of_the_runtime_are_read() -> None:
    run = read_report(
        ["started", "diverged thread 2 at a.c:7: has to wait: the mutex is free", "dropped 3", "exited 5"], 5, ""
    )
    assert (run.kind, run.detail, run.dropped) == ("exited", "5", 3)
    assert run.other_way is not None and (run.other_way.thread, run.other_way.place) == (2, "a.c:7")
    assert read_report([], None, "").kind == "lost"


def test_another_assertion_is_not_the_same_violation() -> None:
    found = check(LOST_UPDATE).counterexamples[0]
    same = read_report(["violation assertion thread 0 at lost_update.c:21: counter == 2"], -6, "")
    other_line = read_report(["violation assertion thread 0 at lost_update.c:20: x"], -6, "")
    other_thread = read_report(["violation assertion thread 1 at lost_update.c:21: counter == 2"], -6, "")
    assert compare(found.what, same).agrees
    assert not compare(found.what, other_line).agrees
    assert not compare(found.what, other_thread).agrees


# --- the command


@needs_tools
def test_the_command_replays_a_saved_schedule_several_times(smtcb: Smtcb, tmp_path: Path) -> None:
    schedule = tmp_path / "bug.json"
    smtcb("check", LOST_UPDATE, "--save-schedule", schedule)
    finished = smtcb("replay", LOST_UPDATE, "--schedule", schedule, "--times", "3")
    assert finished.status == 1
    assert "the real binary ends in the same violation, 3 of 3 times:" in finished.output


@needs_tools
def test_who_asks_thread_sanitizer_asks_about_a_race(smtcb: Smtcb) -> None:
    finished = smtcb("replay", LOST_UPDATE, "--tsan")
    assert "WARNING: ThreadSanitizer: data race" in finished.output


@needs_tools
def test_a_schedule_of_another_program_is_refused(smtcb: Smtcb, tmp_path: Path) -> None:
    schedule = tmp_path / "bug.json"
    smtcb("check", LOST_UPDATE, "--save-schedule", schedule)
    finished = smtcb("replay", FIXED, "--schedule", schedule)
    assert finished.status == 2
    assert "made for another program, or for another version of this one" in finished.errors


@needs_tools
def test_a_whole_answer_is_a_schedule_too(smtcb: Smtcb, tmp_path: Path) -> None:
    answer = tmp_path / "answer.json"
    answer.write_text(smtcb("check", DEADLOCK, "--json").output)
    finished = smtcb("replay", DEADLOCK, "--schedule", answer, "-O2")
    assert finished.status == 1
    assert "thread 1 at deadlock.c:15 waits until the mutex is free (thread 2)" in finished.output


def test_without_a_compiler_there_is_a_message(smtcb: Smtcb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    finished = smtcb("replay", LOST_UPDATE)
    assert finished.status == 2
    assert "there is no compiler" in finished.errors and "smtcb run --schedule" in finished.errors


@needs_tools
def test_nothing_is_overwritten(smtcb: Smtcb, tmp_path: Path) -> None:
    (tmp_path / "test.c").write_text("mine")
    assert smtcb("replay", LOST_UPDATE, "--emit-test", tmp_path / "test.c").status == 2
    assert smtcb("replay", LOST_UPDATE, "--keep", tmp_path).status == 2
    assert [path.name for path in tmp_path.iterdir()] == ["test.c"]
    assert (tmp_path / "test.c").read_text() == "mine"


@needs_tools
def test_a_program_without_bugs_has_nothing_to_replay(smtcb: Smtcb) -> None:
    finished = smtcb("replay", FIXED)
    assert finished.status == 0
    assert "nothing to replay: SUCCESSFUL" in finished.output


@needs_tools
def test_a_program_that_does_not_compile_says_so(smtcb: Smtcb, source: Source) -> None:
    text = LOST_UPDATE.read_text().replace("#include <assert.h>", "#include <assert.h>\n__smtcb_thread_set s;")
    finished = smtcb("replay", source("#include <smtcb.h>\n" + text))
    assert finished.status == 2
    assert "gcc cannot build the program" in finished.errors


READS_A_FILE = """\
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static int total;
static void *adds(void *unused) { total++; return unused; }
int main(void) {
    pthread_t one, two;
    FILE *file = fopen("nowhere.txt", "r");
    if (!file)
        return 1;
    pthread_create(&one, 0, adds, 0);
    pthread_create(&two, 0, adds, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(total == 2);
    return 0;
}
"""


@needs_tools
def test_a_header_of_the_compiler_that_is_read_first_is_found(smtcb: Smtcb, source: Source) -> None:
    finished = smtcb("replay", "-include", "assert.h", source("int main(void) { assert(0); return 0; }\n"))
    assert finished.status == 1, finished.errors
    assert "the real binary ends in the same violation" in finished.output


@needs_tools
def test_a_file_that_is_not_there_is_named_as_the_reason(smtcb: Smtcb, source: Source) -> None:
    finished = smtcb("replay", source(READS_A_FILE), "--mode", "lazy")
    assert finished.status == 3
    assert "8:18 calls fopen: what comes from there is not forced" in finished.output


NEEDS_AN_ARGUMENT = """\
#include <assert.h>
#include <pthread.h>
static int total;
static void *adds(void *unused) { total++; return unused; }
int main(int argc, char **argv) {
    pthread_t one, two;
    if (argc < 2 || argv[1][0] != 'x')
        return 1;
    pthread_create(&one, 0, adds, 0);
    pthread_create(&two, 0, adds, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(total == 2);
    return 0;
}
"""


@needs_tools
def test_a_program_that_needs_an_argument_gets_that_of_the_counterexample(smtcb: Smtcb, source: Source) -> None:
    finished = smtcb("replay", source(NEEDS_AN_ARGUMENT), "--mode", "lazy")
    assert finished.status == 1
    assert "the real binary ends in the same violation" in finished.output


@needs_tools
def test_a_folder_that_is_kept_replays_without_smtcb(smtcb: Smtcb, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    assert smtcb("replay", LOST_UPDATE, "--keep", kept).status == 1
    done = subprocess.run(("sh", kept / "replay.sh"), capture_output=True, text=True, check=False, cwd="/")
    assert done.returncode != 0
    assert "violation assertion thread 0 at lost_update.c:21: counter == 2" in done.stderr


@needs_tools
def test_an_emitted_test_fails_with_the_bug_and_passes_with_the_fix(
    smtcb: Smtcb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program = Path("prog.c")
    program.write_text(LOST_UPDATE.read_text())
    assert smtcb("replay", program, "--emit-test", "bug.c").status == 1
    commands = re.findall(r"^     (.+)$", Path("bug.c").read_text().split("For make")[0], re.M)
    assert commands[-1] == "./bug"

    def status() -> int:
        for command in commands[:-1]:
            subprocess.run(command, shell=True, check=True, capture_output=True)
        return subprocess.run("./bug", capture_output=True, check=False).returncode

    assert status() != 0
    program.write_text(FIXED.read_text())  # with other lines above and below
    assert status() == 0


def test_a_schedule_that_was_saved_where_leaks_were_looked_for_leads_to_one() -> None:
    leaky = "#include <stdlib.h>\nint main(void) { return malloc(3) == 0; }\n"
    result = check(leaky, mode="explicit", groups=("leak",))
    (found,) = result.counterexamples
    assert what_happens(result.program, found.schedule) == found.what


@needs_tools
@pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed")
def test_gdb_stops_at_the_violation(capfd: pytest.CaptureFixture[str]) -> None:
    from esbmc_py.cli.main import main

    main(["replay", str(DEADLOCK), "--gdb"])
    printed = capfd.readouterr().out
    if "ptrace" in printed:
        pytest.skip("gdb may not trace processes here")
    assert "SIGABRT" in printed and "deadlock.c:15" in printed
