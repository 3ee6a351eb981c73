"""How the program was called in an execution, and in which surroundings that can be repeated."""

from __future__ import annotations

import os
from dataclasses import replace

from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.goto.memory_models import RC11, STORE_WAITS
from esbmc_py.goto.program import Program
from esbmc_py.vm.invocation import Invocation, invocation_of, takes_from_outside
from esbmc_py.vm.schedule import Schedule


def in_surroundings(program: Program, schedule: Schedule, given: Surroundings) -> Schedule:
    """A schedule that says in which surroundings it is to be followed, if the program can tell, and in which steps."""
    schedule = replace(schedule, heap_points=program.heap_points)
    waits = STORE_WAITS in program.functions or given.memory_model == RC11
    unusual = {name for name, _ in given.record()} - {"arguments"}
    tells = takes_from_outside(program) or unusual or waits
    return replace(schedule, surroundings=given.record()) if tells else schedule


def invocation(program: Program, schedule: Schedule, given: Surroundings) -> Invocation | None:
    """How the program was called in an execution; None if that makes no difference."""
    fixed = None if given.arguments is None else tuple(map(os.fsencode, given.arguments))
    if not takes_from_outside(program):
        return Invocation(fixed) if fixed and program.functions["main"].parameters else None
    found = invocation_of(program, schedule)
    variables = tuple((os.fsencode(name), os.fsencode(value)) for name, value in given.environment)
    arguments = found.arguments if fixed is None else fixed
    return Invocation(arguments, (*variables, *found.environment))
