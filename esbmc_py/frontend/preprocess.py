"""From a file name to preprocessed text: gcc or clang when there is one, the `pcpp` package when not.

All of them see the same headers (ours in `pthread_models/include`, then those the user names) and the same predefined
macros, so that the result does not depend on which of them is installed.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.symbols import SourceLocation

from .errors import SourceError, UnreadableInput
from .file_kinds import refuse_binaries, refuse_other_languages
from .named_texts import NamedTexts, decode, shown
from .preprocessor_request import PreprocessorRequest
from .source_file import STANDARD_INPUT, STANDARD_INPUT_NAME, SourceFile

_LARGEST_FILE = 64_000_000
_LONGEST_LINE = 1_000_000
_MARKER = re.compile(r'^[ \t]*#[ \t]*(?:line[ \t]+)?([0-9]+)[ \t]+"((?:[^"\\\n]|\\.)*)".*$', re.MULTILINE)
_LETTER = re.compile(r"\\(?:u|U000)[0-9a-fA-F]{4}")
_LITERAL_OR_LETTER = re.compile(
    r'"(?:[^"\\\n]|\\.)*"' r"|'(?:[^'\\\n]|\\.)*'" r"|\\u([0-9a-fA-F]{4})|\\U000([0-9a-fA-F]{5})"
)
_LIVE_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(?:include|define|undef|if|error)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class SourceUnit:
    path: str  # as the user gave it
    text: str  # preprocessed C with `# line "file"` markers
    sources: dict[str, str]  # file name → original text, for messages and traces


def preprocess(
    file: Path | SourceFile,
    *,
    include_dirs: Iterable[str | Path] = (),
    defines: Iterable[str] = (),
    arch: int = 64,
    preprocessor: str | None = None,
) -> SourceUnit:
    """Read and preprocess a file; `.i` files, and others that are preprocessed already, are taken as they are.

    Raises SourceError.
    """
    source = file if isinstance(file, SourceFile) else SourceFile(file)
    directories = (*map(str, include_dirs), *source.include_dirs)
    texts = NamedTexts(str(source), directories)
    try:
        return _preprocessed(source, directories, (*defines, *source.defines), arch, preprocessor, texts)
    except SourceError as error:
        if error.location is not None:
            error.text = texts.read(error.location.file)
        raise


def _preprocessed(
    source: SourceFile,
    directories: tuple[str, ...],
    defines: tuple[str, ...],
    arch: int,
    preprocessor: str | None,
    texts: NamedTexts,
) -> SourceUnit:
    name = str(source)
    original = read_source(source.path)
    plain = not (defines or source.undefines or source.includes)
    if source.path.suffix == ".i" or (plain and _is_preprocessed(original)):
        sources = {name: shown(original), **reconstruct_sources(shown(original))}
        return SourceUnit(name, _with_letters(original), sources)
    request = PreprocessorRequest(name, directories, defines, arch, source.undefines, source.includes)
    text = _with_letters(_run(request, original, chosen_preprocessor(preprocessor)))
    _check_lines(text, name)
    return SourceUnit(name, text, {**_named_sources(text, texts), name: shown(original)})


def _with_letters(text: str) -> str:
    """Names with letters that are not ASCII: gcc writes `\\U000000e5` for them, and so may a program."""
    if _LETTER.search(text) is None:
        return text
    return _LITERAL_OR_LETTER.sub(
        lambda found: chr(int(code, 16)) if (code := found[1] or found[2]) else found[0], text
    )


def _is_preprocessed(text: str) -> bool:
    """Whether the text has line markers and no directive but pragmas; many benchmarks name such files `.c`."""
    return _MARKER.search(text) is not None and _LIVE_DIRECTIVE.search(text) is None


def headers_directory() -> Path:
    """Our own headers: `pthread_models` lies beside this package, in a checkout and when installed."""
    beside = Path(__file__).resolve().parents[2] / "pthread_models" / "include"
    if beside.is_dir():
        return beside
    from importlib.resources import files

    return Path(str(files("pthread_models") / "include"))


def read_source(path: Path) -> str:
    """The text of a file that somebody claims to be C."""
    name = str(path)
    if name == STANDARD_INPUT:
        return _checked(_standard_input(), STANDARD_INPUT_NAME)
    refuse_other_languages(name)
    try:
        if path.is_dir():
            raise UnreadableInput(f"{name} is a directory", hint="name the C files in it")
        with path.open("rb") as stream:
            data = stream.read(_LARGEST_FILE + 1)
    except FileNotFoundError:
        raise UnreadableInput(f"{name}: no such file") from None
    except (OSError, ValueError) as problem:
        raise UnreadableInput(f"{name} cannot be read: {getattr(problem, 'strerror', None) or problem}") from None
    return _checked(data, name)


@cache
def _standard_input() -> bytes:
    """Some questions are asked about a program twice; there is one input."""
    return sys.stdin.buffer.read(_LARGEST_FILE + 1)


def _checked(data: bytes, name: str) -> str:
    refuse_binaries(data, name)
    if len(data) > _LARGEST_FILE:
        raise UnreadableInput(f"{name} is larger than {_LARGEST_FILE // 1_000_000} MB")
    if not data.strip():
        raise UnreadableInput(f"{name} is empty")
    zero = data.find(b"\0")
    if zero >= 0:
        raise UnreadableInput(
            f"{name} is not a text file: it has a zero byte", SourceLocation(name, data.count(b"\n", 0, zero) + 1)
        )
    text = decode(data)
    _check_lines(text, name)
    return text


def _check_lines(text: str, name: str) -> None:
    if len(text) <= _LONGEST_LINE:
        return
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _LONGEST_LINE:
            raise UnreadableInput(
                f"a line of {len(line):,} characters; at most {_LONGEST_LINE:,} are read",
                SourceLocation(name, number),
                "break the line up",
            )


def chosen_preprocessor(preprocessor: str | None = None) -> str:
    """The command to run; "pcpp" is not a command but the Python package."""
    if preprocessor is not None:
        if preprocessor != "pcpp" and shutil.which(preprocessor) is None:
            raise SourceError(f"the preprocessor {preprocessor!r} is not there", hint="install it, or leave it out")
        return preprocessor
    return next((command for command in ("gcc", "clang") if shutil.which(command)), "pcpp")


def _run(request: PreprocessorRequest, original: str, command: str) -> str:
    # Each brings imports that the other does not need.
    if command == "pcpp":
        from .preprocess_pcpp import run_pcpp

        return run_pcpp(request, original, headers_directory())
    from .preprocess_command import run_command

    return run_command(command, request, headers_directory(), original)


def _named_sources(text: str, texts: NamedTexts) -> dict[str, str]:
    """The text of the user's files that the line markers name; our own headers have nothing to show."""
    ours = str(headers_directory())
    names = [name for name in dict.fromkeys(marker[2] for marker in _MARKER.finditer(text)) if not name.startswith("<")]
    found = {name: texts.read(name) for name in names if not name.startswith(ours)}
    if None not in found.values():
        return {name: known for name, known in found.items() if known is not None}
    told = reconstruct_sources(text)
    return {name: known for name in found if (known := found[name] or told.get(name)) is not None}


def reconstruct_sources(text: str) -> dict[str, str]:
    """What each file named by the line markers of a preprocessed text looked like, as far as the text still tells.

    The files themselves are somewhere else, or have changed since.
    """
    markers = list(_MARKER.finditer(text))
    lines_of: dict[str, dict[int, str]] = {}
    ends = [*(marker.start() for marker in markers), len(text)]
    for marker, end in zip(markers, ends[1:], strict=True):
        name = marker[2]
        if name.startswith(("<", "/usr/")):
            continue
        known = lines_of.setdefault(name, {})
        first = int(marker[1][:9])
        for number, line in enumerate(text[marker.end() + 1 : end].split("\n"), first):
            if line:
                known[number] = line
    return {name: _place_lines(known) for name, known in lines_of.items() if known}


def _place_lines(known: dict[int, str]) -> str:
    placed: list[str] = []
    for number in sorted(known):
        if number > 10_000_000:  # a marker that nobody can mean
            break
        placed.extend([""] * (number - 1 - len(placed)))
        placed.append(known[number])
    return "\n".join(placed) + "\n"
