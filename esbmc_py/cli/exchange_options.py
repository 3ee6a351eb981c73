"""`smtcb check --witness` and `--sarif`: the answer for other tools."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from .options import source_files
from .problems import UserError
from .text_files import require_writable, write_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from esbmc_py.checking import CheckResult
    from esbmc_py.checking.report.traces import Trace

_SUFFIXES = (".graphml", ".yml", ".yaml")
_VERSIONS = ("2.0", "2.1", "2.2")


def add_exchange_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--witness",
        type=_witness_file,
        metavar="FILE",
        help="write a witness of the answer: FILE.yml (version 2) or FILE.graphml (version 1.0)",
    )
    group.add_argument(
        "--witness-version",
        choices=_VERSIONS,
        default="2.2",
        help="of a YAML witness: 2.0, 2.1, or 2.2, which tells threads apart (default)",
    )
    group.add_argument("--sarif", type=Path, metavar="FILE", help="write what was found as SARIF 2.1.0")


def _witness_file(text: str) -> Path:
    path = Path(text)
    if path.suffix not in _SUFFIXES:
        raise argparse.ArgumentTypeError(f"'{text}' ends in none of {', '.join(_SUFFIXES)}: that says which format")
    return path


def check_exchange_options(options: argparse.Namespace) -> None:
    """Before anything is looked for, which may take long: can the files be written?"""
    if options.witness is not None:
        for source in source_files(options):
            if str(source.path) == "-":
                raise UserError("a witness names the files of the program: the standard input has no name")
    for path, what in ((options.witness, "witness"), (options.sarif, "SARIF file")):
        if path is not None:
            require_writable(path, what)


def write_exchanged(result: CheckResult, traces: Sequence[Trace], options: argparse.Namespace) -> list[str]:
    """What was written, for people."""
    told = []
    if options.witness is not None:
        told.append(_write_witness(result, options))
    if options.sarif is not None:
        from esbmc_py.exchange.sarif import sarif_text

        write_text(options.sarif, sarif_text(result, traces), "SARIF file")
        told.append(f"{options.sarif} holds this as SARIF")
    return told


def _write_witness(result: CheckResult, options: argparse.Namespace) -> str:
    from esbmc_py.exchange.write import WitnessRequest, why_no_witness, witness_text

    why = why_no_witness(result)
    path: Path = options.witness
    if why:
        if path.exists() and not path.stat().st_size:
            path.unlink()
        return f"no witness is written: {why}"
    specification = "" if options.prp is None else options.prp.read_text(encoding="utf-8", errors="replace")
    files = tuple(source.path for source in source_files(options))
    request = WitnessRequest(files, options.witness_version, options.arch, specification)
    write_text(path, witness_text(result, request, path.suffix), "witness")
    return f"{path} is a witness of this"
