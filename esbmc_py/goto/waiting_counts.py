"""How many stores may wait in the buffer of a thread, place by place (see `store_buffers`)."""

from __future__ import annotations

from dataclasses import field

from esbmc_py.goto.deferred import dataclass

from .buffered_accesses import BufferedAccesses, Place
from .flow import successors
from .instructions import Call, Return
from .program import Function, Program


@dataclass(slots=True)
class WaitingCounts:
    """Before each instruction, how many stores its thread may have made since its buffer was emptied, up to a limit."""

    program: Program
    accesses: BufferedAccesses
    emptying: set[Place]
    limit: int
    before: dict[str, list[int]] = field(default_factory=dict)
    entered: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    exceeded: bool = False

    def run(self) -> None:
        program = self.program
        started = {name for sites in self.accesses.found.starts.values() for names in sites.values() for name in names}
        for name in (program.entry, *started):
            self.entered[name] = 0
        changed = True
        while changed:
            changed = False
            for name in list(self.entered):
                changed |= self._function(program.functions[name])
            ends = max((self.left.get(name, 0) for name in started), default=0)
            if program.thread_exit in program.functions:
                changed |= self._enter(program.thread_exit, ends)

    def _enter(self, name: str, count: int) -> bool:
        if self.entered.get(name, -1) >= count:
            return False
        self.entered[name] = count
        return True

    def _function(self, function: Function) -> bool:
        """Once more through a function. Did anything change that others depend on?"""
        name, instructions = function.name, function.instructions
        counts = self.before.setdefault(name, [-1] * len(instructions))
        changed = False
        pending = [(0, self.entered[name])]
        # what calls give may have grown
        pending += [
            (following, self._after(name, index, counts[index]))
            for index, i in enumerate(instructions)
            if isinstance(i, Call) and counts[index] >= 0
            for following in successors(instructions, index)
        ]
        while pending:
            index, count = pending.pop()
            if count <= counts[index]:
                continue
            counts[index] = count
            for callee in self.accesses.sharing.callees.get((name, index), ()):
                changed |= self._enter(callee, 0 if (name, index) in self.emptying else count)
            if isinstance(instructions[index], Return) and self.left.get(name, -1) < count:
                self.left[name] = count
                changed = True
            after = self._after(name, index, count)
            if after >= 0:
                pending.extend((following, after) for following in successors(instructions, index))
        return changed

    def _after(self, name: str, index: int, count: int) -> int:
        """-1: nothing comes back from there, as far as is known."""
        place = (name, index)
        if place in self.emptying:
            count = 0
        callees = self.accesses.sharing.callees.get(place, ())
        known = [callee for callee in callees if callee in self.program.functions]
        if known:
            return max(self.left.get(callee, -1) for callee in known)
        if place in self.accesses.waiting:
            self.exceeded |= count == self.limit
            return min(count + 1, self.limit)
        return count
