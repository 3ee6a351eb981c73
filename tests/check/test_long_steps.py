"""A violation at the end of a very long step is replayed: nobody takes the step for an endless one."""

from __future__ import annotations

import pytest

import esbmc_py
from esbmc_py.checking.results import Verdict
from esbmc_py.vm.eager_replay import LONGEST_LAST_STEP

ROUNDS = LONGEST_LAST_STEP // 4
PROGRAM = f"""
#include <assert.h>
int sum;
int main(void) {{ for (int i = 0; i < {ROUNDS}; i++) sum += 2; assert(sum != {2 * ROUNDS}); return 0; }}
"""


@pytest.mark.parametrize("mode", ["lazy", "lazyseq"])
def test_it_is_found(mode: str) -> None:
    assert esbmc_py.check(PROGRAM, mode=mode, timeout=60).verdict is Verdict.FAILED
