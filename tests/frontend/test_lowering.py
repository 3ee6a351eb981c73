"""From C to goto instructions: what each construct becomes."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from esbmc_py.frontend import Checks, LoadProblem, load, load_program
from esbmc_py.frontend.checks import NO_CHECKS
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.goto.instructions import (
    Assert,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Copy,
    Dead,
    Goto,
    Instruction,
    Load,
    Nondet,
    Store,
    Unsupported,
)
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm import Status, run

CLOSED = Semantics(surroundings=Surroundings(arguments=(), open_environment=False))


@pytest.fixture
def lowered(tmp_path: Path):
    """The instructions of `f` in a program made of a prelude and f's body."""

    def lower(prelude: str, body: str = "", checks: Checks = NO_CHECKS) -> list[Instruction]:
        path = tmp_path / "program.c"
        path.write_text(f"{prelude}\nvoid f(void) {{ {body} }}\nint main(void) {{ f(); return 0; }}\n")
        return load([path], checks=checks).program.functions["f"].instructions

    return lower


def memory_accesses(instructions: list[Instruction]) -> list[str]:
    return [
        f"{'read' if isinstance(i, Load) else 'write'} {i.place}" for i in instructions if isinstance(i, Load | Store)
    ]


def problem(tmp_path: Path, text: str) -> str:
    path = tmp_path / "wrong.c"
    path.write_text(text)
    with pytest.raises(LoadProblem) as caught:
        load([path])
    return caught.value.render()


def test_an_increment_of_a_global_is_a_read_and_a_write(lowered):
    assert memory_accesses(lowered("int x;", "x++;")) == ["read x", "write x"]


def test_a_condition_reads_each_global_by_itself(lowered):
    instructions = lowered("int x, y;", "if (x == y) x = 1;")
    assert memory_accesses(instructions) == ["read x", "read y", "write x"]


def test_no_instruction_touches_memory_twice(lowered):
    instructions = lowered("int a[4], i, b, c;", "a[i] = b + c;")
    assert memory_accesses(instructions) == ["read i", "read b", "read c", "write a[i]"]


def test_locals_whose_address_nobody_takes_are_registers(lowered):
    assert memory_accesses(lowered("", "int i = 1; i += 2;")) == []


def test_locals_whose_address_is_taken_are_in_memory(lowered):
    assert memory_accesses(lowered("void g(const int *p);", "int i = 1; g(&i); i++;")) == [
        "write i",
        "read i",
        "write i",
    ]


def test_a_member_behind_a_pointer_does_not_put_the_pointer_in_memory(lowered):
    prelude = "struct s { int a; }; void g(int *p); struct s *h(void);"
    assert memory_accesses(lowered(prelude, "struct s *p = h(); g(&p->a);")) == []


def test_a_struct_assignment_is_one_copy(lowered):
    instructions = lowered("struct s { int a, b; } x, y;", "x = y;")
    assert [type(i) for i in instructions if isinstance(i, Copy | Load | Store)] == [Copy]


def test_short_circuits_are_jumps(lowered):
    instructions = lowered("int x, y, z;", "z = x && y;")
    assert any(isinstance(i, Branch) for i in instructions)
    assert any(isinstance(i, Goto) for i in instructions)


def test_a_write_to_a_bit_field_reads_and_writes_its_unit(lowered):
    assert memory_accesses(lowered("struct { int a : 3, b : 5; } s;", "s.a = 1;")) == ["read s.a", "write s.a"]


def test_an_atomic_increment_is_one_section(lowered):
    instructions = lowered("_Atomic int x;", "x++;")
    kinds = [type(i) for i in instructions if isinstance(i, AtomicBegin | AtomicEnd | Load | Store)]
    assert kinds == [AtomicBegin, Load, Store, AtomicEnd]
    assert all(i.atomic for i in instructions if isinstance(i, Load | Store))


def test_a_compare_and_swap_writes_only_where_it_succeeds(lowered):
    instructions = lowered("int x;", "__sync_bool_compare_and_swap(&x, 0, 1);")
    kinds = [type(i) for i in instructions if isinstance(i, AtomicBegin | AtomicEnd | Load | Branch | Store)]
    assert kinds == [AtomicBegin, Load, Branch, Store, AtomicEnd]


def test_checks_are_assertions_where_they_are_asked_for(lowered):
    def properties(checks: Checks) -> set[Property]:
        instructions = lowered("int x, y, z;", "z = x / y + (x << y);", checks)
        return {i.property for i in instructions if isinstance(i, Assert)}

    assert properties(NO_CHECKS) == set()
    assert properties(Checks()) == {Property.DIVISION, Property.OVERFLOW, Property.SHIFT}


def test_arithmetic_that_cannot_overflow_is_not_checked(lowered):
    instructions = lowered("char a, b; int c;", "c = a * b;", Checks())
    assert not any(isinstance(i, Assert) for i in instructions)


def test_nondeterministic_values_keep_the_name_of_their_function(lowered):
    instructions = lowered("int __VERIFIER_nondet_int(void);", "int x = __VERIFIER_nondet_int();")
    assert [i.name for i in instructions if isinstance(i, Nondet)] == ["__VERIFIER_nondet_int"]


def test_inline_assembly_is_unsupported_where_it_stands(lowered):
    instructions = lowered("int x;", 'x = 1; __asm__("hlt"); x = 2;')
    (found,) = [i for i in instructions if isinstance(i, Unsupported)]
    assert found.construct == "inline assembly"
    assert found.location.line == 2


def test_an_error_label_is_an_assertion_that_fails(lowered):
    instructions = lowered("int x;", "if (x) { ERROR: x = 1; }")
    assert [i.property for i in instructions if isinstance(i, Assert)] == [Property.REACH]


def test_a_jump_back_before_a_variable_length_array_ends_its_life(lowered):
    instructions = lowered(
        "int n;",
        "int x, *p = &x; again:; int a[n], b[n]; same: *p = 1; if (n) goto same; { int c[n]; if (n) goto again; }",
    )
    runs = groupby(instructions, key=lambda one: isinstance(one, Dead))
    dead = [[one.variable.name for one in group] for is_dead, group in runs if is_dead]
    assert dead == [["c", "b", "a"], ["c"]], "a local of fixed size lives as long as its block"


def test_what_a_statement_expression_declares_ends_with_it(lowered):
    instructions = lowered("struct s { int a[4]; };", "struct s v = ({ struct s t = {{1}}, *q = &t; *q; }); v.a[0]++;")
    kinds = [type(one).__name__ for one in instructions]
    dead = kinds.index("Dead")
    assert "Copy" in kinds[:dead] and "Copy" in kinds[dead:], "its value is copied before, and used afterwards"


def test_a_jump_into_a_block_declares_what_it_skips(lowered):
    instructions = lowered("void g(int *p); int n;", "goto in; { int x; g(&x); in: g(&n); }")
    assert any(type(i).__name__ == "Declare" for i in instructions)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("int main(void) { return y; }", "1:25: error: 'y' is not declared"),
        ("int f(int a); int main(void) { return f(); }", "too few arguments to f: 0 for 1"),
        ("struct s { int a; } s; int main(void) { return s; }", "used where a scalar is needed"),
        ("struct s; int main(void) { struct s x; return 0; }", "'x' has the incomplete type 'struct s'"),
        ("int main(void) { goto nowhere; }", "label 'nowhere' is used but not defined"),
        ("int main(void) { break; }", "break outside a loop or switch"),
        ("int main(void) { int x; x.a = 1; return 0; }", "request for member 'a'"),
        ("int main(void) { switch (1) { case 1: case 1: ; } }", "duplicate case value"),
        ("int f(void) { return 0; } int f(void) { return 1; } int main(void) { return 0; }", "redefinition of 'f'"),
        ("int x; char x; int main(void) { return 0; }", "conflicting types for 'x'"),
        ('_Static_assert(sizeof(int) == 8, "no"); int main(void) { return 0; }', "static assertion failed"),
        ("int f(void) { return 0; }", "the program has no main function"),
    ],
)
def test_what_is_not_c_is_told_with_its_place(tmp_path, text, message):
    assert message in problem(tmp_path, text)


def test_a_function_that_several_files_define_statically_is_several_functions(tmp_path):
    first, second = tmp_path / "a.c", tmp_path / "b.c"
    first.write_text("static int f(void) { return 1; } int g(void); int main(void) { return f() + g(); }")
    second.write_text("static int f(void) { return 2; } int g(void) { return f(); }")
    functions = load([first, second]).program.functions
    assert {name for name in functions if name.startswith("f")} == {"f", functions_other(functions)}


def functions_other(functions) -> str:
    return next(name for name in functions if name.startswith("f$"))


def test_a_long_unsigned_sum_is_no_problem(tmp_path):
    path = tmp_path / "sum.c"
    path.write_text("unsigned x; int main(void) { return " + " + ".join(["x"] * 3000) + "; }")
    assert load([path]).program.functions["main"].instructions


def test_elements_of_elements_take_no_exponential_time(tmp_path):
    """Twice the work at each level would be a million times the work here."""
    depth = 20
    types = ["struct s0 { int v; int a[2]; };"]
    types += [f"struct s{level} {{ struct s{level - 1} a[1]; int b; }};" for level in range(1, depth + 1)]
    path = tmp_path / "deep.c"
    path.write_text(
        "\n".join([*types, f"struct s{depth} x;", f"int main(void) {{ int i = 0; return x{'.a[i]' * (depth + 1)}; }}"])
    )
    assert "main" in load([path]).program.functions


def test_sizes_of_sizes_take_no_exponential_time(lowered) -> None:
    size = "0"
    for _ in range(20):
        size = f"sizeof(a[{size}])"
    assert lowered("int a[9];", f"return (int){size};")


def test_literals_in_literals_take_no_exponential_time(lowered) -> None:
    depth, literal = 20, "(struct s0){1}"
    types = ["struct s0 { int a; };"] + [f"struct s{n} {{ struct s{n - 1} a; }};" for n in range(1, depth)]
    for level in range(1, depth):
        literal = f"(struct s{level}){{ {literal} }}"
    assert lowered("\n".join(types), f"struct s{depth - 1} x = {literal};")


def unsupported(instructions: list[Instruction]) -> list[str]:
    return [instruction.construct for instruction in instructions if isinstance(instruction, Unsupported)]


def test_a_member_of_variable_size_is_not_supported_where_its_structure_is_declared(lowered) -> None:
    code = lowered("int n;", "struct s { char a[n]; int b; } x, y; struct s z; int size = sizeof(struct s);")
    assert set(unsupported(code)) == {"a member whose size is not constant"}
    assert len(unsupported(code)) == 4


@pytest.mark.parametrize("constant", ["0.1L", "1e400L", "0x1.00000000000001p0L", "1.18973149535723176502e+4932L"])
def test_a_long_double_that_no_double_holds_is_not_supported(lowered, constant: str) -> None:
    assert unsupported(lowered("", f"long double x = {constant};"))


@pytest.mark.parametrize("constant", ["0.5L", "1L", "0x1.8p-3L", "1e22L", "3.L"])
def test_a_long_double_that_a_double_holds_is_one(lowered, constant: str) -> None:
    assert not unsupported(lowered("", f"long double x = {constant};"))


def test_a_long_double_that_only_says_which_double_is_meant_is_one(lowered) -> None:
    assert not unsupported(lowered("", "double most = (double)1.79769313486231570814527423731704357e+308L;"))
    assert not unsupported(lowered("", "double a = __DBL_MAX__, b = __DBL_EPSILON__, c = -__DBL_MIN__;"))


def test_a_wide_integer_does_not_become_a_long_double(lowered) -> None:
    assert unsupported(lowered("long n;", "long double x = n;"))
    assert not unsupported(lowered("int n;", "long double x = n;"))
    assert unsupported(lowered("", "long double x = 9007199254740993;"))


def test_an_object_whose_initial_value_is_not_supported_matters_where_it_is_used(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text("long double third = 1.0L / 3; int main(int c, char **v) { return c > 1 ? third > 0 : 0; }")
    program = prepare(load_program([path], semantics=CLOSED))
    assert run(program).exit_status == 0
    called = Semantics(surroundings=Surroundings(arguments=("x",), open_environment=False))
    assert run(prepare(load_program([path], semantics=called))).status is Status.UNSUPPORTED
