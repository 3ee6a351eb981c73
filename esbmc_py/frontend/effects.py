"""What evaluating an expression reads and writes, by its syntax: does it matter which of two comes first?

Objects go by their names; whatever a pointer leads to is one object, `*`. Functions of the library are left out, and so
are calls through pointers: that two operands do not disturb each other is no promise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.types import ArrayType, unqualified

from .scopes import FunctionName, GlobalName, MemoryPlace, RegisterPlace, Scope
from .syntax_nodes import c_ast

_POINTED_TO = "*"
STEPS = frozenset({"++", "--", "p++", "p--"})
_NOT_EVALUATED = frozenset({"sizeof", "_Alignof", "__alignof__"})


@dataclass(frozen=True, slots=True)
class Name:
    """What an identifier stands for: an object (an array, or not), or a function. Neither: nothing that matters."""

    object: str = ""
    is_array: bool = False
    function: str = ""


@dataclass(slots=True, eq=False)
class Effects:
    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)  # functions, as linked

    def disturbs(self, other: Effects) -> bool:
        return bool(self.writes & (other.reads | other.writes) or self.reads & other.writes)


def name_in(scope: Scope, name: str) -> Name:
    match scope.lookup(name):
        case FunctionName(name=linked):
            return Name(function=linked)
        case GlobalName(name=linked, type=ctype):
            return Name(linked, isinstance(unqualified(ctype), ArrayType))
        case RegisterPlace() | MemoryPlace() as place:
            return Name(f"local {name}", isinstance(unqualified(place.type), ArrayType))
        case _:
            return Name()


def names_of_function(definition: c_ast.FuncDef, scope: Scope) -> Callable[[str], Name]:
    """Names as the body of a function knows them. Its automatic objects are nobody else's."""
    arguments = definition.decl.type.args
    parameters = [getattr(one, "name", None) for one in arguments.params] if arguments is not None else []
    own = {name: Name() for name in parameters if name is not None}
    for one in _declarations(definition.body):
        storage = one.storage or ()
        static = f"{definition.decl.name}'s {one.name}" if "static" in storage else ""
        if one.name is not None and "extern" not in storage:
            own[one.name] = Name(static, isinstance(one.type, c_ast.ArrayDecl))
    return lambda name: own[name] if name in own else name_in(scope, name)


def _declarations(node: c_ast.Node) -> Iterator[c_ast.Decl]:
    pending = [node]
    while pending:
        one = pending.pop()
        if isinstance(one, c_ast.Decl):
            yield one
        pending += list(one)


def effects_of(node: c_ast.Node, name_of: Callable[[str], Name]) -> Effects:
    found = _Finder(name_of)
    found.visit(node)
    return found.effects


class _Finder:
    def __init__(self, name_of: Callable[[str], Name]) -> None:
        self._name_of = name_of
        self.effects = Effects()

    def visit(self, node: c_ast.Node) -> None:
        match node:
            case c_ast.ID() | c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*"):
                self._access(node, self.effects.reads)
            case c_ast.Assignment(op=op, lvalue=target, rvalue=value):
                self._access(target, self.effects.writes, *([] if op == "=" else [self.effects.reads]))
                self.visit(value)
            case c_ast.UnaryOp(op=op, expr=target) if op in STEPS:
                self._access(target, self.effects.writes, self.effects.reads)
            case c_ast.UnaryOp(op="&", expr=target):
                self._access(target)
            case c_ast.UnaryOp(op=op) if op in _NOT_EVALUATED:
                pass
            case c_ast.FuncCall(name=callee, args=arguments):
                called = self._name_of(callee.name).function if isinstance(callee, c_ast.ID) else ""
                if called:
                    self.effects.calls.add(called)
                else:
                    self.visit(callee)
                for argument in arguments or ():
                    self.visit(argument)
            case c_ast.Decl(init=init):
                if init is not None:
                    self.visit(init)
            case c_ast.Typename():
                pass
            case _:
                for child in node:
                    self.visit(child)

    def _access(self, node: c_ast.Node, *kinds: set[str]) -> None:
        """An object is accessed in these ways; what its place is computed from is read."""
        place = self._place(node)
        if place:
            for kind in kinds:
                kind.add(place)

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
