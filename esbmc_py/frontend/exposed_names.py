"""Names of objects and members that pointers may lead to, by the syntax of a file: whatever is called so, anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from esbmc_py.goto.deferred import dataclass

from .syntax_nodes import c_ast


@dataclass(frozen=True, slots=True)
class ExposedNames:
    """An array whose name is not only subscripted stands for its address there."""

    addressed: frozenset[str] = frozenset()  # behind `&`
    bare: frozenset[str] = frozenset()  # not subscripted
    addressed_members: frozenset[str] = frozenset()
    bare_members: frozenset[str] = frozenset()

    def __or__(self, other: ExposedNames) -> ExposedNames:
        return ExposedNames(
            self.addressed | other.addressed,
            self.bare | other.bare,
            self.addressed_members | other.addressed_members,
            self.bare_members | other.bare_members,
        )

    def holds(self, name: str, *, is_array: bool) -> bool:
        return name in self.addressed or (is_array and name in self.bare)

    def holds_member(self, name: str, *, is_array: bool) -> bool:
        return name in self.addressed_members or (is_array and name in self.bare_members)


NOTHING_EXPOSED = ExposedNames()


def exposed_names(nodes: Iterable[c_ast.Node]) -> ExposedNames:
    found = _Scan()
    pending = list(nodes)
    while pending:
        pending += found.look_at(pending.pop())
    return ExposedNames(*map(frozenset, (found.addressed, found.bare, found.addressed_members, found.bare_members)))


class _Scan:
    def __init__(self) -> None:
        self.addressed: set[str] = set()
        self.bare: set[str] = set()
        self.addressed_members: set[str] = set()
        self.bare_members: set[str] = set()

    def look_at(self, node: c_ast.Node) -> Iterable[c_ast.Node]:
        """What is inside, and has to be looked at, too."""
        match node:
            case c_ast.UnaryOp(op="&", expr=target):
                for part in _parts(target):
                    self._add(part, self.addressed, self.addressed_members)
                return node
            case c_ast.ArrayRef(name=c_ast.ID(), subscript=index):
                return (index,)
            case c_ast.ArrayRef(name=c_ast.StructRef(name=base), subscript=index):
                return (base, index)
            case c_ast.StructRef(name=base):
                self._add(node, self.bare, self.bare_members)
                return (base,)
            case c_ast.ID():
                self._add(node, self.bare, self.bare_members)
        return node

    def _add(self, node: c_ast.Node, objects: set[str], members: set[str]) -> None:
        if isinstance(node, c_ast.ID):
            objects.add(node.name)
        elif isinstance(node, c_ast.StructRef):
            members.add(node.field.name)


def _parts(node: c_ast.Node) -> Iterator[c_ast.Node]:
    """An lvalue, and what it is a part of."""
    while True:
        yield node
        if not isinstance(node, c_ast.ArrayRef) and not (isinstance(node, c_ast.StructRef) and node.type == "."):
            return
        node = node.name
