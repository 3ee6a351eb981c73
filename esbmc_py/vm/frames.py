"""Calls under way: the frames of a thread, from the innermost outwards, and how a report shows them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, TypeAlias

from .executable import FunctionCode
from .findings import StackEntry

DEEPEST_REPORT = 100  # calls that a report shows

# What a call leaves behind: the caller's code, where it goes on, its registers, its own caller, and a place where the
# exploration keeps the frame's number once it has one.
Frame: TypeAlias = "tuple[FunctionCode, int, list[Any], Frame | None, list[int]]"


def frames(caller: Frame | None) -> Iterator[Frame]:
    """Of calls under way, from the innermost outwards."""
    while caller is not None:
        yield caller
        caller = caller[3]


def call_stack(code: FunctionCode, pc: int, caller: Frame | None) -> tuple[StackEntry, ...]:
    callers = islice(frames(caller), DEEPEST_REPORT - 1)
    return _entry(code, pc), *(_entry(frame[0], frame[1] - 1) for frame in callers)


def _entry(code: FunctionCode, index: int) -> StackEntry:
    return StackEntry(code.name, code.instructions[index].location, code.function.is_model)
