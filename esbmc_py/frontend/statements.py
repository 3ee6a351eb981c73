"""Statements and local declarations."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Const, Expression, FunctionAddress
from esbmc_py.goto.instructions import Allocate, Assert, AtomicEnd, Call, Declare, Return, Unsupported
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import (
    INT,
    ArrayType,
    CType,
    FunctionType,
    IntType,
    PointerType,
    StructType,
    VoidType,
    is_scalar,
    size_of,
    unqualified,
)

from . import gnu_ast
from .architecture import UNSIGNED_LONG_LONG, promote
from .attributes import cleanup_of, find, require_supported
from .builtin_names import QUESTIONS
from .fences import fence_of_text
from .inline_assembly import TIME_STAMP, meaning, time_stamp_function, time_stamp_halves
from .labels import ASYNCHRONOUS, Labels
from .operators import binary, convert
from .problems import TypeProblem, UnsupportedConstruct, location_of
from .scopes import (
    FunctionName,
    MemoryPlace,
    Poison,
    RegisterPlace,
    Scope,
    TypedefName,
    Value,
    VariableArrayType,
    place_of,
)
from .static_locals import extern_object, static_local
from .switches import SwitchStatements
from .syntax_nodes import c_ast

if TYPE_CHECKING:
    from .function_parts import FunctionParts

# Templates that have no effect under sequential consistency: nothing at all, fences, hints.
_BARRIER = re.compile(r"(\s|\\n|\\t|;|mfence|lfence|sfence|nop|pause|rep|sync|lwsync|hwsync|isync|dmb( ish| sy)?)*")


@dataclass(frozen=True, slots=True)
class _Jumps:
    """Where break and continue lead, and the scope that they leave to."""

    break_label: int
    continue_label: int | None
    scope: Scope


class Statements:
    def __init__(self, lowering: FunctionParts) -> None:
        self._lowering = lowering
        self._builder = lowering.builder
        self._expressions = lowering.expressions
        self._jumps: list[_Jumps] = []
        self._switches = SwitchStatements(lowering.builder)
        self.labels = Labels(lowering.builder, lowering.label_texts)
        self._handlers: dict[type, Callable[[Any], None]] = {
            c_ast.Compound: self._compound,
            c_ast.Decl: self.declaration,
            c_ast.DeclList: self._declarations,
            c_ast.Typedef: self._typedef,
            c_ast.If: self._if,
            c_ast.While: self._while,
            c_ast.DoWhile: self._do_while,
            c_ast.For: self._for,
            c_ast.Switch: self._switch,
            c_ast.Case: self._case,
            c_ast.Default: self._default,
            c_ast.Break: self._break,
            c_ast.Continue: self._continue,
            c_ast.Return: self._return,
            c_ast.Goto: self.labels.goto,
            c_ast.Label: self._label,
            c_ast.EmptyStatement: lambda node: None,
            c_ast.Pragma: lambda node: None,
            c_ast.StaticAssert: self._expressions.static_assert,
            gnu_ast.Asm: self._asm,
            gnu_ast.ComputedGoto: self._computed_goto,
            gnu_ast.LocalLabels: lambda node: None,
        }

    def lower(self, node: Any) -> None:
        """One statement. What cannot be executed becomes an `Unsupported` instruction in its place."""
        self._builder.location = location_of(node)
        handler = self._handlers.get(type(node), self._effect)
        try:
            handler(node)
        except UnsupportedConstruct as problem:
            location = problem.location or location_of(node)
            self._builder.emit(Unsupported(problem.message, location))
            self._lowering.linker.warnings.unsupported(problem.message, location)

    def _effect(self, node: Any) -> None:
        with self._builder.sections.statement():
            self._expressions.effect(node)

    # -- blocks and declarations --------------------------------------------------------------------------------

    def _compound(self, node: c_ast.Compound) -> None:
        with self._builder.nested_scope():
            for item in node.block_items or ():
                self.lower(item)

    def body(self, node: c_ast.Compound) -> None:
        """A function's body: its scope is that of the parameters."""
        for item in node.block_items or ():
            self.lower(item)

    def statement_expression(self, block: c_ast.Compound) -> Value:
        items = block.block_items or []
        builder = self._builder
        outer = builder.scope
        inner = builder.scope = Scope(outer)
        value: Value = None
        with builder.sections.outside():
            for item in items[:-1]:
                self.lower(item)
            if items:
                value = self._last_value(items[-1])
        builder.scope = outer
        if inner.declared:
            value = self._kept(value)
            builder.bury(inner)
        return value

    def _kept(self, value: Value) -> Value:
        """The value of a statement expression as it is before its variables are cleaned up and die."""
        if isinstance(value, MemoryPlace) and isinstance(value.type, StructType):
            kept = self._builder.scratch(value.type, "value")
            self._builder.copy(kept, value)
            return kept
        return value

    def _last_value(self, node: Any) -> Value:
        if isinstance(node, c_ast.Label):
            self.labels.place(node)
            return self._last_value(node.stmt)
        if type(node) in self._handlers:
            self.lower(node)
            return None
        with self._builder.sections.statement():
            value = self._expressions.lower(node)
            if isinstance(value, MemoryPlace) and isinstance(value.type, StructType):
                return value
            if value is None:
                return None
            scalar = self._expressions.value_of(value, node)
            return self._builder.settle(scalar)

    def _declarations(self, node: c_ast.DeclList) -> None:
        for declaration in node.decls:
            self.lower(declaration)

    def _typedef(self, node: c_ast.Typedef) -> None:
        try:
            self._builder.scope.names[node.name] = TypedefName(self._lowering.types.declared(node))
        except UnsupportedConstruct as problem:
            self._builder.scope.names[node.name] = Poison(problem.message)
            raise

    def declaration(self, node: c_ast.Decl) -> None:
        try:
            require_supported(node)
            with self._builder.sections.statement():
                self._declare(node)
            self._declare_cleanup(node)
            self._lowering.types.note_alignment(node)
        except UnsupportedConstruct as problem:
            if node.name:
                self._builder.scope.names[node.name] = Poison(problem.message)
            raise

    def _declare(self, node: c_ast.Decl) -> None:
        lowering, builder = self._lowering, self._builder
        if gnu_ast.is_auto(node) and not {"static", "constexpr"} & set(node.storage):
            value = builder.settle(self._expressions.rvalue(node.init))
            self._declare_auto(node, value)
            return
        ctype = lowering.types.declared(node)
        if node.name is None:
            return
        if isinstance(ctype, FunctionType):
            unit = lowering.unit
            builder.scope.names[node.name] = FunctionName(
                lowering.linker.names.of(unit, node.name, static=False), ctype, find(node, "weak") is not None
            )
            return
        if "extern" in node.storage:
            builder.scope.names[node.name] = extern_object(lowering, node, ctype)
            return
        if isinstance(ctype, VariableArrayType):
            self._declare_variable_length(node, ctype)
            return
        if "constexpr" in node.storage and isinstance(plain := unqualified(ctype), IntType):
            builder.scope.names[node.name] = lowering.expressions.named_constant(node.init, plain)
            return
        ctype = lowering.initializers.complete(ctype, node.init)
        self._require_complete(ctype, node)
        if "static" in node.storage or "_Thread_local" in node.storage:
            static_local(lowering, node, ctype)
            return
        plain = unqualified(ctype)
        if is_scalar(plain) and not lowering.is_in_memory(node.name, ctype) and cleanup_of(node) is None:
            initial = self._initial_scalar(node, plain) if node.init is not None else None
            self._declare_scalar(node, ctype, initial)
        else:
            self._declare_in_memory(node, ctype)

    def _declare_cleanup(self, node: c_ast.Decl) -> None:
        """`__attribute__((cleanup(f)))`: whoever leaves the scope calls f(&variable), from here on."""
        attribute = cleanup_of(node)
        if attribute is None or "static" in node.storage or "extern" in node.storage:
            return  # gcc ignores it there
        builder = self._builder
        name = getattr(attribute.arguments[0], "name", None) if attribute.arguments else None
        function = builder.scope.lookup(name) if isinstance(name, str) else None
        place = builder.scope.names.get(node.name)
        if isinstance(function, Poison):
            raise UnsupportedConstruct(function.construct, location_of(node))
        if not isinstance(function, FunctionName) or not isinstance(place, MemoryPlace):
            raise TypeProblem(f"the cleanup of '{node.name}' is not a function", location_of(node), near="cleanup")
        result = unqualified(function.type.result)
        if isinstance(result, StructType):
            raise UnsupportedConstruct("a cleanup function with a structure as its result", location_of(node))
        register = None if isinstance(result, VoidType) else builder.temporary(result, function.name)  # type: ignore[arg-type]
        linked = self._lowering.linker.names.resolve(function.name)
        self._lowering.linker.need_function(linked, function.type)
        parameters = function.type.parameters
        address = convert(place.address, unqualified(parameters[0])) if parameters else place.address  # type: ignore[arg-type]
        callee = FunctionAddress(linked, self._lowering.architecture.pointer(function.type))
        builder.scope.declared.append(Call(register, callee, (address,), location_of(node)))

    def _declare_auto(self, node: c_ast.Decl, value: Expression) -> None:
        if not self._lowering.is_in_memory(node.name, value.type) and cleanup_of(node) is None:
            self._declare_scalar(node, value.type, value)
            return
        symbol = self._builder.new_local(node.name, value.type)
        place = place_of(self._builder.address(symbol), value.type, node.name)
        self._builder.scope.names[node.name] = place
        self._builder.declare(symbol)
        self._builder.store(place, value)

    def _require_complete(self, ctype: CType, node: c_ast.Decl) -> None:
        plain = unqualified(ctype)
        incomplete = isinstance(plain, VoidType) or (isinstance(plain, StructType) and plain.members is None)
        if incomplete or (isinstance(plain, ArrayType) and plain.count is None):
            raise TypeProblem(f"'{node.name}' has the incomplete type '{ctype}'", location_of(node), near=node.name)

    def _initial_scalar(self, node: c_ast.Decl, ctype: CType) -> Expression:
        init = node.init
        while isinstance(init, c_ast.InitList):
            if not init.exprs:
                return convert(Const(0, INT), ctype)  # type: ignore[arg-type]
            init = init.exprs[0]
        # the name is in scope in its own initialiser: `int *p = malloc(sizeof *p)`
        self._builder.scope.names.pop(node.name, None)
        place = RegisterPlace(self._builder.new_register(node.name, ctype), ctype)  # type: ignore[arg-type]
        self._builder.scope.names[node.name] = place
        value = self._expressions.rvalue(init)
        return self._expressions.assignable(value, ctype, node)

    def _declare_scalar(self, node: c_ast.Decl, ctype: CType, initial: Expression | None) -> None:
        builder = self._builder
        plain = unqualified(ctype)
        entity = builder.scope.names.get(node.name)
        if not (initial is not None and isinstance(entity, RegisterPlace)):
            entity = RegisterPlace(builder.new_register(node.name, plain), plain)  # type: ignore[arg-type]
            builder.scope.names[node.name] = entity
        builder.location = location_of(node)
        if initial is None:
            builder.emit(Declare(entity.register, builder.location))
        else:
            builder.assign(entity.register, initial)

    def _declare_in_memory(self, node: c_ast.Decl, ctype: CType) -> None:
        lowering, builder = self._lowering, self._builder
        size = lowering.initializers.size(ctype, node.init)
        symbol = builder.new_local(node.name, ctype, size)
        plain = unqualified(ctype)
        place = place_of(builder.address(symbol), ctype, node.name)
        builder.scope.names[node.name] = place
        builder.declare(symbol)
        if node.init is None:
            return
        if is_scalar(plain):
            init = node.init
            while isinstance(init, c_ast.InitList) and init.exprs:
                init = init.exprs[0]
            if isinstance(init, c_ast.InitList):
                value: Expression = Const(0, INT)
            else:
                value = self._expressions.assignable(self._expressions.rvalue(init), plain, node)
            builder.store(place, value)
        else:
            lowering.initializers.initialise(place, ctype, node.init, size)

    def _declare_variable_length(self, node: c_ast.Decl, ctype: VariableArrayType) -> None:
        """The object lives on the stack from its declaration to the end of its block; a register holds its address."""
        builder = self._builder
        register = builder.new_register(node.name, self._lowering.architecture.pointer(ctype.element))
        assert ctype.bytes is not None
        builder.emit(Allocate(register, ctype.bytes, False, True, location_of(node)))
        builder.scope.declared.append(register)
        builder.scope.names[node.name] = MemoryPlace(register, ctype, node.name)

    # -- branches and loops ---------------------------------------------------------------------------------------

    def _if(self, node: c_ast.If) -> None:
        builder = self._builder
        if builder.is_model and self._is_question(node.cond):
            # what the program does not have is not even lowered
            chosen = node.iftrue if self._expressions.constant_int(node.cond, "a question") else node.iffalse
            if chosen is not None:
                self._scoped(chosen)
            return
        yes, no = builder.label(), builder.label()
        self._expressions.test(node.cond, yes, no, next_label=yes)
        builder.place_label(yes)
        if node.iftrue is not None:
            self._scoped(node.iftrue)
        if node.iffalse is None:
            builder.place_label(no)
            return
        end = builder.label()
        builder.goto(end)
        builder.place_label(no)
        self._scoped(node.iffalse)
        builder.place_label(end)

    def _is_question(self, node: Any) -> bool:
        """Does a model ask what the program has? See `builtin_names.QUESTIONS`."""
        return isinstance(node, c_ast.FuncCall) and getattr(node.name, "name", None) in QUESTIONS

    def _scoped(self, node: Any) -> None:
        if isinstance(node, c_ast.Compound):
            self.lower(node)
        else:
            with self._builder.nested_scope():
                self.lower(node)

    def _loop_body(self, node: Any, break_label: int, continue_label: int) -> None:
        self._jumps.append(_Jumps(break_label, continue_label, self._builder.scope))
        self._scoped(node)
        self._jumps.pop()

    def _while(self, node: c_ast.While) -> None:
        builder = self._builder
        head, body, end = builder.label(), builder.label(), builder.label()
        builder.place_label(head)
        self._expressions.test(node.cond, body, end, next_label=body)
        builder.place_label(body)
        self._loop_body(node.stmt, end, head)
        builder.location = location_of(node)
        builder.goto(head)
        builder.place_label(end)

    def _do_while(self, node: c_ast.DoWhile) -> None:
        builder = self._builder
        head, test, end = builder.label(), builder.label(), builder.label()
        builder.place_label(head)
        self._loop_body(node.stmt, end, test)
        builder.place_label(test)
        self._expressions.test(node.cond, head, end, next_label=end)
        builder.place_label(end)

    def _for(self, node: c_ast.For) -> None:
        builder = self._builder
        with builder.nested_scope():
            if node.init is not None:
                self.lower(node.init)
            head, body, step, end = (builder.label() for _ in range(4))
            builder.place_label(head)
            if node.cond is not None:
                self._expressions.test(node.cond, body, end, next_label=body)
            builder.place_label(body)
            self._loop_body(node.stmt, end, step)
            builder.place_label(step)
            if node.next is not None:
                self._effect(node.next)
            builder.location = location_of(node)
            builder.goto(head)
            builder.place_label(end)

    def _switch(self, node: c_ast.Switch) -> None:
        """The tests are lowered after the body, when every case and the scopes around it are known, and go before it: a
        jump backwards is a loop."""
        builder = self._builder
        with builder.sections.statement():
            value = self._expressions.rvalue(node.cond)
        if not isinstance(value.type, IntType):
            raise TypeProblem("the controlling expression of a switch is not an integer", location_of(node))
        value = builder.settle(convert(value, promote(value.type)), "switch")
        assert isinstance(value.type, IntType)
        tests, end = builder.label(), builder.label()
        builder.goto(tests)  # keeps labels before the switch apart from those of its body
        start = len(builder.code)
        outer = self._jumps[-1].continue_label if self._jumps else None
        outer_scope = builder.scope
        switch = self._switches.begin(value.type)
        self._jumps.append(_Jumps(end, outer, outer_scope))
        with builder.nested_scope():
            self.lower(node.stmt)
        self._jumps.pop()
        self._switches.end()
        builder.location = location_of(node)
        builder.goto(end)
        middle = len(builder.code)
        builder.place_label(tests)
        self._switches.choose(switch, value, end)
        builder.put_first(start, middle)
        builder.place_label(end)

    def _case(self, node: c_ast.Case) -> None:
        self._switches.require("case", location_of(node))
        bounds = node.expr
        if isinstance(bounds, gnu_ast.RangeExpression):
            low, high = (self._expressions.constant_int(e, "a case label") for e in (bounds.low, bounds.high))
        else:
            low = high = self._expressions.constant_int(bounds, "a case label")
        self._switches.case(low, high, location_of(node))
        self._case_body(node)

    def _default(self, node: c_ast.Default) -> None:
        self._switches.require("default", location_of(node))
        self._switches.default()
        self._case_body(node)

    def _case_body(self, node: c_ast.Case | c_ast.Default) -> None:
        for statement in node.stmts or ():
            self.lower(statement)

    # -- jumps ------------------------------------------------------------------------------------------------------

    def _break(self, node: c_ast.Break) -> None:
        if not self._jumps:
            raise TypeProblem("break outside a loop or switch", location_of(node))
        self._leave(self._jumps[-1].break_label, self._jumps[-1].scope)

    def _continue(self, node: c_ast.Continue) -> None:
        label = self._jumps[-1].continue_label if self._jumps else None
        if label is None:
            raise TypeProblem("continue outside a loop", location_of(node))
        loop = next(jumps for jumps in self._jumps if jumps.continue_label == label)
        self._leave(label, loop.scope)

    def _leave(self, label: int, scope: Scope) -> None:
        self._builder.bury_down_to(scope)
        self._builder.goto(label)

    def _return(self, node: c_ast.Return) -> None:
        result = unqualified(self._lowering.result_type)
        value: Expression | None = None
        if node.expr is not None:
            with self._builder.sections.statement():
                value = self._returned(node, result)
        self._builder.location = location_of(node)
        self.leave_function(value)

    def _returned(self, node: c_ast.Return, result: CType) -> Expression | None:
        if isinstance(result, VoidType):
            self._expressions.effect(node.expr)
            return None
        if isinstance(result, StructType):
            source = self._expressions.aggregate(node.expr)
            assert self._lowering.result_pointer is not None
            target = MemoryPlace(self._lowering.result_pointer, result, "the result")
            self._builder.copy(target, source)
            return None
        return self._expressions.assignable(self._expressions.rvalue(node.expr), result, node)

    def leave_function(self, value: Expression | None) -> None:
        """A return; an atomic function ends its section first, with the value computed inside."""
        builder = self._builder
        if value is not None and (self._lowering.is_atomic or builder.has_cleanups):
            value = builder.settle(value)
        builder.clean_up_everything()
        if self._lowering.is_noreturn:
            message = f"{self._lowering.source_name} is declared noreturn and returns"
            builder.emit(Assert(Const(0, INT), Property.UNREACHABLE, message, builder.location))
        if self._lowering.is_atomic:
            builder.emit(AtomicEnd(builder.location))
        builder.emit(Return(value, builder.location))

    def _label(self, node: c_ast.Label) -> None:
        self.labels.place(node)
        if node.name.startswith(ASYNCHRONOUS):
            self._lowering.start_asynchronously(node.stmt)
        elif node.stmt is not None:
            self.lower(node.stmt)

    def _computed_goto(self, node: gnu_ast.ComputedGoto) -> None:
        with self._builder.sections.statement():
            target = self._builder.settle(self._expressions.rvalue(node.target))
        if not isinstance(target.type, PointerType):
            raise TypeProblem("computed goto needs an address", location_of(node))
        self.labels.computed_goto(node, target, self._lowering.label_addresses)

    def _size_of(self, expression: Any) -> int:
        return size_of(self._expressions.type_of(expression))

    def _store_time_stamp(self, node: gnu_ast.Asm, low: Any, high: Any) -> None:
        ctype = FunctionType(UNSIGNED_LONG_LONG, (), False)
        stamp = self._expressions.call_with_values(TIME_STAMP, ctype, [], node)
        value = self._builder.settle(self._expressions.value_of(stamp, node))
        halves = (
            binary("&", value, Const(0xFFFFFFFF, UNSIGNED_LONG_LONG)),
            binary(">>", value, Const(32, UNSIGNED_LONG_LONG)),
        )
        for place, half in zip((low, high), halves, strict=True):
            target = self._expressions.place(place)
            if not is_scalar(target.type):
                raise TypeProblem("a register does not hold that", location_of(node))
            self._builder.store(target, convert(half, target.type))

    def _asm(self, node: gnu_ast.Asm) -> None:
        """An empty template is a compiler barrier that passes values through; of the others, some are known."""
        clock = time_stamp_function(node, self._size_of, wide=self._builder.architecture.pointer_size == 8)
        if clock is not None:
            ctype = FunctionType(UNSIGNED_LONG_LONG, (), False)
            stamp = self._expressions.call_with_values(clock, ctype, [], node)
            self._builder.store(self._expressions.place(node.outputs[0].expr), self._expressions.value_of(stamp, node))
            return
        halves = time_stamp_halves(node, self._size_of)
        if halves is not None:
            self._store_time_stamp(node, *halves)
            return
        known = meaning(node, self._size_of)
        if known is not None:
            for expression in known:
                self._effect(expression)
            return
        if not _BARRIER.fullmatch(node.template.strip('"')):
            raise UnsupportedConstruct("inline assembly", location_of(node))
        fence_of_text(node.template, self._builder, self._lowering.linker)
        for index, output in enumerate(node.outputs):
            if "+" in output.constraint:
                self._expressions.place(output.expr)  # for its side effects
                continue
            source = next((i for i in node.inputs if i.constraint.strip('"') == str(index)), None)
            if source is None:
                raise UnsupportedConstruct("inline assembly with an output", location_of(node))
            value = self._expressions.rvalue(source.expr)
            self._builder.store(self._expressions.place(output.expr), value)
        for operand in node.inputs:
            if "m" in operand.constraint:  # where it is, not what it holds
                self._expressions.lower(operand.expr)
            elif not operand.constraint.strip('"').isdigit():
                self._effect(operand.expr)
