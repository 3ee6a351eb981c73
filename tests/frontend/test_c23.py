"""What C23 adds: new keywords, types from values, and what a program can see of `-std=`."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.cli.compiler_flags import read_flags
from esbmc_py.frontend import load_program
from esbmc_py.vm.run import run

NEW = """
#include <assert.h>
#include <stdbit.h>
#include <stdckdint.h>
#include <stddef.h>

enum small : unsigned char { LOW = 200, HIGH };
constexpr int N = 4;
constexpr auto M = N + 1L;
int table[N];
thread_local int mine = 3;
static_assert(sizeof(bool) == alignof(bool));

bool is_null(int *p, int) { return p == nullptr; }

int main(void)
{
    auto wide = 3L;
    static auto kept = 2.5;
    const volatile int fixed = 3;
    typeof_unqual(fixed) free = fixed;
    __typeof_unqual__(fixed) other = 1;
    constexpr unsigned char wrapped = 7;
    alignas(16) char text[4] = {};
    enum small number = HIGH;
    nullptr_t none = nullptr;
    int sum;

    free++, other++, number += 60;
    assert(sizeof wide == 8 && kept * 2 == 5.0 && free == 4 && other == 2);
    assert(sizeof table == 16 && M == 5 && sizeof M == 8 && wrapped == 7 && mine == 3);
    assert((size_t)text % 16 == 0 && text[3] == 0);
    assert(sizeof(enum small) == 1 && number == 5);
    assert(1'000'000 == 1000000 && 0b1010'0101 == 0xa5 && 1'0.5 == 10.5 && '1' == 49);
    assert(is_null(none, 1) == true && is_null(&sum, 1) == false);
    assert(ckd_add(&sum, 2147483647, 1) && !ckd_mul(&sum, 3, 4) && sum == 12);
    assert(stdc_leading_zeros((unsigned char)1) == 7 && stdc_leading_ones((unsigned char)0xf0) == 4);
    assert(stdc_trailing_zeros((unsigned short)0) == 16 && stdc_bit_ceil(9u) == 16 && stdc_bit_floor(0u) == 0);
    assert(stdc_first_leading_one((unsigned char)1) == 8 && stdc_first_trailing_one(8ul) == 4);
    if (sum == 13)
        unreachable();
    switch (N) {
    case N:
        return 7;
    default:
    }
}
"""
OWN = """
typedef enum { false, true } bool;
struct options { bool nullptr; int alignas; };
static int typeof_unqual(int constexpr) { return constexpr + 1; }
int static_assert = 1;

int main(void)
{
    struct options options = {.nullptr = true, .alignas = 2};
    bool alignof = options.nullptr;
    int auto thread_local = 1;
    return sizeof(bool) + alignof + options.alignas + typeof_unqual(static_assert) + thread_local;
}
"""


def status(tmp_path: Path, text: str, *defines: str) -> int | None:
    path = tmp_path / "program.c"
    path.write_text(text, encoding="utf-8")
    return run(load_program([path], defines=list(defines))).exit_status


def test_new_words_are_understood(tmp_path: Path) -> None:
    assert status(tmp_path, NEW, "__STDC_VERSION__=202311L") == 7


def test_words_that_a_program_declares_are_its_own(tmp_path: Path) -> None:
    assert status(tmp_path, OWN) == 4 + 1 + 2 + 2 + 1


def test_an_automatic_type_of_a_static_variable_keeps_its_value(tmp_path: Path) -> None:
    text = "int next(void) { static __auto_type n = 4; return n++; } int main(void) { next(); return next(); }"
    assert status(tmp_path, text) == 5


def test_names_have_letters_of_any_alphabet(tmp_path: Path) -> None:
    text = 'int \u00e5; int main(void) { int \\u00e9a = sizeof("\\u00e9" "\u00e9"); \u00e5 = \u00e9a; return \u00e5; }'
    assert status(tmp_path, text) == 5


@pytest.mark.parametrize(
    ("flag", "expected"),
    [("-std=c99", "199901L"), ("-std=gnu17", "201710L"), ("--std=c23", "202311L"), ("-ansi", None)],
)
def test_a_program_sees_the_version_of_c_that_was_asked_for(flag: str, expected: str | None) -> None:
    flags = read_flags([flag, "program.c"])
    if expected is None:
        assert "__STDC_VERSION__" in flags.undefines
    else:
        assert f"__STDC_VERSION__={expected}" in flags.defines
    assert ("__STRICT_ANSI__=1" in flags.defines) == ("gnu" not in flag)
    assert flags.ignored == []


def test_a_version_of_c_that_is_none_is_refused() -> None:
    assert list(read_flags(["-std=c13"]).refused) == ["-std=c13"]
    assert read_flags(["-std=c++17"]).language == "c++"
