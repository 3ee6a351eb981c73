"""Mode explicit in several processes: the same answers as in one."""

from __future__ import annotations

from pathlib import Path

import pytest

import esbmc_py
from encoders.outcome import Outcome, Statistics
from esbmc_py.checking import CheckOptions, Verdict
from esbmc_py.checking.variations import first_settled
from esbmc_py.frontend import load_program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.findings import Finding
from explicit_state import Reduction, SearchOptions, SearchOrder, search
from explicit_state.invariant_points import prepare_observed

PROGRAMS = sorted((Path(__file__).parents[1] / "programs" / "concurrent").glob("*.c"))[::6]
RACE = """\
#include <pthread.h>
int x;
void *count(void *unused) { x++; return unused; }
int main(void)
{
    pthread_t first;
    pthread_create(&first, NULL, count, NULL);
    x++;
    pthread_join(first, NULL);
}
"""


@pytest.mark.parametrize("path", PROGRAMS[:8], ids=lambda path: path.stem)
def test_several_processes_say_what_one_says(path: Path) -> None:
    answers = [esbmc_py.check(path, mode="explicit", jobs=jobs, timeout=60) for jobs in (1, 2)]
    assert answers[0].verdict is answers[1].verdict
    assert answers[0].complete is answers[1].complete


def test_races_are_found_by_several(tmp_path: Path) -> None:
    result = esbmc_py.check(RACE, mode="explicit", jobs=2, groups=("race",))
    assert result.verdict is Verdict.FAILED
    assert "race" in result.found[0]


def identity(finding: Finding) -> tuple[object, ...]:
    return finding.property, getattr(finding.what, "location", None)


@pytest.mark.parametrize("bound", [{}, {"preemptions": 1}, {"contexts": 3}], ids=str)
@pytest.mark.parametrize("path", PROGRAMS[:6], ids=lambda path: path.stem)
def test_every_order_finds_the_same(path: Path, bound: dict[str, int]) -> None:
    """All violations, within bounds, too: an order must not change what a preemption is."""
    program = prepare_observed(load_program([path]), ())
    wanted = frozenset({Property.ASSERTION, Property.DEADLOCK, Property.RACE})
    answers = set()
    for order, seed in ((SearchOrder.DFS, 0), (SearchOrder.BFS, 0), (SearchOrder.DFS, 2), (SearchOrder.DFS, 3)):
        asked = SearchOptions(
            reduction=Reduction.SUPERSTEP,
            order=order,
            seed=seed,
            shortest=False,
            properties=wanted,
            all_violations=True,
            max_states=3_000,
            **bound,  # type: ignore[arg-type]
        )
        found = search(program, asked)
        if found.incomplete:
            pytest.skip("too many states")
        answers.add((frozenset(map(identity, found.findings)), found.bound_hit))
    assert len(answers) == 1


def test_an_answer_that_settles_nothing_is_that_of_the_ordinary_order() -> None:
    def work(number: int) -> Outcome:
        return Outcome("explicit", (), False, (), (), (f"order {number}",), (), Statistics())

    assert first_settled(work, 3).unknown == ("order 0",)


def test_coverage_is_asked_of_one_process() -> None:
    result = esbmc_py.check(RACE, CheckOptions(mode="explicit", jobs=2, coverage=True))
    assert result.coverage is not None
