"""Memory that is never freed: found in every mode, confirmed by the machine, reported where it was allocated."""

from __future__ import annotations

from pathlib import Path

import pytest

import esbmc_py
from esbmc_py.checking import Verdict, check_program
from esbmc_py.frontend import load_program
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import Violation
from tests.conftest import ROOT
from tests.reachability_tree.building import program_of
from tests.verdicts import read_expectation

PROGRAMS = sorted((ROOT / "tests" / "programs" / "concurrent").glob("leak_*.c"))
ALONE = "#include <stdlib.h>\nint main(void)\n{\n    void *p = malloc(3);\n    free(malloc(4));\n    return !p;\n}\n"
GLOBAL = "#include <stdlib.h>\nvoid *kept;\nint main(void)\n{\n    kept = malloc(3);\n    return 0;\n}\n"
TIDY = "#include <stdlib.h>\nint main(void)\n{\n    free(malloc(3));\n    return 0;\n}\n"


@pytest.mark.parametrize("schema", ["once", "cseq"])
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_lazy_sequentialization_confirms_the_verdict(path: Path, schema: str) -> None:
    expected = read_expectation(path)
    if expected.excepts(schema):
        pytest.skip("is too large when it is unwound")
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


MODES: list[dict[str, object]] = [
    *({"mode": mode} for mode in ("lazy", "schedule", "uw", "lazyseq", "explicit")),
    {"mode": "lazyseq", "schema": "cseq"},
]


@pytest.mark.parametrize("settings", MODES, ids=lambda settings: "-".join(map(str, settings.values())))
def test_memory_that_a_global_points_to_leaks_but_is_not_lost(settings: dict[str, object]) -> None:
    assert esbmc_py.check(GLOBAL, groups=("leak",), **settings).verdict is Verdict.FAILED
    result = esbmc_py.check(GLOBAL, groups=("memory", "memtrack"), **settings)
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.scope.groups == ("memory", "memtrack")
    assert esbmc_py.check(GLOBAL, groups=("leak", "memtrack"), **settings).verdict is Verdict.FAILED
    assert esbmc_py.check(TIDY, groups=("memory", "memtrack"), **settings).verdict is Verdict.SUCCESSFUL


@pytest.mark.parametrize("settings", MODES, ids=lambda settings: "-".join(map(str, settings.values())))
def test_memory_that_nothing_points_to_is_lost(settings: dict[str, object]) -> None:
    result = esbmc_py.check(ALONE, groups=("memory", "memtrack"), **settings)
    (what,) = [one.what for one in result.counterexamples]
    assert isinstance(what, Violation)
    assert (what.property, what.location.line) == ("lost-memory", 4)
    assert what.message == "3 bytes allocated here are lost: never freed, and nothing points to them"


def test_of_a_program_whose_variables_are_not_all_in_memory_nobody_knows_what_is_lost() -> None:
    program = program_of(ALONE)
    result = check_program(program, groups=("memtrack",))
    assert result.verdict is Verdict.UNKNOWN
    assert any("memtrack" in reason for reason in result.scope.unknown)


def test_a_program_with_its_variables_in_memory_means_the_same() -> None:
    """The exploration finds the same in programs that are about memory."""
    for path in sorted((ROOT / "tests" / "programs" / "concurrent").glob("*free*.c")):
        expected = read_expectation(path)
        program = prepare(load_program([path], semantics=Semantics(pointers_in_memory=True)))
        found = explore(program, races=expected.races, leaks=expected.leaks, shortest=False, **expected.limits)
        assert {finding.property for finding in found.findings} == expected.violated - {Property.ATOMICITY}, path
