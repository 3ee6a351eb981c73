"""The states of a program and the steps between them, found as they are asked for, and what holds in each state.

With a bound on schedules, what is left of it is a part of the state. Then every step is a state of its own: claim 1
does not carry over to bounded search (see `bounded_steps`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program
from esbmc_py.vm.bounds import Unbounded, bound_for
from esbmc_py.vm.executable import Executable

from ..domains import Domains
from ..footprints import WHOLE, Footprint
from ..observers import ObserverFunction
from ..search_findings import Path, SearchFindings
from ..search_result import Reduction, SearchOptions
from ..supersteps import Supersteps
from ..transitions import Transition, Transitions
from ..vectors import THREADS, Vector
from .automaton import Valuation
from .formula import Proposition

NOBODY = -1
Place: TypeAlias = tuple[bytes, Any]  # a packed vector, and the account of the bound
State: TypeAlias = "int | Place"  # its number, or itself where states are not remembered
_PROGRESS = "__smtcb_progress_mark"


@dataclass(frozen=True, slots=True)
class GraphStep:
    """From a state to a state. One of NOBODY: nothing can happen any more, so everything stays as it is."""

    target: State
    mover: int
    kept_waiting: int  # the other threads that could have moved, as bits
    transitions: Sequence[Transition] = ()


class LivenessGraph:
    def __init__(
        self,
        program: Program,
        options: SearchOptions,
        propositions: dict[Proposition, str],
        on_state: Callable[[int], None],
        *,
        remembers: bool = True,
    ) -> None:
        """`propositions`: each with the function that tells whether it holds.

        `on_state` is told how many states there are. A graph that does not remember them finds everything anew
        whenever it is asked.
        """
        self.transitions = Transitions(
            Executable(program, coverage=options.coverage), Domains(options.values, options.small_domain)
        )
        self.notes = SearchFindings(program, options, self.transitions)
        self._bound = bound_for(options.contexts, options.preemptions, None)
        self._bounded = not isinstance(self._bound, Unbounded)
        self.bound_hit = False
        stepwise = self._bounded or options.reduction is not Reduction.SUPERSTEP
        self._longest = 1 if stepwise else options.longest_superstep
        self._on_state = on_state
        self._observers = {what: ObserverFunction(self.transitions, name) for what, name in propositions.items()}
        self.mark = self._progress_mark(program)
        self._remembers = remembers
        self._places: list[Place] = []
        self._numbers: dict[Place, int] = {}
        self._steps: dict[State, tuple[GraphStep, ...]] = {}
        self._holds: dict[State, Valuation] = {}
        self._origins: dict[State, tuple[State, Sequence[Transition]]] = {}  # how a state was first met
        self.first = self._name(self.transitions.first(), self._bound.start() if self._bounded else None)

    def __len__(self) -> int:
        return len(self._places)

    def _progress_mark(self, program: Program) -> Footprint:
        """Of whoever looks at the variable to which `smtcb_progress` writes; of nobody if the program has none."""
        marks = [
            number for symbol, number in program.object_numbers.items() if getattr(symbol, "name", "") == _PROGRESS
        ]
        return self.transitions.footprints.of([(number, 0, WHOLE) for number in marks], ())

    @property
    def is_marked(self) -> bool:
        """Does the program say what progress is?"""
        return bool(self.mark.reads)

    def _place(self, state: State) -> Place:
        return self._places[state] if isinstance(state, int) else state

    def vector(self, state: State) -> Vector:
        return self.transitions.components.unpack(self._place(state)[0])

    def steps(self, state: State, path: Path | None = None) -> tuple[GraphStep, ...]:
        """`path` leads to the state; a graph that remembers states knows one."""
        found = self._steps.get(state)
        if found is None:
            found = tuple(self._find_steps(state, path or (lambda: self._path_to(state))))
            if self._remembers:
                self._steps[state] = found
        return found

    def holds(self, state: State) -> Valuation:
        found = self._holds.get(state)
        if found is None:
            vector = self.vector(state)
            found = frozenset(what for what, observer in self._observers.items() if observer.look(vector).value)
            if self._remembers:
                self._holds[state] = found
        return found

    def alive(self, state: State) -> list[int]:
        return self.transitions.alive(self.vector(state))

    def memory(self, vector: Vector) -> list[int]:
        """All but where the threads are."""
        places = {*self.transitions.components.thread_slots, THREADS}
        return [number for slot, number in enumerate(vector) if slot not in places]

    def _path_to(self, state: State) -> list[Transition]:
        """A way there, not always a short one."""
        parts = []
        while state in self._origins:
            state, transitions = self._origins[state]
            parts.append(transitions)
        return [one for some in reversed(parts) for one in some]

    def _name(self, vector: Vector, account: Any) -> State:
        self.transitions.components.normalise(vector)
        place = self.transitions.components.key(vector), account
        if not self._remembers:
            return place
        number = self._numbers.get(place)
        if number is None:
            number = self._numbers[place] = len(self._places)
            self._places.append(place)
            self._on_state(len(self._places))
        return number

    def _find_steps(self, state: State, path: Path) -> Iterator[GraphStep]:
        vector, account = self.vector(state), self._place(state)[1]
        alive = self._moving(vector, self.transitions.alive(vector))
        if alive is None:
            return
        supersteps = Supersteps(self.transitions, vector, alive, observed=self._observed(vector), longest=self._longest)
        if not supersteps.enabled:
            yield GraphStep(state, NOBODY, 0)
        waiting = sum(1 << thread for thread in supersteps.enabled)
        for thread, moved in self._allowed(supersteps.enabled, account):
            for superstep in supersteps.pan_step(thread):
                if superstep.after is None:
                    self.notes.end([*path(), *superstep.transitions])
                    continue
                before = len(self._places)
                target = self._name(superstep.after, moved)
                if target == before:
                    self._origins[target] = state, superstep.transitions
                yield GraphStep(target, thread, waiting & ~(1 << thread), superstep.transitions)

    def _allowed(self, enabled: list[int], account: Any) -> Iterator[tuple[int, Any]]:
        """Who may move within the bound, and the account that this leads to."""
        if not self._bounded:
            yield from ((thread, None) for thread in enabled)
            return
        last_enabled = self._bound.last(account) in enabled
        for thread in enabled:
            moved = self._bound.move(account, thread, last_enabled)
            if moved is None:
                self.bound_hit = True
            else:
                yield thread, moved

    def _moving(self, vector: Vector, alive: list[int]) -> list[int] | None:
        """Of the threads that have not ended, those that move; None if that is given up."""
        threads = {number: self.transitions.components.thread(vector, number) for number in alive}
        moving, given_up = self.transitions.machine.follow_overruns(alive, threads)
        if given_up is not None:
            self.notes.incomplete[given_up] = None
            return None
        return moving

    def _observed(self, vector: Vector) -> Footprint | None:
        """Who changes that may make a proposition true or false."""
        if not self._observers:
            return None
        looks = (observer.look(vector).footprint for observer in self._observers.values())
        return self.transitions.footprints.union(looks)
