"""What a worker gets to know of a program: its text, and what is asked. Both are data, nothing of the client's disk."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Sequence
from dataclasses import field, replace
from pathlib import Path

from encoders.attempts import SharedByAttempts
from encoders.request import Options, Runtime
from esbmc_py.checking.api import load_source
from esbmc_py.checking.modes import find_mode
from esbmc_py.checking.options import CheckOptions
from esbmc_py.frontend.preprocess import SourceUnit, preprocess
from esbmc_py.frontend.source_file import SourceFile
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expected_blocks import watch_blocks
from esbmc_py.goto.program import Program


@dataclass(frozen=True, slots=True)
class Sources:
    """A program as text: preprocessed, so that no header is needed where it is read."""

    units: tuple[SourceUnit, ...]
    models: tuple[SourceUnit, ...] = ()  # the user's own models of library functions

    @property
    def name(self) -> str:
        return Path(self.units[0].path).name if self.units else "?"


@dataclass(frozen=True, slots=True)
class Job:
    """A program and a question about it. An instance says for which schedules."""

    sources: Sources
    options: CheckOptions = field(repr=False)
    request: Options = field(repr=False)
    versions: tuple[tuple[str, str], ...]

    @property
    def digest(self) -> str:
        """Of all that answers depend on."""
        texts = [unit.text for unit in (*self.sources.units, *self.sources.models)]
        asked = self.request
        levers, properties = sorted(asked.encoding.levers), sorted(asked.looked_for.properties)
        loops = sorted(asked.unwind_at.items())
        asked = replace(
            asked,
            looked_for=replace(asked.looked_for, properties=frozenset()),
            encoding=replace(asked.encoding, levers=frozenset(), variants=frozenset()),
            solving=replace(asked.solving, memory=None, seed=0),
            unwind_at={},
            timeout=None,
            runtime=Runtime(),
        )
        semantics = replace(self.options.semantics, models=None)
        known = (texts, asked, levers, properties, loops, semantics, self.options.groups, self.options.arch)
        more = (self.options.gcc_shifts, sorted(self.request.encoding.variants), self.versions)
        return hashlib.sha256(repr((known, more)).encode()).hexdigest()[:16]


def read_sources(files: Sequence[Path | SourceFile], options: CheckOptions) -> Sources:
    """Raises SourceError, as loading them does."""

    def read(file: Path | SourceFile) -> SourceUnit:
        unit = preprocess(file, include_dirs=options.include_dirs, defines=options.defines, arch=options.arch)
        return replace(unit, sources={})  # a worker shows nothing to anybody

    folder = options.semantics.models
    models = [] if folder is None else sorted(folder.glob("*.c"))
    return Sources(tuple(map(read, files)), tuple(map(read, models)))


def make_job(sources: Sources, options: CheckOptions, request: Options, versions: tuple[tuple[str, str], ...]) -> Job:
    """Without what belongs to this process."""
    options = replace(options, progress=None, covered=None, dump_smt2=None, include_dirs=(), defines=(), jobs=None)
    return Job(sources, options, replace(request, runtime=Runtime()), versions)


def prepared(job: Job) -> tuple[Program, Options]:
    """The program as the client has it, and the request with room for what is recorded of it."""
    with tempfile.TemporaryDirectory() as folder:
        options = job.options
        if job.sources.models:
            for unit in job.sources.models:
                (Path(folder) / Path(unit.path).name).write_text(unit.text, encoding="utf-8")
            options = replace(options, semantics=replace(options.semantics, models=Path(folder)))
        loaded = load_source(job.sources.units, options)
    program = find_mode("lazyseq").prepare(loaded.program, options)
    if "atomicity" in options.groups:
        program = watch_blocks(program)
    return program, replace(job.request, runtime=Runtime(shared=SharedByAttempts()))
