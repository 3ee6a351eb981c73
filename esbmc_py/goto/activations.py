"""Functions as the points-to analysis sees them: most of them once, some of them once per call site.

`malloc`, `memcpy` and `pthread_create` are C functions here. Analysed once for all calls, every heap object would be
one object, whatever is copied would be in all copies, and every thread routine might run in every thread. So a small
function that allocates, starts threads or is the library's way to copy, itself or through others of its kind, is
analysed anew for each place that calls it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import field
from typing import NamedTuple, TypeAlias

from esbmc_py.goto.deferred import dataclass

from .closure import closure
from .instructions import Allocate, Copy, StartThread
from .operands import callee_of
from .program import Function, Program

CallSite: TypeAlias = tuple[str, int]  # function, index of the Call

CLONED_FUNCTION_SIZE = 80  # instructions; larger functions are analysed once for all their calls
CLONED_TOTAL = 5_000  # instructions analysed again for another call site, over the whole program
CLONED_DEPTH = 5


class Activation(NamedTuple):
    """A function, and the call sites that led to it where they are kept apart (outermost first)."""

    function: str
    context: tuple[CallSite, ...] = ()


NOBODY = Activation("")


@dataclass(slots=True)
class Cloning:
    """Decides which activation of a function a call enters."""

    program: Program
    cloned: frozenset[str] = field(init=False)
    budget: int = CLONED_TOTAL
    known: set[Activation] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.cloned = worth_cloning(self.program)

    def callee(self, caller: Activation, index: int, name: str) -> Activation:
        if name not in self.cloned or len(caller.context) >= CLONED_DEPTH:
            return Activation(name)
        if name == caller.function or any(function == name for function, _ in caller.context):
            return Activation(name)  # recursion: one activation for all of it
        activation = Activation(name, (*caller.context, (caller.function, index)))
        if activation not in self.known:
            size = len(self.program.functions[name].instructions)
            if size > self.budget:
                return Activation(name)
            self.budget -= size
            self.known.add(activation)
        return activation


def worth_cloning(program: Program) -> frozenset[str]:
    """The small functions that are worth it, directly or through calls of each other."""
    small = [one for one in program.functions.values() if len(one.instructions) <= CLONED_FUNCTION_SIZE]
    callers: dict[str, set[str]] = defaultdict(set)
    for function in small:
        for called in filter(None, map(callee_of, function.instructions)):
            callers[called].add(function.name)
    deserving = [function.name for function in small if _deserves_clones(function)]
    return frozenset(closure(deserving, lambda name: callers[name]))


def _deserves_clones(function: Function) -> bool:
    return any(
        isinstance(instruction, Allocate | StartThread) or (isinstance(instruction, Copy) and function.is_model)
        for instruction in function.instructions
    )
