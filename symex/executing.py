"""What operations ask of whoever executes them. `executor.Executor` says what each of them is.

`Executor` does it in the memory of the run. Others override what they do differently: who records threads writes down
a store to shared memory, who looks for races notes it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Protocol

from esbmc_py.goto.addresses import AddressSpace
from esbmc_py.goto.instructions import Block, Call, Copy, Free, Havoc, Load, ObjectSize, Store, Unsupported
from esbmc_py.goto.numbering import Numbering
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import Symbol
from esbmc_py.goto.types import ScalarType

from .objects import Object
from .terms import TRUE, Term
from .values import Value


class Executing(Protocol):
    """In each method `run` is a run of the same executor."""

    properties: frozenset[Property]
    space: AddressSpace
    numbering: Numbering
    addresses: dict[Symbol | str, int]
    unknown_functions: dict[str, None]

    @property
    def addressed_functions(self) -> Collection[str]: ...

    def function_at(self, address: int) -> str | None: ...

    # -- where a run cannot go on as it is ------------------------------------------------------------------------

    def stop(self, run: Any, condition: Term) -> None: ...

    def not_supported(self, run: Any, instruction: Unsupported) -> None: ...

    def not_asked_for(self, run: Any, guard: Term, message: str) -> None: ...

    def assume(self, run: Any, condition: Term) -> None: ...

    def block(self, run: Any, condition: Term, instruction: Block, holder: Value = 0, holders: Value = 0) -> None: ...

    def halt(self, run: Any) -> None: ...

    def check_leaks(self, run: Any) -> None: ...

    # -- memory ---------------------------------------------------------------------------------------------------

    def load(self, run: Any, address: Value, size: int, instruction: Load) -> Value: ...

    def store(self, run: Any, address: Value, size: int, value: Value, instruction: Store) -> None: ...

    def copy(self, run: Any, target: Value, source: Value, instruction: Copy) -> None: ...

    def havoc(self, run: Any, address: Value, size: Value, instruction: Havoc) -> bool: ...

    def object_size(self, run: Any, address: Value, instruction: ObjectSize) -> Value: ...

    def allocate(self, run: Any, size: Value, width: int, *, zeroed: bool, on_stack: bool) -> int: ...

    def allocated(self, run: Any, number: int) -> None: ...

    def free(self, run: Any, address: Value, instruction: Free) -> None: ...

    def new_object(self, run: Any, number: int, made: Object) -> None: ...

    def bury(self, run: Any, number: int, when: Term = TRUE) -> None: ...

    # -- functions, loops and threads -----------------------------------------------------------------------------

    def call(
        self, run: Any, name: str, values: list[Value], types: list[ScalarType], result: int, after: int, call: Call
    ) -> None: ...

    def leave(self, run: Any, value: Value | None, ctype: ScalarType | None) -> None: ...

    def go_round(self, run: Any, head: int) -> None: ...

    def stay_in_loops(self, run: Any, heads: Sequence[int], again: int = -1) -> None: ...

    def start_thread(self, run: Any, name: str, argument: Value, ctype: ScalarType, self_value: Value) -> int: ...

    def end_thread(self, run: Any) -> None: ...
