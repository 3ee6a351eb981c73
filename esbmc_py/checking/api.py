"""`check`: from source to answer."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from encoders.modes import MODES as SYMBOLIC_MODES
from esbmc_py.frontend import LoadProblem, load
from esbmc_py.frontend.load import Loaded
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.results import Violation

from .options import CheckOptions, OptionProblem
from .results import CheckResult
from .search import Search

MODES = (*SYMBOLIC_MODES, "explicit")
TEXT_NAME = "program.c"  # what C text that comes without a file is called in messages


def check(
    source: str | Path | Sequence[str | Path], options: CheckOptions | None = None, **settings: Any
) -> CheckResult:
    """Checks a program: a path, several paths, or C text (anything with a line break in it).

    Settings are the fields of `CheckOptions`: check("prog.c", mode="uw", unwind=3, contexts=2).
    Raises OptionProblem, and LoadProblem for what is not C.
    """
    options = _validated(options, settings)
    started = time.monotonic()
    if "memtrack" in options.groups:
        return _check_memtrack(source, options, started)
    return _search(source, options, started)


def _search(source: str | Path | Sequence[str | Path], options: CheckOptions, started: float) -> CheckResult:
    loaded = _load(source, options)
    notes = [str(warning) for warning in loaded.warnings]
    return Search(_prepared(loaded.program, options), options, started, notes).run()


def _check_memtrack(source: str | Path | Sequence[str | Path], options: CheckOptions, started: float) -> CheckResult:
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


def _prepared(program: Program, options: CheckOptions) -> Program:
    heap_seen = Property.LEAK in options.properties
    if options.mode == "explicit":
        from esbmc_py.vm.compiled_reads import hoisted
        from explicit_state.observed import prepare_observed

        if options.explicit.compiled_reads:
            program = hoisted(program)
        return prepare_observed(program, options.explicit.invariants, heap_seen=heap_seen)
    return prepare(program, heap_seen=heap_seen)


def check_program(program: Program, options: CheckOptions | None = None, **settings: Any) -> CheckResult:
    """Checks a goto program that `prepare` has prepared."""
    return Search(program, _validated(options, settings), time.monotonic()).run()


def _validated(options: CheckOptions | None, settings: dict[str, Any]) -> CheckOptions:
    try:
        options = replace(options or CheckOptions(), **settings)
    except TypeError:
        known = CheckOptions.__dataclass_fields__
        unknown = next(name for name in settings if name not in known)
        raise OptionProblem(f"there is no setting '{unknown}'; there are {', '.join(known)}") from None
    if options.mode not in MODES:
        raise OptionProblem(f"there is no mode '{options.mode}'; there are {', '.join(MODES)}")
    options.validate()
    problem = options.semantics.surroundings.problem()
    if problem is not None:
        raise OptionProblem(problem)
    return _with_likely_texts(options) if options.mode == "explicit" else options


def _with_likely_texts(options: CheckOptions) -> CheckOptions:
    """Concrete states: not every text can be tried unless the user bounds them."""
    surroundings = replace(options.semantics.surroundings, likely_texts=True)
    return replace(options, semantics=replace(options.semantics, surroundings=surroundings))


def _load(source: str | Path | Sequence[str | Path], options: CheckOptions) -> Loaded:
    if isinstance(source, str) and "\n" in source:
        return _load_text(source, options)
    return _load_files([source] if isinstance(source, str | Path) else source, options)


def _load_files(paths: Sequence[str | Path], options: CheckOptions) -> Loaded:
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
