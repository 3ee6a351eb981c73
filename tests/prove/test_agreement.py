"""A sample of `python -m tests.agreement.prove_agree`."""

from __future__ import annotations

import pytest

from tests.agreement.prove_agree import compared


@pytest.mark.parametrize("seed", [10, 302, 306, 310, 314])
def test_what_is_proved_the_machine_does_not_refute(seed: int) -> None:
    assert compared(seed) in ("proved", "proved (not all explored)", "open")
