"""A file of the program, with what the preprocessor is told about it alone."""

from __future__ import annotations

from pathlib import Path

from esbmc_py.goto.deferred import dataclass

STANDARD_INPUT = "-"  # the name of a file that is read from there
STANDARD_INPUT_NAME = "<stdin>"  # what it is called in messages


@dataclass(frozen=True, slots=True)
class SourceFile:
    path: Path
    include_dirs: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()  # `NAME` or `NAME=VALUE`
    undefines: tuple[str, ...] = ()  # of names that are predefined
    includes: tuple[str, ...] = ()  # headers that are read first

    def __str__(self) -> str:
        return STANDARD_INPUT_NAME if str(self.path) == STANDARD_INPUT else str(self.path)
