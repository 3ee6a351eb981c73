"""Statements as steps: where statements are atomic, an atomic section around every full expression.

A call of a function with a body ends the section, and what follows the call is in another: the function's own
statements are steps of their own. So do the statements of a statement expression. Sections that hold one access at
most are dropped again, since an access is a step anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from esbmc_py.goto.instructions import AtomicBegin, AtomicEnd, Branch, Copy, Free, Goto, Instruction, Load, Store
from esbmc_py.goto.symbols import SourceLocation


class CodeBuilder(Protocol):
    """What is needed of a builder."""

    code: list[Instruction]
    location: SourceLocation

    def emit(self, instruction: Instruction) -> None: ...

    def skip(self, index: int) -> None: ...


class StatementSections:
    def __init__(self, builder: CodeBuilder, *, wanted: bool) -> None:
        self.wanted = wanted
        self._builder = builder
        self._marks: list[int] | None = None  # of the current statement: where its sections begin and end, in turn

    @contextmanager
    def statement(self) -> Iterator[None]:
        """A full expression: a condition, an initialisation, an expression statement."""
        if not self.wanted or self._marks is not None:
            yield
            return
        self._marks = [self._emit(AtomicBegin(self._builder.location))]
        try:
            yield
        finally:
            marks, self._marks = [*self._marks, self._emit(AtomicEnd(self._builder.location))], None
            self._drop_needless(marks)

    @contextmanager
    def outside(self) -> Iterator[None]:
        """Something inside a full expression that makes steps of its own."""
        marks = self._marks
        if marks is None:
            yield
            return
        marks.append(self._emit(AtomicEnd(self._builder.location)))
        self._marks = None
        try:
            yield
        finally:
            marks.append(self._emit(AtomicBegin(self._builder.location)))
            self._marks = marks

    def forget(self, length: int) -> None:
        """The code from `length` on was never written."""
        if self._marks is not None:
            self._marks = [mark for mark in self._marks if mark < length]

    def _emit(self, instruction: Instruction) -> int:
        self._builder.emit(instruction)
        return len(self._builder.code) - 1

    def _drop_needless(self, marks: list[int]) -> None:
        """Sections are told apart by their place in the code only where nothing jumps from one to another."""
        code = self._builder.code
        jumps = any(isinstance(instruction, Goto | Branch) for instruction in code[marks[0] : marks[-1]])
        if jumps and len(marks) > 2:
            return
        for begin, end in zip(marks[::2], marks[1::2], strict=True):
            if _accesses(code[begin:end]) < 2:
                for mark in (begin, end):
                    self._builder.skip(mark)


def _accesses(code: list[Instruction]) -> int:
    """A copy is at least two."""
    return sum(2 if isinstance(instruction, Copy) else 1 for instruction in code if _touches_memory(instruction))


def _touches_memory(instruction: Instruction) -> bool:
    return isinstance(instruction, Load | Store | Copy | Free)
