"""What pointers from outside lead to: a few objects of each type, which hold anything when the program begins.

A function without a body may give the program a pointer to memory of its own. Such a pointer leads to one of a few
objects of its type; two such pointers may lead to the same one, in one thread or in several. What the program writes
there stays; others write there only if they are handed the pointer. Numbers in such an object are undefined bytes,
which nobody has to choose before they are read. Its pointers lead on to other such objects, never in a circle; one of
them, or all, or none are null.

Who goes beyond the end of such an object, or frees it, cannot be judged (`Symbol.outside`). Of structures that only
the library knows, of functions and of what has no size, there are no objects: such a pointer leads nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol

from esbmc_py.goto.expressions import AddressOf, Const, Expression
from esbmc_py.goto.program import Function
from esbmc_py.goto.symbols import NOWHERE, Image, Storage, Symbol
from esbmc_py.goto.types import (
    CHAR,
    INT,
    ArrayType,
    CType,
    FloatType,
    IntType,
    PointerType,
    StructType,
    size_of,
    unqualified,
)

from .builder import FunctionBuilder
from .called_first import calling_first
from .layout import unit_type
from .made_up_types import can_be_made_up, is_ambiguous
from .operators import convert
from .scopes import MemoryPlace, Scope, place_of

if TYPE_CHECKING:
    from .linking import Linking

OBJECTS = 2  # of each type
NUMBERS = 8  # that a pointer to a number leads to
_MOST_TYPES = 12  # of which there are objects
_MOST_POINTERS = 6  # in an object
_LARGEST = 4096  # bytes
_NAME = "__smtcb_outside_memory"


class Filling(Protocol):
    """What is needed of `outside.OutsideCode`."""

    def is_plain(self, ctype: CType) -> bool: ...

    def undefine(self, place: MemoryPlace) -> None: ...

    def any_truth(self) -> Expression: ...


class OutsideMemory:
    def __init__(self, linker: Linking, unknown: Callable[[], Symbol]) -> None:
        """`unknown`: the object that stands for memory of which nobody knows what is in it."""
        self._linker = linker
        self._unknown = unknown
        self._objects: dict[CType, tuple[Symbol, ...]] = {}  # in the order in which they were asked for

    def objects(self, pointee: CType) -> tuple[Symbol, ...]:
        """Where pointers to this type may lead; nowhere if nobody can say what is there."""
        plain = unqualified(pointee)
        if plain not in self._objects:
            known = self._can_be_known(plain)
            self._objects[plain] = tuple(self._make(plain, number) for number in range(OBJECTS)) if known else ()
        return self._objects[plain]

    def _can_be_known(self, plain: CType) -> bool:
        if sum(map(bool, self._objects.values())) >= _MOST_TYPES:
            return False
        match plain:
            case IntType() | FloatType() | PointerType():
                return True
            case StructType() | ArrayType():
                types = self._linker.library_types
                known = can_be_made_up(plain, types) and not is_ambiguous(plain, types) and plain not in types
                return known and 0 < size_of(plain) <= _LARGEST and _pointers_in(plain) <= _MOST_POINTERS
            case _:
                return False

    def _make(self, plain: CType, number: int) -> Symbol:
        ctype, linker = self._shape(plain), self._linker
        name = linker.names.unique(f"{_NAME}${len(self._objects) + 1}${number + 1}")
        shown = f"outside_{plain}_{number + 1}".replace(" ", "_").replace("*", "pointer")
        symbol = Symbol(name, ctype, size_of(ctype), Storage.GLOBAL, NOWHERE, source_name=shown, outside=True)
        linker.objects.set_image(symbol, Image(bytes(symbol.size)))
        return symbol

    def _shape(self, plain: CType) -> CType:
        """A pointer to a character leads to a text, one to a pointer to a list with a null pointer at its end."""
        match plain:
            case IntType() if _is_text(plain):
                return ArrayType(plain, 1 + self._linker.longest_text)
            case IntType() | FloatType():
                return ArrayType(plain, NUMBERS)
            case PointerType():
                return ArrayType(plain, 2)
            case _:
                return plain

    # -- contents -----------------------------------------------------------------------------------------------------

    def filled_by(self, entry: Function, code_for: Callable[[FunctionBuilder], Filling]) -> Function:
        """The entry, which now gives the objects their contents first."""
        if not any(self._objects.values()):
            return entry
        linker = self._linker
        builder = FunctionBuilder(_NAME, linker.architecture, linker.checks, Scope(), is_model=True)
        builder.location = entry.location
        code = code_for(builder)
        done: set[CType] = set()
        while pending := [plain for plain in self._objects if plain not in done]:  # filling one may ask for others
            for plain in pending:
                done.add(plain)
                for number in range(len(self._objects[plain])):
                    self._fill(code, builder, plain, number)
        return calling_first(linker, entry, builder)

    def _fill(self, code: Filling, builder: FunctionBuilder, plain: CType, number: int) -> None:
        symbol = self._objects[plain][number]
        place = place_of(
            AddressOf(symbol, self._linker.architecture.pointer(symbol.type)), symbol.type, symbol.source_name
        )
        if isinstance(plain, PointerType):
            pointers = [builder.element(place, plain, 0, place.text)]
        else:
            pointers = list(self._undefine(code, builder, place))
        if _is_text(plain):
            last = builder.element(place, plain, symbol.size - 1, place.text)
            builder.store(last, Const(0, INT))
        targets = [(one, self._target(one.type, plain, number)) for one in pointers]
        self._lead_on(code, builder, [(one, target) for one, target in targets if target is not None])

    def _undefine(self, code: Filling, builder: FunctionBuilder, place: MemoryPlace) -> Iterator[MemoryPlace]:
        """Gives numbers any value. What it yields are the pointers."""
        match place.type:
            case PointerType():
                yield place
            case StructType() as struct if struct in self._linker.library_types:
                return
            case StructType(members=members) if not code.is_plain(place.type) and not place.type.is_union:
                for member in members or ():
                    is_field = member.bit_width is not None
                    ctype = unit_type(member) if is_field else member.type
                    yield from self._undefine(code, builder, builder.element(place, ctype, member.offset, place.text))
            case _:
                code.undefine(place)

    def _target(self, pointer: CType, holder: CType, number: int) -> Expression | None:
        """Where a pointer in an object of the type `holder` leads if it is not null; None: it is null."""
        assert isinstance(pointer, PointerType)
        objects = self.objects(pointer.target)
        order = list(self._objects)
        pointee = unqualified(pointer.target)
        if pointee == holder:  # a list, or a tree
            objects = objects[number + 1 :]
            return convert(self._address(objects[0]), pointer) if objects else None
        if not objects or order.index(pointee) < order.index(holder):
            return convert(self._address(self._unknown()), pointer)
        return convert(self._address(objects[min(number, len(objects) - 1)]), pointer)

    def _address(self, symbol: Symbol) -> Expression:
        return AddressOf(symbol, self._linker.architecture.pointer(CHAR))

    def _lead_on(self, code: Filling, builder: FunctionBuilder, targets: list[tuple[MemoryPlace, Expression]]) -> None:
        """All of them are null, or one of several, or none: so there are few cases, however many pointers there are."""
        if not targets:
            return
        end = builder.label()
        builder.branch(code.any_truth(), end)
        for pointer, target in targets:
            builder.store(pointer, target)
        for pointer, _ in targets if len(targets) > 1 else ():
            following = builder.label()
            builder.branch(code.any_truth(), following)
            builder.store(pointer, Const(0, pointer.type))  # type: ignore[arg-type]
            builder.goto(end)
            builder.place_label(following)
        builder.place_label(end)


def _is_text(ctype: CType) -> bool:
    return isinstance(ctype, IntType) and ctype.name == "char"


def _pointers_in(ctype: CType) -> int:
    match unqualified(ctype):
        case PointerType():
            return 1
        case StructType(members=members):
            return sum(_pointers_in(member.type) for member in members or ())
        case _:
            return 0
