"""Several answers side by side: `esbmc_py.compare` makes such a table, and any answers can be put into one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from esbmc_py.checking.api import Source, check
from esbmc_py.checking.modes import engine_names, find_mode
from esbmc_py.checking.option_types import checks_types
from esbmc_py.checking.options import AUTOMATIC, DEFAULT_GROUPS, DEFAULT_SEMANTICS, CheckOptions, OptionProblem
from esbmc_py.checking.results import Bounds, CheckResult

if TYPE_CHECKING:
    import pandas

    from esbmc_py.experiments.tables import Table
    from esbmc_py.frontend.semantics import Semantics

_NUMBERS = ("nodes", "states", "interleavings", "iterations", "formula_nodes", "solver_checks")


@checks_types
def compare(
    source: Source,
    modes: Sequence[str] | None = None,
    *,
    unwind: int | None = None,
    contexts: int | None = None,
    preemptions: int | None = None,
    rounds: int | None = None,
    groups: tuple[str, ...] = DEFAULT_GROUPS,
    solver: str = AUTOMATIC,
    timeout: float | None = None,
    memory: int | None = None,
    include_dirs: tuple[Path | str, ...] = (),
    defines: tuple[str, ...] = (),
    arch: int = 64,
    semantics: Semantics = DEFAULT_SEMANTICS,
) -> ResultTable:
    """One program in several modes (all that can prove something), one after the other, in this process.

    Each mode takes the bound on schedules that it knows; C context switches are C + 1 rounds unless `rounds` says
    otherwise. `timeout` and `memory` are for each mode.
    """
    asked = Bounds(unwind, contexts, preemptions, rounds)
    results = {}
    for mode in modes if modes is not None else engine_names():
        bounds = _bounds_for(mode, asked)
        results[mode] = check(
            source,
            mode=mode,
            unwind=bounds.unwind,
            contexts=bounds.contexts,
            preemptions=bounds.preemptions,
            rounds=bounds.rounds,
            groups=groups,
            solver=solver,
            timeout=timeout,
            memory=memory,
            include_dirs=include_dirs,
            defines=defines,
            arch=arch,
            semantics=semantics,
        )
    return ResultTable(results)


def _bounds_for(mode: str, asked: Bounds) -> Bounds:
    known = find_mode(mode)
    unwind = asked.unwind if known.unwinds else None
    if "rounds" in known.bounds_with(CheckOptions()):
        rounds = asked.rounds
        if rounds is None and asked.contexts is not None:
            rounds = asked.contexts + 1
        return Bounds(unwind, rounds=rounds)
    return Bounds(unwind, contexts=asked.contexts, preemptions=asked.preemptions)


class ResultTable(Mapping[str, CheckResult]):
    """Answers by name: `table["lazy"]`. Printed, it is a table; `to_dataframe()` is one for pandas."""

    def __init__(self, results: Mapping[str, CheckResult]) -> None:
        for name, result in results.items():
            if not isinstance(result, CheckResult):
                raise OptionProblem(f"the answer {name!r} is {result!r}, and must be an esbmc_py.CheckResult")
        self._results = dict(results)

    def __getitem__(self, name: str) -> CheckResult:
        return self._results[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def __repr__(self) -> str:
        verdicts = ", ".join(f"{name} {result.verdict}" for name, result in self._results.items())
        return f"<{len(self)} answers: {verdicts}>"

    def __str__(self) -> str:
        from esbmc_py.experiments.tables import to_markdown

        return to_markdown(self._table())

    def _repr_html_(self) -> str:
        from esbmc_py.experiments.tables import to_html

        return to_html(self._table())

    @property
    def disagree(self) -> bool:
        """Does one have a counterexample in the scope in which another found none? Then smtcb has a defect."""
        from esbmc_py.experiments.answers import answer_of, any_contradiction

        return any_contradiction([answer_of(result.to_json()) for result in self._results.values()])

    def to_records(self) -> list[dict[str, Any]]:
        """A dictionary for each answer: what it says, and what it cost (seconds, megabytes, numbers)."""
        return [_record(name, result) for name, result in self._results.items()]

    def to_dataframe(self) -> pandas.DataFrame:
        """Needs pandas. The names of the answers are the index."""
        try:
            import pandas
        except ImportError:
            raise ImportError("to_dataframe() needs pandas (pip install pandas); to_records() does not") from None
        return pandas.DataFrame.from_records(self.to_records(), index="name")

    def _table(self) -> Table:
        from esbmc_py.experiments.tables import Column, Table, TableCell, number, seconds

        records = self.to_records()
        shown = [name for name in _NUMBERS if any(record[name] for record in records)]
        titles = ("answer", "verdict", "scope", "found")
        columns = [Column(title, right=False) for title in titles] + [Column("wall (s)")]
        columns += [Column(name.replace("_", " ")) for name in shown]
        rows = [
            (
                *(TableCell(record[key]) for key in ("name", "verdict", "scope", "found")),
                seconds(record["seconds"]),
                *(number(record[name] or None) for name in shown),
            )
            for record in records
        ]
        return Table("", tuple(columns), tuple(rows))


def _record(name: str, result: CheckResult) -> dict[str, Any]:
    return {
        "name": name,
        "mode": result.mode,
        "verdict": str(result.verdict),
        "complete": result.complete,
        "scope": result.scope.lines()[0],
        "found": "; ".join(result.found),
        "seconds": result.times.total,
        **{f"seconds_{stage}": value for stage, value in asdict(result.times).items() if stage != "total"},
        "peak_memory_mb": result.peak_memory,
        **asdict(result.statistics),
    }
