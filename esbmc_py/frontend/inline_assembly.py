"""Inline assembly of x86 whose meaning is known: each template is recognised as a whole, with its operands.

A template becomes C with the builtins of gcc: `lock; xaddl %0, %1` is `__sync_fetch_and_add`. What is not recognised to
the letter (other operands, other sizes) has no meaning here, and is unsupported.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pycparser import c_ast

from . import gnu_ast

SizeOf = Callable[[Any], int]  # of an expression, in bytes
TIME_STAMP = "__smtcb_time_stamp"
HALF_TIME_STAMP = "__smtcb_half_time_stamp"
_SIZES = {"b": 1, "w": 2, "l": 4, "q": 8}
_SEPARATORS = re.compile(r"(?:;|\\n|\\t|\s)+(?:;|\\n|\\t)+\s*|;\s*|\\n\s*|\\t\s*")
_OPERAND = re.compile(r"%(?:(\d)|\[(\w+)\])")


def time_stamp_function(node: gnu_ast.Asm, size_of: SizeOf, *, wide: bool) -> str | None:
    """The model to call for `rdtsc` into an operand "=A": two registers that hold all of it where registers have 32
    bits, one of them where they have 64 (`wide`)."""
    if node.template.strip() != "rdtsc" or len(node.outputs) != 1 or node.inputs or node.outputs[0].constraint != "=A":
        return None
    return (HALF_TIME_STAMP if wide else TIME_STAMP) if size_of(node.outputs[0].expr) == 8 else None


def meaning(node: gnu_ast.Asm, size_of: SizeOf) -> list[c_ast.Node] | None:
    """Expressions that do the same; None if that is not known."""
    if node.labels:
        return None
    try:
        return _Reader(node, size_of).read()
    except _Unknown:
        return None


class _Unknown(Exception):
    pass


class _Reader:
    def __init__(self, node: gnu_ast.Asm, size_of: SizeOf) -> None:
        self._node = node
        self._operands = [*node.outputs, *node.inputs]
        self._size_of = size_of

    def read(self) -> list[c_ast.Node]:
        text = " ; ".join(part for part in _SEPARATORS.split(self._node.template.strip()) if part)
        text = re.sub(r"\s+", " ", text).replace("lock ; ", "lock ").replace(", ", ",").strip()
        for pattern, read in _TEMPLATES:
            if found := re.fullmatch(pattern, text):
                return read(self, found)
        raise _Unknown

    # -- operands -----------------------------------------------------------------------------------------------------

    def operand(self, reference: str) -> int:
        found = _OPERAND.fullmatch(reference)
        if found is None:
            raise _Unknown
        for index, operand in enumerate(self._operands):
            if (str(index) == found[1]) if found[1] else (operand.name == found[2]):
                return index
        raise _Unknown

    def constraint(self, index: int) -> str:
        return self._operands[index].constraint

    def is_output(self, index: int) -> bool:
        return index < len(self._node.outputs)

    def memory(self, reference: str, suffix: str) -> c_ast.Node:
        """What a memory operand names, where it may be written."""
        index = self.operand(reference)
        expression = self._operands[index].expr
        if self.constraint(index).strip("=+&") != "m" or self._size_of(expression) not in _fitting(suffix):
            raise _Unknown
        return expression

    def value_before(self, index: int) -> c_ast.Node:
        """What is in a register operand when the template begins."""
        if not self.is_output(index) or "+" in self.constraint(index):
            return self._operands[index].expr
        for operand in self._node.inputs:
            if operand.constraint == str(index):
                return operand.expr
        raise _Unknown

    def register(self, reference: str, suffix: str, *, kinds: str = "rqQRabcd") -> int:
        """A register operand of that size; of one that is a constant, the size does not matter."""
        index = self.operand(reference)
        letters = set(self.constraint(index).strip("=+&"))
        may_be_constant = not self.is_output(index)
        if not letters or not letters <= set(kinds) | (set("ine") if may_be_constant else set()):
            raise _Unknown
        if self.is_output(index) and self._size_of(self._operands[index].expr) not in _fitting(suffix):
            raise _Unknown
        return index

    def given(self, value: c_ast.Node, place: c_ast.Node) -> c_ast.Node:
        """A value that is as wide as what it goes to: nobody says what the rest of a smaller one's register holds."""
        if not isinstance(value, c_ast.Constant) and self._size_of(value) != self._size_of(place):
            raise _Unknown
        return value

    def only(self, *used: int) -> None:
        """No output goes without a value."""
        if any(index not in used for index in range(len(self._node.outputs))):
            raise _Unknown

    # -- C ------------------------------------------------------------------------------------------------------------

    def call(self, name: str, *arguments: c_ast.Node) -> c_ast.Node:
        coord = self._node.coord
        return c_ast.FuncCall(c_ast.ID(name, coord), c_ast.ExprList(list(arguments), coord), coord)

    def address(self, place: c_ast.Node) -> c_ast.Node:
        return c_ast.UnaryOp("&", place, self._node.coord)

    def assign(self, index: int, value: c_ast.Node) -> c_ast.Node:
        return c_ast.Assignment("=", self._operands[index].expr, value, self._node.coord)

    def number(self, value: int) -> c_ast.Node:
        return c_ast.Constant("int", str(value), self._node.coord)

    # -- templates ----------------------------------------------------------------------------------------------------

    def swap_bytes(self, found: re.Match[str]) -> list[c_ast.Node]:
        index = self.register(found["to"], found["suffix"])
        size = self._size_of(self._operands[index].expr)
        before = self.value_before(index)
        if not self.is_output(index) or size not in (4, 8) or self._size_of(before) != size:
            raise _Unknown
        self.only(index)
        return [self.assign(index, self.call(f"__builtin_bswap{8 * size}", before))]

    def turn_word(self, found: re.Match[str]) -> list[c_ast.Node]:
        index = self.register("%" + found["to"], "w")
        before = self.value_before(index)
        if not self.is_output(index) or self._size_of(before) != 2:
            raise _Unknown
        self.only(index)
        return [self.assign(index, self.call("__builtin_bswap16", before))]

    def count(self, found: re.Match[str]) -> list[c_ast.Node]:
        """lock inc, lock dec; with sete: is it zero then?"""
        place = self.memory(found["to"], found["suffix"])
        if not self.is_output(self.operand(found["to"])):
            raise _Unknown
        name = "__sync_add_and_fetch" if found["op"] == "inc" else "__sync_sub_and_fetch"
        done = self.call(name, self.address(place), self.number(1))
        if found["flag"] is None:
            self.only(self.operand(found["to"]))
            return [done]
        flag = self.register(found["flag"], "b", kinds="qQrm")
        self.only(self.operand(found["to"]), flag)
        return [self.assign(flag, c_ast.BinaryOp("==", done, self.number(0), self._node.coord))]

    def add(self, found: re.Match[str]) -> list[c_ast.Node]:
        """lock add, sub, or, and, xor of a register or constant."""
        place = self.memory(found["to"], found["suffix"])
        if not self.is_output(self.operand(found["to"])):
            raise _Unknown
        value: c_ast.Node
        if found["value"].startswith("$") and found["suffix"]:
            value = self.number(int(found["value"][1:]))
        else:
            index = self.register(found["value"], found["suffix"])
            if self.is_output(index):
                raise _Unknown
            value = self.given(self._operands[index].expr, place)
        self.only(self.operand(found["to"]))
        return [self.call(f"__sync_fetch_and_{found['op']}", self.address(place), value)]

    def exchange_and_add(self, found: re.Match[str]) -> list[c_ast.Node]:
        index, place = self._register_and_memory(found)
        value = self.given(self.value_before(index), place)
        return [self.assign(index, self.call("__sync_fetch_and_add", self.address(place), value))]

    def exchange(self, found: re.Match[str]) -> list[c_ast.Node]:
        """Locks without being told to. It is written in either order."""
        index, place = self._register_and_memory(found)
        value = self.given(self.value_before(index), place)
        return [self.assign(index, self.call("__atomic_exchange_n", self.address(place), value, self.number(5)))]

    def _register_and_memory(self, found: re.Match[str]) -> tuple[int, c_ast.Node]:
        register, memory = found["register"], found["memory"]
        if self.constraint(self.operand(register)).strip("=+&") == "m" and found["op"] == "xchg":
            register, memory = memory, register
        index = self.register(register, found["suffix"])
        if not self.is_output(index):
            raise _Unknown
        self.only(index, self.operand(memory))
        place = self.memory(memory, found["suffix"])
        if self._size_of(self._operands[index].expr) != self._size_of(place):
            raise _Unknown
        return index, place

    def compare_and_exchange(self, found: re.Match[str]) -> list[c_ast.Node]:
        """The accumulator has what is expected, and gets what was there."""
        place = self.memory(found["memory"], found["suffix"])
        new = self.register(found["register"], found["suffix"])
        result = next((i for i, one in enumerate(self._node.outputs) if one.constraint.strip("=+&") == "a"), None)
        if result is None or self.is_output(new) or self._size_of(self._operands[result].expr) != self._size_of(place):
            raise _Unknown
        self.only(result, self.operand(found["memory"]))
        expected, value = self.given(self.value_before(result), place), self.given(self._operands[new].expr, place)
        swap = self.call("__sync_val_compare_and_swap", self.address(place), expected, value)
        return [self.assign(result, swap)]


def _fitting(suffix: str) -> tuple[int, ...]:
    return (_SIZES[suffix],) if suffix else (4, 8)


_SUFFIX = r"(?P<suffix>[bwlq]?)"
_TO = r"(?P<to>%\S+?)"
_TEMPLATES: tuple[tuple[str, Callable[[_Reader, re.Match[str]], list[c_ast.Node]]], ...] = (
    (rf"bswap(?P<suffix>[lq]?) {_TO}", _Reader.swap_bytes),
    (r"ro[rl]w \$8,%w(?P<to>\d|\[\w+\])", _Reader.turn_word),
    (rf"lock (?P<op>inc|dec){_SUFFIX} {_TO}(?: ; sete (?P<flag>%\S+))?", _Reader.count),
    (rf"lock (?P<op>add|sub|or|and|xor){_SUFFIX} (?P<value>%[^ ,]+|\$(?:0|[1-9]\d*)),{_TO}", _Reader.add),
    (rf"lock (?P<op>xadd){_SUFFIX} (?P<register>%[^ ,]+),(?P<memory>%\S+)", _Reader.exchange_and_add),
    (rf"(?:lock )?(?P<op>xchg){_SUFFIX} (?P<register>%[^ ,]+),(?P<memory>%\S+)", _Reader.exchange),
    (rf"lock cmpxchg{_SUFFIX} (?P<register>%[^ ,]+),(?P<memory>%\S+)", _Reader.compare_and_exchange),
)
