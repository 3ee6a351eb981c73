"""Copies whose source and target overlap are a violation, as AddressSanitizer has it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from esbmc_py.frontend import load_program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.run import run

OVERLAPPING = (
    "memcpy(text, text + 4, 5)",
    "memcpy(text + 4, text, 5)",
    "mempcpy(text, text + 1, 2)",
    "memccpy(text, text + 1, 'd', 6)",
    "strcpy(text, text + 1)",
    "strcpy(text + 1, text)",
    "stpcpy(text, text + 5)",
    "strncpy(text, text + 2, 5)",
    "strcat(text, text)",
    "strcat(text, text + 2)",
    "strncat(text, text, 3)",
    "strncat(text + 2, text, 4)",
    "wcscpy(wide, wide + 1)",
    "wcscat(wide, wide + 1)",
    "wmemcpy(wide + 1, wide, 2)",
)
APART = (
    "memcpy(text, text + 5, 5)",
    "memcpy(text, text + 1, 1)",
    "memcpy(text + 1, text, 0)",
    "memcpy(text, text, 9)",
    "memmove(text, text + 1, 8)",
    "memmove(text + 1, text, 8)",
    "strcpy(text, text + 12)",
    "strncpy(text, text + 8, 8)",
    "strcat(text, text + 13)",
    "strncat(text, text + 2, 0)",
    "wmemmove(wide, wide + 1, 2)",
)


@pytest.fixture
def violated(source: Callable[..., Path]) -> Callable[[str], Property | None]:
    def violated_by(call: str) -> Property | None:
        path = source(f"""
            #define _GNU_SOURCE
            #include <string.h>
            #include <wchar.h>
            int main(void) {{ char text[40] = "hello, world"; wchar_t wide[9] = L"abc"; {call}; return 0; }}""")
        violation = run(prepare(load_program([path]))).violation
        return violation.property if violation else None

    return violated_by


@pytest.mark.parametrize("call", OVERLAPPING)
def test_what_overlaps_is_told(violated: Callable[[str], Property | None], call: str) -> None:
    assert violated(call) is Property.OVERLAP


@pytest.mark.parametrize("call", APART)
def test_what_only_touches_is_fine(violated: Callable[[str], Property | None], call: str) -> None:
    assert violated(call) is None


def test_a_copy_that_is_too_long_is_out_of_bounds(violated: Callable[[str], Property | None]) -> None:
    assert violated("memcpy(text, wide, (size_t)-1)") is Property.BOUNDS
