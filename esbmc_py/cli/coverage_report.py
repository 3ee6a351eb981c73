"""`--coverage FILE`: lines and branches that were reached, per thread, as a page, as JSON or for lcov."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from esbmc_py.checking.covered_lines import CoveredFile, CoveredProgram

from .coverage_page import page
from .text_files import write_text


@dataclass(frozen=True, slots=True)
class Heading:
    """What the coverage belongs to."""

    verdict: str
    scope: str  # for people


def write_coverage(covered: CoveredProgram, heading: Heading, path: Path) -> None:
    write_text(path, FORMATS[path.suffix](covered, heading), "coverage")


def _json(covered: CoveredProgram, heading: Heading) -> str:
    files = [{**asdict(one), "lines": _lines(one)} for one in covered.files]
    for one in files:
        del one["text"]
    document = {"verdict": heading.verdict, "scope": heading.scope, "threads": covered.threads, "files": files}
    return json.dumps(document, indent=1) + "\n"


def _lines(file: CoveredFile) -> list[dict[str, Any]]:
    return [{"line": line, "threads": threads} for line, threads in file.lines.items()]


# -- lcov -------------------------------------------------------------------------------------------------------------


def _lcov(covered: CoveredProgram, heading: Heading) -> str:
    """One test for each thread, by the name of its start routine: lcov adds them up. What is reached counts 1."""
    threads = covered.threads or ("main",)
    lines = [line for thread in threads for file in covered.files for line in _record(file, thread)]
    return "\n".join(lines) + "\n"


def _record(file: CoveredFile, thread: str) -> Iterator[str]:
    yield f"TN:{thread}"
    yield f"SF:{Path(file.name).absolute()}"
    for function in file.functions:
        yield f"FN:{function.line},{function.name}"
    for function in file.functions:
        yield f"FNDA:{int(thread in function.threads)},{function.name}"
    yield f"FNF:{len(file.functions)}"
    yield f"FNH:{sum(thread in function.threads for function in file.functions)}"
    for number, branch in enumerate(file.branches):
        for way, threads in enumerate((branch.fell_through, branch.jumped)):
            taken = str(int(thread in threads)) if thread in branch.reached else "-"
            yield f"BRDA:{branch.line},{number},{way},{taken}"
    yield f"BRF:{2 * len(file.branches)}"
    yield f"BRH:{sum((thread in b.fell_through) + (thread in b.jumped) for b in file.branches)}"
    for line, threads in file.lines.items():
        yield f"DA:{line},{int(thread in threads)}"
    yield f"LF:{len(file.lines)}"
    yield f"LH:{file.reached_by(thread)}"
    yield "end_of_record"


def _page(covered: CoveredProgram, heading: Heading) -> str:
    return page(covered, heading.verdict, heading.scope)


FORMATS: dict[str, Callable[[CoveredProgram, Heading], str]] = {
    ".html": _page,
    ".json": _json,
    ".info": _lcov,
    ".lcov": _lcov,
}
