"""All modes of the reachability tree against programs whose verdict is known, and against the concrete machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from encoders.request import LookedFor, Options
from esbmc_py.goto.properties import Property
from tests.agreement.agree import TREE_MODES, Ask, Tally, disagreements
from tests.asking import ask
from tests.generator.kinds import KINDS
from tests.reachability_tree.building import LOST_UPDATE, program_of
from tests.verdicts import confirmed_lines, load_expected, read_expectation

PROGRAMS = Path(__file__).parent / "programs"
PATHS = sorted(
    path
    for path in PROGRAMS.rglob("*.c")
    if "features" not in path.relative_to(PROGRAMS).parts and "rounds" not in read_expectation(path).bounds
)
# All in one mode; the other two share all but the last step with it, and take turns. `--more` asks all of all.
CASES = [
    pytest.param(
        path,
        mode,
        id=f"{path.relative_to(PROGRAMS)}-{mode}",
        marks=() if mode == "lazy" or TREE_MODES.index(mode) == 1 + number % 2 else pytest.mark.more,
    )
    for number, path in enumerate(PATHS)
    for mode in TREE_MODES
]
SEEDS = range(3000, 3018)

ICSE_2011_FIGURE_1 = """
int x = 0;
static void *t1(void *arg) { x++; if (x > 1) x--; return NULL; }
static void *t2(void *arg) { _Bool y; x++; y = (x > 1); if (y) x--; return NULL; }
int main(void)
{
    pthread_t id1, id2;
    pthread_create(&id1, NULL, t1, NULL);
    pthread_create(&id2, NULL, t2, NULL);
    pthread_join(id1, NULL);
    pthread_join(id2, NULL);
    assert(x == 1);
    return 0;
}
"""


@pytest.mark.parametrize(("path", "mode"), CASES)
def test_the_mode_confirms_the_verdict(path: Path, mode: str) -> None:
    expected = read_expectation(path)
    bounds = expected.limits
    properties = LookedFor().properties | expected.on_request
    options = Options.of(
        unwind=10,
        all_violations=True,
        properties=properties,
        happens_before=expected.by_order,
        **bounds,
    )
    outcome = ask(mode, load_expected(path), options)
    assert not outcome.unknown
    assert bool(outcome.unsupported) == expected.unsupported
    assert {found.property for found in outcome.found} == expected.violated - {Property.UNSUPPORTED}
    assert confirmed_lines(outcome, load_expected(path), properties) == expected.here
    if not expected.violated:
        assert not outcome.unwinding_cut
        assert bounds or not outcome.switches_cut


@pytest.mark.parametrize("mode", TREE_MODES)
@pytest.mark.parametrize("text", [ICSE_2011_FIGURE_1, LOST_UPDATE], ids=["figure 1", "lost update"])
def test_the_mode_finds_the_bug_without_any_option(text: str, mode: str) -> None:
    outcome = ask(mode, program_of(text), Options())
    assert [found.property for found in outcome.found] == [Property.ASSERTION]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_modes_agree_with_the_machine_on_a_generated_program(seed: int) -> None:
    assert list(disagreements(seed, Ask(list(TREE_MODES), 4, races=seed % 2 == 0), Tally())) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_modes_agree_with_the_machine_on_a_program_of_each_kind(kind: str) -> None:
    ask = Ask(list(TREE_MODES), 4, [KINDS[kind]], races=kind.startswith("guarded"), quick=True)
    assert list(disagreements(5, ask, Tally())) == []
