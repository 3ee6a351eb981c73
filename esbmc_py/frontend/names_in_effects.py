"""What identifiers stand for, as far as it matters to what expressions read and write."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.types import ArrayType, CType, PointerType, QualifiedType, is_scalar, unqualified

from .exposed_names import NOTHING_EXPOSED, ExposedNames
from .scopes import FunctionName, GlobalName, MemoryPlace, RegisterPlace, Scope, TypedefName
from .syntax_nodes import c_ast

_SCALARS = frozenset({"char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """An object, or a function. Neither: nothing that matters, like automatic objects of functions that are called."""

    object: str = ""
    function: str = ""
    is_variable: bool = False
    is_local: bool = False
    is_exposed: bool = False  # pointers may lead to it
    is_array: bool = False
    is_atomic: bool = False  # it, or its elements
    leads_to_atomic: bool = False
    leads_to_scalar: bool = False


NOBODY = Name()


def name_in(scope: Scope, name: str, exposed: ExposedNames = NOTHING_EXPOSED) -> Name:
    match scope.lookup(name):
        case FunctionName(name=linked):
            return Name(function=linked)
        case GlobalName(name=linked, type=ctype):
            return _variable("" if is_const(ctype) else linked, ctype, _is_exposed(name, ctype, exposed))
        case RegisterPlace(type=ctype):
            return _variable(f"local {name}", ctype, False, is_local=True)
        case MemoryPlace(type=ctype, atomic=atomic):
            return _variable(f"local {name}", ctype, _is_exposed(name, ctype, exposed), is_local=True, atomic=atomic)
    return NOBODY


def _is_exposed(name: str, ctype: CType, exposed: ExposedNames) -> bool:
    return exposed.holds(name, is_array=isinstance(unqualified(ctype), ArrayType))


def _variable(linked: str, ctype: CType, exposed: bool, *, is_local: bool = False, atomic: bool = False) -> Name:
    plain = unqualified(ctype)
    target = plain.target if isinstance(plain, PointerType) else None
    return Name(
        object=linked,
        is_variable=True,
        is_local=is_local,
        is_exposed=exposed,
        is_array=isinstance(plain, ArrayType),
        is_atomic=atomic or is_atomic(ctype),
        leads_to_atomic=is_atomic(target),
        leads_to_scalar=target is not None and is_scalar(unqualified(target)),
    )


def is_atomic(ctype: CType | None) -> bool:
    while isinstance(ctype, ArrayType):
        ctype = ctype.element
    return isinstance(ctype, QualifiedType) and ctype.atomic


def is_const(ctype: CType) -> bool:
    while isinstance(ctype, ArrayType):
        ctype = ctype.element
    return isinstance(ctype, QualifiedType) and ctype.const


def names_of_function(definition: c_ast.FuncDef, scope: Scope, exposed: ExposedNames) -> Callable[[str], Name]:
    """Names as the body of a function knows them. Its automatic objects are nobody else's."""
    function = definition.decl.name
    declared = [one for one in _parameters(definition) if isinstance(one, c_ast.Decl)]
    own = {one.name: _declared(one, function, scope, is_parameter=True) for one in declared}
    for one in _declarations(definition.body):
        if one.name is not None and "extern" not in (one.storage or ()):
            own[one.name] = _declared(one, function, scope, is_parameter=False)
    return lambda name: own[name] if name in own else name_in(scope, name, exposed)


def takes(definition: c_ast.FuncDef, count: int) -> bool:
    """Can it be called with so many arguments?"""
    arguments = definition.decl.type.args
    if arguments is None or definition.param_decls:
        return True
    fixed = [one for one in arguments.params if not isinstance(one, c_ast.EllipsisParam) and not _is_void(one)]
    return len(fixed) == count or (len(fixed) < count and isinstance(arguments.params[-1], c_ast.EllipsisParam))


def _is_void(parameter: c_ast.Node) -> bool:
    ctype = getattr(parameter, "type", None)
    return isinstance(ctype, c_ast.TypeDecl) and getattr(ctype.type, "names", None) == ["void"]


def _parameters(definition: c_ast.FuncDef) -> list[c_ast.Node]:
    arguments = definition.decl.type.args
    return definition.param_decls or (list(arguments.params) if arguments is not None else [])


def _declarations(node: c_ast.Node) -> Iterator[c_ast.Decl]:
    pending = [node]
    while pending:
        one = pending.pop()
        if isinstance(one, c_ast.Decl):
            yield one
        pending += list(one)


def _declared(declaration: c_ast.Decl, function: str, scope: Scope, *, is_parameter: bool) -> Name:
    """By the syntax of its declaration. A parameter that is declared as an array is a pointer."""
    ctype = declaration.type
    is_array = isinstance(ctype, c_ast.ArrayDecl) and not is_parameter
    is_pointer = isinstance(ctype, c_ast.PtrDecl | c_ast.ArrayDecl) and not is_array
    atomic = _is_atomic_at_last(ctype, scope)
    static = "static" in (declaration.storage or ())
    return Name(
        object=f"{function}'s {declaration.name}" if static else "",
        is_variable=True,
        is_exposed=static,
        is_array=is_array,
        is_atomic=atomic and not is_pointer,
        leads_to_atomic=atomic and is_pointer,
        leads_to_scalar=is_pointer and _is_declared_scalar(ctype.type, scope),
    )


def _is_atomic_at_last(node: c_ast.Node, scope: Scope) -> bool:
    """Is what is declared atomic, or what it leads to?"""
    while isinstance(node, c_ast.PtrDecl | c_ast.ArrayDecl):
        node = node.type
    known = _typedef(node, scope)
    return "_Atomic" in (getattr(node, "quals", None) or ()) or (known is not None and is_atomic(known))


def _is_declared_scalar(node: c_ast.Node, scope: Scope) -> bool:
    if isinstance(node, c_ast.PtrDecl):
        return True
    if not isinstance(node, c_ast.TypeDecl):
        return False
    known = _typedef(node, scope)
    if known is not None:
        return is_scalar(unqualified(known))
    names = getattr(node.type, "names", ())
    return isinstance(node.type, c_ast.Enum) or (bool(names) and _SCALARS.issuperset(names))


def _typedef(node: c_ast.Node, scope: Scope) -> CType | None:
    inner = node.type if isinstance(node, c_ast.TypeDecl) else None
    if not isinstance(inner, c_ast.IdentifierType) or len(inner.names) != 1:
        return None
    known = scope.lookup(inner.names[0])
    return known.type if isinstance(known, TypedefName) else None
