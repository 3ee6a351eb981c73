"""How long this process has been there."""

from __future__ import annotations

import os
import time


def seconds_since_start() -> float:
    """Of this process, if the system tells: its start takes time, too."""
    try:
        with open("/proc/self/stat", "rb") as file:  # noqa: PTH123 - needs no pathlib
            ticks = int(file.read().rpartition(b")")[2].split()[19])
        return max(0.0, time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK"))
    except (OSError, ValueError, IndexError, AttributeError):
        return 0.0
