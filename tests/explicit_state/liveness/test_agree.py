"""Some of the programs of `agree`, which has thousands."""

from __future__ import annotations

import pytest

from .agree import compare


# The last one goes round in a circle of its own before anybody looks.
@pytest.mark.parametrize("seed", [0, 1, 2, 200244])
def test_checks_agree_with_the_judge(seed: int) -> None:
    assert not [word for word in compare(seed) if word.startswith(("WRONG", "UNKNOWN"))]
