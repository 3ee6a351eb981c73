"""Who could tell whether memory, names of threads or descriptors are given out again."""

from __future__ import annotations

import pytest

from esbmc_py import check
from esbmc_py.goto.reused_memory import reuses_memory
from tests.agreement.agree import load_text

HEADERS = """#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int *kept; _Atomic(int *) head; pthread_t first;
"""
MEMORY = "memory that was freed"
PROGRAMS = {
    "int *p = malloc(4); if (p == kept) return 1; kept = p; free(p);": MEMORY,
    "int *p = malloc(4), *old = 0; atomic_compare_exchange_strong(&head, &old, p); free(p);": MEMORY,
    "int *p = malloc(4); free(p); return (uintptr_t)p % 7;": MEMORY,
    "int *p = malloc(4), *q = realloc(p, 8); return p == q;": MEMORY,
    "int *p = malloc(4); if (p == kept) return 1; kept = p;": "",  # it frees nothing
    "int *p = malloc(4); if (p == NULL || !kept) return 1; kept = p; free(p);": "",
    "int *p = malloc(4); void *number = (void *)7; free(p); return (long)number;": "",
    "int *p = malloc(4), a[2], *q = a; while (q != a + 2) q++; free(p);": "",
    "int *p = malloc(4); static int fixed; if (p != &fixed) free(p);": "",
    "int *p = malloc(4); *p = 1; if (*p == 2) return 1; free(p);": "",
    'int a = open("x", O_RDONLY); close(a); return open("x", O_RDONLY) == a;': "",  # they do come again
}


@pytest.mark.parametrize("body", PROGRAMS)
def test_who_looks_at_names_could_tell(body: str) -> None:
    program = load_text(f"{HEADERS}int main(void) {{ {body} return 0; }}")
    assert reuses_memory(program) == (PROGRAMS[body] == MEMORY)


TELL_THREADS_APART = {
    "return pthread_equal(first, pthread_self());": True,
    "return first == pthread_self();": True,
    "return (unsigned long)pthread_self() % 7;": True,
    "return (void *)pthread_self() == (void *)head;": True,
    "return memcmp(&first, &head, sizeof first);": True,
    "first = pthread_self(); return pthread_join(first, NULL);": False,
    'return printf("%lu", (unsigned long)first);': False,
    "return first != 0 && pthread_join(first, NULL);": False,
    "pthread_t *all = calloc(2, sizeof *all); free(all);": False,
}


@pytest.mark.parametrize("body", TELL_THREADS_APART)
def test_names_of_threads_come_again_where_a_program_can_tell(body: str) -> None:
    program = load_text(
        f"{HEADERS}void *run(void *a) {{ return a; }}"
        f"int main(void) {{ pthread_create(&first, NULL, run, NULL); {body} return 0; }}"
    )
    assert ("__smtcb_name_for" in program.functions) == TELL_THREADS_APART[body]


def test_the_scope_says_so() -> None:
    text = f"{HEADERS}int main(void) {{ {next(iter(PROGRAMS))} return 0; }}"
    again = "memory that was freed is given out again, but not more than one block of it"
    assert any(again in line for line in check(text, mode="lazy").scope.lines())
    result = check(text, mode="lazy", groups=("leak",))  # a block that is free, and not given out again, is no leak
    assert any("not given out again: memory that was freed" in line for line in result.scope.lines())
