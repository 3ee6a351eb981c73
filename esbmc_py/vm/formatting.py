"""printf's formats: text from a format string and arguments, as glibc writes it."""

from __future__ import annotations

import math
import re
from typing import Protocol

from esbmc_py.goto.deferred import dataclass

from .stops import UnsupportedReached

_DIRECTIVE = re.compile(rb"%([-+ #0']*)(\*|\d+)?(?:\.(\*|-?\d*))?(hh|h|ll|l|q|L|j|z|Z|t)?(.)", re.DOTALL)

_MOST_DIGITS = 5_000  # wider fields and longer precisions serve nobody


class Arguments(Protocol):
    """Where the values to print come from; `bits` is the width in which the format takes the next one."""

    long_bits: int

    def integer(self, bits: int, signed: bool) -> int: ...

    def floating(self) -> float: ...

    def string(self, address: int, most: int | None) -> bytes:
        """The characters at an address, up to a zero, or `most` of them."""

    def wide_string(self, address: int, most: int | None) -> str:
        """The same for wide characters."""

    def error_text(self) -> str:
        """What `%m` prints: the text for `errno`."""

    def store_count(self, address: int, size: int, count: int) -> None:
        """What `%n` asks for."""


@dataclass(frozen=True, slots=True)
class FormatField:
    flags: str
    width: int
    precision: int | None

    def pad(self, text: bytes) -> bytes:
        return text.ljust(self.width) if "-" in self.flags else text.rjust(self.width)

    def pad_number(self, sign: str, digits: str, zeros: bool) -> bytes:
        """`sign` includes a prefix such as 0x; zeros go between it and the digits."""
        if zeros and "-" not in self.flags:
            digits = digits.rjust(self.width - len(sign), "0")
        return self.pad((sign + digits).encode())


def format_text(template: bytes, arguments: Arguments) -> bytes:
    """The text that printf writes."""
    parts: list[bytes] = []
    place = 0
    for match in _DIRECTIVE.finditer(template):
        parts.append(template[place : match.start()])
        place = match.end()
        parts.append(_directive(match, arguments, parts))
    parts.append(template[place:])
    return b"".join(parts)


def _directive(match: re.Match[bytes], arguments: Arguments, before: list[bytes]) -> bytes:
    flags, length, conversion = match[1].decode(), (match[4] or b"").decode(), match[5].decode("latin-1")
    if conversion == "%":
        return b"%"
    width = _number(match[2], arguments) or 0
    if width < 0:
        flags, width = flags + "-", -width
    precision = _number(match[3], arguments)
    field = FormatField(flags, min(width, _MOST_DIGITS), None if precision is None or precision < 0 else precision)
    match conversion:
        case "d" | "i":
            return _signed(field, arguments.integer(_bits(length, arguments), True))
        case "u" | "x" | "X" | "o":
            return _unsigned(field, conversion, arguments.integer(_bits(length, arguments), False))
        case "f" | "F" | "e" | "E" | "g" | "G" | "a" | "A":
            return _floating(field, conversion, arguments.floating())
        case "c" if not length:
            return field.pad(bytes([arguments.integer(8, False)]))
        case "s" if not length:
            return field.pad(arguments.string(arguments.integer(arguments.long_bits, False), field.precision))
        case "m":
            return field.pad(arguments.error_text().encode()[: field.precision])
        case "c" | "C":
            return field.pad(_narrow(chr(arguments.integer(32, False) & 0x1FFFFF), match))
        case "s" | "S":
            address = arguments.integer(arguments.long_bits, False)
            return field.pad(_narrow(arguments.wide_string(address, field.precision), match))
        case "p":
            address = arguments.integer(arguments.long_bits, False)
            return field.pad(f"{address:#x}".encode() if address else b"(nil)")
        case "n":
            address = arguments.integer(arguments.long_bits, False)
            arguments.store_count(address, _bits(length, arguments) // 8, sum(map(len, before)))
            return b""
    raise UnsupportedReached(f"the printf conversion {match[0].decode('latin-1')}")


def _narrow(text: str, match: re.Match[bytes]) -> bytes:
    """Wide characters as bytes. What is beyond ASCII depends on the locale."""
    if not text.isascii():
        raise UnsupportedReached(f"the printf conversion {match[0].decode('latin-1')} of other letters than ASCII's")
    return text.encode()


def _number(text: bytes | None, arguments: Arguments) -> int | None:
    if text is None:
        return None
    return arguments.integer(32, True) if text == b"*" else int(text or b"0")


def _bits(length: str, arguments: Arguments) -> int:
    match length:
        case "hh":
            return 8
        case "h":
            return 16
        case "l" | "z" | "Z" | "t":
            return arguments.long_bits
        case "ll" | "q" | "j" | "L":
            return 64
    return 32


def _sign(flags: str, negative: bool) -> str:
    return "-" if negative else "+" if "+" in flags else " " if " " in flags else ""


def _digits(field: FormatField, value: int, text: str) -> str:
    if field.precision is None:
        return text
    return "" if value == 0 and field.precision == 0 else text.rjust(min(field.precision, _MOST_DIGITS), "0")


def _signed(field: FormatField, value: int) -> bytes:
    digits = _digits(field, value, str(abs(value)))
    return field.pad_number(_sign(field.flags, value < 0), digits, "0" in field.flags and field.precision is None)


def _unsigned(field: FormatField, conversion: str, value: int) -> bytes:
    digits = _digits(field, value, format(value, {"u": "d"}.get(conversion, conversion)))
    prefix = ""
    if "#" in field.flags and conversion == "o" and not digits.startswith("0"):
        digits = "0" + digits
    elif "#" in field.flags and conversion in "xX" and value:
        prefix = "0" + conversion
    return field.pad_number(prefix, digits, "0" in field.flags and field.precision is None)


def _floating(field: FormatField, conversion: str, value: float) -> bytes:
    sign = _sign(field.flags, math.copysign(1.0, value) < 0)
    if not math.isfinite(value):
        text = "nan" if math.isnan(value) else "inf"
        return field.pad((sign + (text.upper() if conversion.isupper() else text)).encode())
    if conversion in "aA":
        prefix, digits = "0x", hexadecimal(abs(value), field.precision, "#" in field.flags)
        if conversion == "A":
            prefix, digits = "0X", digits.upper()
        return field.pad_number(sign + prefix, digits, "0" in field.flags)
    precision = 6 if field.precision is None else min(field.precision, _MOST_DIGITS)
    digits = f"%{'#' if '#' in field.flags else ''}.{precision}{conversion}" % abs(value)
    return field.pad_number(sign, digits, "0" in field.flags)


def hexadecimal(value: float, precision: int | None, point: bool) -> str:
    """The digits of `%a` for a number that is not negative, without 0x."""
    if value == 0.0:
        lead, fraction, exponent = 0, 0, 0
    else:
        mantissa, exponent = math.frexp(value)
        exponent -= 1
        bits = int(mantissa * (1 << 53))  # 53 bits, the first one set
        if exponent < -1022:  # glibc writes subnormal numbers with a leading 0
            bits >>= -1022 - exponent
            exponent = -1022
        lead, fraction = bits >> 52, bits & ((1 << 52) - 1)
    if precision is None:
        digits = f"{fraction:013x}".rstrip("0")
    else:
        lead, digits = _round_hexadecimal(lead, fraction, precision)
    return f"{lead}{'.' if digits or point else ''}{digits}p{exponent:+d}"


def _round_hexadecimal(lead: int, fraction: int, precision: int) -> tuple[int, str]:
    if precision >= 13:
        return lead, f"{fraction:013x}".ljust(min(precision, _MOST_DIGITS), "0")
    shift = 4 * (13 - precision)
    whole = lead << 52 | fraction
    rounded, rest = whole >> shift, whole & ((1 << shift) - 1)
    half = 1 << (shift - 1)
    rounded += rest > half or (rest == half and rounded & 1)
    digits = f"{rounded & ((1 << 4 * precision) - 1):0{precision}x}" if precision else ""
    return rounded >> 4 * precision, digits
