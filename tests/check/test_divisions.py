"""The smallest number divided by -1: the processor traps, as it does for zero."""

from __future__ import annotations

import pytest

import esbmc_py
from esbmc_py.checking import Verdict
from esbmc_py.goto.properties import Property

TEXT = """
int main(void)
{{
    volatile {type} number = {least}, by = -1;
    return (number {op} by) != 0;
}}
"""
INT, LONG = ("int", "-2147483647 - 1"), ("long", "-9223372036854775807L - 1")


def found(groups: tuple[str, ...], kind: tuple[str, str], op: str) -> set[Property]:
    result = esbmc_py.check(TEXT.format(type=kind[0], least=kind[1], op=op), mode="lazy", groups=groups)
    assert (result.verdict is Verdict.FAILED) == bool(result.counterexamples)
    return {one.what.property for one in result.counterexamples}


@pytest.mark.parametrize("kind", [INT, LONG])
@pytest.mark.parametrize("op", ["/", "%"])
def test_it_is_a_division_or_an_overflow(kind: tuple[str, str], op: str) -> None:
    assert found(("division",), kind, op) == {Property.DIVISION}
    assert found(("overflow",), kind, op) == {Property.OVERFLOW}
    assert found(("division", "overflow"), kind, op) == {Property.OVERFLOW}
    assert found(("reach",), kind, op) == set()


def test_unsigned_numbers_are_divided_by_anything_but_zero() -> None:
    text = "int main(void)\n{ volatile unsigned number = 1u << 31, by = -1; return number / by != 0; }\n"
    assert esbmc_py.check(text, mode="lazy", groups=("division", "overflow")).verdict is Verdict.SUCCESSFUL
