"""What is known of registers while a program is unwound: constants, addresses of named objects, copies.

After a switch point a symbolic value of a bounded program depends on whether its thread got that far, even where the
program leaves no choice. So what can be known without executing anything is better settled before.
"""

from __future__ import annotations

from typing import TypeAlias

from esbmc_py.goto.addresses import ADDRESS_SPACES
from esbmc_py.goto.expressions import AddressOf, Binary, Const, Convert, Expression, FunctionAddress, Register, Unary
from esbmc_py.goto.types import INT, FloatType, IntType, PointerType, ScalarType
from symex.expressions import ExpressionCompiler
from symex.operations import DivisionByZero

Known: TypeAlias = dict[int, Expression]  # by register; what `is_worth_knowing`

_COMPILER = ExpressionCompiler(ADDRESS_SPACES[64], {}, {})  # no access is computed here: the space does not matter


def is_known(expression: Expression) -> bool:
    return isinstance(expression, Const) or _base(expression) is not None


def is_worth_knowing(value: Expression, target: Register) -> bool:
    """Of what a register is given: constants, known addresses, and what is only a copy of another register."""
    return is_known(value) or (isinstance(value, Register) and value.type == target.type and value != target)


def forget(known: Known, register: int) -> None:
    """The register gets a new value: neither its old one nor copies of it are known any more."""
    known.pop(register, None)
    copies = [copy for copy, value in known.items() if isinstance(value, Register) and value.index == register]
    for copy in copies:
        del known[copy]


def folded(expression: Expression, known: Known) -> Expression:
    """The expression with what is known put in, computed as far as that goes."""
    match expression:
        case Register(index=index):
            return known.get(index, expression)
        case Unary(op, operand, ctype):
            return _computed(Unary(op, folded(operand, known), ctype))
        case Binary(op, left, right, ctype):
            return _computed(Binary(op, folded(left, known), folded(right, known), ctype))
        case Convert(operand, ctype):
            return _computed(Convert(folded(operand, known), ctype))
        case _:
            return expression


def truth(expression: Expression) -> bool | None:
    """Whether a folded condition holds, if that is known."""
    if isinstance(expression, Const):
        return expression.value != 0
    return True if _base(expression) is not None else None


def merged(first: Known | None, second: Known | None) -> Known | None:
    """What is known where control flow meets. None: control does not get there."""
    if first is None or second is None:
        return second if first is None else first
    if first is second:
        return first
    if len(second) < len(first):
        first, second = second, first
    return {index: value for index, value in first.items() if second.get(index) == value}


def _computed(expression: Unary | Binary | Convert) -> Expression:
    match expression:
        case Unary(operand=Const()) | Convert(operand=Const()) | Binary(left=Const(), right=Const()):
            return _constant(expression)
        case Unary(op="!", operand=operand) if _base(operand) is not None:
            return Const(0, INT)
        case Binary(op="==" | "!=" as op, left=left, right=right):
            same = _same_address(left, right)
            return expression if same is None else Const(int(same == (op == "==")), INT)
        case Binary(op="+", left=Binary(op="+", left=base, right=Const(first)), right=Const(second, ctype)) if (
            isinstance(expression.type, PointerType)
        ):
            return Binary("+", base, Const(int(first) + int(second), ctype), expression.type)
        case _:
            return expression


def _constant(expression: Expression) -> Expression:
    """Computed as the symbolic executor does it, where that gives a number."""
    operands = [part.type for part in _parts(expression)]
    if any(isinstance(ctype, FloatType) for ctype in (*operands, expression.type)):
        return expression
    if isinstance(expression, Binary) and expression.op in ("/", "%") and _is_zero(expression.right):
        return expression
    try:
        bits = _COMPILER.value(expression)([])
    except DivisionByZero:
        return expression
    return Const(_number(bits, expression.type), expression.type) if isinstance(bits, int) else expression


def _parts(expression: Expression) -> tuple[Expression, ...]:
    match expression:
        case Binary(left=left, right=right):
            return left, right
        case Unary(operand=operand) | Convert(operand=operand):
            return (operand,)
        case _:
            return ()


def _is_zero(expression: Expression) -> bool:
    return isinstance(expression, Const) and expression.value == 0


def _number(bits: int, ctype: ScalarType) -> int:
    if isinstance(ctype, IntType):
        return ctype.wrap(bits)
    return bits & ((1 << ctype.width) - 1)


def _base(expression: Expression) -> AddressOf | FunctionAddress | None:
    """The named thing at a known distance of which an address points; such an address is not null."""
    match expression:
        case AddressOf() | FunctionAddress():
            return expression
        case Convert(operand, ctype) if _keeps_address(operand.type, ctype):
            return _base(operand)
        case Binary(op="+", left=left, right=Const(), type=PointerType()):
            return _base(left)
        case _:
            return None


def _keeps_address(source: ScalarType, target: ScalarType) -> bool:
    return not isinstance(source, FloatType) and not isinstance(target, FloatType) and source.width <= target.width


def _same_address(left: Expression, right: Expression) -> bool | None:
    """Whether two addresses are equal, where neither is computed."""
    first, second = _base(left), _base(right)
    if first is not None and second is not None and _plain(left) and _plain(right):
        if isinstance(first, AddressOf) and isinstance(second, AddressOf):
            return first.symbol is second.symbol
        if isinstance(first, FunctionAddress) and isinstance(second, FunctionAddress):
            return first.name == second.name
        return False
    if (first is not None and _is_zero(right)) or (second is not None and _is_zero(left)):
        return False
    return None


def _plain(expression: Expression) -> bool:
    """An address itself, not one at a distance from it."""
    while isinstance(expression, Convert):
        expression = expression.operand
    return isinstance(expression, AddressOf | FunctionAddress)
