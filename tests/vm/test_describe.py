"""Addresses and values as C text, and the numbers behind them."""

from __future__ import annotations

import math

from esbmc_py.goto.addresses import ADDRESS_SPACES
from esbmc_py.goto.by_hand import POINTER, Code, global_symbol, program, string
from esbmc_py.goto.types import CHAR, INT, ArrayType, FloatType, Member, PointerType, StructType
from esbmc_py.vm.describe import place_text, pointer_text, value_text
from esbmc_py.vm.numbers import Identity, MachineNumbering, ObjectKind

SPACE = ADDRESS_SPACES[64]

POINT = StructType("point", False, (Member("x", INT, 0), Member("y", INT, 4)), 8, 4)
NODE = StructType(
    "node",
    False,
    (
        Member("points", ArrayType(POINT, 3), 0),
        Member(None, StructType("inner", True, (Member("u", INT, 0), Member("c", CHAR, 0)), 4, 4), 24),
        Member("flag", INT, 28, 3, 1, 4),
        Member("next", PointerType(INT, 8), 32),
    ),
    40,
    8,
)


def numbering() -> MachineNumbering:
    x, a, node = global_symbol("x"), global_symbol("a", ArrayType(ArrayType(INT, 4), 2)), global_symbol("node", NODE)
    text, image = string("hi")
    main = Code()
    main.local("v")
    return MachineNumbering(program(main, symbols={x: 0, a: 0, node: 0, text: image}))


def test_places_are_named_by_the_type_of_their_object() -> None:
    numbers = numbering()

    def place(number: int, offset: int, size: int = 4) -> str:
        return place_text(numbers, SPACE.join(number, offset), size)

    assert place(1, 0) == "x"
    assert place(1, 2, 1) == "x + 2"
    assert place(1, 4) == "x + 4"
    assert place(1, -4) == "x - 4"
    assert place(2, 24) == "a[1][2]"
    assert place(2, 16, 16) == "a[1]"
    assert place(3, 12) == "node.points[1].y"
    assert place(3, 8, 8) == "node.points[1]"
    assert place(3, 24) == "node.u"
    assert place(3, 28) == "node.flag"
    assert place(3, 32, 8) == "node.next"
    assert place(numbers.heap(1, 1), 8) == "heap object 2 of thread 1 + 8"
    assert place(numbers.local(0, 1, 0), 0) == "v"


def test_pointers_are_written_as_addresses_of_places() -> None:
    numbers = numbering()
    assert pointer_text(numbers, 0) == "NULL"
    assert pointer_text(numbers, 16) == "0x10"
    assert pointer_text(numbers, SPACE.join(2, 20)) == "&a[1][1]"
    assert pointer_text(numbers, SPACE.join(5, 0)) == "main"
    assert pointer_text(numbers, SPACE.join(4, 0)) == '"hi"'
    assert pointer_text(numbers, SPACE.join(4, 1)) == '"i"'
    assert pointer_text(numbers, SPACE.join(4, 9)) == "&a string literal + 9"


def test_values_are_written_as_a_c_programmer_would() -> None:
    numbers = numbering()
    assert value_text(numbers, -5, INT) == "-5"
    assert value_text(numbers, True, INT) == "1"
    assert value_text(numbers, 65, CHAR) == "65 'A'"
    assert value_text(numbers, 10, CHAR) == "10"
    assert value_text(numbers, 0.1, FloatType(64, 8, "double")) == "0.1"
    assert value_text(numbers, 0.10000000149011612, FloatType(32, 4, "float")) == "0.1"
    assert value_text(numbers, math.inf, FloatType(64, 8, "double")) == "inf"
    assert value_text(numbers, SPACE.join(1, 0), POINTER) == "&x"


def test_numbers_do_not_depend_on_who_asks_first() -> None:
    identities = [
        Identity(kind, thread, index) for kind in ObjectKind for thread in (0, 1, 5) for index in (0, 3, 100_000)
    ]
    forward, backward = numbering(), numbering()
    first = {identity: forward.number(identity) for identity in identities}
    second = {identity: backward.number(identity) for identity in reversed(identities)}
    assert first == second
    assert len(set(first.values())) == len(identities)
    assert all(forward.identity(number) == identity for identity, number in first.items())


def test_what_does_not_fit_the_scheme_is_numbered_all_the_same() -> None:
    numbers = numbering()
    many_threads = [numbers.heap(thread, 0) for thread in range(200)]
    deep = [numbers.local(0, depth, 0) for depth in (1 << 23, 1 << 24, 1 << 25)]
    assert len({*many_threads, *deep}) == 203
    assert numbers.identity(many_threads[150]) == Identity(ObjectKind.HEAP, 150, 0)


def test_a_number_that_was_never_given_stands_for_nothing() -> None:
    numbers = numbering()
    assert numbers.identity(0) is None
    assert numbers.symbol(0) is None
    assert numbers.identity(numbers.heap(63, 0) + 64) is None
