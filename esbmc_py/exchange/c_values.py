"""C expressions of witnesses, evaluated in a state of the machine, where some thread is about to make a step."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from pycparser import c_ast

from esbmc_py.frontend import LoadProblem
from esbmc_py.frontend.errors import SourceError
from esbmc_py.frontend.gnu_parser import parse
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Register
from esbmc_py.goto.symbols import SourceLocation, Storage, Symbol
from esbmc_py.goto.types import (
    INT,
    ArrayType,
    CType,
    FloatType,
    IntType,
    PointerType,
    StructType,
    is_scalar,
    size_of,
    unqualified,
)
from esbmc_py.vm.machine import Machine
from esbmc_py.vm.stops import Stop
from esbmc_py.vm.values import convert, layout

from .scopes import visible
from .source_map import FunctionText

RESULT = "__smtcb_result"  # in trees: what a call has returned
_INTEGER = re.compile(r"^(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9]\d*)([uUlL]*)$")
_NAMED: dict[str, IntType | FloatType] = {
    "char": IntType(8, True, "char"), "short": IntType(16, True, "short"), "int": INT,
    "long": IntType(64, True, "long"), "_Bool": IntType(8, False, "_Bool"),
    "float": FloatType(32, 4, "float"), "double": FloatType(64, 8, "double"),
}  # fmt: skip
_LONGEST = 10_000


class CannotTell(Exception):
    """An expression that means nothing here: a name that is not known, a value that is not defined, ..."""


@dataclass(frozen=True, slots=True)
class Typed:
    value: Any
    type: CType


@dataclass(frozen=True, slots=True)
class FunctionPlace:
    """Whose variables are meant: the executing function, and the place in it."""

    text: FunctionText
    at: SourceLocation
    result: Typed | None = None  # what a call has returned


def holds(text: str, machine: Machine, frame: FunctionPlace) -> bool | None:
    """None: cannot be told."""
    try:
        tree = expression_tree(text)
        if tree is None:
            return None
        value = _Evaluator(machine, frame).scalar(tree)
        return bool(value.value)
    except (CannotTell, Stop, RecursionError, ZeroDivisionError, OverflowError, KeyError, IndexError):
        return None


@lru_cache(maxsize=4096)
def expression_tree(text: str) -> c_ast.Node | None:
    """Several statements, as GraphML has them, all have to hold."""
    parts = [part.strip() for part in text.replace("\\result", RESULT).split(";") if part.strip()]
    if not parts or len(text) > _LONGEST:
        return None
    # An assignment in an old witness says what the variable holds.
    joined = " && ".join(f"({re.sub(r'(?<![=!<>])=(?!=)', '==', part)})" for part in parts)
    try:
        tree = parse(f"int f(void) {{ return {joined}; }}", "<witness>")
    except (SourceError, LoadProblem, RecursionError, ValueError):
        return None
    return tree.ext[0].body.block_items[0].expr


@lru_cache(maxsize=4096)
def constants(text: str) -> tuple[int | float, ...]:
    """The numbers in an expression: values that an input may have."""
    found: list[int | float] = []
    for sign, number in re.findall(r"(-?)\s*\b(0[xX][0-9a-fA-F]+|\d+\.\d+(?:[eE][-+]?\d+)?|\d+)", text):
        value = float(number) if "." in number else int(number, 0 if number.lower().startswith("0x") else 10)
        found.append(-value if sign else value)
    return tuple(found)


def integer(node: c_ast.Constant) -> Typed | None:
    """None for what is no decimal, octal or hexadecimal number."""
    found = _INTEGER.match(node.value)
    if found is None:
        return None
    digits = found[1]
    value = int(digits, 8) if re.fullmatch(r"0[0-7]+", digits) else int(digits, 0)
    unsigned, wide = "u" in found[2].lower(), "l" in found[2].lower() or value > 0xFFFFFFFF
    if not unsigned and not wide and value <= INT.maximum:
        return Typed(value, INT)
    if unsigned and not wide:
        return Typed(value, IntType(32, False, "unsigned int"))
    return Typed(value, IntType(64, not unsigned and value <= 2**63 - 1, "long"))


class _Evaluator:
    def __init__(self, machine: Machine, frame: FunctionPlace):
        self._machine = machine
        self._frame = frame

    def scalar(self, node: c_ast.Node) -> Typed:
        value = self.evaluate(node)
        if isinstance(unqualified(value.type), ArrayType):
            element = unqualified(value.type).element  # type: ignore[union-attr]
            return Typed(value.value, PointerType(element, self._machine.executable.program.pointer_bits // 8))
        return value

    def evaluate(self, node: c_ast.Node) -> Typed:
        method: Callable[[Any], Typed] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise CannotTell
        return method(node)

    def _constant(self, node: c_ast.Constant) -> Typed:
        if node.type == "char":
            inner = node.value[1:-1]
            return Typed(ord(inner) if len(inner) == 1 else _escaped(inner), INT)
        return integer(node) or Typed(float(node.value.rstrip("fFlL")), _NAMED["double"])

    def _id(self, node: c_ast.ID) -> Typed:
        if node.name == RESULT:
            if self._frame.result is None:
                raise CannotTell
            return self._frame.result
        if node.name in ("true", "false", "NULL"):
            return Typed(int(node.name == "true"), INT)
        return self._variable(node.name)

    def _variable(self, name: str) -> Typed:
        found = visible(self._machine.executable.program, self._frame.text, self._frame.at, name)
        if isinstance(found, Register):
            value = self._machine.registers[found.index]
            if value is None:
                raise CannotTell
            return Typed(value, found.type)
        if found is None:
            raise CannotTell
        return self._load(self._address(found), found.type)

    def _address(self, symbol: Symbol) -> int:
        machine = self._machine
        match symbol.storage:
            case Storage.GLOBAL:
                return machine.executable.addresses[symbol]
            case Storage.THREAD:
                return machine.thread_locals[machine.executable.thread_local_index[symbol]]
            case Storage.LOCAL:
                address: int | None = machine.registers[machine.code.local_slot[symbol]]
                if address is None:
                    raise CannotTell
                return address

    def _load(self, address: int, ctype: CType) -> Typed:
        plain = unqualified(ctype)
        if not is_scalar(plain):
            return Typed(address, plain)
        memory = self._machine.memory
        number, offset = memory.space.split(address)
        size = size_of(plain)
        if not memory.contains(number, offset, size) or memory.undefined_bits(number, offset, size) is not None:
            raise CannotTell
        return Typed(layout(plain).unpack_from(memory.buffers[number], offset)[0], plain)

    def _unaryop(self, node: c_ast.UnaryOp) -> Typed:
        if node.op == "&":
            raise CannotTell
        operand = self.scalar(node.expr)
        if node.op == "*":
            return self._pointed(operand)
        if node.op == "!":
            return Typed(int(not operand.value), INT)
        if node.op == "+":
            return operand
        if not isinstance(operand.type, IntType):
            if node.op == "-" and isinstance(operand.type, FloatType):
                return Typed(-operand.value, operand.type)
            raise CannotTell
        ctype = _promoted(operand.type)
        if node.op in "-~":
            return Typed(ctype.wrap(-operand.value if node.op == "-" else ~operand.value), ctype)
        raise CannotTell

    def _pointed(self, pointer: Typed) -> Typed:
        if not isinstance(pointer.type, PointerType):
            raise CannotTell
        return self._load(pointer.value, pointer.type.target)

    def _arrayref(self, node: c_ast.ArrayRef) -> Typed:
        base, index = self.scalar(node.name), self.scalar(node.subscript)
        if not isinstance(base.type, PointerType) or not isinstance(index.value, int):
            raise CannotTell
        return self._load(base.value + index.value * size_of(base.type.target), base.type.target)

    def _structref(self, node: c_ast.StructRef) -> Typed:
        base = self._pointed(self.scalar(node.name)) if node.type == "->" else self.evaluate(node.name)
        if not isinstance(base.type, StructType):
            raise CannotTell
        path = base.type.member_paths[node.field.name]
        if path[-1].bit_width is not None:
            raise CannotTell
        return self._load(base.value + sum(member.offset for member in path), path[-1].type)

    def _cast(self, node: c_ast.Cast) -> Typed:
        operand, ctype = self.scalar(node.expr), _named(node.to_type)
        if ctype is None or not is_scalar(operand.type):
            raise CannotTell
        return Typed(convert(operand.value, operand.type, ctype), ctype)

    def _ternaryop(self, node: c_ast.TernaryOp) -> Typed:
        return self.scalar(node.iftrue if self.scalar(node.cond).value else node.iffalse)

    def _binaryop(self, node: c_ast.BinaryOp) -> Typed:
        if node.op in ("&&", "||"):
            return self._logical(node)
        left, right = self.scalar(node.left), self.scalar(node.right)
        common = common_type(left.type, right.type)
        if common is None:
            return self._pointers(node.op, left, right)
        a, b = convert(left.value, left.type, common), convert(right.value, right.type, common)  # type: ignore[arg-type]
        if node.op in _COMPARISONS:
            return Typed(int(_COMPARISONS[node.op](a, b)), INT)
        if node.op not in _ARITHMETIC:
            raise CannotTell
        value = _ARITHMETIC[node.op](a, b)
        return Typed(common.wrap(value) if isinstance(common, IntType) else value, common)

    def _logical(self, node: c_ast.BinaryOp) -> Typed:
        """What decides alone, decides, also if the other operand cannot be told."""
        wanted = node.op == "||"
        unknown = False
        for operand in (node.left, node.right):
            try:
                if bool(self.scalar(operand).value) is wanted:
                    return Typed(int(wanted), INT)
            except CannotTell:
                unknown = True
        if unknown:
            raise CannotTell
        return Typed(int(not wanted), INT)

    def _pointers(self, op: str, left: Typed, right: Typed) -> Typed:
        """Equal or not: addresses differ from tool to tool, so that of all numbers only null can be compared."""
        if op not in ("==", "!="):
            raise CannotTell
        if any(isinstance(one.type, IntType) and one.value != 0 for one in (left, right)):
            raise CannotTell
        return Typed(int((left.value == right.value) is (op == "==")), INT)


_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip
_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": lambda a, b: (abs(a) // abs(b)) * (1 if (a < 0) is (b < 0) else -1) if isinstance(a, int) else a / b,
    "%": lambda a, b: abs(a) % abs(b) * (-1 if a < 0 else 1), "&": lambda a, b: a & b, "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b, "<<": lambda a, b: a << (b & 63), ">>": lambda a, b: a >> (b & 63),
}  # fmt: skip


def _promoted(ctype: IntType) -> IntType:
    return ctype if ctype.width >= INT.width else INT


def common_type(left: CType, right: CType) -> IntType | FloatType | None:
    """The usual arithmetic conversions; None for pointers."""
    if isinstance(left, FloatType) or isinstance(right, FloatType):
        floats = [one for one in (left, right) if isinstance(one, FloatType)]
        both = all(isinstance(one, IntType | FloatType) for one in (left, right))
        return max(floats, key=lambda one: one.width) if both else None
    if not (isinstance(left, IntType) and isinstance(right, IntType)):
        return None
    one, other = _promoted(left), _promoted(right)
    if one.width != other.width:
        return one if one.width > other.width else other
    return one if not one.signed else other


def _named(typename: c_ast.Typename) -> IntType | FloatType | None:
    """Of a cast: types that are written with keywords."""
    if not isinstance(typename.type, c_ast.TypeDecl) or not isinstance(typename.type.type, c_ast.IdentifierType):
        return None
    words = list(typename.type.type.names)
    unsigned = "unsigned" in words
    left = [word for word in words if word not in ("unsigned", "signed", "const", "volatile")]
    base = next((one for one in ("char", "short", "long", "float", "double", "_Bool") if one in left), "int")
    if any(word not in _NAMED for word in left):
        return None
    ctype = _NAMED[base]
    if unsigned and isinstance(ctype, IntType):
        return IntType(ctype.width, False, f"unsigned {base}")
    return ctype


def _escaped(text: str) -> int:
    simple = {"n": 10, "t": 9, "0": 0, "r": 13, "\\": 92, "'": 39, '"': 34, "a": 7, "b": 8, "f": 12, "v": 11}
    if text[1:] in simple:
        return simple[text[1:]]
    if text.startswith("\\x"):
        return int(text[2:], 16)
    if text[1:].isdigit():
        return int(text[1:], 8)
    raise CannotTell
