"""What output functions read: streams, and texts that are printed as they are; and which of them not all modes can do.

The concrete machine prints, and reads all of it; the symbolic modes print nothing. That a stream or a text is there at
all (not null, not freed, not being written by another thread) is a question for every mode, so the program reads the
stream and the first byte of the text before the call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from esbmc_py.goto.expressions import Const, Expression
from esbmc_py.goto.math_functions import REAL_FUNCTIONS
from esbmc_py.goto.types import CHAR, INT, IntType, PointerType, QualifiedType, ScalarType

# Where they stand among the arguments.
_STREAM = {"fprintf": 0, "vfprintf": 0, "fputs": 1, "fputc": 1, "putc": 1, "fwrite": 3}
# They wait for the lock of the stream, or of standard output: see `stream_locks.c`.
_LOCKING = {**_STREAM, "fflush": 0}
_LOCKING_OUTPUT = frozenset({"printf", "vprintf", "puts", "putchar"})
PASS, PASS_OUTPUT = "__smtcb_pass", "__smtcb_pass_output"
# They may be cancellation points.
_WRITING = frozenset({*_LOCKING, *_LOCKING_OUTPUT, "dprintf", "vdprintf", "perror"})
CANCEL, MAY_BE_CANCELLED = "pthread_cancel", "__smtcb_may_be_cancelled"
WITH_WIDTHS = "_with_widths"  # the end of names of models: see `format_with_widths.c`
_TEXT = {"puts": 0, "fputs": 0}
_FORMAT = {"printf": 0, "fprintf": 1, "dprintf": 1}
_FORMATS = {**_FORMAT, "sprintf": 1, "snprintf": 2, "asprintf": 1}
_BYTES = {"write": (1, (2,)), "fwrite": (0, (1, 2))}  # the memory, and what its size is the product of
_CONVERSION = re.compile(
    r"%[-+ #0'I]*(?P<width>\*|\d*)(?P<precision>\.(?:\*|\d*))?(?P<size>hh|ll|[hlqjzZtL])?(?P<kind>[a-zA-Z%])"
)
_WITHOUT_ARGUMENT = frozenset("%m")
_POSITIONAL = re.compile(r"%\d+\$")
_COUNTS = re.compile(r"%(?:\d+\$)?[-+ #0'I]*(?:hh|ll|[hlqjzZtL])?n")
# They format into memory where no model does (see `output_calls.FORMATTING`), which only the concrete machine can.
_INTO_MEMORY = frozenset(
    {
        "sprintf", "snprintf", "vsprintf", "vsnprintf", "asprintf", "vasprintf", "__sprintf_chk", "__snprintf_chk",
    }
)  # fmt: skip
_EXACT = re.compile(r"(?:fabs|sqrt|floor|ceil|trunc|rint|nearbyint)[fl]?")


def things_read(
    name: str, values: Sequence[Expression], literals: Sequence[str | None]
) -> Iterator[tuple[int, ScalarType]]:
    """The arguments that a call reads through, and as what; string literals are known to be there."""
    if name in _STREAM:
        yield _STREAM[name], INT  # a FILE begins with its descriptor
    if name in _TEXT:
        yield _TEXT[name], CHAR
    if name in _BYTES:
        memory, size = _BYTES[name]
        if all(place < len(values) and _is_positive(values[place]) for place in size):
            yield memory, CHAR
    place = _FORMAT.get(name, len(literals))
    if place < len(literals) and literals[place] is not None:
        yield from ((argument, CHAR) for argument in _strings(literals[place] or "", place + 1))


def is_output(name: str) -> bool:
    return name in _WRITING or name == "write"


def things_done_before(name: str) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Models that a call waits in or may end in, each with the function that a program must have for it to matter, and
    which arguments it is called with."""
    if name in _LOCKING_OUTPUT:
        yield "flockfile", PASS_OUTPUT, ()
    elif name in _LOCKING:
        yield "flockfile", PASS, (_LOCKING[name],)
    if name == "write":
        yield CANCEL, "pthread_testcancel", ()
    elif name in _WRITING:
        yield CANCEL, MAY_BE_CANCELLED, ()


def may_stop(name: str, values: Sequence[Expression]) -> bool:
    """Is this a call, of a function without a body, that some executor may turn out not to support?"""
    name = name.removeprefix("__builtin_")
    if name in REAL_FUNCTIONS:
        return not (_EXACT.fullmatch(name) or all(isinstance(value, Const) for value in values))
    return name in _INTO_MEMORY


def counts_what_it_prints(name: str, values: Sequence[Expression], literals: Sequence[str | None]) -> bool:
    """Does the format say `%n`? Then the call writes memory, which those who print nothing do not do.

    A format that is not a literal may say so where there is a place for the number. So may one that is handed to a
    function with variable arguments, which prints by it. Models that format texts do count.
    """
    if "scanf" in name or name.endswith(WITH_WIDTHS):
        return False
    if any(literal is not None and _COUNTS.search(literal.replace("%%", "")) for literal in literals):
        return "printf" in name or any(_takes_a_number(value) for value in values)
    place = _FORMATS.get(name.removeprefix("__builtin_"), len(literals))
    return place < len(literals) and literals[place] is None and any(map(_takes_a_number, values[place + 1 :]))


def _takes_a_number(value: Expression) -> bool:
    """Is it a pointer to a number of more than one byte that may be written?"""
    if not isinstance(value.type, PointerType) or isinstance(value.type.target, QualifiedType):
        return False
    return isinstance(value.type.target, IntType) and value.type.target.width > 8


def is_read_through(value: Expression, literal: str | None) -> bool:
    return literal is None and isinstance(value.type, PointerType)


def _strings(template: str, argument: int) -> Iterator[int]:
    """The arguments for `%s`. With a precision, there need not be a single byte."""
    if _POSITIONAL.search(template):
        return
    for conversion in _CONVERSION.finditer(template):
        argument += conversion["width"] == "*"
        argument += conversion["precision"] == ".*"
        if conversion["kind"] == "s" and conversion["precision"] is None:
            yield argument
        argument += conversion["kind"] not in _WITHOUT_ARGUMENT


def _is_positive(value: Expression) -> bool:
    return isinstance(value, Const) and int(value.value) > 0
