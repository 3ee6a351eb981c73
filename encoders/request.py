"""What an encoding is asked: `Options`, which consists of parts. Whoever asks hands parts on and copies no settings.

Parts are frozen. What changes while an attempt runs is in `Runtime`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields, replace
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from esbmc_py.goto.coverage import Coverage
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.memory_models import SC
from esbmc_py.goto.properties import LIVENESS, Property
from reachability_tree.reductions import Reductions

from .attempt_bounds import NO_BOUNDS, Bounds
from .instances import Instance
from .levers import ALL_LEVERS

if TYPE_CHECKING:
    from .attempts import SharedByAttempts
    from .solvers.cross_check import SecondOpinions
    from .solvers.interface import Solver
    from .solvers.questions import Question
    from .solvers.transcript import Transcript
    from .statistics import Statistics

ALL_PROPERTIES = frozenset(Property) - LIVENESS
# What is looked for only if it is asked for: many programs race, leak, or mark nothing, and mean no harm.
ON_REQUEST = frozenset({Property.RACE, Property.LEAK, Property.LOST, Property.ATOMICITY, Property.SIGNAL_SAFETY})
ALL_REDUCTIONS = Reductions()

Progress: TypeAlias = "Callable[[Statistics], None]"
_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class LookedFor:
    """A deadlock or a data race is looked for if it is among `properties`."""

    properties: frozenset[Property] = ALL_PROPERTIES - ON_REQUEST
    all_violations: bool = False  # go on after the first, until every (property, location) was found
    happens_before: bool = False  # races, if asked for, are accesses that nothing orders, wherever they are
    memory_model: str = SC  # sc, or rc11 (the others are part of the program by now)


@dataclass(frozen=True, slots=True)
class Encoding:
    """How formulas are made. No answer depends on it."""

    schema: str = "once"  # of a sequentialization: once or cseq
    positions: str = "order"  # of the schema once: a truth value for each, or "bitvector": numbers
    reductions: Reductions = ALL_REDUCTIONS
    levers: frozenset[str] = ALL_LEVERS  # of a sequentialization
    variants: frozenset[str] = frozenset()  # names from variants.py


@dataclass(frozen=True, slots=True)
class Solving:
    """Which solver, and what each of its checks may use: see `solvers.interface.Limits`."""

    solver: str = "z3"
    memory: int | None = None  # in megabytes
    effort: int | None = None  # in work; also of formulas that grow with their cases
    seed: int = 0

    def make_solver(self) -> Solver:
        from .solvers import Limits, make_solver  # here: whoever asks no solver need not load what terms need

        return make_solver(self.solver, part(Limits, self))


@dataclass(frozen=True, slots=True)
class Runtime:
    """What an attempt shares with whoever asks. It changes while the attempt runs; no answer depends on it."""

    progress: Progress | None = None  # called now and then
    transcript: Transcript | None = None  # gets all that solvers are asked, as SMT-LIB
    shared: SharedByAttempts | None = None  # of a sequentialization: what attempts within other bounds left
    coverage: Coverage | None = None  # gets what is executed (not with the schema cseq)
    questions: list[Question] | None = None  # gets all that solvers are asked, as terms
    opinions: SecondOpinions | None = None  # what is unsatisfiable is asked of another solver, too: gets what it says


NOTHING_SHARED = Runtime()
_PARTS: dict[str, type] = {"bounds": Bounds, "looked_for": LookedFor, "encoding": Encoding, "solving": Solving}


@dataclass(frozen=True, slots=True)
class Options:
    """What to look for, and within which bounds. `timeout` is in seconds and for everything."""

    bounds: Bounds = NO_BOUNDS
    looked_for: LookedFor = field(default_factory=LookedFor)
    encoding: Encoding = field(default_factory=Encoding)
    solving: Solving = field(default_factory=Solving)
    unwind_at: Mapping[tuple[str, int], int] = field(default_factory=dict)  # (file, line) of a loop → bound
    threads: int | None = None  # how many a sequentialized program creates at most
    timeout: float | None = None
    brief: bool = False  # a sequentialization: larger bounds follow, so that one example of what was left out will do
    instance: Instance | None = None  # of the schema once: only these of the schedules within the bounds
    runtime: Runtime = NOTHING_SHARED

    @classmethod
    def of(cls, **settings: Any) -> Options:
        """From settings by their names, whichever part they belong to: `Options.of(unwind=2, seed=1)`."""
        parts = {
            name: kind(**{one.name: settings.pop(one.name) for one in fields(kind) if one.name in settings})
            for name, kind in _PARTS.items()
        }
        return cls(**{**parts, **settings})

    @property
    def progress(self) -> Progress | None:
        return self.runtime.progress

    @property
    def shared(self) -> SharedByAttempts | None:
        return self.runtime.shared

    @property
    def coverage(self) -> Coverage | None:
        return self.runtime.coverage

    def make_solver(self) -> Solver:
        if self.shared is not None and "incremental" in self.encoding.levers:
            return self.shared.for_attempt(self._new_solver, self.solving.effort)
        return self._new_solver()

    def _first_solver(self) -> Solver:
        solver, opinions = self.solving.make_solver(), self.runtime.opinions
        if opinions is None:
            return solver
        from .solvers.cross_check import CrossCheckedSolver, other_than

        other = replace(self.solving, solver=other_than(self.solving.solver))
        return CrossCheckedSolver(solver, other.make_solver, opinions)

    def _new_solver(self) -> Solver:
        from .solvers.questions import RecordingSolver
        from .solvers.transcript import TranscribedSolver

        solver = self._first_solver()
        if self.runtime.questions is not None:
            solver = RecordingSolver(solver, self.runtime.questions)
        transcript = self.runtime.transcript
        return solver if transcript is None else TranscribedSolver(solver, transcript)


def part(kind: type[_Part], source: object) -> _Part:
    """With what `source` says under the names of its fields; what it says nothing about stays as it is."""
    names = [one.name for one in fields(kind)]  # type: ignore[arg-type]
    return kind(**{name: getattr(source, name) for name in names if hasattr(source, name)})
