"""What variables are called in invariants: as in the program, where that can mean one thing only.

A location's clauses speak of what is its thread's own and of what threads share. So a local variable that is called
like a global one gets the name of its function (`worker::count`), and so does any local that threads share. A global
that is called like a word of clauses is `::self`.
"""

from __future__ import annotations

from esbmc_py.goto.numbering import Numbering
from esbmc_py.goto.program import Program

OF_CLAUSES = ("self", "text")  # the thread that a clause is about, and `prove.texts`


class VariableNames:
    def __init__(self, program: Program, numbering: Numbering) -> None:
        self._numbering = numbering
        everywhere = (*program.globals, *program.thread_locals)
        self._taken = {*OF_CLAUSES, *(one.name for one in everywhere)}
        self._shared: dict[str, int] = {}  # locals that threads share → their objects

    def of_own(self, name: str, function: str) -> str:
        """Of a thread's own register or local."""
        return self._beside(name, function) if name in self._taken else name

    def of_shared(self, number: int) -> str:
        """Of an object that threads share, or that is as old as the program or the thread."""
        what = self._numbering.symbol(number)
        if what is None:
            name = f"heap{number}"
            return self._beside(name, "") if name in self._taken else name
        function = self._numbering.function(number)
        if function is None:
            return self._beside(what.name, "") if what.name in OF_CLAUSES else what.name
        return self._alone(self._beside(what.name, function.name), number)

    def _beside(self, name: str, function: str) -> str:
        name = f"{function}::{name}"
        while name in self._taken:
            name = f"{function}::{name}"
        return name

    def _alone(self, name: str, number: int) -> str:
        """Two threads may have such a local, or two calls."""
        found, others = name, 1
        while self._shared.setdefault(found, number) != number:
            others += 1
            found = f"{name}#{others}"
        return found
