"""Generated programs with threads that never end: whole checks within bounds against the concrete machine."""

from __future__ import annotations

import pytest

from tests.agreement.endless_agree import Judged, settings_of

# Six take longer than all others together: `--more` has them.
LONG = (303, 307, 309, 310, 312, 315)
SEEDS = [pytest.param(seed, marks=pytest.mark.more if seed in LONG else ()) for seed in range(300, 316)]
MODES = ("lazy", "schedule", "uw", "lazyseq", "cseq")


@pytest.mark.parametrize("seed", SEEDS)
def test_no_mode_contradicts_the_machine(seed: int) -> None:
    judged = Judged(seed)
    if not judged.decided:
        pytest.skip("too large for the machine")
    told = {mode: judged.verdict(settings_of(mode, seed, bounds=True)) for mode in MODES}
    assert not any(verdict.startswith("WRONG") for verdict in told.values()), told
