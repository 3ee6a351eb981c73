"""An answer says what no execution has reached."""

from __future__ import annotations

from typing import Any

import pytest

from esbmc_py import Verdict, check
from tests.agreement.agree import load_text
from tests.agreement.coverage_agree import judge, truth
from tests.generator import generate

MODES = ("lazy", "schedule", "uw", "lazyseq", "explicit")

HEADERS = "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n#include <threads.h>\n"

ALL_REACHED = """
int x;
void *worker(void *p) { x = 1; assert(x == 1); return 0; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}
"""


def unreached(program: str, mode: str, **settings: Any) -> list[str]:
    """What the notes say, without places."""
    result = check(HEADERS + program, mode=mode, **settings)
    assert result.verdict is Verdict.SUCCESSFUL, result.scope.lines()
    return [note.split(": ", 1)[1] for note in result.notes]


@pytest.mark.parametrize("mode", MODES)
def test_no_warning_where_all_is_reached(mode: str) -> None:
    assert unreached(ALL_REACHED, mode) == []


@pytest.mark.parametrize("mode", MODES)
def test_an_assertion_after_the_end_of_the_process_is_not_reached(mode: str) -> None:
    program = "int x;\nint main(void) { if (x == 0) exit(0);\n assert(x == 5);\n return 0; }"
    assert unreached(program, mode) == ["no execution reaches the assertion x == 5"]


@pytest.mark.parametrize("mode", MODES)
def test_an_assertion_after_an_endless_loop_is_not_reached(mode: str) -> None:
    program = """
int x, never;
void *server(void *p) { while (!never) { x = 1; } assert(x == 1); return 0; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, server, 0);
    assert(x == 0 || x == 1);
    while (!never) { }
    assert(x == 2);
    return 0;
}
"""
    bounds = (
        {} if mode == "explicit" else {"unwind": 2, "contexts": 3} if mode != "lazyseq" else {"unwind": 2, "rounds": 3}
    )
    told = sorted(note.replace(" within these bounds", "") for note in unreached(program, mode, **bounds))
    assert told == [f"no execution reaches the assertion x == {value}" for value in (1, 2)]


@pytest.mark.parametrize("mode", MODES)
def test_an_assertion_behind_a_condition_that_never_holds(mode: str) -> None:
    program = "int main(int argc, char **argv) { int x = 3;\n if (x == 4) {\n x++;\n assert(x == 5);\n }\n return 0; }"
    assert unreached(program, mode) == ["no execution reaches the assertion x == 5"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("create", ["pthread_create(&t, 0, worker, 0)", "thrd_create(&t, worker, 0)"])
def test_a_thread_that_is_never_started(mode: str, create: str) -> None:
    result, t = ("int", "thrd_t") if "thrd" in create else ("void *", "pthread_t")
    program = f"""
int x;
{result} worker(void *p) {{ assert(x == 0); return 0; }}
int main(void)
{{
    {t} t;
    int wanted = 0;
    if (wanted) {create};
    return 0;
}}
"""
    assert unreached(program, mode) == ["no execution starts a thread with 'worker'"]


@pytest.mark.parametrize("mode", MODES)
def test_a_thread_that_is_started_through_a_pointer_counts_as_started(mode: str) -> None:
    program = """
int x;
void *worker(void *p) { assert(x == 0); return 0; }
void spawn(void *(*routine)(void *)) { pthread_t t; pthread_create(&t, 0, routine, 0); pthread_join(t, 0); }
int main(void)
{
    pthread_t t;
    spawn(worker);
    if (x) pthread_create(&t, 0, worker, 0);
    return 0;
}
"""
    assert unreached(program, mode) == []


@pytest.mark.parametrize("mode", MODES)
def test_functions_that_are_never_called(mode: str) -> None:
    program = """
int x;
void *worker(void *p) { assert(x == 0); return 0; }
void starts(void) { pthread_t t; pthread_create(&t, 0, worker, 0); }
void asserts(int y) { assert(y == 0); }
void plain(void) { x = 1; }
int main(void) { return 0; }
"""
    assert unreached(program, mode) == [
        "no execution calls 'starts', which starts threads",
        "no execution calls 'asserts', which has assertions in it",
    ]


@pytest.mark.parametrize("mode", MODES)
def test_what_should_not_be_reached_is_no_concern(mode: str) -> None:
    program = """
extern void reach_error(void);
void __VERIFIER_assert(int c) { if (!c) { reach_error(); } }
void fail(void) { assert(0); }
int x;
int main(void)
{
    if (x) fail();
    if (x) assert(0);
    if (x) {
        reach_error();
    }
    return 0;
}
"""
    assert unreached(program, mode) == []


@pytest.mark.parametrize("mode", MODES)
def test_a_check_that_fails_in_a_line_that_is_not_reached(mode: str) -> None:
    program = "int x;\nint main(void) {\n exit(0);\n if (x) assert(0);\n return 0; }"
    assert unreached(program, mode) == ["no execution reaches the assertion 0"]


@pytest.mark.parametrize("mode", ["lazy", "schedule", "uw", "explicit"])
def test_within_bounds_it_says_so(mode: str) -> None:
    """The worker's step is looked at, to know whether there are schedules beyond: it counts as reached."""
    assert unreached(ALL_REACHED, mode, contexts=0) == ["no execution within these bounds reaches the assertion x == 1"]
    assert unreached(ALL_REACHED, mode, contexts=2) == []


def test_attempts_within_smaller_bounds_count_as_well() -> None:
    program = """
int main(void)
{
    int i = 0, n = __VERIFIER_nondet_int();
    while (i < n) { i++; if (i == 3) { int j = i; assert(j == 3); } }
    return 0;
}
"""
    declared = "int __VERIFIER_nondet_int(void);\n"
    assert unreached(declared + program, "lazy", unwind=2) == [
        "no execution within these bounds reaches the assertion j == 3"
    ]
    assert unreached(declared + program, "lazy", unwind=3) == []


def test_at_most_five_lines() -> None:
    functions = "".join(f"void f{i}(int y) {{ assert(y); }}\n" for i in range(8))
    found = check(HEADERS + functions + "int main(void) { return 0; }\n").notes
    assert len(found) == 6
    assert found[-1] == "and 3 more that no execution reaches (--coverage FILE)"


def test_assertions_matter_only_if_somebody_looks_for_them() -> None:
    program = "int x;\nint main(void) { exit(0);\n assert(x == 5);\n return 0; }"
    assert unreached(program, "lazy", groups=("race",)) == []


def test_a_violation_needs_no_warnings() -> None:
    result = check(HEADERS + "void f(int y) { assert(y); }\nint main(void) { assert(0); }\n")
    assert result.verdict is Verdict.FAILED
    assert result.notes == ()


def test_the_schema_cseq_does_not_know() -> None:
    result = check(HEADERS + ALL_REACHED, mode="lazyseq", schema="cseq", rounds=2)
    assert result.coverage is None


@pytest.mark.parametrize("mode", MODES)
def test_counts(mode: str) -> None:
    program = "int x;\nvoid f(void) {\n assert(x); }\nint main(void) {\n assert(x == 0);\n return 0; }"
    coverage = check(HEADERS + program, mode=mode).coverage
    assert (coverage.assertions.reached, coverage.assertions.all) == (1, 2)
    assert (coverage.functions.reached, coverage.functions.all) == (1, 2)
    assert (coverage.threads.reached, coverage.threads.all) == (0, 0)
    assert coverage.lines.reached == 2


@pytest.mark.parametrize("seed", range(12))
def test_what_the_machine_reaches_counts_as_reached_in_every_mode(seed: int) -> None:
    program = load_text(generate(seed, 3))
    expected = truth(program)
    for mode in MODES if expected is not None else ():
        answer = judge(program, mode, expected or set(), timeout=10)
        assert not answer.startswith("WRONG"), answer
        assert mode != "explicit" or answer == "same", answer
