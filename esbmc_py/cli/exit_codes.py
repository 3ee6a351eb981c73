"""What the exit status of `smtcb` says."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    SUCCESSFUL = 0  # no violation in the scope that was looked at
    FAILED = 1  # a violation, with its counterexample
    BAD_INPUT = 2  # the input or the command line
    UNKNOWN = 3  # no answer: unsupported construct, interrupted, out of resources, an internal error
    DISAGREEMENT = 4  # compare: answers that contradict each other; bench: a wrong one
