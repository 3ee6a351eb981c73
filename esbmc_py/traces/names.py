"""Names for heap objects: as the programmer writes them.

The machine calls them `heap object 2 of thread 0`. Here an object is called after the first variable that holds its
address: `conn->refs` is the member `refs` of what `conn` got from malloc, in whatever thread and by whatever name it is
used later. Where several objects would have the same name, one that a global variable or one of main's holds, which
never holds another, is called after that: `savings->lock`. The others are numbered: `node#1->next`. A part that no
access has named yet has its name from the type of a pointer to the object: `gate->opened` for `*gate + 40`. So has
every part of an object with several elements: `conns[1].lock`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from esbmc_py.goto.expressions import Register
from esbmc_py.goto.instructions import Call, Store
from esbmc_py.goto.program import Program
from esbmc_py.goto.types import ArrayType, CType, Member, PointerType, StructType, VoidType, size_of, unqualified
from esbmc_py.vm.describe import member_text
from esbmc_py.vm.trace import TracedValue, TraceEvent

from .outside_names import OutsideNames

_HEAP = r"heap object (\d+) of thread (\d+)"
_ADDRESS = re.compile(rf"&{_HEAP}")
_TARGET = re.compile(rf"{_HEAP}(?: \+ (\d+))?")
_ANY = re.compile(rf"(&?){_HEAP}(?: \+ (\d+))?")
_BARE = re.compile(rf"(?<!&){_HEAP}(?! \+)")
_MEMBER = re.compile(r"(?:->|^\(\*[^()]*\)\.)((?:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d+\])*\.?)?(?:\{[\w, ]+\})?)$")
_STARRED = re.compile(r"^\(\*([A-Za-z_]\w*)\)\.")
_NAME = re.compile(r"[A-Za-z_]\w*")
_PART = re.compile(r"[A-Za-z_]\w*(?:\[\d+\]|\.[A-Za-z_]\w*)+")  # of a variable: `table[1]`, `session.buffer`
_SUBSCRIPT = re.compile(r"\[[^][]*\]")
_INSIDE = re.compile(r"\.__\w.*")  # a mutex's own members are nothing to a programmer

ARGUMENTS_ARE_MADE = "__smtcb_any_arguments"  # in pthread_models/library/arguments.c
TEXT_IS_MADE = "__smtcb_any_text"  # there, too: of an argument or an environment variable

_Object = tuple[int, int]
_NOTHING: _Object = (0, 0)  # what a variable holds that is set to NULL again


class HeapNames:
    """Of the objects of one execution."""

    def __init__(self, events: Iterable[TraceEvent], program: Program | None = None) -> None:
        self._outside = OutsideNames(program)
        self._lasting = None if program is None else _lasting(program)
        self._names: dict[_Object, str] = {}
        self._members: dict[tuple[str, int], str] = {}
        self._types: dict[_Object, CType] = {}  # of what a pointer to the object points to
        self._furthest: dict[_Object, int] = {}  # how far into the object anybody has come
        self._introduced: dict[_Object, tuple[str, int]] = {}  # the instruction by which the program got it
        self._arguments = 0  # of main, so far
        self._counts: dict[str, int] = {}
        self._numbers: dict[_Object, int] = {}
        self._holders: dict[str, set[_Object]] = {}  # variables that live as long as the program, and what they held
        self.add(events)

    def add(self, events: Iterable[TraceEvent]) -> None:
        """What happens next, or in another execution."""
        for event in events:
            for change in event.changes:
                self._note_furthest(change)
                if event.in_model:
                    self._thread(event, change)
                    self._argument(event, change)
                else:
                    self._note(event, change)
                    self._outside.note(change)
                    self._note_holder(event, change)
                    self._note_type(event, change)

    def _thread(self, event: TraceEvent, change: TracedValue) -> None:
        """What pthread_create keeps of a thread is no object of the program's."""
        found = _ADDRESS.fullmatch(change.value)
        if found and event.function == "pthread_create" and change.place.partition("$")[0] == "created":
            self._names.setdefault((int(found[1]), int(found[2])), "")

    def _argument(self, event: TraceEvent, change: TracedValue) -> None:
        """What main is called with is there before anything has a name for it."""
        if event.function == ARGUMENTS_ARE_MADE and change.kind == "write" and change.place.startswith("arguments["):
            found = _ADDRESS.fullmatch(change.value)
            if found:
                self._call((int(found[1]), int(found[2])), f"argv[{self._arguments}]")
            self._arguments += 1

    def is_new(self, event: TraceEvent, value: str) -> bool:
        """Is that the address of an object which the program gets by this instruction?"""
        found = _ADDRESS.fullmatch(value)
        return found is not None and self._introduced.get((int(found[1]), int(found[2]))) == (
            event.function,
            event.index,
        )

    def _note_furthest(self, change: TracedValue) -> None:
        for text in (change.target, change.value):
            for found in _ANY.finditer(text) if "heap object" in text else ():
                which = int(found[2]), int(found[3])
                self._furthest[which] = max(self._furthest.get(which, 0), int(found[4] or 0))

    def _note(self, event: TraceEvent, change: TracedValue) -> None:
        found = _ADDRESS.fullmatch(change.value)
        name = _holder_names(change)
        temporary = change.kind == "set" and change.place.startswith("t$")
        if found and change.kind in ("set", "write") and name and not temporary:
            which = int(found[1]), int(found[2])
            if which not in self._names:
                self._introduced[which] = event.function, event.index
            self._call(which, name[-1])
        target = _TARGET.fullmatch(change.target)
        # `*q->last` is not the member but what it leads to, which may be another one of the same object
        member = None if change.place.startswith("*") else _MEMBER.search(change.place)
        if target and member:
            which = int(target[1]), int(target[2])
            known = self._names.get(which)
            if known and self._may_have(which, member[1]):
                self._members.setdefault((known, int(target[3] or 0)), member[1])

    def _may_have(self, which: _Object, member: str) -> bool:
        """Is it a member of that object? `s->data[1]` may be an element of another one, which `data` points to."""
        pointed = self._types.get(which)
        if "[" not in member or pointed is None:
            return True
        members = pointed.members or () if isinstance(pointed, StructType) else ()
        arrays = {one.name for one in members if isinstance(unqualified(one.type), ArrayType | StructType)}
        return member.partition("[")[0].partition(".")[0] in arrays

    def _note_holder(self, event: TraceEvent, change: TracedValue) -> None:
        if change.kind not in ("set", "write") or isinstance(event.instruction, Call):
            return  # parameters have another name in another function
        found = _ADDRESS.fullmatch(change.value)
        place = change.target if change.kind == "write" else change.place.partition("$")[0]
        if found is None:
            if change.value == "NULL" and place in self._holders:
                self._holders[place].add(_NOTHING)
        elif self._lasts(place, change.kind, event.function):
            self._holders.setdefault(place, set()).add((int(found[1]), int(found[2])))

    def _lasts(self, place: str, kind: str, function: str) -> bool:
        """Is it a global variable, one of main's, or a part of one?"""
        name = _NAME.match(place)
        if name is None or name[0] == "t":
            return False
        if kind != "write":  # a register
            return function == "main" and name[0] == place
        is_one = name[0] == place or _PART.fullmatch(place) is not None
        return is_one and (self._lasting is None or name[0] in self._lasting)

    def _note_type(self, event: TraceEvent, change: TracedValue) -> None:
        found = _ADDRESS.fullmatch(change.value)
        pointed = _pointed_to(event) if found and change.kind in ("set", "write") else None
        if found and pointed is not None:
            which = int(found[1]), int(found[2])
            if not isinstance(self._types.get(which), StructType):
                self._types[which] = pointed

    def _call(self, which: _Object, name: str) -> None:
        if which not in self._names:
            self._names[which] = name
            self._counts[name] = self._counts.get(name, 0) + 1
            self._numbers[which] = self._counts[name]

    def text(self, text: str) -> str:
        """The text with the machine's names replaced."""
        return self._outside.text(_ANY.sub(self._replace, text) if "heap object" in text else text)

    def is_from_outside(self, value: str) -> bool:
        """Is that the address of an object that comes from a function without a body, or through an argument?"""
        return self._outside.is_one(value)

    def message(self, text: str) -> str:
        """The same for a sentence, in which an object without an offset is meant as such."""
        return self.text(_BARE.sub(lambda found: self.object(found[0]), text) if "heap object" in text else text)

    def object(self, text: str) -> str:
        """The name of a heap object as such: `*conn`."""
        found = _TARGET.fullmatch(text)
        return text if found is None else self._shown((int(found[1]), int(found[2]))) or text

    def _shown(self, which: _Object) -> str:
        name = self._names.get(which)
        return f"*{self._told_apart(which, name)}" if name else ""

    def _told_apart(self, which: _Object, name: str) -> str:
        if self._counts[name] == 1:
            return name
        for holder, held in self._holders.items():
            if held == {which} and holder not in self._counts:
                return holder
        return f"{name}#{self._numbers[which]}"

    def _replace(self, found: re.Match[str]) -> str:
        which, offset = (int(found[2]), int(found[3])), int(found[4] or 0)
        name = self._names.get(which)
        if not name:
            return found[0]
        shown = self._told_apart(which, name)
        if found[1] and not offset:
            return shown if "#" in shown else f"&*{shown}"
        element = self._element(which, offset, whole=bool(found[1])) if self._has_elements(which) else ""
        if element:
            return f"{found[1]}{shown}{element}"
        member = self._members.get((name, offset))
        if member is not None:
            return f"{found[1]}{shown}->{member}"
        part = self._part(which, offset)
        if part:
            return f"{found[1]}{shown}{part}"
        return f"{found[1]}*{shown}" + (f" + {offset}" if offset else "")

    def _has_elements(self, which: _Object) -> bool:
        """Is it an array, as from `calloc(n, sizeof *conns)`? Then a member says nothing without its element."""
        pointed = self._types.get(which)
        return pointed is not None and self._furthest[which] >= size_of(pointed) and _open_end(pointed) is None

    def _element(self, which: _Object, offset: int, whole: bool) -> str:
        """`[1].lock`; `whole`: an address, which is rather that of the element than of its first member."""
        pointed = self._types[which]
        element, offset = divmod(offset, size_of(pointed))
        text, rest = ("", 0) if whole and not offset else member_text(pointed, offset, 0)
        text, inside = _INSIDE.subn("", text)
        return "" if rest and not inside else f"[{element}]{text}"

    def _part(self, which: _Object, offset: int) -> str:
        """How C selects what lies there: `->opened`, `[2].lock`; empty if that is not known."""
        pointed = self._types.get(which)
        if pointed is None:
            return ""
        last = _open_end(pointed)
        if last is not None and offset >= last.offset:
            element, (text, rest) = 0, member_text(last.type, offset - last.offset, 0)
            text = f".{last.name}{text}"
        else:
            element, offset = divmod(offset, size_of(pointed))
            text, rest = member_text(pointed, offset, 0)
        text, inside = _INSIDE.subn("", text)
        if rest and not inside:
            return ""
        return f"[{element}]{text}" if element else text.replace(".", "->", 1)


def _lasting(program: Program) -> set[str]:
    """Variables that live as long as the program, or as main."""
    symbols = [*program.globals]
    if "main" in program.functions:
        symbols += program.functions["main"].locals
    return {one.source_name or one.name for one in symbols}


def _open_end(pointed: CType) -> Member | None:
    """The array at its end that may have more elements than it says: `char text[]`, `char text[1]`."""
    if not (isinstance(pointed, StructType) and pointed.members):
        return None
    last = pointed.members[-1]
    array = unqualified(last.type)
    return last if isinstance(array, ArrayType) and (array.count is None or array.count < 2) else None


def with_arrow(place: str) -> str:
    """`gate->open` for `(*gate).open`."""
    return _STARRED.sub(r"\1->", place)


def _holder_names(change: TracedValue) -> list[str]:
    """What the place is called that gets an address, the last name last: `table[1]`, `session.buffer`; `slots` for
    `q->slots[i]`."""
    if change.kind == "write" and _PART.fullmatch(change.target):
        return [change.target]
    place = change.place.partition("$")[0]
    while (shorter := _SUBSCRIPT.sub("", place)) != place:
        place = shorter
    return _NAME.findall(place)


def _pointed_to(event: TraceEvent) -> CType | None:
    """The type that a pointer points to which an instruction sets, if that is complete."""
    target = getattr(event.instruction, "target", None)
    pointer = target.type if isinstance(target, Register) else None
    if isinstance(event.instruction, Store):
        pointer = event.instruction.type
    if not isinstance(pointer, PointerType):
        return None
    pointed = unqualified(pointer.target)
    return None if isinstance(pointed, VoidType) or not size_of(pointed) else pointed
