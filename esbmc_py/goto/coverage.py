"""What executions have reached: whoever executes instructions notes them here, reports read it.

A place counts as reached if it was executed, whether or not somebody has made sure that an execution gets there:
symbolic execution follows guards that no solver has looked at. So what is reached may be too much; what is not reached,
no execution reaches, as far as executions were followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from esbmc_py.goto.deferred import dataclass

from .program import Function

EXECUTED, FELL_THROUGH, JUMPED = 1, 2, 4  # bits of what is known of an instruction; the last two are of a branch


@dataclass(slots=True, eq=False)
class Coverage:
    """Functions are known by name: the same one may be noted for programs that differ in what is visible only."""

    detailed: bool = False  # also which thread was there, and how branches went: that takes time
    _reached: dict[str, bytearray] = field(default_factory=dict)
    _by_thread: dict[str, dict[str, bytearray]] = field(default_factory=dict)

    def table(self, function: Function) -> bytearray:
        """A byte for each instruction, which whoever executes it sets to EXECUTED."""
        found = self._reached.get(function.name)
        if found is None:
            found = self._reached[function.name] = bytearray(len(function.instructions))
        return found

    def table_of_thread(self, callers: Iterable[Function]) -> bytearray | None:
        """The same for one thread, by bits; None if nobody wants to know. `callers`: from the innermost outwards.

        A thread is called like the outermost function of the program that it is in: its start routine, or what the
        library calls by itself (a destructor, a handler of `atexit`).
        """
        function, outermost = None, None
        for caller in callers:
            function = function or caller
            outermost = outermost if caller.is_model else caller
        if function is None or function.is_model or outermost is None:
            return None
        tables = self._by_thread.setdefault(outermost.name, {})
        return tables.setdefault(function.name, bytearray(len(function.instructions)))

    def is_reached(self, name: str, index: int) -> bool:
        return name in self._reached and bool(self._reached[name][index])

    def is_entered(self, name: str) -> bool:
        return any(self._reached.get(name, ()))

    def threads(self) -> Iterator[tuple[str, dict[str, bytearray]]]:
        """In the order in which they came: per start routine, the functions and what is known of instructions."""
        yield from self._by_thread.items()
