"""`--property atomicity`: what is said about a block that others interfere with, and where it costs nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import esbmc_py
from esbmc_py.checking import Verdict
from esbmc_py.checking.options import ExplicitOptions
from esbmc_py.cli.main import main
from esbmc_py.frontend import load_program
from esbmc_py.goto.expected_blocks import BEGIN, BOOKKEEPING, END, watch_blocks
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import DataRace, Violation
from tests.conftest import ROOT
from tests.verdicts import read_expectation

PROGRAMS = ROOT / "tests" / "programs" / "concurrent"
INTERFERED = PROGRAMS / "expected_block_interfered.c"
LOCKED = PROGRAMS / "expected_block_locked.c"
UNMARKED = PROGRAMS / "lost_update_increment.c"


def test_the_report_names_the_block_both_accesses_and_both_threads() -> None:
    (found,) = esbmc_py.check(INTERFERED, groups=("atomicity",)).counterexamples
    assert isinstance(found.what, Violation)
    assert found.what.location.line == 18
    assert found.what.thread == 2
    message = re.sub(r"\S*/", "", found.what.message)
    assert message == (
        "writing x interferes with the block that begins at expected_block_interfered.c:11:5, "
        "in which thread 1 reads x at expected_block_interfered.c:12:5"
    )


OTHER_MODES: list[dict[str, object]] = [
    {"mode": "lazyseq", "rounds": 3},
    {"mode": "lazyseq", "rounds": 3, "schema": "cseq"},
    {"mode": "explicit"},
    {"mode": "explicit", "explicit": ExplicitOptions(reduction="none")},
]


@pytest.mark.parametrize("path", sorted(PROGRAMS.glob("expected_block_*.c")), ids=lambda path: path.stem)
def test_the_modes_without_a_tree_confirm_the_verdict(path: Path) -> None:
    groups = ("reach", "memory", "locks", "atomicity")
    for settings in OTHER_MODES:
        result = esbmc_py.check(path, groups=groups, all_violations=True, **settings)
        assert not any("replay" in note for note in result.notes)
        found = {one.what.property for one in result.counterexamples if isinstance(one.what, Violation)}
        assert found == read_expectation(path).violated, settings
        assert result.verdict is (Verdict.FAILED if found else Verdict.SUCCESSFUL), settings


def test_every_access_that_interferes_is_found_when_asked_for() -> None:
    text = INTERFERED.read_text(encoding="utf-8").replace("    x = 5;", "    x = 5;\n    x = 6;\n    int y = x;")
    result = esbmc_py.check(text, groups=("atomicity",), all_violations=True, unwind=1, contexts=4)
    lines = {one.what.location.line for one in result.counterexamples if isinstance(one.what, Violation)}
    assert lines == {18, 19}  # the block writes last, so nobody reads what it has written before its end


def test_markers_that_the_program_defines_for_other_compilers_mark_all_the_same(tmp_path: Path) -> None:
    text = INTERFERED.read_text(encoding="utf-8")
    for marker in (BEGIN, END):
        text = text.replace(f"void {marker}(void);", f"static void {marker}(void) {{}}")
    one, other = tmp_path / "one.c", tmp_path / "other.c"
    one.write_text(text, encoding="utf-8")
    other.write_text(
        f"static void {BEGIN}(void) {{}}\nvoid unused(void) {{\n    {BEGIN}();\n}}\n",
        encoding="utf-8",
    )
    for paths in ([one], [other, one]):
        assert esbmc_py.check(paths, groups=("atomicity",)).verdict is Verdict.FAILED


def test_an_end_without_a_beginning_ends_nothing() -> None:
    text = INTERFERED.read_text(encoding="utf-8").replace("    x++;", "    __smtcb_atomic_expected_end();\n    x++;")
    text = text.replace("    __smtcb_atomic_expected_begin();", "    __smtcb_atomic_expected_end();")
    assert esbmc_py.check(text, groups=("atomicity",)).verdict is Verdict.SUCCESSFUL


def test_the_markers_mean_nothing_where_nobody_asks() -> None:
    assert esbmc_py.check(INTERFERED).verdict is Verdict.SUCCESSFUL


def test_a_program_without_blocks_is_left_as_it_is() -> None:
    program = prepare(load_program([UNMARKED]))
    assert watch_blocks(program) is program
    assert not set(BOOKKEEPING) & set(program.functions)


def test_watching_adds_no_switch_point() -> None:
    program = prepare(load_program([INTERFERED]))
    watched = watch_blocks(program)
    for name in program.functions.keys() - set(BOOKKEEPING):
        visible = [i for i in program.functions[name].instructions if i.visible]
        assert [i for i in watched.functions[name].instructions if i.visible] == visible


def test_watching_hides_no_race_and_makes_none() -> None:
    result = esbmc_py.check(INTERFERED, groups=("race", "atomicity"), all_violations=True)
    assert {type(one.what) for one in result.counterexamples} == {Violation, DataRace}
    assert esbmc_py.check(LOCKED, groups=("race", "atomicity")).verdict is Verdict.SUCCESSFUL
    races = [explore(p, races=True).findings for p in _both(INTERFERED)]
    assert len([one for one in races[0] if isinstance(one.what, DataRace)]) == len(
        [one for one in races[1] if isinstance(one.what, DataRace)]
    )


def _both(path: Path) -> tuple[Program, ...]:
    program = prepare(load_program([path]))
    return program, watch_blocks(program)


def test_a_saved_schedule_runs_into_the_interference_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schedule = tmp_path / "bug.json"
    assert main(["check", str(INTERFERED), "--property", "atomicity", "--save-schedule", str(schedule)]) == 1
    assert json.loads(schedule.read_text(encoding="utf-8"))
    capsys.readouterr()
    assert main(["run", "--atomicity", "--schedule", str(schedule), str(INTERFERED)]) == 1
    assert "interferes with the block that begins at" in capsys.readouterr().err


def test_exploration_looks_for_interference_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--explore", str(INTERFERED)]) == 0
    assert main(["run", "--explore", "--atomicity", str(LOCKED)]) == 0
    assert main(["run", "--explore", "--atomicity", str(INTERFERED)]) == 1
    assert "in which thread 1 reads x" in capsys.readouterr().out


THROUGH_POINTERS = {
    "a local": "int main(void) { void (*mark)(void) = __smtcb_atomic_expected_begin; mark(); x++; return 0; }",
    "an argument": "void call(void f(void)) { f(); }\nint main(void) { call(__smtcb_atomic_expected_end); return 0; }",
    "a global": "void (*mark)(void) = __smtcb_atomic_expected_begin;\nint main(void) { mark(); x++; return 0; }",
}


@pytest.mark.parametrize("settings", [{"mode": "lazy"}, *OTHER_MODES])
@pytest.mark.parametrize("use", THROUGH_POINTERS)
def test_a_marker_that_is_called_through_a_pointer_is_not_passed_over(use: str, settings: dict[str, object]) -> None:
    declarations = "void __smtcb_atomic_expected_begin(void);\nvoid __smtcb_atomic_expected_end(void);\nint x;\n"
    result = esbmc_py.check(declarations + THROUGH_POINTERS[use], groups=("atomicity",), **settings)
    assert result.verdict is Verdict.UNKNOWN
    (place,) = result.scope.unsupported
    assert "a pointer to __smtcb_atomic_expected_" in place.what
    assert place.location.line == (5 if use == "an argument" else 4)
