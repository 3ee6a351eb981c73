"""What a process died of, for people."""

from __future__ import annotations

import signal


def cause_of_death(status: int) -> str:
    """`status` as Python has it: what it exited with, or minus the number of the signal that ended it."""
    if status >= 0:
        return f"it exited with status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    if name == "SIGKILL":
        return f"{name}, which the system sends when memory is short"
    return f"{name}; please report it with the program"
