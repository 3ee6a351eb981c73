"""Test programs of all folders that say what goes wrong in them: none is ever proved, whatever it is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.checking.proofs import DECIDED
from esbmc_py.goto.properties import GROUPS, Property
from prove.proof import prove
from symex.reset import forget_terms
from tests.verdicts import load_expected, read_expectation

PROGRAMS = Path(__file__).parents[1] / "programs"
FOLDERS = ("concurrent", "library", "open", "order")
# Quick ones, of several kinds. The others with --more.
SAMPLE = (
    "args_behind_the_text", "condition_signal_lost", "double_free", "freed_in_section", "mutex_relock", "read_only",
    "thread_join_each_other", "thread_local_dead",
)  # fmt: skip
MOST_WORK = 40_000


def asked(path: Path) -> frozenset[Property]:
    """The groups of properties that are violated, of those that can be proved."""
    violated = read_expectation(path).violated
    groups = (frozenset(GROUPS[group]) for group in DECIDED)
    return frozenset().union(*(group for group in groups if group & violated))


UNSAFE = [path for folder in FOLDERS for path in sorted((PROGRAMS / folder).glob("*.c")) if asked(path)]


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=() if path.stem in SAMPLE else pytest.mark.more) for path in UNSAFE],
    ids=lambda path: path.stem,
)
def test_what_goes_wrong_is_not_proved(path: Path) -> None:
    program = load_expected(path)
    forget_terms()
    assert prove(program, asked(path), most_work=MOST_WORK, attempts=2).unknown


def test_memory_of_different_sizes_has_different_names() -> None:
    """The first allocation of a thread is of another size once it is known where memory is allocated without end."""
    program = load_expected(PROGRAMS / "open" / "malloc_may_fail_checked.c")
    forget_terms()
    prove(program, frozenset(GROUPS["memory"]), most_work=5_000, attempts=1)
