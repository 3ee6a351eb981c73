"""`esbmc_py.check`: verdicts, scopes, and counterexamples that were replayed."""

from __future__ import annotations

import signal
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

import esbmc_py
from encoders.outcome import Found, Outcome, Statistics
from encoders.request import Options
from encoders.tree.lazy import check_lazy
from esbmc_py.checking import CheckOptions, CheckResult, Verdict, check_program, search
from esbmc_py.checking.replay import replay
from esbmc_py.frontend import LoadProblem, load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.findings import Deadlock, Status, Violation
from esbmc_py.vm.run import run
from tests.conftest import ROOT

from .programs import LOOP, LOST_UPDATE, SELF_JOIN

EXAMPLES = ROOT / "examples"
LARGE = ROOT / "tests" / "programs" / "concurrent" / "litmus_iriw.c"
ENDS_LATE = ROOT / "benchmarks" / "suite" / "cav14" / "fib.c"
TREE_MODES = ["lazy", "schedule", "uw"]


def violated(result: CheckResult) -> list[str]:
    return [str(one.what.property) if isinstance(one.what, Violation) else "deadlock" for one in result.counterexamples]


@pytest.mark.parametrize("mode", [*TREE_MODES, "lazyseq"])
def test_the_lost_update_is_found_without_any_flag(mode: str) -> None:
    result = esbmc_py.check(LOST_UPDATE, mode=mode)
    assert result.verdict is Verdict.FAILED
    assert violated(result) == ["assertion"]
    assert not result.complete


@pytest.mark.parametrize("mode", TREE_MODES)
def test_success_without_bounds_covers_all_executions(mode: str) -> None:
    result = esbmc_py.check(EXAMPLES / "lost_update_fixed.c", mode=mode)
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.complete
    assert result.scope.lines() == ["all executions"]


@pytest.mark.parametrize("mode", TREE_MODES)
def test_a_deadlock_is_found_unless_something_else_is_asked_for(mode: str) -> None:
    path = EXAMPLES / "deadlock.c"
    assert esbmc_py.check(path, mode=mode, groups=("reach",)).verdict is Verdict.SUCCESSFUL
    result = esbmc_py.check(path, mode=mode)
    assert result.verdict is Verdict.FAILED
    assert violated(result) == ["deadlock"]
    assert isinstance(result.counterexamples[0].what, Deadlock)


def test_bounds_that_cut_something_are_the_scope() -> None:
    result = esbmc_py.check(LOST_UPDATE, contexts=2)
    assert result.verdict is Verdict.SUCCESSFUL
    assert not result.complete
    assert result.scope.switches_cut
    assert result.scope.lines()[0] == "within bounds: 2 context switches"


def test_a_loop_bound_that_cuts_something_is_named_with_its_place() -> None:
    result = esbmc_py.check(LOOP, unwind=2)
    assert result.verdict is Verdict.SUCCESSFUL
    assert [place.location.line for place in result.scope.unwinding_cut] == [6]
    assert "program.c:6" in result.scope.lines()[1]


def test_a_single_loop_can_have_a_bound_of_its_own() -> None:
    result = esbmc_py.check(LOOP, unwind=2, unwind_at={("program.c", 6): 3})
    assert result.verdict is Verdict.FAILED
    assert result.scope.lines()[1] == "  program.c:6: unwind 3"


TWO_LOOPS = """#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), s = 0;
    for (int i = 0; i < n; i++)
        s++;
    while (__VERIFIER_nondet_int())
        s--;
    assert(s > -3);
    assert(s < 6);
    return 0;
}
"""


@pytest.mark.parametrize("mode", ["lazy", "lazyseq"])
def test_deepening_ends_where_every_loop_that_is_cut_has_its_own_bound(mode: str) -> None:
    result = esbmc_py.check(TWO_LOOPS, mode=mode, unwind_at={("program.c", 6): 4, ("program.c", 8): 2})
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.scope.lines()[:3] == [
        "within bounds: unwind 1, all schedules",
        "  program.c:6: unwind 4",
        "  program.c:8: unwind 2",
    ]
    assert len(result.scope.unwinding_cut) == 2
    result = esbmc_py.check(TWO_LOOPS, mode=mode, unwind_at={("program.c", 6): 4})
    assert result.verdict is Verdict.FAILED
    assert result.bounds.unwind == 3


@pytest.mark.parametrize("mode", ["lazy", "schedule", "uw"])
def test_what_was_looked_at_is_not_looked_at_again_with_more_iterations(mode: str) -> None:
    """There is no loop: a bound on context switches cuts something, one on loops does not."""
    text = """
#include <assert.h>
#include <pthread.h>
int x;
void *f(void *a) { x++; x++; return a; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); x++; assert(x >= 0);
    pthread_join(t, 0); pthread_join(u, 0);
}"""
    seen: list[str] = []
    result = esbmc_py.check(text, mode=mode, contexts=3, progress=lambda bounds, _: seen.append(bounds))
    assert result.verdict is Verdict.SUCCESSFUL
    assert seen and all("unwind 1," in bounds for bounds in seen)


def test_deepening_unwinds_until_the_violation_is_there() -> None:
    result = esbmc_py.check(LOOP)
    assert result.verdict is Verdict.FAILED
    assert result.bounds.unwind == 3


def test_text_is_called_program_c_in_locations_and_messages() -> None:
    what = esbmc_py.check(LOST_UPDATE).counterexamples[0].what
    assert isinstance(what, Violation)
    assert (what.location.file, what.location.line) == ("program.c", 17)
    with pytest.raises(LoadProblem) as problem:
        esbmc_py.check("int main(void) {\n  retrn 1 }\n")
    assert problem.value.render().startswith("program.c:2:9: error: ")
    assert "retrn 1 }" in problem.value.render()


def test_several_files_are_one_program(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("#include <assert.h>\nint f(void);\nint main(void) { assert(f() == 1); }\n")
    (tmp_path / "b.c").write_text("int f(void) { return 2; }\n")
    assert esbmc_py.check([tmp_path / "a.c", tmp_path / "b.c"]).verdict is Verdict.FAILED


def test_all_violations_are_found_when_asked_for() -> None:
    text = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void)\n{\n"
    text += "    int n = __VERIFIER_nondet_int();\n    assert(n != 1);\n    assert(n != 2);\n}\n"
    result = esbmc_py.check(text, all_violations=True)
    lines = {one.what.location.line for one in result.counterexamples if isinstance(one.what, Violation)}
    assert lines == {6, 7}


def test_an_unsupported_construct_that_is_reached_makes_the_answer_unknown() -> None:
    text = '#include <stdio.h>\nint main(void)\n{\n    char b[9];\n    sprintf(b, "%5.1f", 1.0);\n}\n'
    result = esbmc_py.check(text, mode="lazy")
    assert result.verdict is Verdict.UNKNOWN
    assert [place.location.line for place in result.scope.unsupported] == [5]


def test_what_a_function_without_a_body_does_is_in_the_scope_of_every_answer() -> None:
    text = "int f(void);\nint main(void) { return f(); }\n"
    told = "functions without a body ('f') return anything and do nothing else"
    result = esbmc_py.check(text)
    assert (result.scope.outside, result.notes) == ((told,), ())
    failed = esbmc_py.check(text.replace("return f()", "return 1 / f()"))
    undecided = esbmc_py.check(text.replace("return f()", "return f() * fork()"), mode="lazy")
    assert [result.verdict for result in (failed, undecided)] == [Verdict.FAILED, Verdict.UNKNOWN]
    assert all(f"  {told}" in result.scope.lines() for result in (failed, undecided))


def test_what_is_called_back_more_often_is_beyond_the_bounds() -> None:
    """Two calls are looked at: who counts to three is not safe for that."""
    text = """
void each(int count, void (*visit)(int));
int seen;
static void visit(int x) { seen += x != 0; }
int main(void) { each(3, visit); __VERIFIER_assert(seen < 3); return 0; }
"""
    result = esbmc_py.check(text, mode="lazy")
    assert (result.verdict, result.scope.complete) == (Verdict.SUCCESSFUL, False)
    assert any("call back" in told for told in result.scope.assuming)
    unharmed = esbmc_py.check(text.replace("each(3, visit)", "visit(3)"), mode="lazy")
    assert (unharmed.verdict, unharmed.scope.complete) == (Verdict.SUCCESSFUL, True)


def test_joining_oneself_counts_only_if_deadlocks_are_asked_for() -> None:
    assert esbmc_py.check(SELF_JOIN, groups=("reach", "memory", "locks")).verdict is Verdict.SUCCESSFUL
    assert violated(esbmc_py.check(SELF_JOIN, groups=("deadlock",))) == ["deadlock"]


def test_success_says_what_was_not_asked_for_and_ends_executions() -> None:
    lines = esbmc_py.check("int main(void)\n{\n    return 0;\n}\n", groups=("reach",)).scope.lines()
    assert lines == [
        "all executions",
        "  executions are followed up to a violation of what was not asked for: memory, locks",
    ]


def test_times_and_memory_are_told() -> None:
    result = esbmc_py.check(LOST_UPDATE)
    assert result.times.total >= result.times.loading > 0
    assert result.peak_memory > 1
    assert result.visible_operations > 0
    assert result.statistics.threads == 3


# -- replay -----------------------------------------------------------------------------------------------------------


def test_a_counterexample_that_the_machine_does_not_confirm_is_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong_schedule(program: Program, found: Found, properties: frozenset[Property]) -> object:
        return replay(program, replace(found, schedule=(0,) * len(found.schedule)), properties)

    monkeypatch.setattr("esbmc_py.checking.replay.replay", wrong_schedule)
    result = esbmc_py.check(LOST_UPDATE, mode="lazy")
    assert result.verdict is Verdict.UNKNOWN
    assert not result.counterexamples
    assert "the replay does not confirm it" in result.notes[0]
    assert "defect of smtcb" in result.notes[-1]


def test_a_replay_that_is_interrupted_does_not_speak_against_a_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        with suppress(KeyboardInterrupt):  # as the machine does
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("esbmc_py.checking.replay.replay", interrupted)
    result = esbmc_py.check(LOST_UPDATE, mode="lazy")
    assert result.verdict is Verdict.UNKNOWN
    assert "interrupted" in result.scope.unknown
    assert "interrupted before a violation that was found could be replayed" in result.notes
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_schedule_of_a_counterexample_leads_the_machine_there_again() -> None:
    result = esbmc_py.check(LOST_UPDATE)
    counterexample = result.counterexamples[0]
    again = run(result.program, schedule=counterexample.schedule)
    assert again.status is Status.VIOLATION
    assert again.violation == counterexample.what


def test_the_events_of_a_counterexample_end_with_the_violation() -> None:
    counterexample = esbmc_py.check(LOST_UPDATE).counterexamples[0]
    assert counterexample.events[-1].location.line == 17
    assert counterexample.events[-1].step == len(counterexample.schedule.threads) - 1


# -- limits -----------------------------------------------------------------------------------------------------------


def test_time_that_is_up_before_all_was_covered_leaves_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search.Search, "_time_left", lambda this: 0.0 if this._completed else None)
    result = esbmc_py.check(LOOP.replace("sum != 3", "sum >= 0"), timeout=1000.0, mode="lazy")
    assert result.verdict is Verdict.UNKNOWN
    assert not result.complete
    assert result.scope.unfinished is not None
    assert result.scope.lines()[0] == "no violation within unwind 1, all schedules; out of time"
    assert result.scope.lines()[-1].startswith("  not finished: unwind 2")


def test_bounds_that_were_asked_for_are_an_answer_and_others_are_not() -> None:
    unknown_rounds = LOOP.replace("sum != 3", "sum >= 0")
    within = esbmc_py.check(unknown_rounds, unwind=2)
    assert within.verdict is Verdict.SUCCESSFUL and not within.complete
    open_ = esbmc_py.check(unknown_rounds, contexts=1, timeout=1.0)
    assert open_.verdict is Verdict.UNKNOWN and open_.scope.left_open


def test_a_long_step_ends_when_the_time_is_up() -> None:
    text = LOOP.replace("i < n; i++)", "i < 90000; i++)").replace("sum++", "if (n & i) sum += i; else sum ^= n")
    result = esbmc_py.check(text, timeout=0.2)
    assert result.verdict is Verdict.UNKNOWN
    assert result.scope.unknown == ("out of time",)


def test_an_interruption_tells_what_is_known() -> None:
    def interrupt(bounds: str, statistics: Statistics) -> None:
        if "4 context switches" in bounds and statistics.nodes:
            raise KeyboardInterrupt

    result = esbmc_py.check(LARGE, progress=interrupt, mode="lazy")
    assert result.verdict is Verdict.UNKNOWN
    assert "  no violation within: 2 context switches" in result.scope.lines()
    assert "interrupted" in result.scope.unknown


def test_an_interruption_between_two_attempts_tells_what_is_known() -> None:
    tried: list[str] = []

    def interrupt(bounds: str, statistics: Statistics) -> None:
        tried.append(bounds)
        if len(set(tried)) == 3:
            raise KeyboardInterrupt

    result = esbmc_py.check(TWO_LOOPS, progress=interrupt, mode="lazy")
    assert result.verdict is Verdict.UNKNOWN
    assert "interrupted" in result.scope.unknown
    assert str(result.scope.bounds) == tried[-2]


def test_memory_that_is_used_up_makes_the_answer_unknown() -> None:
    result = esbmc_py.check(LARGE, contexts=3, memory=1)
    assert result.verdict is Verdict.UNKNOWN
    assert result.scope.unknown == ("more than 1 MB of memory",)


def test_engines_that_are_ended_for_their_memory_are_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks first: here, no engine looks at its own memory, but on a busy machine its solver may be first."""
    monkeypatch.setattr("esbmc_py.checking.search.resident", lambda: 0.5)
    result = esbmc_py.check(ENDS_LATE, defines=("N=11", "SAFE"), memory=1)
    assert result.scope.unknown in (("more than 1 MB of memory",), ("gave up within 1 MB",))


def test_a_goto_program_can_be_checked() -> None:
    program = prepare(load_program([EXAMPLES / "lost_update.c"]))
    assert check_program(program, CheckOptions(mode="lazy")).verdict is Verdict.FAILED


def test_progress_tells_bounds_and_numbers() -> None:
    seen: list[str] = []
    esbmc_py.check(LOST_UPDATE, progress=lambda bounds, _: seen.append(bounds), mode="lazy")
    assert seen[0] == "unwind 1, 2 context switches"
    assert "unwind 2, 4 context switches" in seen


def test_a_success_within_fewer_switches_than_were_asked_for_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is up when it looks at more; that there is nothing within 3 was not the question."""
    lazy, asked = check_lazy, []

    def without_time(program: Program, options: Options) -> Outcome:
        asked.append(options.bounds.contexts)
        outcome = lazy(program, options)
        return replace(outcome, unknown=("out of time",)) if options.bounds.contexts not in (2, 3) else outcome

    monkeypatch.setattr("encoders.tree.lazy.check_lazy", without_time)
    source = LOST_UPDATE.replace("assert(", "(void)(")
    assert esbmc_py.check(source, unwind=2, contexts=9, mode="lazy").verdict is Verdict.UNKNOWN
    assert asked == [2, 3, 4]


def test_what_needs_more_switches_than_were_asked_for_is_no_answer() -> None:
    """Without a bound the bug is found at once; with 3 switches there is none to be found."""
    source = """
    #include <assert.h>
    #include <pthread.h>
    int turn;
    static void *f(void *a) { if (turn == 0) turn = 1; if (turn == 2) turn = 3; assert(turn != 5); return a; }
    static void *g(void *a) { if (turn == 1) turn = 2; if (turn == 3) turn = 4; if (turn == 4) turn = 5; return a; }
    int main(void) {
        pthread_t a, b;
        pthread_create(&a, 0, f, 0);
        pthread_create(&b, 0, g, 0);
        pthread_join(a, 0);
        pthread_join(b, 0);
        return 0;
    }
    """
    assert esbmc_py.check(source).verdict is Verdict.FAILED
    needed = next(n for n in range(3, 9) if esbmc_py.check(source, unwind=1, contexts=n).verdict is Verdict.FAILED)
    assert needed == 5
    result = esbmc_py.check(source, unwind=1, contexts=needed - 1)
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.scope.switches_cut


def test_nothing_found_in_all_schedules_answers_for_every_bound() -> None:
    """There are more than 5 switches in many executions, but all schedules are few."""
    source = LOST_UPDATE.replace("assert(", "(void)(")
    result = esbmc_py.check(source, unwind=2, contexts=5, mode="lazy")
    assert result.verdict is Verdict.SUCCESSFUL
    assert not result.scope.switches_cut
