"""Preprocessing in Python by the `pcpp` package, for machines without a C compiler."""

from __future__ import annotations

import io
import re
from os.path import normpath
from pathlib import Path
from typing import Any, NoReturn

from pcpp import Action, OutputDirective, Preprocessor

from esbmc_py.goto.symbols import SourceLocation

from .errors import MissingInclude, PreprocessorProblem, SourceError
from .named_texts import decode
from .predefined import predefined_macros
from .preprocessor_request import PreprocessorRequest

_DEEPEST_INCLUDE = 100


class _Preprocessor(Preprocessor):
    """pcpp with our complaints: the first one ends the run."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.main = path
        self.line_directive = "#"

    def on_error(self, file: str, line: int, msg: str) -> NoReturn:
        raise PreprocessorProblem(msg.strip(), SourceLocation(file or self.main, line))

    def on_include_not_found(self, is_malformed: bool, _system: bool, _directory: str, header: str) -> NoReturn:
        place = SourceLocation(self.lastdirective.source or self.main, self.lastdirective.lineno)
        if is_malformed:
            raise PreprocessorProblem('#include expects "FILENAME" or <FILENAME>', place)
        raise MissingInclude(header, place)

    def on_file_open(self, _system: bool, path: str) -> io.StringIO:
        if self.include_depth > _DEEPEST_INCLUDE:
            raise PreprocessorProblem(
                "#include nested too deeply", SourceLocation(self.lastdirective.source, self.lastdirective.lineno)
            )
        return io.StringIO(decode(Path(path).read_bytes()))

    def on_directive_unknown(self, directive: Any, toks: list[Any], _passthrough: bool, _before: list[Any]) -> Any:
        if directive.value == "error":
            text = "".join(token.value for token in toks).strip()
            raise PreprocessorProblem(text, SourceLocation(directive.source or self.main, directive.lineno))
        if directive.value in ("warning", "ident", "sccs"):
            return True
        if directive.value in ("pragma", "line"):
            return None
        raise OutputDirective(Action.IgnoreAndPassThrough)


def run_pcpp(request: PreprocessorRequest, original: str, headers: Path) -> str:
    """The preprocessed text. Raises SourceError."""
    preprocessor = _configured(request, headers)
    output = io.StringIO()
    try:
        preprocessor.parse(_with_includes(request, original), request.path)
        preprocessor.write(output)
    except SourceError:
        raise
    except Exception as problem:  # pcpp has no exceptions of its own: odd input ends in any of Python's
        raise PreprocessorProblem(f"{request.path} cannot be preprocessed: {problem}") from None
    return output.getvalue()


def _with_includes(request: PreprocessorRequest, original: str) -> str:
    if not request.includes:
        return original
    first = "".join(f'#include "{header}"\n' for header in request.includes)
    return f'{first}#line 1 "{request.path}"\n{original}'


def _configured(request: PreprocessorRequest, headers: Path) -> _Preprocessor:
    preprocessor = _Preprocessor(request.path)
    standard = [("__STDC__", "1"), ("__STDC_VERSION__", "201112L"), ("__STDC_HOSTED__", "1")]
    for name, value in standard + predefined_macros(request.arch):
        preprocessor.define(f"{name} {value}")
    for define in request.defines:
        name, equals, value = define.partition("=")
        preprocessor.define(f"{name} {value if equals else '1'}")
    for name in request.undefines:
        preprocessor.undef(name)
    preprocessor.define('__DATE__ "Jan  1 1970"')  # fixed: the same program is the same text tomorrow
    preprocessor.define('__TIME__ "00:00:00"')
    preprocessor.temp_path = list(request.include_dirs)  # "time.h" means the user's, <time.h> means ours
    for directory in (str(headers), *request.include_dirs):
        preprocessor.add_path(directory)
    preprocessor.rewrite_paths = _names_as_given(request)
    return preprocessor


def _names_as_given(request: PreprocessorRequest) -> list[tuple[str, str]]:
    """pcpp makes paths absolute; messages name files as the user did (pattern and replacement for re.sub)."""
    directories = (str(Path(request.path).parent), *request.include_dirs)
    return [
        (
            re.escape(f"{normpath(Path(directory).absolute())}/"),
            "" if directory == "." else f"{directory}/".replace("\\", r"\\"),
        )
        for directory in directories
    ]
