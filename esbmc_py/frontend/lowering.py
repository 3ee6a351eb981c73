"""One function (or a unit's file scope) on its way from syntax to instructions: the parts and what they share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from esbmc_py.goto.expressions import Const, FunctionAddress, Register
from esbmc_py.goto.instructions import AtomicBegin
from esbmc_py.goto.memory_models import RC11
from esbmc_py.goto.program import Function
from esbmc_py.goto.scalars import may_hold_address
from esbmc_py.goto.types import (
    CHAR,
    INT,
    VOID,
    CType,
    FunctionType,
    StructType,
    is_scalar,
    unqualified,
)

from . import gnu_ast
from .asynchronous import Captured, captured_by, pack, unpack
from .builder import FunctionBuilder
from .evaluation_order import EvaluationOrder
from .expressions import Expressions
from .file_scope import FileScope
from .initializers import Initializers
from .operators import convert
from .problems import UnsupportedConstruct, location_of
from .scopes import MemoryPlace, RegisterPlace, Scope
from .statements import Statements
from .syntax_nodes import c_ast
from .type_reader import TypeReader

if TYPE_CHECKING:
    from .function_parts import LinkingWithOutside

_NAME_OF_FUNCTION = {"__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"}
_ATOMIC_PREFIX = "__VERIFIER_atomic_"


class Lowering:
    def __init__(
        self, linker: LinkingWithOutside, unit: FileScope, name: str, scope: Scope, *, at_file_scope: bool = False
    ) -> None:
        self.linker = linker
        self.unit = unit
        self.architecture = linker.architecture
        self.at_file_scope = at_file_scope
        self.builder = FunctionBuilder(
            name,
            linker.architecture,
            linker.checks,
            scope,
            unit.is_model,
            linker.semantics.atomic_statements and not unit.is_model and not at_file_scope,
            linker.semantics.surroundings.memory_model == RC11,
        )
        self.source_name = name
        self.result_type: CType = VOID
        self.result_pointer: Register | None = None
        self.varargs: Register | None = None
        self.is_atomic = False
        self.is_noreturn = False
        self.address_taken: frozenset[str] = frozenset()
        self.label_texts: dict[int, str] = {}
        self.label_addresses: list[str] = []
        self.types = TypeReader(self)
        self.order = EvaluationOrder(self.builder, linker.effects)
        self.expressions: Expressions = Expressions(self)
        self.initializers = Initializers(self, self.expressions)
        self.statements = Statements(self)

    def special_name(self, node: c_ast.ID) -> MemoryPlace | None:
        """`__func__` and its spellings."""
        if node.name not in _NAME_OF_FUNCTION:
            return None
        symbol = self.linker.objects.string_literal(self.source_name.encode() + b"\0", CHAR)
        return MemoryPlace(self.builder.address(symbol), symbol.type, node.name)

    @contextmanager
    def run_time_sizes(self) -> Iterator[None]:
        """Array sizes need not be constant inside: parameters of a function that is only declared here."""
        with self._at_file_scope(False):
            yield

    @contextmanager
    def constant_values(self) -> Iterator[None]:
        """Initial values inside are constants, as at file scope: those of a static variable of a function."""
        with self._at_file_scope(True):
            yield

    @contextmanager
    def _at_file_scope(self, value: bool) -> Iterator[None]:
        outer, self.at_file_scope = self.at_file_scope, value
        try:
            yield
        finally:
            self.at_file_scope = outer

    # -- functions --------------------------------------------------------------------------------------------------

    def function(self, node: c_ast.FuncDef, linked_name: str, ctype: FunctionType, source_name: str) -> Function:
        builder = self.builder
        builder.name, self.source_name = linked_name, source_name
        builder.location = location_of(node)
        self._scan(node)
        self.result_type = ctype.result
        self.is_atomic = source_name.startswith(_ATOMIC_PREFIX) and source_name not in (
            f"{_ATOMIC_PREFIX}begin",
            f"{_ATOMIC_PREFIX}end",
        )
        self.is_noreturn = self.unit.marks(source_name).noreturn and not self.unit.is_model
        parameters = self._parameters(node, ctype)
        if self.is_atomic:
            builder.emit(AtomicBegin(builder.location))
        self.statements.body(node.body)
        self.statements.labels.finish()
        builder.location = location_of(node)
        zero = Const(0, INT) if source_name == "main" and unqualified(ctype.result) == INT else None
        self.statements.leave_function(zero)
        return builder.function(ctype, parameters)

    def start_asynchronously(self, node: Any) -> None:
        """A statement that runs in a thread of its own."""
        linker, architecture = self.linker, self.architecture
        creation = linker.definition_type("pthread_create")
        if creation is None:
            raise UnsupportedConstruct("__CPROVER_ASYNC without a model of pthread_create", location_of(node))
        captured = captured_by(node, self.builder.scope)
        name = linker.names.unique(f"{self.source_name}$async")
        ctype = FunctionType(architecture.void_pointer, (architecture.void_pointer,), False)
        routine = Lowering(linker, self.unit, name, Scope(self.unit.scope))
        linker.add_function(routine._start_routine(node, name, ctype, captured))
        packed = pack(self.builder, captured)
        handle = self.builder.scratch(architecture.unsigned_long, "thread")
        values = [
            handle.address,
            Const(0, architecture.void_pointer),
            convert(FunctionAddress(name, architecture.pointer(ctype)), architecture.void_pointer),
            packed,
        ]
        self.expressions.call_with_values("pthread_create", creation, values, node)

    def _start_routine(self, node: Any, name: str, ctype: FunctionType, captured: Captured) -> Function:
        builder = self.builder
        builder.location = location_of(node)
        self.result_type = ctype.result
        argument = builder.new_register("captured", self.architecture.void_pointer)
        unpack(builder, argument, captured)
        self.statements.lower(node)
        self.statements.labels.finish()
        self.statements.leave_function(Const(0, self.architecture.void_pointer))
        builder.name, builder.location = name, location_of(node)
        return builder.function(ctype, (argument,))

    def _parameters(self, node: c_ast.FuncDef, ctype: FunctionType) -> tuple[Register, ...]:
        """Registers in the order in which calls pass values; parameters in memory are filled from them."""
        builder = self.builder
        passed: list[Register] = []
        if isinstance(unqualified(ctype.result), StructType):
            self.result_pointer = builder.new_register("result", self.architecture.pointer(ctype.result))
            passed.append(self.result_pointer)
        named: list[tuple[str, CType, Register, Any]] = []
        for name, declared, arriving, syntax in self._declared_parameters(node, ctype):
            plain = unqualified(arriving)
            register_type = self.architecture.pointer(plain) if isinstance(plain, StructType) else plain
            hidden = (
                isinstance(plain, StructType) or self.is_in_memory(name, declared) or plain != unqualified(declared)
            )
            shown = f"{name}$in" if hidden else name
            register = builder.new_register(shown, register_type)  # type: ignore[arg-type]
            passed.append(register)
            named.append((name, declared, register, syntax))
        if ctype.variadic:
            self.varargs = builder.new_register("varargs$", self.architecture.void_pointer)
            passed.append(self.varargs)
        for name, declared, register, syntax in named:
            if syntax is not None:  # array parameters may depend on those before; tags are visible in the body
                declared = self.types.parameter(syntax)
            self._bind(name, declared, register)
        for *_, syntax in named:
            if syntax is not None and isinstance(syntax.type, c_ast.ArrayDecl) and _has_effects(syntax.type.dim):
                self.expressions.effect(syntax.type.dim)  # an array without a size is a pointer; its size is evaluated
        return tuple(passed)

    def _declared_parameters(self, node: c_ast.FuncDef, ctype: FunctionType) -> list[tuple[str, CType, CType, Any]]:
        """Name, declared type, the type in which the argument arrives, and the declaration to read again."""
        if node.param_decls or not ctype.prototyped:
            passed, declared = self.types.old_style(node)
            return [(name, own, given, None) for (name, own), given in zip(declared, passed.parameters, strict=True)]
        params = node.decl.type.args.params if node.decl.type.args else []
        return [
            (parameter.name or f"unnamed{index}", own, own, parameter)
            for index, (parameter, own) in enumerate(zip(params, ctype.parameters, strict=False))
        ]

    def _bind(self, name: str, declared: CType, register: Register) -> None:
        builder = self.builder
        plain = unqualified(declared)
        if isinstance(plain, StructType):
            builder.scope.names[name] = MemoryPlace(register, plain, name)
        elif self.is_in_memory(name, declared):
            symbol = builder.new_local(name, declared)
            builder.declare(symbol)
            place = MemoryPlace(builder.address(symbol), plain, name)
            builder.store(place, register)
            builder.scope.names[name] = place
        elif register.type != plain:
            assert is_scalar(plain)
            local = builder.new_register(name, plain)
            builder.assign(local, convert(register, plain))
            builder.scope.names[name] = RegisterPlace(local, plain)
        else:
            builder.scope.names[name] = RegisterPlace(register, plain)

    def is_in_memory(self, name: str, ctype: CType) -> bool:
        """Is a scalar local an object? Others are registers, which nobody but their function can see."""
        visible = self.linker.semantics.pointers_in_memory and not self.unit.is_model
        return name in self.address_taken or (visible and may_hold_address(ctype, self.architecture.pointer_size * 8))

    def _scan(self, node: c_ast.FuncDef) -> None:
        """Finds the names whose address is taken (they must live in memory) and the labels whose address is."""
        taken: set[str] = set()
        work: list[Any] = [node.body]
        while work:
            current = work.pop()
            if isinstance(current, c_ast.UnaryOp) and current.op == "&":
                # parts of structs and arrays, whose address may be taken as well, are in memory anyway
                if isinstance(current.expr, c_ast.ID):
                    taken.add(current.expr.name)
            elif isinstance(current, gnu_ast.AsmOperand) and current.constraint.strip("=+&") == "m":
                if isinstance(current.expr, c_ast.ID):  # an operand in memory
                    taken.add(current.expr.name)
            elif isinstance(current, gnu_ast.LabelAddress):
                self.label_addresses.append(current.name)
            work.extend(current)
        self.address_taken = frozenset(taken)
        self.label_addresses.reverse()


def _has_effects(node: Any) -> bool:
    if isinstance(node, c_ast.Assignment | c_ast.FuncCall) or (
        isinstance(node, c_ast.UnaryOp) and node.op in ("++", "--", "p++", "p--")
    ):
        return True
    return node is not None and any(_has_effects(child) for _, child in node.children())
