"""Preprocessing by `gcc -E` or `clang -E`: one process, its complaints turned into ours."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from esbmc_py.goto.symbols import SourceLocation

from .errors import MissingInclude, PreprocessorProblem, SourceError
from .named_texts import decode, encode
from .predefined import predefined_macros
from .preprocessor_request import PreprocessorRequest

_LONGEST_RUN = 60.0  # seconds; a preprocessor that needs them expands macros without end
_LARGEST_OUTPUT = 64_000_000
_CHUNK = 1 << 20
_LOOK = 0.2  # seconds
_COMPLAINT = re.compile(
    r"^(?P<file>[^\n]*?):(?P<line>\d+)(?::(?P<column>\d+))?: (?:fatal )?error: (?P<message>.*)$", re.M
)
_AFTER_C17 = re.compile(r"__STDC_VERSION__=202[0-9]{3}L")
_NOT_FOUND = re.compile(r"^(?:'(?P<quoted>[^']+)' file not found|(?P<plain>.+): No such file or directory)")


def run_command(command: str, request: PreprocessorRequest, headers: Path, original: str) -> str:
    """The preprocessed text. Raises SourceError."""
    arguments = _arguments(command, request, headers)
    output, complaints, status = _execute(arguments, original if request.is_standard_input else None)
    if len(output) > _LARGEST_OUTPUT:
        raise PreprocessorProblem(f"{request.path} expands to more than {_LARGEST_OUTPUT // 1_000_000} MB")
    if status != 0:
        raise _translate(complaints, request, command)
    return decode(output)


def _arguments(command: str, request: PreprocessorRequest, headers: Path) -> list[str]:
    standard = "gnu2x" if any(map(_AFTER_C17.match, request.defines)) else "gnu11"  # in which `1'000` is one number
    arguments = [command, "-E", "-x", "c", f"-std={standard}", "-undef", "-nostdinc", "-w"]
    arguments += [f"-D{name}={value}" for name, value in predefined_macros(request.arch)]
    if "clang" in Path(command).name:  # older ones do not know SOURCE_DATE_EPOCH; -w hides that these are redefined
        arguments += ['-D__DATE__="Jan  1 1970"', '-D__TIME__="00:00:00"']
    arguments += [f"-D{define}" for define in request.defines]
    arguments += [f"-U{name}" for name in request.undefines]
    for directory in request.include_dirs:
        arguments += ["-iquote", directory]  # "time.h" means the user's, <time.h> means ours
    for directory in (str(headers), *request.include_dirs):
        arguments += ["-I", directory]
    for header in request.includes:
        arguments += ["-include", header]
    if request.is_standard_input:
        return [*arguments, "-"]
    arguments.append(request.path if not request.path.startswith("-") else "./" + request.path)
    return arguments


def _execute(arguments: list[str], given: str | None) -> tuple[bytes, str, int]:
    # A fixed date: the same program is the same text tomorrow. English messages: we read them.
    environment = {**os.environ, "LC_ALL": "C", "SOURCE_DATE_EPOCH": "0"}
    with tempfile.TemporaryFile() as complaints, _input_file(given) as stdin:
        try:
            process = subprocess.Popen(
                arguments,
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=complaints,
                env=environment,
                start_new_session=True,
            )
        except OSError as problem:
            raise SourceError(f"{arguments[0]} cannot be run: {problem.strerror or problem}") from None
        with process:
            try:
                output = _output(process)
                status = process.wait()
            finally:
                if process.returncode is None:
                    _end(process)
        complaints.seek(0)
        return output, complaints.read(100_000).decode("utf-8", "replace"), status


def _output(process: subprocess.Popen[bytes]) -> bytes:
    """All that it writes, if that comes to an end. It never waits for long: signals are for us, not for `read`."""
    assert process.stdout is not None
    stream = process.stdout.fileno()
    written = bytearray()
    silent = 0.0  # seconds
    while len(written) <= _LARGEST_OUTPUT and silent < _LONGEST_RUN:
        if not select.select([stream], [], [], _LOOK)[0]:
            silent += _LOOK
            continue
        chunk = os.read(stream, _CHUNK)
        if not chunk:
            return bytes(written)
        written += chunk
    _end(process)
    return bytes(written)


def _end(process: subprocess.Popen[bytes]) -> None:
    """With what it has started: gcc has a child that does the work, and goes on without it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def _input_file(given: str | None) -> Iterator[int]:
    if given is None:
        yield subprocess.DEVNULL
        return
    with tempfile.TemporaryFile() as file:
        file.write(encode(given))
        file.seek(0)
        yield file.fileno()


def _translate(complaints: str, request: PreprocessorRequest, command: str) -> SourceError:
    """The first error of the preprocessor as one of ours."""
    found = _COMPLAINT.search(complaints)
    if found is None:
        text = complaints.strip().split("\n")[0] or "it was stopped"
        return PreprocessorProblem(f"{command} could not preprocess {request.path}: {text}")
    location = SourceLocation(found["file"], int(found["line"]), int(found["column"] or 0))
    message = found["message"]
    if missing := _NOT_FOUND.match(message):
        return MissingInclude(missing["quoted"] or missing["plain"], location)
    if message.startswith("#include nested"):
        message = "#include nested too deeply"
    return PreprocessorProblem(message.removeprefix("#error "), location)
