"""Which lines and branches of the program's own code were reached, and by which threads.

A thread is called like its start routine: all threads that run it are one here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from esbmc_py.goto.coverage import EXECUTED, FELL_THROUGH, JUMPED, Coverage
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Branch
from esbmc_py.goto.program import Function, Program

from .coverage import own_functions

Threads = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CoveredBranch:
    """Which threads went which way; `reached`: those that came to it (and may have gone no way within the bounds)."""

    line: int
    column: int
    function: str
    reached: Threads
    fell_through: Threads
    jumped: Threads

    @property
    def one_way(self) -> bool:
        """It was reached, and there is a way that nobody went."""
        return bool(self.reached) and not (self.fell_through and self.jumped)


@dataclass(frozen=True, slots=True)
class CoveredFunction:
    name: str
    line: int
    threads: Threads


@dataclass(frozen=True, slots=True)
class CoveredFile:
    name: str
    text: str = field(repr=False)
    lines: dict[int, Threads]  # those with code in them
    branches: tuple[CoveredBranch, ...]
    functions: tuple[CoveredFunction, ...]

    def reached_by(self, thread: str | None) -> int:
        """How many lines; None: by anybody."""
        return sum(bool(threads) if thread is None else thread in threads for threads in self.lines.values())


@dataclass(frozen=True, slots=True)
class CoveredProgram:
    threads: Threads
    files: tuple[CoveredFile, ...]


def covered_program(program: Program, coverage: Coverage) -> CoveredProgram:
    assert coverage.detailed, "who wants this says so beforehand"
    functions = own_functions(program)
    tables = dict(coverage.threads())
    threads = tuple(sorted(tables, key=lambda name: (name != "main", name)))
    names = sorted({i.location.file for function in functions for i in function.instructions} & program.sources.keys())
    return CoveredProgram(
        threads, tuple(_Reader(threads, tables, functions).file(n, program.sources[n]) for n in names)
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    threads: Threads
    tables: dict[str, dict[str, bytearray]]
    functions: Sequence[Function]

    def file(self, name: str, text: str) -> CoveredFile:
        lines: dict[int, set[str]] = {}
        branches: list[CoveredBranch] = []
        functions: list[CoveredFunction] = []
        for function in self.functions:
            entered: set[str] = set()
            for index, instruction in enumerate(function.instructions):
                reached = self._who(function, index, EXECUTED)
                entered.update(reached)
                place = instruction.location
                if place.file == name:
                    lines.setdefault(place.line, set()).update(reached)
                    if isinstance(instruction, Branch):
                        ways = self._who(function, index, FELL_THROUGH), self._who(function, index, JUMPED)
                        branches.append(CoveredBranch(place.line, place.column, function.name, reached, *ways))
            if function.location.file == name:
                functions.append(CoveredFunction(function.name, function.location.line, self._sorted(entered)))
        by_line = {line: self._sorted(who) for line, who in sorted(lines.items())}
        branches.sort(key=lambda branch: (branch.line, branch.column))
        functions.sort(key=lambda function: function.line)
        return CoveredFile(name, text, by_line, tuple(branches), tuple(functions))

    def _who(self, function: Function, index: int, bit: int) -> Threads:
        return tuple(
            thread
            for thread in self.threads
            if function.name in self.tables[thread] and self.tables[thread][function.name][index] & bit
        )

    def _sorted(self, names: Iterable[str]) -> Threads:
        return tuple(sorted(names, key=self.threads.index))
