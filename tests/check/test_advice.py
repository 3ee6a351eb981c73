"""After UNKNOWN: what to try next, from what was seen."""

from __future__ import annotations

import pytest

import esbmc_py
from esbmc_py.checking import Verdict
from esbmc_py.checking.advice import MOST, advice, smaller_constants
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings

SERVER = """
#ifndef CLIENTS
#define CLIENTS 40
#endif
extern int arrives(void);
int served[CLIENTS];
int main(void)
{
    unsigned n = 0;
    while (arrives()) served[n++ % CLIENTS]++;
    return 0;
}
"""


def test_the_loop_that_goes_on_and_the_constant_that_is_large_are_named() -> None:
    result = esbmc_py.check(SERVER, mode="lazy", timeout=1.0, groups=("reach", "memory", "deadlock"))
    assert result.verdict is Verdict.UNKNOWN
    lines = advice(result)
    assert lines[0].startswith("the loop at program.c:10 goes on")
    assert "-DCLIENTS=3 (the source says 40)" in lines[1]
    assert len(lines) <= MOST


def test_what_is_advised_leads_to_an_answer() -> None:
    bounded = esbmc_py.check(SERVER, mode="lazy", unwind_at={("program.c", 10): 3})
    assert bounded.verdict is Verdict.SUCCESSFUL
    assert advice(bounded) == []


def test_where_something_is_not_supported_no_bound_helps() -> None:
    text = '#include <stdio.h>\nint main(void)\n{\n    char b[9];\n    sprintf(b, "%5.1f", 1.0);\n}\n'
    result = esbmc_py.check(text, mode="lazy")
    assert result.verdict is Verdict.UNKNOWN
    assert advice(result) == []


def test_a_large_constant_that_the_program_fixes_is_named_if_loops_run_so_often() -> None:
    text = """
#define SIZE 100000 // elements
#define PORT 8080
#define ROOM 190000
int numbers[SIZE];
int main(void)
{
    int sum = PORT;
    for (int i = 0; i < SIZE; i++) sum += numbers[i % 7];
    while (sum > 9) sum--;
    char text[ROOM];
    return sum + text[0];
}
"""
    result = esbmc_py.check(text, mode="random")
    assert list(smaller_constants(result)) == [
        "a smaller program may do: SIZE is 100000 (program.c:2), and bugs seldom need so many rounds"
    ]


def test_a_number_of_threads_that_the_program_fixes_is_named() -> None:
    text = """
#include <pthread.h>
#define SIZE 100000
#define WORKERS 16
pthread_t workers[WORKERS];
int numbers[SIZE];
void *work(void *number) { for (int i = 0; i < SIZE; i++) ++*(int *)number; return NULL; }
int main(void)
{
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, work, &numbers[i]);
    for (int i = 0; i < SIZE; i++) numbers[i]--;
    return 0;
}
"""
    result = esbmc_py.check(text, mode="random")
    assert list(smaller_constants(result)) == [
        "a smaller program may do: WORKERS is 16 (program.c:4), and bugs seldom need so many threads"
    ]


CALLED = """
#include <assert.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    REFUSES
    return atoi(argv[1]) + atoi(argv[2]) > 9;
}
"""


def test_a_program_that_takes_arguments_may_be_asked_about_one_call() -> None:
    text = SERVER.replace("main(void)", "main(int argc, char **argv)").replace(
        "n = 0", "n = argc == 3 && *argv[2] == 'x'"
    )
    result = esbmc_py.check(text, mode="lazy", timeout=1.0)
    assert result.verdict is Verdict.UNKNOWN
    assert advice(result)[0] == "one call is much less work than all: --args 'a a'"


@pytest.mark.parametrize("refuses", ["assert(argc == 3);", ""])
def test_where_the_program_refuses_a_call_another_one_is_named(refuses: str) -> None:
    text = CALLED.replace("REFUSES", refuses)
    result = esbmc_py.check(text)
    assert result.verdict is Verdict.FAILED
    assert advice(result) == ["that is about how the program is called: --args '2 2' looks at another call"]
    semantics = Semantics(surroundings=Surroundings(arguments=("2", "2")))
    assert esbmc_py.check(text, semantics=semantics).verdict is Verdict.SUCCESSFUL


def test_another_failure_than_that_of_the_call_is_no_refusal() -> None:
    result = esbmc_py.check(CALLED.replace("REFUSES", "if (argc == 3) assert(argv[0][0] != '.'); else return 1;"))
    assert result.verdict is Verdict.FAILED
    assert advice(result) == []
