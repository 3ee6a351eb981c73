"""Invariants: functions of the program that must hold in every state that is stored."""

from __future__ import annotations

from collections.abc import Sequence

from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.run import user_location

from .footprints import Footprint
from .observers import ObserverFunction
from .search_findings import SearchFindings
from .search_result import BrokenInvariant
from .transitions import Transition, Transitions
from .vectors import Vector


class Invariants:
    def __init__(self, program: Program, transitions: Transitions, notes: SearchFindings, names: Sequence[str]) -> None:
        self._program = program
        self._transitions = transitions
        self._notes = notes
        self.observers = [ObserverFunction(transitions, name) for name in names]

    def __bool__(self) -> bool:
        return bool(self.observers)

    def observed(self, vector: Vector) -> Footprint | None:
        """What they look at in a state: who changes that may make one of them false."""
        if not self.observers:
            return None
        return self._transitions.footprints.union(observer.look(vector).footprint for observer in self.observers)

    def check(self, vector: Vector, path: list[Transition]) -> None:
        for observer in self.observers:
            if not observer.look(vector).value:
                self._notes.note(("invariant", observer.name), self._broken(observer.name, path[-1]), path)

    def _broken(self, name: str, last: Transition) -> BrokenInvariant:
        wrote = [access for access in last.accesses if access.write]
        stack = wrote[-1].stack if wrote else ()
        location = user_location(stack) if wrote else self._program.functions[name].location
        message = f"invariant {name} does not hold"
        return BrokenInvariant(Property.ASSERTION, message, location, last.thread, stack, function=name)
