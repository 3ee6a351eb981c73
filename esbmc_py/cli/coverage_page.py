"""Coverage as one HTML page: every source file, with the threads that reached each line beside it.

The page needs nothing but itself: no network, no other file, no script.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from html import escape
from pathlib import Path

from esbmc_py.checking.covered_lines import CoveredBranch, CoveredFile, CoveredProgram

SUCCESSFUL = "successful"

_STYLE = """
:root { color-scheme: light dark; --hit: #e3f4e1; --miss: #fbdedb; --some: #fff1c9; --dim: #777; --line: #ddd; }
@media (prefers-color-scheme: dark) { :root { --hit: #17381d; --miss: #4a1d1b; --some: #46390f; --line: #444; } }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; }
.numbers td, .numbers th { padding: .15rem .8rem .15rem 0; text-align: right; }
.numbers td:first-child, .numbers th:first-child { text-align: left; }
.source { width: 100%; font: 13px/1.4 ui-monospace, monospace; border: 1px solid var(--line); }
.source td { padding: 0 .6rem; vertical-align: top; white-space: pre-wrap; }
.source td:nth-child(-n+2) { color: var(--dim); text-align: right; white-space: nowrap; }
.source td:nth-child(2) { text-align: left; max-width: 16rem; overflow: hidden; text-overflow: ellipsis; }
tr.hit td:last-child { background: var(--hit); }
tr.miss td:last-child { background: var(--miss); }
tr.some td:last-child { background: var(--some); }
.way { color: var(--dim); }
"""

_MEANING = (
    "Green was reached, red was not; yellow was reached, and a branch in it goes one way only. What is green was "
    "executed by smtcb: in the symbolic modes perhaps under conditions that never hold."
)
_UNREACHED = "No execution in the scope reaches what is red."
_ENDED_EARLY = "The search ended before it had seen all executions: more may be reached."


def page(covered: CoveredProgram, verdict: str, scope: str) -> str:
    names = ", ".join(Path(file.name).name for file in covered.files)
    body = [
        f"<h1>Coverage: {escape(names)}</h1>",
        f"<p>VERIFICATION {escape(verdict.upper())}. Scope: {escape(scope)}</p>",
        f"<p>{escape(_MEANING)} {_UNREACHED if verdict == SUCCESSFUL else _ENDED_EARLY}</p>",
        *_numbers(covered),
    ]
    for file in covered.files:
        body += [f"<h2>{escape(file.name)}</h2>", *_source(file)]
    head = f'<meta charset="utf-8"><title>Coverage · {escape(names)}</title><style>{_STYLE}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n' + "\n".join(body) + "\n</body></html>\n"


def _numbers(covered: CoveredProgram) -> Iterator[str]:
    yield '<table class="numbers"><tr><th>reached by</th><th>lines</th><th>ways of branches</th></tr>'
    every = sum(len(file.lines) for file in covered.files)
    ways = 2 * sum(len(file.branches) for file in covered.files)
    for thread in (None, *covered.threads):
        lines = sum(file.reached_by(thread) for file in covered.files)
        gone = sum(_ways(branch, thread) for file in covered.files for branch in file.branches)
        title = "anybody" if thread is None else thread
        yield f"<tr><td>{escape(title)}</td><td>{lines} of {every}</td><td>{gone} of {ways}</td></tr>"
    yield "</table>"


def _ways(branch: CoveredBranch, thread: str | None) -> int:
    return sum(bool(way) if thread is None else thread in way for way in (branch.fell_through, branch.jumped))


def _source(file: CoveredFile) -> Iterator[str]:
    branches: defaultdict[int, list[CoveredBranch]] = defaultdict(list)
    for branch in file.branches:
        branches[branch.line].append(branch)
    yield '<table class="source">'
    for number, text in enumerate(file.text.splitlines(), 1):
        threads = file.lines.get(number)
        one_way = [branch for branch in branches[number] if branch.one_way]
        kind = "" if threads is None else "miss" if not threads else "some" if one_way else "hit"
        who = escape(", ".join(threads or ()))
        note = f'<span class="way">  // {escape(_one_way_text(one_way))}</span>' if one_way and threads else ""
        yield f'<tr class="{kind}"><td>{number}</td><td title="{who}">{who}</td><td>{escape(text)}{note}</td></tr>'
    yield "</table>"


def _one_way_text(branches: list[CoveredBranch]) -> str:
    columns = ", ".join(str(branch.column) for branch in branches)
    return f"one way only (column {columns})"
