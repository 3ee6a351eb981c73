"""Blocks that are expected to be atomic: the program watches itself for accesses that interfere with them.

A block reaches from its first access that others may see to its last: the thread goes on in the same step from there.
Another thread interferes with it if, in between, it touches bytes that the block has touched, and one of the two
writes. After every access that counts, and in place of the markers, stand calls of the bookkeeping in
`pthread_models/library/expected_blocks.c`. They belong to the step of the access, so the program has the switch points
that it had before, and every way of executing programs can look for interference.

What counts is what the program does to memory, be it through `memcpy`. What the library does to synchronise threads
does not: it would make every lock an interference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

from esbmc_py.goto.deferred import dataclass

from .addressed import addressed_by
from .expressions import AddressOf, Binary, Const, Convert, Expression, FunctionAddress, Register
from .instructions import Assert, Assign, AtomicBegin, Call, Copy, Free, Instruction, Load, Store, Unsupported
from .operands import callee_of, subexpressions
from .program import Function, Program
from .properties import Property
from .rewrite import rewrite
from .split_copies import is_temporary
from .symbols import SourceLocation, Storage
from .types import INT, PointerType, ScalarType, size_of

BEGIN, END = "__smtcb_atomic_expected_begin", "__smtcb_atomic_expected_end"
ENTER, LEAVE, ACCESS = "__smtcb_block_begin", "__smtcb_block_end", "__smtcb_block_access"
BOOKKEEPING = (ENTER, LEAVE, ACCESS)
WATCHED = "__smtcb_watched"


def watch_blocks(program: Program) -> Program:
    """A program that `prepare` has prepared, with the bookkeeping; the same one if it marks no block."""
    program = _not_through_pointers(program)
    marked = any(_marks(i, BEGIN) for function in program.functions.values() for i in function.instructions)
    if program.sites or not marked:
        return program
    sites = _Sites()
    functions = dict(program.functions)
    for name in BOOKKEEPING:
        functions[name] = _attached(functions[name])
    on_behalf = _library_of_the_program(program)
    for name, function in program.functions.items():
        if not function.is_model or name in on_behalf:
            functions[name] = _Watcher(program, function, sites).watched()
    return replace(program, functions=functions, sites=tuple(sites.numbers))


def _not_through_pointers(program: Program) -> Program:
    """A marker that is called through a pointer would not be seen: who takes its address cannot be judged."""
    functions: dict[str, Function] = {}
    for name, function in program.functions.items():
        taken: dict[int, list[Instruction]] = {
            index: [Unsupported(f"a pointer to {marker}", instruction.location)]
            for index, instruction in enumerate(function.instructions)
            if (marker := _marker_pointed_to(instruction)) is not None
        }
        if taken:
            functions[name] = rewrite(function, taken)
    initial: list[Instruction] = [
        Unsupported(f"a pointer to {relocation.target}", symbol.location)
        for symbol, image in (program.globals | program.thread_locals).items()
        for relocation in image.relocations
        if isinstance(relocation.target, str) and _is_marker(relocation.target)
    ]
    if initial:
        functions[program.entry] = rewrite(program.functions[program.entry], {0: initial})
    return replace(program, functions=program.functions | functions) if functions else program


def _is_marker(name: str) -> bool:
    return name.partition("$")[0] in (BEGIN, END)


def _marker_pointed_to(instruction: Instruction) -> str | None:
    """The marker whose address an instruction uses otherwise than to call it."""
    return next(filter(_is_marker, addressed_by(instruction)), None)


def _marks(instruction: Instruction, marker: str) -> bool:
    """Is it a call of this marker? One that the program defines for itself may have got a longer name."""
    return (callee_of(instruction) or "").partition("$")[0] == marker


def _attached(function: Function) -> Function:
    """What threads share here is no switch point, and no race."""
    instructions = [
        replace(i, visible=False, attached=True, atomic=True)
        if isinstance(i, Load | Store) and not _is_of_the_thread(i.address)
        else replace(i, visible=False)
        if isinstance(i, Load | Store)
        else i
        for i in function.instructions
    ]
    return replace(function, instructions=instructions)


def _is_of_the_thread(address: Expression) -> bool:
    return isinstance(address, AddressOf) and address.symbol.storage is not Storage.GLOBAL


def _library_of_the_program(program: Program) -> set[str]:
    """The library's functions that the program calls, and those that they call, up to where synchronisation begins."""
    reached: set[str] = set()
    pending = [function for function in program.functions.values() if not function.is_model]
    while pending:
        for instruction in pending.pop().instructions:
            called = program.functions.get(callee_of(instruction) or "")
            if called is None or called.name in reached or not called.is_model or called.name in (*BOOKKEEPING, END):
                continue
            if not any(isinstance(inside, AtomicBegin) for inside in called.instructions):
                reached.add(called.name)
                pending.append(called)
    return reached


@dataclass(slots=True)
class _Sites:
    """Texts of places and their numbers."""

    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))


@dataclass(frozen=True, slots=True)
class _Touch:
    """An access as bookkeeping sees it."""

    address: Expression
    size: int
    write: bool
    place: str
    location: SourceLocation


class _Watcher:
    """Adds the bookkeeping to one function."""

    def __init__(self, program: Program, function: Function, sites: _Sites) -> None:
        self._program = program
        self._function = function
        self._sites = sites
        self._registers = list(function.registers)
        self._address_type, _, _, self._site_type = (
            parameter.type for parameter in program.functions[ACCESS].parameters
        )

    def watched(self) -> Function:
        replacements: dict[int, list[Instruction]] = {}
        for index, instruction in enumerate(self._function.instructions):
            sequence = self._replacement(instruction)
            if sequence is not None:
                replacements[index] = sequence
        return rewrite(self._function, replacements, registers=self._registers) if replacements else self._function

    def _replacement(self, instruction: Instruction) -> list[Instruction] | None:
        match instruction:
            case Call(location=location) if _marks(instruction, BEGIN):
                site = Const(self._sites.number(f"the block that begins at {location}"), self._site_type)
                return [self._call(ENTER, None, (site,), location)]
            case Call(location=location) if _marks(instruction, END):
                return [self._call(LEAVE, None, (), location)]
            case Load(visible=True, target=target, address=address) if _mentions(address, target):
                kept = self._register("address", self._address_type)
                before: Instruction = Assign(kept, Convert(address, self._address_type), instruction.location)
                return [before, instruction, *self._noted(replace(instruction, address=kept))]
            case Load(visible=True) | Store(visible=True) | Copy(visible=True) | Free(visible=True):
                return [instruction, *self._noted(instruction)]
        return None

    def _noted(self, instruction: Load | Store | Copy | Free) -> Iterator[Instruction]:
        for touch in self._touches(instruction):
            if self._counts(touch):
                yield from self._note(touch)

    def _touches(self, instruction: Load | Store | Copy | Free) -> list[_Touch]:
        location = instruction.location
        match instruction:
            case Load(address=address, type=ctype, place=place):
                return [_Touch(address, size_of(ctype), False, place, location)]
            case Store(address=address, type=ctype, place=place):
                return [_Touch(address, size_of(ctype), True, place, location)]
            case Copy(target=target, source=source, type=ctype, place=place, source_place=source_place):
                size = size_of(ctype)
                reading = _Touch(source, size, False, source_place, location)
                return [reading, _Touch(target, size, True, place, location)]
            case Free(address=address):
                whole = 1 << self._program.address_space.offset_bits  # all that an object may have
                return [_Touch(address, whole, True, "what is freed", location)]

    def _counts(self, touch: _Touch) -> bool:
        """The library's own objects do not, nor do temporaries."""
        if isinstance(touch.address, AddressOf) and touch.address.symbol.storage is Storage.LOCAL:
            return not is_temporary(touch.address.symbol)
        return not (self._function.is_model and _is_named(touch.address))

    def _note(self, touch: _Touch) -> Iterator[Instruction]:
        doing = "writes" if touch.write else "reads"
        where = f"in {self._function.name}" if self._function.is_model else f"at {touch.location}"
        site = self._sites.number(f"{doing} {touch.place} {where}")
        interferes = self._register("interferes", INT)
        arguments = (
            Convert(touch.address, self._address_type),
            Const(touch.size, self._address_type),
            Const(int(touch.write), INT),
            Const(site, self._site_type),
        )
        yield self._call(ACCESS, interferes, arguments, touch.location)
        message = f"{'writing' if touch.write else 'reading'} {touch.place}"
        undisturbed = Binary("==", interferes, Const(0, INT), INT)
        yield Assert(undisturbed, Property.ATOMICITY, message, touch.location)

    def _call(
        self, name: str, target: Register | None, arguments: tuple[Expression, ...], location: SourceLocation
    ) -> Call:
        callee = PointerType(self._program.functions[name].type, self._program.pointer_bits // 8)
        return Call(target, FunctionAddress(name, callee), arguments, location)

    def _register(self, name: str, ctype: ScalarType) -> Register:
        register = Register(len(self._registers), f"{name}$block{len(self._registers)}", ctype)
        self._registers.append(register)
        return register


def _is_named(address: Expression) -> bool:
    """Does it lead into an object with a name?"""
    return any(isinstance(part, AddressOf) for part in subexpressions(address))


def _mentions(expression: Expression, register: Register) -> bool:
    return register in subexpressions(expression)
