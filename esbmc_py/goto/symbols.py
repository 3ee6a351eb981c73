"""Named things: where they stand in the source, and the objects that a program declares."""

from __future__ import annotations

from enum import StrEnum

from esbmc_py.goto.deferred import dataclass

from .types import CType


@dataclass(frozen=True, slots=True)
class SourceLocation:
    file: str
    line: int
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


NOWHERE = SourceLocation("<built-in>", 0)
COMPOUND_LITERAL = "a compound literal"  # what it is called: it has no name
CALLS_HANDLERS = "act"  # what calls signal handlers: in pthread_models/library/signal_delivery.c


class OpenOrder(StrEnum):
    """Of what C leaves the order open: objects that hold whether those that disturb each other go from the right."""

    OPERANDS = "operands from the right"
    ARGUMENTS = "arguments from the right"
    ASSIGNMENTS = "the right side of assignments first"


class Storage(StrEnum):
    GLOBAL = "global"  # one object for the whole run: globals, statics, string literals
    THREAD = "thread-local"  # one object per thread
    LOCAL = "local"  # one object per execution of its Declare, dead at its Dead or when its function returns


@dataclass(frozen=True, eq=False, slots=True)
class Symbol:
    """An object with a name. Two symbols are the same only if they are the same Python object."""

    name: str  # unique: among globals and thread-locals program-wide, among locals within the function
    type: CType
    size: int
    storage: Storage
    location: SourceLocation
    constant: bool = False  # a string literal, an initialiser image or defined const: writing to it is a violation
    source_name: str = ""  # as the programmer wrote it, where `name` had to be made unique
    outside: bool = False  # memory of functions without a body: nobody can judge what goes beyond its end, or frees it
    changes: bool = False  # somebody outside writes to it at any time: every read gives any value

    def __repr__(self) -> str:
        return f"<{self.storage} {self.name}>"


@dataclass(frozen=True, slots=True)
class Relocation:
    """Bytes of an initial image that hold an address: of `target` (an object or a function's name) plus `addend`."""

    offset: int
    target: Symbol | str
    addend: int = 0


@dataclass(frozen=True, slots=True)
class Image:
    """The initial contents of a global or thread-local object."""

    data: bytes
    relocations: tuple[Relocation, ...] = ()
