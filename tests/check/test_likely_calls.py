"""Options of a command line: likely calls are run before the search, which goes through all of them."""

from __future__ import annotations

import pytest

import esbmc_py
from esbmc_py.checking import Verdict
from esbmc_py.frontend.likely_texts import asked_counts, compared_texts, known_calls
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings

GETOPT = """
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int number = 0, option;
    while ((option = getopt(argc, argv, "vn:")) != -1)
        switch (option) {
        case 'v': break;
        case 'n': number = atoi(optarg); break;
        default: return 1;
        }
    assert(number != 7 || SAFE);
    return 0;
}
"""
MODE = """
#include <assert.h>
#include <string.h>
int main(int argc, char **argv)
{
    if (argc == 2 && strncmp(argv[1], "--mode=", 7) == 0 && strcmp(argv[1] + 7, "fast") == 0)
        assert(0);
    return 0;
}
"""
SWITCH = """
int nondet_int(void);
int main(void)
{
    int what;
    while ((what = nondet_int()) != 0)
        switch (what) {
        case 1: break;
        case 2: continue;
        default: return 1;
        }
    return 0;
}
"""


def any_arguments(most: int, longest: int) -> Semantics:
    return Semantics(surroundings=Surroundings(max_args=most, max_arg_length=longest))


@pytest.mark.parametrize("mode", ["lazy", "schedule", "lazyseq"])
def test_a_likely_call_is_tried_before_the_search(mode: str) -> None:
    result = esbmc_py.check(GETOPT, mode=mode, defines=("SAFE=0",))
    assert result.verdict is Verdict.FAILED
    call = result.counterexamples[0].invocation
    assert call is not None and call.arguments == (b"-n", b"7")
    assert any("likely calls" in note for note in result.notes)


@pytest.mark.parametrize("mode", ["lazy", "lazyseq"])
@pytest.mark.parametrize("safe", [False, True])
def test_getopt_goes_through_two_arbitrary_arguments(mode: str, safe: bool) -> None:
    """With a bound on loops, nobody tries calls: this is the search."""
    semantics = any_arguments(2, 2)
    result = esbmc_py.check(GETOPT, mode=mode, unwind=3, semantics=semantics, defines=(f"SAFE={int(safe)}",))
    assert result.verdict is (Verdict.SUCCESSFUL if safe else Verdict.FAILED)
    assert not any("likely calls" in note for note in result.notes)


def test_a_loop_around_a_switch_is_one_loop() -> None:
    result = esbmc_py.check(SWITCH, unwind=3)
    assert result.verdict is Verdict.SUCCESSFUL and not result.complete


def test_a_prefix_and_its_rest_are_one_text() -> None:
    assert "--mode=fast" in compared_texts([MODE])
    assert "--mode=fast" in compared_texts([MODE.replace("argv[1] + 7", "&argv[1][7]")])
    assert "--mode=fast" not in compared_texts([MODE.replace("argv[1] + 7", "argv[1] + 6")])


def test_the_bound_on_lengths_has_room_for_a_prefix_and_its_rest() -> None:
    assert Surroundings().longest_text(compared_texts([MODE])) == len("--mode=fast")


def test_numbers_are_likely_where_some_are_read() -> None:
    assert "7" in compared_texts([GETOPT])
    assert "7" not in compared_texts([GETOPT.replace("atoi", "strlen")])


FOUR = """
#include <assert.h>
#include <stdlib.h>
int main(int ac, char *av[])
{
    if (ac != 5)
        return 1;
    assert(atoi(av[4]) != 2 || SAFE);
    return 0;
}
"""


@pytest.mark.parametrize("mode", ["lazy", "lazyseq"])
def test_as_many_arguments_are_tried_as_the_program_asks_for(mode: str) -> None:
    result = esbmc_py.check(FOUR, mode=mode, defines=("SAFE=0",))
    assert result.verdict is Verdict.FAILED
    call = result.counterexamples[0].invocation
    assert call is not None and len(call.arguments) == 4 and call.arguments[3] == b"2"


def test_the_scope_names_as_many_arguments_as_the_program_asks_for() -> None:
    result = esbmc_py.check(FOUR, mode="lazy", unwind=8, defines=("SAFE=1",))
    assert result.verdict is Verdict.SUCCESSFUL
    assert "  any arguments: up to 4, of up to 6 characters each" in result.scope.lines()


def test_what_a_program_asks_for_is_read_off_its_comparisons() -> None:
    main = "int main(int n, char const *const *texts) {{ if ({}) return 1; }}"
    asked = {"n != 5": 4, "n < 5": 4, "n > 5": 5, "n <= 5": 5, "5 > n": 4, "5 < n": 5, "n - 1 == 5": 5, "texts[5]": 5}
    for condition, count in asked.items():
        assert asked_counts([main.format(condition)]) == (count,), condition
    assert asked_counts([main.format("n > 20 || m != 3 || n < 1")]) == ()


def test_of_many_arguments_only_some_texts_are_tried() -> None:
    assert known_calls([FOUR]).tried == (4, ("1", "2", "5"))
