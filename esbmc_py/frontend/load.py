"""The front door of the front end: files in, goto program out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expected_blocks import BEGIN, BOOKKEEPING
from esbmc_py.goto.garbage import collection_paused
from esbmc_py.goto.long_jumps import with_long_jumps
from esbmc_py.goto.math_functions import MATH_PARAMETERS
from esbmc_py.goto.memory_models import RC11, SC
from esbmc_py.goto.program import Program
from esbmc_py.goto.reuse import FREEING, tells_threads_apart
from esbmc_py.goto.reused_memory import RUNTIME as REUSE
from esbmc_py.goto.reused_memory import with_memory_reused
from esbmc_py.goto.signal_runtime import needed_besides
from esbmc_py.goto.signals import with_signals

from .architecture import ARCHITECTURES
from .checks import Checks
from .errors import SourceError
from .failures import wrappers
from .file_kinds import tell_cpp
from .gnu_parser import parse
from .inline_assembly import HALF_TIME_STAMP, TIME_STAMP
from .large_trees import DEEPEST_SYNTAX, recursion_limit
from .likely_texts import KnownCalls, known_calls
from .linker import ENTRY, THREAD_EXIT, THREAD_SELF, Linker
from .main_arguments import ANY_ARGUMENTS, ANY_COUNT
from .missing_sources import require_siblings
from .models import library
from .output_calls import FORMATTING, KEPT_OUTPUT, PIPE_WRITE
from .preprocess import SourceUnit, preprocess
from .primitives import CLOSING, DESTRUCTOR
from .printing import CANCEL, MAY_BE_CANCELLED, PASS, PASS_OUTPUT
from .propositions import with_propositions
from .pruning import exported_functions, mentioned_names, prune
from .semantics import Semantics
from .source_file import SourceFile
from .source_warnings import SourceWarning
from .syntax_nodes import c_ast

_MAIN_WITH_PARAMETERS = re.compile(r"\bmain\s*\((?!\s*(?:void\s*)?\))")


@dataclass(frozen=True, slots=True)
class Loaded:
    program: Program
    warnings: tuple[SourceWarning, ...]
    sources: dict[str, str]


class LoadProblem(Exception):
    """A SourceError together with the texts that are needed to show it."""

    def __init__(self, error: SourceError, sources: dict[str, str]) -> None:
        super().__init__(str(error))
        self.error = error
        self.sources = sources

    def render(self) -> str:
        return self.error.render(self.sources)


def load_program(
    paths: Sequence[Path | str | SourceFile],
    *,
    include_dirs: Sequence[Path | str] = (),
    defines: Sequence[str] = (),
    arch: int = 64,
    checks: Checks | None = None,
    semantics: Semantics | None = None,
) -> Program:
    """Reads C files and links them with the models that they need."""
    loaded = load(paths, include_dirs=include_dirs, defines=defines, arch=arch, checks=checks, semantics=semantics)
    return loaded.program


def load(
    paths: Sequence[Path | str | SourceFile | SourceUnit],
    *,
    include_dirs: Sequence[Path | str] = (),
    defines: Sequence[str] = (),
    arch: int = 64,
    checks: Checks | None = None,
    semantics: Semantics | None = None,
) -> Loaded:
    """Files, or what became of them when they were preprocessed."""
    sources: dict[str, str] = {}
    semantics = semantics or Semantics()

    def read(path: Path | str | SourceFile | SourceUnit) -> SourceUnit:
        if isinstance(path, SourceUnit):
            return path
        file = path if isinstance(path, SourceFile) else Path(path)
        return preprocess(file, include_dirs=include_dirs, defines=defines, arch=arch)

    try:
        units = with_propositions([read(path) for path in paths], semantics.propositions, _parsed_unit)
        for unit in units:
            sources.update(unit.sources)
        replacements = [read(path) for path in _replacing_files(semantics.models)]
        with collection_paused(), recursion_limit(DEEPEST_SYNTAX):
            linker, program = _linked(units, replacements, arch, checks or Checks(), semantics)
        files = [path for path in paths if not isinstance(path, SourceUnit)]
        require_siblings(files, _taken_for_granted(program, semantics))
    except SourceError as error:
        tell_cpp(error, sources)
        raise LoadProblem(error, sources) from error
    except RecursionError:
        raise LoadProblem(SourceError("the program is nested too deeply"), sources) from None
    program = with_memory_reused(program)
    program = with_signals(program, safety=linker.checks.signal_safety, heap_seen=linker.checks.leaks)
    program = with_long_jumps(program)
    program = _under_memory_model(program, semantics)
    program.sources.update(sources)
    return Loaded(program, tuple(linker.warnings.found), sources)


def _under_memory_model(program: Program, semantics: Semantics) -> Program:
    model = semantics.surroundings.memory_model
    if model == SC:
        return program
    if model == RC11:
        from esbmc_py.goto.rc11_fences import with_fences

        return with_fences(program)
    from esbmc_py.goto.store_buffers import with_store_buffers

    return with_store_buffers(program, model, semantics.surroundings.store_buffer)


def _linked(
    units: list[SourceUnit], replacements: list[SourceUnit], arch: int, checks: Checks, semantics: Semantics
) -> tuple[Linker, Program]:
    """Whether a program tells threads apart by their names is seen once it is linked; then, that is done again."""
    for tells_apart in (False, True):
        linker = Linker(
            ARCHITECTURES[arch], checks, semantics, _known_calls(units, semantics), tells_threads_apart=tells_apart
        )
        program = linker.link(_parsed(units), _parsed(replacements), _models([*units, *replacements], arch))
        if not ("pthread_create" in program.functions and tells_threads_apart(program)):
            break
    return linker, program


def _taken_for_granted(program: Program, semantics: Semantics) -> list[str]:
    """Functions without a body of which nobody has said what they do."""
    said = {name for name, _ in semantics.surroundings.externals}
    known = said | MATH_PARAMETERS.keys()
    return [] if "*" in said else [name for name in program.outside if name not in known]


def _known_calls(units: list[SourceUnit], semantics: Semantics) -> KnownCalls:
    """Of programs that get texts from outside which are not given."""
    texts = [unit.text for unit in units]
    if semantics.surroundings.arguments is None and any(_MAIN_WITH_PARAMETERS.search(text) for text in texts):
        return known_calls(texts)
    if semantics.surroundings.open_environment and any("getenv" in text for text in texts):
        return known_calls(texts)
    return KnownCalls()


def _replacing_files(folder: Path | None) -> list[Path]:
    """The user's own models."""
    if folder is None:
        return []
    if not folder.is_dir():
        raise SourceError(f"{folder}: there is no such folder of models")
    files = sorted(folder.glob("*.c"))
    if not files:
        raise SourceError(f"{folder}: there are no models in this folder", hint="models are in files named *.c")
    return files


def _parsed(units: list[SourceUnit]) -> list[c_ast.FileAST]:
    return [_parsed_unit(unit) for unit in units]


def _parsed_unit(unit: SourceUnit) -> c_ast.FileAST:
    return parse(prune(unit.text), unit.path, unit.sources)


def _models(units: list[SourceUnit], arch: int) -> c_ast.FileAST:
    """The parts of the model library that the program needs, parsed."""
    models = library(arch)
    mentioned: set[str] = set()
    defined: set[str] = set()
    for unit in units:
        mentioned |= mentioned_names(unit.text)
        defined |= exported_functions(unit.text)
    for builtin in [name.removeprefix("__builtin_") for name in mentioned if name.startswith("__builtin_")]:
        mentioned |= {builtin, f"__smtcb_{builtin}", builtin.strip("_").removesuffix("_chk")}
    printing = [name for name in FORMATTING if name in mentioned]
    mentioned |= {f"__smtcb_{name}{kind}" for name in printing for kind in ("", "_with_widths")}
    roots = ((mentioned & models.available) - defined) | {ENTRY, THREAD_EXIT, THREAD_SELF}
    roots |= wrappers(mentioned - defined)
    if any("__CPROVER_ASYNC_" in unit.text for unit in units):
        roots.add("pthread_create")
    if "destructor" in mentioned | defined or "__destructor__" in mentioned | defined:
        roots.add(DESTRUCTOR)
    if mentioned & {"pipe", "pipe2", "eventfd"} - defined:
        roots.add(PIPE_WRITE)
        roots.add("pipe")
    if mentioned & {"flockfile", "ftrylockfile"} - defined:
        roots |= {"flockfile", PASS, PASS_OUTPUT}
    if CANCEL in mentioned - defined:
        roots |= {"pthread_testcancel", MAY_BE_CANCELLED}
    if mentioned & (CLOSING | {"dup3"}) - defined:
        roots.add(PIPE_WRITE)  # writing to what was closed fails
    if "tmpfile" in mentioned - defined:
        roots |= KEPT_OUTPUT
    if FREEING & mentioned - defined:
        roots.update(REUSE)
    if any(_MAIN_WITH_PARAMETERS.search(unit.text) for unit in units):
        roots.update((ANY_COUNT, ANY_ARGUMENTS))
    if any("rdtsc" in unit.text for unit in units):
        roots.update((TIME_STAMP, HALF_TIME_STAMP))
    if any("stos" in unit.text for unit in units) and "memset" not in defined:
        roots.add("memset")  # what clears sets of descriptors in inline assembly
    if any(BEGIN in unit.text for unit in units):  # it may be static in a file
        roots.update(BOOKKEEPING)
    roots.update(needed_besides(models.needed(roots)))
    return parse(models.only(roots), "<models>")
