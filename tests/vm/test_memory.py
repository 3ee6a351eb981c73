"""Objects, lifetimes and undefined bytes, as violations and values show them."""

from __future__ import annotations

import pytest

from esbmc_py.goto.by_hand import (
    CHAR_POINTER,
    NULL,
    POINTER,
    SIZE,
    UCHAR,
    Code,
    add,
    at,
    binary,
    const,
    equal,
    global_symbol,
    offset_from,
    program,
    string,
)
from esbmc_py.goto.expressions import Expression
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import INT, ArrayType
from esbmc_py.vm import RunResult, Status, run


def violation_of(result: RunResult) -> tuple[Property, str]:
    assert result.status is Status.VIOLATION, result
    assert result.violation is not None
    return result.violation.property, result.violation.message


def test_reading_through_a_null_pointer_is_a_violation() -> None:
    code = Code()
    code.load(code.register("t"), NULL).halt()
    assert violation_of(run(program(code))) == (Property.NULL, "reading the place through a null pointer")


def test_a_small_integer_used_as_a_pointer_is_a_null_pointer_with_an_offset() -> None:
    code = Code()
    code.store(const(16, POINTER), 1).halt()
    assert violation_of(run(program(code))) == (
        Property.NULL,
        "writing the place through a null pointer (address 0x10)",
    )


@pytest.mark.parametrize("offset", [40, 38, -4, -1])
@pytest.mark.parametrize("write", [True, False])
def test_an_access_outside_its_object_names_object_size_and_offset(offset: int, write: bool) -> None:
    array = global_symbol("a", ArrayType(INT, 10))
    code = Code()
    address = offset_from(at(array), const(offset, SIZE))
    if write:
        code.store(address, 1)
    else:
        code.load(code.register("t"), address)
    code.halt()
    doing = "writing" if write else "reading"
    assert violation_of(run(program(code, symbols=[array]))) == (
        Property.BOUNDS,
        f"{doing} the place: 4 bytes at offset {offset} of a, which has 40 bytes",
    )


def test_the_bytes_at_both_ends_of_an_object_are_accessible() -> None:
    array = global_symbol("a", ArrayType(INT, 10))
    code = Code()
    t = code.register("t")
    code.store(at(array), 3).store(at(array, 36), 4).load(t, at(array, 36)).check(equal(t, 4)).halt()
    assert run(program(code, symbols=[array])).status is Status.EXITED


def test_a_freed_object_cannot_be_used() -> None:
    code = Code()
    p = code.register("p", POINTER)
    code.allocate(p, 8).free(p).store(p, 1).halt()
    assert violation_of(run(program(code))) == (
        Property.FREED,
        "writing the place: heap object 1 of thread 0 has been freed",
    )


def test_an_object_cannot_be_freed_twice() -> None:
    code = Code()
    p = code.register("p", POINTER)
    code.allocate(p, 8).free(p).free(p).halt()
    assert violation_of(run(program(code)))[0] is Property.DOUBLE_FREE


def test_freeing_a_null_pointer_does_nothing() -> None:
    assert run(program(Code().free(NULL).halt())).status is Status.EXITED


def test_only_the_beginning_of_a_heap_object_can_be_freed() -> None:
    code = Code()
    p = code.register("p", POINTER)
    code.allocate(p, 8).free(offset_from(p, const(4, SIZE))).halt()
    assert violation_of(run(program(code)))[0] is Property.INVALID_FREE


@pytest.mark.parametrize("address", ["global", "function", "number"])
def test_what_was_not_allocated_cannot_be_freed(address: str) -> None:
    x = global_symbol("x")
    choices: dict[str, Expression] = {"global": at(x), "function": const(2 << 32, POINTER), "number": const(7, POINTER)}
    assert violation_of(run(program(Code().free(choices[address]).halt(), symbols=[x])))[0] is Property.INVALID_FREE


def test_a_string_literal_cannot_be_written() -> None:
    text, image = string("hello")
    code = Code().store(at(text), 65, UCHAR).halt()
    assert violation_of(run(program(code, symbols={text: image}))) == (
        Property.READ_ONLY,
        "writing string$hello: a string literal is read-only",
    )


def test_a_function_cannot_be_written() -> None:
    code = Code().store(const(1 << 32, POINTER), 65).halt()
    assert violation_of(run(program(code)))[0] is Property.READ_ONLY


def test_a_local_cannot_be_used_after_its_function_has_returned() -> None:
    callee = Code("f")
    local = callee.local("v")
    callee.declare(local).ret(at(local))
    code = Code()
    p, t = code.register("p", POINTER), code.register("t")
    code.call("f", target=p).load(t, p).halt()
    assert violation_of(run(program(code, callee))) == (
        Property.DEAD,
        "reading the place: v does not live any more",
    )


def test_a_local_cannot_be_used_after_its_scope() -> None:
    code = Code()
    local = code.local("v")
    code.declare(local).store(at(local), 1).dead(local).store(at(local), 2).halt()
    assert violation_of(run(program(code)))[0] is Property.DEAD


def test_a_local_declared_again_is_undefined_again() -> None:
    code = Code()
    local = code.local("v")
    t = code.register("t")
    code.declare(local).store(at(local), 1).declare(local).load(t, at(local)).check(equal(t, 1)).halt()
    assert run(program(code), inputs=[1]).status is Status.EXITED
    assert run(program(code), inputs=[2]).status is Status.VIOLATION


def test_each_call_has_locals_of_its_own() -> None:
    callee = Code("f")
    n, p = callee.parameter("n"), callee.parameter("p", POINTER)
    local, t = callee.local("v"), callee.register("t")
    callee.declare(local).store(at(local), n).branch(binary("==", n, 0), "done")
    callee.call("f", binary("-", n, 1), at(local))
    callee.label("done").load(t, at(local)).check(equal(t, n)).branch(binary("==", p, NULL), "end")
    callee.load(t, p).check(equal(t, add(n, 1))).label("end").ret(0)
    code = Code().call("f", const(5), NULL).halt()
    assert run(program(code, callee)).status is Status.EXITED


def test_stack_blocks_end_with_their_function_and_others_stay() -> None:
    callee = Code("f")
    n, p = callee.parameter("n"), callee.register("p", POINTER)
    t = callee.register("t")
    callee.allocate(p, 4, on_stack=True).store(p, n).branch(binary("==", n, 0), "done")
    callee.call("f", binary("-", n, 1))
    callee.label("done").load(t, p).check(equal(t, n)).ret(p)
    code = Code()
    q, u = code.register("q", POINTER), code.register("u")
    code.call("f", const(3), target=q).load(u, q).halt()
    assert violation_of(run(program(code, callee)))[0] is Property.DEAD


def test_two_reads_of_undefined_memory_agree() -> None:
    code = Code()
    p, t, u = code.register("p", POINTER), code.register("t"), code.register("u")
    code.allocate(p, 4).load(t, p).load(u, p).check(equal(t, u)).halt(t)
    result = run(program(code), inputs=[77])
    assert (result.status, result.exit_status, result.schedule.inputs) == (Status.EXITED, 77, (77,))


def test_zeroed_memory_is_zero() -> None:
    code = Code()
    p, t = code.register("p", POINTER), code.register("t")
    code.allocate(p, 4, zeroed=True).load(t, p).check(equal(t, 0)).halt()
    assert run(program(code)).schedule.inputs == ()


def test_only_the_undefined_bytes_of_a_value_are_chosen() -> None:
    code = Code()
    p, t = code.register("p", POINTER), code.register("t")
    code.allocate(p, 4).store(offset_from(p, const(1, SIZE)), 5, UCHAR).load(t, p).halt(t)
    result = run(program(code), inputs=[0x030201])
    assert result.exit_status == 0x03020501


def test_a_copy_keeps_undefined_bytes_undefined() -> None:
    code = Code()
    a, b = code.local("a", ArrayType(INT, 2)), code.local("b", ArrayType(INT, 2))
    t, u = code.register("t"), code.register("u")
    code.declare(a).declare(b).store(at(a), 1).store(at(b), 7).store(at(b, 4), 7)
    code.copy(at(b), at(a), a.type).load(t, at(b)).load(u, at(b, 4)).halt(add(t, u))
    result = run(program(code), inputs=[40])
    assert (result.exit_status, result.schedule.inputs) == (41, (40,))


def test_a_copy_of_defined_bytes_defines_the_target() -> None:
    code = Code()
    a, b = code.local("a", ArrayType(INT, 2)), code.local("b", ArrayType(INT, 2))
    t = code.register("t")
    code.declare(a).declare(b).store(at(a), 1).store(at(a, 4), 2).copy(at(b), at(a), a.type).load(t, at(b, 4)).halt(t)
    result = run(program(code))
    assert (result.exit_status, result.schedule.inputs) == (2, ())


@pytest.mark.parametrize("side", ["source", "target"])
def test_a_copy_checks_both_sides(side: str) -> None:
    x = global_symbol("x", ArrayType(INT, 2))
    code = Code()
    target, source = (at(x), NULL) if side == "source" else (NULL, at(x))
    code.copy(target, source, x.type).halt()
    kind, message = violation_of(run(program(code, symbols=[x])))
    assert kind is Property.NULL
    assert ("reading" if side == "source" else "writing") in message


def test_pointers_survive_memory_and_casts() -> None:
    x, p = global_symbol("x"), global_symbol("p", POINTER)
    code = Code()
    q, n, t = code.register("q", POINTER), code.register("n", SIZE), code.register("t")
    code.store(at(p), at(x), POINTER).load(q, at(p)).assign(n, binary("+", q, const(0, SIZE), SIZE))
    code.store(binary("+", n, const(0, POINTER), POINTER), 9).load(t, at(x)).check(equal(t, 9)).halt()
    assert run(program(code, symbols=[x, p])).status is Status.EXITED


def test_the_size_of_an_object_is_known() -> None:
    code = Code()
    p, n = code.register("p", POINTER), code.register("n", SIZE)
    code.allocate(p, 12).object_size(n, p).check(binary("==", n, const(12, SIZE))).halt()
    assert run(program(code)).status is Status.EXITED


def test_an_allocation_that_is_too_large_is_a_limit_not_a_crash() -> None:
    code = Code()
    code.allocate(code.register("p", POINTER), const(1 << 40, SIZE)).halt()
    result = run(program(code))
    assert result.status is Status.LIMIT
    assert "bytes" in result.detail


def test_a_program_that_never_frees_hits_a_limit() -> None:
    code = Code()
    p = code.register("p", POINTER)
    code.label("again").allocate(p, 1 << 27, zeroed=True).goto("again")
    result = run(program(code))
    assert (result.status, "bytes of memory" in result.detail) == (Status.LIMIT, True)


def test_32_bit_programs_that_need_too_many_objects_hit_a_limit() -> None:
    code = Code()
    p = code.register("p", CHAR_POINTER)
    code.label("again").allocate(p, 1).goto("again")
    result = run(program(code, pointer_bits=32))
    assert (result.status, "objects" in result.detail) == (Status.LIMIT, True)
