"""The sharing analysis on programs built by hand: which accesses it calls visible, and which it does not."""

from __future__ import annotations

from esbmc_py.goto.expressions import Const, Convert
from esbmc_py.goto.instructions import Copy
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import analyse_sharing, mark_visible, prepare
from esbmc_py.goto.types import ArrayType

from .building import INT, LONG, POINTER, ProgramMaker, const, function_ref, plus, ref, struct


def visible(program: Program, function: str) -> list[bool]:
    """`visible` of the function's memory accesses and atomic sections, in order."""
    kinds = {"Load", "Store", "Copy", "Free", "AtomicBegin"}
    instructions = mark_visible(program).functions[function].instructions
    return [i.visible for i in instructions if type(i).__name__ in kinds]


def test_a_global_that_two_threads_write_is_shared() -> None:
    make = ProgramMaker()
    x = make.variable("x")
    worker, main = make.function("worker"), make.function("main")
    worker.parameter("arg")
    worker.store(ref(x), worker.load(ref(x)))
    main.start("worker")
    main.store(ref(x), const(1))
    program = make.build()
    assert visible(program, "worker") == [True, True]
    assert visible(program, "main") == [True]
    (shared,) = analyse_sharing(program).shared
    assert (shared.name, shared.readers, shared.writers) == ("x", ("worker",), ("main", "worker"))


def test_what_main_does_before_the_first_start_is_invisible_also_in_functions_it_calls() -> None:
    make = ProgramMaker()
    x = make.variable("x")
    setup, worker, main = make.function("setup"), make.function("worker"), make.function("main")
    setup.store(ref(x), const(1))
    worker.store(ref(x), const(2))
    main.store(ref(x), const(3))
    main.call("setup")
    main.start("worker")
    main.store(ref(x), const(4))
    program = make.build()
    assert visible(program, "setup") == [False]
    assert visible(program, "main") == [False, True]
    assert visible(program, "worker") == [True]


def test_a_function_called_before_and_after_the_start_is_visible() -> None:
    make = ProgramMaker()
    x = make.variable("x")
    setup, worker, main = make.function("setup"), make.function("worker"), make.function("main")
    setup.store(ref(x), const(1))
    worker.load(ref(x))
    main.call("setup")
    main.start("worker")
    main.call("setup")
    assert visible(make.build(), "setup") == [True]


def test_a_start_inside_a_called_function_counts_for_what_follows_the_call() -> None:
    make = ProgramMaker()
    x = make.variable("x")
    spawn, worker, main = make.function("spawn"), make.function("worker"), make.function("main")
    spawn.start("worker")
    worker.load(ref(x))
    main.store(ref(x), const(1))
    main.call("spawn")
    main.store(ref(x), const(2))
    assert visible(make.build(), "main") == [False, True]


def test_a_global_that_everybody_only_reads_is_not_shared() -> None:
    make = ProgramMaker()
    x = make.variable("x")
    worker, main = make.function("worker"), make.function("main")
    worker.load(ref(x))
    main.store(ref(x), const(1))
    main.start("worker")
    main.load(ref(x))
    program = make.build()
    assert visible(program, "worker") == [False]
    assert visible(program, "main") == [False, False]
    assert analyse_sharing(program).shared == []


def test_a_global_that_only_one_single_thread_uses_is_not_shared() -> None:
    make = ProgramMaker()
    x = make.variable("x")
    worker, main = make.function("worker"), make.function("main")
    worker.store(ref(x), const(1))
    main.start("worker")
    assert visible(make.build(), "worker") == [False]


def test_a_routine_started_twice_contends_with_itself() -> None:
    make = ProgramMaker()
    x = make.variable("x")
    worker, main = make.function("worker"), make.function("main")
    worker.store(ref(x), const(1))
    main.start("worker")
    main.start("worker")
    assert visible(make.build(), "worker") == [True]


def test_a_routine_started_in_a_loop_contends_with_itself() -> None:
    make = ProgramMaker()
    x = make.variable("x")
    worker, main = make.function("worker"), make.function("main")
    worker.store(ref(x), const(1))
    main.start("worker")
    main.branch(const(1), 0)
    program = make.build()
    assert visible(program, "worker") == [True]
    assert [str(role) for role in analyse_sharing(program).roles] == ["main", "worker (several threads)"]


def test_a_routine_started_once_by_a_routine_with_several_threads_contends_with_itself() -> None:
    make = ProgramMaker()
    x = make.variable("x")
    inner, outer, main = make.function("inner"), make.function("outer"), make.function("main")
    inner.store(ref(x), const(1))
    outer.start("inner")
    main.start("outer")
    main.start("outer")
    assert visible(make.build(), "inner") == [True]


def test_a_routine_started_by_a_recursive_function_contends_with_itself() -> None:
    make = ProgramMaker()
    x = make.variable("x")
    worker, recurse, main = make.function("worker"), make.function("recurse"), make.function("main")
    worker.store(ref(x), const(1))
    recurse.start("worker")
    recurse.call("recurse")
    main.call("recurse")
    assert visible(make.build(), "worker") == [True]


def test_two_routines_started_through_one_library_function_stay_single() -> None:
    make = ProgramMaker()
    x, y = make.variable("x"), make.variable("y")
    create, main = make.function("create"), make.function("main")
    routine, argument = create.parameter("routine"), create.parameter("argument")
    create.start(routine, argument)
    for name, symbol in (("first", x), ("second", y)):
        make.function(name).store(ref(symbol), const(1))
        main.call("create", function_ref(name), ref(symbol))
    program = make.build()
    assert visible(program, "first") == [False]
    assert visible(program, "second") == [False]


def test_a_local_reached_through_the_threads_argument_is_shared() -> None:
    make = ProgramMaker()
    worker, main = make.function("worker"), make.function("main")
    worker.store(worker.parameter("arg"), const(1))
    x = main.local("x")
    main.start("worker", ref(x))
    main.load(ref(x))
    program = make.build()
    assert visible(program, "worker") == [True]
    assert visible(program, "main") == [True]


def test_a_thread_that_reads_a_local_of_another_may_find_it_dead() -> None:
    make = ProgramMaker()
    worker, main = make.function("worker"), make.function("main")
    worker.load(worker.parameter("arg"))
    x = main.local("x")
    main.store(ref(x), const(1))
    main.start("worker", ref(x))
    program = make.build()
    assert visible(program, "worker") == [True]
    assert visible(program, "main") == [False]


def test_locals_and_heap_objects_of_several_threads_are_private_as_long_as_they_do_not_escape() -> None:
    make = ProgramMaker()
    fill, worker, main = make.function("fill"), make.function("worker"), make.function("main")
    fill.store(fill.parameter("p"), const(1))
    x, p = worker.local("x"), worker.local("p", POINTER)
    heap = worker.allocate()
    worker.store(ref(p), heap)
    worker.call("fill", ref(x))
    worker.call("fill", worker.load(ref(p), POINTER))
    worker.free(heap)
    main.start("worker")
    main.start("worker")
    program = make.build()
    assert visible(program, "fill") == [False]
    assert visible(program, "worker") == [False, False, False]


def test_a_heap_object_that_a_global_leads_to_is_shared() -> None:
    make = ProgramMaker()
    head = make.variable("head", POINTER)
    worker, main = make.function("worker"), make.function("main")
    heap = worker.allocate()
    worker.store(heap, const(1))
    worker.store(ref(head), heap)
    main.start("worker")
    main.free(main.load(ref(head), POINTER))
    program = make.build()
    assert visible(program, "worker") == [True, True]
    assert visible(program, "main") == [True, True]


def test_objects_from_different_calls_of_malloc_are_different() -> None:
    make = ProgramMaker()
    head = make.variable("head", POINTER)
    malloc, worker, main = make.function("malloc"), make.function("worker"), make.function("main")
    malloc.returns(malloc.allocate())
    public, private = worker.register("public"), worker.register("private")
    worker.call("malloc", target=public)
    worker.call("malloc", target=private)
    worker.store(ref(head), public)
    worker.store(public, const(1))
    worker.store(private, const(1))
    main.start("worker")
    main.start("worker")
    assert visible(make.build(), "worker") == [True, True, False]


def test_a_thread_local_is_private_until_its_address_escapes() -> None:
    make = ProgramMaker()
    mine, published = make.thread_local("mine"), make.thread_local("published")
    where = make.variable("where", POINTER)
    worker, main = make.function("worker"), make.function("main")
    worker.store(ref(mine), const(1))
    worker.store(ref(published), const(1))
    worker.store(ref(where), ref(published))
    main.start("worker")
    main.start("worker")
    main.load(main.load(ref(where), POINTER))
    assert visible(make.build(), "worker") == [False, True, True]


def test_pointers_survive_casts_and_arithmetic() -> None:
    make = ProgramMaker()
    x = make.variable("x", ArrayType(INT, 4))
    kept = make.variable("kept", LONG)
    worker, main = make.function("worker"), make.function("main")
    number = worker.load(ref(kept), LONG)
    worker.store(Convert(plus(number, Const(4, LONG)), POINTER), const(1))
    main.store(ref(kept), Convert(ref(x), LONG))
    main.start("worker")
    main.load(ref(x))
    assert visible(make.build(), "main") == [False, True]


def test_an_address_made_from_an_integer_may_be_anything() -> None:
    make = ProgramMaker()
    x = make.variable("x")
    worker, main = make.function("worker"), make.function("main")
    worker.store(Convert(Const(1 << 32, LONG), POINTER), const(1))
    local = main.local("local")
    main.start("worker")
    main.load(ref(x))
    main.load(ref(local))
    assert visible(make.build(), "main") == [True, True]


def test_an_integer_passed_as_argument_does_not_make_everything_shared() -> None:
    make = ProgramMaker()
    x = make.variable("x")
    worker, main = make.function("worker"), make.function("main")
    kept = make.variable("kept", POINTER)
    worker.store(ref(kept), worker.parameter("arg"))
    worker.load(ref(kept), POINTER)
    main.start("worker", Convert(Const(7, LONG), POINTER))
    main.store(ref(x), const(1))
    assert visible(make.build(), "main") == [False]


def test_function_pointers_in_tables_are_followed() -> None:
    make = ProgramMaker()
    x = make.variable("x")
    table = make.variable("table", POINTER, points_to="touch", constant=True)
    touch, worker, main = make.function("touch"), make.function("worker"), make.function("main")
    touch.store(ref(x), const(1))
    worker.call(worker.load(ref(table), POINTER))
    main.start("worker")
    main.load(ref(x))
    program = make.build()
    assert visible(program, "touch") == [True]
    assert visible(program, "main") == [True]
    assert visible(program, "worker") == [False]


def test_the_result_of_a_routine_reaches_the_thread_exit_function() -> None:
    make = ProgramMaker()
    make.thread_exit = "leave"
    result = make.variable("result", POINTER)
    leave, worker, main = make.function("leave"), make.function("worker"), make.function("main")
    leave.store(ref(result), leave.parameter("value"))
    heap = worker.allocate()
    worker.store(heap, const(1))
    worker.returns(heap)
    main.start("worker")
    main.load(main.load(ref(result), POINTER))
    program = make.build()
    assert visible(program, "leave") == [True]
    assert visible(program, "worker") == [True]
    assert visible(program, "main") == [True, True]


def test_the_self_value_is_what_the_thread_local_holds() -> None:
    make = ProgramMaker()
    make.thread_self = make.thread_local("self", POINTER)
    worker, main = make.function("worker"), make.function("main")
    worker.store(worker.load(ref(make.thread_self), POINTER), const(1))
    block = main.allocate()
    main.start("worker", self_value=block)
    main.load(block)
    program = make.build()
    assert visible(program, "worker") == [False, True]
    assert visible(program, "main") == [True]


def test_an_atomic_section_is_visible_only_for_what_is_in_it() -> None:
    make = ProgramMaker()
    x, y = make.variable("x"), make.variable("y")
    touch, worker, main = make.function("touch"), make.function("worker"), make.function("main")
    touch.store(ref(x), const(1))
    worker.atomic_begin()
    worker.store(ref(y), const(1))
    worker.atomic_end()
    worker.atomic_begin()
    worker.call("touch")
    worker.atomic_end()
    worker.atomic_begin()
    worker.block(const(1))
    worker.atomic_end()
    worker.atomic_begin()
    worker.returns()
    main.start("worker")
    main.load(ref(x))
    assert visible(make.build(), "worker") == [False, False, True, True, True]


def test_a_copy_between_shared_structs_goes_through_a_private_temporary_cell_by_cell() -> None:
    pair = struct("pair", left=INT, right=INT)
    make = ProgramMaker()
    a, b = make.variable("a", pair), make.variable("b", pair)
    worker, main = make.function("worker"), make.function("main")
    worker.copy(ref(a), ref(b), pair)
    main.start("worker")
    main.copy(ref(b), ref(a), pair)
    prepared = prepare(make.build())
    copies = [i for i in prepared.functions["worker"].instructions if isinstance(i, Copy)]
    assert [(c.place, c.source_place, c.visible) for c in copies] == [
        ("cell$copy0", "from.left", True),
        ("to.left", "cell$copy0", True),
        ("cell$copy0", "from.right", True),
        ("to.right", "cell$copy0", True),
    ]
    assert [symbol.name for symbol in prepared.functions["worker"].locals] == ["cell$copy0"]


def test_a_copy_from_a_shared_struct_to_a_private_one_needs_no_temporary() -> None:
    pair = struct("pair", left=INT, right=INT)
    make = ProgramMaker()
    a = make.variable("a", pair)
    worker, main = make.function("worker"), make.function("main")
    mine = worker.local("mine", pair)
    worker.copy(ref(mine), ref(a), pair)
    main.start("worker")
    main.store(ref(a), const(1))
    instructions = prepare(make.build()).functions["worker"].instructions
    assert [i.place for i in instructions if isinstance(i, Copy) and i.visible] == ["to.left", "to.right"]


def test_a_private_copy_stays_whole_and_invisible() -> None:
    pair = struct("pair", left=INT, right=INT)
    make = ProgramMaker()
    worker, main = make.function("worker"), make.function("main")
    worker.copy(ref(worker.local("a", pair)), ref(worker.local("b", pair)), pair)
    main.start("worker")
    main.start("worker")
    (copy,) = [i for i in prepare(make.build()).functions["worker"].instructions if isinstance(i, Copy)]
    assert not copy.visible


def test_jumps_lead_to_the_same_instructions_after_a_copy_was_split() -> None:
    pair = struct("pair", left=INT, right=INT)
    make = ProgramMaker()
    a, b = make.variable("a", pair), make.variable("b", pair)
    worker, main = make.function("worker"), make.function("main")
    worker.branch(const(1), 2)
    worker.copy(ref(a), ref(b), pair)
    end = worker.store(ref(a), const(5))
    worker.branch(const(1), 1)
    assert end == 2
    main.start("worker")
    main.start("worker")
    code = prepare(make.build()).functions["worker"].instructions
    first, last = (i for i in code if type(i).__name__ == "Branch")
    assert type(code[first.target]).__name__ == "Store"
    assert last.target == 1


def test_code_that_nothing_calls_is_left_as_it_is() -> None:
    make = ProgramMaker()
    x = make.variable("x")
    make.function("unused").store(ref(x), const(1))
    make.function("worker").load(ref(x))
    main = make.function("main")
    main.store(ref(x), const(1))
    main.start("worker")
    program = make.build()
    assert visible(program, "unused") == [True]
    assert visible(program, "main") == [False]


def test_without_threads_nothing_is_visible_but_sections_that_block() -> None:
    make = ProgramMaker()
    x = make.variable("x")
    main = make.function("main")
    main.atomic_begin()
    main.store(ref(x), const(1))
    main.atomic_end()
    main.atomic_begin()
    main.block(const(1))
    main.atomic_end()
    assert visible(make.build(), "main") == [False, False, True]
