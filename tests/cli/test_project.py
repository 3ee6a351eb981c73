"""Programs out of compilation databases, and from the standard input."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT, Finished

Smtcb = Callable[..., Finished]

APP = """\
#include "queue.h"
#include <assert.h>
static int helper(void) { return LIMIT; }
int main(void) { int n = helper(); push(n); assert(total == 3); assert(limit_of_queue() == 7); return 0; }
"""
QUEUE = """\
#include "queue.h"
int total;
static int helper(int x) { return x; }
void push(int x) { total += helper(x); }
int limit_of_queue(void) { return LIMIT; }
"""
HEADER = "extern int total;\nvoid push(int x);\nint limit_of_queue(void);\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "src").mkdir()
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "queue.h").write_text(HEADER)
    (tmp_path / "src" / "app.c").write_text(APP)
    (tmp_path / "src" / "queue.c").write_text(QUEUE)
    (tmp_path / "src" / "unneeded.c").write_text("int n;\nint unneeded(void) { return n; }\n")
    return tmp_path


def database(project: Path, *more: dict[str, object]) -> Path:
    entries: list[dict[str, object]] = [
        {"directory": str(project), "file": "src/app.c", "command": "gcc -O2 '-DLIMIT=3' -Iinc -c src/app.c -o app.o"},
        {
            "directory": str(project / "src"),
            "file": "queue.c",
            "arguments": ["gcc", "-DLIMIT=7", "-I", "../inc", "-c", "queue.c"],
        },
        {"directory": str(project), "file": "src/unneeded.c", "command": "gcc -c src/unneeded.c"},
        {"directory": str(project), "file": "src/gui.cpp", "command": "g++ -c src/gui.cpp"},
        *more,
    ]
    path = project / "compile_commands.json"
    path.write_text(json.dumps(entries))
    return path


def test_each_file_has_its_own_flags(smtcb: Smtcb, project: Path) -> None:
    finished = smtcb("check", "--project", database(project))
    assert finished.status == 0, finished.output + finished.errors
    assert "2 of 3 files" in finished.errors
    assert "unneeded" not in finished.errors


def test_flags_of_the_command_hold_for_all_files(smtcb: Smtcb, project: Path) -> None:
    assert smtcb("check", "--project", database(project), "-DLIMIT=7").status == 1


def test_a_folder_is_enough(smtcb: Smtcb, project: Path) -> None:
    database(project)
    assert smtcb("check", "--project", project).status == 0


def test_of_several_mains_one_has_to_be_named(smtcb: Smtcb, project: Path) -> None:
    (project / "src" / "tool.c").write_text("#include <assert.h>\nint main(void) { assert(0); return 0; }\n")
    path = database(project, {"directory": str(project), "file": "src/tool.c", "command": "gcc -c src/tool.c"})
    finished = smtcb("check", "--project", path)
    assert finished.status == 2
    assert "several main functions" in finished.errors
    assert f"--project {path} " in finished.errors
    assert smtcb("check", "--project", path, project / "src" / "app.c").status == 0
    assert smtcb("check", "--project", path, project / "src" / "tool.c").status == 1


def test_a_function_may_be_the_beginning(smtcb: Smtcb, project: Path) -> None:
    finished = smtcb("check", "--project", database(project), "--entry", "push", "--property", "overflow")
    assert finished.status == 0
    finished = smtcb("check", "--project", database(project), "--entry", "push", "--property", "overflow",
                     "--arbitrary-globals")  # fmt: skip
    assert finished.status == 1
    assert smtcb("check", "--project", database(project), "--entry", "nobody").status == 2


def test_a_choice_that_nobody_can_make_is_told(smtcb: Smtcb, project: Path) -> None:
    (project / "src" / "other.c").write_text("int limit_of_queue(void) { return 7; }\n")
    path = database(project, {"directory": str(project), "file": "src/other.c", "command": "gcc -c src/other.c"})
    finished = smtcb("check", "--project", path)
    assert finished.status == 2
    assert "needs limit_of_queue" in finished.errors
    assert smtcb("check", "--project", path, project / "src" / "app.c", project / "src" / "queue.c").status == 0


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '[{"file": 3}]', '[{"file": "a.c"}]', '[{"file": "a.c", "command": "gcc \'"}]', "[]"]
)
def test_what_is_no_database_is_bad_input(smtcb: Smtcb, tmp_path: Path, text: str) -> None:
    path = tmp_path / "db.json"
    path.write_text(text)
    finished = smtcb("check", "--project", path)
    assert finished.status == 2
    assert "db.json" in finished.errors


def test_what_is_not_in_the_database_is_told(smtcb: Smtcb, project: Path) -> None:
    finished = smtcb("check", "--project", database(project), project / "nothing.c")
    assert finished.status == 2
    assert "is not in" in finished.errors
    assert smtcb("check", "--project", project / "nowhere.json").status == 2


def test_a_refused_flag_of_a_file_that_takes_part(smtcb: Smtcb, project: Path) -> None:
    path = database(project)
    path.write_text(path.read_text().replace("-O2", "-funsigned-char"))
    finished = smtcb("check", "--project", path)
    assert finished.status == 2
    assert "-funsigned-char" in finished.errors


def from_input(text: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "esbmc_py", *map(str, arguments)]
    return subprocess.run(command, input=text, capture_output=True, text=True, cwd=ROOT)


def test_the_standard_input_is_a_file() -> None:
    finished = from_input("int main(void)\n{\n    int a[2];\n    return a[2];\n}\n", "check", "-")
    assert finished.returncode == 1
    assert "<stdin>:4:" in finished.stdout
    assert "return a[2];" in finished.stdout
    assert from_input("int main(void) { return 1 }\n", "check", "-").stderr.startswith("<stdin>:1:")


def test_the_standard_input_may_be_asked_about_twice() -> None:
    text = "#include <stdlib.h>\nint main(void) { malloc(4); return 0; }\n"
    assert from_input(text, "check", "-", "--property", "memtrack").returncode == 1


def test_there_is_one_standard_input(smtcb: Smtcb) -> None:
    assert smtcb("check", "-", "-").status == 2
    assert smtcb("check").status == 2
