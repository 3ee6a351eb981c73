"""Arguments that people can read: bytes that are no characters are replaced where others do as well.

A solver takes any byte that does. Each odd byte of a text is replaced, and the execution replayed: if it still ends in
the same violation, the replacement stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from esbmc_py.goto.program import Program
from esbmc_py.goto.types import IntType, ScalarType
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.findings import Deadlock, RunResult, Violation
from esbmc_py.vm.inputs import RunInputs
from esbmc_py.vm.run import Runner, Scheduled, machine_for, run
from esbmc_py.vm.schedule import Schedule
from esbmc_py.vm.trace import TraceEvent, TraceSink
from esbmc_py.vm.values import Value

from .results import Counterexample
from .shorten import same_violation

_CANDIDATES = b"a0x-1Az 3b2~!"
_MOST_RUNS = 120


def with_readable_texts(program: Program, found: Counterexample) -> Counterexample:
    if not isinstance(found.what, Violation | Deadlock):
        return found
    executable = Executable(program)
    texts = _texts(executable, found.schedule)
    inputs = list(found.schedule.inputs)
    left = _MOST_RUNS
    for place in texts:
        for position in _odd(inputs[place]):
            for candidate in _CANDIDATES:
                if left == 0:
                    break
                left -= 1
                changed = [*inputs]
                changed[place] = _with_byte(inputs[place], position, candidate)
                if _is_same(executable, found.what, replace(found.schedule, inputs=tuple(changed))):
                    inputs = changed
                    break
    if inputs == list(found.schedule.inputs):
        return found
    return _again(executable, found, replace(found.schedule, inputs=tuple(inputs)))


def _texts(executable: Executable, schedule: Schedule) -> list[int]:
    """Which inputs are the undefined bytes of an object: texts come from outside like that."""
    noted = _Noted(schedule.inputs)
    machine = machine_for(schedule)(executable, noted.choose)
    Runner(machine, noted, Scheduled(schedule.threads), None, None).run(len(schedule.threads), None)
    return [place for place in noted.texts if place < len(schedule.inputs)]


class _Noted(RunInputs):
    def __init__(self, given: Sequence[Value]) -> None:
        super().__init__(given, Random(0))
        self.texts: list[int] = []

    def choose(self, ctype: ScalarType) -> Value:
        if isinstance(ctype, IntType) and ctype.name.endswith("undefined bytes"):
            self.texts.append(len(self.used))
        return super().choose(ctype)


def _bytes(value: Value) -> bytes:
    assert isinstance(value, int)
    return value.to_bytes((value.bit_length() + 7) // 8, "little")


def _odd(value: Value) -> Iterator[int]:
    text = _bytes(value).split(b"\0", 1)[0]
    return (position for position, byte in enumerate(text) if not 32 < byte < 127)


def _with_byte(value: Value, position: int, byte: int) -> int:
    data = bytearray(_bytes(value))
    data[position] = byte
    return int.from_bytes(data, "little")


def _is_same(executable: Executable, wanted: Violation | Deadlock, schedule: Schedule) -> bool:
    result = _followed(executable, schedule)
    return result.steps <= len(schedule.threads) and same_violation(result.violation or result.deadlock, wanted)


def _followed(executable: Executable, schedule: Schedule, trace: TraceSink | None = None) -> RunResult:
    """That nobody can move is seen by whoever looks for one more step."""
    steps = len(schedule.threads) + 1
    return run(executable.program, schedule=schedule, trace=trace, max_steps=steps, executable=executable)


def _again(executable: Executable, found: Counterexample, schedule: Schedule) -> Counterexample:
    events: list[TraceEvent] = []
    result = _followed(executable, schedule, events.append)
    what = result.violation or result.deadlock
    assert what is not None, "the same run as before"
    return replace(found, what=what, schedule=schedule, events=tuple(events))
