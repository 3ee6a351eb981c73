"""The real binary: unmodified sources, compiled with ThreadSanitizer's instrumentation, linked with our runtime."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from esbmc_py.goto.deferred import dataclass

from .problems import ReplayProblem

RUNTIME = Path(__file__).parent / "runtime"
PARTS = (
    "report.c", "plan.c", "schedule.c", "accesses.c", "heap.c", "threads.c", "synchronisation.c", "signals.c",
    "inputs.c",
)  # fmt: skip
COMPILERS = ("gcc", "clang")
# Return addresses must be those of the calls: no call is turned into a jump.
INSTRUMENTED = (
    "-g",
    "-fsanitize=thread",
    "-fno-optimize-sibling-calls",
    "-fno-omit-frame-pointer",
    "-U_FORTIFY_SOURCE",
)
# Copies are calls, which the runtime makes byte by byte.
CALLED = tuple(f"-fno-builtin-{name}" for name in ("memcpy", "memmove", "memset", "strcpy", "strlen", "strcmp"))
# Only of clang: a read before a write of the same variable is told, too.
CLANG = ("-mllvm", "-tsan-instrument-read-before-write=1")
UNDEFINED = "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,bounds"
# The runtime's own variables have no names: a program's variables may be called like them.
NAMELESS = ("objcopy", "--discard-all", "runtime.o")
LONGEST_COMPILATION = 120.0  # seconds
PROGRAM = "program"

_WRAPPED = re.compile(rb" T __wrap_(\w+)$", re.M)


@dataclass(frozen=True, slots=True)
class NativeSource:
    """A file of the program with its own flags."""

    path: Path
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the program is built."""

    sources: tuple[NativeSource, ...]
    optimisation: str = "-O0"
    compiler: str = ""  # empty: the first that is there
    undefined: bool = False  # overflow and indices out of bounds are noticed, too
    functions: bool = False  # calls are noticed, too: of functions that must not be called
    outside: tuple[str, ...] = ()  # functions that have no body
    arch: int = 64
    tsan: bool = False  # ThreadSanitizer looks on


@dataclass(frozen=True, slots=True)
class Built:
    program: Path
    compiler: str
    flags: tuple[str, ...]  # with which each source was compiled, besides its own
    commands: tuple[tuple[str, ...], ...]  # with which it can be built again, in its folder


def find_compiler(wanted: str = "") -> str:
    candidates = (wanted,) if wanted else COMPILERS
    for name in candidates:
        if shutil.which(name):
            return name
    missing = wanted or "gcc nor clang"
    raise ReplayProblem(
        f"there is no compiler: {'no ' if wanted else 'neither '}{missing} was found. A counterexample can be replayed "
        "in smtcb's own machine: smtcb run --schedule FILE --trace"
    )


@cache
def runtime_text() -> str:
    """The runtime as one file."""
    header = (RUNTIME / "runtime.h").read_text()
    parts = [header]
    for name in PARTS:
        text = (RUNTIME / name).read_text().replace('#include "runtime.h"\n', "")
        macros = dict.fromkeys(re.findall(r"^#define (\w+)", text, re.M))
        parts += [text, *(f"#undef {macro}" for macro in macros)]
    return "\n".join(parts)


def stubs_text(names: Sequence[str]) -> str:
    """Functions without a body give what they give in the counterexample."""
    lines = ["long long smtcb_outside(const char *name);"]
    lines += [f'long long {name}() {{ return smtcb_outside("{name}"); }}' for name in names]
    return "\n".join(lines) + "\n"


def build(recipe: Recipe, folder: Path) -> Built:
    """Compiles and links in `folder`. Raises ReplayProblem with what the compiler says."""
    compiler = find_compiler(recipe.compiler)
    if recipe.arch == 32:
        raise ReplayProblem("there is no instrumentation for programs with 32-bit pointers")
    for name, text in (("runtime", runtime_text()), ("stubs", stubs_text(recipe.outside))):
        _write_source(folder, name, text)
    commands = _compilations(recipe, compiler)
    for command in commands:
        if not (folder / command[-1]).exists() or command[-1].startswith("source"):
            _execute(command, folder)
    commands.append(NAMELESS)
    _execute(NAMELESS, folder)
    # The functions that the linker gives to the runtime are those that it has wrappers for.
    wrapped = _WRAPPED.findall(_execute(("nm", "runtime.o"), folder))
    commands.append(_linking(recipe, compiler, [name.decode() for name in wrapped]))
    _execute(commands[-1], folder)
    for ending, command in _tables():
        (folder / f"{PROGRAM}{ending}").write_bytes(_execute(command, folder))
    return Built(folder / PROGRAM, compiler, _flags(recipe, compiler), tuple(commands))


def _write_source(folder: Path, name: str, text: str) -> None:
    """One of ours. What was compiled from the same text stays."""
    path = folder / f"{name}.c"
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
        (folder / f"{name}.o").unlink(missing_ok=True)


def _flags(recipe: Recipe, compiler: str) -> tuple[str, ...]:
    flags = [*INSTRUMENTED, *CALLED]
    flags += CLANG if "clang" in Path(compiler).name else ()
    flags += [UNDEFINED] if recipe.undefined else []
    flags += ["-finstrument-functions"] if recipe.functions else []
    return (*flags, recipe.optimisation, "-w", "-pthread")


def _compilations(recipe: Recipe, compiler: str) -> list[tuple[str, ...]]:
    flags = _flags(recipe, compiler)
    own = ("-O0", "-w", *(("-DSMTCB_TSAN",) if recipe.tsan else ()))
    commands: list[tuple[str, ...]] = []
    for source, name in zip(recipe.sources, _objects(recipe), strict=True):
        commands.append((compiler, *flags, *source.flags, "-c", str(source.path.resolve()), "-o", name))
    for part in ("runtime", "stubs"):
        commands.append((compiler, *own, "-c", f"{part}.c", "-o", f"{part}.o"))
    return commands


def _objects(recipe: Recipe) -> list[str]:
    return [f"source{number}.o" for number in range(len(recipe.sources))]


def _linking(recipe: Recipe, compiler: str, wrapped: Sequence[str]) -> tuple[str, ...]:
    tsan = ("-fsanitize=thread",) if recipe.tsan else ()
    options = (*tsan, "-no-pie", "-pthread", *(f"-Wl,--wrap={name}" for name in wrapped))
    parts = (*_objects(recipe), "runtime.o", "stubs.o", "-lm", "-lrt", "-ldl")
    return (compiler, *options, *parts, "-o", PROGRAM)


def _tables() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Which line an address belongs to, and where variables lie."""
    return (
        (".lines", ("objdump", "--wide", "--dwarf=decodedline", PROGRAM)),
        (".names", ("nm", "-S", PROGRAM)),
    )


def script(built: Built) -> str:
    """For a shell: the same again."""
    lines = [shlex.join(command) for command in built.commands]
    return "\n".join(lines + [f"{shlex.join(command)} > {PROGRAM}{ending}" for ending, command in _tables()])


def _execute(command: Sequence[str], folder: Path) -> bytes:
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, timeout=LONGEST_COMPILATION, check=False, stdin=subprocess.DEVNULL
        )
    except FileNotFoundError:
        raise ReplayProblem(f"there is no {command[0]}, which belongs to the compiler's tools (binutils)") from None
    except subprocess.TimeoutExpired:
        raise ReplayProblem(f"{command[0]} does not come to an end") from None
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        words = ("error", "undefined", "cannot find", "No such")
        wrong = [line for line in said if any(word in line for word in words)] or said
        told = "\n  ".join(wrong[:6])
        raise ReplayProblem(f"{command[0]} cannot build the program:\n  {told}")
    return done.stdout
