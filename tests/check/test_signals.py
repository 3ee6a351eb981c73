"""Signals as users meet them: the option, the scope of an answer, and what a handler must not call."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from esbmc_py import check
from esbmc_py.checking import Verdict
from esbmc_py.checking.modes import engine_names
from esbmc_py.frontend import load_program
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.goto.signal_runtime import POINT
from esbmc_py.goto.signals import meets_signals
from tests.conftest import Finished

HANDLED = """
#include <assert.h>
#include <signal.h>
static int x;
static void handler(int number) { x = number; }
int main(void)
{
    signal(SIGINT, handler);
    x = 1;
    assert(x == 1);
    return 0;
}
"""
IGNORED = HANDLED.replace("SIGINT, handler", "SIGPIPE, SIG_IGN").replace(
    "static void handler(int number) { x = number; }", ""
)
TWO_NEEDED = """
#include <assert.h>
#include <signal.h>
static int count;
static void handler(int number) { count++; assert(count < 2); }
int main(void) { signal(SIGINT, handler); return 0; }
"""


def signals(count: int) -> Semantics:
    return Semantics(surroundings=Surroundings(signals=count))


@pytest.mark.parametrize("mode", engine_names())
def test_a_handler_comes_between_two_accesses(mode: str) -> None:
    assert check(HANDLED, mode=mode).verdict is Verdict.FAILED
    without = check(HANDLED, mode=mode, semantics=signals(0))
    assert without.verdict is Verdict.SUCCESSFUL
    assert any("no signal arrives from outside" in line for line in without.scope.lines())


@pytest.mark.parametrize("mode", engine_names())
def test_the_scope_says_how_many_signals_come(mode: str) -> None:
    once = check(TWO_NEEDED, mode=mode, semantics=signals(1))
    assert once.verdict is Verdict.SUCCESSFUL
    assert any("at most one signal arrives from outside" in line for line in once.scope.lines())
    assert check(TWO_NEEDED, mode=mode).verdict is Verdict.FAILED


def test_who_ignores_signals_does_not_meet_them() -> None:
    result = check(IGNORED)
    assert result.verdict is Verdict.SUCCESSFUL
    assert not any("signal" in line for line in result.scope.lines())


def test_a_program_without_handlers_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "plain.c"
    path.write_text("int signal; int kill; int main(void) { signal = kill; return signal; }\n", encoding="utf-8")
    program = load_program([path])
    assert POINT not in program.functions
    assert not meets_signals(program)


def test_the_option_is_a_small_number(smtcb: Callable[..., Finished], tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(TWO_NEEDED, encoding="utf-8")
    assert smtcb("check", path, "--signals", "1").status == 0
    assert smtcb("check", path).status == 1
    for wrong in ("-1", "1000000000", "many"):
        refused = smtcb("check", path, "--signals", wrong)
        assert refused.status == 2
        assert "is not a number from 0 to 16" in refused.errors or "expected one argument" in refused.errors


def test_what_a_handler_must_not_call_is_looked_for_on_request() -> None:
    text = """
    #include <signal.h>
    #include <stdio.h>
    static void handler(int number) { printf("%d", number); }
    int main(void) { printf("begin"); signal(SIGINT, handler); return 0; }
    """
    assert check(text).verdict is Verdict.SUCCESSFUL
    found = check(text, groups=("signal-safety",))
    assert found.verdict is Verdict.FAILED
    assert "printf is called in a signal handler" in str(found.counterexamples[0].what)
