"""`--atomic-statements`: a full expression is one step; what a called function does are steps of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from esbmc_py.checking import Verdict, check
from esbmc_py.frontend import Semantics, load_program
from esbmc_py.goto.instructions import AtomicBegin, AtomicEnd
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from tests.conftest import Finished

ATOMIC = Semantics(atomic_statements=True)
MODES = ["lazy", "schedule", "uw", "lazyseq"]

TWO_THREADS = """\
#include <assert.h>
#include <pthread.h>
struct pair {{ int a, b; }};
int x, y, seen;
struct pair shared, other;
int identity(int value) {{ return value; }}
void *first(void *unused) {{ {first} return unused; }}
void *second(void *unused) {{ {second} return unused; }}
int main(void)
{{
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert({holds});
    return 0;
}}
"""

BOTH = "struct pair both = {1, 1}; shared = both;"

# Bodies of the two threads, what must hold in the end, and whether it does.
CASES = {
    "an increment": ("x++;", "x++;", "x == 2", True),
    "a compound assignment": ("x += 2;", "x = x + 3;", "x == 5", True),
    "two statements": ("int t = x; x = t + 1;", "x++;", "x == 2", False),
    "a condition with two reads": ("if (x == 0 && y == 1) seen = 1;", "x = 1, y = 1;", "!seen", True),
    "a test and what depends on it": ("if (x == 0) x++;", "if (x == 0) x++;", "x == 1", False),
    "an initialisation": ("int sum = x + y; seen = sum == 1;", "x = y = 1;", "!seen", True),
    "the rounds of a loop": ("for (int i = 0; i < 2; i++) x++;", "x++;", "x == 3", True),
    "a copy of a structure": (BOTH, "other = shared;", "other.a == other.b", True),
    "a call between a read and a write": ("x = x + identity(1);", "x = x + identity(1);", "x == 2", False),
    "a call that nothing was read before": ("x = identity(1) + x;", "x = identity(1) + x;", "x == 2", True),
    "a statement expression": ("x = x + ({ int t = y; t + 1; });", "x++;", "x == 2", False),
    "a jump out of a statement expression": ("for (;;) x = ({ if (y == 0) break; 7; });", "y = 0;", "x == 0", True),
}


def program(case: str) -> str:
    first, second, holds, _ = CASES[case]
    return TWO_THREADS.format(first=first, second=second, holds=holds)


@pytest.mark.parametrize("case", CASES)
def test_the_machine_lets_others_in_between_statements_only(case: str, tmp_path: Path) -> None:
    path = tmp_path / "prog.c"
    path.write_text(program(case))
    exploration = explore(prepare(load_program([path], semantics=ATOMIC)))
    assert not exploration.incomplete
    assert (not exploration.findings) == CASES[case][3]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case", CASES)
def test_so_does_every_mode(case: str, mode: str) -> None:
    result = check(program(case), mode=mode, semantics=ATOMIC)
    assert result.verdict is (Verdict.SUCCESSFUL if CASES[case][3] else Verdict.FAILED)


@pytest.mark.parametrize("case", ["an increment", "a condition with two reads", "a copy of a structure"])
def test_without_it_others_come_in_between_accesses(case: str) -> None:
    assert check(program(case)).verdict is Verdict.FAILED


def test_the_scope_says_that_statements_were_atomic() -> None:
    result = check(program("an increment"), semantics=ATOMIC)
    assert result.scope.lines()[0] == "all executions in which statements are atomic"
    assert not result.complete


def test_a_statement_with_one_access_needs_no_section(tmp_path: Path) -> None:
    path = tmp_path / "prog.c"
    path.write_text("int x; int f(int); int main(void) { int y = x; if (x) y = 2; x = y; f(x); return x; }")
    code = load_program([path], semantics=ATOMIC).functions["main"].instructions
    assert not any(isinstance(instruction, AtomicBegin | AtomicEnd) for instruction in code)


@pytest.mark.parametrize("command", [("check",), ("run", "--explore")])
def test_the_commands_know_it(
    smtcb: Callable[..., Finished], source: Callable[..., Path], command: tuple[str, ...]
) -> None:
    path = source(program("an increment"))
    assert smtcb(*command, path).status == 1
    finished = smtcb(*command, path, "--atomic-statements")
    assert finished.status == 0
    assert "scope: all executions in which statements are atomic" in finished.output
    assert "ATOMIC_BEGIN" in smtcb("goto", path, "--atomic-statements").output
