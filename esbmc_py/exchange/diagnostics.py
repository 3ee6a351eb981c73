"""What `smtcb check --json` says, as diagnostics of an editor."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from esbmc_py.goto.deferred import dataclass

MOST_RELATED = 50
_ERROR = re.compile(r"^(.+?):(\d+):(\d+): error: (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Spot:
    """Lines and columns count from 1; column 0: the whole line."""

    file: Path
    line: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    at: Spot
    rule: str
    related: tuple[Spot, ...] = ()


def diagnostics(document: Mapping[str, Any], folder: Path) -> list[Diagnostic]:
    """`folder`: where the check was made, which relative names start from."""
    return [_diagnostic(finding, folder) for finding in document.get("findings", ())]


def _diagnostic(finding: Mapping[str, Any], folder: Path) -> Diagnostic:
    rule = str(finding["property"])
    first, *others = _places(finding, folder)
    steps = list(_steps(finding, folder))
    return Diagnostic(first, rule, tuple([*others, *steps][:MOST_RELATED]))


def _places(finding: Mapping[str, Any], folder: Path) -> Iterator[Spot]:
    if "location" in finding:
        yield _spot(finding["location"], f"{finding['property']}: {finding['message']}", folder)
        return
    for one in (*finding.get("accesses", ()), *finding.get("blocked", ())):
        doing = (
            f"{'writes' if one['write'] else 'reads'} {one['place']}" if "place" in one else f"waits: {one['until']}"
        )
        yield _spot(one["location"], f"{finding['property']}: thread {one['thread']} {doing}", folder)


def _steps(finding: Mapping[str, Any], folder: Path) -> Iterator[Spot]:
    for number, line in enumerate((one for one in finding.get("trace", ()) if one["matters"]), 1):
        said = "; ".join(line["notes"]) or line["source"]
        yield _spot(line["location"], f"{number}. thread {line['thread']}: {said}", folder)


def _spot(location: Mapping[str, Any], text: str, folder: Path) -> Spot:
    return Spot(folder / location["file"], int(location["line"]), int(location.get("column") or 0), text)


def problems(errors: str, folder: Path) -> list[Diagnostic]:
    """What the front end did not understand."""
    return [
        Diagnostic(Spot(folder / file, int(line), int(column), text), "syntax")
        for file, line, column, text in _ERROR.findall(errors)
    ]
