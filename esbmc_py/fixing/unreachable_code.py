"""Code that no execution comes to any more: a critical section that is too large takes behaviour away."""

from __future__ import annotations

from esbmc_py.goto.coverage import Coverage
from esbmc_py.goto.program import Program
from esbmc_py.vm.explore import explore

from .source import own_functions

_MOST_STATES = 20_000
_MOST_SECONDS = 6.0


def reached_lines(program: Program, file: str) -> tuple[set[int], bool]:
    """Lines of the file that executions come to, as far as they are looked at; and whether that is all of them."""
    coverage = Coverage()
    seen = explore(
        program, max_states=_MOST_STATES, max_seconds=_MOST_SECONDS, order="bfs", shortest=False, coverage=coverage
    )
    lines = {
        instruction.location.line
        for function in own_functions(program)
        for index, instruction in enumerate(function.instructions)
        if instruction.location.file == file and coverage.is_reached(function.name, index)
    }
    return lines, not seen.incomplete
