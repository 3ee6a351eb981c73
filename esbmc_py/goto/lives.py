"""Where lives begin and end: of automatic variables, of blocks on the stack, of thread-local variables."""

from __future__ import annotations

from collections.abc import Iterator

from .abstract_objects import AllocationSite, PointsTo
from .activations import Activation
from .inclusion import ObjectSet
from .instructions import Allocate, AtomicBegin, Dead, Declare, EndThread, Instruction, Return
from .program import Program
from .symbols import Storage, Symbol
from .threads import Threads


class Lives:
    def __init__(self, program: Program, found: PointsTo) -> None:
        self._program = program
        self._calls = found.calls
        self._symbols: dict[Symbol, ObjectSet] = {}
        self._blocks: dict[Activation, ObjectSet] = {}
        self.thread_locals: ObjectSet = 0
        for number, what in enumerate(found.objects):
            bit = 1 << number
            if isinstance(what, AllocationSite) and what.on_stack:
                self._blocks[what.activation] = self._blocks.get(what.activation, 0) | bit
            elif isinstance(what, Symbol):
                self._symbols[what] = bit
                if what.storage is Storage.THREAD:
                    self.thread_locals |= bit

    def of(self, activation: Activation) -> ObjectSet:
        """What lives on the stack for a call at the longest."""
        objects = self._blocks.get(activation, 0)
        for symbol in self._program.functions[activation.function].locals:
            objects |= self._symbols.get(symbol, 0)
        return objects

    def events(self, threads: Threads) -> Iterator[tuple[Activation, int, ObjectSet]]:
        """The instructions that end lives, or begin them anew, and of what."""
        for activation in self._calls:
            for index, instruction in enumerate(self._program.functions[activation.function].instructions):
                objects = self._concerned(activation, index, instruction, threads)
                if objects:
                    yield activation, index, objects

    def seen_at(self, activation: Activation, index: int) -> int:
        """Where others may run before it."""
        instructions = self._program.functions[activation.function].instructions
        if not isinstance(instructions[index], EndThread):
            return index
        before = (place for place in range(index, -1, -1) if isinstance(instructions[place], AtomicBegin))
        return next(before, index)

    def _concerned(self, activation: Activation, index: int, instruction: Instruction, threads: Threads) -> ObjectSet:
        match instruction:
            case Return():
                return self.of(activation)
            case Dead(variable=Symbol() as symbol):
                return self._symbols.get(symbol, 0)
            case Dead():
                return self._blocks.get(activation, 0)
            case EndThread():
                return self.thread_locals | self._callers_of_exit(activation)
            case Declare(variable=Symbol() as symbol) if threads.repeats(activation, index):
                return self._symbols.get(symbol, 0)
            case Allocate(on_stack=True) if threads.repeats(activation, index):
                return self._blocks.get(activation, 0)
            case _:
                return 0

    def _callers_of_exit(self, activation: Activation) -> ObjectSet:
        """pthread_exit ends the lives of whoever called it, too. (A start routine that returns has ended its own.)"""
        called = any(activation in callees for sites in self._calls.values() for callees in sites.values())
        objects = 0
        if called:
            for other in self._calls:
                objects |= self.of(other)
        return objects
