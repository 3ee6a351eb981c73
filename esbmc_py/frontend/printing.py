"""What output functions read: streams, and texts that are printed as they are.

The concrete machine prints, and reads all of it; the symbolic modes print nothing. That a stream or a text is there at
all (not null, not freed, not being written by another thread) is a question for every mode, so the program reads the
stream and the first byte of the text before the call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from esbmc_py.goto.expressions import Const, Expression
from esbmc_py.goto.types import CHAR, INT, PointerType, ScalarType

# Where they stand among the arguments.
_STREAM = {"fprintf": 0, "vfprintf": 0, "fputs": 1, "fputc": 1, "putc": 1, "fwrite": 3}
_TEXT = {"puts": 0, "fputs": 0}
_FORMAT = {"printf": 0, "fprintf": 1, "dprintf": 1}
_BYTES = {"write": (1, (2,)), "fwrite": (0, (1, 2))}  # the memory, and what its size is the product of
_CONVERSION = re.compile(
    r"%[-+ #0]*(?P<width>\*|\d*)(?P<precision>\.(?:\*|\d*))?(?:hh|ll|[hlqjztL])?(?P<kind>[a-zA-Z%])"
)


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


def is_read_through(value: Expression, literal: str | None) -> bool:
    return literal is None and isinstance(value.type, PointerType)


def _strings(template: str, argument: int) -> Iterator[int]:
    """The arguments for `%s`. With a precision, there need not be a single byte."""
    for conversion in _CONVERSION.finditer(template):
        argument += conversion["width"] == "*"
        argument += conversion["precision"] == ".*"
        if conversion["kind"] == "s" and conversion["precision"] is None:
            yield argument
        argument += conversion["kind"] != "%"


def _is_positive(value: Expression) -> bool:
    return isinstance(value, Const) and int(value.value) > 0
