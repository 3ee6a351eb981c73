"""Several checks in one process: none depends on those before, and none leaves anything behind."""

from __future__ import annotations

import signal
import time
from dataclasses import asdict
from typing import Any

import pytest

from esbmc_py.checking import CheckResult, check
from esbmc_py.checking.alarm import AGAIN, GRACE, within
from symex.terms import live_terms
from tests.conftest import ROOT

LOST_UPDATE = ROOT / "examples" / "lost_update.c"
INPUTS = """\
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint(), a[4];
    for (int k = 0; k < 4; k++)
        a[k] = __VERIFIER_nondet_uint() % 16;
    assert(i > 3 || a[i] != 7 || a[0] != 5);
}
"""


def signature(result: CheckResult) -> Any:
    numbers = {name: value for name, value in asdict(result.statistics).items() if "time" not in name}
    return str(result.verdict), numbers, [(str(one.what), one.schedule.to_json()) for one in result.counterexamples]


@pytest.mark.parametrize("mode", ["lazy", "schedule", "uw", "lazyseq"])
def test_a_check_is_the_same_whatever_was_checked_before(mode: str) -> None:
    alone = signature(check(INPUTS, mode=mode))
    check(LOST_UPDATE, mode=mode)
    assert signature(check(INPUTS, mode=mode)) == alone


def test_terms_do_not_pile_up() -> None:
    check(INPUTS, mode="lazyseq", rounds=1)
    once = live_terms()
    for _ in range(3):
        check(INPUTS, mode="lazyseq", rounds=1)
    assert live_terms() == once


class TimeIsUp(Exception):
    pass


def test_an_alarm_that_rang_is_silent_afterwards() -> None:
    with pytest.raises(TimeIsUp):
        within(0.0, TimeIsUp(), lambda: time.sleep(60))
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) in (signal.SIG_DFL, signal.SIG_IGN)


def test_work_that_ends_in_time_hears_no_alarm() -> None:
    assert within(60.0, TimeIsUp(), lambda: 7) == 7
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_an_alarm_that_rings_while_it_is_switched_off_does_not_ring_again(monkeypatch: pytest.MonkeyPatch) -> None:
    switch = signal.setitimer
    missed = iter([True])

    def late(which: int, seconds: float, interval: float = 0.0) -> None:
        if seconds == 0 and next(missed, False):
            time.sleep(GRACE + AGAIN)  # it rings here, before it is switched off
        switch(which, seconds, interval)

    monkeypatch.setattr(signal, "setitimer", late)
    with pytest.raises(TimeIsUp):
        within(0.0, TimeIsUp(), lambda: 7)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
