"""gcc's flags: taken, ignored with one note, or refused with a reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from esbmc_py.cli.compiler_flags import read_flags
from tests.conftest import Finished

Smtcb = Callable[..., Finished]
Source = Callable[..., Path]

PROGRAM = "#include <assert.h>\nint main(void) { assert(sizeof(long) == SIZE); return 0; }\n"


def test_a_command_for_gcc_is_a_command_for_smtcb(smtcb: Smtcb, source: Source) -> None:
    flags = ["-Wall", "-Wextra", "-O2", "-g", "-std=c11", "-pthread", "-lpthread", "-lm", "-fPIC", "-march=native"]
    flags += ["-c", "-MD", "-MF", "deps"]
    finished = smtcb("check", *flags, source(PROGRAM), "-o", "prog", "-DSIZE=8")
    assert finished.status == 0
    notes = [line for line in finished.errors.splitlines() if "note" in line]
    assert len(notes) == 1
    assert "-Wall -Wextra -O2" in notes[0]


def test_a_quiet_check_has_no_note(smtcb: Smtcb, source: Source) -> None:
    assert smtcb("check", "-q", "-O2", source(PROGRAM), "-DSIZE=8").errors == ""


def test_m32_is_arch_32(smtcb: Smtcb, source: Source) -> None:
    path = source(PROGRAM)
    assert smtcb("check", "-m32", "-D", "SIZE=4", path).status == 0
    assert smtcb("check", "-m32", "-D", "SIZE=8", path).status == 1
    assert smtcb("check", "-m64", "-DSIZE=8", path).status == 0


def test_the_last_definition_counts(smtcb: Smtcb, source: Source) -> None:
    path = source(PROGRAM)
    assert smtcb("check", "-DSIZE=4", "-USIZE", "-DSIZE=8", path).status == 0
    assert smtcb("check", "-DSIZE=8", "-USIZE", path).status == 2
    linux = source("#ifdef __linux__\n#error defined\n#endif\nint main(void) { return 0; }\n")
    assert smtcb("check", linux).status == 2
    assert smtcb("check", "-U__linux__", linux).status == 0


def test_headers_come_from_where_the_flags_say(smtcb: Smtcb, source: Source, tmp_path: Path) -> None:
    for folder, value in (("plain", 8), ("system", 9)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "size.h").write_text(f"#define SIZE {value}\n")
    path = source(f"#include <size.h>\n{PROGRAM}")
    assert smtcb("check", path, "-isystem", tmp_path / "plain").status == 0
    assert smtcb("check", path, "-isystem", tmp_path / "system", f"-I{tmp_path / 'plain'}").status == 0
    assert smtcb("check", source(PROGRAM), "-include", tmp_path / "plain" / "size.h").status == 0


@pytest.mark.parametrize(
    "flag", ["-funsigned-char", "-fshort-enums", "-ftrapv", "-fopenmp", "-fpack-struct=1", "-mx32"]
)
def test_what_changes_the_meaning_and_cannot_be_done_is_refused(smtcb: Smtcb, source: Source, flag: str) -> None:
    finished = smtcb("check", source(PROGRAM), "-DSIZE=8", flag)
    assert finished.status == 2
    assert flag in finished.errors
    assert "changes what the program means" in finished.errors


def test_a_flag_that_is_taken_back_is_not_refused(smtcb: Smtcb, source: Source) -> None:
    assert smtcb("check", source(PROGRAM), "-DSIZE=8", "-funsigned-char", "-fsigned-char").status == 0


def test_overflow_is_defined_by_fwrapv(smtcb: Smtcb, source: Source) -> None:
    path = source("int main(void) { int x = 2147483647; x++; return x > 0; }\n")
    assert smtcb("check", path, "--property", "overflow").status == 1
    assert smtcb("check", path, "-fwrapv").status == 0
    finished = smtcb("check", path, "-fwrapv", "--property", "overflow")
    assert finished.status == 2
    assert "-fwrapv" in finished.errors


def test_files_may_stand_between_options(smtcb: Smtcb, source: Source) -> None:
    one = source("int f(void);\nint main(void) { return f(); }\n")
    two = source("int f(void) { return 0; }\n", "two.c")
    assert smtcb("check", one, "--timeout", "20", two, "-q").status == 0


def test_files_may_stand_behind_two_dashes(smtcb: Smtcb, source: Source) -> None:
    assert smtcb("check", "-DSIZE=8", "-O2", "--", source(PROGRAM)).status == 0


def test_an_unknown_library_is_told(smtcb: Smtcb, source: Source) -> None:
    finished = smtcb("check", source(PROGRAM), "-DSIZE=8", "-lssl")
    assert "-lssl: functions from there have no body" in finished.errors


def test_options_of_a_command_are_its_own(smtcb: Smtcb, source: Source, tmp_path: Path) -> None:
    made = tmp_path / "made.c"
    assert smtcb("sequentialize", source("int main(void) { return 0; }\n"), "-O2", "-o", made).status == 0
    assert made.exists()
    covered = tmp_path / "covered.json"
    assert smtcb("check", source(PROGRAM), "-DSIZE=8", "--coverage", covered).status == 0
    assert covered.exists()


def test_flags_that_carry_others() -> None:
    flags = read_flags(["-Wp,-D_FORTIFY_SOURCE=2,-DX", "-Wl,-z,now", "prog.c", "-x", "c", "-pthread"])
    assert flags.words == ["prog.c"]
    assert flags.defines == ["_FORTIFY_SOURCE=2", "X", "_REENTRANT=1"]
    assert flags.language == "c"
    assert flags.ignored == ["-Wl,-z,now", "-x c", "-pthread"]


def test_what_is_no_flag_of_anybody_is_refused(smtcb: Smtcb, source: Source) -> None:
    finished = smtcb("check", source(PROGRAM), "-zzz=3", "-Q")
    assert finished.status == 2
    assert "there is no option -Q" in finished.errors
