"""Labels of a function: jumps to them, their addresses, and the label ERROR."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from esbmc_py.goto.expressions import Const, Expression
from esbmc_py.goto.instructions import Assert, Unsupported
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import INT

from . import gnu_ast
from .builder import FunctionBuilder
from .operators import binary
from .problems import TypeProblem, location_of
from .syntax_nodes import c_ast

ASYNCHRONOUS = "__CPROVER_ASYNC_"  # what is labelled like this runs in a thread of its own; the label may come twice


class Labels:
    def __init__(self, builder: FunctionBuilder, texts: dict[int, str]) -> None:
        """`texts` gets the names of labels that are placed."""
        self._builder = builder
        self._texts = texts
        self._labels: dict[str, int] = {}
        self._placed: set[str] = set()
        self._used: dict[str, Any] = {}
        self._numbers: dict[str, int] = {}

    def finish(self) -> None:
        for name, node in self._used.items():
            if name not in self._placed:
                raise TypeProblem(f"label '{name}' is used but not defined", location_of(node), near=name)

    def _named(self, name: str) -> int:
        if name not in self._labels:
            self._labels[name] = self._builder.label()
        return self._labels[name]

    def goto(self, node: c_ast.Goto) -> None:
        if self._builder.discarding:
            return
        self._used.setdefault(node.name, node)
        self._builder.far_goto(self._named(node.name))

    def place(self, node: c_ast.Label) -> None:
        if self._builder.discarding:  # it may be read again, where it counts
            return
        if node.name in self._placed and not node.name.startswith(ASYNCHRONOUS):
            raise TypeProblem(f"duplicate label '{node.name}'", location_of(node), near=node.name)
        self._placed.add(node.name)
        label = self._named(node.name)
        self._builder.place_label(label)
        self._texts[label] = node.name
        if node.name == "ERROR":
            self._builder.emit(Assert(Const(0, INT), Property.REACH, "the label ERROR is reached", location_of(node)))

    def number(self, name: str) -> int:
        """`&&name`: labels whose address is taken are numbered from 1."""
        self._named(name)
        return self._numbers.setdefault(name, len(self._numbers) + 1)

    def computed_goto(self, node: gnu_ast.ComputedGoto, target: Expression, addressed: Iterable[str]) -> None:
        """A chain of tests over the labels whose addresses the function takes."""
        builder = self._builder
        for name in addressed:
            self.number(name)
        for name, number in list(self._numbers.items()):
            self._used.setdefault(name, node)
            skip = builder.label()
            builder.branch(binary("!=", target, Const(number, target.type)), skip)
            builder.far_goto(self._named(name))
            builder.place_label(skip)
        builder.emit(Unsupported("a computed goto to an unknown address", location_of(node)))
