"""`smtcb goto`: text, JSON and drawings of the goto program."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.conftest import ROOT, Finished

Smtcb = Callable[..., Finished]
Source = Callable[..., Path]

EXAMPLE = ROOT / "examples" / "lost_update.c"


def test_it_prints_the_programs_functions_but_not_the_librarys(smtcb: Smtcb) -> None:
    finished = smtcb("goto", EXAMPLE)
    assert finished.status == 0
    assert "count(void *unused)" in finished.output
    assert "counter++;" in finished.output
    assert "__smtcb_start" not in finished.output


def test_library_shows_the_library_functions_that_are_used(smtcb: Smtcb) -> None:
    assert "__smtcb_start" in smtcb("goto", "--library", EXAMPLE).output


def test_function_selects_one(smtcb: Smtcb) -> None:
    finished = smtcb("goto", "--function", "count", EXAMPLE)
    assert "count(void *unused)" in finished.output
    assert "int main" not in finished.output


def test_an_unknown_function_is_bad_input_and_the_known_ones_are_named(smtcb: Smtcb) -> None:
    finished = smtcb("goto", "--function", "cuont", EXAMPLE)
    assert finished.status == 2
    assert "'cuont'" in finished.errors
    assert "count, main" in finished.errors


def test_json_is_one_document(smtcb: Smtcb) -> None:
    document = json.loads(smtcb("goto", "--json", EXAMPLE).output)
    assert "functions" in document


def test_cfg_writes_a_drawing(smtcb: Smtcb, tmp_path: Path) -> None:
    svg, dot = tmp_path / "out.svg", tmp_path / "out.dot"
    assert smtcb("goto", "--cfg", svg, EXAMPLE).status == 0
    assert smtcb("goto", "--cfg", dot, EXAMPLE).status == 0
    assert svg.read_text().lstrip().startswith(("<svg", "<?xml"))
    assert dot.read_text().startswith("digraph")


def test_cfg_knows_two_formats_only(smtcb: Smtcb, tmp_path: Path) -> None:
    finished = smtcb("goto", "--cfg", tmp_path / "out.png", EXAMPLE)
    assert finished.status == 2
    assert ".svg or .dot" in finished.errors


def test_several_files_make_one_program(smtcb: Smtcb, source: Source) -> None:
    first = source("int f(void);\nint main(void) { return f(); }\n", "first.c")
    second = source("int f(void) { return 3; }\n", "second.c")
    output = smtcb("goto", first, second).output
    assert "int main" in output
    assert "int f" in output


def test_defines_and_include_directories_reach_the_preprocessor(smtcb: Smtcb, source: Source, tmp_path: Path) -> None:
    folder = tmp_path / "headers"
    folder.mkdir()
    (folder / "own.h").write_text("#define RESULT VALUE\n")
    path = source('#include "own.h"\nint main(void) { return RESULT; }\n')
    assert "RETURN 42" in smtcb("goto", "-I", folder, "-D", "VALUE=42", path).output


def test_the_architecture_decides_sizes(smtcb: Smtcb, source: Source) -> None:
    path = source("int main(void) { return sizeof(long); }\n")
    assert "RETURN 8" in smtcb("goto", path).output
    assert "RETURN 4" in smtcb("goto", "--arch", "32", path).output
