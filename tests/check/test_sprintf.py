"""`sprintf` and `snprintf` with plain formats, in every mode; other formats are the concrete machine's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from esbmc_py.checking import Verdict, check
from tests.conftest import Finished

MODES = ["lazy", "schedule", "uw", "lazyseq"]

PROGRAM = """\
#include <assert.h>
#include <stdio.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void)
{{
    char text[40];
    {statements}
    return 0;
}}
"""

KNOWN = {
    '"%d-%i", -42, 7': "-42-7",
    '"%u %x", 4000000000u, 48879': "4000000000 beef",
    '"%s%c%%", "ab", 99': "abc%",
    '"%ld %lu", -5000000000, 18446744073709551615ul': "-5000000000 18446744073709551615",
    '"%lld %llx %zu", -9223372036854775807ll - 1, 255ull, sizeof(int)': "-9223372036854775808 ff 4",
    '"%d", -2147483647 - 1': "-2147483648",
    '"none"': "none",
}


@pytest.mark.parametrize("arguments", KNOWN)
def test_texts_are_those_of_c(arguments: str) -> None:
    statements = (
        f'assert(sprintf(text, {arguments}) == {len(KNOWN[arguments])}); assert(!strcmp(text, "{KNOWN[arguments]}"));'
    )
    assert check(PROGRAM.format(statements=statements)).verdict is Verdict.SUCCESSFUL


def test_snprintf_cuts_and_tells_the_whole_length() -> None:
    statements = """text[3] = 'x'; assert(snprintf(text, 3, "%s", "four") == 4); assert(!strcmp(text, "fo"));
    assert(text[3] == 'x'); assert(snprintf(NULL, 0, "%d", 100) == 3);"""
    assert check(PROGRAM.format(statements=statements)).verdict is Verdict.SUCCESSFUL


NUMBER = "int n = __VERIFIER_nondet_int(); if (n < -9 || n > 99) return 0; char small[{size}];"


@pytest.mark.parametrize("mode", MODES)
def test_a_number_that_does_not_fit_is_found(mode: str) -> None:
    for size, verdict in ((2, Verdict.FAILED), (3, Verdict.SUCCESSFUL)):
        statements = NUMBER.format(size=size) + ' sprintf(small, "%d", n); assert(n != 37 || !strcmp(small, "37"));'
        assert check(PROGRAM.format(statements=statements), mode=mode, unwind=4).verdict is verdict


def test_other_formats_are_for_the_machine(smtcb: Callable[..., Finished], source: Callable[..., Path]) -> None:
    path = source(
        PROGRAM.format(statements='sprintf(text, "%5.2f|%-3d|", 2.5, 1); assert(!strcmp(text, " 2.50|1  |"));')
    )
    assert smtcb("run", "--explore", path).status == 0
    finished = smtcb("check", path)
    assert finished.status == 3
    assert "not supported: sprintf(), which writes memory" in finished.output
