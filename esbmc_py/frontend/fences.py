"""Fences: they mean something where stores may wait in buffers, and nothing under sequential consistency."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import Call
from esbmc_py.goto.memory_models import SC, STORE_FENCE
from esbmc_py.goto.types import VOID, FunctionType, PointerType

if TYPE_CHECKING:
    from .builder import FunctionBuilder
    from .linker import Linker

# Templates of assembly, and the arguments of __CPROVER_fence.
_FULL = re.compile(r"\bmfence\b|(?<!w)\bsync\b|\bhwsync\b|\bdmb\b|\bWRfence\b")
_STORE = re.compile(r"\bsfence\b|\blwsync\b|\bWWfence\b")


def full_fence(builder: FunctionBuilder, linker: Linker) -> None:
    """All earlier stores have reached memory: as before an atomic section."""
    if _stores_wait(linker):
        with builder.atomic():
            pass


def store_fence(builder: FunctionBuilder, linker: Linker) -> None:
    """Earlier stores reach memory before later ones."""
    if _stores_wait(linker):
        ctype = PointerType(FunctionType(VOID, (), variadic=False), linker.target.pointer_size)
        builder.emit(Call(None, FunctionAddress(STORE_FENCE, ctype), (), builder.location))


def fence_of_text(text: str, builder: FunctionBuilder, linker: Linker) -> None:
    if _FULL.search(text):
        full_fence(builder, linker)
    elif _STORE.search(text):
        store_fence(builder, linker)


def _stores_wait(linker: Linker) -> bool:
    return linker.semantics.surroundings.memory_model != SC
