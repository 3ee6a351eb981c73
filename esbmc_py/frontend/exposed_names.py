"""Names of objects that pointers may lead to, by the syntax of a file: whatever is called so, in any function."""

from __future__ import annotations

from collections.abc import Iterable

from esbmc_py.goto.deferred import dataclass

from .syntax_nodes import c_ast


@dataclass(frozen=True, slots=True)
class ExposedNames:
    addressed: frozenset[str] = frozenset()  # behind `&`
    bare: frozenset[str] = frozenset()  # not only as what is subscripted: an array stands for its address there

    def __or__(self, other: ExposedNames) -> ExposedNames:
        return ExposedNames(self.addressed | other.addressed, self.bare | other.bare)

    def holds(self, name: str, *, is_array: bool) -> bool:
        return name in self.addressed or (is_array and name in self.bare)


NOTHING_EXPOSED = ExposedNames()


def exposed_names(nodes: Iterable[c_ast.Node]) -> ExposedNames:
    addressed, bare, pending = set(), set(), list(nodes)
    while pending:
        node = pending.pop()
        match node:
            case c_ast.UnaryOp(op="&", expr=target):
                addressed.add(_root(target))
            case c_ast.ArrayRef(name=c_ast.ID(), subscript=index):
                pending.append(index)
                continue
            case c_ast.StructRef(name=base):
                pending.append(base)  # the name of a member is none of an object
                continue
            case c_ast.ID(name=name):
                bare.add(name)
        pending += list(node)
    return ExposedNames(frozenset(addressed), frozenset(bare))


def _root(node: c_ast.Node) -> str:
    """The object that an lvalue is a part of; of what a pointer leads to, nothing."""
    while True:
        match node:
            case c_ast.ArrayRef(name=inner) | c_ast.StructRef(name=inner, type="."):
                node = inner
            case c_ast.ID(name=name):
                return name
            case _:
                return ""
