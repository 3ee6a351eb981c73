"""How a value is divided into scalars, and how a large copy becomes a loop over them."""

from __future__ import annotations

from esbmc_py.goto.instructions import Branch, Copy
from esbmc_py.goto.scalars import Repeat, Scalar, scalar_count, scalars
from esbmc_py.goto.sharing import prepare
from esbmc_py.goto.types import INT, ArrayType, IntType, Member, QualifiedType, StructType

from .building import LONG, POINTER, ProgramMaker, ref, struct

SHORT = IntType(16, True, "short")
CHAR = IntType(8, True, "char")
UNSIGNED = IntType(32, False, "unsigned int")


def layout(parts: list[Scalar | Repeat]) -> list[tuple[int, int, str]]:
    return [(part.offset, part.type.size, part.path) for part in parts if isinstance(part, Scalar)]


def test_a_struct_has_its_scalar_members_as_cells_also_those_of_inner_structs_and_arrays() -> None:
    inner = struct("inner", x=INT, y=INT)
    outer = struct("outer", link=POINTER, pair=ArrayType(inner, 2))
    assert layout(scalars(outer, 64)) == [
        (0, 8, ".link"),
        (8, 4, ".pair[0].x"),
        (12, 4, ".pair[0].y"),
        (16, 4, ".pair[1].x"),
        (20, 4, ".pair[1].y"),
    ]


def test_padding_is_no_cell() -> None:
    padded = StructType("padded", False, (Member("c", CHAR, 0), Member("i", INT, 4)), 8, 4)
    assert layout(scalars(padded, 64)) == [(0, 1, ".c"), (4, 4, ".i")]


def test_a_union_is_copied_in_the_largest_aligned_words() -> None:
    union = StructType("u", True, (Member("l", LONG, 0), Member("c", ArrayType(CHAR, 14), 0)), 14, 2)
    assert [(offset, size) for offset, size, _ in layout(scalars(union, 64))] == [(0, 8), (8, 4), (12, 2)]
    assert [size for _, size, _ in layout(scalars(union, 32))] == [4, 4, 4, 2]


def test_bit_fields_are_copied_with_their_storage_unit_but_never_with_their_neighbours() -> None:
    members = (
        Member("a", UNSIGNED, 0, 0, 3, 4),
        Member("b", UNSIGNED, 0, 3, 13, 4),
        Member("c", CHAR, 2),
        Member("d", UNSIGNED, 4, 0, 32, 4),
    )
    fields = StructType("fields", False, members, 8, 4)
    assert [(offset, size) for offset, size, _ in layout(scalars(fields, 64))] == [(0, 2), (2, 1), (4, 4)]


def test_qualified_members_are_cells_like_others() -> None:
    volatile = struct("v", flag=QualifiedType(INT, atomic=False, volatile=True))
    assert layout(scalars(volatile, 64)) == [(0, 4, ".flag")]


def test_a_large_array_is_one_repetition() -> None:
    parts = scalars(struct("s", table=ArrayType(struct("pair", a=LONG, b=LONG), 200), last=INT), 64)
    repeat, last = parts
    assert isinstance(repeat, Repeat) and (repeat.count, repeat.stride, repeat.path) == (200, 16, ".table")
    assert isinstance(last, Scalar) and last.offset == 3200
    assert scalar_count(parts) == 401


def test_a_large_shared_copy_becomes_a_loop_that_copies_a_cell_at_a_time() -> None:
    large = struct("large", rows=ArrayType(ArrayType(SHORT, 300), 3))
    make = ProgramMaker()
    a, b = make.variable("a", large), make.variable("b", large)
    worker, main = make.function("worker"), make.function("main")
    worker.copy(ref(a), ref(b), large)
    main.start("worker")
    main.copy(ref(b), ref(a), large)
    function = prepare(make.build()).functions["worker"]
    assert len(function.instructions) < 20
    assert sum(isinstance(i, Branch) for i in function.instructions) == 2
    copies = [i for i in function.instructions if isinstance(i, Copy)]
    assert [copy.place for copy in copies] == ["cell$copy0", "to.rows[i$copy0][i$copy1]"]
    assert all(copy.visible and copy.type == SHORT for copy in copies)
    assert [register.index for register in function.registers] == list(range(len(function.registers)))
