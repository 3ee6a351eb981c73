"""Instances together say what one process says."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

import esbmc_py
from encoders.attempts import SharedByAttempts
from encoders.cutting import cut
from encoders.instances import IN_DOUBT, ThreadLine
from encoders.levers import ALL_LEVERS
from encoders.once.check import check_lazyseq, encode, lines
from encoders.outcome import Outcome, Statistics
from encoders.request import Options, Runtime
from esbmc_py.checking import CheckOptions, CheckResult, Verdict
from esbmc_py.checking.forked import instance_crew
from esbmc_py.checking.instances import Decided, Deciding, Lost, Standing, can_be_cut, instances_of, together
from esbmc_py.frontend import load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from symex.terms import size

from .programs import BUSY, DEADLOCK, FAILS_UNASKED, LOCKED, LOOP, LOST_UPDATE, SAFE, UNASKED_AND_SAFE

REACH = frozenset({Property.ASSERTION})


def load(tmp_path: Path, text: str) -> Program:
    path = tmp_path / "p.c"
    path.write_text(text)
    return prepare(load_program([path]))


def request(rounds: int, **more: object) -> Options:
    levers = ALL_LEVERS - {"incremental"}
    runtime = Runtime(shared=SharedByAttempts())
    return Options.of(
        **{"unwind": 1, "rounds": rounds, "solver": "bitwuzla", "levers": levers, "runtime": runtime, **more}
    )


def answer(result: CheckResult) -> tuple[object, ...]:
    """Of several violations, whichever is found first is told."""
    scope = result.scope
    if result.verdict is not Verdict.SUCCESSFUL:
        return (result.verdict,)
    return result.verdict, result.complete, scope.bounds, scope.switches_cut, set(scope.unwinding_cut), scope.unknown


@pytest.mark.parametrize("bound", [{"rounds": 2}, {"rounds": 3}, {"contexts": 3}], ids=str)
@pytest.mark.parametrize(
    "text", [LOST_UPDATE, SAFE, LOCKED, DEADLOCK, LOOP], ids=["lost", "safe", "locked", "deadlock", "loop"]
)
def test_several_processes_say_what_one_says(text: str, bound: dict[str, int]) -> None:
    answers = [
        esbmc_py.check(text, CheckOptions(mode="lazyseq", unwind=2, jobs=jobs, **bound))  # type: ignore[arg-type]
        for jobs in (1, 2)
    ]
    assert answer(answers[0]) == answer(answers[1])


@pytest.mark.parametrize("text", [FAILS_UNASKED, UNASKED_AND_SAFE], ids=["failed", "successful"])
def test_what_fails_unasked_is_decided_without_trust(text: str) -> None:
    answers = [
        esbmc_py.check(text, mode="lazyseq", unwind=1, rounds=2, groups=("reach",), jobs=jobs) for jobs in (1, 2)
    ]
    assert answer(answers[0]) == answer(answers[1])


def test_an_instance_in_doubt_says_so(tmp_path: Path) -> None:
    """Alone, it must not go on without trust: its steps would be others than those that were cut."""
    program, asked = load(tmp_path, UNASKED_AND_SAFE), request(2, properties=REACH)
    outcomes = [check_lazyseq(program, replace(asked, instance=one)) for one in instances_of(program, asked, 4)]
    assert any(IN_DOUBT in one.unknown for one in outcomes)


def test_exactly_the_instances_that_hold_it_have_the_violation(tmp_path: Path) -> None:
    program, asked = load(tmp_path, LOST_UPDATE), request(3)
    outcomes = [check_lazyseq(program, replace(asked, instance=one)) for one in instances_of(program, asked, 12)]
    found = [bool(one.found) for one in outcomes]
    assert any(found) and not all(found)
    assert not any(one.unknown for one in outcomes)


def test_an_instance_of_another_program_is_not_decided(tmp_path: Path) -> None:
    program, asked = load(tmp_path, SAFE), request(2)
    (other,) = cut((ThreadLine(3), ThreadLine(99)), 2, 1)
    outcome = check_lazyseq(program, replace(asked, instance=other))
    assert "cut from threads with other steps" in outcome.unknown[0]


def test_windows_make_the_formula_smaller(tmp_path: Path) -> None:
    program, asked = load(tmp_path, BUSY), request(3)
    whole = size(*encode(program, asked).formula.constraints)
    for one in instances_of(program, asked, 4):
        assert size(*encode(program, replace(asked, instance=one)).formula.constraints) < whole


def test_what_was_recorded_is_kept(tmp_path: Path) -> None:
    program, asked = load(tmp_path, SAFE), request(2)
    lines(program, asked)
    assert asked.shared is not None
    recording = asked.shared.recording
    assert recording is not None
    check_lazyseq(program, replace(asked, instance=instances_of(program, asked, 2)[0]))
    assert asked.shared.recording is recording


@pytest.mark.parametrize(
    ("options", "can"),
    [
        (Options.of(rounds=2), True),
        (Options.of(contexts=0), True),
        (Options(), False),
        (Options.of(rounds=0), False),
        (Options.of(rounds=2, all_violations=True), False),
        (Options.of(turns="+"), False),
    ],
)
def test_what_can_be_cut(options: Options, can: bool) -> None:
    assert can_be_cut(options) is can


# -- deciding ---------------------------------------------------------------------------------------------------------

DONE = Outcome("lazyseq", (), True, (), (), (), (), Statistics(solver_checks=1))


class Scripted:
    """A crew that does what it is told."""

    size = 2

    def __init__(self, *events: Decided | Lost) -> None:
        self._events = list(events)
        self.closed = False

    def begin(self, instances: dict[int, object]) -> None: ...

    def wait(self, seconds: float) -> list[Decided | Lost]:
        if not self._events:
            raise KeyboardInterrupt
        return [self._events.pop(0)]

    def close(self) -> None:
        self.closed = True


def deciding(**more: object) -> Deciding:
    return Deciding(cut((ThreadLine(3), ThreadLine(3)), 2, 4), confirms=lambda _outcome: True, **more)  # type: ignore[arg-type]


def test_all_decided_is_all_covered() -> None:
    crew = Scripted(*(Decided(number, DONE, 1.0) for number in (2, 0, 3, 1)))
    outcome = deciding().run(crew)
    assert outcome.decided and crew.closed
    assert outcome.statistics.solver_checks == 4


def test_what_is_missing_is_named() -> None:
    outcome = deciding().run(Scripted(Decided(0, DONE, 1.0), Lost(2, "its process died")))
    assert not outcome.decided
    assert outcome.unknown[0] == "interrupted"
    assert outcome.unknown[1] == "1 of 4 instances have no violation; not decided: 2-4"
    assert outcome.unknown[2].endswith("its process died")


def test_an_answer_that_comes_twice_counts_once() -> None:
    events = [Decided(number, DONE, 1.0) for number in (0, 0, 1, 2, 0, 3)]
    assert deciding().run(Scripted(*events)).statistics.solver_checks == 4


def test_an_undecided_instance_is_missing() -> None:
    unknown = replace(DONE, unknown=("out of memory",))
    events = [Decided(number, DONE, 1.0) for number in range(3)]
    outcome = deciding().run(Scripted(*events, Decided(3, unknown, 1.0)))
    assert outcome.unknown[0] == "3 of 4 instances have no violation; not decided: 4"
    assert outcome.unknown[1].endswith("out of memory")


def test_the_time_is_up() -> None:
    outcome = deciding(deadline=0.0).run(Scripted())
    assert outcome.unknown[:2] == ("out of time", "0 of 4 instances have no violation; not decided: 1-4")


def test_of_no_answers_nothing_is_known() -> None:
    assert together([], ()).switches_cut


def test_progress_tells_how_long_it_may_take() -> None:
    assert str(Standing(2, 10, 4, 20.0, 2)) == "2 of 10 instances done, 4 at work, about 20 s left"
    assert str(Standing(2, 10, 0, 2000.0, 2)).endswith("about 2.2 h left")
    assert str(Standing(10, 10, 4, 20.0, 2)) == "10 of 10 instances done, 4 at work"


# -- processes --------------------------------------------------------------------------------------------------------


def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    program, asked = load(tmp_path, SAFE), request(2)
    instances = dict(enumerate(instances_of(program, asked, 3)))
    crew = instance_crew(program, asked, 2)
    crew.begin(instances)
    victim = next(iter(crew._children.values()))
    os.kill(victim.pid, signal.SIGKILL)
    decided: list[Decided | Lost] = []
    while len(decided) < 3:
        decided += crew.wait(1.0)
    crew.close()
    assert sorted(one.number for one in decided) == [0, 1, 2]
    assert all(isinstance(one, Decided) for one in decided)


def test_processes_end_with_the_crew(tmp_path: Path) -> None:
    program, asked = load(tmp_path, BUSY), request(4)
    crew = instance_crew(program, asked, 2)
    crew.begin(dict(enumerate(instances_of(program, asked, 4))))
    pids = [child.pid for child in crew._children.values()]
    assert len(pids) == 2
    crew.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
