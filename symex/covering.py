"""Notes what is executed; also by which thread, and how a branch goes, where somebody wants to know."""

from __future__ import annotations

from collections.abc import Iterator

from esbmc_py.goto.coverage import EXECUTED, FELL_THROUGH, JUMPED, Coverage
from esbmc_py.goto.instructions import Branch
from esbmc_py.goto.program import Function

from .run import Operation, Run


def covering(coverage: Coverage, function: Function, pc: int, operation: Operation[Run]) -> Operation[Run]:
    """Whoever asks for an operation executes it; more is noted where `coverage` wants it."""
    coverage.table(function)[pc] = EXECUTED
    if function.is_model or not coverage.detailed:
        return operation
    branch = isinstance(function.instructions[pc], Branch)

    def note_and_operate(run: Run) -> Run | None:
        table = coverage.table_of_thread(_callers(run))
        assert table is not None
        table[pc] |= EXECUTED
        other = operation(run)
        if branch:
            for one in (run, other):
                if one is not None:
                    table[pc] |= FELL_THROUGH if one.pc == pc + 1 else JUMPED
        return other

    return note_and_operate


def _callers(run: Run) -> Iterator[Function]:
    yield run.code.function
    frame = run.parent
    while frame is not None:
        yield frame.code.function
        frame = frame.parent
