"""Some likely calls of a program, each run once: many bugs need no search among all arguments.

The machine runs the program as it was prepared, with inputs such that the models of `arguments.c` make up one call
after the other; all other inputs are zero. What it runs into is real. How much is run is counted in instructions, so
that the answer does not depend on how fast the computer is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from esbmc_py.frontend.likely_texts import (
    MOST_ARGUMENTS,
    asked_counts,
    compared_texts,
    likely_texts,
    likely_word,
    some_of,
)
from esbmc_py.frontend.main_arguments import ANY_ARGUMENTS
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import IntType, ScalarType
from esbmc_py.vm.eager_machine import EagerMachine
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.findings import RunResult
from esbmc_py.vm.run import Runner, Scheduled, run
from esbmc_py.vm.trace import TraceEvent
from esbmc_py.vm.values import Value

from .results import Counterexample
from .surroundings import setting

_LONGEST_RUN = 20_000  # instructions
_ALL_RUNS = 100_000
_ONE_CHARACTER = 20  # instructions for each character that an argument might have: it is made up by loops
_ANY_CALL = 0.25  # of the calls at random: with any number of arguments
_LENGTHS = (1, 1, 2, 3)  # of a text at random


def has_calls(program: Program) -> bool:
    """Is it any call that is looked at?"""
    return ANY_ARGUMENTS in program.functions


def call_at_random(program: Program, counts: Sequence[int], random: Random) -> Sequence[Value]:
    """The first inputs of a call with one of these numbers of arguments, none of them empty. Sometimes it is any call.

    The largest number comes more often: who wants three looks at the first and the second, too.
    """
    if not counts or random.random() < _ANY_CALL:
        return ()
    longest, most = setting(program, "__smtcb_longest_text"), setting(program, "__smtcb_most_arguments")
    count = random.choice([*counts, counts[-1], counts[-1]])
    lengths = (min(random.choice(_LENGTHS), longest) for _ in range(count))
    return [*_number(count, most), *(answer for length in lengths for answer in _number(length, longest))]


def example_call(program: Program) -> str:
    """A call that the program may accept, as an option."""
    count = max(wanted_counts(program), default=0)
    return f"--args '{' '.join([likely_word(program.sources.values())] * count)}'"


def wanted_counts(program: Program) -> list[int]:
    """How many arguments the program seems to ask for, the largest number last."""
    if not has_calls(program):
        return []
    most = setting(program, "__smtcb_most_arguments")
    return [count for count in asked_counts(program.sources.values()) if count <= most]


def violation_in_a_likely_call(program: Program, properties: frozenset[Property]) -> Counterexample | None:
    caller = Caller(program, properties)
    for call in _calls(program):
        result = caller.run(call)
        if result is not None:
            events: list[TraceEvent] = []
            again = run(program, schedule=result.schedule, trace=events.append, max_steps=result.steps + 1)
            if again.violation is not None and again.violation.property in properties:
                return Counterexample(again.violation, again.schedule, tuple(events))
        if caller.left <= 0:
            break
    return None


class Caller:
    """Runs a program once for each call."""

    def __init__(self, program: Program, properties: frozenset[Property]) -> None:
        self._program = program
        self._properties = properties
        self._executable = Executable(program)
        sizes = setting(program, "__smtcb_longest_text") * setting(program, "__smtcb_most_arguments")
        self._made_up = _ONE_CHARACTER * sizes
        self.left = _ALL_RUNS  # instructions

    def run(self, call: Sequence[bytes]) -> RunResult | None:
        """None if nothing is violated that is looked for."""
        longest = _LONGEST_RUN + self._made_up
        inputs = _CallInputs(self._program, call)
        machine = EagerMachine(self._executable, inputs.choose)
        machine.limits = longest, longest
        machine.look_for(leaks=Property.LEAK in self._properties, lost=False)
        result = Runner(machine, inputs, Scheduled(()), None, None).run(None, longest)
        self.left -= max(1, machine.total_executed - self._made_up)
        return result if result.violation is not None and result.violation.property in self._properties else None


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
