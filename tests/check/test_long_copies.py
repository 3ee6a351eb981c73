"""Copies that do not fit are noticed at once, if somebody asks; races between them are not lost, if nobody does."""

from __future__ import annotations

import pytest

from esbmc_py import check
from esbmc_py.checking import Verdict
from esbmc_py.vm.findings import DataRace, Violation

RACING_COPIES = """
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct box { int n; char text[4]; };
struct box *_Atomic shared;
char source[8];
void *writer(void *arg) { struct box *b = shared; if (b) memcpy(b->text, source, 5); return arg; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, writer, 0);
    pthread_create(&u, 0, writer, 0);
    struct box *b = malloc(sizeof *b);
    shared = b;
    pthread_join(t, 0);
    pthread_join(u, 0);
    free(b);
    return 0;
}
"""


@pytest.mark.parametrize("mode", ["lazy", "lazyseq", "explicit"])
@pytest.mark.parametrize("properties", ["race", "race,memory"])
def test_racing_copies_that_do_not_fit(mode: str, properties: str) -> None:
    """Which of the two a mode meets first is its own business; the machine confirms what it says."""
    result = check(RACING_COPIES, mode=mode, groups=tuple(properties.split(",")))
    assert result.verdict is Verdict.FAILED
    kinds = {type(one.what) for one in result.counterexamples}
    assert kinds == {DataRace} if properties == "race" else kinds <= {DataRace, Violation}
