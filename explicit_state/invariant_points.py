"""Makes switch points of what invariants look at.

A variable that one thread uses alone is nobody's business, and its changes are no switch points; unless an invariant
reads it, which looks at every state. So the sharing analysis is told that the invariants run in threads of their own.
"""

from __future__ import annotations

from dataclasses import replace

from esbmc_py.goto.expressions import Const, FunctionAddress
from esbmc_py.goto.instructions import Call, Instruction, Return, StartThread
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.sharing import analyse_sharing, prepare
from esbmc_py.goto.types import VOID, FunctionType, PointerType

_ENTRY = "__smtcb_observed_start"


def prepare_observed(program: Program, invariants: tuple[str, ...], *, heap_seen: bool = False) -> Program:
    """`prepare`, for a program whose states these functions look at. Names that are none are left to others."""
    names = [name for name in invariants if name in program.functions and not program.functions[name].parameters]
    if not names:
        return prepare(program, heap_seen=heap_seen)
    sharing = analyse_sharing(_with_threads(program, names), heap_seen=heap_seen)
    sharing.executed.discard(_ENTRY)
    return prepare(program, sharing, heap_seen=heap_seen)


def _with_threads(program: Program, names: list[str]) -> Program:
    """The program with a thread for each function, started before anything else."""
    entry = program.functions[program.entry]
    nothing = Const(0, PointerType(VOID, program.pointer_bits // 8))
    instructions: list[Instruction] = [
        StartThread(None, _address(program, program.functions[name]), nothing, nothing, entry.location)
        for name in names
    ]
    instructions += [Call(None, _address(program, entry), (), entry.location), Return(None, entry.location)]
    wrapper = Function(
        _ENTRY, FunctionType(VOID, (), variadic=False), (), (), (), instructions, entry.location, is_model=True
    )
    return replace(program, functions={**program.functions, _ENTRY: wrapper}, entry=_ENTRY)


def _address(program: Program, function: Function) -> FunctionAddress:
    return FunctionAddress(function.name, PointerType(function.type, program.pointer_bits // 8))
