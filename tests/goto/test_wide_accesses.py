"""On i386 a plain access to 64 bits that threads share is two; on x86-64 it is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.frontend import load_program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore

TEXT = """
#include <assert.h>
#include <pthread.h>
struct pair { double number; int other; };
struct alone { double number; };
TYPE shared;
static void *writer(void *unused)
{
    TYPE value = VALUE;
    shared = value;
    return NULL;
}
int main(void)
{
    pthread_t thread;
    TYPE seen;
    pthread_create(&thread, NULL, writer, NULL);
    seen = shared;
    assert(seen MEMBER == 0 || seen MEMBER == 0.1 || seen MEMBER == -1);
    return 0;
}
"""


def found(tmp_path: Path, arch: int, ctype: str, value: str, member: str = "") -> set[Property]:
    path = tmp_path / "wide.c"
    path.write_text(TEXT)
    defines = [f"TYPE={ctype}", f"VALUE={value}", f"MEMBER={member}"]
    program = prepare(load_program([path], arch=arch, defines=defines))
    return {finding.property for finding in explore(program).findings}


@pytest.mark.parametrize("ctype", ["long long", "unsigned long long", "volatile long long"])
def test_a_plain_long_long_is_torn_on_i386_only(tmp_path: Path, ctype: str) -> None:
    assert found(tmp_path, 64, ctype, "-1") == set()
    assert found(tmp_path, 32, ctype, "-1") == {Property.ASSERTION}


def test_a_structure_is_copied_in_words_on_i386(tmp_path: Path) -> None:
    assert found(tmp_path, 64, "struct pair", "{0.1}", ".number") == set()
    assert found(tmp_path, 32, "struct pair", "{0.1}", ".number") == {Property.ASSERTION}


def test_a_structure_of_one_double_is_moved_as_one(tmp_path: Path) -> None:
    assert found(tmp_path, 32, "struct alone", "{0.1}", ".number") == set()


@pytest.mark.parametrize(("ctype", "value"), [("_Atomic long long", "-1"), ("double", "0.1"), ("int", "-1")])
def test_what_is_one_access_is_not_torn(tmp_path: Path, ctype: str, value: str) -> None:
    assert found(tmp_path, 32, ctype, value) == set()
