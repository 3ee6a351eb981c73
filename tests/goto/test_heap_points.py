"""The end of the process looks at the heap: whoever can see it everywhere finds no leak more."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from esbmc_py.frontend import load_program
from esbmc_py.goto.instructions import Assume
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from explicit_state import Reduction, SearchOptions, search

from ..agreement.everywhere_agree import everything_visible

HEADERS = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x;
int *slot;
"""

# What main does with a worker that allocates and frees, and whether that can leak.
ENDS = {
    "main returns": ("int *p = malloc(4); free(p);", "return 0;", True),
    "main calls exit": ("int *p = malloc(4); free(p);", "exit(0);", True),
    "main joins first": ("int *p = malloc(4); free(p);", "pthread_join(t, 0); return 0;", False),
    "main ends as a thread": ("int *p = malloc(4); free(p);", "pthread_exit(0);", False),
    "main aborts": ("int *p = malloc(4); free(p);", "abort();", False),
    "the worker exits while main has memory": ("exit(0);", "int *p = malloc(4); free(p); pthread_exit(0);", True),
    "the worker aborts while main has memory": ("_Exit(0);", "int *p = malloc(4); free(p); pthread_exit(0);", False),
    "it is copied": ('char *p = strdup("a"); free(p);', "return 0;", True),
    "it is moved": ("int *p = realloc(0, 4); p = realloc(p, 4); free(p);", "return 0;", True),
    "it is freed late": ("int *p = malloc(4); x = 1; free(p);", "if (x == 1) return 0; pthread_exit(0);", True),
    "all in one section": (
        "__VERIFIER_atomic_begin(); int *p = malloc(4); free(p); __VERIFIER_atomic_end();",
        "return 0;",
        False,
    ),
    "freed in another section": (
        "__VERIFIER_atomic_begin(); int *p = malloc(4); __VERIFIER_atomic_end();"
        "__VERIFIER_atomic_begin(); free(p); __VERIFIER_atomic_end();",
        "return 0;",
        True,
    ),
    "the worker may abort first": ("malloc(4); _Exit(0);", "exit(0);", True),
    "an assumption follows": ("int *p = malloc(4); __VERIFIER_assume(p == 0);", "return 0;", True),
}


def load(tmp_path: Path, text: str) -> Program:
    path = tmp_path / "program.c"
    path.write_text(HEADERS + text)
    return load_program([path])


def properties(program: Program, *, everywhere: bool = False) -> set[Property] | None:
    """What is found; None if that was too much to look at."""
    found = explore(program, max_states=60_000, shortest=False, leaks=True, switches_everywhere=everywhere)
    return None if found.incomplete else {finding.property for finding in found.findings}


def agree(program: Program) -> set[Property] | None:
    """What plain exploration, and every reduction of the explicit search, finds: what is seen everywhere."""
    everything = properties(prepare(program, everything_visible(program)), everywhere=True)
    prepared = prepare(program, heap_seen=True)
    found = properties(prepared)
    if everything is None or found is None:
        return None
    assert found == everything
    asked = frozenset(Property) - {Property.RACE, Property.LOST, Property.DEADLOCK}
    for reduction in Reduction:
        result = search(prepared, SearchOptions(reduction=reduction, properties=asked, all_violations=True))
        assert {finding.property for finding in result.findings} == everything - {Property.DEADLOCK}, reduction
    return everything


@pytest.mark.parametrize("name", ENDS)
def test_a_leak_is_found_wherever_the_process_may_end(name: str, tmp_path: Path) -> None:
    worker, end, leaks = ENDS[name]
    text = (
        f"void *worker(void *a) {{ {worker} return a; }}\n"
        f"int main(void) {{ pthread_t t; pthread_create(&t, 0, worker, 0); {end} }}"
    )
    assert agree(load(tmp_path, text)) == ({Property.LEAK} if leaks else set())


STATEMENTS = (
    "int *p{n} = malloc(4);",
    "int *p{n} = calloc(1, 4); *p{n} = x;",
    "free(p{k}); p{k} = 0;",
    "p{k} = realloc(p{k}, 4);",
    "slot = p{k};",
    "p{k} = slot; slot = 0;",
    "free(p{k}); p{k} = 0; x++;",
    "x = 1;",
    "if (x == 1) {{ free(p{k}); p{k} = 0; }}",
    "__VERIFIER_atomic_begin(); free(p{k}); p{k} = malloc(1); __VERIFIER_atomic_end();",
    "__VERIFIER_assume(x == 0);",
    "{{ int *q = malloc(2); if (x) free(p{k}); p{k} = q; }}",
)
LAST = ("free(p0);", "free(p0); exit(0);", "exit(0);", "pthread_exit(0);", "_Exit(0);", "")


def body(random: Random, length: int) -> str:
    lines, made = ["int *p0 = 0;"], 1
    for _ in range(length):
        chosen = random.choice(STATEMENTS)
        lines.append(chosen.format(n=made, k=random.randrange(made)))
        made += "int *p{n}" in chosen
    return " ".join([*lines, random.choice(LAST)])


def generated(seed: int) -> str:
    random = Random(seed)
    first, second, main = body(random, 3), body(random, 2), body(random, 1)
    joins = random.choice(("", "pthread_join(t, 0);", "pthread_join(t, 0); pthread_join(u, 0);"))
    return f"""
void *first(void *a) {{ {first} return a; }}
void *second(void *a) {{ {second} return a; }}
int main(void) {{
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    {main} {joins}
    return 0;
}}"""


@pytest.mark.parametrize("seed", range(12))
def test_generated_programs_leak_with_the_points_where_they_leak_with_points_everywhere(
    seed: int, tmp_path: Path
) -> None:
    agree(load(tmp_path, generated(seed)))


def points(program: Program) -> int:
    return sum(
        isinstance(instruction, Assume) and instruction.visible
        for function in program.functions.values()
        for instruction in function.instructions
    )


def test_there_are_points_only_where_somebody_asks_and_another_thread_may_end_the_process(tmp_path: Path) -> None:
    text = "void *worker(void *a) {{ {0} return a; }}\nint main(void) {{ pthread_t t; {1} {2} return 0; }}"
    uses, start = "free(malloc(4));", "pthread_create(&t, 0, worker, 0);"
    by_worker = load(tmp_path, text.format(uses, start, ""))
    assert points(prepare(by_worker, heap_seen=True)) and not points(prepare(by_worker))
    for harmless in (text.format("", start, uses), text.format("", uses, start), text.format(uses, "", uses)):
        assert not points(prepare(load(tmp_path, harmless), heap_seen=True))
    assert points(prepare(load(tmp_path, text.format("exit(0);", start, uses)), heap_seen=True))
