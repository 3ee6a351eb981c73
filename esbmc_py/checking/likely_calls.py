"""Some likely calls of a program, each run once: many bugs need no search among all arguments.

The machine runs the program as it was prepared, with inputs such that the models of `arguments.c` make up one call
after the other; all other inputs are zero. What it runs into is real. How much is run is counted in instructions, so
that the answer does not depend on how fast the computer is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from esbmc_py.frontend.likely_texts import MOST_ARGUMENTS, asked_counts, compared_texts, likely_texts, some_of
from esbmc_py.frontend.main_arguments import ANY_ARGUMENTS
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import IntType, ScalarType
from esbmc_py.vm.eager_machine import EagerMachine
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.run import Runner, Scheduled, run
from esbmc_py.vm.trace import TraceEvent
from esbmc_py.vm.values import Value

from .results import Counterexample
from .surroundings import setting

_LONGEST_RUN = 20_000  # instructions
_ALL_RUNS = 100_000


def has_calls(program: Program) -> bool:
    """Is it any call that is looked at?"""
    return ANY_ARGUMENTS in program.functions


def violation_in_a_likely_call(program: Program, properties: frozenset[Property]) -> Counterexample | None:
    executable, left = Executable(program), _ALL_RUNS
    for call in _calls(program):
        inputs = _CallInputs(program, call)
        machine = EagerMachine(executable, inputs.choose)
        machine.limits = _LONGEST_RUN, _LONGEST_RUN
        machine.look_for(leaks=Property.LEAK in properties, lost=False)
        result = Runner(machine, inputs, Scheduled(()), None, None).run(None, _LONGEST_RUN)
        left -= machine.total_executed
        if result.violation is not None and result.violation.property in properties:
            events: list[TraceEvent] = []
            again = run(program, schedule=result.schedule, trace=events.append, max_steps=result.steps + 1)
            if again.violation is not None and again.violation.property in properties:
                return Counterexample(again.violation, again.schedule, tuple(events))
        if left <= 0:
            break
    return None


def _calls(program: Program) -> Iterator[Sequence[bytes]]:
    longest, most = setting(program, "__smtcb_longest_text"), setting(program, "__smtcb_most_arguments")
    texts = [text.encode() for text in likely_texts(compared_texts(program.sources.values()))]
    texts = [text for text in texts if len(text) <= longest]
    asked = [count for count in asked_counts(program.sources.values()) if MOST_ARGUMENTS < count <= most]
    few = [*range(min(MOST_ARGUMENTS, most) + 1)]
    for count in (*few[:2], *asked, *few[2:]):
        yield from product(some_of(texts, count), repeat=count)


class _CallInputs:
    """Inputs for one call. The models ask for truth values (is it more than that?) and for the bytes of each text."""

    def __init__(self, program: Program, call: Sequence[bytes]):
        longest, most = setting(program, "__smtcb_longest_text"), setting(program, "__smtcb_most_arguments")
        self._answers = [*_number(len(call), most)]
        for text in call:
            self._answers += _number(len(text), longest)
        self._texts = [text.ljust(longest, b"\0") for text in call]
        self._longest = longest
        self._next_answer = self._next_text = 0
        self.used: list[Value] = []

    def choose(self, ctype: ScalarType) -> Value:
        value: Value = 0
        if isinstance(ctype, IntType) and ctype.is_bool and self._next_answer < len(self._answers):
            value = int(self._answers[self._next_answer])
            self._next_answer += 1
        elif isinstance(ctype, IntType) and ctype.name == f"{self._longest} undefined bytes":
            if self._next_text < len(self._texts):
                value = int.from_bytes(self._texts[self._next_text], "little")
                self._next_text += 1
        self.used.append(value)
        return value

    def mark(self) -> int:
        return len(self.used)

    def rewind(self, mark: int) -> None:
        """Arguments are made up before anything can block."""
        del self.used[mark:]


def _number(number: int, most: int) -> list[bool]:
    """What `any_number` of the models asks for a number up to `most`."""
    return [True] * number + [False] * (number < most)
