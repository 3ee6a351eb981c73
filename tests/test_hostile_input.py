"""Files are untrusted: what a source, a database or a task file names is not run, not read aloud, not trusted."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Finished

Smtcb = Callable[..., Finished]
SECRET = "the secret line"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file outside the directories that anybody names."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    path = folder / "secret.txt"
    path.write_text(f"{SECRET}\n" * 20)
    return path


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_a_line_directive_brings_no_other_file_into_a_report(smtcb: Smtcb, project: Path, secret: Path) -> None:
    lines = ["#include <assert.h>", "int main(void) {", f'#line 3 "{secret}"', "int x = 1;", "assert(x == 2);", "}"]
    (project / "prog.c").write_text("\n".join(lines))
    done = smtcb("check", "prog.c", "--html", "page.html", "--json")
    assert done.status == 1
    assert SECRET not in done.output + done.errors + (project / "page.html").read_text()


@pytest.mark.parametrize("rest", ["#error no", "int x = = 1;", "#include <not_there.h>", "struct s y;"])
def test_a_message_shows_no_line_of_a_file_that_a_directive_names(
    smtcb: Smtcb, project: Path, secret: Path, rest: str
) -> None:
    (project / "prog.c").write_text(f'int main(void) {{\n#define NAME "{secret}"\n#line 3 NAME\n{rest}\nreturn 0; }}\n')
    done = smtcb("check", "prog.c")
    assert done.status == 2
    assert SECRET not in done.output + done.errors


def test_a_line_directive_may_name_a_file_of_the_project(smtcb: Smtcb, project: Path) -> None:
    """As parser generators do."""
    (project / "grammar.y").write_text("first\nassert(x == 2) /* in the grammar */\n")
    lines = ["#include <assert.h>", "int main(void) {", "int x = 1;", '#line 2 "grammar.y"', "assert(x == 2);", "}"]
    (project / "prog.c").write_text("\n".join(lines))
    assert "in the grammar" in smtcb("check", "prog.c").output


@pytest.mark.parametrize("name", ["a;touch pwned.c", "$(touch pwned).c", "`touch pwned`.c", "-o pwned.c", "a b'\".c"])
def test_no_shell_sees_the_name_of_a_source(smtcb: Smtcb, project: Path, name: str) -> None:
    (project / name).write_text("int main(void) { return 0; }\n")
    assert smtcb("check", f"./{name}").status == 0
    assert [path.name for path in project.iterdir()] == [name]


@pytest.mark.parametrize(
    "flags",
    [
        ["-fplugin=./evil.so"],
        ["-wrapper", "touch,pwned"],
        ["-B", "./evil"],
        ["-specs=evil"],
        ["@evil.rsp"],
        ["-Xpreprocessor", "-fplugin=./evil.so"],
        ["-Wp,-MD,pwned"],
        ["-MF", "pwned", "-MD"],
        ["-o", "pwned"],
    ],
)
def test_flags_of_a_compilation_database_run_and_write_nothing(smtcb: Smtcb, project: Path, flags: list[str]) -> None:
    (project / "prog.c").write_text("int main(void) { return 0; }\n")
    entry = {"directory": str(project), "file": "prog.c", "arguments": ["./evil-compiler", *flags, "-c", "prog.c"]}
    (project / "compile_commands.json").write_text(json.dumps([entry]))
    evil = project / "evil-compiler"
    evil.write_text("#!/bin/sh\ntouch pwned\n")
    evil.chmod(0o755)
    assert smtcb("check", "--project", "compile_commands.json").status in (0, 2)
    assert not (project / "pwned").exists()


def test_a_task_file_makes_no_objects_of_python(smtcb: Smtcb, project: Path) -> None:
    (project / "task.yml").write_text("format_version: '2.0'\ninput_files: !!python/object/apply:os.mkdir [pwned]\n")
    assert smtcb("bench", "task.yml", "--modes", "lazy", "--timeout", "5").status == 2
    assert not (project / "pwned").exists()


@pytest.mark.parametrize("option", ["--html", "--coverage", "--save-schedule", "--sarif", "--witness"])
def test_a_source_cannot_choose_where_something_is_written(smtcb: Smtcb, project: Path, option: str) -> None:
    """Names in the source do not become names of files."""
    (project / "prog.c").write_text('#line 1 "../../pwned.c"\n#include <assert.h>\nint main(void) { assert(0); }\n')
    suffix = {"--coverage": ".json", "--save-schedule": ".json", "--sarif": ".sarif", "--witness": ".yml"}
    name = f"written{suffix.get(option, '.html')}"
    smtcb("check", "prog.c", option, name)
    assert {path.name for path in project.iterdir()} <= {"prog.c", name}
    assert not (project.parent.parent / "pwned.c").exists()


def test_compiled_modules_are_not_kept_where_others_can_put_some(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python runs what it finds there."""
    from esbmc_py.experiments.configurations import smtcb_environment

    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    kept = Path(smtcb_environment()["PYTHONPYCACHEPREFIX"])
    assert kept.stat().st_mode & 0o077 == 0
    assert str(os.getuid()) != kept.name.rpartition("-")[2], "its name cannot be guessed"
