"""Is there a way through the code of one thread that passes its waypoints in their order?

Calls come back to where they were made, so that a function that is called twice is passed twice and not more. Data and
other threads are not looked at: a way that is not there is in no execution.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias

from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.flow import successors
from esbmc_py.goto.instructions import Call, Return
from esbmc_py.goto.program import Program

from .automaton import Guard, Kind, Spot
from .reachable_code import ThreadFlow

_MOST_PLACES = 5_000
_DEEPEST = 30

_Place: TypeAlias = tuple[Spot, ...]  # where the thread is, and the calls that have not come back


def most_passed(program: Program, flow: ThreadFlow, roots: Collection[str], guards: Sequence[Guard]) -> int | None:
    """How many, by a thread that begins with one of these functions. None: too much to look at."""
    if flow.says_nothing or any(root not in program.functions for root in roots):
        return None
    return _Ways(program, flow, guards).most([((root, 0),) for root in roots])


class _Ways:
    def __init__(self, program: Program, flow: ThreadFlow, guards: Sequence[Guard]) -> None:
        self._program = program
        self._flow = flow
        self._guards = guards
        self._of_interest = {function for guard in guards for function, _ in guard.spots}
        # Who has passed more can pass what is left all the same: the most is enough.
        self._most: dict[_Place, int] = {}
        self._pending: list[_Place] = []
        self._best = 0

    def most(self, first: Sequence[_Place]) -> int | None:
        for place in first:
            self._arrive(place, 0)
        while self._pending:
            place = self._pending.pop()
            if len(self._most) > _MOST_PLACES or len(place) > _DEEPEST or not self._go_on(place):
                return None
        return self._best

    def _arrive(self, place: _Place, passed: int) -> None:
        if passed > self._most.get(place, -1):
            self._most[place] = passed
            self._pending.append(place)

    def _go_on(self, place: _Place) -> bool:
        """False: what comes next cannot be told."""
        (function, index), calls = place[0], place[1:]
        code = self._program.functions[function].instructions
        instruction = code[index]
        callee = self._entered(instruction) if isinstance(instruction, Call) else None
        if callee == "":
            return False
        passed = self._visit(place[0], self._most[place], returns=callee is None)
        self._best = max(self._best, passed)
        if callee is not None:
            self._arrive(((callee, 0), *place), passed)
        elif isinstance(instruction, Return):
            if calls:
                self._come_back(calls, passed)
        else:
            for following in successors(code, index):
                self._arrive(((function, following), *calls), passed)
        return True

    def _come_back(self, calls: _Place, passed: int) -> None:
        (function, index), rest = calls[0], calls[1:]
        if passed < len(self._guards):
            guard = self._guards[passed]
            passed += guard.kind is Kind.RETURN and calls[0] in guard.spots
            self._best = max(self._best, passed)
        self._arrive(((function, index + 1), *rest), passed)

    def _entered(self, call: Call) -> str | None:
        """The function to follow; None: nothing of interest happens there; empty: nobody knows which it is."""
        if self._of_interest.isdisjoint(self._flow.called_from(call)):
            return None
        return call.callee.name if isinstance(call.callee, FunctionAddress) else ""

    def _visit(self, spot: Spot, passed: int, *, returns: bool) -> int:
        """One visit passes one waypoint of a kind, and what is vague beside it."""
        kinds: set[Kind] = set()
        vague = False
        while passed < len(self._guards):
            guard = self._guards[passed]
            vague, again = guard.vague, guard.kind in kinds and not (guard.vague or vague)
            if spot not in guard.spots or again or (guard.kind is Kind.RETURN and not returns):
                break
            kinds.add(guard.kind)
            passed += 1
        return passed
