"""Inline assembly of x86 that is recognised, and what is not."""

from __future__ import annotations

import pytest

import esbmc_py
from esbmc_py.checking import Verdict

TIME = """
#include <assert.h>
static unsigned long long ticks(void)
{
    unsigned long long now;
    __asm__ volatile("rdtsc" : "=A"(now));
    return now;
}
int main(void)
{
    unsigned long long first = ticks(), second = ticks();
    assert(CLAIM);
    return 0;
}
"""


@pytest.mark.parametrize(
    ("arch", "claim", "verdict"),
    [
        (32, "second > first", Verdict.SUCCESSFUL),
        (32, "first < 1ull << 32", Verdict.FAILED),
        (64, "second > first", Verdict.FAILED),  # the operand is one register: the lower half
        (64, "first < 1ull << 32", Verdict.SUCCESSFUL),
    ],
)
def test_the_time_stamp_counter_grows(arch: int, claim: str, verdict: Verdict) -> None:
    assert esbmc_py.check(TIME, arch=arch, defines=(f"CLAIM={claim}",)).verdict is verdict


def test_the_time_stamp_counter_in_two_halves() -> None:
    halves = """
    #include <assert.h>
    static unsigned long long ticks(void)
    {
        unsigned low, high;
        __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
        return (unsigned long long)high << 32 | low;
    }
    int main(void)
    {
        unsigned long long first = ticks(), second = ticks();
        assert(CLAIM);
        return 0;
    }
    """
    assert esbmc_py.check(halves, defines=("CLAIM=second > first",)).verdict is Verdict.SUCCESSFUL
    assert esbmc_py.check(halves, defines=("CLAIM=first < 1ull << 32",)).verdict is Verdict.FAILED


def test_nobody_knows_what_the_processor_says() -> None:
    program = """
    #include <assert.h>
    int main(void)
    {
        unsigned a, b, c, d;
        __asm__ volatile("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "0"(1));
        assert(CLAIM);
        return 0;
    }
    """
    assert esbmc_py.check(program, defines=("CLAIM=!(d & 4) || c != 77",)).verdict is Verdict.FAILED
    assert esbmc_py.check(program, defines=("CLAIM=(d & 4) <= 4",)).verdict is Verdict.SUCCESSFUL


@pytest.mark.parametrize(
    "statement",
    [
        'asm volatile("lock; addl %1,%0" : "+m"(wide) : "ir"(1))',  # half of a long
        'asm volatile("lock; addl %1,%0" : "+m"(x) : "r"(small))',  # what else is in the register?
        'asm volatile("incl %0" : "+m"(x))',  # not locked: two steps
        'asm volatile("lock; incl %0" : : "m"(x))',  # gcc does not know that it changes
        'asm volatile("xaddl %0, %1" : "+r"(y), "+m"(x))',
        'asm("bswap %0" : "=r"(y) : "0"(small))',
        'asm volatile("rdtsc" : "=a"(x), "=d"(small))',
        'asm volatile("cld; rep; stosl" : "=c"(x), "=D"(y) : "a"(1), "0"(1), "1"(&x))',  # not with zeros
        'asm volatile("btsl %1,%0" : "=m"(x) : "r"(small))',
        'asm volatile("btsl %1,%0" : "=m"(x) : "ir"(33))',  # a constant counts inside the word
        'asm volatile("cpuid" : "=a"(x) : "0"(0) : "ebx", "ecx", "edx")',
    ],
)
def test_what_is_not_recognised_to_the_letter_is_not_supported(statement: str) -> None:
    program = f"int x, y; long wide; short small;\nint main(void) {{ {statement}; return x + y; }}\n"
    result = esbmc_py.check(program)
    assert result.verdict is Verdict.UNKNOWN
    assert any("inline assembly" in place.what for place in result.scope.unsupported)
