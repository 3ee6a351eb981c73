"""What `import esbmc_py` offers: names, keywords with types, answers that print, stages as objects."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import esbmc_py
from esbmc_py.checking.option_types import _KINDS
from esbmc_py.cli.main import main

LOST_UPDATE = """\
#include <assert.h>
#include <pthread.h>
int x;
void *count(void *unused)
{
    x++;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    x++;
    pthread_join(thread, NULL);
    assert(x == 2);
}
"""
ROOT = Path(__file__).parents[2]
TYPED = """\
from esbmc_py import CheckOptions, Program, check, compare
reveal_type(check("prog.c", mode="lazy", unwind=3, groups=("race",)))
reveal_type(check("prog.c", CheckOptions(mode="lazy")))
check("prog.c", unwind="3")
check("prog.c", colour="blue")
reveal_type(Program("prog.c").check(mode="uw"))
Program("prog.c").check(mode=3)
reveal_type(compare("prog.c", ("lazy",), contexts=2)["lazy"].verdict)
reveal_type(Program("prog.c").formulas(rounds=2)[0].terms)
"""


@pytest.fixture(scope="module")
def failed() -> esbmc_py.CheckResult:
    return esbmc_py.check(LOST_UPDATE, mode="lazy")


@pytest.fixture(scope="module")
def program() -> esbmc_py.Program:
    return esbmc_py.Program(LOST_UPDATE)


def test_all_names_can_be_had_and_are_shown() -> None:
    assert set(esbmc_py.__all__) <= set(dir(esbmc_py))
    assert set(esbmc_py.__all__) == set(esbmc_py._MODULES)
    for name in esbmc_py.__all__:
        assert getattr(esbmc_py, name).__name__ == name
    with pytest.raises(AttributeError, match="has no attribute 'chekc'"):
        _ = esbmc_py.chekc


def test_importing_it_loads_nothing_else() -> None:
    said = "import sys, esbmc_py; print([name for name in sys.modules if name.startswith(('esbmc_py.', 'encoders'))])"
    made = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, cwd=ROOT, check=True)
    assert made.stdout.strip() == "[]"


@pytest.mark.parametrize("function", [esbmc_py.check, esbmc_py.Program.check, esbmc_py.Program.formulas])
def test_every_option_is_a_keyword_that_completion_finds(function: Any) -> None:
    keywords = inspect.signature(function).parameters
    assert {field.name for field in fields(esbmc_py.CheckOptions)} <= keywords.keys()
    assert not any(one.kind is inspect.Parameter.VAR_KEYWORD for one in keywords.values())
    assert function.__doc__


def test_type_checkers_know_the_keywords_and_the_answers(tmp_path: Path) -> None:
    file = tmp_path / "typed.py"
    file.write_text(TYPED)
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(file)]
    said = subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout
    found = {}
    for line in said.splitlines():
        place, _, text = line.partition(": ")
        if place.rpartition(":")[2].isdecimal() and not text.startswith("note: Possible"):
            found.setdefault(int(place.rpartition(":")[2]), text)
    assert sorted(found) == [2, 3, 4, 5, 6, 7, 8, 9], said
    for number, name in {2: "CheckResult", 3: "CheckResult", 6: "CheckResult", 8: "Verdict", 9: "Term"}.items():
        assert found[number].startswith("note: Revealed type is ") and name in found[number]
    assert all(found[number].startswith("error: ") for number in (4, 5, 7))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"unwind": "3"}, "unwind is '3', and must be a whole number"),
        ({"jobs": True}, "jobs is True, and must be a whole number"),
        ({"timeout": "1"}, "timeout is '1', and must be a number"),
        ({"mode": 3}, "mode is 3, and must be a text"),
        ({"groups": "race"}, "groups is 'race', and must be a tuple of texts"),
        ({"unwind_at": {"prog.c": 3}}, "unwind_at is {'prog.c': 3}, and must be a mapping from"),
        ({"coverage": "yes"}, "coverage is 'yes', and must be True or False"),
        ({"semantics": None}, "semantics is None, and must be an esbmc_py.Semantics"),
    ],
)
def test_a_wrong_type_is_refused_by_the_name_of_the_option(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(esbmc_py.OptionProblem) as refused:
        esbmc_py.check(LOST_UPDATE, **settings)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("source", [3, None, b"prog.c", [3]])
@pytest.mark.parametrize("function", [esbmc_py.check, esbmc_py.compare, esbmc_py.Program])
def test_what_is_no_source_is_refused(function: Any, source: Any) -> None:
    with pytest.raises(esbmc_py.OptionProblem, match="and must be a path, several paths, or C text"):
        function(source)


@pytest.mark.parametrize("settings", [{"groups": "race"}, {"defines": "X=1"}, {"include_dirs": 3}])
def test_a_program_takes_settings_of_their_types_alone(settings: dict[str, Any]) -> None:
    with pytest.raises(esbmc_py.OptionProblem, match=f"{next(iter(settings))} is .* and must be a tuple of"):
        esbmc_py.Program(LOST_UPDATE, **settings)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda program: program.tree(contexts="2"), "contexts is '2', and must be a whole number"),
        (lambda program: program.tree(unwind=-1), "unwind is -1, and must not be negative"),
        (lambda program: program.bounded("1"), "unwind is '1', and must be a whole number"),
        (lambda program: program.sequentialized(1, rounds=1.5), "rounds is 1.5, and must be a whole number"),
        (lambda program: program.play(most_states=None), "most_states is None, and must be a whole number"),
        (lambda _: esbmc_py.compare(LOST_UPDATE, "lazy"), "modes is 'lazy', and must be a list of texts"),
        (
            lambda _: esbmc_py.compare(LOST_UPDATE, ["lazyseq"], contexts="2"),
            "contexts is '2', and must be a whole number",
        ),
        (lambda _: esbmc_py.ResultTable({"a": 3}), "the answer 'a' is 3, and must be an esbmc_py.CheckResult"),
    ],
)
def test_stages_and_tables_refuse_wrong_types_by_name(program: esbmc_py.Program, ask: Any, message: str) -> None:
    with pytest.raises(esbmc_py.OptionProblem) as refused:
        ask(program)
    assert str(refused.value) == message


def test_whatever_can_be_had_is_one_line_for_the_interpreter(
    failed: esbmc_py.CheckResult, program: esbmc_py.Program
) -> None:
    made = (program.goto, program.bounded(1), program.sequentialized(1), program.tree(contexts=1))
    for one in (failed, failed.scope, failed.counterexamples[0], failed.traces[0], program, *made):
        assert re.fullmatch(r"<[^\n]{1,200}>", repr(one)), repr(one)[:300]


def test_every_field_has_a_type_that_can_be_checked() -> None:
    assert {str(field.type).removesuffix(" | None") for field in fields(esbmc_py.CheckOptions)} <= _KINDS.keys()


def test_an_answer_prints_what_the_command_prints(
    failed: esbmc_py.CheckResult, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "program.c"
    file.write_text(LOST_UPDATE)
    capsys.readouterr()
    assert main(["check", str(file), "--mode", "lazy"]) == 1
    assert capsys.readouterr().out.replace(str(file), "program.c") == f"{failed}\n"


def test_an_answer_is_one_line_for_the_interpreter_and_a_page_for_a_notebook(failed: esbmc_py.CheckResult) -> None:
    assert repr(failed).startswith("<FAILED by lazy: found within ")
    assert "\n" not in repr(failed)
    assert failed.to_html().startswith("<!DOCTYPE html>")
    assert failed._repr_html_().startswith("<iframe srcdoc=")
    assert failed.to_json()["verdict"] == "failed"


def test_a_trace_is_steps_with_lines_and_values(failed: esbmc_py.CheckResult) -> None:
    (trace,) = failed.traces
    assert str(trace).startswith(failed.found[0])
    assert {line.thread for line in trace.lines} >= {0, 1}
    assert any(one.place == "x" for line in trace.lines for one in line.assigned)


def test_a_program_shows_its_stages(program: esbmc_py.Program) -> None:
    assert "x = " in str(program)
    assert repr(program).startswith("<program program.c: ")
    tree = program.tree(contexts=1)
    assert tree._repr_svg_().startswith("<svg")
    assert len(tree.nodes) < len(program.tree(contexts=3).nodes)
    assert "main" in program.bounded(1).functions
    assert "int main(" in program.sequentialized(1, 2).text


def test_formulas_are_terms_and_texts(program: esbmc_py.Program) -> None:
    (question,) = program.formulas(unwind=1, rounds=2)
    assert str(question.result) == "sat"
    assert question.terms
    text = question.to_smt2()
    assert text.startswith("; answer: sat\n(set-logic QF_BV)\n")
    assert text.rstrip().endswith("(check-sat)") or "(check-sat)" in text
    assert [str(one.result) for one in program.formulas(unwind=1, rounds=1)] != ["sat"]
    with pytest.raises(esbmc_py.OptionProblem, match="mode explicit has no formula of its own"):
        program.formulas(mode="explicit")


def test_what_a_program_is_asked_is_what_check_is_asked(program: esbmc_py.Program) -> None:
    assert program.check(mode="lazy", contexts=2).verdict is esbmc_py.Verdict.FAILED
    assert program.check(mode="lazy", contexts=0, unwind=1).verdict is esbmc_py.Verdict.SUCCESSFUL
    with pytest.raises(esbmc_py.OptionProblem, match="there is no setting 'colour'"):
        program.check(colour="blue")


def test_a_table_of_answers_can_be_printed_and_taken_apart() -> None:
    table = esbmc_py.compare(LOST_UPDATE, ("lazy", "lazyseq", "explicit"), contexts=2, unwind=1)
    assert list(table) == ["lazy", "lazyseq", "explicit"]
    assert table["lazyseq"].bounds.rounds == 3
    assert table["explicit"].bounds.unwind is None
    assert not table.disagree
    assert str(table).count("| failed |") == 3
    assert "<table" in table._repr_html_()
    assert [record["verdict"] for record in table.to_records()] == ["failed"] * 3


def test_a_table_of_answers_becomes_a_data_frame() -> None:
    pytest.importorskip("pandas")
    frame = esbmc_py.compare(LOST_UPDATE, ("lazy", "lazyseq"), contexts=2, unwind=1).to_dataframe()
    assert list(frame.index) == ["lazy", "lazyseq"]
    assert list(frame["verdict"]) == ["failed", "failed"]


def test_answers_that_contradict_each_other_are_noticed() -> None:
    safe = esbmc_py.check("int main(void) { return 0; }\n", mode="lazy")
    wrong = esbmc_py.check("#include <assert.h>\nint main(void) { assert(0); }\n", mode="lazy")
    assert esbmc_py.ResultTable({"one": safe, "other": wrong}).disagree
