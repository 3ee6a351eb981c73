"""Bad input: one clear message with a place where there is one, exit status 2, never a traceback, never a hang."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Finished

Smtcb = Callable[..., Finished]
Source = Callable[..., Path]

COMMANDS = [("goto",), ("run",), ("run", "--explore")]


def is_clear(finished: Finished) -> bool:
    return finished.status == 2 and finished.errors.strip() != "" and "Traceback" not in finished.errors


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_missing_file_is_named(smtcb: Smtcb, tmp_path: Path, command: tuple[str, ...]) -> None:
    finished = smtcb(*command, tmp_path / "nowhere.c")
    assert is_clear(finished)
    assert "nowhere.c" in finished.errors


def test_a_directory_is_not_a_program(smtcb: Smtcb, tmp_path: Path) -> None:
    finished = smtcb("goto", tmp_path)
    assert is_clear(finished)
    assert "directory" in finished.errors


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_named(smtcb: Smtcb, source: Source) -> None:
    path = source("int main(void) { return 0; }")
    path.chmod(0)
    finished = smtcb("goto", path)
    assert is_clear(finished)
    assert "prog.c" in finished.errors


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_an_empty_file_is_bad_input(smtcb: Smtcb, source: Source, text: str) -> None:
    finished = smtcb("goto", source(text))
    assert is_clear(finished)
    assert "prog.c" in finished.errors


@pytest.mark.parametrize("text", ["/* nothing */\n", "int f(void) { return 0; }\n", "int main;\n"])
def test_a_program_needs_main(smtcb: Smtcb, source: Source, text: str) -> None:
    finished = smtcb("goto", source(text))
    assert is_clear(finished)
    assert "main" in finished.errors


def test_a_syntax_error_is_shown_with_its_line_and_a_caret(smtcb: Smtcb, source: Source) -> None:
    path = source("int main(void)\n{\n    int x = ;\n    return x;\n}\n")
    finished = smtcb("goto", path)
    assert is_clear(finished)
    assert f"{path}:3:13: error: " in finished.errors
    assert "    int x = ;\n" in finished.errors
    assert finished.errors.splitlines()[2].strip() == "^"


@pytest.mark.parametrize(
    "statement",
    [
        "return undeclared;",
        "struct s { int a; } v; return v.b;",
        "int x; return *x;",
        "struct s { int a; } v; return v + 1;",
        "int a[2]; a = 0; return 0;",
        "5 = 6; return 0;",
        "struct unknown v; return 0;",
        "int f; return f(1);",
        "goto nowhere; return 0;",
        "break; return 0;",
        "case 3: return 0;",
    ],
)
def test_a_type_error_is_shown_at_its_place(smtcb: Smtcb, source: Source, statement: str) -> None:
    path = source(f"int main(void)\n{{\n    {statement}\n}}\n")
    finished = smtcb("goto", path)
    assert is_clear(finished)
    assert f"{path}:3:" in finished.errors
    assert statement in finished.errors


def test_a_missing_header_is_named_with_what_to_do(smtcb: Smtcb, source: Source) -> None:
    path = source('#include <assert.h>\n#include "not_there.h"\nint main(void) { return 0; }\n')
    finished = smtcb("run", path)
    assert is_clear(finished)
    assert f"{path}:2:" in finished.errors
    assert "not_there.h" in finished.errors
    assert "-I" in finished.errors


def test_an_error_directive_is_bad_input(smtcb: Smtcb, source: Source) -> None:
    finished = smtcb("goto", source("#error not today\nint main(void) { return 0; }\n"))
    assert is_clear(finished)
    assert "not today" in finished.errors


@pytest.mark.parametrize("name", ["prog.c", "prog.i"])
def test_binary_garbage_is_bad_input(smtcb: Smtcb, source: Source, name: str) -> None:
    finished = smtcb("goto", source(bytes(range(256)) * 40, name))
    assert is_clear(finished)
    assert "prog" in finished.errors


@pytest.mark.parametrize("name", ["prog.c", "prog.i"])
@pytest.mark.parametrize("filler", ["x", "(", "x + ", "{", '"', "/*", "1,"])
def test_a_line_of_five_megabytes_does_not_hang(smtcb: Smtcb, source: Source, name: str, filler: str) -> None:
    text = "int main(void) { int x = " + filler * (5_000_000 // len(filler)) + "; return 0; }\n"
    assert is_clear(smtcb("goto", source(text, name)))


@pytest.mark.parametrize(("opening", "closing"), [("(", ")"), ("-", ""), ("!", ""), ("f(", ")"), ("a[", "]")])
def test_deeply_nested_expressions_are_refused_or_taken(
    smtcb: Smtcb, source: Source, opening: str, closing: str
) -> None:
    depth = 20_000
    expression = f"{opening * depth}1{closing * depth}"
    path = source(f"int a[2]; int f(int x) {{ return x; }}\nint main(void) {{ return {expression}; }}\n")
    finished = smtcb("goto", "--quiet", path)
    assert is_clear(finished) or finished.status == 0


@pytest.mark.parametrize(("opening", "closing"), [("{", "}"), ("if (1) ", ";"), ("while (0) {", "}"), ("do ", "")])
def test_deeply_nested_statements_are_refused_or_taken(
    smtcb: Smtcb, source: Source, opening: str, closing: str
) -> None:
    depth = 20_000
    finished = smtcb("goto", source(f"int main(void) {{ {opening * depth} ; {closing * depth} return 0; }}\n"))
    assert is_clear(finished) or finished.status == 0


def test_deeply_nested_declarations_are_refused_or_taken(smtcb: Smtcb, source: Source) -> None:
    finished = smtcb("goto", source(f"int {'*' * 20_000}p; int a{'[1]' * 20_000}; int main(void) {{ return 0; }}\n"))
    assert is_clear(finished) or finished.status == 0


@pytest.mark.parametrize("arguments", [("goto",), ("run", "--seed", "x", "p.c"), ("nonsense",), ("goto", "--nonsense")])
def test_a_bad_command_line_is_explained(smtcb: Smtcb, arguments: tuple[str, ...]) -> None:
    assert is_clear(smtcb(*arguments))
