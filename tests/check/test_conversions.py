"""`--property conversion`: implicit conversions that lose a value, in all modes; casts are meant."""

from __future__ import annotations

import pytest

from esbmc_py.checking import Verdict, check

MODES = ["lazy", "schedule", "uw", "lazyseq"]

PROGRAM = """\
struct fields {{ unsigned three : 3; int four : 4; }} fields;
unsigned char byte;
int number;
unsigned natural;
long wide;
int __VERIFIER_nondet_int(void);
int half(char n) {{ return n / 2; }}
char last(int n) {{ return n; }}
int main(void)
{{
    number = __VERIFIER_nondet_int();
    {statement}
    return 0;
}}
"""

LOSING = [
    "byte = number;",
    "natural = number;",
    "unsigned char copy = number;",
    "byte += 56; byte += 200;",
    "byte = 255; byte++;",
    "byte--;",
    "fields.three = number;",
    "fields.four = 7; fields.four++;",
    "half(number);",
    "last(number);",
    "if (number < sizeof(int)) byte = 1;",
    "natural = natural + number;",
    "byte = 300;",
]

KEEPING = [
    "byte = (unsigned char)number;",
    "natural = (unsigned)number;",
    "byte = number & 255;",
    "wide = number; number = wide;",
    "if (number >= 0) natural = number;",
    "natural = -1;",
    "char c = 0xff;",
    "_Bool any = number;",
    "fields.three = number & 7;",
    "for (byte = 0; byte < 200; byte++) ;",
    "natural = natural + 1;",
]


@pytest.mark.parametrize("statement", LOSING)
def test_a_conversion_that_loses_the_value_is_told(statement: str) -> None:
    result = check(PROGRAM.format(statement=statement), groups=("conversion",))
    assert result.verdict is Verdict.FAILED
    (counterexample,) = result.counterexamples
    assert "loses the value" in str(counterexample.what)


@pytest.mark.parametrize("statement", KEEPING)
def test_one_that_does_not_and_one_that_is_meant_are_not(statement: str) -> None:
    assert check(PROGRAM.format(statement=statement), groups=("conversion",)).verdict is Verdict.SUCCESSFUL


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_looks_for_them_if_asked(mode: str) -> None:
    program = PROGRAM.format(statement="byte = number;")
    assert check(program, mode=mode, groups=("conversion",)).verdict is Verdict.FAILED
    assert check(program, mode=mode).verdict is Verdict.SUCCESSFUL


def test_the_library_is_not_accused() -> None:
    program = (
        '#include <string.h>\nchar to[9];\nint main(void) { strcpy(to, "\\xff\\x80"); return memcmp(to, to, 2); }\n'
    )
    assert check(program, groups=("conversion",)).verdict is Verdict.SUCCESSFUL
