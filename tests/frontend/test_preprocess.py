"""Preprocessing: the same result from every preprocessor, and a clear word about every file that cannot be read."""

from __future__ import annotations

import re
import shutil
import signal
import time
from pathlib import Path

import pytest
from pycparser import c_ast

from esbmc_py.frontend.errors import MissingInclude, PreprocessorProblem, SourceError, UnreadableInput
from esbmc_py.frontend.gnu_parser import parse
from esbmc_py.frontend.named_texts import encode
from esbmc_py.frontend.preprocess import SourceUnit, headers_directory, preprocess
from esbmc_py.frontend.source_file import SourceFile


def _available(command: str) -> object:
    missing = command != "pcpp" and shutil.which(command) is None
    return pytest.param(command, marks=pytest.mark.skipif(missing, reason=f"no {command} here"))


every_preprocessor = pytest.mark.parametrize("command", [_available(name) for name in ("gcc", "clang", "pcpp")])


def run(directory: Path, text: str, command: str | None = None, **options: object) -> SourceUnit:
    file = directory / "main.c"
    file.write_text(text)
    return preprocess(file, preprocessor=command, **options)  # type: ignore[arg-type]


def code(unit: SourceUnit) -> str:
    """The text without markers, every run of blanks as one."""
    return " ".join(re.sub(r"(?m)^#.*$", "", unit.text).split())


def complaint(directory: Path, text: str, command: str | None = None) -> SourceError:
    with pytest.raises(SourceError) as caught:
        run(directory, text, command)
    return caught.value


@every_preprocessor
def test_macros_includes_and_conditions_are_done(tmp_path: Path, command: str) -> None:
    (tmp_path / "mine.h").write_text("#ifndef H\n#define H\n#define TWICE(x) ((x) + (x))\nint from_header;\n#endif\n")
    text = '#include "mine.h"\n#include "mine.h"\n#if defined(H) && TWICE(1) == 2\nint x = TWICE(VALUE);\n#endif\n'
    unit = run(tmp_path, text, command, defines=["VALUE=7", "FLAG"])
    assert code(unit) == "int from_header; int x = ((7) + (7));"


@every_preprocessor
def test_the_text_says_where_it_comes_from(tmp_path: Path, command: str) -> None:
    (tmp_path / "mine.h").write_text("\n\nint from_header;\n")
    unit = run(tmp_path, '/* a\n   comment */\n#include "mine.h"\n\n  int x;\n', command)
    header, main = parse(unit.text, unit.path).ext
    assert str(header.coord) == f"{tmp_path / 'mine.h'}:3:5"
    assert str(main.coord) == f"{tmp_path / 'main.c'}:5:7"


@every_preprocessor
def test_the_user_s_files_can_be_shown(tmp_path: Path, command: str) -> None:
    (tmp_path / "mine.h").write_text("int from_header;\n")
    unit = run(tmp_path, '#include "mine.h"\nint x;\n', command)
    assert unit.path == str(tmp_path / "main.c")
    assert unit.sources[str(tmp_path / "main.c")] == '#include "mine.h"\nint x;\n'
    assert unit.sources[str(tmp_path / "mine.h")] == "int from_header;\n"


@every_preprocessor
def test_files_are_named_as_the_user_named_them(tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dir").mkdir()
    (tmp_path / "dir" / "main.c").write_text("int x;\n")
    monkeypatch.chdir(tmp_path)
    for name in ("dir/main.c", "dir/../dir/main.c"):
        unit = preprocess(Path(name), preprocessor=command)
        assert parse(unit.text, unit.path).ext[0].coord.file == name


@every_preprocessor
@pytest.mark.parametrize(("arch", "pointer", "long_max"), [(64, "8", "0x7fffffffffffffffL"), (32, "4", "0x7fffffffL")])
def test_the_predefined_macros_are_those_of_the_architecture(
    tmp_path: Path, command: str, arch: int, pointer: str, long_max: str
) -> None:
    text = (
        "int pointer = __SIZEOF_POINTER__; long max = __LONG_MAX__; __SIZE_TYPE__ size;\n"
        "#if defined __x86_64__ && defined __LP64__\nint is64;\n#elif defined __i386__\nint is32;\n#endif\n"
        "#if __GNUC__ >= 4 && __SMTCB__ && __STDC_VERSION__ >= 201112L && defined __linux__\nint usual;\n#endif\n"
        "#ifdef __SSE2__\nint never;\n#endif\nlong long c = __INT64_C(5);\n"
    )
    found = code(run(tmp_path, text, command, arch=arch))
    assert f"pointer = {pointer};" in found
    assert f"max = {long_max};" in found
    assert f"int is{arch};" in found
    assert ("; unsigned int size" if arch == 32 else "; long unsigned int size") in found
    assert ("5LL;" if arch == 32 else "5L;") in found
    assert "int usual;" in found
    assert "never" not in found


@every_preprocessor
def test_our_headers_are_found_and_the_system_s_are_not(tmp_path: Path, command: str) -> None:
    unit = run(tmp_path, "#include <pthread.h>\npthread_mutex_t m;\n", command)
    assert "/usr/include" not in unit.text
    declared = parse(unit.text, unit.path).ext[-1]
    assert isinstance(declared, c_ast.Decl)
    assert declared.name == "m"


@every_preprocessor
def test_a_quoted_name_means_the_user_s_header_and_angle_brackets_mean_ours(tmp_path: Path, command: str) -> None:
    include = tmp_path / "include"
    include.mkdir()
    (include / "stdbool.h").write_text("int mine;\n")
    (include / "other.h").write_text("int other;\n")
    text = '#include "stdbool.h"\n#include <other.h>\n'
    assert code(run(tmp_path, text, command, include_dirs=[include])) == "int mine; int other;"
    text = "#include <stdbool.h>\nbool b;\n"
    assert "mine" not in code(run(tmp_path, text, command, include_dirs=[include]))


@every_preprocessor
def test_dates_do_not_change_from_day_to_day(tmp_path: Path, command: str) -> None:
    assert code(run(tmp_path, "char *d = __DATE__ __TIME__;\n", command)) == 'char *d = "Jan 1 1970" "00:00:00";'


@every_preprocessor
def test_a_missing_header_is_named_at_its_include(tmp_path: Path, command: str) -> None:
    found = complaint(tmp_path, "int x;\n#include <no/such.h>\n", command)
    assert isinstance(found, MissingInclude)
    assert found.location is not None
    assert (found.location.file, found.location.line) == (str(tmp_path / "main.c"), 2)
    shown = found.render({})
    assert "no/such.h" in shown
    assert "#include <no/such.h>" in shown
    assert "-I" in shown


@every_preprocessor
def test_a_missing_header_in_a_header_is_named_there(tmp_path: Path, command: str) -> None:
    (tmp_path / "mine.h").write_text('\n#include "no_such.h"\n')
    found = complaint(tmp_path, '#include "mine.h"\n', command)
    assert found.location is not None
    assert (Path(found.location.file).name, found.location.line) == ("mine.h", 2)


@every_preprocessor
@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("int x;\n#error this is wrong\n", 2, "this is wrong"),
        ("int x;\n#if 1\nint y;\n", 2, "nterminated"),
        ("#if 1\n#else\n#endif\n#endif\n", 4, "#endif"),
    ],
)
def test_other_complaints_keep_their_place(tmp_path: Path, command: str, text: str, line: int, words: str) -> None:
    found = complaint(tmp_path, text, command)
    assert isinstance(found, PreprocessorProblem)
    assert found.location is not None
    assert found.location.line == line
    assert words in found.message
    assert "\n" not in found.message


@every_preprocessor
def test_a_file_that_includes_itself_ends(tmp_path: Path, command: str) -> None:
    assert "deep" in complaint(tmp_path, '#include "main.c"\n', command).message


def test_an_unknown_preprocessor_is_refused(tmp_path: Path) -> None:
    assert "no-such-command" in complaint(tmp_path, "int x;\n", "no-such-command").message


def test_a_preprocessed_file_is_taken_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "main.i"
    text = '# 1 "prog.c"\n# 1 "/usr/include/x.h" 1 3\nextern int x;\n# 3 "prog.c" 2\nint main(void) { return x; }\n'
    file.write_text(text)
    unit = preprocess(file)
    assert unit.text == text
    assert unit.sources[str(file)] == text
    assert unit.sources["prog.c"] == "\n\nint main(void) { return x; }\n"


@every_preprocessor
def test_a_preprocessed_file_that_is_called_c_keeps_the_places_in_its_markers(tmp_path: Path, command: str) -> None:
    unit = run(tmp_path, '# 5 "other.c"\nint x;\n#pragma pack(1)\n', command)
    assert str(parse(unit.text, unit.path).ext[0].coord) == "other.c:5:5"
    assert unit.sources["other.c"].split("\n")[4] == "int x;"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="no such file"):
        preprocess(tmp_path / "nowhere.c")


def test_a_directory(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="is a directory"):
        preprocess(tmp_path)


@pytest.mark.parametrize("name", ["main.c", "main.i"])
@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b" \n\t\n", "is empty"),
        (b"\x7fELF\x02\x01\x00\x00", "a compiled program, not C"),
        (b"int x;\n/* \0 */", "not a text file"),
        (b"int x = 1" + b" + 1" * 1_250_000 + b";\n", "a line of"),
    ],
    ids=["empty", "blank", "binary", "zero byte", "5 MB line"],
)
def test_a_file_that_is_no_c_text(tmp_path: Path, name: str, data: bytes, words: str) -> None:
    file = tmp_path / name
    file.write_bytes(data)
    with pytest.raises(UnreadableInput, match=words):
        preprocess(file)


@every_preprocessor
def test_text_that_is_not_utf_8_is_shown_as_latin_1_and_keeps_its_bytes(tmp_path: Path, command: str) -> None:
    file = tmp_path / "main.c"
    file.write_bytes(b'/* caf\xe9 */ char *s = "caf\xe9";\r\nint y;\r\n')
    unit = preprocess(file, preprocessor=command)
    assert b'char *s = "caf\xe9";' in encode(unit.text)
    assert 'char *s = "café";' in unit.sources[str(file)]
    assert parse(unit.text, unit.path).ext[1].coord.line == 2


def test_a_byte_order_mark_is_no_part_of_the_program(tmp_path: Path) -> None:
    file = tmp_path / "main.i"
    file.write_bytes(b"\xef\xbb\xbfint x;\n")
    assert preprocess(file).text == "int x;\n"


def test_our_headers_lie_where_they_are_expected() -> None:
    assert (headers_directory() / "pthread.h").is_file()


@every_preprocessor
def test_a_file_has_flags_of_its_own(tmp_path: Path, command: str) -> None:
    (tmp_path / "first.h").write_text("#define FIRST 4\nint from_header;\n")
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "second.h").write_text("#define SECOND 5\n")
    path = tmp_path / "main.c"
    path.write_text(
        '#include "second.h"\n#ifdef __linux__\n#error defined\n#endif\nint x = FIRST + SECOND + THIRD + FOURTH;\n'
    )
    file = SourceFile(
        path, (str(tmp_path / "inc"),), ("THIRD=6",), undefines=("__linux__",), includes=(str(tmp_path / "first.h"),)
    )
    unit = preprocess(file, defines=["FOURTH=7"], preprocessor=command)
    assert "int from_header;" in unit.text
    assert "int x = 4 + 5 + 6 + 7;" in unit.text
    assert str(parse(unit.text, unit.path).ext[-1].coord) == f"{path}:5:5"


@every_preprocessor
def test_the_standard_input_is_a_file(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    text = b"#define X 3\n\nint x = X;\n"
    monkeypatch.setattr("esbmc_py.frontend.preprocess._standard_input", lambda: text)
    unit = preprocess(Path("-"), preprocessor=command)
    assert unit.path == "<stdin>"
    assert unit.sources["<stdin>"] == text.decode()
    (declaration,) = parse(unit.text, unit.path).ext
    assert str(declaration.coord) == "<stdin>:3:5"


def test_a_preprocessor_that_does_not_end_is_ended_with_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """gcc has a child that does the work: it holds the pipe that we read from."""
    from esbmc_py.frontend import preprocess_command

    monkeypatch.setattr(preprocess_command, "_LONGEST_RUN", 0.0)
    started = tmp_path / "started"
    fake = tmp_path / "gcc"
    fake.write_text(f"#!/bin/sh\nsleep 600 &\necho $! > {started}\nwait\n")
    fake.chmod(0o755)
    output, _, status = preprocess_command._execute([str(fake)], None)
    assert (output, status) == (b"", -signal.SIGKILL)
    if started.exists() and (child := started.read_text().strip()):
        while Path(f"/proc/{child}/cwd").exists():  # it was killed, and will be gone
            time.sleep(0.01)
