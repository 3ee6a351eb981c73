"""Syntax tree nodes for what gcc accepts beyond pycparser's C, and the attributes of a declaration.

They stand beside pycparser's own nodes in one tree, so its NodeVisitor and show() work on all of them.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.symbols import SourceLocation

from .syntax_nodes import c_ast


@dataclass(frozen=True, slots=True)
class Attribute:
    """`__attribute__((name(arguments)))`, the name without its underscores.

    `__asm__("symbol")` after a declarator is the attribute "asm" with the string literal as its argument, and a struct
    declared under `#pragma pack(n)` has the attribute "pragma_pack" with n.
    """

    name: str
    arguments: tuple[c_ast.Node, ...] = ()
    location: SourceLocation | None = None


_attributes: WeakKeyDictionary[c_ast.Node, tuple[Attribute, ...]] = WeakKeyDictionary()


def attributes_of(node: c_ast.Node) -> tuple[Attribute, ...]:
    """The attributes of a declaration (all that apply to it, wherever they stand) or of a struct, union or enum."""
    if isinstance(node, c_ast.FuncDef):
        node = node.decl
    return _attributes.get(node, ())


def add_attributes(node: c_ast.Node, attributes: list[Attribute]) -> None:
    if attributes:
        _attributes[node] = (*_attributes.get(node, ()), *attributes)


class _GnuNode(c_ast.Node):
    """A node whose children are listed by field name: a node, None, or a list of nodes (and None)."""

    __slots__ = ()
    child_names: tuple[str, ...] = ()

    def children(self) -> tuple[tuple[str, c_ast.Node], ...]:
        found: list[tuple[str, c_ast.Node]] = []
        for name in self.child_names:
            value = getattr(self, name)
            if isinstance(value, list):
                found += [(f"{name}[{index}]", item) for index, item in enumerate(value) if item is not None]
            elif value is not None:
                found.append((name, value))
        return tuple(found)

    def __iter__(self) -> Any:
        return iter(node for _, node in self.children())


class StatementExpression(_GnuNode):
    """`({ ... })`: runs the block; its value is that of the last expression statement."""

    __slots__ = ("__weakref__", "block", "coord")
    child_names = ("block",)

    def __init__(self, block: c_ast.Compound, coord: Any = None) -> None:
        self.block = block
        self.coord = coord


class Typeof(_GnuNode):
    """`typeof(operand)`, or `typeof_unqual(operand)`: stands where an IdentifierType stands."""

    __slots__ = ("__weakref__", "coord", "operand", "unqualified")
    child_names = ("operand",)

    def __init__(self, operand: c_ast.Node, unqualified: bool = False, coord: Any = None) -> None:
        self.operand = operand
        self.unqualified = unqualified
        self.coord = coord


def is_auto(node: c_ast.Decl | c_ast.Typedef) -> bool:
    """Whether the type of what is declared is that of its initialiser."""
    inner = node.type
    return (
        isinstance(inner, c_ast.TypeDecl)
        and isinstance(inner.type, c_ast.IdentifierType)
        and inner.type.names == ["__auto_type"]
    )


class RangeExpression(_GnuNode):
    """`low ... high`, both included: the expr of a Case, or a designator.

    In a designator list a plain c_ast.ID is always a *member*. The array designator `[NAME]` is therefore the range
    from NAME to NAME (both children are the same node); every other `[expression]` is the expression itself.
    """

    __slots__ = ("__weakref__", "coord", "high", "low")
    child_names = ("low", "high")

    def __init__(self, low: c_ast.Node, high: c_ast.Node, coord: Any = None) -> None:
        self.low = low
        self.high = high
        self.coord = coord


class AsmOperand(_GnuNode):
    """`[name] "constraint" (expr)`."""

    __slots__ = ("__weakref__", "constraint", "coord", "expr", "name")
    attr_names = ("name", "constraint")
    child_names = ("expr",)

    def __init__(self, name: str | None, constraint: str, expr: c_ast.Node, coord: Any = None) -> None:
        self.name = name
        self.constraint = constraint
        self.expr = expr
        self.coord = coord


class Asm(_GnuNode):
    """An asm statement, or a top-level asm. `template` is the text between the quotes, escapes untouched."""

    __slots__ = ("__weakref__", "clobbers", "coord", "inputs", "labels", "outputs", "template", "volatile")
    attr_names = ("template", "clobbers", "labels", "volatile")
    child_names = ("outputs", "inputs")

    def __init__(
        self,
        template: str,
        outputs: list[AsmOperand],
        inputs: list[AsmOperand],
        clobbers: list[str],
        labels: list[str],
        volatile: bool,
        coord: Any = None,
    ) -> None:
        self.template = template
        self.outputs = outputs
        self.inputs = inputs
        self.clobbers = clobbers
        self.labels = labels
        self.volatile = volatile
        self.coord = coord


class ComputedGoto(_GnuNode):
    """`goto *target;`"""

    __slots__ = ("__weakref__", "coord", "target")
    child_names = ("target",)

    def __init__(self, target: c_ast.Node, coord: Any = None) -> None:
        self.target = target
        self.coord = coord


class LabelAddress(_GnuNode):
    """`&&name`"""

    __slots__ = ("__weakref__", "coord", "name")
    attr_names = ("name",)

    def __init__(self, name: str, coord: Any = None) -> None:
        self.name = name
        self.coord = coord


class LocalLabels(_GnuNode):
    """`__label__ names;` at the start of a block."""

    __slots__ = ("__weakref__", "coord", "names")
    attr_names = ("names",)

    def __init__(self, names: list[str], coord: Any = None) -> None:
        self.names = names
        self.coord = coord


class GenericSelection(_GnuNode):
    """`_Generic(control, type: expr, default: expr)`; the default association has no Typename."""

    __slots__ = ("__weakref__", "associations", "control", "coord")

    def __init__(
        self, control: c_ast.Node, associations: list[tuple[c_ast.Typename | None, c_ast.Node]], coord: Any = None
    ) -> None:
        self.control = control
        self.associations = associations
        self.coord = coord

    def children(self) -> tuple[tuple[str, c_ast.Node], ...]:
        found: list[tuple[str, c_ast.Node]] = [("control", self.control)]
        for index, (typename, expression) in enumerate(self.associations):
            if typename is not None:
                found.append((f"types[{index}]", typename))
            found.append((f"expressions[{index}]", expression))
        return tuple(found)


class VaArg(_GnuNode):
    """`__builtin_va_arg(list, type)`"""

    __slots__ = ("__weakref__", "coord", "list", "type")
    child_names = ("list", "type")

    def __init__(self, source: c_ast.Node, type: c_ast.Typename, coord: Any = None) -> None:
        self.list = source
        self.type = type
        self.coord = coord


class Offsetof(_GnuNode):
    """`__builtin_offsetof(type, designator)`; the designator is a chain of StructRef and ArrayRef down to an ID."""

    __slots__ = ("__weakref__", "coord", "designator", "type")
    child_names = ("type", "designator")

    def __init__(self, type: c_ast.Typename, designator: c_ast.Node, coord: Any = None) -> None:
        self.type = type
        self.designator = designator
        self.coord = coord


class TypesCompatible(_GnuNode):
    """`__builtin_types_compatible_p(left, right)`"""

    __slots__ = ("__weakref__", "coord", "left", "right")
    child_names = ("left", "right")

    def __init__(self, left: c_ast.Typename, right: c_ast.Typename, coord: Any = None) -> None:
        self.left = left
        self.right = right
        self.coord = coord
