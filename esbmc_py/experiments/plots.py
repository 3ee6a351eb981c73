"""Plots of a campaign: quantiles, scatter, scaling. matplotlib is imported here only, and only when a plot is made."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .answers import TaskStatus
from .problems import ExperimentProblem
from .records import Results, RunRecord
from .scaling import curves

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = (".svg", ".png", ".pdf")
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999933")
_MARKERS = "osD^vPX*"
_MISSING = "plots need matplotlib: pip install 'smtcb[plots]'"
_FASTEST = 0.01  # seconds: what is faster is drawn here


def quantile(results: Results) -> Figure:
    """For each configuration, how many tasks it solves within how much time each: further right and lower is better."""
    figure, (axes,) = _figure(7.2, 4.4)
    for index, name in enumerate(results.configurations):
        times = sorted(
            max(run.cpu, _FASTEST)
            for (_, configuration), run in results.latest.items()
            if configuration == name and run.status.solved
        )
        label = f"{name} ({len(times)})"
        axes.step(range(len(times) + 1), [*times[:1], *times], color=_colour(index), lw=1.8, label=label)
    axes.set_yscale("log")
    axes.set_xlim(left=0)
    axes.set_xlabel("tasks solved")
    axes.set_ylabel("processor time per task (s)")
    axes.legend(title="configuration (solved)", frameon=False)
    _finish(axes)
    return figure


def scatter(results: Results, first: str, second: str) -> Figure:
    """Each task a point: the time of the one against that of the other. What was not solved lies on the border."""
    check_names((first, second), results.configurations)
    latest = results.latest
    pairs = [
        (latest[task, first], latest[task, second])
        for task in results.tasks
        if (task, first) in latest and (task, second) in latest
    ]
    if not pairs:
        raise ExperimentProblem(f"{first} and {second} have no task in common")
    edge = border(results)
    figure, (axes,) = _figure(5.2, 5.0)
    for expected, marker, colour, label in (
        (False, "o", _COLOURS[1], "bug"),
        (True, "s", _COLOURS[0], "safe"),
        (None, "D", _COLOURS[2], "no verdict known"),
    ):
        chosen = [(_time(a, edge), _time(b, edge)) for a, b in pairs if a.expected is expected]
        if chosen:
            x, y = zip(*chosen, strict=True)
            axes.scatter(x, y, s=22, marker=marker, c=colour, alpha=0.65, linewidths=0, label=f"{label} ({len(x)})")
    low = _FASTEST if min(min(_time(a, edge), _time(b, edge)) for a, b in pairs) < 0.1 else 0.1
    _diagonals(axes, low, edge)
    axes.set_xlabel(f"{first} (s)")
    axes.set_ylabel(f"{second} (s)")
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=3)
    _finish(axes)
    return figure


def _diagonals(axes: Axes, low: float, edge: float) -> None:
    """Equal, and ten times more or less; lines for what was not solved."""
    axes.set_xscale("log")
    axes.set_yscale("log")
    for factor, style in ((1.0, "-"), (10.0, ":"), (0.1, ":")):
        axes.plot([low, edge], [low * factor, edge * factor], style, color="#888888", lw=0.8, zorder=0)
    axes.axvline(edge, color="#888888", lw=0.8)
    axes.axhline(edge, color="#888888", lw=0.8)
    axes.set_xlim(low, edge * 1.35)
    axes.set_ylim(low, edge * 1.35)
    axes.set_aspect("equal")
    axes.annotate("not solved", (edge, low), xytext=(-3, 4), textcoords="offset points", rotation=90, fontsize=7,
                  ha="right", va="bottom", color="#666666")  # fmt: skip


def scaling(results: Results) -> Figure:
    """Time against a parameter of the program, one panel for each program."""
    found = curves(results)
    if not found:
        raise ExperimentProblem("no program was run with three or more values of a parameter")
    latest, edge = results.latest, border(results)
    wide = min(3, len(found))
    high = math.ceil(len(found) / wide)
    figure, panels = _figure(3.5 * wide, 2.5 * high + 0.4, high, wide)
    for panel, curve in zip(panels, found, strict=False):
        for index, name in enumerate(results.configurations):
            points = [(value, latest[task, name]) for value, task in curve.tasks.items() if (task, name) in latest]
            if points:
                x, y = [value for value, _ in points], [_time(run, edge) for _, run in points]
                panel.plot(x, y, color=_colour(index), marker=_MARKERS[index % 8], ms=4, lw=1.3, label=name)
        panel.set_yscale("log")
        panel.axhline(edge, color="#888888", lw=0.8, ls="--")
        panel.set_title(curve.title, fontsize=8)
        panel.set_xlabel(curve.parameter, fontsize=8)
        _finish(panel)
        _show_values(panel, list(curve.tasks))
    for panel in panels[len(found) :]:
        panel.set_visible(False)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=len(labels), frameon=False, fontsize=9)
    figure.supylabel("processor time (s); dashed: not solved", fontsize=9)
    return figure


def _show_values(panel: Axes, values: list[int]) -> None:
    """A tick for each value, where they do not run into each other."""
    if values[0] > 0 and values[-1] > 20 * values[0]:
        panel.set_xscale("log")
    panel.set_xticks(values if len(values) <= 8 else values[::2], minor=False)
    panel.set_xticks([], minor=True)
    panel.set_xticklabels([str(value) for value in (values if len(values) <= 8 else values[::2])])


# -- common ground ----------------------------------------------------------------------------------------------------


def border(results: Results) -> float:
    """Where what was not solved is drawn: beyond all times, at the limit if all sessions had the same."""
    limits = {session["options"].get("timeout") for session in results.sessions}
    longest = max((run.cpu for run in results.runs if run.status.solved), default=1.0)
    limit = limits.pop() if len(limits) == 1 else None
    return max(longest * 1.1, float(limit or 0.0))


def _time(run: RunRecord, edge: float) -> float:
    return max(run.cpu, _FASTEST) if run.status.solved or run.status is TaskStatus.UNJUDGED else edge


def _colour(index: int) -> str:
    return _COLOURS[index % len(_COLOURS)]


def check_names(names: Sequence[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            raise ExperimentProblem(f"there are no results of a configuration '{name}'; there are {', '.join(known)}")


def check_ending(path: Path) -> None:
    if path.suffix not in FORMATS:
        raise ExperimentProblem(f"plots end in {', '.join(FORMATS)}", path)


def check_installed() -> None:
    if find_spec("matplotlib") is None:
        raise ExperimentProblem(_MISSING)


def _figure(width: float, height: float, rows: int = 1, columns: int = 1) -> tuple[Figure, list[Axes]]:
    """A figure with its panels."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ExperimentProblem(_MISSING) from None
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots(rows, columns, squeeze=False).flatten().tolist()


def _finish(axes: Axes) -> None:
    axes.grid(True, which="major", color="#e6e6e6", lw=0.7)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8)
    for axis, scale in ((axes.xaxis, axes.get_xscale()), (axes.yaxis, axes.get_yscale())):
        if scale == "log":
            _plain_numbers(axis)


def _plain_numbers(axis: Any) -> None:
    """0.1, 1, 10 instead of powers; 2 and 5 as well where there is room."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = axis.get_view_interval()
    axis.set_major_locator(LogLocator(subs=(1.0,) if high > 30 * low else (1.0, 2.0, 5.0)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(NullFormatter())


def write_plot(figure: Figure, path: Path) -> None:
    """The name's ending says how. The same results give the same file."""
    check_ending(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_rendered(figure, path.suffix[1:]))
    except OSError as problem:
        raise ExperimentProblem(f"cannot write it: {problem.strerror}", path) from None


def to_svg(figure: Figure) -> str:
    """For a page: without the declarations that only a file has."""
    text = _rendered(figure, "svg").decode()
    return text[text.index("<svg") :]


def _rendered(figure: Figure, form: str) -> bytes:
    import matplotlib

    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    out = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "smtcb", "svg.fonttype": "none", "font.size": 9}):
        figure.savefig(out, format=form, dpi=160, metadata=dates.get(form))
    return _smaller(out.getvalue()) if form == "svg" else out.getvalue()


def _smaller(svg: bytes) -> bytes:
    """A hundredth of a point is enough, and nobody reads the indentation."""
    return re.sub(rb"\n\s+", b"\n", re.sub(rb"(\d\.\d\d)\d+", rb"\1", svg))
