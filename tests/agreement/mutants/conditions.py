"""Conditions in the code, and how to decide one of them otherwise while a program runs.

A mutant replaces one condition of one function by True or False. The module's syntax tree is changed and compiled, and
the function that is loaded gets the code of the changed one: no file changes, and whoever has imported it sees it.
"""

from __future__ import annotations

import ast
import importlib
import inspect
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from types import CodeType, FunctionType, ModuleType
from typing import Any


@dataclass(frozen=True, slots=True)
class Mutant:
    """`condition` is the text of a condition in a function, which is taken to be `value`."""

    module: str
    function: str  # as Python names it: Class.method
    condition: str
    occurrence: int  # of the same text in the function
    value: bool

    def __str__(self) -> str:
        again = f" #{self.occurrence}" if self.occurrence else ""
        return f"{self.module}:{self.function}: {self.condition}{again} -> {self.value}"


def mutants_of(module: str) -> list[Mutant]:
    """Every condition of a module, decided both ways, in the order of the text."""
    tree = ast.parse(_source(module))
    found = []
    for name, function in _functions(tree):
        count: Counter[str] = Counter()
        for condition in conditions(function):
            text = ast.unparse(condition)
            found += [Mutant(module, name, text, count[text], value) for value in (True, False)]
            count[text] += 1
    return found


def conditions(function: ast.AST) -> Iterator[ast.expr]:
    """What decides something: tests, filters, operands of `and`, `or` and `not`, and truth values that are returned.

    Not those of `while` (which would never end), of assertions, and constants.
    """
    seen: set[int] = set()
    for node in ast.walk(function):
        for condition in _decided_by(node, function):
            if id(condition) not in seen and not isinstance(condition, ast.Constant | ast.BoolOp):
                seen.add(id(condition))
                yield condition


def _decided_by(node: ast.AST, function: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.If(test=test) | ast.IfExp(test=test):
            yield test
        case ast.BoolOp(values=values):
            yield from values
        case ast.comprehension(ifs=ifs):
            yield from ifs
        case ast.Return(value=ast.expr() as value) if _gives_truth(function):
            yield value
        case ast.Call(func=ast.Name(id="any" | "all"), args=[ast.GeneratorExp(elt=elt)]):
            yield elt


def _gives_truth(function: ast.AST) -> bool:
    returns = getattr(function, "returns", None)
    return isinstance(returns, ast.Name) and returns.id == "bool"


def apply(mutant: Mutant) -> None:
    """In this process, for good."""
    tree = ast.parse(_source(mutant.module))
    function = next(node for name, node in _functions(tree) if name == mutant.function)
    same = [one for one in conditions(function) if ast.unparse(one) == mutant.condition]
    changed = _Replacement(same[mutant.occurrence], mutant.value).visit(tree)
    code = compile(ast.fix_missing_locations(changed), _file(mutant.module), "exec")
    loaded = _loaded(importlib.import_module(mutant.module), mutant.function)
    loaded.__code__ = _code_of(code, mutant.function)


def watch(module: str, note: Callable[[Mutant], None]) -> None:
    """From now on, in this process, `note` is told how each condition is decided: the mutant that does the same."""
    tree = ast.parse(_source(module))
    decided: list[tuple[Mutant, Mutant]] = []
    places: dict[int, int] = {}
    both = iter(mutants_of(module))
    for _, function in _functions(tree):
        for condition in conditions(function):
            places[id(condition)] = len(decided)
            decided.append((next(both), next(both)))

    def noted(place: int, value: Any) -> Any:
        note(decided[place][0 if value else 1])
        return value

    watching = _Watching(places)
    names = [name for name, function in _functions(tree) if any(id(node) in places for node in ast.walk(function))]
    code = compile(ast.fix_missing_locations(watching.visit(tree)), _file(module), "exec")
    loaded = importlib.import_module(module)
    vars(loaded)[_NOTED] = noted
    for name in names:
        _loaded(loaded, name).__code__ = _code_of(code, name)


_NOTED = "__noted__"


class _Watching(ast.NodeTransformer):
    def __init__(self, places: dict[int, int]) -> None:
        self._places = places

    def visit(self, node: ast.AST) -> Any:
        place = self._places.get(id(node))
        visited = self.generic_visit(node)
        if place is None:
            return visited
        call = ast.Call(ast.Name(_NOTED, ast.Load()), [ast.Constant(place), visited], [])
        return ast.copy_location(call, node)


class _Replacement(ast.NodeTransformer):
    def __init__(self, condition: ast.expr, value: bool) -> None:
        self._condition = condition
        self._value = value

    def visit(self, node: ast.AST) -> Any:
        if node is self._condition:
            return ast.copy_location(ast.Constant(self._value), node)
        return super().visit(node)


# -- functions by name --------------------------------------------------------------------------------------------


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Of the module and of its classes. Those inside functions belong to these."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    yield f"{node.name}.{member.name}", member


def _loaded(module: ModuleType, name: str) -> FunctionType:
    found: Any = module
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    match found:
        case property(fget=function) | cached_property(func=function):
            found = function
        case staticmethod() | classmethod():
            found = found.__func__
    found = inspect.unwrap(found)
    assert isinstance(found, FunctionType), name
    return found


def _code_of(code: CodeType, name: str) -> CodeType:
    for part in name.split("."):
        code = next(one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == part)
    return code


def _file(module: str) -> str:
    file = importlib.import_module(module).__file__
    assert file is not None
    return file


def _source(module: str) -> str:
    return inspect.getsource(importlib.import_module(module))
