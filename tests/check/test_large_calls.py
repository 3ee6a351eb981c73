"""Longer arguments, and more of them, than a search looks at: a program that has no room for them is found out."""

from __future__ import annotations

import pytest

import esbmc_py
from esbmc_py.checking import Verdict
from esbmc_py.goto.properties import Property
from esbmc_py.vm.findings import Violation

LONG = """
#include <string.h>
int main(int argc, char **argv)
{
    char name[64];
    if (argc > 1)
        strcpy(name, argv[1]);
    return 0;
}
"""

OPTION = """
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    char name[12];
    int option;
    while ((option = getopt(argc, argv, "vo:")) != -1)
        if (option == 'o')
            strcpy(name, optarg);
    return 0;
}
"""

MANY = """
#include <pthread.h>
static pthread_t threads[7];
static void *work(void *text) { return text; }
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        pthread_create(&threads[i - 1], NULL, work, argv[i]);
    return 0;
}
"""


@pytest.mark.parametrize(
    ("text", "arguments"),
    [(LONG, (b"a" * 70,)), (OPTION, (b"-o", b"a" * 20)), (MANY, (b"1",) * 9)],
    ids=["long", "an option's", "many"],
)
def test_arguments_for_which_there_is_no_room_are_found(text: str, arguments: tuple[bytes, ...]) -> None:
    result = esbmc_py.check(text)
    assert result.verdict is Verdict.FAILED
    (found,) = result.counterexamples
    assert isinstance(found.what, Violation) and found.what.property is Property.BOUNDS
    assert found.invocation is not None and found.invocation.arguments == arguments


def test_whoever_bounds_the_arguments_asks_about_no_others() -> None:
    surroundings = {"max_args": 2, "max_arg_length": 6}
    semantics = esbmc_py.Semantics(surroundings=esbmc_py.Surroundings(**surroundings))
    assert esbmc_py.check(LONG, semantics=semantics).verdict is Verdict.SUCCESSFUL


def test_where_there_is_room_nothing_is_said() -> None:
    result = esbmc_py.check(LONG.replace("strcpy(name, argv[1])", "strncpy(name, argv[1], sizeof name)"))
    assert result.verdict is Verdict.SUCCESSFUL
    assert "  any arguments: up to 3, of up to 6 characters each" in result.scope.lines()
