"""Fences: they mean something under weak memory models, and nothing under sequential consistency."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from esbmc_py.goto.expressions import Const, FunctionAddress
from esbmc_py.goto.instructions import Call
from esbmc_py.goto.memory_models import FENCE, RC11, SC, STORE_FENCE, MemoryOrder
from esbmc_py.goto.types import INT, VOID, FunctionType, PointerType

if TYPE_CHECKING:
    from .builder import FunctionBuilder
    from .linking import Linking

# Templates of assembly, and the arguments of __CPROVER_fence.
_FULL = re.compile(r"\bmfence\b|(?<!w)\bsync\b|\bhwsync\b|\bdmb\b|\bWRfence\b")
_STORE = re.compile(r"\bsfence\b|\blwsync\b|\bWWfence\b")


def fence(order: MemoryOrder, builder: FunctionBuilder, linker: Linking) -> None:
    """A fence as C11 has it."""
    if linker.semantics.surroundings.memory_model == RC11:
        _rc11_fence(order, builder, linker)
    elif order is MemoryOrder.SEQ_CST:
        full_fence(builder, linker)
    elif order.releases:
        store_fence(builder, linker)


def full_fence(builder: FunctionBuilder, linker: Linking) -> None:
    """All earlier stores have reached memory: as before an atomic section."""
    if linker.semantics.surroundings.memory_model == RC11:
        _rc11_fence(MemoryOrder.SEQ_CST, builder, linker)
    elif _stores_wait(linker):
        with builder.atomic():
            pass


def store_fence(builder: FunctionBuilder, linker: Linking) -> None:
    """Earlier stores reach memory before later ones."""
    if linker.semantics.surroundings.memory_model == RC11:
        _rc11_fence(MemoryOrder.RELEASE, builder, linker)
    elif _stores_wait(linker):
        ctype = PointerType(FunctionType(VOID, (), variadic=False), linker.architecture.pointer_size)
        builder.emit(Call(None, FunctionAddress(STORE_FENCE, ctype), (), builder.location))


def _rc11_fence(order: MemoryOrder, builder: FunctionBuilder, linker: Linking) -> None:
    """A call that `goto.rc11_fences` makes a store of."""
    if order is not MemoryOrder.RELAXED:
        ctype = PointerType(FunctionType(VOID, (INT,), variadic=False), linker.architecture.pointer_size)
        builder.emit(Call(None, FunctionAddress(FENCE, ctype), (Const(int(order), INT),), builder.location))


def fence_of_text(text: str, builder: FunctionBuilder, linker: Linking) -> None:
    if _FULL.search(text):
        full_fence(builder, linker)
    elif _STORE.search(text):
        store_fence(builder, linker)


def _stores_wait(linker: Linking) -> bool:
    return linker.semantics.surroundings.memory_model != SC
