"""The answer as one HTML page: a lane for each thread, the source beside it, to step through.

The page needs nothing but itself: no network, no other file. `answer.html` is the template; it draws what is in the
JSON document of the answer (the one that `--json` prints), with the sources and what counterexamples are called added.
"""

from __future__ import annotations

import html
from pathlib import Path
from typing import TYPE_CHECKING, Any

from esbmc_py.pages import filled, script_json
from esbmc_py.traces.trace_line import TraceLine

from .traces import Trace, conclusion, summary

if TYPE_CHECKING:
    from esbmc_py.checking.results import CheckResult

TEMPLATE = Path(__file__).parent / "answer.html"


def page(document: dict[str, Any], result: CheckResult, traces: list[Trace]) -> str:
    for finding, trace in zip(document["findings"], traces, strict=True):
        finding["title"] = trace.named(summary(trace.finding.what))
        finding["conclusion"] = [trace.named(line.strip()) for line in conclusion(trace.finding.what, trace.lines)]
        if trace.explanation is not None:
            from .explanation import explanation_svg, explanation_title, orders_text

            finding["why"] = {
                "title": explanation_title(trace.explanation),
                "text": trace.explanation.sentence,
                "orders": [line.strip() for line in orders_text(trace.explanation)],
                "picture": explanation_svg(trace.explanation),
            }
        finding["opens_at"] = first_of_interest(trace.lines)
        finding["threads"] = {str(number): name for number, name in trace.names.items()}
    shown = {place["location"]["file"] for finding in document["findings"] for place in finding["trace"]}
    sources = {file: text for file, text in result.program.sources.items() if file in shown}
    extra: dict[str, Any] = {"sources": sources}
    if not document["findings"]:
        from .covered_page import covered

        extra["covered"] = covered(result)
        extra["sources"] = sources = {**sources, **{f: result.program.sources[f] for f in extra["covered"]["lines"]}}
    proof = {one.location.file for one in result.invariant} & result.program.sources.keys()
    extra["sources"] = sources = {**sources, **{file: result.program.sources[file] for file in proof}}
    title = f"{str(result.verdict).upper()} · {', '.join(sorted(Path(file).name for file in sources)) or 'smtcb'}"
    parts = {"title": html.escape(title), "data": script_json({**document, **extra})}
    return filled(TEMPLATE.read_text(encoding="utf-8"), parts)


def first_of_interest(lines: list[TraceLine]) -> int:
    """Where the page opens: the first step that matters after another thread has begun to run."""
    for number, line in enumerate(lines):
        starts = any(one.verb in ("start", "join") for one in line.operations)
        if line.matters and line.thread != 0 and line.waits is None and not starts:
            return number
    return max(0, len(lines) - 1)
