"""printf's formats, compared with those of the C library at hand."""

from __future__ import annotations

import ctypes
import ctypes.util
import math
from random import Random

import pytest

from esbmc_py.vm.formatting import format_text
from esbmc_py.vm.stops import UnsupportedReached


class Values:
    long_bits = 64

    def __init__(self, *values: int | float | bytes):
        self.values = list(values)
        self.counts: list[int] = []

    def integer(self, bits: int, signed: bool) -> int:
        value = self.values.pop(0)
        if isinstance(value, bytes):
            self.values.insert(0, value)
            return 0
        value = int(value) & ((1 << bits) - 1)
        return value - (1 << bits) if signed and value >> (bits - 1) else value

    def floating(self) -> float:
        value = self.values.pop(0)
        assert not isinstance(value, bytes)
        return float(value)

    def string(self, address: int, most: int | None) -> bytes:
        value = self.values.pop(0)
        assert isinstance(value, bytes)
        return value[:most]

    def wide_string(self, address: int, most: int | None) -> str:
        return self.string(address, most).decode()

    def error_text(self) -> str:
        return "Success"

    def store_count(self, address: int, size: int, count: int) -> None:
        self.counts.append(count)


LIBC = ctypes.CDLL(ctypes.util.find_library("c")) if ctypes.util.find_library("c") else None


def c_text(template: str, *values: int | float | bytes) -> bytes:
    assert LIBC is not None
    buffer = ctypes.create_string_buffer(10_000)
    converted: list[object] = []
    for value in values:
        if isinstance(value, float):
            converted.append(ctypes.c_double(value))
        else:
            converted.append(ctypes.c_char_p(value) if isinstance(value, bytes) else ctypes.c_longlong(value))
    LIBC.snprintf(buffer, ctypes.c_size_t(10_000), template.encode(), *converted)
    return buffer.value


needs_libc = pytest.mark.skipif(LIBC is None, reason="no C library to compare with")


@needs_libc
@pytest.mark.parametrize("seed", range(40))
def test_integers_are_written_as_by_the_c_library(seed: int) -> None:
    random = Random(seed)
    for _ in range(50):
        conversion = random.choice("diuxXoc")
        flags = "" if conversion == "c" else "".join(f for f in "-+ #0" if random.random() < 0.3)
        width = random.choice(("", "", "5", "12"))
        precision = "" if conversion == "c" else random.choice(("", "", ".", ".0", ".3", ".10"))
        length = "" if conversion == "c" else random.choice(("", "hh", "h", "l", "ll", "z", "j"))
        template = f"<%{flags}{width}{precision}{length}{conversion}>"
        value = random.choice((0, 1, -1, 65, 255, 2**31, -(2**31), random.getrandbits(63)))
        if conversion == "c":
            value = 65
        assert format_text(template.encode(), Values(value)) == c_text(template, value), template


@needs_libc
@pytest.mark.parametrize("seed", range(40))
def test_floats_are_written_as_by_the_c_library(seed: int) -> None:
    random = Random(seed)
    for _ in range(50):
        flags = "".join(f for f in "-+ #0" if random.random() < 0.3)
        template = f"<%{flags}{random.choice(('', '5', '14'))}{random.choice(('', '.', '.0', '.1', '.3', '.20'))}"
        template += random.choice("fFeEgGaA") + ">"
        value = random.choice(
            (
                0.0,
                -0.0,
                1.0,
                0.1,
                0.5,
                2.5,
                1e10,
                1e-7,
                1.7e308,
                5e-324,
                123456.789,
                math.pi,
                math.inf,
                -math.inf,
                1e100,
            )
        )
        value = value * random.choice((1.0, 1.0, -1.0, 0.7))
        assert format_text(template.encode(), Values(value)) == c_text(template, value), (template, value)


@needs_libc
@pytest.mark.parametrize("template", ["%s", "%10s|", "%-10s|", "%.2s|", "%10.1s|", "%.0s|", "a%%b%s"])
def test_strings_are_written_as_by_the_c_library(template: str) -> None:
    assert format_text(template.encode(), Values(b"hello")) == c_text(template, b"hello")


def test_width_and_precision_can_be_arguments() -> None:
    assert format_text(b"%*d|%-*d|%.*f", Values(5, 42, 5, 42, 2, math.pi)) == b"   42|42   |3.14"
    assert format_text(b"%*d|%.*d", Values(-5, 42, -1, 42)) == b"42   |42"


def test_pointers_are_written_as_by_glibc() -> None:
    assert format_text(b"%p %p", Values(0, 0x1234)) == b"(nil) 0x1234"


def test_the_count_of_characters_is_stored() -> None:
    values = Values(7, 0)
    assert format_text(b"abc%d%n!", values) == b"abc7!"
    assert values.counts == [4]


def test_wide_characters_are_written_as_bytes() -> None:
    assert format_text(b"%lc%C", Values(ord("a"), ord("b"))) == b"ab"
    with pytest.raises(UnsupportedReached, match="%lc of other letters"):
        format_text(b"%lc", Values(0xE4))


def test_unknown_conversions_are_not_supported() -> None:
    with pytest.raises(UnsupportedReached, match="%k"):
        format_text(b"%k", Values(0))
