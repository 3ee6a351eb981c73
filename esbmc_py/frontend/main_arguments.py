"""What main is called with: fixed arguments, or any that the models of `arguments.c` make up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from esbmc_py.goto.expressions import AddressOf, Const, Expression
from esbmc_py.goto.instructions import Unsupported
from esbmc_py.goto.symbols import Image, Relocation, Symbol
from esbmc_py.goto.types import CHAR, INT, ArrayType, FunctionType

from .operators import convert
from .problems import location_of
from .scopes import Value
from .syntax_nodes import c_ast

if TYPE_CHECKING:
    from .builder import FunctionBuilder
    from .linking import Linking

PROGRAM_NAME = "./prog"  # argv[0]; the models of arbitrary arguments have it, too
ANY_COUNT = "__smtcb_any_count"
ANY_ARGUMENTS = "__smtcb_any_arguments"

CallWithValues: TypeAlias = "Callable[[str, FunctionType, list[Expression], Any], Value]"


def main_arguments(
    linker: Linking,
    call: CallWithValues,
    builder: FunctionBuilder,
    definition: c_ast.FuncDef,
    ctype: FunctionType,
    node: Any,
) -> list[Expression]:
    """The values for the parameters that main has."""
    if not ctype.parameters:
        return []
    used = [is_used(parameter, definition.body) for parameter in _parameters(definition)] + [False] * 3
    if used[2]:
        builder.emit(Unsupported("the list of all environment variables", location_of(definition)))
    pointer = linker.architecture.pointer(CHAR)
    fixed = linker.semantics.surroundings.arguments
    count: Expression
    arguments: Expression
    if fixed is None and (used[0] or used[1]):
        counted = call(ANY_COUNT, FunctionType(INT, (), False), [], node)
        assert isinstance(counted, Expression)
        count = counted
    else:
        count = Const(1 + len(fixed or ()), INT)
    if fixed is None and used[1]:
        made_type = FunctionType(linker.architecture.pointer(pointer), (INT,), False)
        made = call(ANY_ARGUMENTS, made_type, [count], node)
        assert isinstance(made, Expression)
        arguments = made
    else:
        arguments = _list(linker, "argv", [PROGRAM_NAME, *(fixed or ())])
    values = [count, arguments, _list(linker, "envp", [])]
    return [
        convert(value, parameter)  # type: ignore[arg-type]
        for value, parameter in zip(values, ctype.parameters, strict=False)
    ]


def text_object(linker: Linking, name: str, text: str) -> Symbol:
    """A text that the program may write to, as it may to what it is called with."""
    data = text.encode("utf-8", "surrogateescape") + b"\0"
    return linker.objects.constant(name, ArrayType(CHAR, len(data)), Image(data), len(data), constant=False)


def list_object(linker: Linking, name: str, texts: Sequence[str]) -> Symbol:
    """An array of pointers to texts that ends with null."""
    pointer = linker.architecture.pointer(CHAR)
    objects = [text_object(linker, f"{name}[{index}]", text) for index, text in enumerate(texts)]
    relocations = tuple(Relocation(index * pointer.size, target) for index, target in enumerate(objects))
    size = (len(objects) + 1) * pointer.size
    image = Image(bytes(size), relocations)
    return linker.objects.constant(name, ArrayType(pointer, len(objects) + 1), image, size, constant=False)


def _list(linker: Linking, name: str, texts: Sequence[str]) -> Expression:
    symbol = list_object(linker, name, texts)
    return AddressOf(symbol, linker.architecture.pointer(linker.architecture.pointer(CHAR)))


def _parameters(definition: c_ast.FuncDef) -> list[str | None]:
    """The names of main's parameters, in the order of its list."""
    declared = definition.decl.type.args
    return [getattr(parameter, "name", None) for parameter in declared.params] if declared is not None else []


def is_used(name: str | None, node: Any) -> bool:
    """Is there a variable of that name in a piece of the program? `(void)name` is no use of it."""
    pending = [node]
    while pending and name is not None:
        node = pending.pop()
        if isinstance(node, c_ast.ID) and node.name == name:
            return True
        if not (isinstance(node, c_ast.Cast) and _is_void(node.to_type) and isinstance(node.expr, c_ast.ID)):
            pending.extend(child for _, child in node.children())
    return False


def _is_void(node: Any) -> bool:
    declared = getattr(node, "type", None)
    return isinstance(declared, c_ast.TypeDecl) and getattr(declared.type, "names", None) == ["void"]
