"""`check_by_swarm`: from source to answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from esbmc_py.checking.api import load_source, validated
from esbmc_py.checking.modes import LazySeq, mode_of
from esbmc_py.checking.options import CheckOptions, OptionProblem
from esbmc_py.checking.results import CheckResult
from esbmc_py.checking.search import Search
from esbmc_py.frontend import LoadProblem
from esbmc_py.frontend.errors import SourceError
from esbmc_py.frontend.source_file import SourceFile

from .job import read_sources
from .mode import Swarm, SwarmOptions
from .results_file import ResultsFile


def check_by_swarm(
    files: Sequence[Path | SourceFile],
    options: CheckOptions,
    swarm: SwarmOptions,
    results: Path | None = None,
    tell: Callable[[str], None] = lambda _text: None,
) -> CheckResult:
    """Checks within the rounds or contexts of the options, in mode lazyseq. `tell` hears what is going on.

    Raises OptionProblem, LoadProblem and SwarmProblem.
    """
    started = time.monotonic()
    _validate(options)
    asked = validated(options, {})
    loaded = load_source(files, asked)
    try:
        sources = read_sources(files, asked)
    except SourceError as error:
        raise LoadProblem(error, {}) from None
    file = None if results is None else ResultsFile(results)
    try:
        mode = Swarm(sources, swarm, file, tell)
        program = mode.prepare(loaded.program, asked)
        notes = [str(warning) for warning in loaded.warnings]
        return Search(program, asked, started, notes, likely_calls=False, mode=mode).run()
    finally:
        if file is not None:
            file.close()


def _validate(options: CheckOptions) -> None:
    if not isinstance(mode_of(options), LazySeq):
        raise OptionProblem("a swarm decides its instances by mode lazyseq, schema once")
    if options.rounds is None and options.contexts is None:
        raise OptionProblem("a swarm is cut from schedules within a bound: give rounds or contexts")
    if options.rounds == 0:
        raise OptionProblem("with 0 rounds there is nothing to cut: give 1 or more")
    if "memtrack" in options.groups:
        raise OptionProblem("property memtrack takes two searches, which a swarm does not make: ask for leak")
    if options.all_violations:
        raise OptionProblem("the first violation ends a swarm: it does not look for all of them")
