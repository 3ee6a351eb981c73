"""Main before it starts the first thread: what it does is done with, and nothing of it is recorded.

What it does to memory is the initial memory of the formula; its steps are only counted.
"""

from __future__ import annotations

from esbmc_py.goto.instructions import Block, Copy, Free, Havoc, Load, Store
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import size_of
from symex import memory as private
from symex.objects import Object
from symex.terms import FALSE, TRUE, Term, and_, not_, or_
from symex.values import Value

from .operations import Burial, LocalFailure, StepsAlone
from .recording_run import RecordingRun


class Alone:
    """Of several ways to do what instructions do (`record.Phase`), the one for a thread without others."""

    def __init__(self, *, finds_leaks: bool) -> None:
        self._finds_leaks = finds_leaks
        self.steps = StepsAlone()
        self.buried: set[int] = set()  # locals that have lived

    def steps_so_far(self) -> StepsAlone | None:
        return self.steps.and_one(TRUE)

    def begin(self, run: RecordingRun) -> None:
        pass

    def pass_switch_point(self, run: RecordingRun) -> None:
        self.steps = self.steps.and_one(run.guard)

    def arrive(self, run: RecordingRun) -> None:
        pass

    def when_iteration_changed(self, run: RecordingRun, head: int) -> Term:
        return TRUE

    def calls_count(self) -> bool:
        return False

    def load(self, run: RecordingRun, address: Value, size: int, instruction: Load | Copy) -> Value:
        place = instruction.source_place if isinstance(instruction, Copy) else instruction.place
        return private.load(run, address, size, place)

    def store(self, run: RecordingRun, address: Value, size: int, value: Value, instruction: Store | Copy) -> None:
        private.store(run, address, size, value, instruction.place)

    def copy(self, run: RecordingRun, target: Value, source: Value, instruction: Copy) -> None:
        size = size_of(instruction.type)
        private.copy(run, target, source, size, instruction.place, instruction.source_place)

    def havoc(self, run: RecordingRun, address: Value, size: Value, instruction: Havoc) -> bool:
        return private.havoc(run, address, size, instruction)

    def free(self, run: RecordingRun, address: Value, instruction: Free) -> None:
        free_alone(run, address, finds_leaks=self._finds_leaks)

    def follows(self, run: RecordingRun, address: Value) -> bool:
        return True

    def wait(self, run: RecordingRun, condition: Term, instruction: Block, holder: Value, holders: Value) -> None:
        """Nobody is there who could end the wait."""
        waiting = and_(run.guard, not_(condition))
        if waiting is not FALSE:
            message = f"waits for ever until {instruction.reason}"
            failure = LocalFailure(-1, waiting, Property.DEADLOCK, message, run.user_location, self.steps)
            run.into.failures.append(failure)
            run.keep_log()
        run.guard = and_(run.guard, condition)

    def bury(self, run: RecordingRun, number: int, when: Term) -> None:
        self.buried.add(number)

    def make(self, run: RecordingRun, number: int, made: Object) -> None:
        pass

    def halt(self, run: RecordingRun) -> None:
        _end(run)

    def end_thread(self, run: RecordingRun) -> None:
        _end(run)

    def knows_leaks(self) -> bool:
        return True


def _end(run: RecordingRun) -> None:
    """What has not been freed, is known here (see `Recorder.check_leaks`)."""
    run.into.ended_alone = or_(run.into.ended_alone, run.guard)


def free_alone(run: RecordingRun, address: Value, *, finds_leaks: bool) -> None:
    """Of an object that nobody else knows."""
    targets = private.heap_objects(run, address) if finds_leaks else []
    private.free(run, address)
    run.into.burials.extend(Burial(run.block, and_(run.guard, guard), number) for guard, number in targets)
