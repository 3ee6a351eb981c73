"""What a thread may still come to, by its calls and the control flow.

Whatever could be called through a pointer counts as called where anything is, so the answer errs on one side only:
what is not ahead never comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from esbmc_py.goto.addressed import addressed_by, initially_addressed
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.flow import reachable_from
from esbmc_py.goto.instructions import Call, Instruction
from esbmc_py.goto.operands import callee_of
from esbmc_py.goto.program import Program

from .automaton import Spot

_CREATES = "pthread_create"  # whoever is started begins with the function itself
_ENDS = "__smtcb_thread_exit"  # what comes after the function that a thread was started with
_JUMPS = frozenset({"longjmp", "_longjmp", "siglongjmp"})  # they go back to places that are behind


@dataclass(frozen=True, slots=True)
class Ahead:
    """What may be executed from some place on, or is under way: spots, and the lines they are in."""

    spots: frozenset[Spot]
    lines: frozenset[tuple[str, int]]


class ThreadFlow:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._below: dict[Spot, frozenset[Spot]] = {}
        self._after: dict[Spot, Ahead] = {}
        self._calls: dict[tuple[str, ...], Ahead] = {}
        self._by_pointer = sorted(_called_by_pointer(program))
        self._callers: dict[str, list[Spot]] | None = None
        self.says_nothing = not _JUMPS.isdisjoint(program.functions)

    def of_stack(self, at: Spot, calls: Iterable[Spot]) -> Ahead:
        """Of a thread that is about to execute `at`, while these calls have not come back."""
        spots = set(self._from(*at))
        for function, index in calls:
            spots.add((function, index))
            spots |= self._from(function, index + 1)
        return self._ahead(spots | self._end())

    def after(self, at: Spot) -> Ahead:
        """Of any thread that is about to execute `at`, whoever has called the function."""
        if at not in self._after:
            spots = set(self._from(*at)) | self._end()
            pending, seen = [at[0]], {at[0]}
            while pending:
                for function, index in self._calls_of(pending.pop()):
                    spots.add((function, index))
                    spots |= self._from(function, index + 1)
                    if function not in seen:
                        seen.add(function)
                        pending.append(function)
            self._after[at] = self._ahead(spots)
        return self._after[at]

    def called_from(self, call: Call) -> frozenset[str]:
        """The functions that a call may come to."""
        return frozenset(function for function, _ in self.below(call).spots)

    def below(self, call: Call) -> Ahead:
        """All that may be executed until the call comes back."""
        known = tuple(name for name in self._called(call) if name in self._program.functions)
        if known not in self._calls:
            self._calls[known] = self._ahead(set().union(*(self._from(name, 0) for name in known)))
        return self._calls[known]

    @property
    def at_end(self) -> Ahead:
        """What comes after the function that a thread was started with."""
        return self._ahead(set(self._end()))

    def _end(self) -> frozenset[Spot]:
        return self._from(_ENDS, 0) if _ENDS in self._program.functions else frozenset()

    def _ahead(self, spots: set[Spot]) -> Ahead:
        places = (self._program.functions[name].instructions[at].location for name, at in spots)
        return Ahead(frozenset(spots), frozenset((place.file, place.line) for place in places))

    def _calls_of(self, callee: str) -> list[Spot]:
        if self._callers is None:
            self._callers = {}
            for function in self._program.functions.values():
                for index, instruction in enumerate(function.instructions):
                    for called in self._called(instruction):
                        self._callers.setdefault(called, []).append((function.name, index))
        return self._callers.get(callee, [])

    def _from(self, function: str, index: int) -> frozenset[Spot]:
        """Until the function returns, with all that is called on the way."""
        if (function, index) not in self._below:
            spots: set[Spot] = set()
            entered: set[str] = set()
            pending = [(function, index)]
            while pending:
                name, start = pending.pop()
                code = self._program.functions[name].instructions
                for at in reachable_from(code, [start]):
                    spots.add((name, at))
                    new = [one for one in self._called(code[at]) if one not in entered]
                    entered.update(new)
                    pending += ((one, 0) for one in new if one in self._program.functions)
            self._below[function, index] = frozenset(spots)
        return self._below[function, index]

    def _called(self, instruction: Instruction) -> Sequence[str]:
        match instruction:
            case Call(callee=FunctionAddress(name=name)):
                return (name,)
            case Call():
                return self._by_pointer
            case _:
                return ()


def _called_by_pointer(program: Program) -> set[str]:
    """Functions whose address is somewhere else than where a thread is created with it."""
    found = set(initially_addressed(program))
    for function in program.functions.values():
        for instruction in function.instructions:
            if callee_of(instruction) != _CREATES:
                found.update(addressed_by(instruction))
    return found
