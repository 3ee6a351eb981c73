"""Numbers in our headers are those of the system, so that programs preprocessed with either see the same."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from esbmc_py.frontend.preprocess import headers_directory

HEADERS = headers_directory()
NAMES = sorted(str(path.relative_to(HEADERS)) for path in HEADERS.rglob("*.h") if "bits" not in path.parts)
DEFINED = re.compile(r"^# *define (\w+)", re.MULTILINE)
NUMBER = re.compile(r"^# *define ([A-Z]\w*) (\(?-?(?:0x[0-9a-fA-F]+|\d+)\)?)$", re.MULTILINE)


@pytest.mark.skipif(
    shutil.which("gcc") is None or platform.system() != "Linux" or platform.machine() != "x86_64",
    reason="there is nothing to compare with",
)
@pytest.mark.parametrize("name", NAMES)
def test_constants_are_those_of_the_system(name: str, tmp_path: Path) -> None:
    text = (HEADERS / name).read_text()
    times = Counter(DEFINED.findall(text))  # twice: it depends on the architecture
    source = tmp_path / "constants.c"
    lines = ["#define _GNU_SOURCE 1", f"#if __has_include(<{name}>)", f"#include <{name}>", "#endif"]
    for macro, value in ((macro, value) for macro, value in NUMBER.findall(text) if times[macro] == 1):
        lines += [f"#ifdef {macro}", f'_Static_assert(({macro}) == {value}, "{macro}");', "#endif"]
    source.write_text("\n".join(lines) + "\n")
    run = subprocess.run(["gcc", "-fsyntax-only", "-w", source], capture_output=True, text=True, check=False)
    assert not re.findall(r"static assertion failed: .*", run.stderr)


ALL = sorted(str(path.relative_to(HEADERS)) for path in HEADERS.rglob("*.h") if path.name != "smtcb.h")


@pytest.mark.skipif(shutil.which("gcc") is None or platform.system() != "Linux", reason="nothing to compare with")
def test_headers_can_be_read_alone(tmp_path: Path) -> None:
    """Also glibc's inner ones, which editors put in by themselves: they have what the public header declares."""
    sources = []
    for name in ALL:
        sources.append(tmp_path / f"{len(sources)}.c")
        sources[-1].write_text(f"#include <{name}>\nint main(void) {{ return 0; }}\n")
    command = ["gcc", "-fsyntax-only", "-Wall", "-Werror", "-nostdinc", f"-I{HEADERS}", *sources]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


GLIBC = [
    "assert.h",
    "ctype.h",
    "errno.h",
    "limits.h",
    "math.h",
    "pthread.h",
    "stdint.h",
    "stdio.h",
    "string.h",
    "sys/ioctl.h",
]


@pytest.mark.skipif(shutil.which("gcc") is None or platform.system() != "Linux", reason="gcc preprocesses")
def test_whatever_header_is_read_says_that_the_library_is_glibc(tmp_path: Path) -> None:
    """Programs ask for `__GLIBC__`, and use `__BEGIN_DECLS`, after any of them."""
    sources = []
    for name in GLIBC:
        sources.append(tmp_path / f"{len(sources)}.c")
        sources[-1].write_text(f"#include <{name}>\n#ifndef __GLIBC__\n#error {name}\n#endif\n__BEGIN_DECLS\nint i;\n")
    command = ["gcc", "-fsyntax-only", "-nostdinc", f"-I{HEADERS}", *sources]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
