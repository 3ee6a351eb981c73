"""One HTML page with all tables and plots of a campaign. It needs nothing but itself: no network, no other file."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import plots, summaries
from .answers import Status
from .problems import ExperimentProblem
from .records import Results
from .scaling import curves
from .tables import Column, Table, to_html

TEMPLATE = Path(__file__).parent / "page.html"


def page(results: Results) -> str:
    sections = list(_sections(results))
    text = TEMPLATE.read_text(encoding="utf-8")
    parts = {
        "facts": _facts(results),
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
    if curves(results):
        yield "scaling", "Scaling", _figure(lambda: plots.scaling(results), "Time against a parameter of the program.")
    search = (
        '<p class="controls"><input id="search" placeholder="search: cav14 bug timeout"> <span id="shown"></span></p>'
    )
    yield "tasks", "Tasks", f'{search}<div class="tall">{to_html(summaries.tasks(results))}</div>'


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
    for run in results.latest.values():
        if run.status in (Status.WRONG, Status.ERROR):
            texts = (
                run.task,
                run.configuration,
                run.status,
                run.verdict,
                run.scope or run.reason,
                " ".join(run.arguments),
            )
            rows.append(tuple(summaries.Cell(text) for text in texts))
    titles = ("task", "configuration", "status", "verdict", "why", "command")
    return Table("", tuple(Column(title, right=False) for title in titles), tuple(rows))


def _facts(results: Results) -> str:
    """Who made the results: every session that differs from the one before."""
    lines: list[str] = []
    for session in results.sessions:
        versions = ", ".join(f"{name} {value}" for name, value in session["versions"].items())
        machine = session["machine"]
        hardware = f"{machine['processor']}, {machine['cores']} cores, {machine['memory_mb']} MB, {machine['system']}"
        options = {name: value for name, value in session["options"].items() if name != "configurations"}
        limits = ", ".join(f"{name} {value}" for name, value in options.items())
        line = f"{versions}; Python {machine['python']}; {hardware}; {limits}"
        if line not in lines:
            lines.append(line)
    runs = f"{len(results.latest)} runs of {len(results.configurations)} configurations on {len(results.tasks)} tasks."
    return f'<p class="facts">{runs}</p>' + "".join(f'<p class="facts">{html.escape(line)}</p>' for line in lines)


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
