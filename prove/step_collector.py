"""The last round of a translation: all is known that ever will be. Variables get names, and steps become terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symex.objects import Memory
from symex.run import Findings
from symex.state import Cut, Violation
from symex.terms import Term, bv, symbol
from symex.values import Value
from symex.waiting import WaitFor

from .executor import Start, StepRun
from .graph import Arrival, CannotProve, GuardedTransition, Location
from .indices import Inside
from .object_table import ObjectTable, read
from .objects import or_anything, value_term
from .sizes import Size
from .stacks import frame_of, frames
from .states import States
from .variables import LIFE, AnyValue, CellSlot, Known, RegisterSlot, Slot, Variable, joined, width_of


class StepCollector:
    """`shared`: what is known of what threads share. `itself`: what the thread that moves is called."""

    def __init__(
        self,
        table: ObjectTable,
        states: States,
        shared: Mapping[Slot, Known],
        target: Callable[[Location, StepRun, bool], Location],
        begun: Callable[[Start], tuple[Location, Memory]],
        itself: Callable[[], Term | None],
    ) -> None:
        """`target`: where a run arrives. `begun`: where a thread begins, and what is its own there."""
        self._table = table
        self._states = states
        self._shared = shared
        self._target = target
        self._begun = begun
        self._itself = itself
        self._variables: dict[Slot, Variable] = {}  # those that threads share
        self.transitions: list[GuardedTransition] = []
        self.violations: list[tuple[Location, Violation]] = []
        self.cuts: list[tuple[Location, Cut]] = []
        self.waits: list[tuple[Location, WaitFor]] = []

    @property
    def shared(self) -> tuple[Variable, ...]:
        return tuple(self._variables.values())

    # -- variables ----------------------------------------------------------------------------------------------------

    def name_variables(self, locations: list[Location]) -> None:
        """Raises CannotProve."""
        for slot, known in self._shared.items():
            if _needs_variable(known):
                self._variables[slot] = self._states.variable(None, slot, known)
        for location in locations:
            for slot, known in location.known.items():
                if self._is_of(location, slot) and _needs_variable(known):
                    location.variables[slot] = self._states.variable(location, slot, known)
            self._require_different_names(location)

    def _is_of(self, location: Location, slot: Slot) -> bool:
        """While main is alone, everything is its own."""
        return isinstance(slot, RegisterSlot) or location.alone or not self._table.is_shared(slot)

    def _require_different_names(self, location: Location) -> None:
        shared = [] if location.alone else list(self._variables.values())
        every = [one.symbol.id for one in (*location.variables.values(), *shared)]
        if len(set(every)) < len(every):
            raise CannotProve("two variables of one name", location.source)

    # -- steps --------------------------------------------------------------------------------------------------------

    def collect(self, location: Location, runs: list[StepRun], findings: Findings) -> None:
        self.violations += [(location, one) for one in findings.violations]
        self.cuts += [(location, one) for one in findings.cuts]
        self.waits += [(location, one) for one in findings.waits]
        self.transitions += [self._transition(location, run) for run in runs]

    def _transition(self, location: Location, run: StepRun) -> GuardedTransition:
        alone = location.alone and not run.started
        shared = {} if alone else self._shared_changes(location, run)
        arrival = None
        if not (run.ended or run.halted):
            arrival = self._arrival(location, run, alone)
        started = tuple(self._started(start) for start in run.started)  # type: ignore[arg-type]
        return GuardedTransition(location, run.guard, arrival, shared, started, run.halted)

    def _shared_changes(self, location: Location, run: StepRun) -> dict[Variable, Term]:
        changes: dict[Variable, Term] = {}
        for slot, variable in self._variables.items():
            assert isinstance(slot, CellSlot)
            if not location.alone and _is_gone(run.memory, slot):
                continue  # what was in it matters to nobody: so it stays
            value = _final(run.memory, slot, variable)
            if value is not (variable.value if variable.inside is None else variable.symbol):
                changes[variable] = value
        for slot, known in self._shared.items():
            if slot not in self._variables and not (location.alone and self._is_to_come(slot, run)):
                self._require_known(run.memory, slot, known)
        return changes

    def _is_to_come(self, slot: Slot, run: StepRun) -> bool:
        """An object that main has not made yet when it starts its first thread."""
        assert isinstance(slot, CellSlot)
        return slot.number not in run.memory and not self._table.may_have_died(self._table[slot.number], run.allocated)

    def _require_known(self, memory: Memory, slot: Slot, known: Known) -> None:
        """What is taken as known must be so after each step."""
        assert isinstance(slot, CellSlot)
        if slot.offset != LIFE and memory.get(slot.number) is None:
            return
        value = read(memory.get(slot.number), slot)
        itself = None if self._table.is_shared(slot) else self._itself()
        assert joined(known, value, tells_apart=False, itself=itself) == known, f"{slot} is not as it was said to be"

    def _arrival(self, location: Location, run: StepRun, alone: bool) -> Arrival:
        target = self._target(location, run, alone)
        every = list(frames(frame_of(run)))
        values: dict[Variable, Term] = {}
        for slot, known in target.known.items():
            variable = target.variables.get(slot)
            if isinstance(slot, RegisterSlot):
                value = every[slot.frame].registers[slot.index]
                if variable is not None:
                    values[variable] = or_anything(value, variable)
                else:
                    assert joined(known, value, tells_apart=False, itself=self._itself()) == known
            elif variable is not None:
                values[variable] = _final(run.memory, slot, variable)
            elif alone or not self._table.is_shared(slot):
                self._require_known(run.memory, slot, known)
        return Arrival(target, values)

    def _started(self, start: Start) -> Arrival:
        entry, own = self._begun(start)
        values: dict[Variable, Term] = {}
        for slot, variable in entry.variables.items():
            if isinstance(slot, RegisterSlot):
                value = start.arguments[slot.index] if slot.index < len(start.arguments) else None
                values[variable] = or_anything(value, variable)
            else:
                values[variable] = _stored(read(own.get(slot.number), slot), slot, variable)
        return Arrival(entry, values, start.self_value if isinstance(start.self_value, Term) else None)


def _needs_variable(known: Known) -> bool:
    return isinstance(known, AnyValue | Inside | Size) or (isinstance(known, frozenset) and len(known) > 1)


def _is_gone(memory: Memory, slot: CellSlot) -> bool:
    return slot.offset != LIFE and slot.number not in memory


def _final(memory: Memory, slot: CellSlot, variable: Variable) -> Term:
    """What is in an object that does not live matters to nobody: it is what is simplest to say."""
    width = width_of(slot)
    if not _is_gone(memory, slot):
        return _stored(read(memory.get(slot.number), slot), slot, variable)
    if width < 0:
        return symbol(f"gone!{slot.number}!{slot.offset}", width)
    return bv(variable.values[0] if variable.values else 0, variable.width)


def _stored(value: Value, slot: CellSlot, variable: Variable) -> Term:
    if variable.inside is None:
        return value_term(value, width_of(slot))
    found = variable.stored(value)
    assert found is not None, f"{variable} is not as it was said to be"
    return found
