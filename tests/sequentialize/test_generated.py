"""Both schemas find what the machine finds within as many rounds, on generated programs of every kind."""

from __future__ import annotations

import pytest

from tests.agreement.agree import Ask, Tally, disagreements
from tests.conftest import one_in
from tests.generator.kinds import features_of

SCHEMAS = ["lazyseq", "cseq"]


@pytest.mark.parametrize("seed", one_in(3, range(4000, 4100)))
def test_assertions_memory_and_deadlocks(seed: int) -> None:
    ask = Ask(SCHEMAS, 3, features_of(["all", "shapes"]), quick=True)
    assert list(disagreements(seed, ask, Tally())) == []


@pytest.mark.parametrize("seed", one_in(4, range(4100, 4200)))
def test_races_where_most_accesses_are_guarded(seed: int) -> None:
    ask = Ask(SCHEMAS, [2, 3], features_of(["guarded", "guarded-shapes"]), races=True, quick=True)
    assert list(disagreements(seed, ask, Tally())) == []
