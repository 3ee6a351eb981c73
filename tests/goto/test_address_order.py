"""Who could tell where objects are in memory, and that the scope says so."""

from __future__ import annotations

import pytest

from esbmc_py import check
from esbmc_py.goto.address_order import tells_numbers, tells_order
from tests.agreement.agree import load_text

PROGRAM = """\
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
struct account {{ pthread_mutex_t lock; int money; }} one, two;
static int first(struct account *from, struct account *to) {{ return {comparison}; }}
int main(void)
{{
    int many[3] = {{1, 2, 3}}, *heap = malloc(12), sum = 0;
    if (heap == NULL) return 0;
    for (int *place = many; place < many + 3; place++) sum += *place;
    for (int *place = heap; place != heap + 3; place++) *place = 0;
    for (int *place = heap; place < heap + 3; place++) sum += *place;
    free(heap);
    return first(&one, &two) + first(&two, &one);
}}
"""
ASKS = {
    "from < to": True,
    "(uintptr_t)from >= (uintptr_t)to": True,
    "(char *)from > (char *)to": True,
    "from == to": False,
    "from->money < to->money": False,
    "&from->money > &from->money + 1": True,  # `from` may be either: cautious
    "one.lock.__owner == NULL": False,
}


@pytest.mark.parametrize("comparison", ASKS)
def test_addresses_in_different_objects_are_compared(comparison: str) -> None:
    assert tells_order(load_text(PROGRAM.format(comparison=comparison))) == ASKS[comparison]


NUMBERS = {
    "((uintptr_t)from >> 4) % 8 == 0": True,
    "(uintptr_t)from == (uintptr_t)to": False,
    "(uintptr_t)from - (uintptr_t)to->money == 0": True,
    "from == (struct account *)(uintptr_t)to": False,
    "(long)(void *)(long)sizeof *from % 3 == 0": False,
    "from != NULL && !to": False,
    "(int)(&from->money - (int *)from)": False,
}


@pytest.mark.parametrize("expression", NUMBERS)
def test_numbers_are_made_of_addresses(expression: str) -> None:
    assert tells_numbers(load_text(PROGRAM.format(comparison=expression))) == NUMBERS[expression]


@pytest.mark.parametrize("comparison", ["from < to", "from == to"])
def test_the_scope_says_that_one_order_was_looked_at(comparison: str) -> None:
    lines = check(PROGRAM.format(comparison=comparison), mode="lazy").scope.lines()
    assert any("which of two comes first" in line for line in lines) == ASKS[comparison]
