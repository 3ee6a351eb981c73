"""What nobody asked about, and may matter: deadlocks of threads that wait, races of threads that share plain data.

Mode auto looks at a few executions for a race that nobody asked about. It says nothing about the properties that were
asked for, so it changes no verdict; but whoever hunts a bug wants to hear of it.
"""

from __future__ import annotations

from dataclasses import replace

from esbmc_py.goto.instructions import Block, Load, Store
from esbmc_py.goto.memory_models import SC
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import starts_threads
from esbmc_py.vm.findings import DataRace, RaceSide

from .options import CheckOptions
from .results import CheckResult, Verdict

_HEAP = "heap object"  # how places begin that have no name


def not_looked_for(result: CheckResult) -> str:
    """Also where nothing else was settled: it may be the very bug."""
    if result.verdict is Verdict.FAILED:
        return ""
    program = result.program
    if "deadlock" not in result.scope.groups and waits(program):
        return "deadlocks, and there are threads that wait (--property deadlock looks for them)"
    if result.race_seen is not None:
        return f"data races, and there is one: {race_text(result.race_seen)} (--property race tells how)"
    if "race" not in result.scope.groups and shares_plain_data(program):
        return "data races, and there is plain data that threads share (--property race looks for them)"
    return ""


def race_text(race: DataRace) -> str:
    """In one line; both sides have the same name, if one of them has any."""
    first, second = race.first, race.second
    if first.place.startswith(_HEAP):
        first = replace(first, place=second.place)
    return f"{first}, {_doing(second)} it at {second.location}{' (atomically)' * second.atomic}"


def _doing(side: RaceSide) -> str:
    return f"thread {side.thread} {'writes' if side.write else 'reads'}"


def race_by_chance(program: Program, options: CheckOptions) -> DataRace | None:
    if "race" in options.groups or options.semantics.surroundings.memory_model != SC or not shares_plain_data(program):
        return None
    from .random_runs import race_seen

    return race_seen(program, options.seed)


def shares_plain_data(program: Program) -> bool:
    """Does one of the program's own functions access shared memory, and not atomically?"""
    if not starts_threads(program):
        return False
    own = [function for function in program.functions.values() if not function.is_model]
    return any(isinstance(i, Load | Store) and i.visible and not i.atomic for f in own for i in f.instructions)


def waits(program: Program) -> bool:
    """Can a thread have to wait: for a lock, for another thread's end, ...?"""
    return any(isinstance(i, Block) for function in program.functions.values() for i in function.instructions)
