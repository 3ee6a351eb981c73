"""A counterexample on the real binary: built, run, and compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.findings import DataRace, Deadlock, Finding, Violation
from esbmc_py.vm.schedule import Schedule

from .build import Built, NativeSource, Recipe, build
from .plan import Plan
from .planning import plan_for
from .process import run_once
from .verdict import NativeVerdict, compare, compare_report, is_undefined


@dataclass(frozen=True, slots=True)
class Prepared:
    """A binary with its plan, ready to run."""

    what: Violation | Deadlock | DataRace
    plan: Plan
    built: Built
    plan_file: Path
    tsan: bool = False

    def run(self) -> NativeVerdict:
        run = run_once(self.built.program, self.plan_file, tsan=self.tsan)
        return compare_report(self.what, run) if self.tsan else compare(self.what, run)


def another_that_shows_it(prepared: Prepared, program: Program, executions: Iterable[Finding]) -> Prepared | None:
    """The first of these executions that the same binary follows to its violation; its plan is left in the folder.

    A compiler may have merged accesses that one counterexample needs one by one, and another does not.
    """
    text = prepared.plan_file.read_text()
    for found in executions:
        plan = plan_for(program, found.schedule, found.what)
        prepared.plan_file.write_text(plan.text())
        other = replace(prepared, what=found.what, plan=plan)
        if other.run().agrees:
            return other
    prepared.plan_file.write_text(text)
    return None


def prepare(
    program: Program,
    schedule: Schedule,
    what: Violation | Deadlock | DataRace,
    sources: Sequence[NativeSource],
    folder: Path,
    *,
    optimisation: str = "-O0",
    compiler: str = "",
    tsan: bool = False,
) -> Prepared:
    """Builds the binary in `folder`. Raises ReplayProblem."""
    plan = plan_for(program, schedule, what)
    recipe = Recipe(
        tuple(sources),
        optimisation,
        compiler,
        undefined=is_undefined(what),
        functions=isinstance(what, Violation) and what.property is Property.REACH,
        outside=tuple(program.outside),
        arch=program.pointer_bits,
        tsan=tsan,
    )
    built = build(recipe, folder)
    plan_file = built.program.with_suffix(".plan")
    plan_file.write_text(plan.text())
    return Prepared(what, plan, built, plan_file, tsan)
