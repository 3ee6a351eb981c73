"""What people get to see who do not know the command by heart."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from esbmc_py.cli import completion_command
from esbmc_py.cli.main import build_parser, command_parsers
from tests.conftest import ROOT, Finished, needs_gcc

Smtcb = Callable[..., Finished]
Source = Callable[..., Path]

PROGRAM = "int main(void) { return 0; }\n"
FAILING = "#include <assert.h>\nint main(void) { assert(0); return 0; }\n"


# -- help -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["check", "run", "goto", "tree", "sequentialize", "compare"])
def test_the_help_of_a_command_fits_a_screen_and_the_full_one_has_everything(smtcb: Smtcb, command: str) -> None:
    short, full = smtcb(command, "--help"), smtcb(command, "--help-all")
    assert (short.status, full.status) == (0, 0)
    assert len(short.output.splitlines()) < 45
    assert "--help-all" in short.output
    for one in command_parsers(build_parser())[command]._actions:
        if one.option_strings and one.help != "==SUPPRESS==":
            assert one.option_strings[-1] in full.output
    assert "--variant" not in smtcb("check", "--help").output
    assert "--variant" in smtcb("check", "--help-all").output


# -- did you mean -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["chekc", "prog.c"], "check"),
        (["check", "prog.c", "--contxts", "3"], "--contexts"),
        (["check", "prog.c", "--contxts=3"], "--contexts"),
        (["check", "prog.c", "--mode", "lasy"], "lazy"),
        (["check", "prog.c", "--property", "rach"], "reach"),
        (["check", "prog.c", "--solver", "bitwulza"], "bitwuzla"),
        (["run", "prog.c", "--exlpore"], "--explore"),
        (["check", "prog.c", "-unwind", "3"], "--unwind"),
        (["check", "prog.c", "-mode=lazy"], "--mode"),
        (["prog.c"], "smtcb check prog.c"),
    ],
)
def test_what_was_meant_is_guessed(smtcb: Smtcb, source: Source, words: list[str], meant: str) -> None:
    source(PROGRAM)
    finished = smtcb(*words)
    assert finished.status == 2
    assert meant in finished.errors
    assert len(finished.errors.splitlines()) == 1


def test_nothing_is_guessed_where_nothing_is_near(smtcb: Smtcb, source: Source) -> None:
    assert "did you mean" not in smtcb("check", source(PROGRAM), "--mode", "xyzzy").errors


# -- colours ----------------------------------------------------------------------------------------------------------


def test_colours_are_for_terminals(smtcb: Smtcb, source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    path = source(FAILING)
    assert "\033" not in smtcb("check", path).output
    always = smtcb("check", path, "--color", "always")
    assert always.output.startswith("\033[1;31mVERIFICATION FAILED\033[0m\n")
    assert "\033" not in smtcb("check", path, "--color", "never").output
    assert "\033" not in smtcb("check", path, "--color", "always", "--json").output


def on_a_terminal(*arguments: object, **environment: str) -> bytes:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "esbmc_py", *map(str, arguments)]
    clean = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=theirs, stderr=theirs, env={**clean, "TERM": "xterm", **environment}
    )
    os.close(theirs)
    said = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        said += piece
    os.close(ours)
    process.wait()
    return said


def test_a_terminal_gets_colours_unless_somebody_minds(source: Source) -> None:
    path = source(FAILING)
    assert b"\033[1;31mVERIFICATION FAILED" in on_a_terminal("check", path)
    assert b"\033[1;31mVERIFICATION" not in on_a_terminal("check", path, NO_COLOR="1")
    assert b"\033[1;31mVERIFICATION" not in on_a_terminal("check", path, TERM="dumb")
    assert b"\033[1;31mVERIFICATION" not in on_a_terminal("check", path, "--color=never")


# -- completion -------------------------------------------------------------------------------------------------------


def test_every_option_is_completed(smtcb: Smtcb) -> None:
    scripts = {shell: smtcb("completion", shell).output for shell in completion_command.SHELLS}
    for name, parser in command_parsers(build_parser()).items():
        for option in parser.option_names():
            if option not in ("-fwrapv",) and not option.startswith("--no-"):
                assert option in scripts["bash"], (name, option)
                assert option in scripts["zsh"], (name, option)


def completed(tmp_path: Path, script: str, *words: str) -> list[str]:
    (tmp_path / "script").write_text(script)
    line = " ".join(f"'{word}'" for word in words)
    program = (
        f"source {tmp_path}/script; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _smtcb; "
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "--norc", "-c", program], capture_output=True, text=True, cwd=tmp_path)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes(smtcb: Smtcb, tmp_path: Path, source: Source) -> None:
    source(PROGRAM)
    script = smtcb("completion", "bash").output
    assert completed(tmp_path, script, "smtcb", "ch") == ["check"]
    assert completed(tmp_path, script, "smtcb", "check", "--unwind-") == ["--unwind-at"]
    assert {"lazy", "lazyseq"} == set(completed(tmp_path, script, "smtcb", "check", "--mode", "la"))
    assert completed(tmp_path, script, "smtcb", "check", "--property", "reach,dea") == ["reach,deadlock"]
    assert completed(tmp_path, script, "smtcb", "check", "pro") == ["prog.c"]
    assert completed(tmp_path, script, "smtcb", "check", "--timeout", "") == []
    assert completed(tmp_path, script, "smtcb", "completion", "f") == ["fish"]


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish_completes(smtcb: Smtcb, tmp_path: Path) -> None:
    (tmp_path / "script").write_text(smtcb("completion", "fish").output)
    asked = ["smtcb check --unwind-", "smtcb check --mode lazys", "smtcb completion z"]
    program = f"source {tmp_path}/script; " + "; ".join(f"complete -C '{line}'" for line in asked)
    done = subprocess.run(["fish", "--no-config", "-c", program], capture_output=True, text=True, cwd=tmp_path)
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == ["--unwind-at", "lazyseq", "zsh"]


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh_reads_its_script(smtcb: Smtcb, tmp_path: Path) -> None:
    (tmp_path / "script").write_text(smtcb("completion", "zsh").output)
    program = f"autoload -Uz compinit && compinit -u -D; source {tmp_path}/script; print $_comps[smtcb]"
    done = subprocess.run(["zsh", "-f", "-c", program], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("_smtcb", "")


# -- files that are no C ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("prog.cpp", PROGRAM, "is C++"),
        ("prog.C", PROGRAM, "is C++"),
        ("prog.S", "nop\n", "assembly"),
        ("prog.c", "#include <iostream>\nint main() { std::cout << 1; }\n", "looks like C++"),
        ("prog.c", "class A { public: int x; };\nint main() { A a; return a.x; }\n", "looks like C++"),
        ("prog.c", "template <class T> T f(T x) { return x; }\nint main() { return f(0); }\n", "looks like C++"),
    ],
)
def test_other_languages_are_told(smtcb: Smtcb, source: Source, name: str, content: str, what: str) -> None:
    finished = smtcb("check", source(content, name))
    assert finished.status == 2
    assert what in finished.errors


def test_c_with_names_from_cpp_is_c(smtcb: Smtcb, source: Source) -> None:
    assert (
        smtcb("check", source("int main(void) { int class = 0, template = 0; return class + template; }\n")).status == 0
    )
    finished = smtcb("check", source("int main(void) { int class = ; return 0; }\n"))
    assert "C++" not in finished.errors


@needs_gcc
def test_binaries_are_told(smtcb: Smtcb, source: Source, tmp_path: Path) -> None:
    path = source(PROGRAM)
    for flags, name, what in (
        (["-c"], "prog.o", "is an object file"),
        ([], "prog.exe", "is a compiled program"),
    ):
        subprocess.run(["gcc", *flags, str(path), "-o", str(tmp_path / name)], check=True)
        finished = smtcb("check", tmp_path / name)
        assert finished.status == 2
        assert what in finished.errors
        assert ".c files" in finished.errors
    (tmp_path / "lib.a").write_bytes(b"!<arch>\n")
    assert "an archive" in smtcb("check", tmp_path / "lib.a").errors


# -- files that are missing -------------------------------------------------------------------------------------------

CALLER = "int push(int x);\nint main(void) { return push(1) - push(1); }\n"


def test_a_file_beside_the_program_is_missed(smtcb: Smtcb, source: Source) -> None:
    path = source(CALLER)
    queue = source("/* int push */\nint push(int x)\n{\n    return x;\n}\n", "queue.c")
    finished = smtcb("check", path)
    assert finished.status == 2
    assert "prog.c calls push, which queue.c beside it defines" in finished.errors
    assert f"add {queue}" in finished.errors
    assert smtcb("check", path, queue).status == 0
    assert smtcb("check", path, "--external", "push=pure").status == 0


@pytest.mark.parametrize(
    "beside",
    [
        "int push(int x) { return x; }\nint main(void) { return 0; }\n",
        "static int push(int x) { return x; }\n",
        "int push(int x);\nint other(void) { return push(2); }\n",
        "int pushed(int x) { return x; }\n",
    ],
)
def test_other_files_are_not_missed(smtcb: Smtcb, source: Source, beside: str) -> None:
    source(beside, "queue.c")
    assert smtcb("check", source(CALLER)).status != 2
