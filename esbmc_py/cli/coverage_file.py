"""The argument of `--coverage`."""

from __future__ import annotations

import argparse
from pathlib import Path

SUFFIXES = (".html", ".json", ".info", ".lcov")  # the last two are lcov's


def coverage_file(text: str) -> Path:
    """How its name ends says which format."""
    path = Path(text)
    if path.suffix not in SUFFIXES:
        raise argparse.ArgumentTypeError(f"'{text}' ends in none of {', '.join(SUFFIXES)}: that says which format")
    return path
