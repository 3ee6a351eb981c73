"""Pass `unwind`: a function without calls becomes one in which all jumps lead forwards.

A loop is copied as often as its bound says. What is known of registers is carried along: a loop whose tests are all
decided is unwound to its end, whatever the bound, and branches that cannot be taken are left out.
"""

from __future__ import annotations

from dataclasses import field, replace

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import AddressOf, Const, Unary
from esbmc_py.goto.flow import endless_loops, loop_ranges, successors
from esbmc_py.goto.instructions import (
    Allocate,
    Assign,
    Branch,
    Dead,
    Declare,
    Goto,
    Instruction,
    Load,
    Unsupported,
)
from esbmc_py.goto.operands import target_of
from esbmc_py.goto.program import Function
from esbmc_py.goto.symbols import Image, Symbol
from esbmc_py.goto.types import CHAR, INT, ArrayType

from .bounds import ProgramBounds, bound_reached
from .emitter import Emitter, Label
from .fixed import fixed_value
from .fold import Known, folded, forget, is_worth_knowing, merged, truth
from .inline import Inlined
from .operands import with_operands
from .tidy import tidied


def unwound(
    inlined: Inlined, bounds: ProgramBounds, fixed: dict[Symbol, Image], known: Known | None = None
) -> Function:
    """`known`: what is known of the parameters."""
    unwinding = _Unwinding(inlined, bounds, fixed)
    unwinding.current = known or {}
    unwinding.range(0, len(inlined.function.instructions) - 1)
    return tidied(unwinding.emitter.finish(inlined.function))


@dataclass(slots=True, eq=False)
class _Target(Label):
    """A label that knows what is known where it is jumped to."""

    known: Known | None = None


Targets = dict[int, _Target]


@dataclass(slots=True, eq=False)
class _Copy:
    """One copy of a loop's body, [first, last]. Jumps backwards lead to the targets of the next copy."""

    first: int
    last: int
    targets: Targets
    counted: int  # rounds so far whose end was not in sight
    limit: int
    following: Targets = field(default_factory=dict)
    undecided: bool = False  # does a test that could leave the loop depend on what is not known?

    def contains(self, index: int) -> bool:
        return self.first <= index <= self.last


class _Unwinding:
    def __init__(self, inlined: Inlined, bounds: ProgramBounds, fixed: dict[Symbol, Image]) -> None:
        function = inlined.function
        self.instructions = function.instructions
        self.blocks = inlined.blocks
        self.bounds = bounds
        self.fixed = fixed
        self.loops = dict(nested_loops(function.instructions))
        self.endless = endless_loops(function.instructions, calls_return=True)  # those that are left: stubs
        kept = set(function.locals) - set(self.blocks.values())  # an allocation makes a local of known size
        self.emitter = Emitter(
            registers=list(function.registers), locals=[one for one in function.locals if one in kept]
        )
        self.current: Known | None = {}  # None: control does not get here
        self.copies: list[_Copy] = []
        self.outside: Targets = {}
        self.block_copies: dict[Symbol, list[Symbol]] = {block: [] for block in self.blocks.values()}

    # -- ranges and loops -----------------------------------------------------------------------------------------

    def range(self, first: int, last: int) -> None:
        """Emits the instructions from first to last; loops inside are copied."""
        index = first
        while index <= last:
            end = self.loops.get(index)
            if end is not None and not any((copy.first, copy.last) == (index, end) for copy in self.copies):
                self.loop(index, end)
                index = end + 1
            else:
                self.at(index)
                index += 1

    def loop(self, first: int, last: int) -> None:
        targets = self.copies[-1].targets if self.copies else self.outside
        limit = self.bounds.of_loop(self.instructions[first].location)
        counted, before = 0, None if self.current is None else dict(self.current)
        while True:
            copy = _Copy(first, last, targets, counted, limit)
            self.copies.append(copy)
            self.range(first, last)
            self.copies.pop()
            again = [target for target in copy.following.values() if target.known is not None]
            if not again:
                return
            heads = copy.following.get(first)
            if copy.undecided or heads is None or heads.known == before or first in self.endless:
                counted += 1
            before = dict(heads.known) if heads is not None and heads.known is not None else None
            after = self._resolve(last, last + 1)
            self._jump(Goto(0, self.instructions[last].location), after)
            self.current = None
            if counted > limit:
                self._beyond(again, limit, first)
                return
            targets = copy.following

    def _beyond(self, again: list[_Target], limit: int, first: int) -> None:
        for target in again:
            self.emitter.place(target)
        self.emitter.emit(bound_reached(f"loop bound {limit}", self.instructions[first].location))

    def _resolve(self, source: int, index: int) -> _Target:
        """Where a jump from `source` to `index` leads."""
        for copy in reversed(self.copies):
            if copy.contains(index):
                targets = copy.following if index <= source else copy.targets
                return targets.setdefault(index, _Target())
        return self.outside.setdefault(index, _Target())

    # -- instructions ---------------------------------------------------------------------------------------------

    def at(self, index: int) -> None:
        targets = self.copies[-1].targets if self.copies else self.outside
        target = targets.get(index)
        if target is not None and target.place < 0:
            self.emitter.place(target)
            self.current = merged(self.current, target.known)
        if self.current is None:
            return
        instruction = self.instructions[index]
        match instruction:
            case Goto():
                self._jump(instruction, self._resolve(index, instruction.target))
                self.current = None
            case Branch():
                self.branch(index, instruction)
            case Dead(variable=symbol) if symbol in self.block_copies:
                for copy in self.block_copies[symbol]:
                    self.emitter.emit(replace(instruction, variable=copy))
            case Allocate(on_stack=True):
                self.stack_block(instruction)
            case _:
                self.plain(instruction)
        if self.current is not None and not successors(self.instructions, index):
            self.current = None

    def plain(self, instruction: Instruction) -> None:
        assert self.current is not None
        known = self.current
        changed = with_operands(instruction, lambda expression: folded(expression, known))
        if isinstance(changed, Load):
            constant = fixed_value(changed.address, changed.type, self.fixed)
            if constant is not None:
                changed = Assign(changed.target, constant, changed.location)
        if isinstance(changed, Assign) and changed.value == changed.target:
            return  # a value that comes back from a copy of itself
        self.emitter.emit(changed)
        target = target_of(changed)
        if target is not None:
            forget(known, target.index)
            if isinstance(changed, Assign) and is_worth_knowing(changed.value, target):
                known[target.index] = changed.value

    def stack_block(self, instruction: Allocate) -> None:
        """An alloca of known size is one more local."""
        assert self.current is not None
        size = folded(instruction.size, self.current)
        block = self.blocks[instruction.target.index]
        if not isinstance(size, Const):
            what = "a variable-length array or alloca whose size is not known"
            self.emitter.emit(Unsupported(what, instruction.location))
            self.current = None
            return
        count = int(size.value)
        copy = self.emitter.local(replace(block, size=count, type=ArrayType(CHAR, count)))
        self.block_copies[block].append(copy)
        self.emitter.emit(Declare(copy, instruction.location))
        pointer = instruction.target.type
        address = AddressOf(copy, pointer)  # type: ignore[arg-type]
        self.plain(Assign(instruction.target, address, instruction.location))

    # -- jumps ----------------------------------------------------------------------------------------------------

    def _jump(self, instruction: Goto | Branch, target: _Target) -> None:
        if self.current is not None:
            target.known = merged(target.known, dict(self.current))  # what is current goes on changing
            self.emitter.jump(instruction, target)

    def branch(self, index: int, instruction: Branch) -> None:
        assert self.current is not None
        condition = folded(instruction.condition, self.current)
        held = truth(condition)
        if held is None:
            self._note_undecided(index, instruction.target)
        if held is not False:
            beyond = self._must_leave(index, instruction.target, index + 1) if held is None else None
            if beyond is not None:
                self._cut_jump(replace(instruction, condition=condition), beyond)
            else:
                self._jump(replace(instruction, condition=condition), self._resolve(index, instruction.target))
                if held is True:
                    self._decided_jump()
        if held is True:
            self.current = None
        elif held is None:
            beyond = self._must_leave(index, index + 1, instruction.target)
            if beyond is not None:
                self.emitter.emit(bound_reached(f"loop bound {beyond}", instruction.location))
                self.current = None

    def _decided_jump(self) -> None:
        """A branch that is always taken is a plain jump."""
        last = self.emitter.instructions[-1]
        assert isinstance(last, Branch)
        self.emitter.instructions[-1] = Goto(last.target, last.location)

    def _cut_jump(self, instruction: Branch, limit: int) -> None:
        """Where the jump would stay in a loop that must be left."""
        over = Label()
        self.emitter.jump(replace(instruction, condition=Unary("!", instruction.condition, INT)), over)
        self.emitter.emit(bound_reached(f"loop bound {limit}", instruction.location))
        self.emitter.place(over)

    def _note_undecided(self, source: int, target: int) -> None:
        for copy in self.copies:
            if not (copy.contains(target) and copy.contains(source + 1)):
                copy.undecided = True

    def _must_leave(self, source: int, stays: int, leaves: int) -> int | None:
        """The limit of a loop that has used up its rounds and that going to `stays` would not leave."""
        for copy in self.copies:
            if copy.counted >= copy.limit and copy.contains(stays) and not copy.contains(leaves):
                return copy.limit
        return None


def nested_loops(instructions: list[Instruction]) -> list[tuple[int, int]]:
    """Loops as ranges, by jumps backwards. Ranges that overlap without nesting are taken as one loop."""
    found = loop_ranges(instructions)
    changed = True
    while changed:
        changed = False
        ranges = sorted(found.items())
        for place, (first, last) in enumerate(ranges):
            for other, end in ranges[place + 1 :]:
                if other <= last < end:
                    found[first] = last = end
                    changed = True
    return sorted(found.items())
