"""Functions of the C library that the machine executes itself, where no model in C stands for them: output."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeAlias

from ..goto.types import CHAR, INT, FloatType, IntType
from .checked_memory import load, store
from .core import MachineCore
from .external_call import ExternalCall
from .formatting import format_text
from .math_functions import MATH_FUNCTIONS
from .stops import LimitReached
from .values import Value, layout, wrap

Intrinsic: TypeAlias = Callable[[ExternalCall], Value]

LONGEST_STRING = 1 << 20


def read_string(machine: MachineCore, address: int, most: int | None = None) -> bytes:
    """The characters at an address, up to a zero, or `most` of them."""
    text = bytearray()
    while most is None or len(text) < most:
        character = int(load(machine, address + len(text), CHAR, "a string")) & 255
        if not character:
            break
        text.append(character)
        if len(text) > LONGEST_STRING:
            raise LimitReached(f"a string of more than {LONGEST_STRING} characters")
    return bytes(text)


def read_wide_string(machine: MachineCore, address: int, most: int | None = None) -> str:
    text: list[str] = []
    while most is None or len(text) < most:
        character = int(load(machine, address + 4 * len(text), INT, "a string"))
        if not character:
            break
        text.append(chr(character & 0x1FFFFF) if 0 <= character <= 0x10FFFF else "\ufffd")
        if len(text) > LONGEST_STRING:
            raise LimitReached(f"a string of more than {LONGEST_STRING} characters")
    return "".join(text)


class CallArguments:
    """The variable arguments of a call, from position `first` on."""

    def __init__(self, call: ExternalCall, first: int):
        self._machine = call.machine
        self._values = list(call.arguments[first:])
        self.long_bits = call.machine.executable.space.pointer_bits

    def integer(self, bits: int, signed: bool) -> int:
        ctype = IntType(bits, signed, "integer")
        # a missing argument is whatever happens to be where it should be
        return wrap(ctype, int(self._values.pop(0)) if self._values else int(self._machine.choose(ctype)))

    def floating(self) -> float:
        return float(self._values.pop(0)) if self._values else float(self._machine.choose(_DOUBLE))

    def string(self, address: int, most: int | None) -> bytes:
        return read_string(self._machine, address, most)

    def wide_string(self, address: int, most: int | None) -> str:
        return read_wide_string(self._machine, address, most)

    def error_text(self) -> str:
        return os.strerror(_errno(self._machine))

    def store_count(self, address: int, size: int, count: int) -> None:
        data = (count & ((1 << 8 * size) - 1)).to_bytes(size, "little")
        store(self._machine, address, data, "the count of characters")


class ListArguments(CallArguments):
    """Arguments in slots in memory, from an address on."""

    def __init__(self, call: ExternalCall, first: int):
        super().__init__(call, len(call.arguments))
        self._slot = self.long_bits // 8
        self._next = first

    def _take(self, ctype: IntType | FloatType) -> Value:
        address = self._next
        self._next += max(self._slot, layout(ctype).size)
        return load(self._machine, address, ctype, "an argument")

    def integer(self, bits: int, signed: bool) -> int:
        taken = int(self._take(IntType(max(bits, 32), signed, "integer")))  # narrower ones have been promoted
        return wrap(IntType(bits, signed, "integer"), taken)

    def floating(self) -> float:
        return float(self._take(_DOUBLE))


_DOUBLE = FloatType(64, 8, "double")


def _arguments(call: ExternalCall, place: int, *, listed: bool) -> CallArguments:
    """Variable arguments, which begin at `place`, or are behind the `va_list` there, which holds where the next one is.

    Whoever calls through a pointer does not know that there is no body: the arguments are packed as for one.
    """
    if listed:
        pointer = IntType(call.machine.executable.space.pointer_bits, False, "va_list")
        return ListArguments(call, int(load(call.machine, int(call.arguments[place]), pointer, "a va_list")))
    return ListArguments(call, int(call.arguments[-1])) if call.packed else CallArguments(call, place)


def write_stream(machine: MachineCore, stream: int, text: bytes) -> None:
    """Writes to a FILE; its first member is the descriptor. What goes to files is not kept."""
    write_descriptor(machine, int(load(machine, stream, INT, "a FILE")), text)


def write_descriptor(machine: MachineCore, descriptor: int, text: bytes) -> None:
    if descriptor in (1, 2):
        machine.output.append(("stdout" if descriptor == 1 else "stderr", text))


def _printf(template: int, *, listed: bool = False, target: str = "", at: int = 0) -> Intrinsic:
    """A function of the printf family: the place of its format, and where its text goes (argument `at`)."""

    def intrinsic(call: ExternalCall) -> int:
        machine = call.machine
        arguments = _arguments(call, template + 1, listed=listed)
        text = format_text(read_string(machine, int(call.arguments[template])), arguments)
        match target:
            case "stream":
                write_stream(machine, call.arguments[at], text)
            case "descriptor":
                write_descriptor(machine, call.arguments[at], text)
            case "buffer":
                store(machine, call.arguments[at], text + b"\0", "the buffer")
            case "sized buffer":
                room = call.arguments[at + 1]
                if room:
                    store(machine, call.arguments[at], text[: room - 1] + b"\0", "the buffer")
            case "new buffer":
                address = machine.allocate(len(text) + 1, False)
                machine.memory.write(address, text + b"\0")
                size = machine.executable.space.pointer_bits // 8
                store(machine, call.arguments[at], address.to_bytes(size, "little"), "the pointer to the buffer")
            case _:
                machine.output.append(("stdout", text))
        return len(text)

    return intrinsic


def _puts(call: ExternalCall) -> int:
    text = read_string(call.machine, call.arguments[0])
    call.machine.output.append(("stdout", text + b"\n"))
    return len(text) + 1


def _fputs(call: ExternalCall) -> int:
    write_stream(call.machine, call.arguments[1], read_string(call.machine, call.arguments[0]))
    return 1


def _putchar(call: ExternalCall) -> int:
    character: int = call.arguments[0] & 255
    call.machine.output.append(("stdout", bytes([character])))
    return character


def _fputc(call: ExternalCall) -> int:
    character: int = call.arguments[0] & 255
    write_stream(call.machine, call.arguments[1], bytes([character]))
    return character


def _read_bytes(machine: MachineCore, address: int, size: int) -> bytes:
    if size > LONGEST_STRING:
        raise LimitReached(f"an output of more than {LONGEST_STRING} bytes")
    return bytes(int(load(machine, address + place, CHAR, "the buffer")) & 255 for place in range(size))


def _fwrite(call: ExternalCall) -> int:
    address, size, count, stream = call.arguments
    write_stream(call.machine, stream, _read_bytes(call.machine, address, size * count))
    return int(count) if size else 0


def _write(call: ExternalCall) -> int:
    descriptor, address, size = call.arguments
    write_descriptor(call.machine, descriptor, _read_bytes(call.machine, address, size))
    return int(size)


def _perror(call: ExternalCall) -> int:
    machine = call.machine
    prefix = read_string(machine, call.arguments[0]) + b": " if call.arguments[0] else b""
    machine.output.append(("stderr", prefix + os.strerror(_errno(machine)).encode() + b"\n"))
    return 0


def _errno(machine: MachineCore) -> int:
    for symbol, index in machine.executable.thread_local_index.items():
        if symbol.name in ("errno", "__smtcb_errno"):
            return int(load(machine, machine.thread_locals[index], INT, "errno"))
    return 0


def _abstract_bytes(call: ExternalCall) -> int:
    """The abstract state, for who asks for it (`--abstract`); nothing at all in an ordinary execution."""
    if call.machine.abstract is not None:
        call.machine.abstract += _read_bytes(call.machine, call.arguments[0], call.arguments[1])
    return 0


def _abstract_control(call: ExternalCall) -> int:
    """Makes the places where the threads are a part of the abstract state."""
    call.machine.abstract_control = True
    return 0


def _zero(call: ExternalCall) -> int:
    return 0


OUTPUT: dict[str, Intrinsic] = {
    "printf": _printf(0),
    "vprintf": _printf(0, listed=True),
    "fprintf": _printf(1, target="stream"),
    "vfprintf": _printf(1, listed=True, target="stream"),
    "dprintf": _printf(1, target="descriptor"),
    "vdprintf": _printf(1, listed=True, target="descriptor"),
    "sprintf": _printf(1, target="buffer"),
    "vsprintf": _printf(1, listed=True, target="buffer"),
    "snprintf": _printf(2, target="sized buffer"),
    "vsnprintf": _printf(2, listed=True, target="sized buffer"),
    "asprintf": _printf(1, target="new buffer"),
    "vasprintf": _printf(1, listed=True, target="new buffer"),
    "__printf_chk": _printf(1),
    "__fprintf_chk": _printf(2, target="stream"),
    "__sprintf_chk": _printf(3, target="buffer"),
    "__snprintf_chk": _printf(4, target="sized buffer"),
    "puts": _puts,
    "puts_unlocked": _puts,
    "fputs": _fputs,
    "fputs_unlocked": _fputs,
    "putchar": _putchar,
    "putchar_unlocked": _putchar,
    "putc": _fputc,
    "fputc": _fputc,
    "putc_unlocked": _fputc,
    "fputc_unlocked": _fputc,
    "_IO_putc": _fputc,
    "fwrite": _fwrite,
    "fwrite_unlocked": _fwrite,
    "write": _write,
    "perror": _perror,
    "fflush": _zero,
    "fflush_unlocked": _zero,
    "smtcb_abstract_bytes": _abstract_bytes,
    "smtcb_abstract_control": _abstract_control,
}

_NAMED: dict[str, Any] = {**OUTPUT, **MATH_FUNCTIONS}

INTRINSICS: dict[str, Intrinsic] = _NAMED | {f"__builtin_{name}": function for name, function in _NAMED.items()}
