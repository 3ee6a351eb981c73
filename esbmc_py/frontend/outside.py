"""Functions without a body: what they may do, as instructions.

Such a function may write to everything that its arguments lead to through pointers that are not const, may call the
functions that it was handed, and returns any value. All of that becomes ordinary stores and calls where the function
is called, so that every executor sees it like the program's own.

What it writes are values that nobody knows. A pointer that it writes or returns is null, one of its arguments (of what
it returns), or leads to memory of its own: to one of a few objects (see `outside_memory`), or, where nothing is known
about what it leads to, to an address that the program can compare and hand back, and that nobody can follow
(`Symbol.outside`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from esbmc_py.goto.expressions import AddressOf, Const, Expression, FunctionAddress, Register
from esbmc_py.goto.instructions import Call, Copy, Declare, Measure, Nondet, ObjectSize, Return, Unsupported
from esbmc_py.goto.place_texts import part_text
from esbmc_py.goto.program import OUTSIDE_CALL, Function
from esbmc_py.goto.symbols import NOWHERE, Image, Storage, Symbol
from esbmc_py.goto.types import (
    BOOL,
    CHAR,
    INT,
    VOID,
    ArrayType,
    CType,
    FloatType,
    FunctionType,
    IntType,
    Member,
    PointerType,
    QualifiedType,
    ScalarType,
    StructType,
    VoidType,
    is_scalar,
    size_of,
    unqualified,
)

from .builder import FunctionBuilder
from .layout import unit_type
from .operators import binary, convert, negate
from .outside_arguments import Handed, as_declared, fits, holds_pointers, is_complete, is_const, routine_type, row_of
from .outside_memory import OutsideMemory
from .problems import TypeProblem
from .scopes import MemoryPlace, Scope, place_of
from .surroundings import HAVOC, RETURNS

if TYPE_CHECKING:
    from .linking import Linking

EVERY = "*"  # every function that has no assumption of its own

CALLBACKS = 2  # how often a function is called back in one call, at most
DEEPEST = 4  # pointers from an argument to what may be written, at most
_MOST_AT_ONCE = 12  # 2 ** this many elements are written by one instruction, at most
_OUTSIDE_NAME = "__smtcb_outside"
_SOMEWHERE = IntType(3, False, "somewhere")  # eight addresses outside: enough for programs to tell pointers apart
_APART = 16  # bytes between them


class Outside:
    """Everything about functions without a body in one program."""

    def __init__(self, linker: Linking) -> None:
        self._linker = linker
        self.assumed: dict[str, str] = {}  # functions without a body that the program calls → what they are taken to do
        self.calls_back = False  # was one of them handed a function of the program?
        self.memory = OutsideMemory(linker, self.symbol)
        self._symbol: Symbol | None = None
        self._helpers: dict[tuple[object, ...], FunctionAddress] = {}

    def symbol(self) -> Symbol:
        if self._symbol is None:
            name = self._linker.names.unique(_OUTSIDE_NAME)
            ctype = ArrayType(CHAR, 0)
            self._symbol = Symbol(name, ctype, 0, Storage.GLOBAL, NOWHERE, source_name="outside", outside=True)
            self._linker.objects.set_image(self._symbol, Image(b""))
        return self._symbol

    def with_memory_filled(self, entry: Function) -> Function:
        """The entry, which now gives memory outside its contents first."""
        return self.memory.filled_by(
            entry, lambda builder: OutsideCode(self, builder, "outside", self._linker.library_types)
        )

    def helper(
        self, key: tuple[object, ...], ctype: FunctionType, build: Callable[[str], Function], name: str | None = None
    ) -> FunctionAddress:
        """A function that writes somewhere; it is built when first needed (it may call itself)."""
        if key not in self._helpers:
            name = name or f"{_OUTSIDE_NAME}${len(self._helpers) + 1}"
            self._helpers[key] = FunctionAddress(name, self._linker.architecture.pointer(ctype))
            self._linker.add_function(build(name))
        return self._helpers[key]

    def assume(self, name: str, *, reaches: bool) -> str:
        """What a call of this function is taken to do. One that reaches nothing of the program can only return."""
        given = dict(self._linker.semantics.surroundings.externals)
        what = given.get(name) or given.get(EVERY, HAVOC)
        what = RETURNS if what == HAVOC and not reaches else what
        if self.assumed.get(name) != HAVOC:
            self.assumed[name] = what
        return what

    def require_known(self, given: Sequence[tuple[str, str]]) -> None:
        """Who says something about a function that is not outside is mistaken about the program."""
        for name, _ in given:
            if name != EVERY and name not in self.assumed:
                if self._linker.has_body(name):
                    raise TypeProblem(f"--external: '{name}' has a body or a model")
                hint = "functions without a body: " + ", ".join(sorted(self.assumed)) if self.assumed else None
                raise TypeProblem(f"--external: the program calls no function '{name}' without a body", hint=hint)

    def body(self, name: str, ctype: FunctionType) -> Function:
        """For calls through pointers: a body that does what a call by name would do on the spot."""
        builder = FunctionBuilder(name, self._linker.architecture, self._linker.checks, Scope(), is_model=True)
        parameters: list[Register] = []
        handed: list[Handed] = []
        result = unqualified(ctype.result)
        if isinstance(result, StructType):
            parameters.append(builder.new_register("result", builder.architecture.pointer(result)))
        for number, declared in enumerate(ctype.parameters, 1):
            plain = unqualified(declared)
            passed = builder.architecture.pointer(plain) if isinstance(plain, StructType) else plain
            register = builder.new_register(f"argument{number}", passed)  # type: ignore[arg-type]
            parameters.append(register)
            handed.append(as_declared(register, plain))
        if ctype.variadic:
            parameters.append(builder.new_register("varargs", builder.architecture.void_pointer))
        if ctype.variadic or not ctype.prototyped:
            text = f"a call of '{name}', which has no body, through a pointer and with arguments of unknown types"
            builder.emit(Unsupported(text, builder.location))
        code = OutsideCode(self, builder, name)
        if self.assumed[name] == HAVOC:
            code.effects(handed)
        value: Expression | None = None
        if isinstance(result, StructType):
            code.unknown_struct(place_of(parameters[0], result, "result"))
        elif not isinstance(result, VoidType):
            value = code.result(result, handed)  # type: ignore[arg-type]
        builder.emit(Return(value, builder.location))
        return builder.function(ctype, tuple(parameters))


class OutsideCode:
    """Emits what a function without a body may do, into the function that calls it."""

    def __init__(
        self, outside: Outside, builder: FunctionBuilder, name: str, library_types: frozenset[CType] = frozenset()
    ) -> None:
        self._outside = outside
        self._builder = builder
        self._architecture = builder.architecture
        self._name = name
        self._library_types = library_types
        self._choosing = False  # values of numbers that stand alone, see `_value`

    # -- what a call does ---------------------------------------------------------------------------------------------

    def entered(self) -> None:
        """Whatever the function does: a compiler knows nothing beyond this call."""
        ctype = FunctionType(VOID, (), variadic=False)

        def build(name: str) -> Function:
            builder, _ = self._begin(name)
            return builder.function(ctype)

        marker = self._outside.helper(("call",), ctype, build, OUTSIDE_CALL)
        self._builder.emit(Call(None, marker, (), self._builder.location))

    def effects(self, handed: Sequence[Handed]) -> None:
        routines = [one.value for one in handed if routine_type(one.value.type) is not None]
        self._choosing = not routines
        self._writes(handed)
        if routines:
            for _ in range(CALLBACKS):
                for routine in routines:
                    self._call_back(routine, handed)
                self._writes(handed)

    def result(self, ctype: ScalarType, handed: Sequence[Handed]) -> Expression:
        if isinstance(ctype, PointerType):
            return self._unknown_pointer(ctype, [one.value for one in handed if fits(one.value.type, ctype)])
        return self._unknown(ctype)

    def unknown_struct(self, place: MemoryPlace) -> None:
        """A structure that it returns: whatever its members can hold."""
        self._value(place, Const(0, INT), follow=False)

    def any_object(self, place: MemoryPlace) -> None:
        """One that is defined outside: whatever it can hold."""
        self._choosing = True
        self._value(place, Const(0, INT), follow=False, alone=True)

    def any_pointer(self, ctype: PointerType, *, null: bool) -> Expression:
        """One that leads to memory that nobody knows, or perhaps nowhere."""
        return self._unknown_pointer(ctype, [], null=null)

    def any_truth(self) -> Expression:
        return self._unknown(BOOL)

    def undefine(self, place: MemoryPlace) -> None:
        """An object without pointers in it: whatever it can hold."""
        self._undefine(place.address, place.type, place.text)

    def _writes(self, handed: Sequence[Handed]) -> None:
        for one in handed:
            if one.pointee is not None:
                room = self._room(one)
                self._region(one.value, one.pointee, room, one.text, Const(DEEPEST, INT), read_only=one.read_only)

    def _room(self, handed: Handed) -> Expression:
        """How many bytes may be written there: none where the object is read-only or does not live."""
        size = Const(handed.size or 0, self._architecture.size_t)
        if handed.size is not None and isinstance(handed.value, AddressOf) and not handed.value.symbol.constant:
            return size
        room = self._measure(handed.value, Measure.ROOM, handed.pointee if handed.size is None else None)
        if handed.size is None:
            return room
        enough = self._builder.temporary(self._architecture.size_t, "room")
        self._builder.assign(enough, size)
        with self._skipped_if(binary("<=", size, room)):
            self._builder.assign(enough, room)
        return enough

    # -- memory -------------------------------------------------------------------------------------------------------

    def _region(
        self, pointer: Expression, ctype: CType, room: Expression, text: str, depth: Expression, *, read_only: bool
    ) -> None:
        """Everything of this type from a pointer on, as far as there is room."""
        plain = unqualified(ctype)
        read_only = read_only or is_const(ctype)
        if isinstance(plain, VoidType) or not is_complete(plain):
            if isinstance(plain, StructType | FunctionType) or read_only:
                return  # nobody here knows what is in it
            plain = CHAR
        if isinstance(plain, ArrayType):
            self._region(pointer, plain.element, room, f"{text}[0]", depth, read_only=read_only)
            return
        if plain in self._library_types or size_of(plain) == 0 or (read_only and not holds_pointers(plain)):
            return
        if isinstance(room, Const) and room.value == size_of(plain):
            self._value(place_of(pointer, ctype, text), depth, read_only=read_only, alone=True)
        elif self.is_plain(plain):
            self._bytes(pointer, plain, room, text)
        else:
            self._emit_call(self._elements_helper(plain, read_only), pointer, room, depth)

    def _value(
        self,
        place: MemoryPlace,
        depth: Expression,
        *,
        read_only: bool = False,
        follow: bool = True,
        alone: bool = False,
    ) -> None:
        """One object: what it holds changes, unless it is read-only, and what it leads to.

        A number that stands alone gets its value here, where a reader of the trace looks for it. Others are undefined,
        so that nobody has to choose values that are never read.
        """
        read_only = read_only or place.const
        if not is_scalar(place.type) and not place.atomic and not read_only and self.is_plain(place.type):
            self._undefine(place.address, place.type, place.text)
            return
        match place.type:
            case PointerType(target=FunctionType()):
                if follow:
                    self._follow_routine(place)
                if not read_only:
                    self._write_pointer(place)
            case PointerType(target=target):
                if follow and (not is_const(target) or holds_pointers(target)):
                    pointer = self._builder.settle(self._builder.load(place))
                    room = self._measure(pointer, Measure.ROOM, target)
                    deeper = binary("-", depth, Const(1, INT))
                    self._region(pointer, target, room, f"*{place.text}", deeper, read_only=False)
                if not read_only:
                    self._write_pointer(place)
            case IntType() | FloatType():
                if not read_only and (place.atomic or (alone and self._choosing)):
                    self._builder.store(place, self._unknown(place.type))
                elif not read_only:
                    self._undefine(place.address, place.type, place.text)
            case ArrayType():
                size = Const(size_of(place.type), self._architecture.size_t)
                if follow or not holds_pointers(place.type):
                    element = convert(place.address, self._architecture.pointer(place.type.element))
                    self._region(
                        element, place.type.element, size, part_text(place.text, "[0]"), depth, read_only=read_only
                    )
            case StructType():
                self._struct(place, depth, read_only, follow)
            case _:
                return

    def _struct(self, place: MemoryPlace, depth: Expression, read_only: bool, follow: bool) -> None:
        struct = place.type
        assert isinstance(struct, StructType)
        if struct in self._library_types or struct.members is None:
            return
        for member in struct.members:
            if member.bit_width is not None:
                self._bit_field(place, member, read_only)
                continue
            text = place.text if member.name is None else part_text(place.text, f".{member.name}")
            part = self._builder.element(place, member.type, member.offset, text)
            self._value(part, depth, read_only=read_only or struct.is_union, follow=follow)
        if struct.is_union and not read_only:  # whichever member counts
            self._bytes(place.address, struct, Const(struct.size, self._architecture.size_t), place.text)

    def _bit_field(self, place: MemoryPlace, member: Member, read_only: bool) -> None:
        if member.name is not None and not read_only:
            self._builder.store(self._builder.member(place, member.name), self._unknown(unit_type(member)))

    def is_plain(self, ctype: CType) -> bool:
        """Can all of it be written, as bytes that say nothing about where anything is?"""
        if isinstance(ctype, QualifiedType):
            return not ctype.const and not ctype.atomic and self.is_plain(ctype.type)
        match ctype:
            case IntType() | FloatType():
                return True
            case ArrayType(element=element, count=count):
                return bool(count) and self.is_plain(element)
            case StructType(members=members):
                known = members and ctype not in self._library_types
                return bool(known) and all(self.is_plain(member.type) for member in members or ())
            case _:
                return False

    def _write_pointer(self, place: MemoryPlace) -> None:
        """It may stay as it is: then what it points to is still known."""
        assert isinstance(place.type, PointerType)
        with self._perhaps():
            self._builder.store(place, self._unknown_pointer(place.type, []))

    def _bytes(self, pointer: Expression, element: CType, room: Expression, text: str) -> None:
        """Elements that hold no pointers: their contents become undefined, which is any value."""
        if not isinstance(room, Const):
            self._emit_call(self._bytes_helper(unqualified(element)), pointer, room)
            return
        count = int(room.value) // size_of(element)
        if count == 1 and is_scalar(unqualified(element)):
            place = place_of(pointer, element, text)
            self._builder.store(place, self._unknown(place.type))  # type: ignore[arg-type]
        elif count > 0:
            self._undefine(pointer, ArrayType(element, count), text)

    def _undefine(self, pointer: Expression, ctype: CType, text: str) -> None:
        with self._builder.nested_scope():
            scratch = self._builder.scratch(ctype, "unknown")
            self._builder.emit(Copy(pointer, scratch.address, ctype, text, "any value", self._builder.location))

    # -- helpers ------------------------------------------------------------------------------------------------------

    def _elements_helper(self, plain: CType, read_only: bool) -> FunctionAddress:
        """void writes(T *place, size_t room, int depth): one element after the other."""
        ctype = FunctionType(VOID, (self._architecture.pointer(plain), self._architecture.size_t, INT), variadic=False)

        def build(name: str) -> Function:
            builder, code = self._begin(name)
            place = builder.new_register("place", self._architecture.pointer(plain))
            room = builder.new_register("room", self._architecture.size_t)
            depth = builder.new_register("depth", INT)
            again, end = builder.label(), builder.label()
            builder.place_label(again)
            size = Const(size_of(plain), self._architecture.size_t)
            builder.branch(binary("<", room, size), end)
            with code._skipped_if(binary("<", Const(0, INT), depth)):
                text = f"a function without a body that is handed more than {DEEPEST} pointers in a row"
                builder.emit(Unsupported(text, builder.location))
            code._value(place_of(place, plain, "*argument"), depth, read_only=read_only)
            builder.assign(place, builder.offset(place, size_of(plain)))
            builder.assign(room, binary("-", room, size))
            builder.goto(again)
            builder.place_label(end)
            return builder.function(ctype, (place, room, depth))

        return self._outside.helper(("elements", plain, read_only), ctype, build)

    def _bytes_helper(self, plain: CType) -> FunctionAddress:
        """void writes(T *place, size_t room): as many elements as fit, in pieces of 2 ** n."""
        stride = size_of(plain)
        ctype = FunctionType(VOID, (self._architecture.pointer(plain), self._architecture.size_t), variadic=False)

        def build(name: str) -> Function:
            builder, code = self._begin(name)
            place = builder.new_register("place", self._architecture.pointer(plain))
            room = builder.new_register("room", self._architecture.size_t)
            again = builder.label()
            for power in range(_MOST_AT_ONCE, -1, -1):
                size = Const(stride << power, self._architecture.size_t)
                if power == _MOST_AT_ONCE:
                    builder.place_label(again)
                with code._skipped_if(binary("<", room, size)):
                    code._undefine(place, ArrayType(plain, 1 << power) if power else plain, "*argument")
                    builder.assign(place, builder.offset(place, stride << power))
                    builder.assign(room, binary("-", room, size))
                    if power == _MOST_AT_ONCE:
                        builder.goto(again)
            return builder.function(ctype, (place, room))

        return self._outside.helper(("bytes", plain), ctype, build)

    def _begin(self, name: str) -> tuple[FunctionBuilder, OutsideCode]:
        builder = FunctionBuilder(name, self._architecture, self._builder.checks, Scope(), is_model=True)
        builder.location = self._builder.location
        return builder, OutsideCode(self._outside, builder, "a function without a body", self._library_types)

    def _emit_call(self, helper: FunctionAddress, pointer: Expression, *more: Expression) -> None:
        ctype = helper.type.target
        assert isinstance(ctype, FunctionType)
        first = convert(pointer, ctype.parameters[0])  # type: ignore[arg-type]
        self._builder.emit(Call(None, helper, (first, *more), self._builder.location))

    # -- functions that it was handed ---------------------------------------------------------------------------------

    def _follow_routine(self, place: MemoryPlace) -> None:
        routine = self._builder.settle(self._builder.load(place))
        for _ in range(CALLBACKS):
            self._call_back(routine, ())

    def _call_back(self, routine: Expression, handed: Sequence[Handed]) -> None:
        """Perhaps, and with any arguments. Pointers are those that the function was handed, or lead outside."""
        ctype = routine_type(routine.type)
        assert ctype is not None
        self._outside.calls_back = True
        builder = self._builder
        begins = self._measure(routine, Measure.FUNCTION)
        none = binary("==", begins, Const(0, self._architecture.size_t))
        with self._skipped_if(none), self._perhaps(), builder.nested_scope():
            passed: list[Expression] = []
            result = unqualified(ctype.result)
            if isinstance(result, StructType):
                passed.append(builder.scratch(result, "result").address)
            for parameter in ctype.parameters:
                passed.append(self._any_argument(unqualified(parameter), handed))
            if ctype.variadic:
                passed.append(Const(0, self._architecture.void_pointer))
            target = builder.temporary(result, "result") if is_scalar(result) else None
            builder.emit(Call(target, routine, tuple(passed), builder.location))

    def _any_argument(self, ctype: CType, handed: Sequence[Handed]) -> Expression:
        if isinstance(ctype, StructType):
            scratch = self._builder.scratch(ctype, "argument")
            self.unknown_struct(scratch)
            return scratch.address
        if isinstance(ctype, PointerType):
            known = [one.value for one in handed if fits(one.value.type, ctype)]
            return self._unknown_pointer(ctype, known, null=False)
        assert is_scalar(ctype)
        register = self._builder.temporary(ctype, "argument")
        self._builder.emit(Declare(register, self._builder.location))
        return register

    # -- values -------------------------------------------------------------------------------------------------------

    def _unknown(self, ctype: ScalarType) -> Expression:
        if isinstance(ctype, PointerType):
            return self._unknown_pointer(ctype, [])
        register = self._builder.temporary(ctype, "unknown")
        self._builder.emit(Nondet(register, self._name, self._builder.location))
        return register

    def _unknown_pointer(self, ctype: PointerType, known: Sequence[Expression], *, null: bool = True) -> Expression:
        builder = self._builder
        register = builder.temporary(ctype, "unknown")
        choices = [*([Const(0, ctype)] if null else []), *(convert(value, ctype) for value in known)]
        objects = self._outside.memory.objects(ctype.target)
        choices += [convert(AddressOf(one, self._architecture.pointer(CHAR)), ctype) for one in objects]
        chosen = builder.label()
        for choice in choices[:-1] if objects else choices:
            builder.assign(register, choice)
            builder.branch(self._unknown(BOOL), chosen)
        if objects:
            builder.assign(register, choices[-1])
            builder.place_label(chosen)
            return register
        base = convert(AddressOf(self._outside.symbol(), self._architecture.pointer(CHAR)), ctype)
        step = convert(self._unknown(_SOMEWHERE), self._architecture.ptrdiff_t)
        builder.assign(register, binary("+", base, binary("*", step, Const(_APART, self._architecture.ptrdiff_t))))
        builder.place_label(chosen)
        return register

    def _measure(self, pointer: Expression, measure: Measure, element: CType | None = None) -> Expression:
        register = self._builder.temporary(self._architecture.size_t, str(measure))
        self._builder.emit(ObjectSize(register, pointer, self._builder.location, measure, row_of(element)))
        return register

    # -- control ------------------------------------------------------------------------------------------------------

    @contextmanager
    def _skipped_if(self, condition: Expression) -> Iterator[None]:
        end = self._builder.label()
        self._builder.branch(condition, end)
        yield
        self._builder.place_label(end)

    @contextmanager
    def _perhaps(self) -> Iterator[None]:
        with self._skipped_if(negate(self._unknown(BOOL))):
            yield
