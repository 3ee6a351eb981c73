"""gcc's flags, as people have them in their commands: taken, ignored with one note, or refused with a reason.

`smtcb check -Wall -O2 -pthread prog.c -o prog` is what gcc would be called with. Most flags say nothing about what a
program means. Those that do are understood where we have that meaning, and refused where we do not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import field

from esbmc_py.goto.deferred import dataclass

from .problems import UserError

_MOST_SHOWN = 12

# Flags that take a value, as the next word or joined to the flag, and that change nothing.
_WITH_VALUE = (
    "-o", "-x", "-L", "-l", "-T", "-u", "-z", "-MF", "-MT", "-MQ", "-MJ", "-Xlinker", "-Xassembler", "-Xclang",
    "-Xpreprocessor", "--param", "-isysroot", "--sysroot", "-iprefix", "-target", "-arch", "-aux-info", "-dumpbase",
    "-dumpdir", "-imultiarch", "-imultilib", "-B",
)  # fmt: skip
# Those of them whose value is never joined: `-target` is not `-t arget`.
_NEVER_JOINED = frozenset(
    ("-Xlinker", "-Xassembler", "-Xclang", "-Xpreprocessor", "-target", "-arch", "-aux-info", "-dumpbase", "-dumpdir")
)
_HARMLESS = frozenset(
    (
        "-c", "-s", "-S", "-E", "-w", "-p", "-pg", "-g", "-pipe", "-pthread", "-pthreads", "-pedantic",
        "-pedantic-errors", "-shared", "-static", "-rdynamic", "-pie", "-no-pie", "-nostdlib", "-nostdinc",
        "-nodefaultlibs", "-nostartfiles", "-nolibc", "-export-dynamic", "-save-temps", "-time", "-undef", "-trigraphs",
        "-static-libgcc", "-shared-libgcc", "-symbolic", "-coverage", "--coverage", "-Qunused-arguments", "-P", "-C",
    )
)  # fmt: skip
_HARMLESS_BEGINNINGS = ("-W", "-O", "-g", "-f", "-m", "-M", "-specs=", "-save-temps=", "-fuse-ld=")
# Libraries whose functions the models know, or that have none that a program calls by name.
_KNOWN_LIBRARIES = frozenset(("pthread", "m", "c", "rt", "dl", "atomic", "gcc", "gcc_s", "util", "threads"))

# What `__STDC_VERSION__` is; C89 has none.
_STANDARDS: dict[str, str | None] = {
    **dict.fromkeys(("c89", "c90", "iso9899:1990"), None),
    "iso9899:199409": "199409L",
    **dict.fromkeys(("c99", "c9x", "iso9899:1999", "iso9899:199x"), "199901L"),
    **dict.fromkeys(("c11", "c1x", "iso9899:2011"), "201112L"),
    **dict.fromkeys(("c17", "c18", "iso9899:2017", "iso9899:2018"), "201710L"),
    **dict.fromkeys(("c23", "c2x", "iso9899:2024"), "202311L"),
    "c2y": "202500L",
}

# Both gcc's and ours.
_SHARED = frozenset(("-D", "-U", "-I", "-include", "-fwrapv"))

_REFUSED = {
    "-funsigned-char": "plain char is signed here",
    "-fno-signed-char": "plain char is signed here",
    "-fshort-enums": "an enumeration is as large as int here",
    "-fshort-wchar": "wchar_t has 32 bits here",
    "-fpack-struct": "structures are laid out as the ABI says here",
    "-ftrapv": "nothing is trapped here: --property overflow finds the overflow itself",
    "-fopenmp": "OpenMP's pragmas are not understood",
    "-fopenacc": "OpenACC's pragmas are not understood",
    "-fgnu-tm": "transactional memory is not understood",
    "-finstrument-functions": "nobody calls functions at entries and exits here",
    "-fsingle-precision-constant": "constants are double here",
    "-ftrivial-auto-var-init": "an uninitialised variable holds anything here",
    "-mms-bitfields": "structures are laid out as the ABI says here",
    "-malign-double": "structures are laid out as the ABI says here",
    "-mlong-double-64": "long double is as large as the ABI says here",
    "-mlong-double-128": "long double is as large as the ABI says here",
    "-mx32": "there is x86-64, and i386 with -m32",
    "-m16": "there is x86-64, and i386 with -m32",
}
_NOTED = {
    "-ffast-math": "floating-point numbers follow IEEE 754 here",
    "-Ofast": "floating-point numbers follow IEEE 754 here",
    "-funsafe-math-optimizations": "floating-point numbers follow IEEE 754 here",
    "-ffinite-math-only": "floating-point numbers follow IEEE 754 here",
    "-fexceptions": "cleanup attributes are not run by pthread_exit and cancellation here",
}


@dataclass(slots=True)
class CompilerFlags:
    """What a list of words for a compiler says."""

    words: list[str] = field(default_factory=list)  # all that are no flags of gcc's: files, options of ours
    macros: dict[str, str | None] = field(default_factory=dict)  # `NAME` or `NAME=VALUE` by name; None: undefined
    include_dirs: list[str] = field(default_factory=list)
    system_dirs: list[str] = field(default_factory=list)  # searched after the others
    includes: list[str] = field(default_factory=list)
    arch: int | None = None
    wraps: bool = False  # signed numbers wrap around
    language: str | None = None
    libraries: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)  # with the reason
    noted: dict[str, str] = field(default_factory=dict)

    @property
    def defines(self) -> list[str]:
        return [text for text in self.macros.values() if text is not None]

    @property
    def undefines(self) -> list[str]:
        return [name for name, text in self.macros.items() if text is None]

    def require_known(self) -> None:
        for flag, reason in self.refused.items():
            raise UserError(
                f"{flag} changes what the program means, and smtcb cannot do that: {reason}. "
                f"Without {flag} the answer is about the program as it is compiled without it"
            )

    def as_options(self) -> list[str]:
        """The same in words that our own parser knows."""
        words = [f"-D{define}" for define in self.defines] + [f"-U{name}" for name in self.undefines]
        words += [f"-I{directory}" for directory in (*self.include_dirs, *self.system_dirs)]
        for header in self.includes:
            words += ["-include", header]
        words += [] if self.arch is None else [f"--arch={self.arch}"]
        return words + ["-fwrapv"] * self.wraps

    def notes(self) -> list[str]:
        found = []
        if self.ignored:
            words = list(dict.fromkeys(self.ignored))
            more = f" and {len(words) - _MOST_SHOWN} more" if len(words) > _MOST_SHOWN else ""
            found.append(f"ignored, since they change nothing here: {' '.join(words[:_MOST_SHOWN])}{more}")
        found += [f"{flag}: {what}" for flag, what in self.noted.items()]
        if unknown := list(dict.fromkeys(name for name in self.libraries if name not in _KNOWN_LIBRARIES)):
            libraries = " ".join(f"-l{name}" for name in unknown)
            found.append(f"{libraries}: functions from there have no body (see --external), unless models know them")
        return found


def read_flags(words: Sequence[str], own: Collection[str] = ()) -> CompilerFlags:
    """Takes gcc's flags out of the words of a command; `own` are those that mean something else to us."""
    found = CompilerFlags()
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            found.words += [word, *rest]
            break
        name = word.partition("=")[0]
        # `-unwind 3` is a slip of the finger for --unwind, not gcc's -u.
        is_own = name in own or f"-{name}" in own or (word[:2] in own and word[:2] not in _SHARED)
        if len(word) < 2 or word[0] != "-" or (is_own and word not in _SHARED) or not _take(found, word, rest):
            found.words.append(word)
    return found


def _take(found: CompilerFlags, word: str, rest: list[str]) -> bool:
    """Whether the word (with its value, perhaps the next one) was a flag of gcc's."""
    if _take_preprocessor_flag(found, word, rest) or _take_meaning(found, word):
        return True
    for flag in _WITH_VALUE:
        if word == flag and rest:
            _take_value(found, flag, rest.pop(0), f"{flag} ")
            return True
        if word.startswith(flag) and word != flag and flag not in _NEVER_JOINED and not word.startswith("--"):
            _take_value(found, flag, word.removeprefix(flag), flag)
            return True
    if word in _HARMLESS or word.startswith(_HARMLESS_BEGINNINGS) or word.startswith(("--sysroot=", "--param=")):
        found.ignored.append(word)
        return True
    return False


def _take_value(found: CompilerFlags, flag: str, value: str, shown: str) -> None:
    if flag == "-x":
        found.language = value
    if flag == "-l":
        found.libraries.append(value)
        if value not in _KNOWN_LIBRARIES:
            return
    found.ignored.append(shown + value)


def _take_preprocessor_flag(found: CompilerFlags, word: str, rest: list[str]) -> bool:
    for flag in ("-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-D", "-U", "-I"):
        if not word.startswith(flag):
            continue
        if word == flag and not rest:
            return False
        value = rest.pop(0) if word == flag else word.removeprefix(flag)
        match flag:
            case "-D":
                name = value.partition("=")[0].partition("(")[0]
                found.macros.pop(name, None)
                found.macros[name] = value
            case "-U":
                found.macros.pop(value, None)
                found.macros[value] = None
            case "-I" | "-iquote":
                found.include_dirs.append(value)
            case "-isystem" | "-idirafter":
                found.system_dirs.append(value)
            case _:
                found.includes.append(value)
        return True
    if word.startswith("-Wp,"):
        inner = read_flags(word.removeprefix("-Wp,").split(","))
        found.macros |= inner.macros
        found.include_dirs += inner.include_dirs
        found.ignored += [] if inner.macros or inner.include_dirs else [word]
        return True
    return False


def _take_meaning(found: CompilerFlags, word: str) -> bool:
    flag = word.partition("=")[0]
    if word in ("-m32", "-m64"):
        found.arch = int(word.removeprefix("-m"))
    elif word in ("-fwrapv", "-fno-wrapv", "-fno-strict-overflow"):
        found.wraps = word != "-fno-wrapv"
    elif flag in _REFUSED and word not in ("-ftrivial-auto-var-init=uninitialized",):
        found.refused[word] = _REFUSED[flag]
    elif word in _NOTED:
        found.noted[word] = _NOTED[word]
    elif word == "-ansi":
        _take_standard(found, "c89")
    elif flag in ("-std", "--std"):
        standard = word.partition("=")[2]
        if "++" in standard:
            found.language = "c++"
        elif standard.replace("gnu", "c") not in _STANDARDS:
            found.refused[word] = "it is no version of C that smtcb knows"
        else:
            _take_standard(found, standard)
    else:
        if word in ("-pthread", "-pthreads"):
            found.macros.setdefault("_REENTRANT", "_REENTRANT=1")
        elif word == "-fsigned-char":
            for opposite in ("-funsigned-char", "-fno-signed-char"):
                found.refused.pop(opposite, None)
        return False
    return True


def _take_standard(found: CompilerFlags, standard: str) -> None:
    """What a program can see of it; what newer versions add to C is taken in any case (`frontend/c23_words.py`)."""
    version = _STANDARDS[standard.replace("gnu", "c")]
    found.macros["__STDC_VERSION__"] = None if version is None else f"__STDC_VERSION__={version}"
    found.macros.pop("__STRICT_ANSI__", None)
    if not standard.startswith("gnu"):
        found.macros["__STRICT_ANSI__"] = "__STRICT_ANSI__=1"


def together(several: Iterable[CompilerFlags]) -> CompilerFlags:
    """What was ignored, noted and refused in several commands."""
    whole = CompilerFlags()
    for one in several:
        whole.ignored += one.ignored
        whole.libraries += one.libraries
        whole.refused |= one.refused
        whole.noted |= one.noted
        whole.wraps = whole.wraps or one.wraps
        whole.arch = one.arch if whole.arch is None else whole.arch
    return whole
