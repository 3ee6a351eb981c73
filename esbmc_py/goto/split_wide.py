"""An access to a shared number of two machine words is two: to its lower half, then to its upper half.

That is what gcc makes of a plain `long long` on i386 and of a plain `__int128` on x86-64. Atomic accesses are one step,
and so are those of a double, which goes through the floating-point unit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from .expressions import Binary, Const, Convert, Expression, Register
from .instructions import Assign, Instruction, Load, Store
from .program import Program
from .rewrite import rewrite
from .types import INT, UNSIGNED, IntType, ScalarType

NewRegister = Callable[[str, ScalarType], Register]


def is_wide(instruction: Instruction, word: int) -> bool:
    """A plain access to a number of twice as many bits as a machine word has."""
    if not isinstance(instruction, Load | Store) or instruction.atomic:
        return False
    return isinstance(instruction.type, IntType) and instruction.type.width == 2 * word


def split_wide(instruction: Load | Store, word: int, new_register: NewRegister) -> list[Instruction]:
    halves = _Halves(word)
    return halves.load(instruction, new_register) if isinstance(instruction, Load) else halves.store(instruction)


def with_wide_split(program: Program, places: Collection[tuple[str, int]]) -> Program:
    """The program in which the wide accesses at these places are two."""
    functions = dict(program.functions)
    for name in dict.fromkeys(name for name, _ in places):
        function = functions[name]
        registers = list(function.registers)

        def new_register(prefix: str, ctype: ScalarType, registers: list[Register] = registers) -> Register:
            register = Register(len(registers), f"{prefix}{len(registers)}", ctype)
            registers.append(register)
            return register

        replacements = {
            index: split_wide(instruction, program.pointer_bits, new_register)
            for index, instruction in enumerate(function.instructions)
            if (name, index) in places and isinstance(instruction, Load | Store)
        }
        functions[name] = rewrite(function, replacements, registers=registers)
    return replace(program, functions=functions)


class _Halves:
    def __init__(self, word: int) -> None:
        self._word = word
        self._half = UNSIGNED if word == UNSIGNED.width else IntType(word, False, "unsigned long")
        self._wide = IntType(2 * word, False, "unsigned long long" if word == UNSIGNED.width else "unsigned __int128")

    def load(self, load: Load, new_register: NewRegister) -> list[Instruction]:
        half, wide = self._half, self._wide
        low, high = (new_register(f"{load.target.name}${part}", half) for part in ("low", "high"))
        first = replace(load, target=low, type=half, place=f"the lower half of {load.place}")
        second = replace(
            load, target=high, type=half, address=self._upper(load.address), place=f"the upper half of {load.place}"
        )
        shifted = Binary("<<", Convert(high, wide), Const(self._word, INT), wide)
        whole: Expression = Binary("|", Convert(low, wide), shifted, wide)
        ctype = load.target.type
        return [first, second, Assign(load.target, whole if ctype == wide else Convert(whole, ctype), load.location)]

    def store(self, store: Store) -> list[Instruction]:
        half, wide = self._half, self._wide
        bits = store.value if store.value.type == wide else Convert(store.value, wide)
        low = Convert(bits, half)
        high = Convert(Binary(">>", bits, Const(self._word, INT), wide), half)
        return [
            replace(store, value=low, type=half, place=f"the lower half of {store.place}"),
            replace(
                store,
                value=high,
                type=half,
                address=self._upper(store.address),
                place=f"the upper half of {store.place}",
            ),
        ]

    def _upper(self, address: Expression) -> Expression:
        offset = Const(self._word // 8, self._half)
        return Binary("+", address, offset, address.type)
