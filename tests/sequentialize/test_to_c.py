"""Sequentialized C: it compiles, reads like the paper's, runs natively, and says what the concurrent program says."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import esbmc_py
from encoders.cseq.check import check_cseq, choices_of_violation
from encoders.request import Options
from encoders.tree.lazy import check_lazy
from esbmc_py.checking import Verdict
from esbmc_py.cli.backends import read_answer, run_cbmc
from esbmc_py.cli.main import main
from esbmc_py.frontend import Checks, load_program
from esbmc_py.goto.properties import GROUPS
from esbmc_py.goto.sharing import prepare
from sequentialize.bounds import ProgramBounds
from sequentialize.round_patterns import PatternProblem, parse_rounds
from sequentialize.show import PASSES
from sequentialize.to_c import COptions, to_c
from tests.generator import generate

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
CAV14 = ROOT / "benchmarks" / "suite" / "cav14"
CHECKS = Checks(overflow=False, shift=False)
PROPERTIES = frozenset(prop for group in ("reach", "memory", "division", "locks") for prop in GROUPS[group])
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")


def prepared(path: Path, defines: tuple[str, ...] = ()):
    return prepare(load_program([path], checks=CHECKS, defines=defines))


def translated(program, rounds: int, unwind: int = 2, **options):
    return to_c(program, ProgramBounds(unwind), COptions(rounds, properties=PROPERTIES, **options))


def compiled(text: str, folder: Path) -> Path:
    source, binary = folder / "seq.c", folder / "seq"
    source.write_text(text)
    done = subprocess.run(["gcc", "-Wall", "-Wextra", str(source), "-o", str(binary)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return binary


RUNNING_EXAMPLE = """#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
pthread_mutex_t m; int c;
void *P(void *b) {
    int tmp = *(int *)b;
    pthread_mutex_lock(&m);
    if (c > 0)
        c++;
    else {
        c = 0;
        while (tmp > 0) { c++; tmp--; }
    }
    pthread_mutex_unlock(&m);
    return 0;
}
void *C(void *unused) { __VERIFIER_assume(c > 0); c--; assert(c >= 0); return 0; }
int x = 1, y = 5;
int main(void) {
    pthread_t p0, p1, c0, c1;
    pthread_mutex_init(&m, 0);
    pthread_create(&p0, 0, P, &x);
    pthread_create(&p1, 0, P, &y);
    pthread_create(&c0, 0, C, 0);
    pthread_create(&c1, 0, C, 0);
    return 0;
}
"""


@pytest.fixture
def running_example(tmp_path):
    path = tmp_path / "running.c"
    path.write_text(RUNNING_EXAMPLE)
    return prepared(path)


def test_the_running_example_of_cav_2014_reads_like_its_figure_3(running_example):
    text = re.sub(r" *(/\*.*\*/)? *\n", "\n", translated(running_example, 2).text)
    body = text[text.index("static void P_1(") : text.index("static void P_2(")]
    body = body[body.index("J(0, 1)") :]
    assert "L1: J(1, 2) seq_mutex_lock(&m);\n" in body
    then, otherwise = body.index("if (c_1 > 0) {"), body.index("} else {\n        G(4)\n        L5: J(5, 6) c = 0;")
    assert then < otherwise < body.index("seq_mutex_unlock(&m);") < body.index("L12: return;")
    assert "#define J(A, B) if (pc[ct] > A || A >= cs) goto L##B;" in text
    assert body.count("J(") == 12
    # where the loop would go on beyond the bound, the thread stops
    assert body.count("goto") == 1 and "goto l_end;\n" in body and "assume(0)" not in body


@needs_gcc
@pytest.mark.parametrize(
    ("name", "rounds", "unwind"), [("lost_update.c", 3, 2), ("fibonacci.c", 3, 5), ("deadlock.c", 2, 2)]
)
def test_examples_compile_without_warnings(name, rounds, unwind, tmp_path):
    compiled(translated(prepared(EXAMPLES / name), rounds, unwind).text, tmp_path)


@needs_gcc
@pytest.mark.parametrize("name", ["boop_simple.c", "lazy01.c", "qrcu.c", "read_write_lock.c", "singleton.c", "sigma.c"])
def test_programs_of_the_suite_compile_without_warnings(name, tmp_path):
    compiled(translated(prepared(CAV14 / name), 2).text, tmp_path)


@needs_gcc
@pytest.mark.parametrize("backend", ["cbmc", "esbmc", "klee"])
def test_other_back_ends_compile_too(backend, tmp_path):
    source = tmp_path / "seq.c"
    source.write_text(translated(prepared(EXAMPLES / "lost_update.c"), 2, backend=backend).text)
    done = subprocess.run(["gcc", "-Wall", "-Wextra", "-fsyntax-only", str(source)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@needs_gcc
@pytest.mark.parametrize(("name", "rounds"), [("lost_update.c", 3), ("fibonacci.c", 3)])
def test_a_counterexample_runs_natively_into_the_assertion(name, rounds, tmp_path):
    program = prepared(EXAMPLES / name)
    options = Options.of(rounds=rounds, unwind=2, solver="bitwuzla", properties=PROPERTIES)
    outcome, choices = choices_of_violation(program, options)
    assert choices is not None
    binary = compiled(translated(program, rounds).text, tmp_path)
    (tmp_path / "choices").write_text("\n".join(choices))
    done = subprocess.run([str(binary), str(tmp_path / "choices")], capture_output=True, text=True)
    line = int(re.match(r"line (\d+): assertion failed", done.stderr).group(1))
    made = translated(program, rounds)
    assert made.lines[line - 1].line == outcome.found[0].location.line
    assert done.returncode < 0  # by abort()


@needs_gcc
def test_other_choices_run_to_an_end(tmp_path):
    binary = compiled(translated(prepared(EXAMPLES / "lost_update.c"), 3).text, tmp_path)
    (tmp_path / "choices").write_text("100\n")  # beyond the last statement
    done = subprocess.run([str(binary), str(tmp_path / "choices")], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "an assumption does not hold: no execution\n")
    seeds = [subprocess.run([str(binary), str(seed)], capture_output=True).returncode for seed in range(1, 9)]
    assert set(seeds) <= {0, -6}


def verdict_of_c(text: str, folder: Path) -> bool:
    path = folder / "seq.c"
    path.write_text(text)
    outcome = check_lazy(prepared(path), Options.of(solver="bitwuzla", properties=PROPERTIES, unwind=9))
    assert not outcome.unknown and not outcome.unsupported and not outcome.unwinding_cut
    return bool(outcome.found)


@pytest.mark.parametrize(("name", "rounds"), [("lost_update.c", 2), ("lost_update.c", 3), ("lost_update_fixed.c", 3)])
def test_checking_the_c_program_gives_the_verdict_of_the_concurrent_one(name, rounds, tmp_path):
    program = prepared(EXAMPLES / name)
    options = Options.of(rounds=rounds, unwind=2, solver="bitwuzla", properties=PROPERTIES)
    found = bool(check_cseq(program, options).found)
    assert verdict_of_c(translated(program, rounds).text, tmp_path) == found


@needs_gcc
@pytest.mark.parametrize("seed", range(8))
def test_generated_programs_compile_and_keep_their_verdict(seed, tmp_path):
    path = tmp_path / "program.c"
    path.write_text(generate(seed, size=5))
    program = prepared(path)
    options = Options.of(rounds=2, unwind=20, solver="bitwuzla", properties=PROPERTIES)
    made = translated(program, 2, unwind=20)
    assert not made.left_out
    compiled(made.text, tmp_path)
    assert verdict_of_c(made.text, tmp_path) == bool(check_cseq(program, options).found)


ARRAYS = """#include <pthread.h>
#include <assert.h>
int flag;
int use(int n) {
  int sum = 0;
  for (int i = 0; i < 2; i++) { int array[n]; array[i] = flag; sum += array[i]; }
  if (n > 3) { int never[n]; never[0] = 1; sum += never[0]; }
  return sum;
}
void *t(void *unused) { assert(use(2) == 0); return unused; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); flag = 1; pthread_join(a, 0); return 0; }
"""


@needs_gcc
def test_variable_length_arrays_become_arrays(tmp_path):
    path = tmp_path / "arrays.c"
    path.write_text(ARRAYS)
    text = translated(prepared(path), 2).text
    compiled(text, tmp_path)
    assert verdict_of_c(text, tmp_path)


def test_a_local_that_others_know_dies_in_c_too(tmp_path):
    path = tmp_path / "dead.c"
    inside = RUNNING_EXAMPLE.replace("int x = 1, y = 5;\nint main(void) {", "int main(void) { int x = 1, y = 5;")
    path.write_text(inside)
    program = prepared(path)
    options = Options.of(rounds=1, unwind=2, solver="bitwuzla", properties=PROPERTIES)
    assert check_cseq(program, options).found and verdict_of_c(translated(program, 1).text, tmp_path)


def test_every_line_knows_where_it_comes_from(running_example):
    made = translated(running_example, 2)
    for text, origin in zip(made.text.splitlines(), made.lines, strict=True):
        if "seq_mutex_lock(&m);" in text:
            assert origin is not None and origin.line == 7
    assert "/* 9: c++; */" in made.text


def test_schedules_name_the_threads_of_each_round():
    assert parse_rounds("1,2:+:2,1", 3) == [[1, 2], [0, 1, 2], [2, 1]]
    for wrong in ("", "1:", "3", "1,1", "a"):
        with pytest.raises(PatternProblem):
            parse_rounds(wrong, 3)


def test_a_schedule_restricts_what_the_c_program_does(tmp_path):
    program = prepared(EXAMPLES / "lost_update.c")
    alone = translated(program, 3, schedule="0:1:2:0").text
    apart = translated(program, 3, schedule="0:1:2:1:2:0").text
    assert verdict_of_c(alone, tmp_path) is False
    assert verdict_of_c(apart, tmp_path) is True


def test_the_command_writes_c_and_its_line_map(tmp_path, capsys):
    target = tmp_path / "seq.c"
    source = EXAMPLES / "lost_update.c"
    assert main(["sequentialize", str(source), "--rounds", "2", "-o", str(target), "--linemap"]) == 0
    table = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    lines = target.read_text().splitlines()
    wanted = [number for number, text in enumerate(lines, 1) if "/* 10: counter++; */" in text]
    assert wanted and all(re.fullmatch(r".*lost_update\.c:10:\d+", table[str(number)]) for number in wanted)
    assert main(["sequentialize", str(source), "--backend", "nothing"]) == 2
    assert main(["sequentialize", str(source), "--schedule", "9"]) == 2
    assert main(["sequentialize", str(source), "--show", "nothing"]) == 2


@pytest.mark.parametrize("name", PASSES)
def test_the_command_shows_addresses_after_every_pass(name, capsys):
    assert main(["sequentialize", str(EXAMPLES / "lost_update.c"), "--show", name, "--verbose"]) == 0
    assert "(int *)(&counter)" in capsys.readouterr().out


def test_an_answer_of_cbmc_is_told_on_the_original_source():
    program = prepared(EXAMPLES / "lost_update.c")
    made = translated(program, 3, backend="cbmc")
    lines = list(enumerate(made.text.splitlines(), 1))
    first = next(number for number, text in lines if "counter_1 = counter;" in text and "/* 10" in text)
    last = next(number for number, text in lines if "assert(" in text and "counter_1" in text)
    step = {"stepType": "assignment", "sourceLocation": {"line": str(first), "function": made.threads[1]}}
    failure = {"stepType": "failure", "sourceLocation": {"line": str(last), "function": made.threads[0]}}
    passed = {**step, "stepType": "location-only", "sourceLocation": {"line": str(last), "function": made.threads[0]}}
    trace = [step, passed, step, failure]
    answer = read_answer(
        [{"program": "CBMC"}, {"result": [{"status": "FAILURE", "description": "d", "trace": trace}]}], made
    )
    assert [(one.thread, one.location.line) for one in answer.steps] == [(1, 10), (0, 21)]
    assert answer.violated.line == 21 and not answer.successful
    assert read_answer(json.loads('[{"result": [{"status": "SUCCESS"}]}]'), made).successful


@pytest.mark.skipif(shutil.which("cbmc") is None, reason="no cbmc")
def test_cbmc_finds_the_lost_update_in_three_rounds():
    program = prepared(EXAMPLES / "lost_update.c")
    assert run_cbmc(translated(program, 2, backend="cbmc")).successful
    answer = run_cbmc(translated(program, 3, backend="cbmc"))
    assert answer.violated is not None and answer.violated.line == 21
    increments = [step.thread for step in answer.steps if step.location.line == 10]
    assert increments in ([1, 2, 1], [2, 1, 2]), "one reads before and writes after the other"


@pytest.mark.parametrize("mode", ["lazy", "lazyseq"])
def test_the_c_program_can_be_checked_in_other_modes(mode, tmp_path):
    """What the models call `__smtcb_self` has another name in C: the front end gives that one to its own."""
    path = tmp_path / "seq.c"
    path.write_text(translated(prepared(EXAMPLES / "lost_update.c"), 3).text)
    result = esbmc_py.check(
        path, mode=mode, groups=("reach",), unwind=4, **({"rounds": 1} if mode == "lazyseq" else {})
    )
    assert result.verdict is Verdict.FAILED
