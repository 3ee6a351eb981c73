"""Function calls: arguments and results of every type, variable arguments, and builtins."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from esbmc_py.goto.expressions import Const, Expression, FunctionAddress
from esbmc_py.goto.instructions import Assume, Call, Halt
from esbmc_py.goto.math_functions import MATH_PARAMETERS
from esbmc_py.goto.symbols import OpenOrder
from esbmc_py.goto.types import (
    INT,
    ArrayType,
    CType,
    FunctionType,
    IntType,
    PointerType,
    QualifiedType,
    StructType,
    VoidType,
    is_scalar,
    size_of,
    unqualified,
)

from . import gnu_ast
from .architecture import DOUBLE, FLOAT
from .atomics import Atomics
from .builtins import Builtins
from .failures import failing
from .literals import literal_text
from .model_arguments import require_fitting, require_known_signature
from .operators import convert
from .outside import OutsideCode
from .outside_arguments import Handed, matters
from .place_text import place_text
from .printing import counts_what_it_prints, is_output, is_read_through, may_stop, things_done_before, things_read
from .problems import TypeProblem, UnsupportedConstruct, location_of
from .scopes import FunctionName, MemoryPlace, Value
from .surroundings import HAVOC
from .syntax_nodes import c_ast
from .type_reader import promote_argument

if TYPE_CHECKING:
    from .evaluating import Evaluating
    from .function_parts import FunctionParts


def _is_printed(name: str, ctype: FunctionType) -> bool:
    """Do the variable arguments follow a text, as for printf? Then they are read only, unless it is like scanf."""
    if "scan" in name:
        return False
    last = ctype.parameters[-1] if ctype.parameters else None
    return isinstance(last, PointerType) and isinstance(last.target, QualifiedType) and last.target.const


class Calls:
    def __init__(self, lowering: FunctionParts, expressions: Evaluating) -> None:
        self._lowering = lowering
        self._expressions = expressions
        self._builder = lowering.builder
        self._architecture = lowering.architecture
        self._builtins = Builtins(lowering, expressions, self)
        self._atomics = Atomics(lowering, expressions)
        self.unused: c_ast.FuncCall | None = None  # a call whose result nobody looks at

    def call(self, node: c_ast.FuncCall) -> Value:
        arguments = list(node.args.exprs) if node.args is not None else []
        if isinstance(node.name, c_ast.ID):
            name = node.name.name
            entity = self._builder.scope.lookup(name)
            if entity is None or isinstance(entity, FunctionName):
                handler = self._builtins.find(name) or self._atomics.find(name)
                if handler is not None:
                    return handler(node, arguments)
                return self.call_named(name, arguments, node, entity)
        callee = self._expressions.rvalue(node.name)
        if not isinstance(callee.type, PointerType) or not isinstance(callee.type.target, FunctionType):
            raise TypeProblem("the called object is not a function", location_of(node))
        return self._invoke(self._builder.settle(callee, "callee"), callee.type.target, arguments, node)

    def call_builtin(self, name: str, arguments: list[Any], node: Any) -> Value:
        """A call of `__builtin_name`, which the compiler declares: like its model, like the program, or by itself."""
        ctype = self._lowering.linker.definition_type(name)
        if ctype is None:
            declared = self._lowering.unit.scope.lookup(name)
            ctype = declared.type if isinstance(declared, FunctionName) else self._math_type(name)
        return self.call_named(name, arguments, node, None if ctype is None else FunctionName(name, ctype))

    def _math_type(self, name: str) -> FunctionType | None:
        """The type of a function of math.h, whether its header is there or not."""
        count = MATH_PARAMETERS.get(name)
        if count is None:
            return None
        real = DOUBLE
        if name[:-1] in MATH_PARAMETERS:
            real = FLOAT if name.endswith("f") else self._architecture.long_double
        return FunctionType(real, (real,) * count, False)

    def call_named(self, name: str, arguments: list[Any], node: Any, entity: FunctionName | None = None) -> Value:
        """A call by name; an undeclared function has the type of its definition, or returns int."""
        linker = self._lowering.linker
        if entity is None:
            ctype = linker.definition_type(name) or FunctionType(INT, (), False, prototyped=False)
            entity = FunctionName(name, ctype)
            linker.warnings.implicit_declaration(name, location_of(node))
        ctype = entity.type
        if entity.weak and linker.is_null(entity):
            return self._invoke(Const(0, self._architecture.pointer(ctype)), ctype, arguments, node)
        name = linker.names.resolve(entity.name)
        if not ctype.prototyped:
            defined = linker.definition_type(name)
            if defined is not None and isinstance(ctype.result, IntType) and isinstance(defined.result, PointerType):
                ctype = FunctionType(defined.result, ctype.parameters, ctype.variadic, False)
        if self._is_model(name):
            model = linker.definition_type(name)
            assert model is not None
            require_known_signature(name, ctype, model, node)
        ends = not linker.has_body(name) and self._lowering.unit.marks(entity.name).noreturn
        value = self._call_function(name, ctype, arguments, node)
        if node is not self.unused and not self._builder.is_model:
            value = self._or_failed(name, value, node)
        if ends:  # whatever it does, the caller does not go on: most of these end the process
            self._builder.emit(Halt(Const(1, INT), self._builder.location, abrupt=True))
        return value

    def _or_failed(self, name: str, value: Value, node: Any) -> Value:
        """Somebody looks at the result of a call that may fail."""
        wrapper = failing(name)
        if wrapper is None or not isinstance(value, Expression) or self._lowering.linker.has_user_body(name):
            return value
        ctype = self._lowering.linker.definition_type(wrapper)
        if ctype is None:
            return value  # a model calls it
        parameter = unqualified(ctype.parameters[0])
        assert isinstance(parameter, IntType)
        result = self.call_with_values(wrapper, ctype, [convert(value, parameter)], node)
        assert isinstance(result, Expression)
        return convert(result, value.type)

    def _call_function(self, name: str, ctype: FunctionType, arguments: list[Any], node: Any) -> Value:
        linker = self._lowering.linker
        if linker.is_outside(name) and not self._builder.is_model:
            if matters(ctype):
                return self._call_outside(name, ctype, arguments, node)
            linker.outside.assume(name, reaches=False)
        linker.need_function(name, ctype)
        return self._invoke(FunctionAddress(name, self._architecture.pointer(ctype)), ctype, arguments, node)

    def call_with_values(self, name: str, ctype: FunctionType, values: list[Expression], node: Any) -> Value:
        """A call whose arguments are computed already."""
        self._lowering.linker.need_function(name, ctype)
        self._builder.location = location_of(node)
        return self._emit_call(FunctionAddress(name, self._architecture.pointer(ctype)), ctype, values)

    def _call_outside(self, name: str, ctype: FunctionType, arguments: list[Any], node: Any) -> Value:
        """A function without a body: what it may do is done here."""
        self._require_count(name, ctype, arguments, node)
        values = [self._argument(argument, self._parameter(ctype, i), None, i) for i, argument in enumerate(arguments)]
        self._builder.location = location_of(node)
        handed = [self._handed(name, ctype, i, value, arguments[i]) for i, value in enumerate(values)]
        outside = self._lowering.linker.outside
        code = OutsideCode(outside, self._builder, name, self._lowering.unit.library_types)
        result = unqualified(ctype.result)
        with self._builder.sections.outside():
            code.entered()
            if outside.assume(name, reaches=any(one.leads_somewhere for one in handed)) == HAVOC:
                code.effects(handed)
            if isinstance(result, VoidType) or node is self.unused:
                return None
            if isinstance(result, StructType):
                scratch = self._builder.scratch(result, "result")
                code.unknown_struct(scratch)
                return scratch
            return code.result(result, handed)  # type: ignore[arg-type]

    def _handed(self, name: str, ctype: FunctionType, index: int, value: Expression | MemoryPlace, node: Any) -> Handed:
        """An argument, and as much as the call tells about the memory that it leads to."""
        if isinstance(value, MemoryPlace):
            return Handed(value.address, value.type, size_of(value.type), value.text, read_only=True)
        value = self._builder.settle(value)
        if not isinstance(value.type, PointerType) or isinstance(value.type.target, FunctionType):
            return Handed(value)
        given, size = self._pointed_to(node)
        declared: CType = value.type.target
        bytes_only = isinstance(unqualified(declared), VoidType) or size_of(declared) == 1
        if bytes_only and given is not None and not isinstance(unqualified(given), VoidType | FunctionType):
            const = isinstance(declared, QualifiedType) and declared.const
            declared = QualifiedType(unqualified(given), const=True) if const else given
        text = f"*{place_text(node)}".replace("*&", "", 1)
        printed = index >= len(ctype.parameters) and _is_printed(name, ctype)
        return Handed(value, declared, size, text, read_only=printed)

    def _pointed_to(self, node: Any) -> tuple[CType | None, int | None]:
        """What a pointer argument leads to before it is converted: its type, and its size where the text tells."""
        while isinstance(node, c_ast.Cast):
            node = node.expr
        with self._builder.discarded():
            if isinstance(node, c_ast.UnaryOp) and node.op == "&":
                node, address_taken = node.expr, True
            else:
                address_taken = False
            value = self._expressions.lower(node)
            ctype = value.type if value is not None else None
        if ctype is None:
            return None, None
        plain = unqualified(ctype)
        if isinstance(plain, ArrayType):
            element = plain.element
            return element, size_of(plain) or None if plain.count else None
        if address_taken:
            of_array = isinstance(node, c_ast.ArrayRef) or (isinstance(node, c_ast.UnaryOp) and node.op == "*")
            return ctype, None if of_array or isinstance(plain, FunctionType) else size_of(plain)
        return (plain.target, None) if isinstance(plain, PointerType) else (None, None)

    def _require_count(self, name: str, ctype: FunctionType, arguments: list[Any], node: Any) -> None:
        fixed = len(ctype.parameters)
        if ctype.prototyped and (len(arguments) < fixed or (len(arguments) > fixed and not ctype.variadic)):
            few = "few" if len(arguments) < fixed else "many"
            raise TypeProblem(f"too {few} arguments to {name}: {len(arguments)} for {fixed}", location_of(node))

    def _invoke(self, callee: Expression, ctype: FunctionType, arguments: list[Any], node: Any) -> Value:
        fixed = len(ctype.parameters)
        name = callee.name if isinstance(callee, FunctionAddress) else "the function"
        self._require_count(name, ctype, arguments, node)
        model = callee.name if isinstance(callee, FunctionAddress) and self._is_model(callee.name) else None
        values = self._arguments(name, ctype, model, arguments, node)
        self._builder.location = location_of(node)
        if isinstance(callee, FunctionAddress) and not self._has_body(callee.name):
            self._read_what_is_printed(callee.name, values, arguments)
        if ctype.variadic and not (isinstance(callee, FunctionAddress) and not self._has_body(callee.name)):
            scalars = [value.address if isinstance(value, MemoryPlace) else value for value in values]
            self._refuse_counting(name, scalars, [literal_text(argument, self._architecture) for argument in arguments])
            values = [*values[:fixed], self._pack(values[fixed:])]
        passed = [value.address if isinstance(value, MemoryPlace) else value for value in values]
        return self._emit_call(callee, ctype, passed)

    def _read_what_is_printed(self, name: str, values: list[Expression | MemoryPlace], nodes: list[Any]) -> None:
        """Output functions are the executor's; what they read, the program reads before."""
        literals = [literal_text(node, self._architecture) for node in nodes]
        scalars = [value.address if isinstance(value, MemoryPlace) else value for value in values]
        self._do_before(name, scalars)
        for place, ctype in things_read(name, scalars, literals):
            if place < len(scalars) and is_read_through(scalars[place], literals[place]):
                pointer = self._builder.settle(scalars[place])
                self._builder.load(MemoryPlace(pointer, ctype, f"*{place_text(nodes[place])}".replace("*&", "", 1)))
        self._refuse_counting(name, scalars, literals)
        if may_stop(name, scalars):
            # A thread may have to stay here: what it has done so far, others may see (see `goto.assumptions`).
            self._builder.emit(Assume(Const(1, INT), self._builder.location))

    def _do_before(self, name: str, values: list[Expression]) -> None:
        """Output waits for the locks of streams, in programs that lock some; so with cancellation."""
        linker = self._lowering.linker
        for condition, model, places in things_done_before(name):
            ctype = linker.definition_type(model)
            if ctype is None or not linker.has_body(condition) or any(place >= len(values) for place in places):
                continue
            linker.need_function(model, ctype)
            callee = FunctionAddress(model, self._architecture.pointer(ctype))
            self._emit_call(callee, ctype, [self._builder.settle(values[place]) for place in places])

    def _refuse_counting(self, name: str, values: list[Expression], literals: list[str | None]) -> None:
        if counts_what_it_prints(name, values, literals):
            raise UnsupportedConstruct(f"%n in a format of {name}", self._builder.location)

    def _has_body(self, name: str) -> bool:
        return self._lowering.linker.has_body(name)

    def _is_model(self, name: str) -> bool:
        return self._has_body(name) and not self._lowering.linker.has_user_body(name)

    def _emit_call(self, callee: Expression, ctype: FunctionType, passed: list[Expression]) -> Value:
        """What a function with a body does are steps of its own, even where statements are atomic."""
        if isinstance(callee, FunctionAddress) and not self._has_body(callee.name):
            return self._emit_plain_call(callee, ctype, passed)
        with self._builder.sections.outside():
            return self._emit_plain_call(callee, ctype, passed)

    def _emit_plain_call(self, callee: Expression, ctype: FunctionType, passed: list[Expression]) -> Value:
        result = unqualified(ctype.result)
        if isinstance(result, VoidType):
            self._builder.emit(Call(None, callee, tuple(passed), self._builder.location))
            return None
        if isinstance(result, StructType):
            scratch = self._builder.scratch(result, "result")
            self._builder.emit(Call(None, callee, (scratch.address, *passed), self._builder.location))
            return scratch
        assert is_scalar(result)
        name = f"{callee.name}" if isinstance(callee, FunctionAddress) else "result"
        register = self._builder.temporary(result, name)
        self._builder.emit(Call(register, callee, tuple(passed), self._builder.location))
        return register

    def _parameter(self, ctype: FunctionType, index: int) -> CType | None:
        """The type that argument `index` is converted to; None: the default promotions."""
        return unqualified(ctype.parameters[index]) if index < len(ctype.parameters) else None

    def _arguments(
        self, name: str, ctype: FunctionType, model: str | None, nodes: list[Any], node: Any
    ) -> list[Expression | MemoryPlace]:
        """In both orders where they disturb each other. What is only printed, nobody looks at."""
        order = self._lowering.order
        parts = [partial(self._argument, node, self._parameter(ctype, i), model, i) for i, node in enumerate(nodes)]
        if not (order.matters_for_output(nodes) if is_output(name) else order.matters(nodes)):
            return [part() for part in parts]
        return order.evaluate(OpenOrder.ARGUMENTS, node, parts)

    def _argument(self, node: Any, ctype: CType | None, model: str | None, index: int) -> Expression | MemoryPlace:
        value = self._expressions.lower(node)
        if isinstance(value, MemoryPlace) and isinstance(value.type, StructType):
            if ctype is not None and ctype != value.type:
                if isinstance(ctype, StructType) and ctype.is_union:
                    return self._transparent(value, ctype, node)
                raise TypeProblem(f"an argument of type '{value.type}' for a parameter '{ctype}'", location_of(node))
            copy = self._builder.scratch(value.type, "argument")
            self._builder.copy(copy, value)
            return copy
        scalar = self._expressions.value_of(value, node)
        if ctype is None:
            promoted = promote_argument(scalar.type)
            return convert(scalar, promoted)  # type: ignore[arg-type]
        if isinstance(ctype, StructType) and ctype.is_union:
            # how it is passed is how its first member is, which is what models take
            return scalar if model is not None else self._transparent(scalar, ctype, node)
        if model is not None:
            require_fitting(model, index + 1, scalar, ctype, node)
        return self._expressions.assignable(scalar, ctype, node)

    def _transparent(self, value: Expression | MemoryPlace, union: StructType, node: Any) -> MemoryPlace:
        """gcc's transparent unions: the argument becomes the first member that it fits."""
        scratch = self._builder.scratch(union, "argument")
        for member in union.members or ():
            plain = unqualified(member.type)
            place = self._builder.element(scratch, member.type, member.offset, scratch.text)
            if isinstance(value, MemoryPlace):
                if plain == value.type:
                    self._builder.copy(place, value)
                    return scratch
            elif isinstance(plain, PointerType) == isinstance(value.type, PointerType) and is_scalar(plain):
                self._builder.store(place, value)
                return scratch
        raise TypeProblem(f"no member of '{union}' takes this argument", location_of(node))

    # -- variable arguments -----------------------------------------------------------------------------------------

    def _pack(self, extras: list[Expression | MemoryPlace]) -> Expression:
        """An array of slots that holds the variable arguments, in order; integers are widened to a slot."""
        if not extras:
            return Const(0, self._architecture.void_pointer)
        slot = self._architecture.slot
        sizes = [self._slots(extra.type) for extra in extras]
        array = self._builder.scratch(ArrayType(slot, sum(sizes)), "varargs")
        offset = 0
        for extra, count in zip(extras, sizes, strict=True):
            place = self._builder.element(array, extra.type, offset * slot.size, f"{array.text}[{offset}]")
            if isinstance(extra, MemoryPlace):
                self._builder.copy(place, extra)
            elif isinstance(extra.type, IntType) and extra.type.width <= slot.width:
                wide = IntType(slot.width, extra.type.signed, "long" if extra.type.signed else "unsigned long")
                self._builder.store(MemoryPlace(place.address, wide, place.text), convert(extra, wide))
            else:
                self._builder.store(place, extra)
            offset += count
        return convert(array.address, self._architecture.void_pointer)

    def _slots(self, ctype: CType) -> int:
        return max(1, -(-size_of(ctype) // self._architecture.slot.size))

    def va_next(self, node: Any) -> MemoryPlace:
        """The cursor of a va_list: `ap->next`."""
        value = self._expressions.lower(node)
        pointer = self._expressions.value_of(value, node)
        tag = self._architecture.va_list.element
        if not isinstance(pointer.type, PointerType) or unqualified(pointer.type.target) is not tag:
            raise TypeProblem("a va_list is needed here", location_of(node))
        base = self._expressions.pointee(pointer, "va_list", node)
        assert isinstance(base, MemoryPlace)
        return self._builder.member(base, "next")

    def va_arg(self, node: gnu_ast.VaArg) -> Value:
        ctype = unqualified(self._lowering.types.read(node.type))
        if not is_scalar(ctype) and not isinstance(ctype, StructType):
            raise UnsupportedConstruct(f"va_arg of type '{ctype}'", location_of(node))
        cursor = self.va_next(node.list)
        current = self._builder.settle(self._builder.load(cursor))
        self._builder.store(cursor, self._builder.offset(current, self._slots(ctype) * self._architecture.slot.size))
        place = MemoryPlace(current, ctype, f"va_arg {ctype}")
        return place if isinstance(ctype, StructType) else self._builder.load(place)
