"""What evaluating an expression reads and writes, by its syntax: does it matter which of two comes first?

Objects go by their names, and the members of structures by theirs. What a pointer leads to may be any object whose
address is taken somewhere. Where threads meet (locks, joins, atomic objects), others may change whatever is not local:
a step of that kind disturbs all that looks there. That two operands do not disturb each other is no promise: members of
unions are different ones, for instance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from functools import partial

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.types import FunctionType, PointerType, StructType, is_scalar, unqualified

from .names_in_effects import NOBODY, Name, is_const
from .printing import is_output
from .syntax_nodes import c_ast

STEPS = frozenset({"++", "--", "p++", "p--"})
THROUGH_POINTER = "*"  # the function that is called, before the number of arguments
_NOT_EVALUATED = frozenset({"sizeof", "_Alignof", "__alignof__"})
_ATOMIC_CALLS = ("__atomic_", "__sync_")
_ATOMIC_SECTIONS = "__VERIFIER_atomic_"
_LOCKS = (
    *("pthread_mutex_", "pthread_cond_", "pthread_rwlock_", "pthread_spin_", "pthread_barrier_"),
    *("sem_", "mtx_", "cnd_"),
)
_MEETINGS = (*_LOCKS, "pthread_", "thrd_", "recv", "send", "poll", "select", "epoll_", "mq_", "sig", "wait")
_ALSO_MEETINGS = frozenset({"call_once", "read", "accept", "connect", "raise", "kill", "pause", "fork", "alarm"})
_NO_MEETINGS = frozenset({"pthread_self", "pthread_equal", "pthread_getspecific", "thrd_current", "thrd_equal"})
_KEEPS_A_TEXT = frozenset({"strtok"})  # between its calls
_ANYTHING = "*"
_SCALAR = "a scalar"


@dataclass(frozen=True, slots=True)
class TouchedName:
    """An object, or a member of it."""

    base: str  # `_ANYTHING`: what a pointer leads to
    member: str = ""  # empty: all of it
    is_exposed: bool = False  # pointers may lead to the object
    has_exposed_member: bool = False
    is_local: bool = False

    def meets(self, other: TouchedName) -> bool:
        return self._may_be(other) and self._may_overlap(other)

    def _may_be(self, other: TouchedName) -> bool:
        if self.base == other.base:
            return True
        return (self.base == _ANYTHING and other.is_exposed) or (other.base == _ANYTHING and self.is_exposed)

    def _may_overlap(self, other: TouchedName) -> bool:
        if self.member == other.member or not self.member or not other.member:
            return True
        if self.member == _SCALAR:
            return other.has_exposed_member
        return other.member == _SCALAR and self.has_exposed_member


POINTED_TO = TouchedName(_ANYTHING, is_exposed=True)
SCALAR_POINTED_TO = TouchedName(_ANYTHING, _SCALAR, is_exposed=True)


@dataclass(slots=True, eq=False)
class Effects:
    reads: set[TouchedName] = field(default_factory=set)
    writes: set[TouchedName] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)  # functions, as linked
    meets_others: bool = False  # a step that orders threads

    def disturbs(self, other: Effects) -> bool:
        return (
            (self.meets_others and other._is_seen()) or (other.meets_others and self._is_seen()) or self.changes(other)
        )

    def changes(self, other: Effects) -> bool:
        """Does one of them write what the other reads or writes?"""
        return _meet(self.writes, other.reads | other.writes) or _meet(other.writes, self.reads)

    def _is_seen(self) -> bool:
        return self.meets_others or any(one.is_exposed or not one.is_local for one in self.reads | self.writes)

    def include(self, called: Effects) -> None:
        self.reads |= called.reads
        self.writes |= called.writes
        self.meets_others |= called.meets_others


def _meet(some: set[TouchedName], others: set[TouchedName]) -> bool:
    return not some.isdisjoint(others) or any(one.meets(other) for one in some for other in others)


@dataclass(frozen=True, slots=True)
class KnownNames:
    """What is known of the names in an expression."""

    name_of: Callable[[str], Name]
    atomic_members: frozenset[str]
    array_members: frozenset[str]  # that are never anything else
    is_exposed_member: Callable[[str], bool]
    library: Callable[[str], FunctionType | None]  # of functions that are not the program's own


def effects_of(node: c_ast.Node, around: KnownNames) -> Effects:
    found = _Finder(around)
    found.visit(node)
    return found.effects


def effects_of_place(node: c_ast.Node, around: KnownNames) -> Effects:
    """Of finding out where an lvalue is; what is there is not looked at."""
    found = _Finder(around)
    found.access(node)
    return found.effects


def effects_of_library(name: str, ctype: FunctionType | None) -> Effects:
    """By the types of its parameters: it writes through those that do not promise to write nothing."""
    found = Effects()
    _call_library(found, name, ctype, ())
    return found


def _call_library(
    found: Effects, name: str, ctype: FunctionType | None, handed: Iterable[set[TouchedName] | None]
) -> None:
    """`handed`: what is at the addresses that are arguments, where this is known."""
    is_meeting = name.startswith(_MEETINGS) or name in _ALSO_MEETINGS
    found.meets_others |= is_meeting and name not in _NO_MEETINGS
    if name in _KEEPS_A_TEXT:
        found.writes.add(TouchedName(name))
    if ctype is None or is_output(name) or (name.startswith(_LOCKS) and "get" not in name):
        return
    known = list(handed)
    for index, parameter in enumerate(ctype.parameters):
        plain = unqualified(parameter)
        if isinstance(plain, PointerType):
            _follow(plain, found, known[index] if index < len(known) else None)


def _follow(pointer: PointerType, found: Effects, handed: set[TouchedName] | None) -> None:
    target = unqualified(pointer.target)
    if isinstance(target, FunctionType):
        found.calls.add(THROUGH_POINTER)
    elif isinstance(target, StructType) and target.tag == "_IO_FILE":
        found.writes.add(TouchedName("streams"))
    else:
        touched = handed if handed is not None else {SCALAR_POINTED_TO if is_scalar(target) else POINTED_TO}
        found.reads |= touched
        if not is_const(pointer.target):
            found.writes |= touched


class _Finder:
    def __init__(self, around: KnownNames) -> None:
        self._around = around
        self.effects = Effects()

    def visit(self, node: c_ast.Node) -> None:
        match node:
            case c_ast.ID(name=name) if self._around.name_of(name).is_array:
                pass  # its address
            case c_ast.StructRef(field=c_ast.ID(name=name)) if name in self._around.array_members:
                self.access(node)
            case c_ast.ID() | c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*"):
                self.access(node, self.effects.reads)
            case c_ast.Assignment(op=op, lvalue=target, rvalue=value):
                self.access(target, self.effects.writes, *([] if op == "=" else [self.effects.reads]))
                self.visit(value)
            case c_ast.UnaryOp(op=op, expr=target) if op in STEPS:
                self.access(target, self.effects.writes, self.effects.reads)
            case c_ast.UnaryOp(op="&", expr=target):
                self.access(target)
            case c_ast.UnaryOp(op=op) if op in _NOT_EVALUATED:
                pass
            case c_ast.FuncCall(name=callee, args=arguments):
                self._call(callee, list(arguments or ()))
            case c_ast.Decl(init=init):
                if init is not None:
                    self.visit(init)
            case c_ast.Typename():
                pass
            case _:
                for child in node:
                    self.visit(child)

    def _call(self, callee: c_ast.Node, arguments: list[c_ast.Node]) -> None:
        for argument in arguments:
            self.visit(argument)
        name = callee.name if isinstance(callee, c_ast.ID) else ""
        known = self._around.name_of(name) if name else NOBODY
        self.effects.meets_others |= name.startswith((*_ATOMIC_CALLS, _ATOMIC_SECTIONS))
        if name.startswith(_ATOMIC_CALLS):
            self._atomic_call(name, arguments)
        elif known.function:
            self._call_function(known.function, arguments)
        elif known.is_variable or not name:
            self.visit(callee)
            self.effects.calls.add(f"{THROUGH_POINTER}{len(arguments)}")

    def _call_function(self, name: str, arguments: list[c_ast.Node]) -> None:
        ctype = self._around.library(name)
        if ctype is None:
            self.effects.calls.add(name)
        else:
            _call_library(self.effects, name, ctype, map(self._handed, arguments))

    def _atomic_call(self, name: str, arguments: list[c_ast.Node]) -> None:
        for argument in arguments[:1]:
            handed = self._handed(argument)
            touched = {SCALAR_POINTED_TO} if handed is None else handed
            self.effects.reads |= touched
            if "load" not in name:
                self.effects.writes |= touched

    def _handed(self, argument: c_ast.Node) -> set[TouchedName] | None:
        """What is at an address, if its expression tells."""
        match argument:
            case c_ast.Cast(expr=inner):
                return self._handed(inner)
            case c_ast.UnaryOp(op="&", expr=target):
                return self._places(target)
            case c_ast.ID(name=name) if self._around.name_of(name).is_array:
                return self._places(argument)
            case c_ast.Constant():
                return set()
        return None

    def access(self, node: c_ast.Node, *kinds: set[TouchedName]) -> None:
        """An object is accessed in these ways; what its place is computed from is read."""
        places = self._places(node)
        for kind in kinds:
            kind |= places
        if kinds and self._is_atomic(node):
            self.effects.meets_others = True

    def _is_atomic(self, node: c_ast.Node) -> bool:
        match node:
            case c_ast.ID(name=name):
                return self._around.name_of(name).is_atomic
            case c_ast.StructRef(field=c_ast.ID(name=name)):
                return name in self._around.atomic_members
            case c_ast.UnaryOp(op="*", expr=c_ast.ID(name=name)):
                return self._around.name_of(name).leads_to_atomic
            case c_ast.ArrayRef(name=c_ast.ID(name=name)):
                known = self._around.name_of(name)
                return known.is_atomic or known.leads_to_atomic
            case c_ast.ArrayRef(name=base):
                return self._is_atomic(base)
        return False

    def _places(self, node: c_ast.Node) -> set[TouchedName]:
        """The objects that it may be, after visiting what its place depends on; none: nobody else's."""
        match node:
            case c_ast.ID(name=name):
                known = self._around.name_of(name)
                is_local, exposed = known.is_local, known.is_exposed
                return {TouchedName(known.object, "", exposed, False, is_local)} if known.object else set()
            case c_ast.ArrayRef(name=base, subscript=index):
                self.visit(index)
                return self._elements(base)
            case c_ast.StructRef(name=base, type=".", field=c_ast.ID(name=name)):
                return set(map(partial(self._member, name), self._places(base)))
            case c_ast.StructRef(name=base, field=c_ast.ID(name=name)):
                self.visit(base)
                return {self._member(name, POINTED_TO)}
            case c_ast.UnaryOp(op="*", expr=c_ast.ID(name=name)) if self._around.name_of(name).leads_to_scalar:
                self.visit(node.expr)
                return {SCALAR_POINTED_TO}
            case c_ast.UnaryOp(op="*", expr=pointer):
                self.visit(pointer)
                return {POINTED_TO}
        self.visit(node)
        return {POINTED_TO}

    def _elements(self, base: c_ast.Node) -> set[TouchedName]:
        """Of an array, or where a pointer leads; of a member, it may be both."""
        match base:
            case c_ast.ID(name=name) if not self._around.name_of(name).is_array:
                self.visit(base)
                return {SCALAR_POINTED_TO if self._around.name_of(name).leads_to_scalar else POINTED_TO}
            case c_ast.StructRef():
                self.visit(base)
                return self._places(base) | {SCALAR_POINTED_TO}
        return self._places(base)

    def _member(self, name: str, whole: TouchedName) -> TouchedName:
        if whole.member and whole.member != _SCALAR:
            return whole  # a member of a member
        exposed = self._around.is_exposed_member(name)
        return TouchedName(whole.base, name, whole.is_exposed, exposed, whole.is_local)
