"""Some of the programs of `agree`, which has thousands."""

from __future__ import annotations

import pytest

from .agree import compare


@pytest.mark.parametrize("seed", range(4))
def test_checks_agree_with_the_judge(seed: int) -> None:
    assert not [word for word in compare(seed) if word.startswith(("WRONG", "UNKNOWN"))]
