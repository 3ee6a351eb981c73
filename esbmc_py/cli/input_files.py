"""Which files the program has, and with which flags each is preprocessed."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .problems import UserError

if TYPE_CHECKING:
    from esbmc_py.frontend.source_file import SourceFile


def source_files(options: argparse.Namespace) -> list[SourceFile]:
    from esbmc_py.frontend.source_file import STANDARD_INPUT, SourceFile

    if options.project is not None:
        from .project import project_files

        return project_files(options)
    if not options.files:
        raise UserError("name the C files of the program (- is the standard input), or --project compile_commands.json")
    if [str(path) for path in options.files].count(STANDARD_INPUT) > 1:
        raise UserError("- is the standard input: it can be read once")
    return [
        SourceFile(
            path,
            tuple(options.include_dirs),
            tuple(options.defines),
            tuple(options.undefines),
            tuple(options.includes),
        )
        for path in options.files
    ]
