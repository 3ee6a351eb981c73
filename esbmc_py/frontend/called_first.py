"""Functions of our own that a program calls before it does anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import Call, Return
from esbmc_py.goto.program import Function
from esbmc_py.goto.rewrite import rewrite
from esbmc_py.goto.types import VOID, FunctionType

from .builder import FunctionBuilder

if TYPE_CHECKING:
    from .linking import Linking


def calling_first(linker: Linking, entry: Function, builder: FunctionBuilder) -> Function:
    """The entry, which now begins with a call of what has been built."""
    ctype = FunctionType(VOID, (), variadic=False)
    builder.emit(Return(None, builder.location))
    linker.add_function(builder.function(ctype))
    call = Call(None, FunctionAddress(builder.name, linker.architecture.pointer(ctype)), (), entry.location)
    return rewrite(entry, {}, before={0: [call]})
