"""Functions of the program that look at states: invariants and abstractions.

Such a function runs aside, in a machine that has been put into the state, and must change nothing. What it says is kept
in a decision tree like those of steps: it runs again only when it sees something that it has not seen before.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from esbmc_py.vm.describe import object_text
from esbmc_py.vm.stops import Stop
from esbmc_py.vm.values import Value

from .footprints import Footprint
from .tracking_machine import Bytes, Choice, Copies, NextOrigin, Whole
from .transitions import Look, Transitions
from .vectors import Vector


class ObserverProblem(Exception):
    """The function does something that an observer must not do."""


class Observation:
    """What the function says wherever it sees the same."""

    __slots__ = ("control", "data", "footprint", "value")

    def __init__(self, value: Value | None, data: bytes, control: bool, footprint: Footprint):
        self.value = value
        self.data = data  # what it has given to smtcb_abstract_bytes
        self.control = control  # it has called smtcb_abstract_control
        self.footprint = footprint


Tree: TypeAlias = "Look | Observation"


class ObserverFunction:
    def __init__(self, transitions: Transitions, name: str) -> None:
        self.name = name
        self.calls = 0
        self._transitions = transitions
        self._tree: dict[None, Tree] = {}

    def look(self, vector: Vector) -> Observation:
        node: Any = self._tree.get(None)
        transitions = self._transitions
        transitions.components.fit(vector)
        while isinstance(node, Look):
            node = node.branches.get(transitions.seen(vector, node))
        return node if node is not None else self._call(vector)

    def _call(self, vector: Vector) -> Observation:
        self.calls += 1
        transitions, machine = self._transitions, self._transitions.machine
        transitions.components.restore(machine, vector)
        machine.begin()
        machine.abstract, machine.abstract_control = bytearray(), False
        try:
            value = machine.call_aside(self.name)
        except Stop as stop:
            raise ObserverProblem(f"{self.name}: {stop or type(stop).__name__}") from None
        finally:
            data, machine.abstract = bytes(machine.abstract), None
        memory = machine.memory
        for number in memory.written.keys() - memory.renewed:
            raise ObserverProblem(f"{self.name} changes {object_text(machine.executable.numbering, number)}")
        observation = Observation(
            value, data, machine.abstract_control, transitions.footprints.of(memory.regions_read, ())
        )
        self._keep(vector, observation)
        return observation

    def _keep(self, vector: Vector, observation: Observation) -> None:
        transitions = self._transitions
        branches: dict[Any, Any] = self._tree
        seen: Any = None
        for need in transitions.machine.memory.needs:
            if isinstance(need, NextOrigin):
                continue  # what it copies without reading it is nobody's business
            if isinstance(need, Choice | Copies):
                raise ObserverProblem(f"{self.name} asks for an input, or reads what nobody has written yet")
            assert isinstance(need, Bytes | Whole), "what is only looked at is not written, and no thread is started"
            node = branches.get(seen)
            if node is None:
                node = branches[seen] = transitions.look_at(need)
                transitions.components.fit(vector)
            branches, seen = node.branches, transitions.seen(vector, node)
        branches[seen] = observation
