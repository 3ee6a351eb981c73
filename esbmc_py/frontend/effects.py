"""What evaluating an expression reads and writes, by its syntax: does it matter which of two comes first?

Objects go by their names; whatever a pointer leads to is one object, `*`, which may be any whose address is taken
somewhere. Where threads meet (locks, joins, atomic objects), others may change whatever is not local: a step of that
kind disturbs all that looks there. That two operands do not disturb each other is no promise: arrays that are members,
for one, are exposed in ways that are not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.types import (
    ArrayType,
    CType,
    FunctionType,
    PointerType,
    QualifiedType,
    StructType,
    unqualified,
)

from .exposed_names import NOTHING_EXPOSED, ExposedNames
from .printing import is_output
from .scopes import FunctionName, GlobalName, MemoryPlace, RegisterPlace, Scope, TypedefName
from .syntax_nodes import c_ast

_POINTED_TO = "*"
_LOCAL = "local "
_EXPOSED = " &"  # at the end of a name: pointers may lead there
THROUGH_POINTER = "*"  # the function that is called, before the number of arguments
STEPS = frozenset({"++", "--", "p++", "p--"})
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


@dataclass(frozen=True, slots=True)
class Name:
    """What an identifier stands for: an object (an array, or not), or a function. Neither: nothing that matters."""

    object: str = ""
    is_array: bool = False
    function: str = ""
    atomic: bool = False  # it, or its elements
    leads_to_atomic: bool = False
    is_variable: bool = False


NOBODY = Name()


@dataclass(slots=True, eq=False)
class Effects:
    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)  # functions, as linked
    meets_others: bool = False  # a step that orders threads

    def disturbs(self, other: Effects) -> bool:
        return (
            self.changes(other) or (self.meets_others and other._is_seen()) or (other.meets_others and self._is_seen())
        )

    def changes(self, other: Effects) -> bool:
        """Does one of them write what the other reads or writes?"""
        return _meet(self.writes, other.reads | other.writes) or _meet(other.writes, self.reads)

    def _is_seen(self) -> bool:
        return self.meets_others or any(not name.startswith(_LOCAL) for name in self.reads | self.writes)

    def include(self, called: Effects) -> None:
        self.reads |= called.reads
        self.writes |= called.writes
        self.meets_others |= called.meets_others


def _meet(some: set[str], others: set[str]) -> bool:
    return bool(some & others) or _leads_to_one(some, others) or _leads_to_one(others, some)


def _leads_to_one(pointers: set[str], objects: set[str]) -> bool:
    return _POINTED_TO in pointers and any(name.endswith(_EXPOSED) for name in objects)


def effects_of_library(name: str, ctype: FunctionType | None) -> Effects:
    """By the types of its parameters: it writes through those that do not promise to write nothing."""
    found = Effects(meets_others=_is_meeting(name))
    if name in _KEEPS_A_TEXT:
        found.writes.add(name)
    if ctype is None or is_output(name) or (name.startswith(_LOCKS) and "get" not in name):
        return found
    for parameter in ctype.parameters:
        plain = unqualified(parameter)
        if isinstance(plain, PointerType):
            _follow(plain.target, found)
    return found


def _is_meeting(name: str) -> bool:
    return (name.startswith(_MEETINGS) or name in _ALSO_MEETINGS) and name not in _NO_MEETINGS


def _follow(target: CType, found: Effects) -> None:
    plain = unqualified(target)
    if isinstance(plain, FunctionType):
        found.calls.add(THROUGH_POINTER)
    elif isinstance(plain, StructType) and plain.tag == "_IO_FILE":
        found.writes.add("streams")
    else:
        found.reads.add(_POINTED_TO)
        if not _is_const(target):
            found.writes.add(_POINTED_TO)


def name_in(scope: Scope, name: str, exposed: ExposedNames = NOTHING_EXPOSED) -> Name:
    match scope.lookup(name):
        case FunctionName(name=linked):
            return Name(function=linked)
        case GlobalName(type=ctype) if _is_const(ctype):
            return _named("", ctype)
        case GlobalName(name=linked, type=ctype):
            return _named(linked + _mark(name, ctype, exposed), ctype)
        case RegisterPlace(type=ctype):
            return _named(_LOCAL + name, ctype)
        case MemoryPlace(type=ctype, atomic=atomic):
            return _named(_LOCAL + name + _mark(name, ctype, exposed), ctype, atomic)
        case _:
            return NOBODY


def _mark(name: str, ctype: CType, exposed: ExposedNames) -> str:
    return _EXPOSED if exposed.holds(name, is_array=isinstance(unqualified(ctype), ArrayType)) else ""


def _named(linked: str, ctype: CType, atomic: bool = False) -> Name:
    plain = unqualified(ctype)
    target = plain.target if isinstance(plain, PointerType) else None
    atomic = atomic or is_atomic(ctype)
    return Name(linked, isinstance(plain, ArrayType), "", atomic, is_atomic(target), is_variable=True)


def is_atomic(ctype: CType | None) -> bool:
    while isinstance(ctype, ArrayType):
        ctype = ctype.element
    return isinstance(ctype, QualifiedType) and ctype.atomic


def _is_const(ctype: CType) -> bool:
    while isinstance(ctype, ArrayType):
        ctype = ctype.element
    return isinstance(ctype, QualifiedType) and ctype.const


def names_of_function(definition: c_ast.FuncDef, scope: Scope, exposed: ExposedNames) -> Callable[[str], Name]:
    """Names as the body of a function knows them. Its automatic objects are nobody else's."""
    arguments = definition.decl.type.args
    parameters = [one for one in arguments.params if isinstance(one, c_ast.Decl)] if arguments is not None else []
    own = {one.name: _parameter(one, scope) for one in parameters}
    for one in _declarations(definition.body):
        if one.name is not None and "extern" not in (one.storage or ()):
            own[one.name] = _local(one, definition.decl.name, scope)
    return lambda name: own[name] if name in own else name_in(scope, name, exposed)


def _parameter(declaration: c_ast.Decl, scope: Scope) -> Name:
    """An array is a pointer there."""
    atomic = _is_declared_atomic(declaration.type, scope)
    is_pointer = isinstance(declaration.type, c_ast.PtrDecl | c_ast.ArrayDecl)
    return Name("", False, "", atomic and not is_pointer, atomic and is_pointer, is_variable=True)


def _local(declaration: c_ast.Decl, function: str, scope: Scope) -> Name:
    static = "static" in (declaration.storage or ())
    linked = f"{function}'s {declaration.name}{_EXPOSED}" if static else ""
    is_array = isinstance(declaration.type, c_ast.ArrayDecl)
    is_pointer, atomic = isinstance(declaration.type, c_ast.PtrDecl), _is_declared_atomic(declaration.type, scope)
    return Name(linked, is_array, "", atomic and not is_pointer, atomic and is_pointer, is_variable=True)


def _is_declared_atomic(node: c_ast.Node, scope: Scope) -> bool:
    """Is what is declared atomic, or what it leads to?"""
    while isinstance(node, c_ast.PtrDecl | c_ast.ArrayDecl):
        node = node.type
    if not isinstance(node, c_ast.TypeDecl):
        return False
    names = node.type.names if isinstance(node.type, c_ast.IdentifierType) else []
    known = scope.lookup(names[0]) if len(names) == 1 else None
    return "_Atomic" in (node.quals or ()) or (isinstance(known, TypedefName) and is_atomic(known.type))


def takes(definition: c_ast.FuncDef, count: int) -> bool:
    """Can it be called with so many arguments?"""
    arguments = definition.decl.type.args
    parameters = list(arguments.params) if arguments is not None else []
    fixed = [one for one in parameters if not isinstance(one, c_ast.EllipsisParam) and not _is_void(one)]
    return arguments is None or len(fixed) == count or (len(fixed) < count and len(fixed) < len(parameters))


def _is_void(parameter: c_ast.Node) -> bool:
    ctype = parameter.type
    return isinstance(ctype, c_ast.TypeDecl) and getattr(ctype.type, "names", None) == ["void"]


def _declarations(node: c_ast.Node) -> Iterator[c_ast.Decl]:
    pending = [node]
    while pending:
        one = pending.pop()
        if isinstance(one, c_ast.Decl):
            yield one
        pending += list(one)


def are_alike(one: c_ast.Node, other: c_ast.Node) -> bool:
    """Are they written in the same way?"""
    if type(one) is not type(other) or any(getattr(one, a) != getattr(other, a) for a in one.attr_names):
        return False
    mine, others = list(one), list(other)
    return len(mine) == len(others) and all(map(are_alike, mine, others))


def effects_of(node: c_ast.Node, name_of: Callable[[str], Name], atomic_members: frozenset[str]) -> Effects:
    found = _Finder(name_of, atomic_members)
    found.visit(node)
    return found.effects


def effects_of_place(node: c_ast.Node, name_of: Callable[[str], Name], atomic_members: frozenset[str]) -> Effects:
    """Of finding out where an lvalue is; what is there is not looked at."""
    found = _Finder(name_of, atomic_members)
    found.access(node)
    return found.effects


class _Finder:
    def __init__(self, name_of: Callable[[str], Name], atomic_members: frozenset[str]) -> None:
        self._name_of = name_of
        self._atomic_members = atomic_members
        self.effects = Effects()

    def visit(self, node: c_ast.Node) -> None:
        match node:
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
        known = self._name_of(name) if name else NOBODY
        self.effects.meets_others |= name.startswith((*_ATOMIC_CALLS, _ATOMIC_SECTIONS))
        if name.startswith(_ATOMIC_CALLS):
            self._atomic_call(name, arguments)
        elif known.function:
            self.effects.calls.add(known.function)
        elif known.is_variable or not name:
            self.visit(callee)
            self.effects.calls.add(f"{THROUGH_POINTER}{len(arguments)}")

    def _atomic_call(self, name: str, arguments: list[c_ast.Node]) -> None:
        match arguments[:1]:
            case [c_ast.UnaryOp(op="&", expr=target)]:
                place = self._place(target)
            case _:
                place = _POINTED_TO
        if place and arguments:
            self.effects.reads.add(place)
            if "load" not in name:
                self.effects.writes.add(place)

    def access(self, node: c_ast.Node, *kinds: set[str]) -> None:
        """An object is accessed in these ways; what its place is computed from is read."""
        place = self._place(node)
        if place:
            for kind in kinds:
                kind.add(place)
        if kinds and self._is_atomic(node):
            self.effects.meets_others = True

    def _is_atomic(self, node: c_ast.Node) -> bool:
        match node:
            case c_ast.ID(name=name):
                return self._name_of(name).atomic
            case c_ast.StructRef(field=c_ast.ID(name=name)):
                return name in self._atomic_members
            case c_ast.UnaryOp(op="*", expr=c_ast.ID(name=name)):
                return self._name_of(name).leads_to_atomic
            case c_ast.ArrayRef(name=c_ast.ID(name=name)):
                known = self._name_of(name)
                return known.atomic or known.leads_to_atomic
            case c_ast.ArrayRef(name=base):
                return self._is_atomic(base)
        return False

    def _place(self, node: c_ast.Node) -> str:
        """The object, after visiting what its place depends on; empty: nobody else's."""
        match node:
            case c_ast.ID(name=name):
                return self._name_of(name).object
            case c_ast.ArrayRef(name=base, subscript=index):
                self.visit(index)
                if isinstance(base, c_ast.ID) and not self._name_of(base.name).is_array:
                    self.visit(base)
                    return _POINTED_TO
                return self._place(base)
            case c_ast.StructRef(name=base, type="."):
                return self._place(base)
            case c_ast.StructRef(name=base):
                self.visit(base)
                return _POINTED_TO
            case c_ast.UnaryOp(op="*", expr=pointer):
                self.visit(pointer)
                return _POINTED_TO
            case _:
                self.visit(node)
                return _POINTED_TO
