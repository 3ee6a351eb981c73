"""Prints a goto program so that it can be read beside its source.

Source lines stand as comments before the first instruction that comes from them. A `*` marks what other threads may
notice: there a context switch can happen, just before. Every instruction has its number, and those that are jumped to
an L before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from .expression_text import declaration_text
from .expressions import AddressOf
from .flow import jump_targets
from .instruction_text import instruction_text
from .instructions import AtomicBegin, AtomicEnd
from .operands import expressions_of, subexpressions
from .program import Function, Program
from .symbols import SourceLocation, Storage, Symbol


def print_program(
    program: Program,
    functions: Collection[str] | None = None,
    models: bool = False,
    verbose: bool = False,
    notes: str = "",
) -> str:
    """`functions`: only these; else all, those of the library only with `models`.

    `verbose` shows addresses and types. `notes` are about the whole program, such as who shares what.
    """
    chosen = [
        function
        for name, function in program.functions.items()
        if (name in functions if functions is not None else models or not function.is_model)
    ]
    blocks = [_objects(program, chosen)] if functions is None else []
    blocks += [notes] if functions is None else []
    blocks += ["\n".join(_function_lines(program, function, verbose)) for function in chosen]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _objects(program: Program, functions: list[Function]) -> str:
    """The globals and thread-locals that these functions name."""
    named = {symbol for function in functions for symbol in _symbols(function)}
    words = {Storage.THREAD: "THREAD_LOCAL", Storage.GLOBAL: "GLOBAL"}
    lines = [
        f"{words[symbol.storage]} {declaration_text(symbol.type, symbol.name)}"
        for symbol in (*program.globals, *program.thread_locals)
        if symbol in named and not symbol.constant
    ]
    return "\n".join(lines)


def _symbols(function: Function) -> Iterator[Symbol]:
    for instruction in function.instructions:
        for expression in subexpressions(*expressions_of(instruction)):
            if isinstance(expression, AddressOf):
                yield expression.symbol


def function_header(function: Function) -> str:
    parameters = ", ".join(declaration_text(parameter.type, parameter.name) for parameter in function.parameters)
    return declaration_text(function.type.result, f"{function.name}({parameters or 'void'})")


def _function_lines(program: Program, function: Function, verbose: bool) -> Iterator[str]:
    yield f"{function_header(function)}  // {function.location.file}:{function.location.line}"
    targets = jump_targets(function.instructions)
    width = len(str(len(function.instructions))) + 2
    line: tuple[str, int] | None = None
    depth = 0
    for index, instruction in enumerate(function.instructions):
        if index in function.labels:
            yield f"{function.labels[index]}:"
        here = (instruction.location.file, instruction.location.line)
        if here != line:
            line = here
            comment = _source_comment(program, function, instruction.location)
            if comment:
                yield f"{'':{width}}     // {comment}"
        if isinstance(instruction, AtomicEnd):
            depth = max(0, depth - 1)
        number = f"L{index}:" if index in targets else f"{index} "
        mark = "*" if instruction.visible else " "
        yield f"{number:>{width}} {mark}  {'  ' * depth}{instruction_text(instruction, exact=verbose)}"
        if isinstance(instruction, AtomicBegin):
            depth += 1


def _source_comment(program: Program, function: Function, location: SourceLocation) -> str:
    text = _source_line(program.sources.get(location.file, ""), location.line)
    file = "" if location.file == function.location.file else f"{location.file}:"
    return f"{file}{location.line}: {text}" if text else ""


def _source_line(source: str, line: int) -> str:
    lines = _source_lines(source)
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""


@lru_cache(maxsize=8)
def _source_lines(source: str) -> list[str]:
    return source.splitlines()
