"""A few of csmith's programs; `python -m tests.agreement.csmith_check` runs as many as you like."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agreement.csmith_check import compare, tools_missing

missing = tools_missing()


@pytest.mark.skipif(missing is not None, reason=missing or "")
@pytest.mark.parametrize("seed", range(1, 13))
def test_the_checksum_is_gccs(seed: int, tmp_path: Path) -> None:
    comparison = compare(seed, tmp_path, seconds=120)
    assert comparison.verdict in ("same", "skipped"), comparison.detail
