"""`sprintf` and its kin without floats, in every mode; other formats are the concrete machine's."""

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
    '"%02x|%-4d|%+d|%5.3d|%#o", 10, 42, 7, 5, 8': "0a|42  |+7|  005|010",
    '"%4s|%-4s|%.1s|%.*s|%*c", "ab", "ab", "ab", 2, "xyz", 3, 99': "  ab|ab  |a|xy|  c",
    '"%hhu %hd %X %jd %td", 300, 65535, 48879, (long)-1, (long)-2': "44 -1 BEEF -1 -2",
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
    finished = smtcb("check", "--mode", "lazy", path)
    assert finished.status == 3
    assert "not supported: sprintf(), which writes memory" in finished.output
    assert "implicit declaration" not in finished.output


LOGGING = """\
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
char text[8];
static int note(const char *format, ...)
{{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return length;
}}
int main(void)
{{
    const char *format = "%s:%d";
    assert(note("[%s] %02d", "ab", 7) == 7 && !strcmp(text, "[ab] 07"));
    assert(snprintf(text, sizeof text, format, "cd", {number}) == {length} && !strcmp(text, "cd:{shown}"));
    return 0;
}}
"""


@pytest.mark.parametrize("mode", MODES)
def test_formats_that_are_no_literals_are_looked_at_when_they_are_there(mode: str) -> None:
    for number, length, shown, verdict in (
        (5, 4, "5", "successful"),
        (12345, 8, "1234", "successful"),
        (5, 4, "6", "failed"),
    ):
        program = LOGGING.format(number=number, length=length, shown=shown)
        assert check(program, mode=mode).verdict.value == verdict


def test_a_builtin_that_prints_a_float_is_for_the_machine(
    smtcb: Callable[..., Finished], source: Callable[..., Path]
) -> None:
    statements = '__builtin_sprintf(text, "%.1f", 2.5); assert(!strcmp(text, "2.5"));'
    assert smtcb("run", "--explore", source(PROGRAM.format(statements=statements))).status == 0


THREADS = """\
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
int lines[3], written;
static void *worker(void *argument)
{{
    char text[8];
    int length = snprintf(text, sizeof text, "%{width}s", argument ? "a" : "b");
    int *line = &lines[written++ % 3];
    *line = length;
    assert(length == 2 && text[1] == (argument ? 'a' : 'b'));
    return 0;
}}
int main(void)
{{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, i ? &lines : 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}}
"""


@pytest.mark.parametrize("mode", MODES)
def test_arguments_in_memory_lead_to_texts_that_are_read_only(mode: str) -> None:
    assert check(THREADS.format(width=2), mode=mode).verdict is Verdict.SUCCESSFUL
    assert check(THREADS.format(width=3), mode=mode).verdict is Verdict.FAILED
