"""C expressions that somebody asks about in every state: functions that are added to the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .preprocess import SourceUnit
from .syntax_nodes import c_ast


def proposition_function(number: int) -> str:
    """The name of the function that tells whether the proposition with this number holds."""
    return f"__smtcb_proposition_{number}"


def with_propositions(
    units: list[SourceUnit], texts: Sequence[str], parsed: Callable[[SourceUnit], c_ast.FileAST]
) -> list[SourceUnit]:
    """Expressions over what the file with `main` declares; the name of a function means what it returns."""
    if not texts:
        return units
    trees = [parsed(unit) for unit in units]
    functions = [{one.decl.name for one in tree.ext if isinstance(one, c_ast.FuncDef)} for tree in trees]
    place = next((number for number, names in enumerate(functions) if "main" in names), 0)
    known = set().union(*functions)
    sources, lines = dict(units[place].sources), []
    for number, text in enumerate(texts):
        expression = f"{text}()" if text in known else text
        name = f"<{text}>"
        sources[name] = expression
        lines.append(
            f'\nint {proposition_function(number)}(void) {{ return (\n# 1 "{_quoted(name)}"\n{expression}\n) != 0; }}\n'
        )
    units = units.copy()
    units[place] = replace(units[place], text=units[place].text + "".join(lines), sources=sources)
    return units


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
