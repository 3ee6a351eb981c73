"""Library models: wrong calls are told at the call; a program's own functions and a folder of models replace them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from esbmc_py.checking import Verdict, check
from esbmc_py.frontend import LoadProblem, Semantics, load, load_program
from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from pthread_models import library_files
from tests.conftest import Finished

Source = Callable[..., Path]
MODES = ["lazy", "schedule", "uw", "lazyseq"]

HEADERS = """\
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
pthread_mutex_t mutex;
pthread_cond_t condition;
pthread_t thread;
void *start(void *argument) { return argument; }
"""

WRONG_CALLS = {
    "__atomic_load_n(&thread);": "too few arguments to __atomic_load_n: 1 for 2",
    "__atomic_store_8(&thread, 1, 5, 5);": "too many arguments to __atomic_store_8: 4 for 3",
    "pthread_mutex_lock();": "too few arguments to pthread_mutex_lock: 0 for 1",
    "pthread_join(thread);": "too few arguments to pthread_join: 1 for 2",
    "pthread_mutex_unlock(&mutex, 1);": "too many arguments to pthread_mutex_unlock: 2 for 1",
    "pthread_mutex_lock(mutex);": "an argument of type 'struct __pthread_mutex' for a parameter",
    "pthread_mutex_lock(&condition);": "argument 1 of pthread_mutex_lock is of type 'struct __pthread_cond *'",
    "pthread_mutex_lock(5);": "argument 1 of pthread_mutex_lock is of type 'int'",
    "pthread_join(&thread, NULL);": "argument 1 of pthread_join is of type 'pthread_t *'; 'pthread_t'",
    "pthread_cond_wait(&mutex, &condition);": "argument 1 of pthread_cond_wait",
    "pthread_create(&mutex, NULL, start, NULL);": "argument 1 of pthread_create",
    "sem_post(2.5);": "cannot convert 'double'",
    "strlen(&mutex);": "argument 1 of strlen",
}

RIGHT_CALLS = [
    "__atomic_store_8(&thread, __atomic_load_8(&thread, 5), 5);",
    "__sync_fetch_and_add(&thread, 1, &mutex);",
    "pthread_mutex_lock((void *)&mutex);",
    "pthread_create(&thread, 0, (void *)start, (void *)7);",
    "pthread_create(&thread, NULL, start, 7);",
    "pthread_exit(0);",
    "memset(&mutex, 0, sizeof mutex);",
    "memcpy(&mutex, &condition, 8);",
]


@pytest.mark.parametrize("call", WRONG_CALLS)
def test_a_wrong_argument_is_told_with_its_place(call: str, source: Source) -> None:
    path = source(f"{HEADERS}int main(void)\n{{\n    {call}\n    return 0;\n}}\n")
    with pytest.raises(LoadProblem) as problem:
        load_program([path])
    shown = problem.value.render()
    assert WRONG_CALLS[call] in shown
    assert f"{path}:11:" in shown
    assert call in shown


def test_a_socket_takes_an_address_of_any_kind(source: Source) -> None:
    """With _GNU_SOURCE the parameter is a union of pointers, so that nobody casts."""
    text = """
    #include <netinet/in.h>
    int main(void)
    {
        struct sockaddr_in address = {0};
        socklen_t size = sizeof address;
        return bind(0, &address, size) + accept(0, &address, &size);
    }
    """
    load_program([source(text)])


_DEFINITION = re.compile(r"^(?!static\b|typedef\b)\w[\w *]*?[ *](\w+)\(([^;{}]*)\)\n\{", re.MULTILINE)
_NOT_MODELS = ("__smtcb_", "__assert")  # primitives, and what assert becomes: the front end knows these itself


def calls_with_a_wrong_count(file: Path) -> Iterator[tuple[str, str]]:
    """For every function: a call with an argument less, and one with an argument more."""
    for name, parameters in _DEFINITION.findall(file.read_text(encoding="utf-8")):
        parts = [] if parameters == "void" else re.split(r",(?![^(]*\))", parameters)
        fixed = len(parts) - (parameters.endswith("..."))
        if not name.startswith(_NOT_MODELS):
            if fixed > 0:
                yield f"{name}({', '.join(['0'] * (fixed - 1))});", f"too few arguments to {name}: {fixed - 1} for"
            if fixed == len(parts):
                yield f"{name}({', '.join(['0'] * (fixed + 1))});", f"too many arguments to {name}: {fixed + 1} for"


@pytest.mark.parametrize("file", library_files(), ids=lambda path: path.stem)
def test_a_wrong_number_of_arguments_is_told(file: Path, source: Source, request: pytest.FixtureRequest) -> None:
    """For some functions of each file; for every one with --more."""
    every = 1 if request.config.getoption("--more") else 6
    for call, message in islice(calls_with_a_wrong_count(file), 0, None, every):
        path = source(f"int main(void)\n{{\n    {call}\n    return 0;\n}}\n")
        with pytest.raises(LoadProblem) as problem:
            load_program([path])
        assert message in problem.value.render()
        assert f"{path}:3:5" in problem.value.render()


@pytest.mark.parametrize("call", RIGHT_CALLS)
def test_what_programs_get_away_with_is_no_error(call: str, source: Source) -> None:
    path = source(f"{HEADERS}int main(void)\n{{\n    {call}\n    return 0;\n}}\n")
    assert load_program([path]).functions["main"].instructions


def test_a_prototype_that_leaves_out_a_parameter_is_told(source: Source) -> None:
    path = source("int pthread_join(unsigned long);\nint main(void) { return pthread_join(1); }\n")
    with pytest.raises(LoadProblem, match="pthread_join is declared with 1 parameter; it has 2"):
        load_program([path])


def test_a_structure_of_the_same_name_from_another_scope_is_no_error(source: Source) -> None:
    path = source(
        "int gettimeofday(struct timeval *, void *);\nstruct timeval { long tv_sec, tv_usec; };\n"
        "int main(void) { struct timeval now; return gettimeofday(&now, 0); }\n"
    )
    assert load_program([path]).functions["main"].instructions


COUNTING = """\
#include <assert.h>
#include <pthread.h>
#include <string.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x;
{definitions}
void *count(void *unused)
{{
    pthread_mutex_lock(&mutex);
    x++;
    pthread_mutex_unlock(&mutex);
    return unused;
}}
int main(void)
{{
    pthread_t one, two;
    pthread_create(&one, NULL, count, NULL);
    pthread_create(&two, NULL, count, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(x == 2);
    assert(strlen("two") == 3);
    return 0;
}}
"""

NO_LOCKS = """\
#include <pthread.h>
int pthread_mutex_lock(pthread_mutex_t *mutex) { return mutex == NULL; }
int pthread_mutex_unlock(pthread_mutex_t *mutex) { return mutex == NULL; }
"""

OTHER_LOCKS = """\
#include <pthread.h>
#include <smtcb.h>
static int taken;
static int is_free(void) { return !taken; }
int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    __smtcb_atomic_begin();
    __smtcb_block_until(is_free(), "nobody is inside");
    taken = 1;
    __smtcb_atomic_end();
    return mutex == NULL;
}
int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    taken = 0;
    return mutex == NULL;
}
"""

OTHER_LENGTH = "#include <string.h>\nsize_t strlen(const char *text) { return text != NULL ? 4 : 0; }\n"


def folder(tmp_path: Path, text: str) -> Path:
    models = tmp_path / "models"
    models.mkdir()
    (models / "mine.c").write_text(text)
    return models


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("models", "verdict"),
    [
        (NO_LOCKS, Verdict.FAILED),
        (OTHER_LOCKS, Verdict.SUCCESSFUL),
        (OTHER_LENGTH, Verdict.FAILED),
    ],
    ids=["no locks", "other locks", "other strlen"],
)
def test_functions_in_a_folder_replace_the_librarys(tmp_path: Path, models: str, verdict: Verdict, mode: str) -> None:
    semantics = Semantics(models=folder(tmp_path, models))
    result = check(COUNTING.format(definitions=""), mode=mode, semantics=semantics)
    assert result.verdict is verdict


def test_the_machine_uses_them_too(tmp_path: Path, source: Source) -> None:
    path = source(COUNTING.format(definitions=""))
    semantics = Semantics(models=folder(tmp_path, NO_LOCKS))
    assert not explore(prepare(load_program([path]))).findings
    assert explore(prepare(load_program([path], semantics=semantics))).findings


def test_a_programs_own_function_replaces_the_model() -> None:
    own = NO_LOCKS.replace("#include <pthread.h>\n", "")
    assert check(COUNTING.format(definitions="")).verdict is Verdict.SUCCESSFUL
    assert check(COUNTING.format(definitions=own)).verdict is Verdict.FAILED


HEADERS_OF_ALL = """\
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>
int called, ran;
void *run(void *argument) { ran = 1; return argument; }
"""

# A program's own function, and a call that would go wrong, or give something else, with the library's.
OWN = {
    "int pthread_mutex_lock(pthread_mutex_t *m) { called = 1; return m == 0; }": "assert(pthread_mutex_lock(0) == 1);",
    "int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) { called = 1; return 4; }": (
        "assert(pthread_cond_wait(0, 0) == 4);"
    ),
    "int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*r)(void *), void *g)"
    "{ called = 1; r(g); return 9; }": "pthread_t t; assert(pthread_create(&t, 0, run, 0) == 9 && ran);",
    "int sem_wait(sem_t *s) { called = 1; return 5; }": "assert(sem_wait(0) == 5);",
    "int mtx_lock(mtx_t *m) { called = 1; return 4; }": "assert(mtx_lock(0) == 4);",
    "void *malloc(size_t n) { static char space[64]; called = 1; return space; }": "((char *)malloc(3))[60] = 1;",
    "void free(void *p) { called = 1; }": "int x; free(&x);",
    "int printf(const char *f, ...) { called = 1; return *f; }": "assert(printf(\"a%s\", (char *)0) == 'a');",
    "int puts(const char *f) { called = 1; return 77; }": "assert(puts(0) == 77);",
    "int sprintf(char *t, const char *f, ...) { called = 1; return 77; }": 'assert(sprintf(0, "%d", 1) == 77);',
    "size_t strlen(const char *t) { called = 1; return 9; }": "assert(strlen(0) == 9);",
    "void abort(void) { called = 1; }": "abort();",
    "static void *allocate(int size) { called = 1; return 0; }": "free(malloc(1)); assert(allocate(1) == 0);",
    "enum { DESTROYED = 5 }; int use(void) { called = 1; return DESTROYED; }": (
        "pthread_mutex_t m; pthread_mutex_init(&m, 0); pthread_mutex_destroy(&m); assert(use() == 5);"
    ),
}


@pytest.mark.parametrize("definition", OWN)
def test_a_programs_own_function_is_called_whatever_the_library_has(definition: str) -> None:
    text = f"{HEADERS_OF_ALL}{definition}\nint main(void) {{ {OWN[definition]} assert(called); return 0; }}\n"
    for mode in ("lazy", "lazyseq", "explicit"):
        assert check(text, mode=mode).verdict is Verdict.SUCCESSFUL


def test_a_programs_own_function_comes_before_the_folders(tmp_path: Path) -> None:
    semantics = Semantics(models=folder(tmp_path, OTHER_LENGTH))
    own = "size_t strlen(const char *text) { return 3; }"
    assert check(COUNTING.format(definitions=own), semantics=semantics).verdict is Verdict.SUCCESSFUL


def test_the_scope_names_the_folder(smtcb: Callable[..., Finished], tmp_path: Path, source: Source) -> None:
    models = folder(tmp_path, OTHER_LOCKS)
    finished = smtcb("check", source(COUNTING.format(definitions="")), "--models", models)
    assert finished.status == 0
    assert f"library functions are those in {models} where it defines them" in finished.output


def test_a_folder_without_models_is_bad_input(smtcb: Callable[..., Finished], tmp_path: Path, source: Source) -> None:
    path = source(COUNTING.format(definitions=""))
    empty = tmp_path / "empty"
    empty.mkdir()
    for wrong, message in ((tmp_path / "nowhere", "no such folder of models"), (empty, "there are no models")):
        finished = smtcb("check", path, "--models", wrong)
        assert finished.status == 2
        assert message in finished.errors


def test_an_error_in_a_model_is_told_with_its_place(
    smtcb: Callable[..., Finished], tmp_path: Path, source: Source
) -> None:
    models = folder(tmp_path, "int pthread_mutex_lock(void *mutex) { return nonsense; }\n")
    finished = smtcb("check", source(COUNTING.format(definitions="")), "--models", models)
    assert finished.status == 2
    assert "mine.c:1:" in finished.errors and "'nonsense' is not declared" in finished.errors


WAITING = """\
#include <assert.h>
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready;
void *give(void *unused)
{
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, give, NULL);
    pthread_mutex_lock(&mutex);
    if (!ready)
        pthread_cond_wait(&condition, &mutex);
    assert(ready);
    pthread_mutex_unlock(&mutex);
    return 0;
}
"""


@pytest.mark.parametrize("mode", MODES)
def test_spurious_wakeups_happen_on_request_only(mode: str) -> None:
    without = check(WAITING, mode=mode)
    assert without.verdict is Verdict.SUCCESSFUL
    assert any("wake up when signalled only" in line for line in without.scope.lines())
    spurious = Semantics(surroundings=Surroundings(spurious_wakeups=True))
    assert check(WAITING, mode=mode, semantics=spurious).verdict is Verdict.FAILED


def test_the_machine_wakes_spuriously_on_request_only(smtcb: Callable[..., Finished], source: Source) -> None:
    path = source(WAITING)
    assert smtcb("run", "--explore", path).status == 0
    assert smtcb("run", "--explore", path, "--spurious-wakeups").status == 1


WEAK_EXCHANGE = """
#include <assert.h>
#include <stdatomic.h>
atomic_int turn;
int main(void)
{
    int expected = 0;
    _Bool strong = atomic_compare_exchange_strong(&turn, &expected, 1);
    assert(strong && expected == 0);
    expected = 1;
    _Bool weak = atomic_compare_exchange_weak(&turn, &expected, 2);
    assert(expected == 1 && turn == 1 + weak);
    assert(weak);
    return 0;
}
"""


@pytest.mark.parametrize("mode", MODES)
def test_a_weak_exchange_fails_for_no_reason_on_request_only(mode: str) -> None:
    without = check(WEAK_EXCHANGE, mode=mode)
    assert without.verdict is Verdict.SUCCESSFUL
    assert any("fails where values differ only" in line for line in without.scope.lines())
    spurious = Semantics(surroundings=Surroundings(spurious_failures=True))
    found = check(WEAK_EXCHANGE, mode=mode, semantics=spurious)
    assert found.verdict is Verdict.FAILED
    assert found.found == ["program.c:13:5: assertion: weak (thread 0)"]


def test_a_builtin_is_declared_by_the_compiler(tmp_path: Path) -> None:
    """It has the type of the library's function, and nobody is warned; a call of an undeclared function is told."""
    path = tmp_path / "builtin.c"
    path.write_text("int main(void) { char a[2]; char *end = (char *)__builtin_memset(a, 0, 2) + 2; return *--end; }\n")
    assert not load([path]).warnings
    assert check(path).verdict is Verdict.SUCCESSFUL
    path.write_text("int main(void) { char a[2]; memset(a, 0, 2); return a[1]; }\n")
    assert [warning.message for warning in load([path]).warnings] == ["implicit declaration of function 'memset'"]
