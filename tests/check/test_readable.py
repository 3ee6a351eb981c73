"""Arguments in counterexamples are readable where that makes no difference."""

from __future__ import annotations

import pytest

import esbmc_py
from esbmc_py.checking import Verdict

PROGRAM = """
#include <assert.h>
#include <string.h>
int main(int argc, char **argv)
{
    if (argc > 1 && strlen(argv[1]) == 3 && argv[1][0] != argv[1][1] && CONDITION)
        assert(0);
    return 0;
}
"""


@pytest.mark.parametrize("mode", ["lazy", "lazyseq"])
def test_bytes_that_may_be_characters_are(mode: str) -> None:
    result = esbmc_py.check(PROGRAM.replace("CONDITION", "(argv[1][0] ^ argv[1][2]) % 4 == 1"), mode=mode)
    assert result.verdict is Verdict.FAILED
    call = result.counterexamples[0].invocation
    assert call is not None
    (text,) = call.arguments[:1]
    assert len(text) == 3
    assert all(32 <= byte < 127 for byte in text)
    assert (text[0] ^ text[2]) % 4 == 1
    assert text[0] != text[1]


@pytest.mark.parametrize("mode", ["lazy", "lazyseq"])
def test_bytes_that_must_be_odd_stay(mode: str) -> None:
    result = esbmc_py.check(PROGRAM.replace("CONDITION", "argv[1][2] == 7"), mode=mode)
    call = result.counterexamples[0].invocation
    assert call is not None
    assert call.arguments[0][2] == 7
    assert all(32 <= byte < 127 for byte in call.arguments[0][:2])


def test_a_deadlock_is_called_by_characters_too() -> None:
    text = """
        #include <pthread.h>
        #include <string.h>
        pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
        int main(int argc, char **argv)
        {
            if (argc > 1 && strlen(argv[1]) == 3 && argv[1][0] != argv[1][1] && ((argv[1][0] ^ argv[1][2]) & 3) == 1)
                pthread_mutex_lock(&lock);
            pthread_mutex_lock(&lock);
            return 0;
        }
    """
    result = esbmc_py.check(text, mode="lazy")
    assert result.verdict is Verdict.FAILED
    call = result.counterexamples[0].invocation
    assert call is not None
    assert all(32 <= byte < 127 for byte in call.arguments[0])
