"""What an answer is worth, and which answers contradict each other."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from esbmc_py.experiments.answers import Answer, TaskStatus, contradicts, judge, read_smtcb
from esbmc_py.experiments.processes import Ended
from esbmc_py.experiments.tasks import Task, TaskBounds

ENDED = Ended(0, None, 1.0, 1.0, 10.0, "", "")
LATE = Ended(0, "timeout", 10.0, 10.0, 10.0, "", "")
BUG = Task("a/b.reach", "a", (Path("b.c"),), ("reach",), False, smallest=TaskBounds(contexts=3, rounds=2))
SAFE = Task("a/c.reach", "a", (Path("c.c"),), ("reach",), True)

FOUND = Answer("failed", bounds={"unwind": 2, "contexts": 4}, schedule=(0, 0, 1, 1, 0, 2))
PROOF = Answer("successful", complete=True)


def within(*, loops: bool = False, switches: bool = True, **bounds: int) -> Answer:
    return Answer("successful", bounds=bounds, switches_cut=switches, unwinding_cut=loops)


@pytest.mark.parametrize(
    ("task", "answer", "ended", "status"),
    [
        (BUG, FOUND, ENDED, TaskStatus.FOUND),
        (SAFE, FOUND, ENDED, TaskStatus.WRONG),
        (SAFE, PROOF, ENDED, TaskStatus.PROVED),
        (BUG, PROOF, ENDED, TaskStatus.WRONG),
        (SAFE, within(contexts=2), ENDED, TaskStatus.BOUNDED),
        (BUG, within(contexts=2), ENDED, TaskStatus.BOUNDED),
        (BUG, within(contexts=3), ENDED, TaskStatus.WRONG),  # the bug needs three switches
        (BUG, within(rounds=1), ENDED, TaskStatus.BOUNDED),
        (BUG, within(rounds=2), ENDED, TaskStatus.WRONG),
        (BUG, within(rounds=2, unwind=1, loops=True), ENDED, TaskStatus.BOUNDED),  # it may be in what loops left out
        (BUG, within(rounds=2, unwind=1, loops=True), LATE, TaskStatus.TIMEOUT),
        (BUG, within(contexts=3), LATE, TaskStatus.WRONG),  # wrong is wrong, also when it comes late
        (BUG, FOUND, LATE, TaskStatus.TIMEOUT),
        (SAFE, Answer("unknown", reason="not supported", searched=False), ENDED, TaskStatus.UNKNOWN),
        (SAFE, Answer("none"), ENDED, TaskStatus.ERROR),
        (SAFE, Answer("none"), Ended(-9, "memory", 1.0, 1.0, 900.0, "", ""), TaskStatus.MEMORY),
    ],
)
def test_answers_are_judged(task: Task, answer: Answer, ended: Ended, status: TaskStatus) -> None:
    assert judge(task, answer, ended) is status


def test_what_another_limit_left_out_was_not_searched() -> None:
    """More threads than are created within the bounds: unwinding loops often enough does not help."""
    task = replace(BUG, smallest=TaskBounds(unwind=1, rounds=2))
    answer = within(rounds=2, unwind=1, loops=True)
    assert judge(task, answer, ENDED) is TaskStatus.WRONG
    assert judge(task, replace(answer, limit_cut=True), ENDED) is TaskStatus.BOUNDED
    for what, cut in (("loop bound 1", (True, False)), ("more than 64 threads", (False, True))):
        scope = {"complete": False, "text": "", "bounds": {}, "switches_cut": True, "unwinding_cut": [{"what": what}]}
        scope |= {"properties": ["reach"], "not_looked_for": ""}
        scope |= {"unsupported": [], "unknown": [], "unfinished": None, "left_open": ""}
        document = {"verdict": "successful", "scope": scope, "findings": [], "statistics": {}}
        read = read_smtcb(replace(ENDED, output=json.dumps(document)))
        assert (read.unwinding_cut, read.limit_cut) == cut


def test_switches_and_rounds_of_a_schedule_are_counted() -> None:
    assert (FOUND.switches, FOUND.rounds) == (3, 2)
    assert Answer("failed", schedule=(1, 2, 3)).switches == 3
    assert Answer("failed", schedule=(2, 1, 0)).rounds == 3


@pytest.mark.parametrize(
    ("other", "contradiction"),
    [
        (PROOF, True),
        (within(contexts=3), True),
        (within(contexts=2), False),
        (within(rounds=2), True),
        (within(rounds=1), False),
        (within(contexts=9, unwind=1, loops=True), False),  # found with loops unwound twice
        (within(contexts=9, unwind=2, loops=True), True),
        (within(rounds=9, unwind=2, loops=True), False),  # a sequentialization may have cut a loop that a tree did not
        (within(switches=False, unwind=2), True),
        (Answer("unknown"), False),
        (FOUND, False),
    ],
)
def test_a_counterexample_contradicts_whoever_looked_there(other: Answer, contradiction: bool) -> None:
    assert contradicts(FOUND, other) is contradiction
