"""On 32-bit machines an access to a shared number of 64 bits is two: to its lower half, then to its upper half.

That is what gcc makes of a plain `long long` on i386. Atomic accesses are one step, and so are those of a double, which
goes through the floating-point unit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .expressions import Binary, Const, Convert, Expression, Register
from .instructions import Assign, Instruction, Load, Store
from .types import INT, UNSIGNED, IntType, ScalarType

_WORD = 32
_WIDE = IntType(2 * _WORD, False, "unsigned long long")

NewRegister = Callable[[str, ScalarType], Register]


def is_wide(instruction: Instruction) -> bool:
    if not isinstance(instruction, Load | Store) or not instruction.visible or instruction.atomic:
        return False
    return isinstance(instruction.type, IntType) and instruction.type.width == 2 * _WORD


def split_wide(instruction: Load | Store, new_register: NewRegister) -> list[Instruction]:
    return _load(instruction, new_register) if isinstance(instruction, Load) else _store(instruction)


def _load(load: Load, new_register: NewRegister) -> list[Instruction]:
    low, high = (new_register(f"{load.target.name}${half}", UNSIGNED) for half in ("low", "high"))
    first = replace(load, target=low, type=UNSIGNED, place=f"the lower half of {load.place}")
    second = replace(
        load, target=high, type=UNSIGNED, address=_upper(load.address), place=f"the upper half of {load.place}"
    )
    shifted = Binary("<<", Convert(high, _WIDE), Const(_WORD, INT), _WIDE)
    whole: Expression = Binary("|", Convert(low, _WIDE), shifted, _WIDE)
    ctype = load.target.type
    return [first, second, Assign(load.target, whole if ctype == _WIDE else Convert(whole, ctype), load.location)]


def _store(store: Store) -> list[Instruction]:
    bits = store.value if store.value.type == _WIDE else Convert(store.value, _WIDE)
    low = Convert(bits, UNSIGNED)
    high = Convert(Binary(">>", bits, Const(_WORD, INT), _WIDE), UNSIGNED)
    return [
        replace(store, value=low, type=UNSIGNED, place=f"the lower half of {store.place}"),
        replace(
            store, value=high, type=UNSIGNED, address=_upper(store.address), place=f"the upper half of {store.place}"
        ),
    ]


def _upper(address: Expression) -> Expression:
    return Binary("+", address, Const(_WORD // 8, UNSIGNED), address.type)
