"""Bounds for single loops: what the user calls `prog.c:12` is found in the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath

from esbmc_py.goto.instructions import Branch, Goto
from esbmc_py.goto.program import Program

from .options import OptionProblem

Line = tuple[str, int]  # file and line


def loop_lines(program: Program) -> Iterator[Line]:
    """Where the loops of the program's own functions begin."""
    for function in program.functions.values():
        if function.is_model:
            continue
        for index, instruction in enumerate(function.instructions):
            if isinstance(instruction, Goto | Branch) and instruction.target <= index:
                location = function.instructions[instruction.target].location
                yield location.file, location.line


def loop_bounds(program: Program, wanted: Mapping[Line, int]) -> dict[Line, int]:
    """`wanted` with file names as the program has them."""
    if not wanted:
        return {}
    known = sorted(set(loop_lines(program)))
    found: dict[Line, int] = {}
    for (file, line), bound in wanted.items():
        here = [place for place in known if place[1] == line and _is_called(place[0], file)]
        if not here:
            loops = ", ".join(f"{PurePath(place[0]).name}:{place[1]}" for place in known) or "none"
            raise OptionProblem(f"there is no loop at {file}:{line}; there are: {loops}")
        found.update(dict.fromkeys(here, bound))
    return found


def _is_called(file: str, name: str) -> bool:
    """`prog.c` and `src/prog.c` are names of `/home/me/src/prog.c`."""
    parts, wanted = PurePath(file).parts, PurePath(name).parts
    return parts[-len(wanted) :] == wanted
