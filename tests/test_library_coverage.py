"""Every function of the library is called by a program that says its verdict; nearly all by one that is safe."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import pthread_models
from esbmc_py.frontend.atomics import OPERATIONS
from esbmc_py.vm.intrinsics import OUTPUT
from tests.verdicts import read_expectation

PROGRAMS = Path(__file__).parent / "programs"
_DEFINITION = re.compile(r"^(?!static\b|typedef\b)\w[\w *]*?[ *](\w+)\([^;{}]*\)\n\{", re.MULTILINE)
_DECLARATION = re.compile(r"\b(\w+)\([^;{}]*\);")
_MACRO = re.compile(r"^#define (atomic_\w+)\(", re.MULTILINE)
_CALL = re.compile(r"\b(\w+)\s*\(")

# Functions that no safe program calls, and why.
NEVER_SAFE = {
    "fork": "is not supported",
    "vfork": "is not supported",
    "socketpair": "is not supported",
    "fmemopen": "is not supported",
    "on_exit": "is not supported",
    "open_memstream": "is not supported",
    "twalk": "is not supported",
    "clone": "is not supported",
    "getcontext": "is not supported",
    "setcontext": "is not supported",
    "swapcontext": "is not supported",
    "makecontext": "is not supported",
    "pthread_sigqueue": "is not supported",
    "tgkill": "is not supported",
    "__assert_fail": "is a violation",
    "__assert_perror_fail": "is a violation",
}
# Executed by the machine, and not supported by the symbolic modes: judged by gcc's output (tests/programs/features).
ONLY_THE_MACHINE = {"vsprintf", "vsnprintf", "asprintf", "vasprintf"}


def modelled() -> set[str]:
    texts = [path.read_text(encoding="utf-8") for path in pthread_models.library_files()]
    return {name for text in texts for name in _DEFINITION.findall(text) if not name.startswith("__smtcb_")}


def atomics() -> set[str]:
    """The macros of <stdatomic.h>, and gcc's builtins behind them."""
    header = (pthread_models.include_dir() / "stdatomic.h").read_text(encoding="utf-8")
    families = ("__sync_fetch_and_{}", "__sync_{}_and_fetch", "__atomic_fetch_{}", "__atomic_{}_fetch")
    return {*_MACRO.findall(header), *(family.format(name) for name in OPERATIONS for family in families)}


def printed() -> set[str]:
    """What the machine executes itself, as far as headers declare it."""
    headers = pthread_models.include_dir().rglob("*.h")
    declared = {name for path in headers for name in _DECLARATION.findall(path.read_text(encoding="utf-8"))}
    return set(OUTPUT) & declared


@cache
def called(folder: str = "", *, safely: bool = False) -> frozenset[str]:
    names: set[str] = set()
    for path in (PROGRAMS / folder).rglob("*.c"):
        judged = "features" not in path.relative_to(PROGRAMS).parts
        if judged and not (safely and read_expectation(path).violated):
            names.update(_CALL.findall(path.read_text(encoding="utf-8")))
    return frozenset(names)


@pytest.mark.parametrize("name", sorted(modelled() | atomics() | printed() - ONLY_THE_MACHINE))
def test_a_program_calls_it(name: str) -> None:
    assert name in called()
    if name not in NEVER_SAFE:
        assert name in called(safely=True), "no safe program calls it"


@pytest.mark.parametrize("name", sorted(ONLY_THE_MACHINE))
def test_a_program_whose_output_is_known_calls_it(name: str) -> None:
    programs = (PROGRAMS / "features").glob("*.c")
    assert any(name in _CALL.findall(path.read_text(encoding="utf-8")) for path in programs)


def test_the_exceptions_are_functions_of_the_library() -> None:
    assert set(NEVER_SAFE) <= modelled()
    assert not set(NEVER_SAFE) & called(safely=True)
