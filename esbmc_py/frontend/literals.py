"""C's literals: integer, floating, character and string constants."""

from __future__ import annotations

import math
import re
import sys
from fractions import Fraction
from typing import Any

from esbmc_py.goto.expressions import Const
from esbmc_py.goto.types import INT, UNSIGNED, IntType

from .architecture import DOUBLE, FLOAT, LONG_LONG, UNSIGNED_LONG_LONG, Architecture
from .named_texts import encode
from .operators import constant
from .problems import UnsupportedConstruct
from .syntax_nodes import c_ast

_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]+)|([0-7]{1,3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_SIMPLE_ESCAPES = {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27, "E": 27}
_HEXADECIMAL = re.compile(r"0x([0-9a-f]*)(?:\.([0-9a-f]*))?p([-+]?\d+)")
_PREFIX = re.compile(r"(u8|u|U|L)?([\"'])")


def integer_constant(text: str, architecture: Architecture) -> Const:
    """C11 6.4.4.1: the first type of the list in which the value fits."""
    digits = text.rstrip("uUlL")
    suffix = text[len(digits) :].lower()
    decimal = True
    if digits[:2] in ("0x", "0X"):
        value, decimal = int(digits, 16), False
    elif digits[:2] in ("0b", "0B"):
        value, decimal = int(digits, 2), False
    elif len(digits) > 1 and digits[0] == "0":
        value, decimal = int(digits, 8), False
    else:
        value = int(digits or "0")
    for ctype in _candidates(suffix, decimal, architecture):
        if value <= ctype.maximum:
            return Const(value, ctype)
    wide = IntType(128, True, "__int128")
    return constant(value, wide) if "u" not in suffix else constant(value, UNSIGNED_LONG_LONG)


def _candidates(suffix: str, decimal: bool, architecture: Architecture) -> list[IntType]:
    longs = suffix.count("l")
    signed = [INT, architecture.long, LONG_LONG][longs:]
    unsigned = [UNSIGNED, architecture.unsigned_long, UNSIGNED_LONG_LONG][longs:]
    if "u" in suffix:
        return unsigned
    if decimal:
        return [*signed, UNSIGNED_LONG_LONG]
    return [ctype for pair in zip(signed, unsigned, strict=True) for ctype in pair]


def float_constant(text: str, architecture: Architecture) -> Const:
    lowered = text.lower()
    hexadecimal = lowered.startswith("0x")
    body = re.sub(r"(f\d+x?|df|dd|dl|[fl])$", "", lowered) if not hexadecimal else lowered
    suffix = lowered[len(body) :]
    if hexadecimal:
        body = lowered.rstrip("fl") if "p" in lowered else lowered
        suffix = lowered[len(body) :]
        value = float.fromhex(body)
    else:
        value = float(body)
    if suffix == "l":
        _require_exact(body, value)
        return constant(value, architecture.long_double)
    return constant(value, FLOAT if suffix in ("f", "f32") else DOUBLE)


def _require_exact(text: str, value: float) -> None:
    """A long double is a double here, so only what both hold means the same."""
    if math.isfinite(value):
        hexadecimal = _HEXADECIMAL.fullmatch(text)
        if hexadecimal is None:
            exact = Fraction(text)
        else:
            whole, part, power = hexadecimal.groups()
            part = part or ""
            exact = Fraction(int(whole + part, 16)) * Fraction(2) ** (int(power) - 4 * len(part))
        if exact == Fraction(value):
            return
    raise UnsupportedConstruct(f"the constant {text}L, which no double holds")


def _split(text: str) -> tuple[str, str]:
    """Prefix and body, without quotes."""
    match = _PREFIX.match(text)
    assert match is not None
    return match.group(1) or "", text[match.end() : -1]


def _codes(body: str, prefix: str) -> list[int]:
    """The values of the elements, escapes resolved: bytes of UTF-8, units of UTF-16 after `u`, or whole characters."""
    codes: list[int] = []
    position = 0
    for match in _ESCAPE.finditer(body):
        codes += _plain(body[position : match.start()], prefix)
        position = match.end()
        hexadecimal, octal, short, long, simple = match.groups()
        if hexadecimal:
            codes.append(int(hexadecimal, 16))
        elif octal:
            codes.append(int(octal, 8))
        elif short or long:
            codes += _plain(_universal(int(short or long, 16)), prefix)
        else:
            codes.append(_SIMPLE_ESCAPES.get(simple, ord(simple)))
    return codes + _plain(body[position:], prefix)


def _universal(code: int) -> str:
    if code > sys.maxunicode or 0xD800 <= code < 0xE000:
        raise UnsupportedConstruct(f"a character U+{code:04X}, which Unicode does not have")
    return chr(code)


def _plain(text: str, prefix: str) -> list[int]:
    if prefix in ("", "u8"):
        return list(encode(text))
    if prefix == "u":
        return list(memoryview(text.encode("utf-16-le", "surrogatepass")).cast("H"))
    return [ord(character) for character in text]


def char_constant(text: str, architecture: Architecture) -> Const:
    prefix, body = _split(text)
    codes = _codes(body, prefix)
    if prefix == "L":
        return constant(codes[-1], architecture.wchar_t)
    if prefix in ("u", "U"):
        return constant(codes[-1], IntType(16, False, "unsigned short") if prefix == "u" else UNSIGNED)
    if len(codes) == 1:
        return Const(IntType(8, True, "char").wrap(codes[0]), INT)
    value = 0
    for code in codes:
        value = (value << 8) | (code & 0xFF)
    return constant(value, INT)


def literal_text(node: Any, architecture: Architecture) -> str | None:
    """The text of a string literal, possibly behind a cast or parentheses; None for anything else."""
    while isinstance(node, c_ast.Cast):
        node = node.expr
    if isinstance(node, c_ast.Constant) and node.value.endswith('"'):
        data, element = string_bytes([node.value], architecture)
        return data[: -element.size].decode("utf-8", "replace")
    return None


def string_bytes(texts: list[str], architecture: Architecture) -> tuple[bytes, IntType]:
    """The bytes of adjacent string literals, terminator included, and the element type."""
    prefix = next((p for p in (_split(text)[0] for text in texts) if p not in ("", "u8")), "")
    element = {
        "": IntType(8, True, "char"),
        "L": architecture.wchar_t,
        "u": IntType(16, False, "unsigned short"),
        "U": UNSIGNED,
    }[prefix]
    codes = [code for text in texts for code in _codes(_split(text)[1], prefix)]
    mask = (1 << element.width) - 1
    return b"".join((code & mask).to_bytes(element.size, "little") for code in [*codes, 0]), element
