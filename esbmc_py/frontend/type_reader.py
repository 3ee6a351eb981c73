"""From the syntax of declarations to C types."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from esbmc_py.goto.expressions import Const, Expression
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import (
    INT,
    UNSIGNED,
    ArrayType,
    CType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    QualifiedType,
    StructType,
    VoidType,
    is_scalar,
    unqualified,
)

from . import gnu_ast
from .architecture import DOUBLE, FLOAT, promote, storable
from .attributes import require_supported
from .layout import Field, lay_out
from .operators import binary, convert
from .problems import TypeProblem, UnsupportedConstruct, location_of
from .scopes import EnumConstant, Poison, RegisterPlace, TypedefName, VariableArrayType, size_expression
from .syntax_nodes import c_ast

if TYPE_CHECKING:
    from .evaluating import FunctionAround

_MODES = {"QI": 8, "HI": 16, "SI": 32, "DI": 64, "TI": 128, "byte": 8}
_FLOAT_MODES = {"SF": FLOAT, "DF": DOUBLE}
_UNSUPPORTED_WORDS = {"_Complex", "__complex__", "_Float128", "__float128", "_Float64x", "_Decimal64", "_Decimal32",
                      "_Decimal128", "_Float16", "_Imaginary"}  # fmt: skip


class TypeReader:
    """Reads type syntax in the scope that is current in the lowering it belongs to."""

    def __init__(self, lowering: FunctionAround) -> None:
        self._lowering = lowering
        self._architecture = lowering.architecture

    def read(self, node: Any) -> CType:
        match node:
            case c_ast.TypeDecl():
                return _qualify(self._base(node.type), node.quals)
            case c_ast.PtrDecl():
                return _qualify(self._architecture.pointer(self.read(node.type)), node.quals)
            case c_ast.ArrayDecl():
                return self._array(node)
            case c_ast.FuncDecl():
                return self.function(node)
            case c_ast.Typename() | c_ast.Decl():
                return self.read(node.type)
            case _:
                return self._base(node)

    def declared(self, node: c_ast.Decl | c_ast.Typedef) -> CType:
        """The type of a declaration, `mode` and `vector_size` attributes applied."""
        ctype = self._inferred(node) if gnu_ast.is_auto(node) else self.read(node.type)
        for attribute in gnu_ast.attributes_of(node):
            if attribute.name == "mode":
                ctype = self._mode(ctype, attribute)
            elif attribute.name == "vector_size":
                raise UnsupportedConstruct("vector types", location_of(node))
        if isinstance(node, c_ast.Typedef):
            align = self.alignment(gnu_ast.attributes_of(node))
            if align is not None and not isinstance(ctype, FunctionType | ArrayType):
                ctype = replace(_as_qualified(ctype), align=align)
        return ctype

    def _inferred(self, node: Any) -> CType:
        """The type of a variable that is declared with `auto`: that of its value."""
        ctype = unqualified(self._lowering.expressions.type_of(node.init))
        if isinstance(ctype, ArrayType):
            return self._architecture.pointer(ctype.element)
        return self._architecture.pointer(ctype) if isinstance(ctype, FunctionType) else ctype

    def note_alignment(self, node: Any) -> None:
        """For `__alignof__` of the variable that is declared here."""
        attributes = gnu_ast.attributes_of(node)
        if node.name is not None and (node.align or attributes):
            align = self.alignment(attributes, node.align)
            if align is not None:
                self._lowering.builder.scope.alignments[node.name] = align

    def _mode(self, ctype: CType, attribute: gnu_ast.Attribute) -> CType:
        name = getattr(attribute.arguments[0], "name", "").strip("_") if attribute.arguments else ""
        width = self._architecture.pointer_size * 8 if name in ("word", "pointer") else _MODES.get(name)
        plain = unqualified(ctype)
        if isinstance(plain, FloatType) and name in _FLOAT_MODES:
            return _FLOAT_MODES[name]
        if width is None or not isinstance(plain, IntType):
            raise UnsupportedConstruct(f"the machine mode {name}", attribute.location)
        ctype = plain
        names = {8: "char", 16: "short", 32: "int", 64: "long long", 128: "__int128"}
        if width == 64 and self._architecture.pointer_size == 8:
            names[64] = "long"
        name = names[width]
        if not ctype.signed:
            name = f"unsigned {name}"
        elif width == 8:
            name = "signed char"
        return IntType(width, ctype.signed, name)

    def _base(self, node: Any) -> CType:
        match node:
            case c_ast.IdentifierType(names=names):
                return self._identifier(tuple(names), node)
            case c_ast.Struct() | c_ast.Union():
                return self._struct(node)
            case c_ast.Enum():
                return self._enum(node)
            case gnu_ast.Typeof():
                return self._typeof(node)
            case c_ast.TypeDecl() | c_ast.PtrDecl() | c_ast.ArrayDecl() | c_ast.FuncDecl() | c_ast.Typename():
                return self.read(node)
            case _:
                raise UnsupportedConstruct(f"the type '{type(node).__name__}'", location_of(node))

    def _typeof(self, node: gnu_ast.Typeof) -> CType:
        if isinstance(node.operand, c_ast.Typename):
            ctype = self.read(node.operand)
        else:
            ctype = self._lowering.expressions.type_of(node.operand)
        return unqualified(ctype) if node.unqualified else ctype

    def _identifier(self, names: tuple[str, ...], node: Any) -> CType:
        if len(names) == 1:
            entity = self._lowering.builder.scope.lookup(names[0])
            if isinstance(entity, TypedefName):
                return entity.type
            if isinstance(entity, Poison):
                raise UnsupportedConstruct(entity.construct, location_of(node))
            if names[0] == "__builtin_va_list":
                return self._architecture.va_list
        basic = self._architecture.basic_types.get(tuple(sorted(names)))
        if basic is not None:
            return basic
        for word in names:
            if word in _UNSUPPORTED_WORDS:
                raise UnsupportedConstruct(f"the type {word}", location_of(node))
        raise TypeProblem(f"unknown type '{' '.join(names)}'", location_of(node))

    def _array(self, node: c_ast.ArrayDecl) -> ArrayType:
        element = self.read(node.type)
        if isinstance(unqualified(element), VoidType | FunctionType):
            raise TypeProblem(f"array of '{element}'", location_of(node))
        if node.dim is None:
            return ArrayType(element, None)
        if self._lowering.at_file_scope:
            count = self._lowering.expressions.constant_int(node.dim, "the size of an array")
        else:
            size = self._lowering.expressions.rvalue(node.dim)
            if not isinstance(size, Const):
                return self._variable_array(element, self._not_negative(size))
            count = int(size.value)
        if count < 0:
            raise TypeProblem("the size of an array is negative", location_of(node.dim))
        if isinstance(unqualified(element), VariableArrayType):
            return self._variable_array(element, Const(count, self._architecture.size_t))
        return ArrayType(element, count)

    def _not_negative(self, count: Expression) -> Expression:
        """C11 6.7.6.2: an array of less than one element is undefined; gcc knows what one of none is."""
        builder = self._lowering.builder
        if not builder.checks.bounds or not isinstance(count.type, IntType) or not count.type.signed:
            return count
        count = builder.settle(count)
        what = "the number of elements of an array is negative"
        builder.require(binary(">=", count, Const(0, count.type)), Property.BOUNDS, what)
        return count

    def _variable_array(self, element: CType, count: Expression) -> VariableArrayType:
        size_t = self._architecture.size_t
        size = binary("*", convert(count, size_t), size_expression(element, size_t))
        return VariableArrayType(element, None, self._lowering.builder.settle(size, "size"))

    def function(self, node: c_ast.FuncDecl) -> FunctionType:
        result = unqualified(self.read(node.type))
        if node.args is None:
            return FunctionType(result, (), False, prototyped=False)
        parameters: list[CType] = []
        variadic = False
        with self._parameter_scope():
            for parameter in node.args.params:
                match parameter:
                    case c_ast.EllipsisParam():
                        variadic = True
                    case c_ast.ID():  # K&R: the types come with the definition
                        return FunctionType(result, (), False, prototyped=False)
                    case _:
                        ctype = self.parameter(parameter)
                        parameters.append(_without_sizes(ctype, self._architecture.pointer_size))
                        self._declare(parameter, ctype)
        if len(parameters) == 1 and isinstance(parameters[0], VoidType):
            parameters = []
        return FunctionType(result, tuple(parameters), variadic)

    @contextmanager
    def _parameter_scope(self) -> Iterator[None]:
        builder = self._lowering.builder
        with builder.discarded(), builder.nested_scope(), self._lowering.run_time_sizes():
            yield

    def _declare(self, parameter: Any, ctype: CType) -> None:
        """Later parameters may mention it."""
        builder = self._lowering.builder
        if parameter.name is not None and is_scalar(ctype):
            register = builder.temporary(ctype)
            builder.scope.names[parameter.name] = RegisterPlace(register, ctype)

    def extents(self, node: c_ast.FuncDecl) -> list[int | None]:
        """How many elements the parameters have that are declared as arrays; None where that is no constant, 1 for all
        that are declared otherwise.
        """
        found: list[int | None] = []
        with self._parameter_scope():
            for parameter in node.args.params if node.args is not None else ():
                if isinstance(parameter, c_ast.EllipsisParam | c_ast.ID):
                    break
                found.append(self._extent(parameter.type))
                self._declare(parameter, self.parameter(parameter))
        return found

    def _extent(self, node: Any) -> int | None:
        if isinstance(node, c_ast.ArrayDecl):
            size = None if node.dim is None else self._lowering.expressions.rvalue(node.dim)
            return int(size.value) if isinstance(size, Const) else None
        ctype = unqualified(self.read(node))
        return ctype.count if isinstance(ctype, ArrayType) else 1

    def parameter(self, node: Any) -> CType:
        """The adjusted type of a parameter: arrays and functions become pointers (C11 6.7.6.3)."""
        inner = node.type
        if isinstance(inner, c_ast.ArrayDecl):
            return self._architecture.pointer(self.read(inner.type))
        ctype = unqualified(self.read(inner))
        if isinstance(ctype, ArrayType):
            return self._architecture.pointer(ctype.element)
        if isinstance(ctype, FunctionType):
            return self._architecture.pointer(ctype)
        return ctype

    def old_style(self, node: c_ast.FuncDef) -> tuple[FunctionType, list[tuple[str, CType]]]:
        """A K&R definition: the type that callers see (promoted), and the parameters as declared."""
        declared = {d.name: self.parameter(d) for d in node.param_decls or ()}
        names = [p.name for p in node.decl.type.args.params] if node.decl.type.args else []
        parameters = [(name, declared.get(name, INT)) for name in names]
        passed = tuple(promote_argument(ctype) for _, ctype in parameters)
        result = unqualified(self.read(node.decl.type.type))
        return FunctionType(result, passed, False, prototyped=False), parameters

    # -- tags -----------------------------------------------------------------------------------------------------

    def _struct(self, node: c_ast.Struct | c_ast.Union) -> StructType:
        is_union = isinstance(node, c_ast.Union)
        scope = self._lowering.builder.scope
        name = node.name
        if node.decls is None:
            found = scope.lookup_tag(name)
            if isinstance(found, StructType):
                return self._supported(found, node)
            struct = StructType(name, is_union)
            scope.tags[name] = struct
            return struct
        cached = self._lowering.unit.struct_nodes.get(id(node))
        if cached is not None:  # `struct s {...} a, b;` shares one node between its declarators
            return self._supported(cached, node)
        found = scope.tags.get(name) if name else None
        if isinstance(found, StructType) and found.members is None:
            struct = found
        elif found is not None:
            raise TypeProblem(f"redefinition of '{found}'", location_of(node))
        else:
            struct = StructType(name or self._lowering.unit.anonymous_tag(), is_union)
            if name:
                scope.tags[name] = struct
        self._lowering.unit.struct_nodes[id(node)] = struct
        try:
            self._require_attributes(node)
            self._define(struct, node)
        except UnsupportedConstruct as problem:
            self._lowering.unit.unsupported_structs[struct] = problem.message
            raise
        return struct

    def _require_attributes(self, node: c_ast.Struct | c_ast.Union) -> None:
        try:
            require_supported(node)
        except UnsupportedConstruct as problem:
            self._lowering.linker.warnings.unsupported(problem.message, problem.location or location_of(node))
            raise

    def _supported(self, struct: StructType, node: Any) -> StructType:
        if struct in self._lowering.unit.unsupported_structs:
            raise UnsupportedConstruct(self._lowering.unit.unsupported_structs[struct], location_of(node))
        return struct

    def _define(self, struct: StructType, node: c_ast.Struct | c_ast.Union) -> None:
        attributes = gnu_ast.attributes_of(node)
        packed = any(a.name == "packed" for a in attributes)
        fields = [field for declaration in node.decls for field in self._fields(declaration)]
        limit = next((self._alignment(a) for a in attributes if a.name == "pragma_pack"), None)
        if limit is not None:
            fields = [_limited(field, limit, self._architecture.member_align(field.type)) for field in fields]
        for field in fields[:-1]:
            self._require_complete(field.type, node)
        lay_out(struct, fields, self._architecture, packed=packed, align=self.alignment(attributes))

    def _require_complete(self, ctype: CType, node: Any) -> None:
        plain = unqualified(ctype)
        if (isinstance(plain, StructType) and plain.members is None) or isinstance(plain, VoidType | FunctionType):
            raise TypeProblem(f"a member has incomplete type '{ctype}'", location_of(node))

    def _fields(self, node: Any) -> list[Field]:
        if isinstance(node, c_ast.StaticAssert):
            self._lowering.expressions.static_assert(node)
            return []
        if not isinstance(node, c_ast.Decl):
            return []  # pragmas
        ctype = self.declared(node)
        if isinstance(unqualified(ctype), VariableArrayType):
            raise UnsupportedConstruct("a member whose size is not constant", location_of(node))
        attributes = gnu_ast.attributes_of(node)
        align = self.alignment(attributes, node.align)
        packed = any(a.name == "packed" for a in attributes)
        if node.bitsize is not None:
            width = self._lowering.expressions.constant_int(node.bitsize, "bit-field width")
            plain = unqualified(ctype)
            if not isinstance(plain, IntType) or not 0 <= width <= plain.width:
                raise TypeProblem(f"invalid bit-field of type '{ctype}', width {width}", location_of(node))
            return [Field(node.name, ctype, width, align, packed)]
        if node.name is None and not isinstance(node.type, c_ast.Struct | c_ast.Union):
            if not (isinstance(node.type, c_ast.TypeDecl) and isinstance(unqualified(ctype), StructType)):
                return []  # `int;` or an enum that only declares its constants
        return [Field(node.name, ctype, None, align, packed)]

    def alignment(self, attributes: tuple[gnu_ast.Attribute, ...], alignas: Any = None) -> int | None:
        """The strictest of `aligned` attributes and `_Alignas` specifiers."""
        wanted = [self._alignment(a) for a in attributes if a.name == "aligned"]
        for node in alignas or ():
            operand = getattr(node, "alignment", node)
            if isinstance(operand, c_ast.Typename):
                wanted.append(self._architecture.align_of(self.read(operand)))
            else:
                wanted.append(self._lowering.expressions.constant_int(operand, "alignment"))
        return max(wanted, default=None)

    def _alignment(self, attribute: gnu_ast.Attribute) -> int:
        if not attribute.arguments:
            return 16
        return self._lowering.expressions.constant_int(attribute.arguments[0], "alignment")

    def _underlying(self, node: c_ast.Enum) -> IntType | None:
        """`enum e : unsigned char { ... }` of C23 is that type, and so are its constants."""
        if node.underlying_type is None:
            return None
        ctype = unqualified(self.read(node.underlying_type))
        if not isinstance(ctype, IntType):
            raise TypeProblem(f"an enumeration of the type '{ctype}'", location_of(node))
        return ctype

    def _enum(self, node: c_ast.Enum) -> IntType:
        scope = self._lowering.builder.scope
        if node.values is None:
            found = scope.lookup_tag(node.name)
            ctype = self._underlying(node) or IntType(32, False, f"enum {node.name}")
            return found if isinstance(found, IntType) else ctype
        cached = self._lowering.unit.enum_nodes.get(id(node))
        if cached is not None:
            return cached
        underlying = self._underlying(node)
        value, values = -1, []
        for enumerator in node.values.enumerators:
            value += 1
            if enumerator.value is not None:
                value = self._lowering.expressions.constant_int(enumerator.value, "enumerator")
            fits = INT.minimum <= value <= INT.maximum
            constant_type = INT if fits else UNSIGNED if 0 <= value <= UNSIGNED.maximum else self._architecture.long
            constant_type = underlying or constant_type
            scope.names[enumerator.name] = EnumConstant(value, constant_type)
            values.append(value)
        low, high = min(values, default=0), max(values, default=0)
        name = f"enum {node.name or self._lowering.unit.anonymous_tag()}"
        packed = any(a.name == "packed" for a in gnu_ast.attributes_of(node))
        ctype = underlying or _enum_type(low, high, name, packed)
        if node.name:
            scope.tags[node.name] = ctype
        self._lowering.unit.enum_nodes[id(node)] = ctype
        return ctype


def _enum_type(low: int, high: int, name: str, packed: bool) -> IntType:
    for width in (8, 16, 32, 64) if packed else (32, 64):
        candidate = IntType(width, low < 0, name)
        if candidate.minimum <= low and high <= candidate.maximum:
            return candidate
    return IntType(64, low < 0, name)


def _limited(field: Field, limit: int, natural: int) -> Field:
    """`#pragma pack(n)`: no member is aligned to more than n."""
    if natural <= limit:
        return field
    return Field(field.name, field.type, field.bit_width, limit, packed=True)


def _as_qualified(ctype: CType) -> QualifiedType:
    return ctype if isinstance(ctype, QualifiedType) else QualifiedType(ctype)


def _qualify(ctype: CType, qualifiers: list[str] | None) -> CType:
    if not qualifiers or qualifiers == ["restrict"]:
        return ctype
    if isinstance(ctype, ArrayType):
        return replace(ctype, element=_qualify(ctype.element, qualifiers))
    qualified = _as_qualified(ctype)
    return replace(
        qualified,
        atomic=qualified.atomic or "_Atomic" in qualifiers,
        volatile=qualified.volatile or "volatile" in qualifiers,
        const=qualified.const or "const" in qualifiers,
    )


def _without_sizes(ctype: CType, pointer_size: int) -> CType:
    """A function's type does not depend on the run-time sizes of its array parameters."""
    match ctype:
        case PointerType(target):
            return PointerType(_without_sizes(target, pointer_size), pointer_size)
        case VariableArrayType(element):
            return ArrayType(_without_sizes(element, pointer_size), None)
        case _:
            return ctype


def promote_argument(ctype: CType) -> CType:
    """The default argument promotions."""
    if ctype == FLOAT:
        return DOUBLE
    return storable(promote(ctype)) if is_scalar(ctype) else ctype
