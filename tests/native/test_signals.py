"""Signals are forced on the real binary: where they come, not only that they do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Finished
from tests.traces.test_told_rightly import HANDLER_TOO_EARLY

Smtcb = Callable[..., Finished]
Source = Callable[..., Path]

FROM_OUTSIDE = """\
#include <assert.h>
#include <signal.h>

int first, second;

void handler(int number) { (void)number; assert(first == second); }

int main(void)
{
    signal(SIGINT, handler);
    first = 1;
    second = 1;
    return 0;
}
"""


@pytest.mark.parametrize(
    ("text", "signals", "optimisation"),
    [(FROM_OUTSIDE, "1", "-O2"), (HANDLER_TOO_EARLY, "0", "-O0")],
    ids=["outside", "sent"],
)
def test_a_signal_comes_where_the_counterexample_has_it(
    smtcb: Smtcb, source: Source, tmp_path: Path, text: str, signals: str, optimisation: str
) -> None:
    program, schedule = source(text), tmp_path / "bug.json"
    smtcb("check", program, "--signals", signals, "--save-schedule", schedule)
    done = smtcb("replay", program, "--signals", signals, "--schedule", schedule, optimisation, "--times", "3")
    assert "the real binary ends in the same violation, 3 of 3 times" in done.output, done.output


def test_who_pauses_goes_on_when_the_signal_comes(smtcb: Smtcb, source: Source) -> None:
    program = source(HANDLER_TOO_EARLY.replace("    return 0;\n}\n", "    return *(int *)0;\n}\n"))
    done = smtcb("replay", program, "--signals", "0", "--property", "memory")
    assert "the real binary ends in the same violation" in done.output, done.output
