"""Calls that do not fit what they call: through a pointer of another type, or of a function without a prototype.

They are undefined behaviour, and programs have them: start routines with two parameters, handlers that take none. What
happens on real machines: missing parameters are whatever is in their places, so they are arbitrary here; what is too
much is dropped. Arguments and results of another type are what `argument_types` says. Each such call goes through a
small function that is made for it and takes what is given. A call with missing arguments can be told as a violation
(`conversion`); where nobody asks for that, `suspects` are warned about.

A function can only be called as what it is not if its address was converted to another type before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from typing import TypeGuard

from esbmc_py.goto.deferred import dataclass

from .addressed import addressed_functions
from .argument_types import arrives, representation, same_arguments, same_result, taken_as
from .expressions import Binary, Const, Convert, Expression, FunctionAddress, Register, Unary
from .instructions import Assert, Assign, Branch, Call, Instruction, Nondet, Return, StartThread, Store, Unsupported
from .operands import parts_of
from .program import Function, Program
from .properties import Property
from .rewrite import rewrite
from .symbols import SourceLocation
from .types import (
    INT,
    CType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    ScalarType,
    StructType,
    is_scalar,
    unqualified,
)

_COMPOSED = (Binary, Convert, Unary)  # the others convert nothing


@dataclass(frozen=True, slots=True)
class Suspect:
    """A call that may not fit what it calls."""

    message: str
    location: SourceLocation


@dataclass(frozen=True, slots=True)
class Fitted:
    program: Program
    suspects: tuple[Suspect, ...] = ()


def fit_calls(program: Program, converted: Sequence[tuple[str, ScalarType]], *, tell: bool) -> Fitted:
    """`converted` are the functions that initial values hold as something else, and as what; `tell`: as violations."""
    fitting = _Fitting(program, tell)
    fitting.look(converted)
    if not fitting.needed:
        return Fitted(program)
    functions = {name: fitting.function(function) for name, function in program.functions.items()}
    return Fitted(replace(program, functions=functions | fitting.made), tuple(fitting.suspects.values()))


@dataclass(slots=True)
class _Fitting:
    program: Program
    tell: bool
    # functions that may be called as what they are not, and with how many arguments then (None: any number)
    suspicious: dict[str, set[int | None]] = field(default_factory=dict)
    direct: bool = False  # is there a call by name that does not fit?
    made: dict[str, Function] = field(default_factory=dict)
    suspects: dict[tuple[SourceLocation, str], Suspect] = field(default_factory=dict)
    shapes: dict[str, list[object]] = field(default_factory=dict)  # the ways in which each function is called
    in_model: bool = False  # is the current function one?

    @property
    def needed(self) -> bool:
        return self.direct or bool(self.suspicious)

    # -- whose addresses are converted ----------------------------------------------------------------------------

    def look(self, converted: Sequence[tuple[str, ScalarType]]) -> None:
        for name, ctype in converted:
            self.suspect(name, ctype)
        for function in self.program.functions.values():
            if function.is_model:
                continue
            for instruction in function.instructions:
                if isinstance(instruction, Call) and not self.fits(instruction):
                    self.direct = True
                for expression in _passed_on(instruction):
                    if isinstance(expression, _COMPOSED):
                        self.look_at(expression, instruction.location)

    def look_at(self, expression: Expression, where: SourceLocation) -> None:
        if isinstance(expression, Convert):
            operand = expression.operand
            if isinstance(operand, FunctionAddress):
                self.suspect(operand.name, expression.type, where)
            elif isinstance(operand.type, PointerType) and isinstance(operand.type.target, FunctionType):
                if not fits_as(operand.type.target, expression.type):
                    for name in sorted(addressed_functions(self.program)):
                        self.suspect(name, expression.type)
        for part in parts_of(expression):
            self.look_at(part, where)

    def suspect(self, name: str, ctype: ScalarType, where: SourceLocation | None = None) -> None:
        """The function's address is used as one of another type."""
        function = self.program.functions.get(name)
        if function is None or fits_as(function.type, ctype):
            return
        target = ctype.target if isinstance(ctype, PointerType) else None
        known = isinstance(target, FunctionType) and target.prototyped and same_kind(function.type, target)
        hidden = len(function.parameters) - len(function.type.parameters)
        count = len(target.parameters) + hidden if isinstance(target, FunctionType) and known else None
        self.suspicious.setdefault(name, set()).add(count)
        if count is not None and not function.takes(count):
            self.warn(count_text(function, count), where or function.location)
        elif count is not None and isinstance(target, FunctionType) and not all_arrive(function.type, target):
            self.warn(type_text(function, target), where or function.location)

    def warn(self, message: str, where: SourceLocation) -> None:
        self.suspects.setdefault((where, message), Suspect(message, where))

    def fits(self, call: Call) -> bool:
        """Of calls by name; those of functions without a body are not our business."""
        if not isinstance(call.callee, FunctionAddress):
            return True
        function = self.program.functions.get(call.callee.name)
        return function is None or same_arguments(_types(call.arguments), _types(function.parameters))

    # -- the calls ------------------------------------------------------------------------------------------------

    def function(self, function: Function) -> Function:
        self.in_model = function.is_model
        places: dict[int, list[Instruction]] = {}
        registers = list(function.registers)
        for index, instruction in enumerate(function.instructions):
            if isinstance(instruction, Call):
                fitted = self.call(instruction, registers)
            elif isinstance(instruction, StartThread):
                fitted = self.start(instruction, registers)
            else:
                continue
            if fitted is not None:
                places[index] = fitted
        if not places:
            return function
        return rewrite(function, places, registers=registers)

    def call(self, call: Call, registers: list[Register]) -> list[Instruction] | None:
        callee = call.callee
        given = _types(call.arguments)
        if isinstance(callee, FunctionAddress):
            if self.fits(call):
                return None
            function = self.program.functions[callee.name]
            arguments = _small_constants(call.arguments, function.parameters)
            given = _types(arguments)
            if same_arguments(given, _types(function.parameters)):
                return [replace(call, arguments=arguments)]
            adapter, doubts = self.adapted(function, callee.type, given, None, call.location)
            return [*doubts, replace(call, callee=adapter, arguments=arguments)]
        expected = None if call.target is None else call.target.type
        others = self.others(given, expected)
        if not others:
            return None
        chosen, choice = self.choice(callee, others, given, expected, call.location, registers)
        return [*choice, replace(call, callee=chosen)]

    def start(self, start: StartThread, registers: list[Register]) -> list[Instruction] | None:
        given = (start.argument.type,)
        expected = start.argument.type  # a start routine returns what it takes: a void *
        others = [  # a thread may have a routine without parameters as it is
            one for one in self.others(given, expected) if one.parameters or not same_result(one.type.result, expected)
        ]
        if not others:
            return None
        chosen, choice = self.choice(start.function, others, given, expected, start.location, registers)
        return [*choice, replace(start, function=chosen)]

    def others(self, given: tuple[ScalarType, ...], expected: ScalarType | None) -> list[Function]:
        """Functions that do not take these arguments, or return another result, and may be called so.

        The library is handed functions as what it calls them as; who hides that behind a `void *` is not judged.
        """
        counts = {len(given)} if self.in_model else {len(given), None}
        found = [self.program.functions[name] for name in sorted(self.suspicious)]
        return [
            one
            for one in found
            if not (same_arguments(given, _types(one.parameters)) and same_result(one.type.result, expected))
            and not self.suspicious[one.name].isdisjoint(counts)
        ]

    def choice(
        self,
        pointer: Expression,
        others: list[Function],
        given: tuple[ScalarType, ...],
        expected: ScalarType | None,
        where: SourceLocation,
        registers: list[Register],
    ) -> tuple[Register, list[Instruction]]:
        """What is called instead, if the pointer holds one of the functions that do not fit."""
        assert isinstance(pointer.type, PointerType)
        chosen = Register(len(registers), f"callee${len(registers)}", pointer.type)
        registers.append(chosen)
        code: list[Instruction] = [Assign(chosen, pointer, where)]
        for function in others:
            here = Convert(FunctionAddress(function.name, _pointer(function.type, pointer.type)), pointer.type)
            adapter, doubts = self.adapted(function, pointer.type, given, expected, where)
            taken = [*doubts, Assign(chosen, Convert(adapter, pointer.type), where)]
            # jumps inside are relative to the first of these instructions, see `rewrite`
            code.append(Branch(Binary("!=", pointer, here, INT), len(code) + 1 + len(taken), where))
            code += taken
        return chosen, code

    def adapted(
        self,
        function: Function,
        pointer: ScalarType,
        given: tuple[ScalarType, ...],
        expected: ScalarType | None,
        where: SourceLocation,
    ) -> tuple[FunctionAddress, list[Instruction]]:
        """A function that takes what is given and calls the other one; and what is to be said before it is called."""
        assert isinstance(pointer, PointerType)
        shape = pointer.target if isinstance(pointer.target, FunctionType) else None
        wrong = len(function.parameters) - len(given)
        message = count_text(function, len(given)) if wrong else type_text(function, shape)
        doubts: list[Instruction] = []
        if wrong > 0 or (wrong and function.type.prototyped):
            if not self.in_model and not (shape is not None and shape.prototyped):
                self.warn(message, where)  # of others, the conversion was warned about
            if self.tell:
                doubts.append(Assert(Const(0, INT), Property.CONVERSION, message, where))
        elif not wrong and not (shape is not None and shape.prototyped):
            if not self.in_model and not all(map(arrives, given, _types(function.parameters))):
                self.warn(message, where)
        if shape is not None and not same_kind(function.type, shape):
            doubts.append(Unsupported(f"{message}, through a pointer to a function of another kind", where))
        name = self.name_of(function, given, expected)
        if name not in self.made:
            self.made[name] = adapter(function, name, given, expected, pointer.size)
        ctype = self.made[name].type
        return FunctionAddress(name, PointerType(ctype, pointer.size)), doubts

    def name_of(self, function: Function, given: tuple[ScalarType, ...], expected: ScalarType | None) -> str:
        """One for each way to call it."""
        shapes = self.shapes.setdefault(function.name, [])
        shape = [representation(one) for one in given], None if expected is None else representation(expected)
        if shape not in shapes:
            shapes.append(shape)
        number = shapes.index(shape)
        return f"{function.name}$given{len(given)}" + f"_{number}" * (number > 0)


def count_text(function: Function, given: int) -> str:
    return f"call of {function.name} with {given} argument{'s' * (given != 1)} instead of {len(function.parameters)}"


def type_text(function: Function, pointer: FunctionType | None) -> str:
    if pointer is None or not pointer.prototyped:
        return f"call of {function.name} with arguments of other types than {function.type}"
    return f"call of {function.name} as {pointer}, which is {function.type}"


def adapter(
    function: Function, name: str, given: tuple[ScalarType, ...], expected: ScalarType | None, size: int
) -> Function:
    """Calls the function with what it is given, as far as that is wanted, and any values for what is missing."""
    wanted = function.parameters
    names = [one.name for one in wanted] + [f"extra{index}" for index in range(len(wanted), len(given))]
    registers = [Register(index, names[index], ctype) for index, ctype in enumerate(given)]
    parameters = tuple(registers)
    code: list[Instruction] = []
    passed: list[Expression] = []
    for register, one in zip(parameters, wanted, strict=False):
        what = f"what is not passed of the argument {one.name} of {function.name}"
        before, value = taken_as(register, one.type, what, registers, function.location)
        code += before
        passed.append(value)
    for one in wanted[len(passed) :]:
        register = Register(len(registers), one.name, one.type)
        registers.append(register)
        code.append(Nondet(register, f"the missing argument {one.name} of {function.name}", function.location))
        passed.append(register)
    result = unqualified(function.type.result)
    target = None
    if is_scalar(result) and any(isinstance(one, Return) and one.value is not None for one in function.instructions):
        target = Register(len(registers), "result", result)
        registers.append(target)
    callee = FunctionAddress(function.name, PointerType(function.type, size))
    code.append(Call(target, callee, tuple(passed), function.location))
    answer: Expression | None = target
    if target is not None and expected is not None:
        what = f"what is not passed of the result of {function.name}"
        before, answer = taken_as(target, expected, what, registers, function.location)
        code += before
    if expected is not None and is_scalar(result):
        result = expected
    code.append(Return(answer, function.location))
    ctype = FunctionType(result, tuple(register.type for register in parameters), False)
    return Function(name, ctype, parameters, tuple(registers), (), code, function.location, is_model=True)


def _types(values: Sequence[Expression]) -> tuple[ScalarType, ...]:
    return tuple(value.type for value in values)


def _small_constants(arguments: Sequence[Expression], wanted: Sequence[Register]) -> tuple[Expression, ...]:
    """`f(0)` where f takes a pointer: however a small constant is loaded, the whole register is known."""
    return tuple(
        Const(one.value, wanted[index].type) if index < len(wanted) and _is_small(one, wanted[index].type) else one
        for index, one in enumerate(arguments)
    )


def _is_small(value: Expression, wanted: ScalarType) -> TypeGuard[Const]:
    """A constant that reads the same as another integer or pointer."""
    if not isinstance(value, Const) or not isinstance(value.type, IntType) or representation(wanted)[0] == "_Bool":
        return False
    largest = wanted.maximum if isinstance(wanted, IntType) else value.type.maximum
    return not isinstance(wanted, FloatType) and 0 <= value.value <= largest


def _passed_on(instruction: Instruction) -> tuple[Expression, ...]:
    """The values that an instruction gives to others, or calls."""
    match instruction:
        case Assign() | Store():
            return (instruction.value,)
        case Call():
            return (instruction.callee, *instruction.arguments)
        case StartThread():
            return (instruction.function, instruction.argument)
        case Return(value=Binary() | Convert() | Unary() as value):
            return (value,)
        case _:
            return ()


def fits_as(function: FunctionType, pointer: ScalarType) -> bool:
    """Does a pointer of this type pass the arguments that the function takes, and expect what it returns?"""
    if not isinstance(pointer, PointerType) or not isinstance(pointer.target, FunctionType):
        return False
    other = pointer.target
    if not other.prototyped or not function.prototyped:
        return len(function.parameters) == 0 and same_result(function.result, other.result)
    same = same_arguments(other.parameters, function.parameters) and same_result(function.result, other.result)
    return same and same_kind(function, other)


def same_kind(function: FunctionType, other: FunctionType) -> bool:
    """Are hidden arguments in the same places?"""
    struct = isinstance(unqualified(function.result), StructType)
    if function.variadic != other.variadic or struct != isinstance(unqualified(other.result), StructType):
        return False
    if not function.prototyped or not other.prototyped:
        return True
    return all(map(_both_structs_or_none, function.parameters, other.parameters))


def _both_structs_or_none(one: CType, other: CType) -> bool:
    return (representation(one)[0] == "struct") == (representation(other)[0] == "struct")


def all_arrive(function: FunctionType, pointer: FunctionType) -> bool:
    """Are the arguments that are taken, and the result, determined by what is passed?"""
    result = same_result(function.result, pointer.result) or arrives(function.result, pointer.result)
    return result and all(map(arrives, pointer.parameters, function.parameters))


def _pointer(function: FunctionType, like: PointerType) -> PointerType:
    return PointerType(function, like.size)
