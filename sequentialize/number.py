"""Pass `number`: visible statements get numbers, in the order of the program.

Number 0 is a thread's beginning. The statement with number n is where a context switch may happen, just before it; the
number after the last one means that the thread has ended (TOPLAS 2021, §2.4).
"""

from __future__ import annotations

from collections.abc import Collection

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.flow import successors
from esbmc_py.goto.instructions import AtomicBegin, AtomicEnd, Call, Instruction, Unsupported
from esbmc_py.goto.program import Function
from esbmc_py.goto.rewrite import rewrite

from .threads import BoundedThreads, CopiedThread


@dataclass(frozen=True, slots=True, eq=False)
class NumberedThread:
    """`numbers`: index of a visible statement → its number. `size` is the number after the last."""

    thread: CopiedThread
    function: Function
    numbers: dict[int, int]
    stops: frozenset[int] = frozenset()  # where the thread is not followed further, outside of atomic sections

    @property
    def size(self) -> int:
        return len(self.numbers)


@dataclass(frozen=True, slots=True, eq=False)
class NumberedProgram:
    bounded: BoundedThreads
    threads: tuple[NumberedThread, ...]


def numbered(bounded: BoundedThreads, stubs: Collection[str] = ()) -> NumberedProgram:
    """Calls of `stubs` are visible statements, too."""
    return NumberedProgram(bounded, tuple(_numbered(thread, stubs) for thread in bounded.threads))


def _numbered(thread: CopiedThread, stubs: Collection[str]) -> NumberedThread:
    function = thread.function
    depths = atomic_depths(function.instructions)
    lopsided = {index: [_lopsided(function.instructions[index])] for index, depth in depths.items() if depth is None}
    if lopsided:
        function = rewrite(function, lopsided)
    visible = [
        index
        for index, instruction in enumerate(function.instructions)
        if depths.get(index) == 0 and (instruction.visible or _called(instruction) in stubs)
    ]
    stops = frozenset(
        index
        for index, instruction in enumerate(function.instructions)
        if depths.get(index) == 0 and isinstance(instruction, Unsupported)
    )
    return NumberedThread(thread, function, {index: number for number, index in enumerate(visible)}, stops)


def _called(instruction: Instruction) -> str | None:
    match instruction:
        case Call(callee=FunctionAddress(name)):
            return name
        case _:
            return None


def _lopsided(instruction: Instruction) -> Unsupported:
    return Unsupported("an atomic section that begins or ends on some ways only", instruction.location)


def atomic_depths(instructions: list[Instruction]) -> dict[int, int | None]:
    """How many atomic sections are open before each instruction that can be reached; None where that depends."""
    depths: dict[int, int | None] = {0: 0}
    for index, instruction in enumerate(instructions):
        if index not in depths:
            continue
        depth = depths[index]
        if depth is not None:
            if isinstance(instruction, AtomicBegin):
                depth += 1
            elif isinstance(instruction, AtomicEnd):
                depth = max(0, depth - 1)
        for following in successors(instructions, index):
            known = depths.setdefault(following, depth)
            if known != depth:
                depths[following] = None
    return depths
