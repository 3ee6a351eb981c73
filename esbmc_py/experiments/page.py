"""One HTML page with all tables and plots of a campaign. It needs nothing but itself: no network, no other file."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import plots, summaries
from .answers import TaskStatus
from .problems import ExperimentProblem
from .records import Results
from .scaling import curves
from .tables import Column, Table, TableCell, Tone, to_html

TEMPLATE = Path(__file__).parent / "page.html"


def page(results: Results) -> str:
    sections = list(_sections(results))
    text = TEMPLATE.read_text(encoding="utf-8")
    parts = {
        "verdict": _verdict(results),
        "links": "".join(f'<a href="#{name}">{title}</a>' for name, title, _ in sections),
        "sections": "\n".join(
            f'<section id="{name}"><h2>{title}</h2>\n{body}</section>' for name, title, body in sections
        ),
        # A script element ends at the first "</", whatever it stands in.
        "data": json.dumps(_data(results), separators=(",", ":")).replace("</", "<\\/"),
    }
    for name, part in parts.items():
        text = text.replace(f"<!--{name}-->", part)
    return text


def _sections(results: Results) -> Iterator[tuple[str, str, str]]:
    yield "summary", "Summary", to_html(summaries.summary(results))
    bad = _not_answered(results)
    if bad.rows:
        yield "failures", "Wrong answers and errors", to_html(bad)
    yield "families", "Solved, by family", to_html(summaries.families(results))
    yield "quantile", "Quantiles", _figure(lambda: plots.quantile(results), "Further right and lower is better.")
    if len(results.configurations) > 1:
        yield "pair", "Two configurations", _SCATTER
    search = (
        '<p class="controls"><input id="search" aria-label="search" placeholder="search, e.g.: cav14 bug timeout">'
        ' <span id="shown"></span></p>'
    )
    yield "tasks", "Tasks", f'{search}<div class="tall">{to_html(summaries.tasks(results))}</div>'
    if curves(results):
        yield "scaling", "Scaling", _figure(lambda: plots.scaling(results), "Time against a parameter of the program.")
    yield "made", "How it was run", _facts(results)


_SCATTER = (
    '<p class="controls"><select id="first"></select> against <select id="second"></select></p>'
    '<svg id="scatter" width="520" height="520" viewBox="0 0 520 520"></svg><p id="point"></p>'
    '<p class="note">Each point is a task (orange: with a bug, blue: without).'
    " Solid line: equal; dotted: ten times.</p>"
)


def _figure(make: Any, caption: str) -> str:
    try:
        return f'<figure>{plots.to_svg(make())}</figure><p class="note">{caption}</p>'
    except ExperimentProblem as problem:
        return f'<p class="note">{html.escape(str(problem))}</p>'


def _not_answered(results: Results) -> Table:
    """What has to be looked into."""
    rows = []
    for status in (TaskStatus.WRONG, TaskStatus.ERROR):
        for run in (run for run in results.latest.values() if run.status is status):
            texts = (
                run.task,
                run.configuration,
                run.status,
                run.verdict,
                run.scope or run.reason,
                " ".join(run.arguments),
            )
            tone: Tone = "bad" if status is TaskStatus.WRONG else ""
            rows.append(tuple(TableCell(text, tone=tone) for text in texts))
    titles = ("task", "configuration", "status", "verdict", "why", "command")
    return Table("", tuple(Column(title, right=False) for title in titles), tuple(rows))


def _verdict(results: Results) -> str:
    """The first thing to know."""
    wrong = len(summaries.wrong_runs(results))
    runs = f"{len(results.latest)} runs of {len(results.configurations)} configurations on {len(results.tasks)} tasks:"
    tone, said = ("bad", f"WRONG VERDICTS: {wrong}") if wrong else ("good", "no wrong verdict")
    return f'<p class="verdict">{runs} <b class="{tone}">{said}</b>.</p>'


def _facts(results: Results) -> str:
    """Who made the results: every session that differs from the one before."""
    lines = dict.fromkeys(summaries.session_text(session) for session in results.sessions)
    return "".join(f'<p class="facts">{html.escape(line)}</p>' for line in lines)


def _data(results: Results) -> dict[str, Any]:
    """For the scatter plot: per task and configuration the time, whether it was solved, and what happened."""
    latest, names = results.latest, results.configurations
    tasks = []
    for task in results.tasks:
        runs = {
            name: [run.cpu, run.status.solved, str(run.status)]
            for name in names
            if (run := latest.get((task, name))) is not None
        }
        expected = next(latest[task, name].expected for name in runs)
        tasks.append([task, expected, runs])
    solved = [run.cpu for run in latest.values() if run.status.solved]
    low = 10.0 ** math.floor(math.log10(max(min(solved, default=1.0), 0.01)))
    return {"configurations": names, "tasks": tasks, "low": low, "border": max(plots.border(results), 10 * low)}
