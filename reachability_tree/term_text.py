"""Terms and symbolic values as people write them: `t1.input0 > 3 && x == 1` instead of SMT-LIB.

`t1.input0` is the first input that thread 1 takes. Numbers are decimal, and signed where that is shorter.
"""

from __future__ import annotations

import re

from esbmc_py.goto.numbering import Numbering, ObjectKind
from esbmc_py.goto.symbols import Symbol
from esbmc_py.goto.types import ArrayType, CType, IntType, PointerType, StructType, is_scalar, size_of, unqualified
from symex.terms import Term
from symex.terms.sorts import BOOL
from symex.values import Value, signed

LONGEST = 4_000
DEEPEST = 24
_INPUT = re.compile(r"in!(\d+)!(\d+):\d+")
_INFIX = {
    "and": "&&", "or": "||", "=": "==", "bvadd": "+", "bvsub": "-", "bvmul": "*", "bvand": "&", "bvor": "|",
    "bvxor": "^", "bvshl": "<<", "bvlshr": ">>", "bvashr": ">>", "bvslt": "<", "bvsle": "<=", "bvult": "<",
    "bvule": "<=", "bvsdiv": "/", "bvudiv": "/", "bvsrem": "%", "bvurem": "%", "xor": "!=",
}  # fmt: skip
_UNSIGNED = frozenset({"bvult", "bvule", "bvudiv", "bvurem", "bvlshr"})
_TURNED = {"bvslt": ">=", "bvsle": ">", "bvult": ">=", "bvule": ">", "=": "!="}


def term_text(term: Term) -> str:
    """A formula, or its beginning if it is very long."""
    text = _text(term, DEEPEST)
    text = text[1:-1] if text.startswith("(") and _closes(text) else text
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def _text(term: Term, depth: int) -> str:
    if term.op == "const":
        return _constant(term, unsigned=False)
    if term.op == "symbol":
        return symbol_name(str(term.payload))
    if depth == 0:
        return "…"
    args = term.args
    if term.op == "not":
        inner = args[0]
        if inner.op in _TURNED and len(inner.args) == 2:
            return _infix(_TURNED[inner.op], inner.args, depth, unsigned=inner.op in _UNSIGNED)
        return f"!{_text(inner, depth - 1)}"
    if term.op == "ite":
        condition, then, otherwise = (_text(one, depth - 1) for one in args)
        return f"({condition} ? {then} : {otherwise})"
    if term.op in _INFIX:
        return _infix(_INFIX[term.op], args, depth, unsigned=term.op in _UNSIGNED)
    if term.op in ("zero_extend", "sign_extend"):
        return _text(args[0], depth)
    return f"{term.op}({', '.join(_text(one, depth - 1) for one in args)})"


def _infix(sign: str, args: tuple[Term, ...], depth: int, *, unsigned: bool) -> str:
    # A constant stands on the right, as people have it.
    turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
    if len(args) == 2 and args[0].op == "const" and sign in turned:
        args, sign = (args[1], args[0]), turned[sign]
    texts = [_constant(one, unsigned) if one.op == "const" else _text(one, depth - 1) for one in args]
    return f"({f' {sign} '.join(texts)})"


def _constant(term: Term, unsigned: bool) -> str:
    if term.width == BOOL:
        return "true" if term.payload else "false"
    if term.width < 0:
        return "…"
    return str(term.payload if unsigned else signed(term.payload, term.width))


def _closes(text: str) -> bool:
    """Does the first bracket close at the very end?"""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return place == len(text) - 1
    return False


def symbol_name(name: str) -> str:
    found = _INPUT.fullmatch(name)
    return f"t{found[1]}.input{found[2]}" if found else name.partition(":")[0]


def value_text(value: Value, ctype: CType, numbering: Numbering) -> str:
    if not isinstance(value, int):
        return term_text(value)
    match unqualified(ctype):
        case PointerType():
            return _pointer(value, numbering)
        case IntType(width=width, signed=is_signed):
            return str(signed(value, width) if is_signed else value)
        case _:
            return hex(value)


def _pointer(value: int, numbering: Numbering) -> str:
    if value == 0:
        return "NULL"
    number, offset = numbering.space.split(value)
    static = numbering.static(number)
    symbol = numbering.symbol(number)
    if isinstance(static, str):
        name = static
    elif symbol is not None:
        name = f"&{symbol.source_name or symbol.name}"
    else:
        identity = numbering.identity(number)
        heap = identity is not None and identity.kind is ObjectKind.HEAP
        name = f"heap object {identity.index + 1}" if heap and identity is not None else hex(value)
    return f"{name} + {offset}" if offset else name


def scalar_parts(symbol: Symbol, most: int = 32) -> list[tuple[str, int, CType]]:
    """Name, offset and type of what a variable is made of; what a lock is made of is the library's business."""
    found: list[tuple[str, int, CType]] = []
    pending: list[tuple[str, int, CType]] = [(symbol.source_name or symbol.name, 0, symbol.type)]
    while pending and len(found) < most:
        name, offset, ctype = pending.pop(0)
        match unqualified(ctype):
            case ArrayType(element, count):
                size = size_of(element)
                pending[:0] = [(f"{name}[{n}]", offset + n * size, element) for n in range(min(count or 0, most))]
            case StructType(members=members, tag=tag) if not tag.startswith("__"):
                inner = [one for one in members or () if one.bit_width is None and one.name is not None]
                pending[:0] = [(f"{name}.{one.name}", offset + one.offset, one.type) for one in inner]
            case StructType(members=members, tag="__pthread_mutex"):
                owner = next((one for one in members or () if one.name == "__owner"), None)
                if owner is not None:
                    found.append((f"{name} (owner)", offset + owner.offset, owner.type))
            case plain if is_scalar(plain):
                found.append((name, offset, plain))
            case _:
                pass
    return found
