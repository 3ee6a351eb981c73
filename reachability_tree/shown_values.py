"""What people see of a symbolic state: variables, locks and heap objects, by the names that the program has for them.

A heap object is called after the first variable that is seen to hold its address; several of one name are numbered:
`node#2->next`. (The machine's traces name them in the same way, from single steps: `esbmc_py/traces/names.py`.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from esbmc_py.goto.numbering import Numbering, ObjectKind
from esbmc_py.goto.place_texts import literal_text, part_text
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import Symbol
from esbmc_py.goto.types import ArrayType, CType, IntType, PointerType, StructType, is_scalar, size_of, unqualified
from symex.objects import Object, read
from symex.state import Frame, State
from symex.terms import TRUE, Term
from symex.values import Value, signed

from .term_text import is_input, term_text

MOST_PARTS = 32  # of one variable
_HEAP = re.compile(r"heap object (\d+) of thread (\d+)(?: \+ \d+)?")
_NAME = re.compile(r"[A-Za-z_]\w*")
_LOCKS = frozenset({"__pthread_mutex", "__pthread_rwlock", "__pthread_cond", "__pthread_barrier", "__semaphore"})


class ShownValues:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._numbering = Numbering(program)
        self._heap: dict[int, tuple[str, CType]] = {}  # the name of a heap object, and its type
        self._same: dict[str, list[int]] = {}  # objects of the same name

    # -- names ------------------------------------------------------------------------------------------------------

    def meet(self, state: State) -> None:
        """Heap objects that have no name yet are called after variables that hold their addresses in this state."""
        for name, value, ctype in self._pointers(state):
            number, offset = self._numbering.space.split(value)
            if self._is_heap(number) and not offset and number not in self._heap:
                self._heap[number] = name, unqualified(ctype.target)
                self._same.setdefault(name, []).append(number)

    def _pointers(self, state: State) -> Iterator[tuple[str, int, PointerType]]:
        for thread in state.threads:
            frame = thread.frame
            while frame is not None:
                if not frame.code.function.is_model:
                    yield from _local_pointers(frame)
                frame = frame.parent
        for symbol, target in self._globals(state):
            for name, offset, ctype in _parts(symbol.source_name or symbol.name, symbol.type):
                plain = unqualified(ctype)
                if isinstance(plain, PointerType) and isinstance(value := read(target, offset, plain.size)[0], int):
                    yield _NAME.findall(name)[-1], value, plain

    def _is_heap(self, number: int) -> bool:
        identity = self._numbering.identity(number)
        return identity is not None and identity.kind is ObjectKind.HEAP

    def _name(self, number: int) -> str:
        known = self._heap.get(number)
        if known is None:
            return "a heap object"
        same = self._same[known[0]]
        return known[0] if len(same) == 1 else f"{known[0]}#{same.index(number) + 1}"

    def message(self, text: str) -> str:
        """With these names in place of the machine's."""
        return _HEAP.sub(lambda found: self._object(int(found[1]) - 1, int(found[2])), text)

    def _object(self, index: int, thread: int) -> str:
        number = self._numbering.heap(thread, index)
        return f"*{self._name(number)}" if number in self._heap else "a heap object"

    # -- values -----------------------------------------------------------------------------------------------------

    def of(self, state: State) -> Iterator[tuple[str, str]]:
        """Of the variables that all threads share, and of heap objects that live; undefined ones are left out."""
        for symbol, target in self._globals(state):
            yield from self._rows(_parts(symbol.source_name or symbol.name, symbol.type), target, state)
        for number, (_, ctype) in self._heap.items():
            found = state.memory.get(number)
            if found is not None and found.alive is TRUE and _is_shown(found):
                yield from self._rows(_parts(f"*{self._name(number)}", ctype), found, state)

    def _globals(self, state: State) -> Iterator[tuple[Symbol, Object]]:
        for symbol in self._program.globals:
            if not symbol.constant and symbol.location.file in self._program.sources:
                target = state.memory.get(self._program.object_numbers[symbol])
                if target is not None and _is_shown(target):
                    yield symbol, target

    def _rows(self, parts: list[tuple[str, int, CType]], target: Object, state: State) -> Iterator[tuple[str, str]]:
        for name, offset, ctype in parts:
            if not isinstance(target.size, int) or offset + size_of(ctype) > target.size:
                return
            text = self._lock(target, offset, ctype, state) if isinstance(ctype, StructType) else ""
            yield name, text or self._value(read(target, offset, size_of(ctype))[0], ctype)

    def _value(self, value: Value, ctype: CType) -> str:
        plain = unqualified(ctype)
        if not isinstance(value, int):
            return value_term_text(value)
        match plain:
            case PointerType():
                return self._pointer(value)
            case IntType(width=width, signed=is_signed):
                return str(signed(value, width) if is_signed else value)
            case _:
                return hex(value)

    def _pointer(self, value: int) -> str:
        if value == 0:
            return "NULL"
        number, offset = self._numbering.space.split(value)
        static, symbol = self._numbering.static(number), self._numbering.symbol(number)
        literal = self._numbering.literal(number)
        if literal is not None and 0 <= offset < len(literal):
            return literal_text(literal[offset:])
        if isinstance(static, str):
            name = static
        elif symbol is not None:
            name = f"&{symbol.source_name or symbol.name}"
        else:
            name = self._name(number) if self._is_heap(number) else hex(value)
        return f"{name} + {offset}" if offset else name

    # -- locks ------------------------------------------------------------------------------------------------------

    def _lock(self, target: Object, offset: int, ctype: StructType, state: State) -> str:
        def field(name: str) -> Value:
            member = next(one for one in ctype.members or () if one.name == name)
            return read(target, offset + member.offset, size_of(member.type))[0]

        match ctype.tag:
            case "__pthread_mutex":
                return self._held(field("__owner"), state)
            case "__pthread_rwlock":
                readers = field("__reader_set")
                return f"read by {_members(readers)}" if readers != 0 else self._held(field("__writer"), state)
            case "__pthread_cond":
                waiting = field("__waiting")
                return "nobody waits" if waiting == 0 else f"waiting: {_members(waiting)}"
            case "__pthread_barrier":
                arrived, count = field("__arrived"), field("__count")
                return "not initialised" if count == 0 else f"{_number(arrived)} of {_number(count)} have arrived"
            case _:
                return _number(field("__value"))

    def _held(self, owner: Value, state: State) -> str:
        """What a lock knows of its holder is the address of the library's record, which begins with a number."""
        if owner == 0:
            return "free"
        if isinstance(owner, int):
            record = state.memory.get(self._numbering.space.split(owner)[0])
            number = None if record is None else read(record, 0, 4)[0]
            if isinstance(number, int):
                return f"held by thread {number}"
        return "held by some thread"


def _local_pointers(frame: Frame) -> Iterator[tuple[str, int, PointerType]]:
    for register, value in zip(frame.code.function.registers, frame.registers, strict=False):
        name = register.name.partition("$")[0]
        if isinstance(value, int) and isinstance(register.type, PointerType) and name != "t":
            yield name, value, register.type


def _parts(name: str, ctype: CType) -> list[tuple[str, int, CType]]:
    """Name, offset and type of what an object is made of: scalars and locks."""
    found: list[tuple[str, int, CType]] = []
    pending = [(name, 0, ctype)]
    while pending and len(found) < MOST_PARTS:
        name, offset, ctype = pending.pop(0)
        match plain := unqualified(ctype):
            case ArrayType(element, count):
                size = size_of(element)
                pending[:0] = [
                    (part_text(name, f"[{n}]"), offset + n * size, element) for n in range(min(count or 0, MOST_PARTS))
                ]
            case StructType(tag=tag) if tag in _LOCKS:
                found.append((name, offset, plain))
            case StructType(members=members, tag=tag) if not tag.startswith("__"):
                inner = [one for one in members or () if one.bit_width is None and one.name is not None]
                pending[:0] = [(part_text(name, f".{one.name}"), offset + one.offset, one.type) for one in inner]
            case _ if is_scalar(plain):
                found.append((name, offset, plain))
            case _:
                pass
    return found


def _is_shown(target: Object) -> bool:
    return not target.is_array and (target.image is not None or bool(target.cells))


def _number(value: Value) -> str:
    return str(value) if isinstance(value, int) else term_text(value)


def _members(value: Value) -> str:
    """Of a set of threads, as bits."""
    if not isinstance(value, int):
        return "some threads"
    return " and ".join(f"thread {number}" for number in range(value.bit_length()) if value >> number & 1)


def value_term_text(value: Term) -> str:
    """What an object had before anybody wrote to it has a name that says nothing to a programmer."""
    if value.op == "symbol" and not is_input(str(value.payload)):
        return "undefined"
    return term_text(value)
