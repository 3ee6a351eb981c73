"""Whole checks with options that were chosen by chance agree with the machine."""

from __future__ import annotations

from collections import Counter

import pytest

from esbmc_py.vm.findings import Exploration
from tests.agreement.options_agree import Judge, disagreements
from tests.generator.kinds import features_of

KINDS = features_of(["all", "shapes"])


@pytest.mark.parametrize("seed", range(7000, 7050))
def test_what_is_found_is_there_and_what_is_there_is_found(seed: int) -> None:
    assert list(disagreements(iter([seed]), KINDS, Counter())) == []


def test_a_disagreement_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def otherwise(self: Judge, explored: Exploration) -> bool:
        return not any(finding.property in self.options.properties for finding in explored.findings)

    monkeypatch.setattr(Judge, "violated", otherwise)
    told = list(disagreements(iter(range(7000, 7005)), KINDS, Counter()))
    assert any("missed" in line for line in told)
    assert any("the machine finds none" in line for line in told)
