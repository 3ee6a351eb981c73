"""Functions that the machine executes itself."""

from __future__ import annotations

import math

import pytest

from esbmc_py.goto.by_hand import NULL, POINTER, SIZE, Code, at, const, equal, global_symbol, program, string
from esbmc_py.goto.expressions import Const, Expression
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import CHAR, INT, ArrayType, FloatType, FunctionType
from esbmc_py.vm import Schedule, Status, run

DOUBLE = FloatType(64, 8, "double")
VARIADIC = FunctionType(INT, (POINTER,), True)


def printing(name: str, text: str, *arguments: Expression, before: tuple[Expression, ...] = ()) -> Program:
    symbol, image = string(text)
    code = Code()
    t = code.register("t")
    code.call(name, *before, at(symbol), *arguments, target=t).halt(t)
    return program(code, symbols={symbol: image}, externals={name: VARIADIC})


def test_printf_prints_and_counts() -> None:
    result = run(printing("printf", "%d %5.2f %c\n", const(7), Const(math.pi, DOUBLE), const(65)))
    assert (result.output, result.exit_status) == ("7  3.14 A\n", 10)


def test_output_streams_as_it_is_made() -> None:
    pieces: list[tuple[str, str]] = []
    run(printing("puts", "hello"), on_output=lambda stream, text: pieces.append((stream, text)))
    assert pieces == [("stdout", "hello\n")]


def test_text_beyond_ascii_is_decoded() -> None:
    assert run(printing("puts", "größer ≥")).output == "größer ≥\n"


@pytest.mark.parametrize(("descriptor", "output", "errors"), [(1, "hi", ""), (2, "", "hi"), (3, "", "")])
def test_fprintf_writes_to_the_stream_of_its_file(descriptor: int, output: str, errors: str) -> None:
    file = global_symbol("file")
    symbol, image = string("hi")
    code = Code().call("fprintf", at(file), at(symbol)).halt()
    made = program(code, symbols={file: descriptor, symbol: image}, externals={"fprintf": VARIADIC})
    result = run(made)
    assert (result.output, result.errors) == (output, errors)


def test_sprintf_checks_the_buffer() -> None:
    symbol, image = string("number %d")
    for size, status in ((12, Status.EXITED), (9, Status.VIOLATION)):
        buffer = global_symbol("buffer", ArrayType(CHAR, size))
        code = Code().call("sprintf", at(buffer), at(symbol), const(10)).halt()
        made = program(code, symbols={buffer: 0, symbol: image}, externals={"sprintf": VARIADIC})
        assert run(made).status is status


def test_snprintf_cuts_and_returns_the_full_length() -> None:
    symbol, image = string("number %d")
    buffer = global_symbol("buffer", ArrayType(CHAR, 4))
    code = Code()
    t, c = code.register("t"), code.register("c", CHAR)
    code.call("snprintf", at(buffer), const(4, SIZE), at(symbol), const(10), target=t)
    code.load(c, at(buffer, 3)).check(equal(c, const(0, CHAR))).call("puts", at(buffer)).halt(t)
    made = program(
        code, symbols={buffer: 0, symbol: image}, externals={"snprintf": VARIADIC, "puts": FunctionType(INT, (), False)}
    )
    result = run(made)
    assert (result.output, result.exit_status) == ("num\n", 9)


def test_vprintf_takes_its_arguments_from_slots() -> None:
    symbol, image = string("%d %g %ld")
    slots, list_ = global_symbol("slots", ArrayType(SIZE, 3)), global_symbol("list", POINTER)
    code = Code()
    code.store(at(slots), -3).store(at(slots, 8), Const(0.5, DOUBLE), DOUBLE)
    code.store(at(slots, 16), const(1 << 40, SIZE), SIZE).store(at(list_), at(slots), POINTER)
    code.call("vprintf", at(symbol), at(list_)).halt()
    made = program(code, symbols={slots: 0, list_: 0, symbol: image}, externals={"vprintf": VARIADIC})
    assert run(made).output == "-3 0.5 1099511627776"


def test_a_string_is_read_with_the_usual_checks() -> None:
    result = run(printing("printf", "%s", NULL))
    assert result.violation is not None
    assert result.violation.property is Property.NULL
    letters = global_symbol("letters", ArrayType(CHAR, 3))
    code = Code().call("puts", at(letters)).halt()
    endless = program(code, symbols={letters: 0x414141}, externals={"puts": VARIADIC})
    result = run(endless)
    assert result.violation is not None
    assert result.violation.property is Property.BOUNDS


def test_a_step_that_is_not_enabled_prints_nothing() -> None:
    x = global_symbol("x")
    symbol, image = string("once")
    waiter = Code("waiter")
    t = waiter.register("t")
    waiter.atomic_begin().call("puts", at(symbol)).load(t, at(x)).block(t).atomic_end().ret(0)
    main = Code().start("waiter").store(at(x), 1).end()
    made = program(main, waiter, symbols={x: 0, symbol: image}, externals={"puts": VARIADIC})
    for seed in range(10):
        assert run(made, seed=seed).output == "once\n"
    assert run(made, schedule=Schedule((0, 1))).status is Status.MISFIT


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("sqrt", (2.0,), math.sqrt(2.0)),
        ("sqrt", (-1.0,), math.nan),
        ("pow", (2.0, 10.0), 1024.0),
        ("pow", (0.0, -1.0), math.inf),
        ("log", (0.0,), -math.inf),
        ("exp", (1e6,), math.inf),
        ("floor", (-1.5,), -2.0),
        ("floor", (-0.0,), -0.0),
        ("ceil", (math.inf,), math.inf),
        ("rint", (2.5,), 2.0),
        ("trunc", (-2.7,), -2.0),
        ("fmod", (7.0, 3.0), 1.0),
        ("fabs", (-3.0,), 3.0),
        ("sqrtf", (2.0,), 1.41421353816986083984375),
        ("__builtin_fabs", (-3.0,), 3.0),
    ],
)
def test_math_functions(name: str, arguments: tuple[float, ...], result: float) -> None:
    place = global_symbol("place", DOUBLE)
    symbol, image = string("%a")
    code = Code()
    t = code.register("t", DOUBLE)
    code.call(name, *(Const(argument, DOUBLE) for argument in arguments), target=t).store(at(place), t, DOUBLE)
    code.call("printf", at(symbol), t).halt()
    externals = {name: FunctionType(DOUBLE, (DOUBLE,), False), "printf": VARIADIC}
    output = run(program(code, symbols={place: 0, symbol: image}, externals=externals)).output
    assert output == "nan" if math.isnan(result) else float.fromhex(output) == result
    assert math.isnan(result) or math.copysign(1.0, float.fromhex(output)) == math.copysign(1.0, result)


def test_a_function_with_a_body_is_called_instead() -> None:
    code = Code().call("puts", NULL).halt(1)
    body = Code("puts")
    body.parameter("text", POINTER)
    assert run(program(code, body.ret(0))).output == ""
