"""The sequentialized program as a page: beside the original, with a slider over the turns of a counterexample."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from encoders.cseq.check import Turn
from encoders.outcome import Found
from esbmc_py.goto.program import Program
from sequentialize.to_c import CProgram

from .filling import page as filled_page

FOLDER = Path(__file__).parent
_BLOCK = re.compile(r"\bJ\((\d+), (\d+)\)")
_END = re.compile(r"^\s*(L\d+: )?return;$")
_COMMENT = re.compile(r"\s*/\* (\S+: )?.*\*/$")


def page(program: Program, made: CProgram, rounds: int, turns: Sequence[Turn], found: Found | None) -> str:
    lines = sequential_lines(made)
    sizes = [
        max((one["block"] for one in lines if one["thread"] == t), default=0) + 1 for t in range(len(made.threads))
    ]
    names = ", ".join(Path(name).name for name in program.sources)
    violation = None
    if found is not None:
        violation = {
            "text": f"{found.property}: {found.message}",
            "file": found.location.file,
            "line": found.location.line,
        }
    data = {
        "program": names,
        "sources": dict(program.sources),
        "lines": [one for one in lines if one["kind"] != "head"],
        "hidden": sum(one["kind"] == "head" for one in lines),
        "threads": list(made.threads),
        "sizes": sizes,
        "rounds": rounds,
        "turns": [[turn.round, turn.thread, turn.stops] for turn in turns],
        "violation": violation,
    }
    return filled_page(FOLDER, "sequential", f"Lazy sequentialization · {names}", data)


def sequential_lines(made: CProgram) -> list[dict[str, Any]]:
    """Each line with the thread and block it belongs to: what stands between `J(A, B)` and the next is block A.

    Also after a `G(A)`: where ways meet again, the turn goes on that has passed A.
    """
    heads = {f"static void {name}(": number for number, name in enumerate(made.threads)}
    found: list[dict[str, Any]] = []
    thread, block, kind = -1, -1, "head"
    for text, origin in zip(made.text.splitlines(), made.lines, strict=False):
        if kind == "head" and text.startswith("#define N "):
            kind = "auxiliary"
        entered = next((number for head, number in heads.items() if text.startswith(head)), None)
        if entered is not None:
            thread, block, kind = entered, -1, "thread"
        elif text.startswith("int main("):
            thread, block, kind = -1, -1, "driver"
        elif (begins := _BLOCK.search(text)) is not None and kind == "thread":
            block = int(begins[1])
        elif _END.match(text):
            block = -1
        shown = _COMMENT.sub("", text) if kind == "thread" else text
        own = origin is not None and origin.line > 0
        found.append(
            {
                "text": shown,
                "kind": kind,
                "thread": thread,
                "block": block,
                "line": origin.line if own and origin is not None else 0,
                "file": origin.file if own and origin is not None else "",
            }
        )
        if text == "}" and kind == "thread":
            thread, block, kind = -1, -1, "between"
    return found
