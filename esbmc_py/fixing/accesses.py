"""What threads share in a counterexample, and where the program touches it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import Call, Copy, Load, Store
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.vm.trace import TraceEvent

_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Access:
    function: str
    location: SourceLocation
    name: str  # of what is touched: a variable, or the last member on the way there
    write: bool


def accesses(program: Program) -> list[Access]:
    """Those that others may see, in the program's own code."""
    return [
        Access(function.name, instruction.location, name, write)
        for function in own_functions(program)
        for instruction in function.instructions
        for name, write in _touched(instruction)
    ]


def own_functions(program: Program) -> list[Function]:
    return [one for one in program.functions.values() if not one.is_model and not one.name.startswith("__smtcb_")]


def calls(program: Program, names: Sequence[str]) -> list[tuple[str, str, SourceLocation]]:
    """The function that calls, the function that is called, and where."""
    return [
        (function.name, instruction.callee.name, instruction.location)
        for function in own_functions(program)
        for instruction in function.instructions
        if isinstance(instruction, Call)
        and isinstance(instruction.callee, FunctionAddress)
        and instruction.callee.name in names
    ]


def shared_in(events: Sequence[TraceEvent]) -> list[str]:
    """Names that several threads touch in an execution, and one of them writes; those touched last come first."""
    threads: defaultdict[str, set[int]] = defaultdict(set)
    written: set[str] = set()
    order: list[str] = []
    for event in reversed(events):
        if event.in_model:
            continue
        for name, write in _touched(event.instruction):
            threads[name].add(event.thread)
            if write:
                written.add(name)
            if name not in order:
                order.append(name)
    return [name for name in order if len(threads[name]) > 1 and name in written]


def _touched(instruction: object) -> Iterator[tuple[str, bool]]:
    match instruction:
        case Load(place=place, visible=True):
            yield _key(place), False
        case Store(place=place, visible=True):
            yield _key(place), True
        case Copy(place=target, source_place=source, visible=True):
            yield _key(target), True
            yield _key(source), False


def _key(place: str) -> str:
    """`a[i]` is `a`, `p->next->value` is `value`: what a programmer would name."""
    names = _NAME.findall(re.sub(r"\[[^\]]*\]", "", place))
    return names[-1] if names and re.search(r"->|\.", place) else names[0] if names else place
