"""Inline assembly of x86 whose meaning is known: each template is recognised as a whole, with its operands.

A template becomes C with the builtins of gcc: `lock; xaddl %0, %1` is `__sync_fetch_and_add`. What is not recognised to
the letter (other operands, other sizes) has no meaning here, and is unsupported.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from . import gnu_ast
from .syntax_nodes import c_ast

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


def time_stamp_halves(node: gnu_ast.Asm, size_of: SizeOf) -> tuple[Any, Any] | None:
    """Where `rdtsc` puts the lower and the higher half: into operands "=a" and "=d", as programs of 64 bits have it."""
    if node.template.strip() != "rdtsc" or node.inputs:
        return None
    places = {one.constraint.replace("&", ""): one.expr for one in node.outputs}
    if len(node.outputs) != 2 or places.keys() != {"=a", "=d"} or any(size_of(one) < 4 for one in places.values()):
        return None
    return places["=a"], places["=d"]


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

    # -- bits in memory: FD_SET and its relatives ---------------------------------------------------------------------

    def clear_words(self, found: re.Match[str]) -> list[c_ast.Node]:
        """cld; rep; stos: the accumulator, which must be zero, goes to so many words from an address on."""
        kinds = ("c", "D")
        if [one.constraint.strip("=&") for one in self._node.outputs] != list(kinds):
            raise _Unknown
        given = {one.constraint: one.expr for one in self._node.inputs}
        value = given.get("a")
        count, address = given.get("0", given.get("c")), given.get("1", given.get("D"))
        if not isinstance(value, c_ast.Constant) or value.value != "0" or count is None or address is None:
            raise _Unknown
        size = c_ast.BinaryOp("*", count, self.number(_SIZES[found["suffix"]]), self._node.coord)
        end = c_ast.BinaryOp("+", self._as("long", address), size, self._node.coord)
        return [
            self.call("__builtin_memset", address, self.number(0), size),
            self.assign(0, self.number(0)),
            self.assign(1, end),
        ]

    def change_bit(self, found: re.Match[str]) -> list[c_ast.Node]:
        """bts, btr, btc: a bit counted from an address on, which may be beyond the operand."""
        index = self.operand(found["to"])
        if not self.is_output(index):
            raise _Unknown
        self.only(index)
        word, mask = self._bit(found)
        coord = self._node.coord
        changed = {"s": "|=", "r": "&=", "c": "^="}[found["op"]]
        return [c_ast.Assignment(changed, word, c_ast.UnaryOp("~", mask, coord) if found["op"] == "r" else mask, coord)]

    def look_at_bit(self, found: re.Match[str]) -> list[c_ast.Node]:
        """bt, and the carry flag goes to a byte."""
        flag = self.register(found["flag"].replace("%b", "%"), "b", kinds="qQrm")
        self.only(flag)
        word, mask = self._bit(found)
        coord = self._node.coord
        return [self.assign(flag, c_ast.BinaryOp("!=", c_ast.BinaryOp("&", word, mask, coord), self.number(0), coord))]

    def _bit(self, found: re.Match[str]) -> tuple[c_ast.Node, c_ast.Node]:
        """The word that a bit is in, and the bit there. Bits may be counted backwards, too."""
        memory, bit = self.operand(found["to"]), self.operand(found["bit"])
        size, coord = _SIZES[found["suffix"]], self._node.coord
        is_memory = self.constraint(memory).strip("=+&") == "m" and self._size_of(self._operands[memory].expr) >= size
        # the register that holds the number of the bit is as wide as the word; a constant counts inside the word only
        number = self._operands[bit].expr
        if not is_memory or self.is_output(bit) or not set(self.constraint(bit)) <= set("rR"):
            raise _Unknown
        if self._size_of(number) < size:
            raise _Unknown
        kind, words = ("long", 6) if size == 8 else ("int", 5)
        place = self._as(f"unsigned {kind} *", self.address(self._operands[memory].expr))
        signed = self._as(kind, number)
        which = c_ast.BinaryOp(">>", signed, self.number(words), coord)
        within = c_ast.BinaryOp("&", signed, self.number((1 << words) - 1), coord)
        mask = c_ast.BinaryOp("<<", self._as(f"unsigned {kind}", self.number(1)), within, coord)
        return c_ast.ArrayRef(place, which, coord), mask

    def _as(self, name: str, value: c_ast.Node) -> c_ast.Node:
        """A cast."""
        coord = self._node.coord
        words = [word for word in name.split() if word != "*"]
        plain: c_ast.Node = c_ast.TypeDecl(None, [], None, c_ast.IdentifierType(words, coord), coord)
        if name.endswith("*"):
            plain = c_ast.PtrDecl([], plain, coord)
        return c_ast.Cast(c_ast.Typename(None, [], None, plain, coord), value, coord)

    def identify(self, found: re.Match[str]) -> list[c_ast.Node]:
        """cpuid: nobody knows what the processor says."""
        outputs = [one.constraint.strip("=+&") for one in self._node.outputs]
        if sorted(outputs) != ["a", "b", "c", "d"] or any(self._size_of(one.expr) != 4 for one in self._node.outputs):
            raise _Unknown
        return [self.assign(index, self.call("__VERIFIER_nondet_uint")) for index in range(4)]


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
    (r"cld ; rep ; stos(?P<suffix>[lq])", _Reader.clear_words),
    (rf"bt(?P<op>[src])(?P<suffix>[lq]) (?P<bit>%[^ ,]+),{_TO}", _Reader.change_bit),
    (rf"bt(?P<suffix>[lq]) (?P<bit>%[^ ,]+),{_TO} ; set(?:cb|c|b) (?P<flag>%\S+)", _Reader.look_at_bit),
    (r"cpuid", _Reader.identify),
    (rf"lock cmpxchg{_SUFFIX} (?P<register>%[^ ,]+),(?P<memory>%\S+)", _Reader.compare_and_exchange),
)
