"""Compiled code and the interpreter do the same, on expressions and programs made at random."""

from __future__ import annotations

import math
import struct
from random import Random

import pytest

from esbmc_py.goto.by_hand import (
    LONG,
    POINTER,
    SIZE,
    UCHAR,
    Code,
    add,
    at,
    binary,
    const,
    global_symbol,
    less,
    offset_from,
    program,
)
from esbmc_py.goto.expressions import ARITHMETIC, COMPARISONS, OVERFLOWS, Binary, Const, Convert, Expression, Unary
from esbmc_py.goto.program import Program
from esbmc_py.goto.types import BOOL, CHAR, INT, UNSIGNED, ArrayType, FloatType, IntType, ScalarType
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.inputs import RunInputs
from esbmc_py.vm.machine import Machine
from esbmc_py.vm.stops import Stop
from esbmc_py.vm.values import Value, coerce

FLOAT = FloatType(32, 4, "float")
DOUBLE = FloatType(64, 8, "double")
LONG_DOUBLE = FloatType(64, 16, "long double")
SHORT = IntType(16, True, "short")
ODD = IntType(24, False, "three bytes")
INTEGERS: tuple[ScalarType, ...] = (INT, UNSIGNED, LONG, SIZE, CHAR, UCHAR, SHORT, BOOL, POINTER)
TYPES: tuple[ScalarType, ...] = (*INTEGERS, FLOAT, DOUBLE)


def some_value(random: Random, ctype: ScalarType) -> Value:
    if isinstance(ctype, FloatType):
        specials = (0.0, -0.0, 1.5, -2.75, 1e30, 1e-30, 3e9, -1e19, math.inf, -math.inf, math.nan, 0.1)
        return coerce(random.choice(specials), ctype)
    bits = random.getrandbits(ctype.width)
    small = random.choice((0, 1, -1, 2, 7, 31, 63, 255, 1 << 31, (1 << 31) - 1, 1 << 63, -(1 << 63), -(1 << 31)))
    return coerce(random.choice((bits, small)), ctype)


def some_expression(random: Random, code: Code, ctype: ScalarType, depth: int) -> Expression:
    if depth == 0 or random.random() < 0.1:
        if random.random() < 0.3:
            return Const(some_value(random, ctype), ctype)
        register = code.register(f"r{len(code.registers)}", ctype)
        code.assign(register, Const(some_value(random, ctype), ctype))
        return register
    choice = random.random()
    if choice < 0.25:
        source = random.choice(TYPES)
        return Convert(some_expression(random, code, source, depth - 1), ctype)
    if choice < 0.35:
        op = "-" if isinstance(ctype, FloatType) else random.choice("-~")
        return Unary(op, some_expression(random, code, ctype, depth - 1), ctype)
    if ctype == INT and choice < 0.6:
        return some_test(random, code, depth)
    ops = "+-*/" if isinstance(ctype, FloatType) else sorted(ARITHMETIC)
    op = random.choice(ops)
    left = some_expression(random, code, ctype, depth - 1)
    right_type = random.choice(INTEGERS) if op in ("<<", ">>") else ctype
    return Binary(op, left, some_expression(random, code, right_type, depth - 1), ctype)


def some_test(random: Random, code: Code, depth: int) -> Expression:
    ctype = random.choice(TYPES)
    left = some_expression(random, code, ctype, depth - 1)
    if random.random() < 0.2:
        return Unary("!", left, INT)
    ops = COMPARISONS if isinstance(ctype, FloatType) else COMPARISONS | OVERFLOWS
    return Binary(random.choice(sorted(ops)), left, some_expression(random, code, ctype, depth - 1), INT)


def outcome(code_program: Program, *, compiled: bool, seed: int = 0, limit: int = 1000) -> object:
    """What a run leaves behind: memory, inputs, counts and how it stopped."""
    inputs = RunInputs((), Random(seed))
    machine = Machine(Executable(code_program, hot=0), inputs.choose, invisible_limit=limit, deepest_stack=50)
    stop: object = None
    steps = 0
    try:
        while not machine.finished and steps < 200:
            (machine.step if compiled else machine.step_slowly)(0)
            steps += 1
    except Stop as raised:
        stop = (type(raised), str(raised), machine.pc)
    contents = {number: bytes(buffer) for number, buffer in machine.memory.buffers.items()}
    masks = {number: bytes(mask.bits) for number, mask in machine.memory.undefined.items()}
    return stop, steps, contents, masks, inputs.used, machine.total_executed, machine.exit_status


@pytest.mark.parametrize("seed", range(60))
def test_random_expressions(seed: int) -> None:
    random = Random(seed)
    for _ in range(5):
        code = Code()
        ctype = random.choice(TYPES)
        result = global_symbol("result", ctype)
        value = some_expression(random, code, ctype, random.randint(1, 6))
        code.store(at(result), value, ctype, visible=False).halt()
        made = program(code, symbols=[result])
        assert outcome(made, compiled=True) == outcome(made, compiled=False)


def test_expressions_nested_deeply_compile() -> None:
    code = Code()
    x = code.register("x")
    value: Expression = x
    for _ in range(150):
        value = binary("^", add(value, 1), x)
    result = global_symbol("result")
    code.nondet(x).store(at(result), value).halt()
    made = program(code, symbols=[result])
    assert outcome(made, compiled=True) == outcome(made, compiled=False)


@pytest.mark.parametrize("ctype", [*TYPES, LONG_DOUBLE, ODD], ids=str)
def test_what_is_stored_is_loaded(ctype: ScalarType) -> None:
    random = Random(1)
    for _ in range(20):
        code = Code()
        x, y = global_symbol("x", ctype), global_symbol("y", ctype)
        t, u = code.register("t", ctype), code.register("u", ctype)
        value = some_value(random, ctype)
        code.assign(t, Const(value, ctype)).store(at(x), t, ctype).load(u, at(x)).store(at(y), u, ctype).halt()
        made = program(code, symbols=[x, y])
        compiled = outcome(made, compiled=True)
        assert compiled == outcome(made, compiled=False)
        contents = compiled[2]  # type: ignore[index]
        assert contents[1] == contents[2]
        if isinstance(ctype, FloatType) and ctype.size == 16:
            assert contents[1] == struct.pack("<d8x", value)


def random_program(random: Random) -> Program:
    """Loops, branches, calls, arrays, heap and undefined things; some of the accesses fail."""
    array = global_symbol("array", ArrayType(INT, 8))
    callee = Code("f")
    n = callee.parameter("n")
    local = callee.local("v", ArrayType(INT, 2))
    undefined = callee.register("undefined")
    w = callee.register("w")
    callee.declare(local).declare(undefined).store(at(local), n, visible=False)
    callee.load(w, at(local, random.choice((0, 0, 4))), visible=False)
    callee.ret(add(w, random.choice((n, n, undefined))))
    code = Code()
    i, t, p = code.register("i"), code.register("t"), code.register("p", POINTER)
    size = random.choice((16, 32, 36, 40))
    code.allocate(p, size, zeroed=random.random() < 0.5).assign(i, 0).label("again")
    for _ in range(random.randint(1, 6)):
        match random.randrange(6):
            case 0:
                code.load(t, offset_from(at(array), binary("*", binary("&", i, 7), 4)), visible=random.random() < 0.2)
            case 1:
                code.assign(t, add(i, random.randint(-5, 5)))
                code.store(offset_from(p, binary("*", binary("&", i, 7), 4)), t, visible=random.random() < 0.2)
            case 2:
                code.load(t, offset_from(p, const(random.choice((0, 4, 12, 28)), SIZE)), visible=False)
            case 3:
                code.call("f", i, target=t)
            case 4:
                skip = f"skip{len(code.instructions)}"
                code.branch(less(binary("%", i, 3), 1), skip).store(at(array, 4), i, visible=False).label(skip)
            case 5:
                code.check(less(i, random.choice((50, 100))))
    code.assign(i, add(i, 1)).branch(less(i, random.choice((10, 60))), "again").free(p).halt(i)
    return program(code, callee, symbols=[array])


def moving_program(random: Random) -> Program:
    """A result that may be missing is passed, assigned, returned, stored and loaded, and used sooner or later."""
    kept = global_symbol("kept")
    giver = Code("give")
    giver.result = INT
    n = giver.parameter("n")
    giver.branch(less(n, random.choice((5, 100))), "none").ret(n).label("none").ret()
    passer = Code("pass")
    passer.result = INT
    m, other = passer.parameter("m"), passer.register("other")
    passer.assign(other, m).ret(random.choice((other, other, m, add(m, other))))
    code = Code()
    i, t, u, v = (code.register(name) for name in "ituv")
    code.declare(t).declare(u).assign(i, 0).label("again").call("give", i, target=t)
    for _ in range(random.randint(1, 5)):
        source, target = random.choice(((t, u), (u, t), (u, v), (v, t)))
        match random.randrange(6):
            case 0:
                code.assign(target, source)
            case 1:
                code.call("pass", source, target=target)
            case 2:
                code.store(at(kept), source, visible=random.random() < 0.2)
            case 3:
                code.load(target, at(kept), visible=False)
            case 4:
                code.declare(target).assign(target, source).store(at(kept), target, visible=False)
            case 5:
                code.branch(less(source, 3), "next")
    code.label("next").assign(i, add(i, 1)).branch(less(i, 20), "again").halt(i)
    return program(code, giver, passer, symbols=[kept])


@pytest.mark.parametrize("seed", range(100))
def test_values_that_are_missing(seed: int) -> None:
    made = moving_program(Random(seed))
    assert outcome(made, compiled=True, seed=seed) == outcome(made, compiled=False, seed=seed)


@pytest.mark.parametrize("seed", range(100))
def test_random_programs(seed: int) -> None:
    made = random_program(Random(seed))
    for limit in (1000, 20):
        compiled = outcome(made, compiled=True, seed=seed, limit=limit)
        assert compiled == outcome(made, compiled=False, seed=seed, limit=limit)
