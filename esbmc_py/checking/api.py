"""`check`: from source to answer."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from esbmc_py.frontend import LoadProblem, load
from esbmc_py.frontend.load import Loaded
from esbmc_py.frontend.preprocess import SourceUnit
from esbmc_py.frontend.source_file import SourceFile
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.findings import Violation

from .modes import mode_of
from .option_types import check_types
from .options import CheckOptions, OptionProblem
from .results import CheckResult
from .search import Search
from .surroundings import may_race_far_apart
from .typed_settings import checks_with

Source: TypeAlias = str | Path | Sequence[str | Path | SourceFile | SourceUnit]
TEXT_NAME = "program.c"  # what C text that comes without a file is called in messages


@checks_with(CheckOptions)
def check(source: Source, given: CheckOptions | None, settings: dict[str, Any]) -> CheckResult:
    """Checks a program: a path, several paths, or C text (anything with a line break in it).

    Settings are the fields of `CheckOptions`: check("prog.c", mode="uw", unwind=3, contexts=2).
    Raises OptionProblem, and LoadProblem for what is not C.
    """
    options = validated(given, settings)
    started = time.monotonic()
    if "memtrack" in options.groups:
        return _check_memtrack(source, options, started)
    return _search(source, options, started)


def _search(source: Source, options: CheckOptions, started: float) -> CheckResult:
    loaded = load_source(source, options)
    notes = [str(warning) for warning in loaded.warnings]
    program = mode_of(options).prepare(loaded.program, options)
    return _answer(program, options, started, notes, lambda other: load_source(source, other))


def _answer(
    program: Program,
    options: CheckOptions,
    started: float,
    notes: Sequence[str] = (),
    reload: Callable[[CheckOptions], Loaded] | None = None,
) -> CheckResult:
    options = _with_races_of(program, options)
    if mode_of(options).is_team:
        from .team import Team

        return Team(program, options, started, notes, reload).run()
    return Search(program, options, started, notes).run()


def _with_races_of(program: Program, options: CheckOptions) -> CheckOptions:
    """Where two accesses may race that are never next to each other, races are what nothing orders, if the mode can."""
    if "race" not in options.groups or options.happens_before or not may_race_far_apart(program, options.semantics):
        return options
    ordered = replace(options, happens_before=True)
    try:
        mode_of(ordered).validate(ordered)
    except OptionProblem:
        return options
    return mode_of(ordered).adapted(ordered)


def _check_memtrack(source: Source, options: CheckOptions, started: float) -> CheckResult:
    """Where nothing leaks, nothing is lost, and that is cheaper to ask. Otherwise variables must be seen."""
    groups = tuple(dict.fromkeys("leak" if group == "memtrack" else group for group in options.groups))
    result = _search(source, replace(options, groups=groups), started)
    leaks = any(
        isinstance(one.what, Violation) and one.what.property is Property.LEAK for one in result.counterexamples
    )
    if leaks and "leak" not in options.groups:
        semantics = replace(options.semantics, pointers_in_memory=True)
        result = _search(source, replace(options, semantics=semantics), started)
    return replace(result, scope=replace(result.scope, groups=options.groups))


@checks_with(CheckOptions)
def check_program(program: Program, given: CheckOptions | None, settings: dict[str, Any]) -> CheckResult:
    """Checks a goto program that `prepare` has prepared."""
    options = validated(given, settings)
    return _answer(program, options, time.monotonic())


def validated(options: CheckOptions | None, settings: dict[str, Any]) -> CheckOptions:
    """The options as the mode wants them. Raises OptionProblem for what means nothing."""
    try:
        options = replace(options or CheckOptions(), **settings)
    except TypeError:
        known = CheckOptions.__dataclass_fields__
        unknown = next(name for name in settings if name not in known)
        raise OptionProblem(f"there is no setting '{unknown}'; there are {', '.join(known)}") from None
    check_types(options)
    mode = mode_of(options)
    options.validate()
    mode.validate(options)
    problem = options.semantics.surroundings.problem()
    if problem is not None:
        raise OptionProblem(problem)
    return mode.adapted(options)


def load_source(source: Source, options: CheckOptions) -> Loaded:
    """The program with the checks in it that the options ask for. Raises LoadProblem."""
    if isinstance(source, str) and "\n" in source:
        return _load_text(source, options)
    return _load_files(_files(source), options)


def _files(source: Source) -> Sequence[str | Path | SourceFile | SourceUnit]:
    files = [source] if isinstance(source, str | Path) else source
    if isinstance(files, Sequence) and all(isinstance(one, str | Path | SourceFile | SourceUnit) for one in files):
        return files
    raise OptionProblem(f"source is {source!r}, and must be a path, several paths, or C text")


def _load_files(paths: Sequence[str | Path | SourceFile | SourceUnit], options: CheckOptions) -> Loaded:
    return load(
        paths,
        include_dirs=options.include_dirs,
        defines=options.defines,
        arch=options.arch,
        checks=options.checks,
        semantics=options.semantics,
    )


def _load_text(text: str, options: CheckOptions) -> Loaded:
    """The text goes through a file, whose name is nobody's business."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / TEXT_NAME
        path.write_text(f'#line 1 "{TEXT_NAME}"\n{text}', encoding="utf-8")
        try:
            loaded = _load_files([path], options)
        except LoadProblem as problem:
            problem.sources[TEXT_NAME] = text
            raise
    loaded.program.sources[TEXT_NAME] = text
    return loaded
