"""Where a program has both orders: of operands that disturb each other, and only of those."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py import Program
from esbmc_py.goto.instructions import Load
from esbmc_py.goto.program import Function
from esbmc_py.goto.program import Program as GotoProgram
from esbmc_py.goto.symbols import OpenOrder, Symbol

_PRELUDE = """
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct queue { int *items; int size; int cells[4]; atomic_int users, parts[2]; pthread_mutex_t mutex; };
static struct queue queue, *shared = &queue;
static int x, y, z, hidden, *pointer = &hidden, numbers[4];
static const int fixed = 3;
static atomic_int first, second, counters[2];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char name[8];

static int set_x(void) { return x = 1; }
static int set_y(void) { return y = 1; }
static int get_x(void) { return x; }
static int set(int *to) { *to = 1; return 0; }
static int get(atomic_int *from) { return *from; }
static int fill(int to[]) { to[0] = 1; return 0; }
static int own(void) { int local, copy; memcpy(&copy, &local, sizeof copy); return local = 2; }
static int reset(struct queue *which) { memset(which, 0, sizeof *which); return 0; }
static int shrink(struct queue *which) { which->size = 0; return 0; }
static int locked(void) { pthread_mutex_lock(&mutex); int value = y; pthread_mutex_unlock(&mutex); return value; }
static int (*set_by)(int *) = set;
static int old(from) int from; { x = from; return 0; }
static int two(int a, int b) { return a + b; }
"""

_MATTERS = [
    ("two(set_x(), x);", OpenOrder.ARGUMENTS),
    ("two(set_x(), get_x());", OpenOrder.ARGUMENTS),
    ("two(old(1), x);", OpenOrder.ARGUMENTS),
    ("two(set_by(&x), old(1));", OpenOrder.ARGUMENTS),
    ("x + set_x();", OpenOrder.OPERANDS),
    ("hidden + set(pointer);", OpenOrder.OPERANDS),
    ("hidden + set_by(pointer);", OpenOrder.OPERANDS),
    ("numbers[0] + fill(numbers);", OpenOrder.OPERANDS),
    ("i + set(&i);", OpenOrder.OPERANDS),
    ("queue.size + reset(shared);", OpenOrder.OPERANDS),
    ("queue.size + shrink(shared);", OpenOrder.OPERANDS),
    ("first - second;", OpenOrder.OPERANDS),
    ("atomic_load(&first) - atomic_load(&second);", OpenOrder.OPERANDS),
    ("get(&first) - get(&second);", OpenOrder.OPERANDS),
    ("shared->users - first;", OpenOrder.OPERANDS),
    ("counters[0] - counters[1];", OpenOrder.OPERANDS),
    ("locked() - y;", OpenOrder.OPERANDS),
    ("numbers[x] + set_x();", OpenOrder.OPERANDS),
    ("shared->items[reset(shared)];", OpenOrder.OPERANDS),
    ("numbers[x] = set_x();", OpenOrder.ASSIGNMENTS),
    ("numbers[x] += set_x();", OpenOrder.ASSIGNMENTS),
    ("*pointer = (pointer = &x, 1);", OpenOrder.ASSIGNMENTS),
    ("shared->parts[x] = set_x();", OpenOrder.ASSIGNMENTS),
    ("queue.parts[first] = second;", OpenOrder.ASSIGNMENTS),
    ("shared->items[0] = reset(shared);", OpenOrder.ASSIGNMENTS),
    ("numbers[first] = second;", OpenOrder.ASSIGNMENTS),
    ('printf("%d %d\\n", set_x(), get_x());', OpenOrder.ARGUMENTS),
]

_MATTERS_NOT = [
    "two(set_x(), set_y());",
    "two(set_x(), y);",
    "x + y;",
    "first + i;",
    "first + fixed;",
    "own() + own();",
    "hidden + own();",
    "z + set(pointer);",
    "set_x() && x;",
    "x ? set_x() : x;",
    "(set_x(), x) + y;",
    "sizeof(set_x()) + sizeof(set_x() + x);",
    "sizeof(first - second);",
    "x = set_x();",
    "x += set_x();",
    "x = x + 1;",
    "shared->items[shared->size++] = 1;",
    "queue.cells[queue.size++] = i;",
    "queue.parts[0] += queue.parts[1];",
    "queue.parts[0] = queue.parts[1];",
    "fill(shared->cells) + two(1, (shared->cells != NULL));",
    "numbers[i++] = x;",
    "numbers[i] = get_x();",
    "shared->size + set(pointer);",
    "time(NULL) >= hidden;",
    "strtol(name, NULL, 10) + hidden;",
    "(fgets(name, sizeof name, stdin) == name);",
    'printf("%d %d\\n", set_x(), x);',
    'printf("%d %d\\n", set_x(), set_x());',
    'printf("%d %d\\n", locked(), get(&first));',
    "int values[2] = {set_x(), get_x()};",
]


def lowered(path: Path, *statements: str) -> GotoProgram:
    """Each in a function of its own."""
    functions = [f"static int f{n}(void) {{ int i = 0; {text} return i; }}" for n, text in enumerate(statements)]
    calls = " ".join(f"f{n}();" for n in range(len(statements)))
    path.write_text("\n".join([_PRELUDE, *functions, f"int main(void) {{ {calls} }}"]))
    return Program(path).goto


@pytest.fixture(scope="module")
def orders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[OpenOrder]]:
    """By statements, for all at once."""
    statements = [*(statement for statement, _ in _MATTERS), *_MATTERS_NOT]
    functions = lowered(tmp_path_factory.mktemp("orders") / "program.c", *statements).functions
    return {statement: _orders(functions[f"f{n}"]) for n, statement in enumerate(statements)}


def _orders(function: Function) -> set[OpenOrder]:
    texts = [one.place for one in function.instructions if isinstance(one, Load)]
    return {kind for kind in OpenOrder if kind in texts}


@pytest.mark.parametrize(("statement", "kind"), _MATTERS, ids=[statement for statement, _ in _MATTERS])
def test_there_are_both_orders(orders: dict[str, set[OpenOrder]], statement: str, kind: OpenOrder) -> None:
    assert orders[statement] == {kind}


@pytest.mark.parametrize("statement", _MATTERS_NOT)
def test_there_is_one_order(orders: dict[str, set[OpenOrder]], statement: str) -> None:
    assert orders[statement] == set()


def test_many_places_share_their_choices(tmp_path: Path) -> None:
    """Each choice doubles the executions."""
    few, many = (lowered(tmp_path / "program.c", "x + set_x();" * count) for count in (4, 20))
    assert not few.orders_alike
    assert many.orders_alike
    assert few.open_orders == many.open_orders == (OpenOrder.OPERANDS,)
    assert [len(_choices(program)) for program in (few, many)] == [4, 5]


def _choices(program: GotoProgram) -> list[Symbol]:
    return [symbol for symbol in program.globals if symbol.name.startswith(OpenOrder.OPERANDS)]


def test_long_chains_do_not_double_their_code_with_each_operand(tmp_path: Path) -> None:
    chains = [" + ".join(["set_x()"] * count) for count in (8, 16)]
    functions = lowered(tmp_path / "program.c", *(f"i = {chain};" for chain in chains)).functions
    assert len(functions["f1"].instructions) < 3 * len(functions["f0"].instructions)
