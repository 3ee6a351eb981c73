"""Mode `batch`: between lazy, which asks about every interleaving by itself, and schedule, which asks about all.

The reachability tree is walked without a solver. What may go wrong on the way is kept, and whenever there are SIZE such
places the solver is asked whether one of them can be reached: one question for all of them.
"""

from __future__ import annotations

from encoders.outcome import Outcome
from encoders.request import Options
from encoders.solvers.answers import Sat, Unknown
from encoders.solvers.interface import Solver
from encoders.tree.collector import Collector, make_tree
from encoders.tree.paths import Clock
from esbmc_py.checking.modes import Mode
from esbmc_py.checking.options import CheckOptions
from esbmc_py.goto.program import Program
from reachability_tree.events import End, Occurrence, OccurrenceKind
from symex.terms import Term, and_, any_of

SIZE = 64


class Batch(Mode):
    name = "batch"
    summary = "interleavings in batches"

    def check(self, program: Program, request: Options, _options: CheckOptions) -> Outcome:
        return Batches(program, request).run()


class Batches:
    def __init__(self, program: Program, options: Options) -> None:
        self._clock = Clock(options.timeout)
        self._collector = Collector("batch", make_tree(program, options, None), options, self._clock)
        self._options = options
        self._waiting: list[Occurrence] = []

    def run(self) -> Outcome:
        solver = self._options.make_solver()
        with self._collector.noting_the_end():
            try:
                self._walk(solver)
            finally:
                solver.close()
        return self._collector.outcome()

    def _walk(self, solver: Solver) -> None:
        for event in self._collector.events():
            match event:
                case End():
                    self._collector.end(event)
                case Occurrence() if not self._collector.is_known(event):
                    self._waiting.append(event)
            if len(self._waiting) >= SIZE and self._settle(solver):
                return
        self._settle(solver)

    def _settle(self, solver: Solver) -> bool:
        """Asks about all that waits, until the answer is no. True: there is a violation, and one is enough."""
        while self._waiting:
            solver.set_timeout(self._clock.remaining_milliseconds())
            self._collector.counted.solver_checks += 1
            question = any_of([_condition(one) for one in self._waiting])
            self._collector.formulas[question] = None
            answer = solver.check([question])
            if isinstance(answer, Unknown):
                self._clock.check()
                self._collector.unknown[f"the solver gave up: {answer.reason}"] = None
            if not isinstance(answer, Sat):
                break
            reached = next(one for one in self._waiting if solver.value(_condition(one)))
            if self._take(reached, solver) and not self._options.looked_for.all_violations:
                return True
            self._waiting = [one for one in self._waiting if not self._collector.is_known(one)]
        self._waiting.clear()
        return False

    def _take(self, reached: Occurrence, solver: Solver) -> bool:
        if reached.kind is OccurrenceKind.VIOLATION:
            self._collector.violation(reached, solver.value)
            return True
        self._collector.left_out(reached)
        return False


def _condition(occurrence: Occurrence) -> Term:
    return and_(occurrence.path, occurrence.guard)
