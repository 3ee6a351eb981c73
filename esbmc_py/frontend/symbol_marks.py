"""What the declarations of a file say about its symbols, beyond their types: weak, another name, run before main.

All declarations of a name count, wherever they stand: `static void init(void) __attribute__((constructor));` is often
the only place that says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import pthread_models
from esbmc_py.goto.deferred import dataclass

from . import gnu_ast
from .attributes import text_of
from .syntax_nodes import c_ast

WITHOUT_PRIORITY = 65535  # what gcc gives to those without one: first come those with a number

_PRAGMA_WEAK = re.compile(r"\s*weak\s+(\w+)(?:\s*=\s*(\w+))?\s*$")
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_CALLED = re.compile(r"\b(\w+)\s*\(")
_OBJECTS = re.compile(r"\bextern\b[^(){};]*;")
_DECLARATOR = re.compile(r"\b(\w+)\s*(?:\[[^]]*\]\s*)*[,;]")
_PRAGMA_RENAME = re.compile(r"\s*redefine_extname\s+(\w+)\s+(\w+)\s*$")


@dataclass(frozen=True, slots=True)
class Marks:
    """What a file says about one of its symbols."""

    weak: bool = False
    label: str | None = None  # the name for the linker: `asm("label")`
    alias: str | None = None  # the symbol that this one is another name of
    reference: str | None = None  # `weakref`: the symbol that this static name stands for
    constructor: gnu_ast.Attribute | None = None
    destructor: gnu_ast.Attribute | None = None
    noreturn: bool = False


NO_MARKS = Marks()


def symbol_marks(nodes: Iterable[Any]) -> dict[str, Marks]:
    """For every name of a file that is marked."""
    found: dict[str, Marks] = {}
    for node in nodes:
        match node:
            case c_ast.FuncDef() | c_ast.Decl():
                declaration = node.decl if isinstance(node, c_ast.FuncDef) else node
                if declaration.name is not None:
                    _read_declaration(declaration, found)
            case c_ast.Pragma():
                _read_pragma(node.string, found)
    return found


def _read_declaration(node: c_ast.Decl, found: dict[str, Marks]) -> None:
    attributes = gnu_ast.attributes_of(node)
    returns = not any(specifier.strip("_") in ("Noreturn", "noreturn") for specifier in node.funcspec or ())
    if not attributes and returns:
        return
    marks = found.get(node.name, NO_MARKS)
    for attribute in attributes:
        marks = _marked(marks, attribute)
    if not returns:
        marks = replace(marks, noreturn=True)
    if marks is not NO_MARKS:
        found[node.name] = marks


def _marked(marks: Marks, attribute: gnu_ast.Attribute) -> Marks:
    match attribute.name:
        case "weak":
            return replace(marks, weak=True)
        case "asm":
            return replace(marks, label=(text_of(attribute) or "").removeprefix("*") or None)
        case "alias":
            return replace(marks, alias=text_of(attribute))
        case "weakref":
            return replace(marks, weak=True, reference=text_of(attribute))
        case "constructor":
            return replace(marks, constructor=attribute)
        case "destructor":
            return replace(marks, destructor=attribute)
        case "noreturn":
            return replace(marks, noreturn=True)
        case _:
            return marks


def _read_pragma(text: str, found: dict[str, Marks]) -> None:
    weak, renamed = _PRAGMA_WEAK.match(text), _PRAGMA_RENAME.match(text)
    if weak is not None:
        marks = found.get(weak[1], NO_MARKS)
        found[weak[1]] = replace(marks, weak=True, alias=weak[2] or marks.alias)
    elif renamed is not None:
        found[renamed[1]] = replace(found.get(renamed[1], NO_MARKS), label=renamed[2])


def in_library_headers(name: str) -> bool:
    """Does the C library have this symbol, as far as its headers say? Then a weak reference to it is not null."""
    return name in _declared_in_headers()


@cache
def _declared_in_headers() -> frozenset[str]:
    """Functions, macros like functions, and objects: not the names of parameters, members and structures."""
    texts = (path.read_text("utf-8") for path in pthread_models.include_dir().rglob("*.h"))
    code = "\n".join(_COMMENT.sub(" ", text) for text in texts)
    objects = (name for found in _OBJECTS.finditer(code) for name in _DECLARATOR.findall(found[0]))
    return frozenset((*_CALLED.findall(code), *objects))
