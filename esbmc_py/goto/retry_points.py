"""Loops that may come round without a switch point, and ask for an input each time, get one.

`while (poll(&one, 1, -1) < 0) continue;`: whoever tries every input of a step would try all sequences of failures. With
a switch point before the jump backwards each round is a step of its own, and a search finds itself where it was before.
Loops without inputs need none: their steps end when they are long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from esbmc_py.goto.deferred import dataclass

from .atomic_sections import Callees, callers_of
from .expressions import Const, FunctionAddress
from .flow import jumps_back, successors
from .instructions import Assume, Call, Nondet, Return
from .program import Function
from .rewrite import rewrite
from .types import INT

_STARTING = frozenset({"pthread_create", "thrd_create"})  # they fail only where that is asked for: threads start mostly


def with_retry_points(functions: Mapping[str, Function]) -> dict[str, Function]:
    """The functions that are executed, with `visible` set. Models have loops of their own, which end."""
    inputs = {name for name, function in functions.items() if any(isinstance(i, Nondet) for i in function.instructions)}
    if not inputs:
        return dict(functions)
    callees = _callees(functions)
    steps = _Steps(functions, callees, callers_of(callees, inputs), set())
    steps.find_silent()
    return {
        name: function if function.is_model or name not in steps.asking else _pointed(function, steps.retries(name))
        for name, function in functions.items()
    }


def _callees(functions: Mapping[str, Function]) -> Callees:
    return {
        (name, index): {i.callee.name} if isinstance(i.callee, FunctionAddress) else set(i.candidates or ())
        for name, function in functions.items()
        for index, i in enumerate(function.instructions)
        if isinstance(i, Call)
    }


def _pointed(function: Function, jumps: Iterable[int]) -> Function:
    points = {at: [Assume(Const(1, INT), function.instructions[at].location, visible=True)] for at in jumps}
    return rewrite(function, {}, before=points) if points else function


@dataclass(slots=True)
class _Steps:
    """What may be executed without a switch point in between."""

    functions: Mapping[str, Function]
    callees: Callees
    asking: set[str]  # functions that ask for inputs, also by those they call
    silent: set[str]  # those that may return without a switch point

    def find_silent(self) -> None:
        found = True
        while found:
            found = False
            for name, function in self.functions.items():
                if name not in self.silent | _STARTING and any(
                    isinstance(function.instructions[index], Return) for index in self._reached(name, 0)
                ):
                    self.silent.add(name)
                    found = True

    def retries(self, name: str) -> list[int]:
        """The jumps backwards that end a round with an input and without a switch point."""
        found = []
        for index, jump in jumps_back(self.functions[name].instructions):
            asking = [at for at in self._reached(name, jump.target) if self._asks(name, at)]
            if any(index in self._reached(name, at) for at in asking):
                found.append(index)
        return found

    def _asks(self, name: str, index: int) -> bool:
        instruction = self.functions[name].instructions[index]
        return isinstance(instruction, Nondet) or not self.asking.isdisjoint(self.callees.get((name, index), ()))

    def _reached(self, name: str, start: int) -> set[int]:
        """What may be executed from there on before the next switch point."""
        instructions = self.functions[name].instructions
        reached: set[int] = set()
        pending = [start]
        while pending:
            index = pending.pop()
            if index not in reached and not instructions[index].visible:
                reached.add(index)
                if self._goes_on(name, index):
                    pending += successors(instructions, index)
        return reached

    def _goes_on(self, name: str, index: int) -> bool:
        if not isinstance(self.functions[name].instructions[index], Call):
            return True
        called = self.callees.get((name, index), set())
        return not called <= self.functions.keys() or not called or not called.isdisjoint(self.silent)
