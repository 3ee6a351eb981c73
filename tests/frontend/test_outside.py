"""Functions without a body: what they may do, and what the user may say about them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from esbmc_py import check
from esbmc_py.checking import Verdict
from esbmc_py.checking.options import ExplicitOptions
from esbmc_py.frontend.outside_names import executors_know, has_known_effects
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import Call
from esbmc_py.goto.program import OUTSIDE_CALL
from esbmc_py.vm.intrinsics import OUTPUT
from symex.externals import OUTPUT as PRINTED
from symex.externals import WRITES_MEMORY
from tests.agreement.agree import load_text
from tests.conftest import Finished

READS = """
#include <assert.h>
int device_read(int *value);
int main(void) { int value = 1; device_read(&value); assert(value == 1); return 0; }
"""
SHARED = """
#include <assert.h>
#include <pthread.h>
struct device { int value; int *data; } device, *shared = &device;
int refresh(struct device *device);
static void *refreshes(void *argument) { refresh(shared); return argument; }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, refreshes, 0);
    assert(device.value == 0);
    return 0;
}
"""
MODES = ("lazy", "schedule", "uw", "lazyseq", "explicit")
Source = Callable[..., Path]


def assuming(*externals: tuple[str, str]) -> Semantics:
    return Semantics(surroundings=Surroundings(externals=externals))


@pytest.mark.parametrize("mode", MODES)
def test_what_it_may_do_is_said_by_name_or_for_all(mode: str) -> None:
    assert check(READS, mode=mode).verdict is Verdict.FAILED
    for what in ("returns", "pure"):
        assert check(READS, mode=mode, semantics=assuming(("device_read", what))).verdict is Verdict.SUCCESSFUL
        assert check(READS, mode=mode, semantics=assuming(("*", what))).verdict is Verdict.SUCCESSFUL
    both = assuming(("*", "returns"), ("device_read", "havoc"))
    assert check(READS, mode=mode, semantics=both).verdict is Verdict.FAILED


@pytest.mark.parametrize("mode", ("lazy", "schedule", "uw", "explicit"))
def test_memory_of_other_threads_is_written_too(mode: str) -> None:
    assert check(SHARED, mode=mode, groups=("reach",)).verdict is Verdict.FAILED


def test_the_schema_once_does_not_miss_what_it_cannot_follow() -> None:
    assert check(SHARED, mode="lazyseq", groups=("reach",), rounds=2).verdict is not Verdict.SUCCESSFUL


def test_the_scope_names_a_few_functions() -> None:
    names = [f"f{number}" for number in range(8)]
    declarations = "".join(f"void {name}(int *p); " for name in names)
    calls = "".join(f"{name}(&x); " for name in names)
    result = check(f"{declarations}\nint g(void); int main(void) {{ int x; {calls} return g(); }}")
    assert result.complete
    written, returned = result.scope.lines()[1:]
    assert "('f0', 'f1', 'f2', 'f3', 'f4' and 3 more) may write what their arguments lead to" in written
    assert "('g') return anything and do nothing else" in returned


def test_a_violation_comes_with_what_was_assumed() -> None:
    assert any("'device_read'" in line for line in check(READS).scope.lines())


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("device_write=returns", "the program calls no function 'device_write' without a body"),
        ("main=returns", "'main' has a body or a model"),
        ("device_read=often", "'device_read=often' is not NAME=pure|returns|havoc"),
        ("=havoc", "is not NAME="),
    ],
)
def test_a_mistaken_option_is_told(smtcb: Callable[..., Finished], source: Source, option: str, message: str) -> None:
    finished = smtcb("check", source(READS), "--external", option)
    assert finished.status == 2
    assert message in finished.errors


def test_what_the_executors_know_is_not_outside() -> None:
    assert all(executors_know(name) for name in {*OUTPUT, *PRINTED, *WRITES_MEMORY} - {"scanf", "fscanf", "sscanf"})
    names = [*OUTPUT, *PRINTED, *WRITES_MEMORY, "__VERIFIER_anything", "__CPROVER_anything", "__builtin_anything"]
    assert all(map(has_known_effects, names))
    assert not has_known_effects("device_read")


@pytest.mark.parametrize("mode", MODES)
def test_a_static_function_of_a_model_is_not_called_by_its_name(mode: str) -> None:
    """`use` is a static function in the model of fclose."""
    text = "#include <stdio.h>\nvoid use(void *p); int main(void) { fclose(stdin); use(0); return 0; }"
    assert check(text, mode=mode).verdict is Verdict.SUCCESSFUL


def test_what_is_printed_is_read_and_what_is_scanned_is_written() -> None:
    text = "#include <assert.h>\nint {name}(const char *format, ...);"
    text += 'int main(void) {{ int x = 1; {name}("%d", &x); assert(x == 1); return 0; }}'
    assert check(text.format(name="log_message")).verdict is Verdict.SUCCESSFUL
    assert check(text.format(name="scan_message")).verdict is Verdict.FAILED


def test_a_compiler_knows_nothing_beyond_the_call() -> None:
    """Who polls in a loop with such a call reads again: nothing is moved out of the loop."""
    text = """
    #include <pthread.h>
    int done; void pause_briefly(const int *how);
    static void *finishes(void *argument) { done = 1; return argument; }
    int main(void)
    {
        pthread_t thread; int how = 1;
        pthread_create(&thread, 0, finishes, 0);
        while (!done) pause_briefly(&how);
        return 0;
    }
    """
    compiled = ExplicitOptions(compiled_reads=True)
    assert check(text, mode="explicit", groups=("reach", "deadlock"), explicit=compiled).verdict is Verdict.SUCCESSFUL
    program = load_text(text)
    calls = [one for one in program.functions["main"].instructions if isinstance(one, Call)]
    assert OUTSIDE_CALL in {one.callee.name for one in calls if isinstance(one.callee, FunctionAddress)}


@pytest.mark.parametrize("mode", MODES)
def test_what_only_the_library_writes_and_what_is_const_stays(mode: str) -> None:
    """Also behind a pointer of which only the object's size is known."""
    text = """
    #include <assert.h>
    #include <semaphore.h>
    #include <stdlib.h>
    struct device { sem_t free; int value; const int number; };
    void refresh(struct device *device);
    int main(void)
    {
        struct device *device = malloc(sizeof *device);
        if (device == NULL) return 1;
        *(int *)&device->number = 7;
        sem_init(&device->free, 0, 1);
        refresh(device);
        sem_wait(&device->free);
        assert(device->number == 7);
        free(device);
        return 0;
    }
    """
    result = check(text, mode=mode, groups=("reach", "memory", "locks", "deadlock"))
    assert result.verdict is Verdict.SUCCESSFUL


def test_competition_programs_stay_as_they_are() -> None:
    text = """
    extern int __VERIFIER_nondet_int(); extern void abort(void); extern void __VERIFIER_assume(int);
    void reach_error(void) {}
    int main(void) { int x = __VERIFIER_nondet_int(); if (x != x) { reach_error(); abort(); } return 0; }
    """
    result = check(text)
    assert result.complete
    assert result.scope.lines() == ["all executions"]
