from __future__ import annotations

from pathlib import Path

import pytest

import esbmc_py
from esbmc_py.checking import OptionProblem, Verdict
from esbmc_py.checking.options import ExplicitOptions
from esbmc_py.cli.explicit_options import value_range
from explicit_state import SearchOptions, search

from .loading import prepared

ASSUMED = """
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(%s);
    int y = __VERIFIER_nondet_int();
    if (y < 2 || 4 < y) __VERIFIER_assume(0);
    assert(%s);
    return 0;
}
"""


def check(condition: str, assertion: str, explicit: ExplicitOptions | None = None) -> esbmc_py.CheckResult:
    return esbmc_py.check(ASSUMED % (condition, assertion), mode="explicit", explicit=explicit or ExplicitOptions())


@pytest.mark.parametrize("condition", ["x >= 0 && x <= 7", "!(x < 0 || 7 < x)", "x >= 0 && (unsigned)x < 8u", "x == 7"])
def test_an_assumption_that_leaves_few_values_makes_the_answer_complete(condition: str) -> None:
    result = check(condition, "x <= 7 && y != 5")
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.complete
    assert check(condition, "x != 7 || y != 4").verdict is Verdict.FAILED


def test_an_input_with_too_many_values_is_unknown_and_says_what_to_do() -> None:
    result = check("x != 5", "x != 5")
    assert result.verdict is Verdict.UNKNOWN
    text = "\n".join(result.scope.lines())
    assert "program.c:6:13: not all values of type int were tried" in text
    assert "--values" in text and "--mode lazy" in text


def test_a_bug_that_one_of_the_values_shows_is_reported_even_if_there_are_too_many() -> None:
    assert check("x != 5", "x != 10").verdict is Verdict.FAILED


def test_values_restrict_an_input_and_the_scope_says_so() -> None:
    result = check("1", "x != 9", ExplicitOptions(values={"x": range(8)}))
    assert result.verdict is Verdict.SUCCESSFUL
    assert not result.complete
    assert "input x is one of 0..7" in "\n".join(result.scope.lines())


def test_values_for_an_input_that_nobody_takes_are_mentioned() -> None:
    result = check("x == 1", "x == 1", ExplicitOptions(values={"z": range(8)}))
    assert "no input was taken that is called z" in result.scope.assuming


def test_an_assumption_that_nothing_fulfils_still_lets_others_act_before_it(tmp_path: Path) -> None:
    program = prepared(
        """
        #include <assert.h>
        #include <pthread.h>
        int __VERIFIER_nondet_int(void);
        void __VERIFIER_assume(int);
        int x;
        void *f(void *a) { assert(x == 0); return 0; }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, f, 0);
            x = 1;
            int y = __VERIFIER_nondet_int();
            __VERIFIER_assume(y < 3 && y > 5);
            return 0;
        }
        """,
        tmp_path,
    )
    result = search(program, SearchOptions(all_violations=True))
    assert "assertion" in {finding.property for finding in result.findings}
    assert not result.incomplete


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [("x=0..7", "x", range(8)), ("f = -2 .. 2", "f", range(-2, 3)), ("y=3", "y", range(3, 4))],
)
def test_ranges_on_the_command_line(text: str, name: str, values: range) -> None:
    assert value_range(text) == (name, values)


@pytest.mark.parametrize("text", ["x", "x=", "x=3..1", "x=a..b"])
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(Exception, match="is not of the form NAME="):
        value_range(text)


def test_unwinding_means_nothing_to_this_mode() -> None:
    with pytest.raises(OptionProblem, match="nothing to unwind"):
        esbmc_py.check(ASSUMED % ("1", "1"), mode="explicit", unwind=3)
