"""Memory that is never freed: found in every mode, confirmed by the machine, reported where it was allocated."""

from __future__ import annotations

from pathlib import Path

import pytest

import esbmc_py
from esbmc_py.checking import Verdict
from esbmc_py.vm.results import Violation
from tests.conftest import ROOT
from tests.verdicts import read_expectation

PROGRAMS = sorted((ROOT / "tests" / "programs" / "concurrent").glob("leak_*.c"))
ALONE = "#include <stdlib.h>\nint main(void)\n{\n    void *p = malloc(3);\n    free(malloc(4));\n    return !p;\n}\n"
GLOBAL = "#include <stdlib.h>\nvoid *kept;\nint main(void)\n{\n    kept = malloc(3);\n    return 0;\n}\n"
TIDY = "#include <stdlib.h>\nint main(void)\n{\n    free(malloc(3));\n    return 0;\n}\n"


@pytest.mark.parametrize("schema", ["once", "cseq"])
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_lazy_sequentialization_confirms_the_verdict(path: Path, schema: str) -> None:
    if (path.stem, schema) == ("leak_of_the_library", "cseq"):
        pytest.skip("sem_open, which compares names, is too large when it is unwound")
    expected = read_expectation(path)
    settings = {"mode": "lazyseq", "schema": schema, "rounds": 2, "unwind": 3, "solver": "bitwuzla"}
    result = esbmc_py.check(path, groups=("leak", "memory"), **settings)
    assert result.verdict is (Verdict.FAILED if expected.violated else Verdict.SUCCESSFUL)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_explicit_search_confirms_the_verdict(path: Path) -> None:
    expected = read_expectation(path)
    result = esbmc_py.check(path, mode="explicit", groups=("leak", "memory"))
    assert result.verdict is (Verdict.FAILED if expected.violated else Verdict.SUCCESSFUL)


@pytest.mark.parametrize("mode", ["lazy", "schedule", "uw", "lazyseq", "cseq", "explicit"])
def test_a_leak_is_reported_where_it_was_allocated(mode: str) -> None:
    settings = {"mode": "lazyseq", "schema": "cseq"} if mode == "cseq" else {"mode": mode}
    result = esbmc_py.check(ALONE, groups=("leak",), **settings)
    (what,) = [one.what for one in result.counterexamples]
    assert isinstance(what, Violation)
    assert (what.property, what.location.line) == ("memory-leak", 4)
    assert what.message == "3 bytes allocated here are never freed"


def test_memory_that_is_still_reachable_leaks_but_is_not_lost() -> None:
    assert esbmc_py.check(GLOBAL, groups=("leak",)).verdict is Verdict.FAILED
    undecided = esbmc_py.check(GLOBAL, groups=("memtrack",))
    assert undecided.verdict is Verdict.UNKNOWN
    assert any("memtrack" in reason for reason in undecided.scope.unknown)
    assert esbmc_py.check(TIDY, groups=("memory", "memtrack")).verdict is Verdict.SUCCESSFUL
