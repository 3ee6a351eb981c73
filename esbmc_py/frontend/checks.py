"""Which checks the front end writes into the goto program as Assert instructions."""

from __future__ import annotations

from esbmc_py.goto.deferred import dataclass


@dataclass(frozen=True, slots=True)
class Checks:
    division: bool = True
    overflow: bool = True
    shift: bool = True
    shifted_value: bool = True  # of negative numbers and into the sign bit, to the left: undefined in C11, not in gcc
    bounds: bool = True  # of arrays inside larger objects; objects as a whole are checked by every access
    conversion: bool = False  # integer conversions that lose value
    signal_safety: bool = False  # what signal handlers call
    leaks: bool = False  # what is not freed in the end: a signal handler that exits may come before each free


NO_CHECKS = Checks(division=False, overflow=False, shift=False, shifted_value=False, bounds=False)
