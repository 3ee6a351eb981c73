"""What an optimising compiler may make of reads.

A variable that is neither volatile nor atomic may be kept in a register: a thread that has read or written it may go on
using that value, however many loop iterations or inlined calls later, until it synchronises or calls something that
the compiler cannot look into. So a read may give the present value or the one that the thread knows; which, is an
input of the step. `hoisted` adds the reads that a compiler may move out of a loop, to before its first iteration.
"""

from __future__ import annotations

from dataclasses import replace

from ..goto.expressions import AddressOf, Binary, Const, Convert, Expression, FunctionAddress, Register
from ..goto.instructions import AtomicBegin, Branch, Call, Copy, Free, Goto, Instruction, Load, Store
from ..goto.program import OUTSIDE_CALL, Function, Program
from ..goto.rewrite import rewrite
from ..goto.types import IntType, size_of
from .interpret import place_of
from .machine import Machine
from .values import layout

REUSE = IntType(1, False, "whether a value read before is used again")


class CompiledReads(Machine):
    """Interpreted throughout: compiled code reads memory where it is told to."""

    compiled_reads = True

    def step(self, number: int) -> None:
        self.step_slowly(number)

    def execute(self, index: int) -> int | None:
        instruction = self.code.instructions[index]
        match instruction:
            case Load() if self._may_be_kept(instruction):
                self.pc = index
                return self._read(instruction, index)
            case Store() if self._may_be_kept(instruction):
                self.pc = index
                address = place_of(self, instruction.address)
                following = super().execute(index)
                self._remember(address, instruction)
                return following
        if self.remembered and self._synchronises(instruction):
            self.remembered = {}
        return super().execute(index)

    def _may_be_kept(self, instruction: Load | Store) -> bool:
        return (
            instruction.visible
            and not instruction.atomic
            and not instruction.volatile
            and not self.atomic
            and not self.code.function.is_model
        )

    def _synchronises(self, instruction: Instruction) -> bool:
        match instruction:
            case AtomicBegin() | Copy() | Free():
                return instruction.visible
            case Load(atomic=atomic) | Store(atomic=atomic):
                return atomic
            case Call(callee=FunctionAddress(name=name)):
                return name not in self.executable.codes or name == OUTSIDE_CALL
            case _:
                return False

    def _read(self, instruction: Load, index: int) -> int | None:
        address = place_of(self, instruction.address)
        known = self.remembered.get((address, size_of(instruction.type)))
        if known is not None and known != self._present(address, len(known)) and self.choose(REUSE):
            self.registers[instruction.target.index] = layout(instruction.type).unpack_from(known, 0)[0]
            self.executed += 1
            return index + 1
        following = super().execute(index)
        self._remember(address, instruction)
        return following

    def _present(self, address: int, size: int) -> bytes | None:
        number, offset = self.memory.space.split(address)
        if not self.memory.contains(number, offset, size) or self.memory.undefined_bits(number, offset, size):
            return None
        return bytes(self.memory.buffers[number][offset : offset + size])

    def _remember(self, address: int, instruction: Load | Store) -> None:
        size = size_of(instruction.type)
        present = self._present(address, size)
        kept = {
            (other, length): data
            for (other, length), data in self.remembered.items()
            if other + length <= address or address + size <= other
        }
        if present is not None:
            kept[address, size] = present
        self.remembered = kept


def hoisted(program: Program) -> Program:
    """The program with reads moved out of loops that contain nothing but arithmetic and plain accesses."""
    functions = {
        name: function if function.is_model else _hoisted(function) for name, function in program.functions.items()
    }
    return replace(program, functions=functions)


def _hoisted(function: Function) -> Function:
    instructions, registers = function.instructions, list(function.registers)
    replacements: dict[int, list[Instruction]] = {}
    for end, jump in enumerate(instructions):
        if isinstance(jump, Goto | Branch) and 0 < jump.target <= end:
            before = instructions[jump.target - 1]
            if isinstance(before, Goto | Branch) or jump.target - 1 in replacements:
                continue
            reads = []
            for load in _loads_to_hoist(instructions[jump.target : end + 1]):
                registers.append(replace(load.target, index=len(registers)))
                reads.append(replace(load, target=registers[-1], location=load.location))
            if reads:
                replacements[jump.target - 1] = [before, *reads]
    return rewrite(function, replacements, registers=registers) if replacements else function


def _loads_to_hoist(body: list[Instruction]) -> list[Load]:
    """Of the loads in a loop, those whose address is the same all the time and that the loop does not write to."""
    if any(isinstance(instruction, Call | AtomicBegin | Copy | Free) for instruction in body):
        return []
    if any(isinstance(one, Load | Store) and (one.atomic or one.volatile) for one in body):
        return []
    written = {one.address for one in body if isinstance(one, Store)}
    found = {
        one.address: one
        for one in body
        if isinstance(one, Load) and _is_fixed(one.address) and one.address not in written
    }
    return list(found.values())


def _is_fixed(address: Expression) -> bool:
    match address:
        case AddressOf() | Const():
            return True
        case Binary(left=left, right=right):
            return _is_fixed(left) and _is_fixed(right)
        case Convert(operand=operand):
            return _is_fixed(operand)
        case Register() | _:
            return False
