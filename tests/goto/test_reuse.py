"""Who could tell whether memory, names of threads or descriptors are given out again."""

from __future__ import annotations

import pytest

from esbmc_py import check
from esbmc_py.goto.reuse import could_be_noticed
from tests.agreement.agree import load_text

HEADERS = """#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
int *kept; _Atomic(int *) head; pthread_t first;
"""
MEMORY, THREADS = "memory that was freed", "names of threads that have ended"
PROGRAMS = {
    "int *p = malloc(4); if (p == kept) return 1; kept = p; free(p);": MEMORY,
    "int *p = malloc(4), *old = 0; atomic_compare_exchange_strong(&head, &old, p); free(p);": MEMORY,
    "int *p = malloc(4); free(p); return (uintptr_t)p % 7;": MEMORY,
    "int *p = malloc(4), *q = realloc(p, 8); return p == q;": MEMORY,
    "int *p = malloc(4); if (p == kept) return 1; kept = p;": "",  # it frees nothing
    "int *p = malloc(4); if (p == NULL || !kept) return 1; kept = p; free(p);": "",
    "int *p = malloc(4); static int fixed; if (p != &fixed) free(p);": "",
    "int *p = malloc(4); *p = 1; if (*p == 2) return 1; free(p);": "",
    "return pthread_equal(first, pthread_self());": THREADS,
    "return first == pthread_self();": THREADS,
    "first = pthread_self(); return pthread_join(first, NULL);": "",
    'int a = open("x", O_RDONLY); close(a); return open("x", O_RDONLY) == a;': "",  # they do come again
}


@pytest.mark.parametrize("body", PROGRAMS)
def test_who_looks_at_names_could_tell(body: str) -> None:
    program = load_text(f"{HEADERS}int main(void) {{ {body} return 0; }}")
    assert could_be_noticed(program) == ([PROGRAMS[body]] if PROGRAMS[body] else [])


def test_the_scope_says_so() -> None:
    result = check(f"{HEADERS}int main(void) {{ {next(iter(PROGRAMS))} return 0; }}", mode="lazy")
    assert any("not given out again: memory that was freed" in line for line in result.scope.lines())
