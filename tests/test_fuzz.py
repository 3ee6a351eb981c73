"""Broken sources end in an error message or a result; `python -m tests.agreement.fuzz_sources` tries many more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agreement.fuzz_sources import corpus, mutant, outcome


@pytest.mark.parametrize("first", range(0, 100, 20))
def test_a_mutated_source_ends_in_a_message_or_a_result(first: int, tmp_path: Path) -> None:
    paths = corpus()
    for seed in range(first, first + 20):
        path, text = mutant(seed, paths)
        problem = outcome(text, tmp_path, seconds=60, suffix=path.suffix)
        assert problem is None, f"seed {seed}, from {path.name}: {problem}"
