"""A pointer that was never set may be null or point nowhere: using it is a violation in every mode, and replayed."""

from __future__ import annotations

import pytest

from esbmc_py.checking import Verdict, check
from esbmc_py.goto.properties import Property

MODES = ["lazy", "schedule", "uw", "lazyseq"]
WRONG = {Property.NULL, Property.BOUNDS, Property.INVALID_FREE}

PROGRAM = """\
#include <stdint.h>
#include <stdlib.h>
struct node {{ struct node *next; int value; }};
int x;
int __VERIFIER_nondet_int(void);
int main(void)
{{
    int *pointer;
    {statements}
    return 0;
}}
"""

USES = {
    "a write": "*pointer = 1;",
    "a read": "x = *pointer;",
    "set on one of two ways": "if (__VERIFIER_nondet_int()) pointer = &x; *pointer = 1;",
    "not null": "if (pointer != NULL) *pointer = 1;",
    "a member on the heap": "struct node *n = malloc(sizeof *n); if (n->next) x = n->next->value; free(n);",
    "a free": "free(pointer);",
    "a number": "pointer = (int *)(intptr_t)__VERIFIER_nondet_int(); *pointer = 1;",
}

RIGHT_USES = {
    "set on both ways": "if (__VERIFIER_nondet_int()) pointer = &x; else pointer = malloc(4); *pointer = 1;",
    "only compared": "x = pointer == NULL;",
    "hidden in a number": "uintptr_t n = (uintptr_t)&x ^ 5; pointer = (int *)(n ^ 5); *pointer = 1;",
    "set before it is read": "struct node *n = calloc(1, sizeof *n); if (n->next) x = n->next->value; free(n);",
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("use", USES)
def test_using_it_is_a_violation(use: str, mode: str) -> None:
    result = check(PROGRAM.format(statements=USES[use]), mode=mode)
    assert result.verdict is Verdict.FAILED
    assert result.counterexamples[0].what.property in WRONG  # type: ignore[union-attr]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("use", RIGHT_USES)
def test_nothing_else_is_accused(use: str, mode: str) -> None:
    assert check(PROGRAM.format(statements=RIGHT_USES[use]), mode=mode).verdict is Verdict.SUCCESSFUL
