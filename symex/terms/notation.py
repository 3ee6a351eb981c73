"""How SMT-LIB 2 writes a single term, given the texts of its arguments."""

from __future__ import annotations

import re
from collections.abc import Callable

from .nodes import Term
from .sorts import BOOL, FloatSort, is_float

_SIMPLE_SYMBOL = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*")


def quote(name: str) -> str:
    if _SIMPLE_SYMBOL.fullmatch(name) and name not in _RESERVED:
        return name
    return "|" + name.replace("\\", "/").replace("|", "!") + "|"


_RESERVED = frozenset({"let", "forall", "exists", "par", "as", "_", "!", "true", "false", "assert", "Bool", "BitVec"})


def binary(value: int, width: int) -> str:
    if width % 4 == 0:
        return f"#x{value:0{width // 4}x}"
    return f"#b{value:0{width}b}"


def constant(term: Term) -> str:
    if term.width == BOOL:
        return "true" if term.payload else "false"
    if not is_float(term.width):
        return binary(term.payload, term.width)
    sort = FloatSort(-term.width)
    exponent, fraction = sort.exponent_bits, sort.significand_bits - 1
    bits = f"{term.payload:0{sort.width}b}"
    return f"(fp #b{bits[0]} #b{bits[1 : 1 + exponent]} #b{bits[1 + exponent : 1 + exponent + fraction]})"


def expression(term: Term, args: list[str]) -> str:
    """`term` with its arguments' texts."""
    if term.op == "const":
        return constant(term)
    if term.op == "symbol":
        return quote(term.payload)
    special = _HEADS.get(term.op)
    head = special(term) if special is not None else term.op
    return f"({head} {' '.join(args)})"


def _to_fp(prefix: str, suffix: str) -> Callable[[Term], str]:
    def head(term: Term) -> str:
        sort = FloatSort(-term.width)
        return f"(_ {prefix} {sort.exponent_bits} {sort.significand_bits}){suffix}"

    return head


_HEADS: dict[str, Callable[[Term], str]] = {
    "extract": lambda term: f"(_ extract {term.payload[0]} {term.payload[1]})",
    "zero_extend": lambda term: f"(_ zero_extend {term.payload})",
    "sign_extend": lambda term: f"(_ sign_extend {term.payload})",
    "const_array": lambda term: f"(as const {term.sort})",
    "fp.add": lambda _: "fp.add RNE",
    "fp.sub": lambda _: "fp.sub RNE",
    "fp.mul": lambda _: "fp.mul RNE",
    "fp.div": lambda _: "fp.div RNE",
    "fp.sqrt": lambda _: "fp.sqrt RNE",
    "fp.roundToIntegral": lambda term: f"fp.roundToIntegral {term.payload}",
    "fp.from_bits": _to_fp("to_fp", ""),
    "fp.from_signed": _to_fp("to_fp", " RNE"),
    "fp.from_unsigned": _to_fp("to_fp_unsigned", " RNE"),
    "fp.convert": _to_fp("to_fp", " RNE"),
    "fp.to_sbv": lambda term: f"(_ fp.to_sbv {term.width}) RTZ",
    "fp.to_ubv": lambda term: f"(_ fp.to_ubv {term.width}) RTZ",
}


def abbreviation(term: Term, depth: int = 4) -> str:
    """For people and debuggers: the top of a term, deeper parts as `…`."""
    if not term.args:
        return expression(term, [])
    if depth == 0:
        return "…"
    return expression(term, [abbreviation(arg, depth - 1) for arg in term.args])
