"""The page of a state graph: one file that needs nothing but itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from esbmc_py.goto.program import Program
from esbmc_py.pages import page as filled_page

from .document import whole
from .explained import explanations
from .graph import MOST_CHOICES, StateGraph

FOLDER = Path(__file__).parent


def page(graph: StateGraph, *, model: str, notes: tuple[str, ...] = ()) -> str:
    """Of a graph that has been explored."""
    document = whole(graph)
    document["why"] = explanations(graph, document["ends"])
    unknown = [end[2] for end in document["ends"] if end[0] == "given up"]
    sampled = [
        f"Of inputs and of what is not initialised, only some values of type {ctype} were tried."
        for ctype in graph.sampled
    ]
    sampled += [
        f"{place}: of the inputs of this step, the first {MOST_CHOICES:,} combinations were tried."
        for place in graph.cut_choices
    ]
    notes = (*notes, *sampled, *(f"Nothing is known about what follows: {reason}." for reason in unknown))
    return filled({**document, **heading(graph.program, model, notes), "complete": not notes})


def filled(data: dict[str, Any]) -> str:
    return filled_page(FOLDER, "play", f"Be the scheduler · {data['program']}", data)


def heading(program: Program, model: str, notes: tuple[str, ...]) -> dict[str, Any]:
    names = [Path(path).name for path in program.sources]
    sources = {path: text for path, text in program.sources.items() if _has_code(program, path)} or program.sources
    return {"program": ", ".join(names[:3]), "model": model, "notes": list(notes), "sources": sources}


def _has_code(program: Program, path: str) -> bool:
    return any(function.location.file == path for function in program.functions.values() if not function.is_model)
