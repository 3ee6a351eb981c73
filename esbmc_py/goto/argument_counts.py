"""Calls with too few or too many arguments: through a pointer of another type, or of a function without a prototype.

They are undefined behaviour, and programs have them: start routines with two parameters, handlers that take none. What
happens on real machines: missing parameters are whatever is in their places, so they are arbitrary here; what is too
much is dropped. Each such call goes through a small function that is made for it and takes what is given. A call with
missing arguments can be told as a violation (`conversion`); where nobody asks for that, `suspects` are warned about.

A function can only be called with a wrong number of arguments if its address was converted to another type before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace

from esbmc_py.goto.deferred import dataclass

from .expressions import Binary, Const, Convert, Expression, FunctionAddress, Register, Unary
from .instructions import Assert, Assign, Branch, Call, Instruction, Nondet, Return, StartThread, Store, Unsupported
from .operands import expressions_of, parts_of
from .program import Function, Program
from .properties import Property
from .rewrite import rewrite
from .symbols import SourceLocation
from .types import INT, FunctionType, PointerType, ScalarType, StructType, is_scalar, unqualified

_COMPOSED = (Binary, Convert, Unary)  # the others convert nothing


@dataclass(frozen=True, slots=True)
class Suspect:
    """A call that may have the wrong number of arguments."""

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
                if not same_count(operand.type.target, expression.type):
                    for name in set(addressed_functions(self.program)):
                        self.suspect(name, expression.type)
        for part in parts_of(expression):
            self.look_at(part, where)

    def suspect(self, name: str, ctype: ScalarType, where: SourceLocation | None = None) -> None:
        """The function's address is used as one of another type."""
        function = self.program.functions.get(name)
        if function is None or same_count(function.type, ctype):
            return
        target = ctype.target if isinstance(ctype, PointerType) else None
        known = isinstance(target, FunctionType) and target.prototyped and same_kind(function.type, target)
        hidden = len(function.parameters) - len(function.type.parameters)
        count = len(target.parameters) + hidden if isinstance(target, FunctionType) and known else None
        self.suspicious.setdefault(name, set()).add(count)
        if count is not None and count != len(function.parameters):
            self.warn(count_text(function, count), where or function.location)

    def warn(self, message: str, where: SourceLocation) -> None:
        self.suspects.setdefault((where, message), Suspect(message, where))

    def fits(self, call: Call) -> bool:
        """Of calls by name; those of functions without a body are not our business."""
        if not isinstance(call.callee, FunctionAddress):
            return True
        function = self.program.functions.get(call.callee.name)
        return function is None or len(function.parameters) == len(call.arguments)

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
        given = tuple(argument.type for argument in call.arguments)
        if isinstance(callee, FunctionAddress):
            if self.fits(call):
                return None
            function = self.program.functions[callee.name]
            adapter, doubts = self.adapted(function, callee.type, given, call.location)
            return [*doubts, replace(call, callee=adapter)]
        others = self.others(len(call.arguments))
        if not others:
            return None
        chosen, choice = self.choice(callee, others, given, call.location, registers)
        return [*choice, replace(call, callee=chosen)]

    def start(self, start: StartThread, registers: list[Register]) -> list[Instruction] | None:
        others = [one for one in self.others(1) if len(one.parameters) > 1]
        if not others:
            return None
        given = (start.argument.type,)
        chosen, choice = self.choice(start.function, others, given, start.location, registers)
        return [*choice, replace(start, function=chosen)]

    def others(self, arguments: int) -> list[Function]:
        """Functions that do not take so many arguments and may be called with them.

        The library is handed functions as what it calls them as; who hides that behind a `void *` is not judged.
        """
        counts = {arguments} if self.in_model else {arguments, None}
        found = [self.program.functions[name] for name in sorted(self.suspicious)]
        return [
            one
            for one in found
            if len(one.parameters) != arguments and not self.suspicious[one.name].isdisjoint(counts)
        ]

    def choice(
        self,
        pointer: Expression,
        others: list[Function],
        given: tuple[ScalarType, ...],
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
            adapter, doubts = self.adapted(function, pointer.type, given, where)
            taken = [*doubts, Assign(chosen, Convert(adapter, pointer.type), where)]
            # jumps inside are relative to the first of these instructions, see `rewrite`
            code.append(Branch(Binary("!=", pointer, here, INT), len(code) + 1 + len(taken), where))
            code += taken
        return chosen, code

    def adapted(
        self, function: Function, pointer: ScalarType, given: tuple[ScalarType, ...], where: SourceLocation
    ) -> tuple[FunctionAddress, list[Instruction]]:
        """A function that takes what is given and calls the other one; and what is to be said before it is called."""
        assert isinstance(pointer, PointerType)
        shape = pointer.target if isinstance(pointer.target, FunctionType) else None
        missing = max(len(function.parameters) - len(given), 0)
        message = count_text(function, len(given))
        doubts: list[Instruction] = []
        if missing or function.type.prototyped:
            if not self.in_model and not (shape is not None and shape.prototyped):
                self.warn(message, where)  # of others, the conversion was warned about
            if self.tell:
                doubts.append(Assert(Const(0, INT), Property.CONVERSION, message, where))
        if shape is not None and not same_kind(function.type, shape):
            doubts.append(Unsupported(f"{message}, through a pointer to a function of another kind", where))
        name = f"{function.name}$given{len(given)}"
        if name not in self.made:
            self.made[name] = adapter(function, name, given, pointer.size)
        ctype = self.made[name].type
        return FunctionAddress(name, PointerType(ctype, pointer.size)), doubts


def count_text(function: Function, given: int) -> str:
    return f"call of {function.name} with {given} argument{'s' * (given != 1)} instead of {len(function.parameters)}"


def adapter(function: Function, name: str, given: tuple[ScalarType, ...], size: int) -> Function:
    """Calls the function with what it is given, as far as that is wanted, and any values for what is missing."""
    wanted = function.parameters
    registers = [
        Register(index, wanted[index].name if index < len(wanted) else f"extra{index}", ctype)
        for index, ctype in enumerate((*(one.type for one in wanted[: len(given)]), *given[len(wanted) :]))
    ]
    parameters = tuple(registers)
    code: list[Instruction] = []
    passed: list[Expression] = list(parameters[: len(wanted)])
    for one in wanted[len(passed) :]:
        register = Register(len(registers), one.name, one.type)
        registers.append(register)
        code.append(Nondet(register, f"the missing argument {one.name} of {function.name}", function.location))
        passed.append(register)
    result = unqualified(function.type.result)
    target = None
    if is_scalar(result):
        target = Register(len(registers), "result", result)
        registers.append(target)
    callee = FunctionAddress(function.name, PointerType(function.type, size))
    code += [Call(target, callee, tuple(passed), function.location), Return(target, function.location)]
    ctype = FunctionType(function.type.result, tuple(register.type for register in parameters), False)
    return Function(name, ctype, parameters, tuple(registers), (), code, function.location, is_model=True)


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


def same_count(function: FunctionType, pointer: ScalarType) -> bool:
    """Does a pointer of this type pass as many arguments as the function takes?"""
    if not isinstance(pointer, PointerType) or not isinstance(pointer.target, FunctionType):
        return False
    other = pointer.target
    if not other.prototyped or not function.prototyped:
        return len(function.parameters) == 0
    return len(other.parameters) == len(function.parameters) and same_kind(function, other)


def same_kind(function: FunctionType, other: FunctionType) -> bool:
    """Are hidden arguments in the same places?"""
    struct = isinstance(unqualified(function.result), StructType)
    return function.variadic == other.variadic and struct == isinstance(unqualified(other.result), StructType)


def addressed_functions(program: Program) -> Iterator[str]:
    """The functions whose address something holds."""
    for image in (*program.globals.values(), *program.thread_locals.values()):
        yield from (one.target for one in image.relocations if isinstance(one.target, str))
    for function in program.functions.values():
        for instruction in function.instructions:
            for expression in expressions_of(instruction):
                if not (isinstance(instruction, Call) and expression is instruction.callee):
                    yield from _addresses(expression)


def _addresses(expression: Expression) -> Iterator[str]:
    if isinstance(expression, FunctionAddress):
        yield expression.name
    for part in parts_of(expression):
        yield from _addresses(part)


def _pointer(function: FunctionType, like: PointerType) -> PointerType:
    return PointerType(function, like.size)
