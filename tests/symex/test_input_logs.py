"""Logs of inputs: where runs meet, none is lost, and each comes in its turn."""

from __future__ import annotations

from symex.input_log import Input, InputLog, merge_logs
from symex.terms import TRUE, symbol


def taken(name: str) -> Input:
    return Input(0, TRUE, symbol(name, 8))


def log_of(*entries: Input, after: InputLog | None = None) -> InputLog | None:
    log = after
    for entry in entries:
        log = InputLog(entry, log, 1 if log is None else log.length + 1)
    return log


def entries_of(log: InputLog | None) -> list[Input]:
    found = []
    while log is not None:
        found.append(log.entry)
        log = log.earlier
    return found[::-1]


def test_what_one_run_took_before_something_both_know_is_kept() -> None:
    """The second log was joined from [a, x] and [a, y]; the first run parted from the run of y."""
    a, x, y, late = taken("a"), taken("x"), taken("y"), taken("late")
    before = log_of(a)
    merged = merge_logs(log_of(y, late, after=before), log_of(x, y, after=before))
    assert entries_of(merged) == [a, x, y, late]


def test_the_order_is_that_in_which_inputs_were_taken_whichever_way_logs_are_merged() -> None:
    one, two, three = taken("one"), taken("two"), taken("three")
    first, second = log_of(two, one), log_of(one, three)
    assert entries_of(merge_logs(first, second)) == entries_of(merge_logs(second, first)) == [one, two, three]


def test_a_log_that_is_the_beginning_of_the_other_adds_nothing() -> None:
    short = log_of(taken("a"))
    longer = log_of(taken("b"), after=short)
    assert merge_logs(short, longer) is longer
    assert merge_logs(longer, short) is longer
    assert merge_logs(None, short) is short
