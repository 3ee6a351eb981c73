"""What `smtcb goto` shows: C expressions, goto listings, JSON, control-flow graphs."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import networkx
import pytest

from esbmc_py.frontend import load_program
from esbmc_py.goto.cfg import basic_blocks, control_flow_graph, to_dot
from esbmc_py.goto.cfg_file import write_cfg
from esbmc_py.goto.cfg_svg import to_svg
from esbmc_py.goto.expression_text import declaration_text, expression_text
from esbmc_py.goto.expressions import AddressOf, Binary, Const, Convert, Expression, Register, Unary
from esbmc_py.goto.flow import in_loops
from esbmc_py.goto.printer import print_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from esbmc_py.goto.symbols import NOWHERE, Storage, Symbol
from esbmc_py.goto.to_json import program_to_json
from esbmc_py.goto.types import INT, ArrayType, CType, FloatType, FunctionType, IntType, PointerType

from .building import INT_POINTER, LONG, NULL, POINTER, ProgramMaker, const, ref, struct

DOUBLE = FloatType(64, 8, "double")
PTRDIFF = IntType(64, True, "long")

LOST_UPDATE = """\
#include <assert.h>
#include <pthread.h>

int counter;

void *count(void *unused)
{
    counter++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    for (int i = 0; i < 3; i++)
        counter += 2;
    pthread_join(thread, NULL);
    if (counter != 7)
        goto ERROR;
    return 0;
ERROR:
    return 1;
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    path = tmp_path_factory.mktemp("printing") / "lost_update.c"
    path.write_text(LOST_UPDATE)
    return prepare(load_program([path]))


def int_register(name: str) -> Register:
    return Register(0, name, INT)


A, B, C = map(int_register, "abc")


def binary(op: str, left: Expression, right: Expression) -> Binary:
    return Binary(op, left, right, INT)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (binary("*", binary("+", A, B), C), "(a + b) * c"),
        (binary("+", binary("*", A, B), C), "a * b + c"),
        (binary("-", A, binary("-", B, C)), "a - (b - c)"),
        (binary("-", binary("-", A, B), C), "a - b - c"),
        (binary("&", binary("==", A, B), const(1)), "a == b & 1"),
        (Unary("-", Unary("-", A, INT), INT), "- -a"),
        (Unary("!", Unary("!", A, INT), INT), "!!a"),
        (Unary("!", binary("<", A, B), INT), "!(a < b)"),
        (binary("+", A, const(-1)), "a - 1"),
        (binary("overflow+", A, const(1)), "overflow(a + 1)"),
        (Convert(A, LONG), "(unsigned long)a"),
        (Convert(A, PTRDIFF), "a"),
        (Convert(Convert(A, PTRDIFF), INT), "(int)a"),
        (Const(0, POINTER), "NULL"),
        (Const(1.5, DOUBLE), "1.5"),
    ],
)
def test_expressions_are_c_with_no_more_parentheses_than_needed(expression: Expression, text: str) -> None:
    assert expression_text(expression) == text


def offset(address: Expression, by: Expression | int, ctype: CType = INT) -> Binary:
    amount = Const(by, PTRDIFF) if isinstance(by, int) else by
    return Binary("+", address, amount, PointerType(ctype, 8))


def test_addresses_are_written_as_places() -> None:
    node = struct("node", next=POINTER, values=ArrayType(INT, 4))
    array = Symbol("array", ArrayType(INT, 10), 40, Storage.GLOBAL, NOWHERE)
    nodes = Symbol("nodes", ArrayType(node, 3), 72, Storage.GLOBAL, NOWHERE)
    pointer, ints = Register(1, "p", PointerType(node, 8)), Register(2, "q", INT_POINTER)
    scaled = Binary("*", Convert(A, PTRDIFF), Const(4, PTRDIFF), PTRDIFF)
    address_of_array, address_of_nodes = AddressOf(array, POINTER), AddressOf(nodes, POINTER)
    assert expression_text(offset(address_of_array, 8)) == "&array[2]"
    assert expression_text(offset(address_of_array, scaled)) == "&array[a]"
    assert expression_text(offset(offset(address_of_array, scaled), 4)) == "&array[a + 1]"
    assert expression_text(offset(address_of_nodes, 24 + 8 + 12)) == "&nodes[1].values[3]"
    assert expression_text(offset(pointer, 16)) == "&p->values[2]"
    assert expression_text(offset(ints, scaled)) == "&q[a]"
    assert expression_text(offset(ints, 2, IntType(8, True, "char"))) == "q + 2"
    assert expression_text(offset(address_of_array, scaled), exact=True) == "&array + (long)a * 4"


def test_declarations_are_written_around_the_name() -> None:
    function = FunctionType(INT, (POINTER,), variadic=False)
    assert declaration_text(PointerType(function, 8), "f") == "int (*f)(void *)"
    assert declaration_text(ArrayType(PointerType(INT, 8), 3), "a") == "int *a[3]"
    assert declaration_text(PointerType(ArrayType(INT, 3), 8), "p") == "int (*p)[3]"


def test_the_listing_shows_source_lines_and_marks_what_others_may_notice(program: Program) -> None:
    text = print_program(program)
    assert "// 8: counter++;" in text
    assert "*  counter$1 = counter\n" in text
    assert "GLOBAL int counter" in text
    assert "ERROR:\n" in text
    assert "pthread_create(unsigned" not in text


def test_models_are_listed_when_asked_for(program: Program) -> None:
    assert "int pthread_join(" in print_program(program, models=True)
    only = print_program(program, functions=["count"])
    assert "count(" in only and "main(" not in only


def test_verbose_listings_show_addresses_and_types(program: Program) -> None:
    assert "counter$1 = *(int *)(&counter)  // counter" in print_program(program, verbose=True)


def test_every_jump_in_the_listing_leads_to_a_line_that_is_labelled(program: Program) -> None:
    for block in print_program(program, models=True).split("\n\n"):
        labels = {word.removesuffix(":") for word in block.split() if word.startswith("L") and word.endswith(":")}
        jumps = {line.split()[-1] for line in block.splitlines() if " GOTO L" in line}
        assert jumps <= labels


def test_json_describes_every_instruction_and_survives_a_round_trip(program: Program) -> None:
    data = json.loads(json.dumps(program_to_json(program), allow_nan=False))
    assert data["format"] == "smtcb-goto"
    count = data["functions"]["count"]
    load = count["instructions"][0]
    assert (load["kind"], load["place"], load["visible"], load["location"]["line"]) == ("Load", "counter", True, 8)
    assert load["address"]["symbol"] in {symbol["name"] for symbol in data["globals"]}
    assert count["registers"][load["target"]["index"]]["name"] == "counter$1"
    assert set(data["functions"]) == set(program.functions)
    assert set(program_to_json(program, models=False)["functions"]) == {"count", "main"}


def test_blocks_partition_the_function_and_edges_go_between_their_beginnings(program: Program) -> None:
    for function in program.functions.values():
        blocks = basic_blocks(function)
        assert [i for block in blocks for i in range(block.start, block.end)] == list(range(len(function.instructions)))
        graph = control_flow_graph(function)
        assert set(graph.nodes) == {block.start for block in blocks}


def test_the_loop_of_main_is_a_cycle_of_its_graph(program: Program) -> None:
    main = program.functions["main"]
    cycles = [set(cycle) for cycle in networkx.simple_cycles(control_flow_graph(main))]
    assert len(cycles) == 1
    assert cycles[0] <= in_loops(main)


def test_dot_names_every_block_and_labels_both_ways_out_of_a_branch(program: Program) -> None:
    text = to_dot(program)
    assert '"main:0"' in text and '[label="true"]' in text and '[label="false"]' in text


def test_the_drawing_is_well_formed_and_keeps_blocks_apart(program: Program) -> None:
    root = ElementTree.fromstring(to_svg(program, models=True))
    space = "{http://www.w3.org/2000/svg}"
    for group in root.findall(f"{space}g"):
        boxes = [
            tuple(float(box.attrib[key]) for key in ("x", "y", "width", "height")) for box in group.iter(f"{space}rect")
        ]
        for place, (x, y, width, height) in enumerate(boxes):
            for other_x, other_y, other_width, other_height in boxes[place + 1 :]:
                apart = x + width <= other_x or other_x + other_width <= x
                assert apart or y + height <= other_y or other_y + other_height <= y


def test_drawings_are_written_by_the_files_ending(program: Program, tmp_path: Path) -> None:
    write_cfg(program, tmp_path / "graph.svg")
    write_cfg(program, tmp_path / "graph.dot", functions=["main"])
    assert (tmp_path / "graph.svg").read_text().startswith("<svg")
    assert "count" not in (tmp_path / "graph.dot").read_text().split("main:0")[0]
    with pytest.raises(ValueError, match=r"\.svg or \.dot"):
        write_cfg(program, tmp_path / "graph.png")


def test_a_block_that_jumps_to_itself_and_an_unreachable_one_are_drawn() -> None:
    make = ProgramMaker()
    main = make.function("main")
    x = make.variable("x")
    main.store(ref(x), const(1))
    main.branch(const(1), 0)
    main.returns(NULL)
    main.goto(3)
    assert to_svg(make.build()).count("<rect") == 4
