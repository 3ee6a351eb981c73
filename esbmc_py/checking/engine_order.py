"""Which engine of the team comes first: rules from measurements (docs/results.md), not from theory.

A proof without bounds joins the team where loops or threads have no end in sight. Its turns are the longer, the less
the others can say that such a program is right; where nobody else can, it comes first: most proofs take less than a
second.

Alone, on the suite: where a program takes no inputs, or few values, the explicit-state search is fastest on three of
four tasks, and lazyseq settles most of what it does not: `lazy` was first by more than a third of a second on one of
226 tasks. Where inputs have many values, concrete states are too many. So the last of three gets shorter turns: it is
there for what the others cannot do.
"""

from __future__ import annotations

from collections.abc import Sequence

from esbmc_py.goto.expressions import Const, Expression, FunctionAddress
from esbmc_py.goto.flow import endless_loops, in_loops
from esbmc_py.goto.instructions import Assign, Branch, Call, Nondet
from esbmc_py.goto.operands import parts_of
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.sharing import starts_threads
from esbmc_py.goto.types import CType, IntType
from esbmc_py.vm.invocation import takes_from_outside

PROVER = "prove"
CONCRETE = ("explicit", "lazyseq", "lazy")
SYMBOLIC = ("lazyseq", "lazy", "explicit")
_LARGE = 1_000  # rounds of a loop
_FEW = 8  # bits of an input that concrete states can do with


def order_of(program: Program, names: Sequence[str]) -> list[str]:
    order: tuple[str, ...] = SYMBOLIC if takes_many_values(program) else CONCRETE
    if creates_without_end(program):
        order = (PROVER, *order)
    return sorted(names, key=lambda name: order.index(name) if name in order else len(order))


def a_proof_may_help(program: Program) -> bool:
    """Are there loops without an end in sight, threads that are created in loops, or loops that depend on inputs?"""
    own = [function for function in program.functions.values() if not function.is_model]
    if has_no_end(program) or any(map(_creates_in_loops, own)) or has_long_loops(program):
        return starts_threads(program)
    loops = any(in_loops(function) for function in own)
    return loops and takes_many_values(program) and starts_threads(program)


def has_no_end(program: Program) -> bool:
    """Are there loops without an end? No bound on loops ever says "all executions" then."""
    own = [function for function in program.functions.values() if not function.is_model]
    return any(endless_loops(function.instructions, calls_return=True) for function in own)


def has_long_loops(program: Program) -> bool:
    """Does a loop test a large number, or a variable that may hold one? Nobody goes round a million times."""
    own = [function for function in program.functions.values() if not function.is_model]
    loops = {function: in_loops(function) for function in own}
    if not any(loops.values()):
        return False
    tests = (one.instructions[index] for one, inside in loops.items() for index in inside)
    return (
        any(isinstance(test, Branch) and _is_large(test.condition) for test in tests)
        or any(
            isinstance(i, Assign) and isinstance(i.value, Const) and _is_large(i.value)
            for one in own
            for i in one.instructions
        )
        or any(_begins_large(symbol.type, image.data) for symbol, image in program.globals.items())
    )


def creates_without_end(program: Program) -> bool:
    """Are threads created in a loop without an end? Only a proof can say that such a program is right."""
    own = [function for function in program.functions.values() if not function.is_model]
    return any(_creates_in_loops(one) and endless_loops(one.instructions, calls_return=True) for one in own)


def share_of_a_proof(program: Program) -> float:
    """How long the prover's turns are, in whole ones: the longer, the less others can say that the program is right.

    Where threads are created without end, nobody else can. Where loops have no end, bounded engines cannot, and
    concrete states only if there are few inputs; an end that is far away is as bad for both. Otherwise others may well
    settle it: then it costs them 5 %.
    """
    many = takes_many_values(program)
    if has_no_end(program):
        return 2.0 if many or creates_without_end(program) else 0.5
    if has_long_loops(program):
        return 1.0
    return 0.5 if many else 0.12


def _creates_in_loops(function: Function) -> bool:
    return any(
        isinstance(one := function.instructions[index], Call)
        and isinstance(one.callee, FunctionAddress)
        and one.callee.name in ("pthread_create", "thrd_create")
        for index in in_loops(function)
    )


def _is_large(expression: Expression) -> bool:
    if isinstance(expression, Const):
        return isinstance(expression.value, int) and expression.value >= _LARGE
    return any(map(_is_large, parts_of(expression)))


def _begins_large(ctype: CType, data: bytes) -> bool:
    return isinstance(ctype, IntType) and ctype.wrap(int.from_bytes(data, "little")) >= _LARGE


def takes_many_values(program: Program) -> bool:
    """Does the program ask for an input that is not just a few values?"""
    own = [function for function in program.functions.values() if not function.is_model]
    inputs = [i for function in own for i in function.instructions if isinstance(i, Nondet) and "nondet" in i.name]
    wide = any(not isinstance(one.target.type, IntType) or one.target.type.width > _FEW for one in inputs)
    return wide or takes_from_outside(program)
