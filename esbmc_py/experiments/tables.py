"""A table, and how it looks in a terminal, as CSV, Markdown, LaTeX and HTML."""

from __future__ import annotations

import csv
import html
import io
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from .problems import ExperimentProblem

if TYPE_CHECKING:
    from rich.table import Table as RichTable

Tone = Literal["", "good", "bad", "warn", "dim"]
_LONG = 50  # rows of a table that does not fit on a page
_BROKEN = 18  # characters of a column whose text is broken into lines
_RICH = {"": "", "good": "green", "bad": "bold red", "warn": "yellow", "dim": "dim"}
_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "—": "---",
    "×": r"$\times$",
    "≥": r"$\ge$",
    "∞": r"$\infty$",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}


@dataclass(frozen=True, slots=True)
class TableCell:
    """`text` for people; `value` for spreadsheets and for sorting, the text if there is none.

    `place`: where a text stands among numbers when sorted.
    """

    text: str
    value: float | int | None = None
    tone: Tone = ""
    place: float | None = None

    @property
    def key(self) -> str:
        return self.text if self.value is None else repr(self.value)


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    right: bool = True
    breaks: bool = False  # may be broken into lines on a screen


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    notes: tuple[str, ...] = ()


def number(value: float | int | None, digits: int = 0) -> TableCell:
    """Right-aligned, with thousands apart; empty if it is not known."""
    return TableCell("") if value is None else TableCell(f"{value:,.{digits}f}", value)


def seconds(value: float | None, tone: Tone = "") -> TableCell:
    return (
        TableCell("") if value is None else TableCell(f"{value:.2f}" if value < 100 else f"{value:,.0f}", value, tone)
    )


def to_csv(table: Table) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(column.title for column in table.columns)
    writer.writerows([cell.key for cell in row] for row in table.rows)
    return out.getvalue()


def to_markdown(table: Table) -> str:
    def escaped(text: str) -> str:
        return text.replace("|", "\\|").replace("*", "\\*")

    def line(texts: Sequence[str]) -> str:
        return f"| {' | '.join(texts)} |"

    lines = [line([escaped(column.title) for column in table.columns])]
    lines.append("|" + "|".join("---:" if column.right else "---" for column in table.columns) + "|")
    for row in table.rows:
        lines.append(line([f"**{escaped(cell.text)}**" if cell.tone == "bad" else escaped(cell.text) for cell in row]))
    return "\n".join(lines) + "\n" + "".join(f"\n{escaped(note)}\n" for note in table.notes)


def to_latex(table: Table) -> str:
    """With booktabs' rules; a table that is too long for a page goes on on the next."""

    def escaped(text: str) -> str:
        return "".join(_LATEX.get(character, character) for character in text)

    def line(texts: Sequence[str]) -> str:
        return f"  {' & '.join(texts)} \\\\"

    long = len(table.rows) > _LONG
    name = "longtable" if long else "tabular"
    packages = "booktabs,longtable" if long else "booktabs"
    shape = "".join("r" if column.right else "l" for column in table.columns)
    lines = [f"% {table.title}; needs \\usepackage{{{packages}}}", f"\\begin{{{name}}}{{{shape}}}"]
    lines += ["  \\toprule", line([escaped(column.title) for column in table.columns]), "  \\midrule"]
    lines += ["  \\endhead"] if long else []
    for row in table.rows:
        texts = [f"\\textbf{{{escaped(cell.text)}}}" if cell.tone == "bad" else escaped(cell.text) for cell in row]
        lines.append(line(texts))
    lines += ["  \\bottomrule", f"\\end{{{name}}}", *(f"% {note}" for note in table.notes)]
    return "\n".join(lines) + "\n"


def to_html(table: Table) -> str:
    """A table that the page's script can sort."""

    def escaped(text: str) -> str:
        return html.escape(text, quote=True)

    def cell_text(cell: TableCell, column: Column) -> str:
        classes = " ".join(filter(None, ["r" if column.right else "", cell.tone]))
        attributes = f' class="{classes}"' if classes else ""
        place = cell.value if cell.place is None else cell.place
        if place is not None:
            attributes += f' data-v="{place!r}"'
        return f"<td{attributes}>{escaped(cell.text)}</td>"

    head = "".join(f"<th{' class=r' if column.right else ''}>{escaped(column.title)}</th>" for column in table.columns)
    rows = "\n".join(
        "<tr>" + "".join(cell_text(*pair) for pair in zip(row, table.columns, strict=True)) + "</tr>"
        for row in table.rows
    )
    notes = "".join(f'<p class="note">{escaped(note)}</p>' for note in table.notes)
    body = f'<table class="sortable"><thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>'
    return f'<div class="wide">{body}</div>\n{notes}'


def to_rich(table: Table) -> RichTable:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as RichTable
    from rich.text import Text

    shown = RichTable(title=table.title or None, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for index, column in enumerate(table.columns):
        width = max((len(row[index].text) for row in table.rows), default=0)
        width = max([min(width, _BROKEN) if column.breaks else width, *map(len, column.title.split())])
        justify: Literal["left", "right"] = "right" if column.right else "left"
        title = "\n".join(textwrap.wrap(column.title, width))
        shown.add_column(Text(title), justify=justify, no_wrap=not column.breaks, min_width=width)
    for row in table.rows:
        shown.add_row(*(Text(cell.text, _RICH[cell.tone]) for cell in row))
    return shown


def turned(table: Table) -> Table:
    """Rows as columns: for few rows with many numbers on a narrow screen."""
    columns = (Column(table.columns[0].title, right=False), *(Column(row[0].text, breaks=True) for row in table.rows))
    rows = [
        (TableCell(column.title), *(row[index] for row in table.rows))
        for index, column in enumerate(table.columns[1:], start=1)
    ]
    return Table(table.title, columns, tuple(rows), table.notes)


def split(table: Table, fits: Callable[[Table], bool]) -> list[Table]:
    """Side by side as many columns as fit, below each other the rest. What names a row comes first in every part."""
    names = next((index for index, column in enumerate(table.columns) if not column.right), 0) + 1
    chosen: list[list[int]] = [[]]
    for index in range(names, len(table.columns)):
        if chosen[-1] and not fits(_part(table, [*range(names), *chosen[-1], index])):
            chosen.append([])
        chosen[-1].append(index)
    first, *others = [_part(table, [*range(names), *indices]) for indices in chosen]
    return [replace(first, title=table.title), *others]


def _part(table: Table, indices: Sequence[int]) -> Table:
    rows = tuple(tuple(row[index] for index in indices) for row in table.rows)
    return Table("", tuple(table.columns[index] for index in indices), rows)


_FORMS: dict[str, Callable[[Table], str]] = {".csv": to_csv, ".md": to_markdown, ".tex": to_latex, ".html": to_html}


def check_ending(path: Path) -> None:
    """The name's ending says how."""
    if path.suffix not in _FORMS:
        raise ExperimentProblem(f"tables end in {', '.join(_FORMS)}", path)


def write_table(table: Table, path: Path) -> None:
    check_ending(path)
    write_text(path, _FORMS[path.suffix](table))


def write_text(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise ExperimentProblem(f"cannot write it: {problem.strerror}", path) from None
