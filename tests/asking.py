"""What a mode answers to a single request, by itself: bounds do not grow, and nobody replays what it found."""

from __future__ import annotations

from encoders.outcome import Outcome
from encoders.request import Options
from esbmc_py.checking.modes import find_mode
from esbmc_py.checking.options import CheckOptions
from esbmc_py.goto.program import Program


def ask(mode: str, program: Program, request: Options) -> Outcome:
    return find_mode(mode, request.encoding.schema).check(program, request, CheckOptions(mode=mode))
