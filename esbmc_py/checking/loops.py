"""Bounds for single loops: what the user calls `prog.c:12` is found in the program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath

from esbmc_py.goto.flow import jumps_back
from esbmc_py.goto.program import Function, Program

from .options import OptionProblem

Line = tuple[str, int]  # file and line

# Models whose loops always end, after as many rounds as the surroundings allow: no bound on loops is about them.
_ENDING = ("__smtcb_any_text", "__smtcb_any_arguments", "__smtcb_any_count", "any_number")
MOST_ROUNDS = 1_000


def ending_loops(program: Program) -> dict[Line, int]:
    """Bounds for the loops of such models."""
    models = [program.functions[name] for name in _ENDING if name in program.functions]
    return dict.fromkeys(_lines(models), MOST_ROUNDS)


def loop_lines(program: Program) -> Iterator[Line]:
    """Where the loops of the program's own functions begin."""
    return _lines([function for function in program.functions.values() if not function.is_model])


def _lines(functions: Iterable[Function]) -> Iterator[Line]:
    for function in functions:
        for _, jump in jumps_back(function.instructions):
            location = function.instructions[jump.target].location
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
