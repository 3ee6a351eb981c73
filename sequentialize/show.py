"""The passes of a bounded program one by one, each as a program that can be printed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from esbmc_py.goto.program import Function, Program

from .bounds import ProgramBounds
from .fixed import fixed_objects
from .inline import Inlined, Inliner
from .number import numbered
from .threads import bounded_threads
from .unwind import unwound

PASSES = ("inline", "unwind", "threads", "number")


def after_pass(program: Program, bounds: ProgramBounds, name: str) -> Program:
    """The program after the pass with this name, with all functions that it has then."""
    match name:
        case "inline":
            return _with_functions(program, [inlined.function for inlined in _routines(program, bounds)])
        case "unwind":
            fixed = fixed_objects(program)
            return _with_functions(program, [unwound(one, bounds, fixed) for one in _routines(program, bounds)])
        case "threads":
            bounded = bounded_threads(program, bounds)
            made = _with_functions(program, [thread.function for thread in bounded.threads])
            return replace(made, globals=bounded.globals, thread_locals={})
        case "number":
            threads = numbered(bounded_threads(program, bounds))
            functions = [
                replace(thread.function, labels={index: str(number) for index, number in thread.numbers.items()})
                for thread in threads.threads
            ]
            made = _with_functions(program, functions)
            return replace(made, globals=threads.bounded.globals, thread_locals={})
        case _:
            raise ValueError(f"there is no pass {name}")


def _routines(program: Program, bounds: ProgramBounds) -> list[Inlined]:
    """Main, and every routine that a thread is started with."""
    inliner = Inliner(program, bounds.recursion)
    threads = bounded_threads(program, bounds).threads
    names = dict.fromkeys(thread.routine for thread in threads if thread.routine is not None)
    return [inliner.main(), *(inliner.routine(name) for name in names)]


def _with_functions(program: Program, functions: Iterable[Function]) -> Program:
    return replace(program, functions={function.name: function for function in functions})
