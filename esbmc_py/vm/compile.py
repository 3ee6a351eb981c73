"""Compiles runs of instructions to Python functions.

A run begins at some instruction and follows the straight line: through forward jumps, past branches not taken, up to a
call, a return, a switch point or a jump back; a jump back to its own beginning becomes a Python loop. What is unusual
(an access that fails, an undefined value, a violated assertion, a rare instruction) raises out of the run; the machine
then finds the instruction by the line of Python it happened in, and interprets it. So nothing in a run may have an
effect before it can fail.

For a machine whose steps are noted (`Executable.noted`), code notes what it reads and writes, each byte once. What
others may see, and what notes more than that, is left to the interpreter.
"""

from __future__ import annotations

import re

from ..goto.expressions import Expression, FunctionAddress, Register
from ..goto.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Block,
    Branch,
    Call,
    Copy,
    Dead,
    Declare,
    Free,
    Goto,
    Instruction,
    Load,
    Nondet,
    Return,
    Store,
)
from ..goto.operands import origin_of
from ..goto.symbols import Symbol
from ..goto.types import FloatType, size_of
from .checked_memory import free
from .executable import FunctionCode, Run
from .external import call_external
from .generate import CodeWriter
from .interpret import callable_at, passed
from .memory import Memory
from .values import layout

LONGEST_RUN = 80

_PROLOGUE = (
    "r = m.registers",
    "M = m.memory",
    "O = m.memory.buffers",
    "U = m.memory.undefined",
    "W = m.memory.writable",
    "K = m.memory.unnoted",
    "S = m.memory.known_bytes",
    "T = m.memory.written_bytes",
)

# What code whose steps are noted does itself, unless others may see it.
_NOTED = (Assign, Load, Store, Assume, Assert, Goto, Branch, Call, Return, Declare, Dead)


def compile_run(code: FunctionCode, start: int) -> Run:
    return RunCompiler(code, start).compile()


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"\b{name}\b", text) is not None


class RunCompiler:
    def __init__(self, code: FunctionCode, start: int):
        self.code = code
        self.start = start
        self.writer = CodeWriter(code)
        self.writer.defined = code.certainly_defined[start]
        self.writer.namespace.update(A=code.arrive)
        self.done = 0  # instructions written so far
        self.noted = code.executable.noted
        self.sections = 0  # atomic sections that the run has entered and not left
        self.loops = False
        memory: Memory = code.executable.initial_memory()
        self.shift, self.mask, self.space = memory.shift, memory.offset_mask, memory.space

    def compile(self) -> Run:
        writer = self.writer
        writer.indent = " " * 8
        index: int | None = self.start
        while index is not None:
            writer.position = (index, self.done)
            index = self._write(index)
        lines = writer.lines if self.loops else [line[4:] for line in writer.lines]
        body = "\n".join(lines)
        header = ["def run(m):", *("    " + line for line in _PROLOGUE if _mentions(body, line[0]))]
        if self.loops:
            header.append("    while True:")
        exec(compile("\n".join([*header, body]), f"<{self.code.name}:{self.start}>", "exec"), writer.namespace)
        run: Run = writer.namespace["run"]
        table = [(self.start, 0)] * (len(header) + 1) + writer.table  # Python counts lines from 1
        self.code.executable.line_tables[id(run.__code__)] = (run.__code__, table)
        return run

    # -- one instruction: returns the index of the next one in this run, None at the end of the run -------------------

    def _write(self, index: int) -> int | None:
        instruction = self.code.instructions[index]
        left = self.noted and not self._may_be_noted(index)
        if left and not self.done:
            self.writer.position = (index, -1)  # the interpreter counts it
            self.writer.emit(f"return m.interpret_one({index})")
            return None
        if left or self.done >= LONGEST_RUN or (self.done and self.code.visible[index] and not self.sections):
            self._leave_to(index)
            return None
        following = self._write_instruction(index, instruction)
        self.done += 1
        return following

    def _count(self, indent: str, executed: int) -> None:
        if executed:
            self.writer.emit(f"{indent}m.executed += {executed}")
            self.writer.position = (self.writer.position[0], -1)  # the instruction itself has been counted, too

    def _leave_to(self, index: int) -> None:
        """Ends the run before `index`, with everything before it counted."""
        self._count("", self.done)
        self.writer.emit(f"return A[{index}]")

    def _jump(self, index: int, target: int, indent: str = "") -> None:
        """Ends the run by a jump; one backwards is where a step that takes too long is ended."""
        self._count(indent, self.done + 1)
        if target > index:
            self.writer.emit(f"{indent}return A[{target}]")
            return
        self.writer.emit(f"{indent}if m.executed > m.limit: return m.overrun({target})")
        if target == self.start and not self.code.visible[target]:
            self.loops = True
            self.writer.emit(f"{indent}continue")
        else:
            self.writer.emit(f"{indent}return A[{target}]")

    def _write_instruction(self, index: int, instruction: Instruction) -> int | None:
        writer = self.writer
        match instruction:
            case Assign(target=target, value=value):
                writer.write_register(target, writer.value(value))
            case Load():
                self._load(instruction)
            case Store():
                self._store(instruction)
            case Copy(target=target, source=source, type=ctype):
                writer.emit(f"M.copy({writer.value(target)}, {writer.value(source)}, {size_of(ctype)})")
            case Nondet(target=target):
                writer.write_register(target, f"m.choose({writer.constant(target.type)})")
            case Assume(condition) | Assert(condition) | Block(condition):
                writer.emit(f"if {writer.condition(condition, negated=True)}: raise Slow")
            case Goto(target=target):
                if target > index:
                    return target
                self._jump(index, target)
                return None
            case Branch(condition=condition, target=target):
                writer.emit(f"if {writer.condition(condition)}:")
                self._jump(index, target, indent="    ")
            case Call():
                return self._call(index, instruction)
            case Return(value=value):
                result = "None" if value is None else writer.value(value)
                self._count("", self.done + 1)
                writer.emit(f"return m.leave({result})")
                return None
            case Declare(variable=Register() as variable):
                writer.undefine_register(variable)
            case Declare(variable=Symbol() as variable):
                writer.emit(f"M.declare(r[{self.code.local_slot[variable]}], {variable.size})")
            case Dead(variable=Register() as variable):
                writer.emit(f"M.bury({writer.value(variable)} >> {self.shift})")
            case Dead(variable=Symbol() as variable):
                writer.emit(f"M.bury(r[{self.code.local_slot[variable]}] >> {self.shift})")
            case AtomicBegin():
                writer.emit("m.atomic += 1")
                self.sections += 1
            case AtomicEnd():
                writer.emit("if m.atomic: m.atomic -= 1")
                self.sections = max(0, self.sections - 1)
            case Allocate():
                self._allocate(index, instruction)
            case Free(address=address):
                writer.namespace["FREE"] = free
                writer.emit(f"FREE(m, {writer.value(address)})")
            case _:
                writer.emit("raise Slow")
                return None
        return index + 1

    def _may_be_noted(self, index: int) -> bool:
        """Is it something that others do not see, where interpreted code has been?"""
        instruction = self.code.instructions[index]
        if not self.code.reached[index]:
            return False
        if isinstance(instruction, Call):
            callee = instruction.callee
            return isinstance(callee, FunctionAddress) and callee.name in self.code.executable.codes
        return isinstance(instruction, _NOTED) and not instruction.visible

    def _note(self, method: str, bytes_known: str, number: str, offset: str, size: int) -> None:
        """What was just done is noted, unless it was in this step or in an object that nobody asks about."""
        if self.noted:
            new = f"not {bytes_known}[{number}][{offset}]"
            if size > 1:
                new = f"0 in {bytes_known}[{number}][{offset}:({offset}) + {size}]"
            self.writer.emit(f"if {number} not in K and {new}: M.{method}({number}, {offset}, {size})")

    def _allocate(self, index: int, instruction: Allocate) -> None:
        name = "allocate_internally" if instruction.internal else "allocate"
        name = "allocate_on_stack" if instruction.on_stack else name
        if name == "allocate":
            self.writer.emit(f"m.pc = {index}")  # who looks for leaks notes where this is
        size = self.writer.value(instruction.size)
        self.writer.write_register(instruction.target, f"m.{name}({size}, {instruction.zeroed})")

    def _load(self, instruction: Load) -> None:
        writer, scalar = self.writer, layout(instruction.type)
        unpack = writer.constant(scalar.unpack_from)
        address = self._place(instruction.address)
        number, offset = self._split(address)
        writer.emit(f"if {number} in U: M.require_defined({number}, {offset}, {scalar.size})")
        if not self.noted:
            writer.write_register(instruction.target, f"{unpack}(O[{number}], {offset})[0]")
            return
        value = writer.fresh("v")
        writer.emit(f"{value} = {unpack}(O[{number}], {offset})[0]")
        self._note("note_read", "S", number, offset, scalar.size)
        writer.write_register(instruction.target, value)

    def _store(self, instruction: Store) -> None:
        writer, scalar = self.writer, layout(instruction.type)
        pack_into, pack = writer.constant(scalar.pack_into), writer.constant(scalar.pack)
        address = self._place(instruction.address)
        value = writer.atom(instruction.value)
        if isinstance(instruction.type, FloatType):
            value = f"({value} if {value} == {value} else NAN)"
        number, offset = self._split(address)
        writer.emit(f"if {number} in W or M.own({number}): {pack_into}(O[{number}], {offset}, {value})")
        writer.emit(f"else: M.write({address}, {pack}({value}))")
        self._note("note_write", "T", number, offset, scalar.size)

    def _place(self, expression: Expression) -> str:
        """The address of an access; nowhere, if what is added to a pointer leads to another object."""
        address, origin = self.writer.atom(expression), origin_of(expression)
        if origin is None:
            return address
        begun, slack = self.writer.atom(origin), self.space.slack
        name = self.writer.fresh("a")
        strays = f"({begun} + {slack}) >> {self.shift} not in (0, ({address} + {slack}) >> {self.shift})"
        self.writer.emit(f"{name} = {self.space.nowhere} if {strays} else {address}")
        return name

    def _split(self, address: str) -> tuple[str, str]:
        """Object number and offset, if the offset is not negative (a negative one leads to an access that fails)."""
        if address.isdigit():
            return str(int(address) >> self.shift), str(int(address) & self.mask)
        number = self.writer.fresh("n")
        self.writer.emit(f"{number} = {address} >> {self.shift}")
        return number, f"{address} & {self.mask}"

    def _call(self, index: int, instruction: Call) -> int | None:
        writer, callee = self.writer, instruction.callee
        if not isinstance(callee, FunctionAddress):
            self._call_through_pointer(index, instruction)
            return None
        arguments = ", ".join([writer.value(argument) for argument in instruction.arguments])
        function = self.code.executable.codes.get(callee.name)
        if function is None:
            return self._call_external(index, instruction, callee.name, arguments)
        if len(instruction.arguments) != function.parameter_count:
            writer.emit("raise Slow")
            return None
        name = writer.constant(function)
        blank = ", None" * len(function.blank) if len(function.blank) < 20 else f", *{name}.blank"
        registers = f"[{arguments}{blank}]" if arguments else f"[{blank.removeprefix(', ')}]"
        self._count("", self.done + 1)
        writer.emit(f"return m.call({name}, {registers}, {index + 1})")
        return None

    def _call_external(self, index: int, instruction: Call, name: str, arguments: str) -> int:
        writer = self.writer
        writer.namespace["EXTERNAL"] = call_external
        text = f"EXTERNAL(m, {name!r}, {writer.constant(instruction)}, [{arguments}])"
        if instruction.target is None:
            writer.emit(text)
        else:
            writer.write_register(instruction.target, text)
        return index + 1

    def _call_through_pointer(self, index: int, instruction: Call) -> None:
        writer = self.writer
        writer.namespace.update(CALLABLE=callable_at, PASSED=passed)
        arguments = ", ".join(writer.value(argument) for argument in instruction.arguments)
        name = writer.fresh("f")
        writer.emit(f"{name} = CALLABLE(m, {writer.value(instruction.callee)})")
        writer.emit(f"if {name}.__class__ is str: raise Slow")
        self._count("", self.done + 1)
        writer.emit(f"return m.call({name}, PASSED({name}, [{arguments}]), {index + 1})")
