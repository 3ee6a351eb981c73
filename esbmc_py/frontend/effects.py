"""What evaluating an expression reads and writes, by its syntax: does it matter which of two comes first?

Objects go by their names; whatever a pointer leads to is one object, `*`, and what a call is handed by `&x`. Where
threads meet (locks, joins, atomic objects), others may change whatever is not local: a step of that kind disturbs all
that looks there. That two operands do not disturb each other is no promise: stored pointers lead anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.types import ArrayType, CType, FunctionType, PointerType, QualifiedType, unqualified

from .scopes import FunctionName, GlobalName, MemoryPlace, RegisterPlace, Scope
from .syntax_nodes import c_ast

_POINTED_TO = "*"
_LOCAL = "local "
THROUGH_POINTER = "*"  # the function that is called
STEPS = frozenset({"++", "--", "p++", "p--"})
_NOT_EVALUATED = frozenset({"sizeof", "_Alignof", "__alignof__"})
_ATOMIC_CALLS = ("__atomic_", "__sync_", "__VERIFIER_atomic_")
_MEETINGS = ("pthread_", "sem_", "mtx_", "cnd_", "thrd_")
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
    calls: dict[str, set[str]] = field(default_factory=dict)  # functions, as linked: objects that they are handed
    meets_others: bool = False  # a step that orders threads

    def disturbs(self, other: Effects) -> bool:
        return bool(
            self.writes & (other.reads | other.writes)
            or self.reads & other.writes
            or (self.meets_others and other._is_seen())
            or (other.meets_others and self._is_seen())
        )

    def _is_seen(self) -> bool:
        return self.meets_others or any(not name.startswith(_LOCAL) for name in self.reads | self.writes)

    def include(self, called: Effects, handed: Iterable[str] = ()) -> None:
        """What a call does: where it follows pointers, it may be to what it was handed."""
        self.reads |= called.reads
        self.writes |= called.writes
        if _POINTED_TO in called.reads:
            self.reads.update(handed)
        if _POINTED_TO in called.writes:
            self.writes.update(handed)
        self.meets_others |= called.meets_others


def effects_of_library(name: str, ctype: FunctionType | None) -> Effects:
    """By the types of its parameters: it writes through those that do not promise to write nothing."""
    found = Effects(meets_others=name.startswith(_MEETINGS) and name not in _NO_MEETINGS)
    for parameter in ctype.parameters if ctype is not None else ():
        plain = unqualified(parameter)
        if isinstance(plain, PointerType) and not isinstance(plain.target, FunctionType):
            found.reads.add(_POINTED_TO)
            if not _is_const(plain.target):
                found.writes.add(_POINTED_TO)
    if name in _KEEPS_A_TEXT:
        found.writes.add(name)
    return found


def name_in(scope: Scope, name: str) -> Name:
    match scope.lookup(name):
        case FunctionName(name=linked):
            return Name(function=linked)
        case GlobalName(name=linked, type=ctype):
            return _named("" if _is_const(ctype) else linked, ctype)
        case RegisterPlace(type=ctype):
            return _named(_LOCAL + name, ctype)
        case MemoryPlace(type=ctype, atomic=atomic):
            return _named(_LOCAL + name, ctype, atomic)
        case _:
            return NOBODY


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


def names_of_function(definition: c_ast.FuncDef, scope: Scope) -> Callable[[str], Name]:
    """Names as the body of a function knows them. Its automatic objects are nobody else's."""
    arguments = definition.decl.type.args
    parameters = [getattr(one, "name", None) for one in arguments.params] if arguments is not None else []
    own = {name: Name(is_variable=True) for name in parameters if name is not None}
    for one in _declarations(definition.body):
        storage = one.storage or ()
        static = f"{definition.decl.name}'s {one.name}" if "static" in storage else ""
        if one.name is not None and "extern" not in storage:
            own[one.name] = Name(static, isinstance(one.type, c_ast.ArrayDecl), is_variable=True)
    return lambda name: own[name] if name in own else name_in(scope, name)


def _declarations(node: c_ast.Node) -> Iterator[c_ast.Decl]:
    pending = [node]
    while pending:
        one = pending.pop()
        if isinstance(one, c_ast.Decl):
            yield one
        pending += list(one)


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
        known = self._name_of(callee.name) if isinstance(callee, c_ast.ID) else NOBODY
        if isinstance(callee, c_ast.ID) and callee.name.startswith(_ATOMIC_CALLS):
            self.effects.meets_others = True
            objects = self._handed(arguments[:1]) or {_POINTED_TO}
            self.effects.reads |= objects
            if "load" not in callee.name:
                self.effects.writes |= objects
        elif known.function:
            self.effects.calls.setdefault(known.function, set()).update(self._handed(arguments))
        elif known.is_variable or not isinstance(callee, c_ast.ID):
            self.visit(callee)
            self.effects.calls.setdefault(THROUGH_POINTER, set()).update(self._handed(arguments))

    def _handed(self, arguments: list[c_ast.Node]) -> set[str]:
        """Objects whose addresses are arguments."""
        found = set()
        for argument in arguments:
            match argument:
                case c_ast.UnaryOp(op="&", expr=target):
                    found.add(self._place(target))
                case c_ast.ID(name=name) if self._name_of(name).is_array:
                    found.add(self._name_of(name).object)
        return found - {""}

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
