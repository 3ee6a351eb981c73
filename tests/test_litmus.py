"""The litmus programs in tests/litmus say in their first line what is published about them for each memory model.

The concrete machine explores all of them. The modes confirm the verdicts, each mode on those programs whose turn it is.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from encoders.outcome import Outcome
from encoders.request import LookedFor, Options
from esbmc_py import check
from esbmc_py.checking.explicit import check_explicit
from esbmc_py.checking.options import ExplicitOptions
from esbmc_py.checking.results import Verdict
from esbmc_py.frontend import load_program
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import DataRace
from symex.reset import forget_terms
from tests.asking import ask
from tests.verdicts import HERE, confirmed_lines, lines_of

PATHS = sorted((Path(__file__).parent / "litmus").rglob("*.c"))
HEADER = "// litmus: "
MODELS = ("sc", "tso", "pso")
WHO = ("lazy", "schedule", "uw", "lazyseq", "explicit")
FAST = ("lazyseq", "explicit")  # on whole algorithms, where trees with buffers are large
CASES = [(path, model) for path in PATHS for model in MODELS]
# A third of them each time, another model for the next program; `--more` takes them all.
SAMPLED = [
    pytest.param(
        number, id=f"{path.stem}-{model}", marks=() if (number // len(MODELS) + number) % 3 == 0 else pytest.mark.more
    )
    for number, (path, model) in enumerate(CASES)
]


def verdicts(path: Path) -> dict[str, str]:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith(HEADER), f"{path}:1: expected '{HEADER}sc=safe ...'"
    return dict(pair.split("=") for pair in first.removeprefix(HEADER).split())


def marked(path: Path) -> set[int]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return {number for number, line in enumerate(lines, 1) if line.endswith(HERE)}


def loaded(path: Path, model: str) -> Program:
    return prepare(load_program([path], semantics=Semantics(surroundings=Surroundings(memory_model=model))))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_what_a_stronger_model_allows_a_weaker_one_allows(path: Path) -> None:
    said = verdicts(path)
    assert set(said) == {*MODELS, "rc11"}
    allowed = [said[model] != "safe" for model in MODELS]
    assert allowed == sorted(allowed)


@pytest.mark.parametrize("number", SAMPLED)
def test_the_machine_confirms_the_published_verdict(number: int) -> None:
    path, model = CASES[number]
    program = loaded(path, model)
    exploration = explore(program, shortest=False)
    assert exploration.complete
    assert ({str(finding.property) for finding in exploration.findings} or {"safe"}) == {verdicts(path)[model]}
    assert {line for finding in exploration.findings for line in lines_of(finding.what)} <= marked(path)


@pytest.mark.parametrize("number", SAMPLED)
def test_a_mode_confirms_the_published_verdict(number: int) -> None:
    """Another mode for each program; the next one for its next model."""
    path, model = CASES[number]
    who = WHO if path.parent.name == "litmus" else FAST
    mode = who[(number // len(MODELS) + number) % len(who)]
    outcome = answer(mode, loaded(path, model))
    assert not (outcome.unknown or outcome.unsupported)
    assert outcome.found or not (outcome.unwinding_cut or outcome.switches_cut)
    assert ({str(found.property) for found in outcome.found} or {"safe"}) == {verdicts(path)[model]}
    assert confirmed_lines(outcome, loaded(path, model), LookedFor().properties) <= marked(path)


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=() if n % 4 == 0 else pytest.mark.more) for n, path in enumerate(PATHS)],
)
def test_rc11_confirms_the_published_verdict(path: Path) -> None:
    """Here whole checks, since they also judge the execution graphs that are found."""
    semantics = Semantics(surroundings=Surroundings(memory_model="rc11"))
    result = check(path, semantics=semantics, unwind=3)
    assert result.verdict is not Verdict.UNKNOWN
    found = {"race" if isinstance(one.what, DataRace) else str(one.what.property) for one in result.counterexamples}  # type: ignore[union-attr]
    assert (found or {"safe"}) == {verdicts(path)["rc11"]}


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_what_sc_allows_rc11_allows(path: Path) -> None:
    said = verdicts(path)
    assert said["sc"] == "safe" or said["rc11"] != "safe"


def answer(mode: str, program: Program) -> Outcome:
    forget_terms()
    if mode == "explicit":
        return check_explicit(program, Options(), ExplicitOptions())
    return ask(mode, program, Options.of(unwind=3, solver="bitwuzla"))
