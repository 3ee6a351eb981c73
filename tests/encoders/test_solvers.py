"""Each back end keeps the interface's promises."""

from __future__ import annotations

import gc
import itertools
import os
import shutil
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from encoders.solvers import SAT, UNSAT, Limits, Solver, SolverError, Unknown, make_solver
from encoders.solvers.answers import TOO_MUCH_WORK
from symex import terms as t

Z3_COMMAND = shutil.which("z3")
NAMES = ["z3", "bitwuzla", "bitwuzla:preprocessing", "smtlib:z3 -in"]


@pytest.fixture(params=NAMES)
def solver(request: pytest.FixtureRequest) -> Iterator[Solver]:
    t.reset()
    if request.param.startswith("smtlib") and Z3_COMMAND is None:
        pytest.skip("the z3 command is not installed")
    made = make_solver(request.param)
    yield made
    made.close()


def x(width: int = 8) -> t.Term:
    return t.symbol(f"x{width}", width)


def y(width: int = 8) -> t.Term:
    return t.symbol(f"y{width}", width)


def factoring(width: int) -> t.Term:
    """The greatest prime of `width` bits as a product: no solver ends this soon."""
    prime = {32: 2**32 - 5, 64: 2**64 - 59}[width]
    one = t.bv(1, width)
    product = t.eq(t.bvmul(x(width), y(width)), t.bv(prime, width))
    return t.all_of([product, t.ult(one, x(width)), t.ult(one, y(width)), t.not_(t.umulo(x(width), y(width)))])


def test_a_model_satisfies_what_was_asserted(solver: Solver) -> None:
    constraint = t.eq(t.bvmul(x(), y()), t.bv(77, 8))
    solver.assert_(constraint)
    solver.assert_(t.ult(t.bv(1, 8), x()))
    assert solver.check() == SAT
    assert solver.value(constraint) is True
    assert int(solver.value(x())) * int(solver.value(y())) % 256 == 77  # type: ignore[arg-type]


def test_a_model_has_values_for_terms_it_has_never_seen(solver: Solver) -> None:
    solver.assert_(t.eq(x(), t.bv(5, 8)))
    assert solver.check() == SAT
    assert solver.value(t.bvadd(x(), t.bv(1, 8))) == 6
    assert solver.value(t.symbol("unheard of", 16)) == 0
    assert solver.value(t.bool_symbol("unheard of too")) is False


def test_assumptions_hold_for_one_check_only(solver: Solver) -> None:
    a = t.bool_symbol("a")
    solver.assert_(t.implies(a, t.eq(x(), t.bv(1, 8))))
    solver.assert_(t.ne(x(), t.bv(1, 8)))
    assert solver.check([a]) == UNSAT
    assert solver.check() == SAT
    assert solver.check([t.not_(a)]) == SAT


@pytest.fixture(params=["here", "child"])
def place(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Bitwuzla's checks are made."""
    if request.param == "child":
        monkeypatch.setattr("encoders.solvers.bitwuzla_solver._LARGE", -1)


@pytest.mark.usefixtures("place")
def test_terms_under_a_literal_hold_where_it_is_assumed(solver: Solver) -> None:
    a, b, c = (t.bool_symbol(name) for name in "abc")
    solver.assert_when(a, [t.ult(t.bv(1, 8), x()), t.ult(x(), t.bv(3, 8))])
    solver.assert_when(b, [t.ult(x(), t.bv(2, 8))])
    assert solver.check([a]) == SAT
    assert solver.value(x()) == 2
    assert solver.check([t.not_(a), b]) == SAT
    assert int(solver.value(x())) < 2  # type: ignore[arg-type]
    assert solver.check([c, a, b]) == UNSAT
    assert set(solver.unsat_core()) == {a, b}
    solver.assert_when(c, [t.FALSE])
    assert solver.check([c]) == UNSAT
    assert solver.unsat_core() == [c]
    assert solver.check([a, t.eq(x(), t.bv(3, 8))]) == UNSAT
    solver.push()
    solver.assert_(t.ne(x(), t.bv(2, 8)))
    assert solver.check([b]) == SAT
    assert solver.check([a]) == UNSAT
    with pytest.raises(SolverError, match="cannot be popped"):
        solver.assert_when(t.bool_symbol("d"), [c])
    solver.pop()
    assert solver.check([a]) == SAT


def test_a_dump_has_what_holds_under_a_literal(solver: Solver) -> None:
    solver.assert_when(t.bool_symbol("a"), [t.eq(x(), t.bv(1, 8))])
    assert any("x8" in line and line.startswith("(assert") for line in solver.dump_smt2())


def test_a_core_leaves_out_what_is_not_needed(solver: Solver) -> None:
    a, b, c = (t.bool_symbol(name) for name in "abc")
    solver.assert_(t.implies(a, t.ult(x(), t.bv(4, 8))))
    solver.assert_(t.implies(b, t.ult(t.bv(9, 8), x())))
    assert solver.check([a, b, c]) == UNSAT
    assert set(solver.unsat_core()) == {a, b}


def test_assumptions_may_be_any_formula(solver: Solver) -> None:
    low, high, other = t.ult(x(), t.bv(4, 8)), t.ult(t.bv(9, 8), x()), t.ult(t.bv(9, 8), y())
    assert solver.check([low, other, high]) == UNSAT
    assert set(solver.unsat_core()) == {low, high}
    assert solver.check([low, other]) == SAT
    solver.push()
    assert solver.check([t.not_(other), t.eq(x(), y()), high]) == UNSAT
    solver.pop()
    assert solver.check([low, other, high]) == UNSAT


def test_false_needs_no_solver(solver: Solver) -> None:
    assert solver.check([t.FALSE]) == UNSAT
    assert solver.unsat_core() == [t.FALSE]
    solver.assert_(t.FALSE)
    assert solver.check() == UNSAT
    assert solver.unsat_core() == []


def test_pop_takes_back_what_was_asserted_since_push(solver: Solver) -> None:
    solver.assert_(t.ult(x(), t.bv(10, 8)))
    solver.push()
    solver.assert_(t.ult(t.bv(5, 8), x()))
    solver.push()
    solver.assert_(t.eq(x(), t.bv(3, 8)))
    assert solver.check() == UNSAT
    solver.pop()
    assert solver.check() == SAT
    assert 5 < int(solver.value(x())) < 10  # type: ignore[arg-type]
    solver.push()
    solver.assert_(t.eq(x(), t.bv(3, 8)))
    solver.pop(2)
    assert solver.check([t.eq(x(), t.bv(3, 8))]) == SAT


def hard_walk() -> list[t.Term]:
    """Two threads increment a counter four times each in three rounds; that its last value is below 2 has no model."""
    constraints, memory, operations, rounds = [], t.bv(0, 32), 8, 3

    def past(thread: int, step: int, after: int) -> t.Term:
        return t.bool_symbol(f"past{thread}_{after}_{step}") if after else t.FALSE

    for after, thread, step in itertools.product(range(rounds), range(2), range(operations)):
        runs = t.and_(past(thread, step, after + 1), t.not_(past(thread, step, after)))
        constraints.append(t.implies(past(thread, step, after), past(thread, step, after + 1)))
        if step:
            constraints.append(t.implies(past(thread, step, after + 1), past(thread, step - 1, after + 1)))
        read = t.symbol(f"read{thread}_{step // 2}", 32)
        if step % 2:
            memory = t.ite(runs, t.bvadd(read, t.bv(1, 32)), memory)
        else:
            constraints.append(t.implies(runs, t.eq(read, memory)))
    finished = [past(thread, operations - 1, rounds) for thread in range(2)]
    return [*constraints, *finished, t.slt(memory, t.bv(2, 32))]


def test_a_hard_check_below_a_push_is_decided_and_has_its_core(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("encoders.solvers.z3_solver._BUDGET", 10_000)  # so that Z3's first solver gives up
    needed, idle = t.bool_symbol("needed"), t.ult(x(), y())
    solver.push()
    *most, last = hard_walk()
    for constraint in most:
        solver.assert_(constraint)
    solver.assert_(t.implies(needed, last))
    solver.push()
    assert solver.check([needed, idle]) == UNSAT
    assert solver.unsat_core() == [needed]
    assert solver.check([idle]) == SAT
    assert all(solver.value(constraint) is True for constraint in [*most, idle])
    solver.pop(2)
    assert solver.check([t.not_(idle), needed]) == SAT


def test_levels_that_are_not_there_cannot_be_popped(solver: Solver) -> None:
    with pytest.raises(SolverError):
        solver.pop()


def test_a_model_belongs_to_the_last_check(solver: Solver) -> None:
    assert solver.check() == SAT
    solver.assert_(t.eq(x(), t.bv(1, 8)))
    with pytest.raises(SolverError):
        solver.value(x())
    with pytest.raises(SolverError):
        solver.unsat_core()


def test_floats_come_back_as_their_bits(solver: Solver) -> None:
    f = t.symbol("f", t.FLOAT32)
    solver.assert_(t.fp_eq(t.fp_add(f, f), t.fp(-3.0, 32)))
    assert solver.check() == SAT
    assert solver.value(f) == 0xBFC00000  # -1.5
    assert solver.check([t.fp_is_nan(t.fp_sub(f, f))]) == UNSAT


def test_the_bits_of_a_float_survive_push_and_pop(solver: Solver) -> None:
    f = t.symbol("g", t.FLOAT32)
    bits = t.fp_to_bits(t.fp_add(f, t.fp(1.0, 32)))
    solver.push()
    assert solver.check([t.eq(bits, t.bv(0x40400000, 32))]) == SAT  # 3.0
    assert solver.value(f) == 0x40000000
    solver.pop()
    assert solver.check([t.eq(bits, t.bv(0x40400000, 32)), t.fp_lt(f, t.fp(1.5, 32))]) == UNSAT
    nan = t.fp_is_nan(f)
    assert solver.check([nan, t.ne(bits, t.bv(0x7FC00000, 32))]) == UNSAT


def test_arrays_come_back_whole(solver: Solver) -> None:
    array = t.symbol("array", t.array_width(4, 8))
    solver.assert_(t.ult(x(4), t.bv(4, 4)))
    solver.assert_(t.eq(t.select(array, x(4)), t.bv(7, 8)))
    solver.assert_(t.eq(t.select(array, t.bvadd(x(4), t.bv(3, 4))), t.bv(9, 8)))
    assert solver.check() == SAT
    value, index = solver.value(array), solver.value(x(4))
    assert isinstance(value, t.ArrayValue) and isinstance(index, int)
    assert (value[index], value[index + 3]) == (7, 9)


def test_arrays_may_appear_after_bit_vectors_have_been_checked(solver: Solver) -> None:
    array = t.symbol("later", t.array_width(8, 8))
    solver.assert_(t.ult(x(), t.bv(4, 8)))
    solver.push()
    solver.assert_(t.ult(t.bv(1, 8), x()))
    assert solver.check() == SAT
    solver.push()
    solver.assert_(t.eq(t.select(array, x()), x()))
    assert solver.check() == SAT
    assert solver.value(t.select(array, x())) in (2, 3)
    solver.pop(2)
    assert solver.check([t.eq(x(), t.bv(0, 8))]) == SAT


def test_wide_constants_are_kept_whole(solver: Solver) -> None:
    value = (1 << 99) + 12345678901234567890
    solver.assert_(t.eq(t.symbol("wide", 100), t.bvadd(t.symbol("other", 100), t.bv(value, 100))))
    solver.assert_(t.eq(t.symbol("other", 100), t.bvmul(x(100), t.bv(0, 100))))
    assert solver.check() == SAT
    assert solver.value(t.symbol("wide", 100)) == value


def test_names_of_c_programs_need_no_care(solver: Solver) -> None:
    for number, name in enumerate(["main::x#1", "a b", "1st", "let", "|bar|", "\\", "p->next", "é"]):
        solver.assert_(t.eq(t.symbol(name, 8), t.bv(number, 8)))
    assert solver.check() == SAT
    assert solver.value(t.symbol("p->next", 8)) == 6


def test_a_timeout_gives_unknown_and_the_solver_goes_on(solver: Solver) -> None:
    solver.set_timeout(300)
    solver.push()
    solver.assert_(factoring(64))
    result = solver.check()
    assert isinstance(result, Unknown) and "timed out after 300 ms" in result.reason
    solver.pop()
    solver.set_timeout(None)
    solver.assert_(t.eq(x(), t.bv(1, 8)))
    assert solver.check() == SAT


def test_an_interrupt_from_another_thread_ends_the_check(solver: Solver) -> None:
    solver.assert_(factoring(64))
    stop = threading.Event()

    def interrupt() -> None:
        while not stop.wait(0.2):  # the check may not have begun when the first one comes
            solver.interrupt()

    thread = threading.Thread(target=interrupt)
    thread.start()
    result = solver.check()
    stop.set()
    thread.join()
    assert result == Unknown("interrupted")


def test_ctrl_c_during_a_check_reaches_the_program(solver: Solver) -> None:
    solver.assert_(factoring(64))
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        solver.check()
    timer.join()


def test_an_alarm_during_a_check_of_bitwuzla_comes_after_it_and_nothing_is_printed(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """An exception in its callback would be printed, with its traceback, and forgotten."""

    class TimeIsUp(Exception):
        pass

    def ring(*_: object) -> None:
        raise TimeIsUp

    solver = make_solver("bitwuzla")
    solver.assert_(factoring(64))
    before = signal.signal(signal.SIGALRM, ring)
    try:
        with pytest.raises(TimeIsUp):
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            solver.check()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert capfd.readouterr().err == ""


def test_memory_that_runs_out_gives_unknown_and_the_process_lives(solver: Solver) -> None:
    limited = make_solver(solver.name, Limits(milliseconds=60_000, memory=60))
    wide = [t.symbol(f"wide{i}", 64) for i in range(60)]
    for i, (a, b, c) in enumerate(zip(wide, wide[1:], wide[2:], strict=False)):
        limited.assert_(t.eq(t.urem(t.bvmul(a, b), c), t.bvadd(t.udiv(c, a), t.bv(i, 64))))
    assert isinstance(limited.check(), Unknown)
    limited.push()
    limited.assert_(t.eq(wide[0], t.bv(1, 64)))
    assert isinstance(limited.check(), Unknown)
    limited.pop()
    limited.close()
    solver.assert_(t.eq(x(), t.bv(1, 8)))
    assert solver.check() == SAT


def test_z3_may_run_out_of_memory_while_a_formula_is_built() -> None:
    """Left to itself, it would end the process then, with exit status 1."""
    limited = make_solver("z3", Limits(memory=20))
    for i in range(30_000):
        limited.assert_(t.eq(t.bvmul(t.symbol(f"own{i}", 64), t.bv(2 * i + 1, 64)), t.symbol("shared", 64)))
    limited.push()
    assert limited.check() == Unknown("out of memory (20 MB)")
    limited.close()


def test_statistics_name_the_solver(solver: Solver) -> None:
    solver.assert_(t.eq(t.bvmul(x(32), y(32)), t.bv(77, 32)))
    solver.check()
    statistics = solver.statistics()
    assert statistics["checks"] == 1 and str(statistics["solver"]) in NAMES


def test_a_dump_asks_the_same_question(solver: Solver) -> None:
    solver.assert_(t.eq(t.bvmul(x(), y()), t.bv(77, 8)))
    text = "\n".join(solver.dump_smt2([t.ult(x(), t.bv(2, 8))]))
    assert "(set-logic QF_BV)" in text and text.count("(assert") == 2 and "(check-sat)" in text


def test_terms_of_another_time_are_refused(solver: Solver) -> None:
    t.reset()
    with pytest.raises(SolverError):
        solver.assert_(t.bool_symbol("a"))


@pytest.mark.parametrize("name", ["", "z4", "z3:", "smtlib:", "smtlib", "bitwuzla:fast"])
def test_a_solver_that_does_not_exist_is_an_error_that_lists_those_that_do(name: str) -> None:
    if name == "z3:":
        make_solver(name).close()
        return
    with pytest.raises(SolverError, match="bitwuzla"):
        make_solver(name)


def test_a_command_that_does_not_exist_is_an_error_that_names_it() -> None:
    with pytest.raises(SolverError, match="no-such-solver"):
        make_solver("smtlib:no-such-solver -in").check()


def python_solver(tmp_path: Path, body: str) -> Solver:
    script = tmp_path / "solver.py"
    script.write_text(body)
    return make_solver(f"smtlib:{sys.executable} {script}", Limits(milliseconds=5000))


def test_a_solver_that_dies_gives_unknown_with_its_last_words(tmp_path: Path) -> None:
    solver = python_solver(tmp_path, "import sys; print('out of luck', file=sys.stderr); sys.exit(7)")
    result = solver.check()
    assert isinstance(result, Unknown)
    assert "status 7" in result.reason and "out of luck" in result.reason


def test_a_solver_that_talks_nonsense_gives_unknown(tmp_path: Path) -> None:
    solver = python_solver(tmp_path, "print('(error \"what?\")', flush=True); input()")
    result = solver.check()
    assert isinstance(result, Unknown) and "what?" in result.reason


def test_a_solver_that_does_not_read_is_not_waited_for(tmp_path: Path) -> None:
    solver = python_solver(tmp_path, "import time; time.sleep(60)")
    solver.set_timeout(500)
    solver.assert_(t.any_of(t.bool_symbol(f"s{i}") for i in range(20000)))
    assert isinstance(solver.check(), Unknown)


@pytest.mark.parametrize("name", NAMES)
def test_a_formula_may_be_very_deep(name: str) -> None:
    if name.startswith("smtlib") and Z3_COMMAND is None:
        pytest.skip("the z3 command is not installed")
    deep = t.bool_symbol("bottom")
    for i in range(10000):
        deep = t.or_(t.bool_symbol(f"o{i}"), t.and_(t.bool_symbol(f"a{i}"), deep))
    solver = make_solver(name)
    solver.assert_(deep)
    solver.assert_(t.not_(t.any_of(t.bool_symbol(f"o{i}") for i in range(10000))))
    assert solver.check() == SAT
    assert solver.value(t.bool_symbol("bottom")) is True
    solver.close()


@pytest.mark.parametrize("limit", ["_PATIENCE", "_LARGE"])
def test_bitwuzla_finishes_long_checks_in_a_child(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The child's model and unsat core are those of the check. Large formulas go there at once."""
    from encoders.solvers import bitwuzla_solver, children

    begun: list[bool] = []

    def in_child(*work: Any) -> Any:
        begun.append(True)
        return children.in_child(*work)

    monkeypatch.setattr(bitwuzla_solver, limit, 0)
    monkeypatch.setattr(bitwuzla_solver, "in_child", in_child)
    t.reset()
    solver = make_solver("bitwuzla")
    product = t.eq(t.bvmul(x(24), y(24)), t.bv(3623 * 3631, 24))
    solver.assert_(product)
    small = [t.ult(t.bv(1, 24), x(24)), t.ult(x(24), t.bv(4096, 24)), t.ult(y(24), t.bv(4096, 24))]
    assert solver.check(small) == SAT
    assert solver.value(product) is True
    assert {solver.value(x(24)), solver.value(y(24))} == {3623, 3631}
    unrelated, large = t.ult(x(8), t.bv(3, 8)), t.ult(t.bv(3631, 24), x(24))
    assert solver.check([unrelated, large, *small]) == UNSAT
    assert unrelated not in solver.unsat_core()
    assert large in solver.unsat_core()
    assert begun


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel has to end orphans")
def test_a_check_in_a_child_ends_when_its_parent_is_killed() -> None:
    """It holds our end of the pipe as long as it lives."""
    code = (
        "import os, signal, time\n"
        "from encoders.solvers.children import in_child\n"
        "def work():\n"
        "    os.kill(os.getppid(), signal.SIGKILL)\n"
        "    time.sleep(600)\n"
        "in_child(work, None, lambda: False)\n"
    )
    root = Path(__file__).parents[2]
    killed = subprocess.run([sys.executable, "-c", code], cwd=root, stdout=subprocess.PIPE, check=False, timeout=60)
    assert killed.returncode == -signal.SIGKILL


@pytest.mark.parametrize("name", ["z3", "bitwuzla"])
def test_a_solver_that_nobody_needs_any_more_is_freed(name: str) -> None:
    """Python's collector cannot see into a solver's library: what that keeps must not lead back to the solver."""
    t.reset()
    made = make_solver(name)
    made.assert_(t.eq(x(), t.bv(3, 8)))
    assert made.check() == SAT
    known = weakref.ref(made)
    del made
    gc.collect()
    assert known() is None


@pytest.mark.parametrize("name", ["z3", "bitwuzla"])
@pytest.mark.parametrize("patience", [0, 3_000])
def test_a_check_may_take_so_much_work_and_no_more(name: str, patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work is counted, so that the same check is given up on every machine; here or in a child."""
    from encoders.solvers import bitwuzla_solver

    monkeypatch.setattr(bitwuzla_solver, "_PATIENCE", patience)
    t.reset()
    product = t.eq(t.bvmul(t.zext(x(32), 64), t.zext(y(32), 64)), t.bv(4294967291 * 4294967279, 64))
    greater = t.ult(y(32), x(32))
    for effort, expected in ((20, TOO_MUCH_WORK), (None, None)):
        solver = make_solver(name, Limits(effort=effort))
        solver.assert_(t.ult(t.bv(1, 32), x(32)))
        solver.push()
        solver.assert_(greater if expected is None else t.and_(product, greater))
        assert solver.check() == (expected or SAT)
        solver.close()
