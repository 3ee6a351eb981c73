"""The states of a program and the steps between them, found as they are asked for, and what holds in each state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program
from esbmc_py.vm.executable import Executable

from ..domains import Domains
from ..footprints import WHOLE, Footprint
from ..notes import Notes
from ..observers import Observer
from ..search_result import Reduction, SearchOptions
from ..supersteps import Supersteps
from ..transitions import Transition, Transitions
from ..vectors import THREADS, Vector
from .automaton import Valuation
from .formula import Proposition

NOBODY = -1
_PROGRESS = "__smtcb_progress_mark"


@dataclass(frozen=True, slots=True)
class Step:
    """From a state to a state. One of NOBODY: nothing can happen any more, so everything stays as it is."""

    target: int
    mover: int
    kept_waiting: int  # the other threads that could have moved, as bits
    transitions: Sequence[Transition] = ()


class Graph:
    def __init__(
        self,
        program: Program,
        options: SearchOptions,
        propositions: dict[Proposition, str],
        on_state: Callable[[int], None],
    ) -> None:
        """`propositions`: each with the function that tells whether it holds.

        `on_state` is told how many states there are.
        """
        self.transitions = Transitions(
            Executable(program, coverage=options.coverage), Domains(options.values, options.small_domain)
        )
        self.notes = Notes(program, options, self.transitions)
        self._longest = 1 if options.reduction is not Reduction.SUPERSTEP else options.longest_superstep
        self._on_state = on_state
        self._observers = {what: Observer(self.transitions, name) for what, name in propositions.items()}
        self.mark = self._progress_mark(program)
        self._keys: list[bytes] = []
        self._numbers: dict[bytes, int] = {}
        self._steps: dict[int, tuple[Step, ...]] = {}
        self._holds: dict[int, Valuation] = {}
        self._origins: dict[int, tuple[int, Sequence[Transition]]] = {}  # how a state was first met
        self.first = self._number(self.transitions.first())

    def __len__(self) -> int:
        return len(self._keys)

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

    def vector(self, state: int) -> Vector:
        return self.transitions.components.unpack(self._keys[state])

    def steps(self, state: int) -> tuple[Step, ...]:
        found = self._steps.get(state)
        if found is None:
            found = self._steps[state] = tuple(self._find_steps(state))
        return found

    def holds(self, state: int) -> Valuation:
        found = self._holds.get(state)
        if found is None:
            vector = self.vector(state)
            found = frozenset(what for what, observer in self._observers.items() if observer.look(vector).value)
            self._holds[state] = found
        return found

    def alive(self, state: int) -> list[int]:
        return self.transitions.alive(self.vector(state))

    def memory(self, vector: Vector) -> list[int]:
        """All but where the threads are."""
        places = {*self.transitions.components.thread_slots, THREADS}
        return [number for slot, number in enumerate(vector) if slot not in places]

    def path_to(self, state: int) -> list[Transition]:
        """A way there, not always a short one."""
        parts = []
        while state in self._origins:
            state, transitions = self._origins[state]
            parts.append(transitions)
        return [one for some in reversed(parts) for one in some]

    def _number(self, vector: Vector) -> int:
        self.transitions.components.normalise(vector)
        key = self.transitions.components.key(vector)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._keys)
            self._keys.append(key)
            self._on_state(len(self._keys))
        return number

    def _find_steps(self, state: int) -> Iterator[Step]:
        vector = self.vector(state)
        alive = self._moving(vector, self.transitions.alive(vector))
        if alive is None:
            return
        supersteps = Supersteps(self.transitions, vector, alive, observed=self._observed(vector), longest=self._longest)
        if not supersteps.enabled:
            yield Step(state, NOBODY, 0)
        waiting = sum(1 << thread for thread in supersteps.enabled)
        for thread in supersteps.enabled:
            for superstep in supersteps.pan_step(thread):
                if superstep.after is None:
                    self.notes.end([*self.path_to(state), *superstep.transitions])
                    continue
                before = len(self._keys)
                target = self._number(superstep.after)
                if target == before:
                    self._origins[target] = state, superstep.transitions
                yield Step(target, thread, waiting & ~(1 << thread), superstep.transitions)

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
