"""Files that people hand to a checker of C programs and that are none: what they are, and what to do."""

from __future__ import annotations

import re
from pathlib import PurePath

from .errors import SourceError, UnreadableInput

_CPP_SUFFIXES = frozenset((".cc", ".cp", ".cpp", ".cxx", ".c++", ".C", ".CPP", ".hh", ".hpp", ".hxx", ".ii"))
_OTHER_SUFFIXES = {
    ".s": "assembly",
    ".S": "assembly",
    ".rs": "Rust",
    ".go": "Go",
    ".py": "Python",
    ".java": "Java",
    ".m": "Objective-C",
    ".mm": "Objective-C",
    ".cu": "CUDA",
}
_BINARIES = (
    (b"!<arch>\n", "an archive of object files"),
    (b"!<thin>\n", "an archive of object files"),
    (b"\xcf\xfa\xed\xfe", "an object file or a program"),
    (b"MZ", "a program"),
    (b"BC\xc0\xde", "LLVM bitcode"),
    (b"\x1f\x8b", "a compressed file"),
    (b"PK\x03\x04", "a compressed file"),
)
_ELF_TYPES = {1: "an object file", 2: "a compiled program", 3: "a compiled program or a shared library"}
_ONLY_CPP = re.compile(
    r"^[ \t]*(?:class\s+\w+[^;(){]*[{:]|template\s*<|using\s+namespace\b|namespace\s+\w*\s*\{|public:|private:)"
    r"|\bstd::|\bstatic_cast\s*<|\bdynamic_cast\s*<|\breinterpret_cast\s*<|\bnullptr\b|\boperator\s*(?:\(\)|[-+*/=<>!])"
    r"|^[ \t]*#[ \t]*include[ \t]*<(?:iostream|vector|string|thread|mutex|memory|atomic|map|algorithm|functional"
    r"|condition_variable|cstdio|cstdlib|cstring|cassert|cstdint|queue|chrono|future)>",
    re.MULTILINE,
)
_C_ONLY = "smtcb checks C: what is C++ here would have to be written in C"
_SOURCE_NEEDED = "smtcb reads C sources: name the .c files that it was made of"


def refuse_other_languages(name: str) -> None:
    """By the ending of a file's name."""
    suffix = PurePath(name).suffix
    if suffix in _CPP_SUFFIXES:
        raise UnreadableInput(f"{name} is C++", hint=_C_ONLY)
    if suffix in _OTHER_SUFFIXES:
        raise UnreadableInput(f"{name} is {_OTHER_SUFFIXES[suffix]}, not C", hint=_SOURCE_NEEDED)


def refuse_binaries(data: bytes, name: str) -> None:
    """By how a file begins."""
    if data[:4] == b"\x7fELF":
        kind = _ELF_TYPES.get(int.from_bytes(data[16:18], "little"), "a compiled program")
        raise UnreadableInput(f"{name} is {kind}, not C", hint=_SOURCE_NEEDED)
    for beginning, kind in _BINARIES:
        if data.startswith(beginning) and b"\0" in data[:512]:
            raise UnreadableInput(f"{name} is {kind}, not C", hint=_SOURCE_NEEDED)
    if data.startswith((b"!<arch>\n", b"!<thin>\n")):
        raise UnreadableInput(f"{name} is an archive of object files, not C", hint=_SOURCE_NEEDED)


def tell_cpp(error: SourceError, sources: dict[str, str]) -> None:
    """What cannot be read as C may be C++: the hint says so then."""
    if error.location is None:
        return
    text = sources.get(error.location.file, error.text)
    if text is None:
        return
    found = _ONLY_CPP.search(_without_comments(text))
    if found is not None:
        error.hint = f"this looks like C++ ('{' '.join(found[0].split())}'): {_C_ONLY}"


def _without_comments(text: str) -> str:
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"', " ", text, flags=re.DOTALL)
