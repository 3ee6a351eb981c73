"""Expressions: from syntax to goto expressions and the instructions that compute what is not pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from esbmc_py.goto.expressions import AddressOf, Binary, Const, Expression, FunctionAddress
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import OpenOrder
from esbmc_py.goto.types import (
    VOID,
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
from .architecture import DOUBLE, storable
from .arithmetic import Arithmetic
from .assignments import INCREMENTS, Assignments
from .calls import Calls
from .choices import Choices
from .far_offsets import may_be_far, within_object
from .literals import char_constant, float_constant, integer_constant, string_bytes
from .operators import binary, convert, is_false, negate, unary
from .place_text import place_text
from .problems import TypeProblem, UnsupportedConstruct, location_of
from .scopes import (
    EnumConstant,
    FunctionName,
    GlobalName,
    MemoryPlace,
    Place,
    Poison,
    RegisterPlace,
    TypedefName,
    Value,
    place_of,
    size_expression,
)
from .syntax_nodes import c_ast
from .trailing_arrays import may_go_on
from .type_operands import TypeOperands, scaled

if TYPE_CHECKING:
    from .function_parts import FunctionParts

_PLACES = (RegisterPlace, MemoryPlace)
_DEEPEST_SUM = 30

_ENVIRONMENT = {"environ", "__environ", "_environ"}


class Expressions:
    def __init__(self, lowering: FunctionParts) -> None:
        self._lowering = lowering
        self._builder = lowering.builder
        self._architecture = lowering.architecture
        self._arithmetic = Arithmetic(lowering.builder)
        self._assignments = Assignments(
            lowering.builder, self._arithmetic, self, lowering.order, lambda: lowering.unit.takes_addresses_apart
        )
        self.assignable = self._assignments.assignable
        self._calls = Calls(lowering, self)
        self._choices = Choices(lowering, self)
        self.call_with_values = self._calls.call_with_values
        self.test = self._choices.test
        self._types: dict[int, tuple[Any, CType]] = {}
        types = TypeOperands(lowering.builder, self, lowering.types.read)
        self._handlers: dict[type, Callable[[Any], Value]] = {
            c_ast.Constant: self._constant,
            c_ast.ID: self._identifier,
            c_ast.UnaryOp: self._unary,
            c_ast.BinaryOp: self._binary,
            c_ast.Assignment: self._assignments.assign,
            c_ast.TernaryOp: self._choices.conditional,
            c_ast.Cast: self._cast,
            c_ast.FuncCall: self._calls.call,
            c_ast.ArrayRef: self._index,
            c_ast.StructRef: self._member,
            c_ast.ExprList: self._comma,
            c_ast.CompoundLiteral: self._compound_literal,
            gnu_ast.StatementExpression: self._statement_expression,
            gnu_ast.GenericSelection: types.generic,
            gnu_ast.VaArg: self._calls.va_arg,
            gnu_ast.Offsetof: types.offsetof,
            gnu_ast.TypesCompatible: types.types_compatible,
            gnu_ast.LabelAddress: self._label_address,
        }

    # -- entry points ---------------------------------------------------------------------------------------------

    def lower(self, node: Any) -> Value:
        handler = self._handlers.get(type(node))
        if handler is None:
            raise UnsupportedConstruct(f"the expression '{type(node).__name__}'", location_of(node))
        self._builder.location = location_of(node)
        return handler(node)

    def rvalue(self, node: Any) -> Expression:
        """The scalar value of an expression; arrays and functions decay to pointers."""
        return self.value_of(self.lower(node), node)

    def value_of(self, value: Value, node: Any) -> Expression:
        if value is None:
            raise TypeProblem("a void expression is used as a value", location_of(node))
        if not isinstance(value, _PLACES):
            return value
        ctype = unqualified(value.type)
        if isinstance(ctype, ArrayType):
            assert isinstance(value, MemoryPlace)
            return self.retype(value.address, self._architecture.pointer(ctype.element))
        if isinstance(ctype, StructType):
            raise TypeProblem(f"a value of type '{ctype}' is used where a scalar is needed", location_of(node))
        return self._builder.load(value)

    def place(self, node: Any) -> Place:
        value = self.lower(node)
        if not isinstance(value, _PLACES):
            raise TypeProblem("an lvalue is needed here", location_of(node))
        return value

    def aggregate(self, node: Any) -> MemoryPlace:
        """A struct or union value, wherever it is."""
        value = self.lower(node)
        if not isinstance(value, MemoryPlace) or not isinstance(value.type, StructType):
            raise TypeProblem("a structure is needed here", location_of(node))
        return value

    def effect(self, node: Any) -> None:
        """Evaluates for the side effects; a volatile or shared read whose value is dropped still happens."""
        if isinstance(node, c_ast.UnaryOp) and node.op in ("p++", "p--"):
            node = c_ast.UnaryOp(node.op[1:], node.expr, node.coord)
        elif isinstance(node, c_ast.ExprList):
            for expression in node.exprs:
                self.effect(expression)
            return
        if isinstance(node, c_ast.FuncCall):
            self._calls.unused = node
        value = self.lower(node)
        if isinstance(value, MemoryPlace) and value.volatile and is_scalar(value.type):
            self._builder.load(value)

    def type_of(self, node: Any) -> CType:
        """The type of an expression that is not evaluated; arrays do not decay."""
        return self._type_of_value(self._unevaluated(node), node)

    def _unevaluated(self, node: Any) -> Value:
        with self._builder.discarded():
            return self.lower(node)

    def _type_of_value(self, value: Value, node: Any) -> CType:
        if value is None:
            return VOID
        if isinstance(value, MemoryPlace) and value.bits is None:
            return value.type
        if isinstance(value, FunctionAddress):
            return value.type.target if isinstance(node, c_ast.ID) else value.type
        ctype = unqualified(value.type)
        return storable(ctype) if is_scalar(ctype) else ctype

    def constant_int(self, node: Any, what: str) -> int:
        """An integer constant expression."""
        mark = len(self._builder.code)
        value = self.rvalue(node)
        if not isinstance(value, Const):
            raise TypeProblem(f"{what} is not an integer constant", location_of(node))
        self._builder.forget_code(mark)
        if isinstance(value.value, float):
            return int(value.value)
        return value.value

    def named_constant(self, node: Any, ctype: IntType) -> EnumConstant:
        """What `constexpr` declares, of an integer type."""
        mark = len(self._builder.code)
        value = convert(self.rvalue(node), ctype)
        if not isinstance(value, Const):
            raise TypeProblem("the value of a constexpr object is not constant", location_of(node))
        self._builder.forget_code(mark)
        return EnumConstant(int(value.value), ctype)

    def static_assert(self, node: c_ast.StaticAssert) -> None:
        if self.constant_int(node.cond, "a static assertion") == 0:
            text = getattr(node.message, "value", "") if node.message is not None else ""
            raise TypeProblem(f"static assertion failed{': ' + text if text else ''}", location_of(node))

    # -- primary expressions --------------------------------------------------------------------------------------

    def _constant(self, node: c_ast.Constant) -> Value:
        text = node.value
        last = text[-1]
        if last == '"':
            data, element = string_bytes([text], self._architecture)
            symbol = self._lowering.linker.objects.string_literal(data, element)
            return MemoryPlace(self._builder.address(symbol), symbol.type, text)
        if last == "'":
            return char_constant(text, self._architecture)
        lowered = text.lower()
        is_hex = lowered.startswith("0x")
        if "." in text or ("p" in lowered if is_hex else "e" in lowered):
            if lowered.endswith(("i", "j")):
                raise UnsupportedConstruct("complex constants", location_of(node))
            return float_constant(text, self._architecture)
        return integer_constant(text, self._architecture)

    def _identifier(self, node: c_ast.ID) -> Value:
        entity = self._builder.scope.lookup(node.name)
        match entity:
            case RegisterPlace() | MemoryPlace():
                return entity
            case EnumConstant(value, ctype):
                return Const(value, ctype)
            case GlobalName():
                if entity.weak and self._lowering.linker.is_null(entity):
                    return place_of(Const(0, self._architecture.pointer(entity.type)), entity.type, node.name)
                if node.name in _ENVIRONMENT and entity.name not in self._lowering.linker.objects.definitions:
                    raise UnsupportedConstruct(f"{node.name}, the list of all environment variables", location_of(node))
                symbol = self._lowering.linker.objects.symbol(entity)
                return place_of(self._builder.address(symbol), entity.type, node.name)
            case FunctionName():
                return self._function_address(entity)
            case Poison(construct):
                raise UnsupportedConstruct(construct, location_of(node))
            case TypedefName():
                raise TypeProblem(f"'{node.name}' is a type", location_of(node), near=node.name)
            case None:
                special = self._lowering.special_name(node)
                if special is not None:
                    return special
                raise TypeProblem(f"'{node.name}' is not declared", location_of(node), near=node.name)

    def _function_address(self, entity: FunctionName) -> FunctionAddress | Const:
        linker = self._lowering.linker
        if entity.weak and linker.is_null(entity):
            return Const(0, self._architecture.pointer(entity.type))
        name = linker.names.resolve(entity.name)
        linker.need_function(name, entity.type)
        return FunctionAddress(name, self._architecture.pointer(entity.type))

    def _compound_literal(self, node: c_ast.CompoundLiteral) -> Value:
        ctype = self._lowering.types.read(node.type)
        return self._lowering.initializers.compound_literal(ctype, node.init, location_of(node))

    def _statement_expression(self, node: gnu_ast.StatementExpression) -> Value:
        return self._lowering.statements.statement_expression(node.block)

    def _label_address(self, node: gnu_ast.LabelAddress) -> Value:
        number = self._lowering.statements.labels.number(node.name)
        return Const(number, self._architecture.void_pointer)

    # -- operators ------------------------------------------------------------------------------------------------

    def _unary(self, node: c_ast.UnaryOp) -> Value:
        match node.op:
            case "*":
                return self._dereference(node)
            case "&":
                return self._address(node)
            case "!":
                return negate(self.rvalue(node.expr))
            case "-" | "~" | "+":
                return self._arithmetic.unary(node.op, self.rvalue(node.expr), node)
            case "sizeof":
                return self._sizeof(node)
            case "_Alignof" | "alignof":
                align = self._architecture.member_align(self._operand_type(node.expr))
                return Const(max(align, self._own_alignment(node.expr)), self._architecture.size_t)
            case "__alignof__" | "__alignof":
                align = self._architecture.align_of(self._operand_type(node.expr))
                return Const(max(align, self._own_alignment(node.expr)), self._architecture.size_t)
            case op if op in INCREMENTS:
                return self._assignments.increment(node)
            case "__extension__":
                return self.lower(node.expr)
            case op:
                raise UnsupportedConstruct(f"the operator {op}", location_of(node))

    def _own_alignment(self, node: Any) -> int:
        return self._builder.scope.alignment(node.name) if isinstance(node, c_ast.ID) else 0

    def _operand_type(self, node: Any) -> CType:
        return self._lowering.types.read(node) if isinstance(node, c_ast.Typename) else self.type_of(node)

    def _sizeof(self, node: c_ast.UnaryOp) -> Expression:
        operand = node.expr
        if isinstance(operand, c_ast.Typename):
            ctype = self._lowering.types.read(operand)
        else:
            value = self._unevaluated(operand)
            if isinstance(value, MemoryPlace) and value.bits is not None:
                raise TypeProblem("sizeof applied to a bit-field", location_of(node))
            ctype = self._type_of_value(value, operand)
        if isinstance(ctype, StructType) and ctype.members is None:
            raise TypeProblem(f"sizeof applied to the incomplete type '{ctype}'", location_of(node))
        return size_expression(ctype, self._architecture.size_t)

    def _dereference(self, node: c_ast.UnaryOp) -> Value:
        pointer = self.rvalue(node.expr)
        return self.pointee(pointer, f"*{place_text(node.expr)}", node)

    def pointee(self, pointer: Expression, text: str, node: Any) -> Value:
        ctype = pointer.type
        if not isinstance(ctype, PointerType):
            raise TypeProblem(f"cannot dereference a value of type '{ctype}'", location_of(node))
        if isinstance(ctype.target, FunctionType):
            return pointer
        return place_of(pointer, ctype.target, text)

    def _address(self, node: c_ast.UnaryOp) -> Expression:
        value = self._index(node.expr, address=True) if isinstance(node.expr, c_ast.ArrayRef) else self.lower(node.expr)
        return self.address_of(value, node)

    def address_of(self, value: Value, node: Any) -> Expression:
        if isinstance(value, MemoryPlace):
            if value.bits is not None:
                raise TypeProblem("cannot take the address of a bit-field", location_of(node))
            ctype: CType = value.type
            if value.atomic or value.volatile or value.const:
                ctype = QualifiedType(ctype, value.atomic, value.volatile, value.const)
            return self.retype(value.address, self._architecture.pointer(ctype))
        if value is not None and not isinstance(value, RegisterPlace) and isinstance(value.type, PointerType):
            if isinstance(value.type.target, FunctionType):
                return value
        raise TypeProblem("cannot take the address of this expression", location_of(node))

    def retype(self, address: Expression, ctype: PointerType) -> Expression:
        """The same address as a pointer to another type."""
        return (
            replace(address, type=ctype)
            if not isinstance(address, Const) and _may_retype(address)
            else convert(address, ctype)
        )

    def _binary(self, node: c_ast.BinaryOp) -> Expression:
        op = node.op
        if op in ("&&", "||"):
            return self._choices.logical(node)
        if self._lowering.order.matters((node.left, node.right)):
            operands = [lambda: self.rvalue(node.left), lambda: self.rvalue(node.right)]
            left, right = self._lowering.order.scalars(node, operands)
        else:
            left = self.rvalue(node.left)
            if _is_deep(left):
                left = self._builder.settle(left)
            right = self.rvalue(node.right)
        self._builder.location = location_of(node)
        return self.operate(op, left, right, node)

    def operate(self, op: str, left: Expression, right: Expression, node: Any) -> Expression:
        left_pointer, right_pointer = isinstance(left.type, PointerType), isinstance(right.type, PointerType)
        if not left_pointer and not right_pointer:
            return self._arithmetic.binary(op, left, right, node)
        if op in ("==", "!=", "<", "<=", ">", ">="):
            common = left.type if left_pointer else right.type
            return binary(op, convert(left, common), convert(right, common))
        if op == "+" or (op == "-" and not right_pointer):
            if op == "+" and right_pointer:
                left, right = right, left
            return self.pointer_add(op, left, right, node, kept=True)
        if op == "-" and left_pointer and right_pointer:
            return self._pointer_difference(left, right, node)
        raise TypeProblem(f"invalid operands to {op}: '{left.type}' and '{right.type}'", location_of(node))

    def pointer_add(
        self, op: str, pointer: Expression, index: Expression, node: Any, *, kept: bool = False
    ) -> Expression:
        """`kept`: the sum is more than the address of an access, which looks for itself where it comes from."""
        assert isinstance(pointer.type, PointerType)
        if not isinstance(index.type, IntType):
            raise TypeProblem(f"invalid operands to {op}: '{pointer.type}' and '{index.type}'", location_of(node))
        offset = scaled(index, self._element_size(pointer.type, node), self._architecture)
        if op == "-":
            offset = unary("-", offset)
        if kept and not self._builder.is_model and may_be_far(offset, index.type):
            offset = within_object(self._builder.settle(offset, "offset"), index.type)
        return binary("+", pointer, offset)

    def _element_size(self, ctype: PointerType, node: Any) -> Expression:
        target = unqualified(ctype.target)
        if isinstance(target, StructType) and target.members is None:
            raise TypeProblem(f"arithmetic on a pointer to the incomplete type '{target}'", location_of(node))
        return size_expression(target, self._architecture.size_t)

    def _pointer_difference(self, left: Expression, right: Expression, node: Any) -> Expression:
        assert isinstance(left.type, PointerType)
        wide = self._architecture.ptrdiff_t
        difference = binary("-", convert(left, wide), convert(right, wide))
        size = convert(self._element_size(left.type, node), wide)
        return binary("/", difference, Const(1, wide) if is_false(size) else size)

    def _cast(self, node: c_ast.Cast) -> Value:
        ctype = unqualified(self._lowering.types.read(node.to_type))
        if isinstance(ctype, VoidType):
            self.effect(node.expr)
            return None
        if isinstance(ctype, StructType):
            return self._cast_to_struct(node, ctype)
        if not is_scalar(ctype):
            raise TypeProblem(f"cannot cast to '{ctype}'", location_of(node))
        value = self._rounded(node.expr, ctype) or self.rvalue(node.expr)
        if isinstance(ctype, PointerType) and isinstance(value.type, FloatType):
            raise TypeProblem("cannot cast a floating value to a pointer", location_of(node))
        if isinstance(ctype, FloatType) and isinstance(value.type, PointerType):
            raise TypeProblem("cannot cast a pointer to a floating type", location_of(node))
        return convert(self._assignments.with_telling_low_bits(value, ctype), ctype)

    def _rounded(self, node: Any, ctype: CType) -> Expression | None:
        """A constant of type long double that only says which double is meant: `(double)1.797e+308L`, gcc's DBL_MAX."""
        if not isinstance(node, c_ast.Constant) or not isinstance(ctype, FloatType) or ctype.size > DOUBLE.size:
            return None
        if node.type not in ("long double", "double", "float") or node.value[-1] not in "lL":
            return None
        return float_constant(node.value[:-1], self._architecture)

    def _cast_to_struct(self, node: c_ast.Cast, ctype: StructType) -> MemoryPlace:
        """GNU: a cast to a union makes one of its members; a cast to the same struct type is the value itself."""
        if not ctype.is_union:
            value = self.aggregate(node.expr)
            if value.type is not ctype:
                raise TypeProblem(f"cannot cast '{value.type}' to '{ctype}'", location_of(node))
            return value
        scratch = self._builder.scratch(ctype, "union")
        source = self.lower(node.expr)
        wanted = self._type_of_value(source, node.expr)
        for member in ctype.members or ():
            if unqualified(member.type) == wanted:
                target = self._builder.element(scratch, member.type, member.offset, scratch.text)
                if isinstance(source, MemoryPlace) and isinstance(source.type, StructType):
                    self._builder.copy(target, source)
                else:
                    self._builder.store(target, self.value_of(source, node))
                return scratch
        raise TypeProblem(f"'{ctype}' has no member of type '{wanted}'", location_of(node))

    # -- members and elements -------------------------------------------------------------------------------------

    def _index(self, node: c_ast.ArrayRef, *, address: bool = False) -> Value:
        base: Value
        if self._lowering.order.matters((node.name, node.subscript)):
            parts = [lambda: self._base(node.name), lambda: self.rvalue(node.subscript)]
            base, index = self._lowering.order.evaluate(OpenOrder.OPERANDS, node, parts)
            assert not isinstance(index, MemoryPlace)
            subscript = index
        else:
            base = self.lower(node.name)
            subscript = self.rvalue(node.subscript)
        self._builder.location = location_of(node)
        text = place_text(node)
        if isinstance(base, MemoryPlace) and isinstance(base.type, ArrayType):
            subscript = self._checked_index(base, base.type, subscript, node, address)
        pointer = self.value_of(base, node.name)
        if not isinstance(pointer.type, PointerType):
            pointer, subscript = subscript, pointer
            if not isinstance(pointer.type, PointerType):
                raise TypeProblem("subscripted value is neither array nor pointer", location_of(node))
        return self.pointee_at(self.pointer_add("+", pointer, subscript, node, kept=address), base, text, node)

    def _base(self, node: Any) -> Expression | MemoryPlace:
        """Of a subscript: where an array is, or the value of a pointer."""
        value = self.lower(node)
        is_array = isinstance(value, MemoryPlace) and isinstance(value.type, ArrayType)
        return value if is_array else self.value_of(value, node)  # type: ignore[return-value]

    def pointee_at(self, pointer: Expression, base: Value, text: str, node: Any) -> Value:
        place = self.pointee(pointer, text, node)
        if isinstance(base, MemoryPlace) and isinstance(place, MemoryPlace) and isinstance(base.type, ArrayType):
            return replace(place, atomic=place.atomic or base.atomic, volatile=place.volatile or base.volatile)
        return place

    def _checked_index(
        self, base: MemoryPlace, array: ArrayType, index: Expression, node: Any, address: bool
    ) -> Expression:
        """Bounds of an array inside a larger object, which the object's own bounds do not show."""
        inner = isinstance(node.name, c_ast.StructRef | c_ast.ArrayRef)
        if not (inner and self._builder.checks.bounds and array.count):
            return index
        if isinstance(node.name, c_ast.StructRef) and may_go_on(node.name, self.known_type):
            return index
        index = self._builder.settle(index)
        limit = array.count + 1 if address else array.count
        if isinstance(index, Const) and 0 <= index.value < limit:
            return index
        unsigned = convert(convert(index, self._architecture.ptrdiff_t), self._architecture.size_t)
        inside = binary("<", unsigned, Const(limit, self._architecture.size_t))
        what = f"index of {base.text} is outside 0..{array.count - 1}"
        self._builder.require(inside, Property.BOUNDS, what)
        return index

    def known_type(self, node: Any) -> CType:
        """`type_of`, remembered: each part of `s.a[i].a[i].a[i]` asks for the types of all before it."""
        known = self._types.get(id(node))
        if known is None:
            known = self._types[id(node)] = (node, self.type_of(node))  # the node is kept, and so is its identity
        return known[1]

    def _member(self, node: c_ast.StructRef) -> Value:
        if node.type == "->":
            pointer = self.rvalue(node.name)
            base = self.pointee(pointer, f"(*{place_text(node.name)})", node)
        else:
            base = self.lower(node.name)
        self._builder.location = location_of(node)
        if not isinstance(base, MemoryPlace):
            raise TypeProblem(
                f"request for member '{node.field.name}' in something not a structure or union", location_of(node)
            )
        return replace(self._builder.member(base, node.field.name), text=place_text(node))

    def _comma(self, node: c_ast.ExprList) -> Value:
        for expression in node.exprs[:-1]:
            self.effect(expression)
        value = self.lower(node.exprs[-1])
        if isinstance(value, MemoryPlace) and isinstance(value.type, StructType):
            return value
        return None if value is None else self.value_of(value, node.exprs[-1])


def _is_deep(expression: Expression) -> bool:
    """Long sums are computed in parts: whoever walks expressions may recurse."""
    for _ in range(_DEEPEST_SUM):
        if not isinstance(expression, Binary):
            return False
        expression = expression.left
    return True


def _may_retype(address: Expression) -> bool:
    """Registers keep the type of their declaration; every other node may carry a new one."""
    return isinstance(address, AddressOf | Binary) and isinstance(address.type, PointerType)
