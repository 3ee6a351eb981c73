"""Preprocessed C text to tokens.

The text is cut by one regular expression in one C-level call, and the kind of a token is looked up once per distinct
spelling; that makes lexing a small part of parsing. Whether an identifier is a typedef name is the parser's business.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import field
from itertools import accumulate, compress

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.symbols import SourceLocation

from .c23_words import with_new_words, words_in
from .columns import Columns
from .errors import SyntaxProblem

# The kind of a keyword or punctuator is its canonical spelling; these are all the others.
IDENTIFIER = "identifier"
INTEGER = "integer constant"
FLOATING = "floating constant"
CHARACTER = "character constant"
STRING = "string literal"
END = "end of file"
BAD = "bad token"
_SKIPPED = ""
_DIRECTIVE = "directive"

_QUOTED = r'"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"' + r"|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'"
# Frequent tokens first: names that cannot be the prefix of a literal, and the commonest punctuators.
_TOKEN = re.compile(
    r"\s+"
    r"|(?!_Pragma\b)[A-KM-TV-Za-tv-z_][\w$]*"
    r"|[(),;]"
    r"|_Pragma\s*\(\s*(?:" + _QUOTED + r")\s*\)"
    r"|(?:u8|[LuU])?(?:" + _QUOTED + r")"
    r"|[^\W\d][\w$]*|\$[\w$]*"
    r"|0[xX](?:[pP][+-]|[\w.]|'(?=\w))*|\.?[0-9](?:[eE][+-]|[\w.]|'(?=\w))*"
    r"|//[^\n]*|/\*(?:[\s\S]*?\*/|[\s\S]*)"
    r"|#[^\n\\]*(?:\\[\s\S][^\n\\]*)*"
    r"|\.\.\.|->|\+\+|--|<<=|>>=|<<|>>|&&|\|\||[-+*/%&|^<>=!]=|<:|:>|<%|%>"
    r"|\\\n|[\s\S]"
)
_INTEGER = re.compile(r"(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)([uUlLiIjJ]*)\Z")
_SUFFIXES = frozenset(["", "u", "l", "ul", "lu", "ll", "ull", "llu"])
_FLOATING = re.compile(
    r"(?:(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+"
    r"|0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)[pP][+-]?[0-9]+)"
    r"(?:[fFlLqQwW]|[fF](?:16|32|64|128)x?|[dD][fFdDlL])?[iIjJ]?\Z"
)
_SEPARATED = re.compile(r"[0-9a-fA-F]'[0-9a-fA-F]")
_LINE_MARKER = re.compile(r'#[ \t]*(?:line[ \t]+)?([0-9]+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?')
_PRAGMA = re.compile(r"#[ \t]*(?:pragma\b|ident\b|sccs\b)|#[ \t]*\Z")
_SYMBOL_PRAGMA = re.compile(r"#[ \t]*pragma[ \t]+((?:weak|redefine_extname)\b.*)")
_PACK = re.compile(r"#[ \t]*pragma[ \t]+pack[ \t]*\(([^)]*)\)")


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_KEYWORDS = words(
    "auto break case char const continue default do double else enum extern float for goto if inline int long register "
    "restrict return short signed sizeof static struct switch typedef typeof union unsigned void volatile while asm "
    "_Alignas _Alignof _Atomic _Bool _Complex _Generic _Noreturn _Static_assert _Thread_local __attribute__ "
    "__auto_type __builtin_offsetof __builtin_types_compatible_p __builtin_va_arg __extension__ __imag__ __int128 "
    "__label__ __real__"
)
_PUNCTUATORS = words(
    "... -> ++ -- <<= >>= << >> && || += -= *= /= %= &= |= ^= <= >= == != "
    "+ - * / % & | ^ ~ ! < > = ? : ; , . ( ) [ ] { }"
)
_UNDERSCORED = words("asm const inline restrict signed typeof volatile")  # also known as __asm and __asm__
_SPELLINGS = {
    **{spelling: spelling for spelling in _KEYWORDS | _PUNCTUATORS},
    **{f"__{keyword}": keyword for keyword in _UNDERSCORED},
    **{f"__{keyword}__": keyword for keyword in _UNDERSCORED},
    "__attribute": "__attribute__",
    "__real": "__real__",
    "__imag": "__imag__",
    "__thread": "_Thread_local",
    "__alignof": "_Alignof",
    "__alignof__": "_Alignof",
    "__complex": "_Complex",
    "__complex__": "_Complex",
    "__typeof_unqual": "typeof_unqual",
    "__typeof_unqual__": "typeof_unqual",
    "<:": "[",
    ":>": "]",
    "<%": "{",
    "%>": "}",
}


class _Kinds(dict[str, str]):
    """Spelling to kind; a spelling that is not known yet is classified and remembered."""

    def __missing__(self, spelling: str) -> str:
        kind = self[spelling] = _classify(spelling)
        return kind


def _classify(spelling: str) -> str:
    first = spelling[0]
    if first == "#":
        return _DIRECTIVE
    if first.isspace() or spelling == "\\\n" or spelling.startswith("//"):
        return _SKIPPED
    if spelling.startswith("/*"):
        return _SKIPPED if spelling.endswith("*/") and len(spelling) > 3 else BAD
    if len(spelling) > 1 and spelling[-1] in "\"'":
        quote = spelling[-1]
        return STRING if quote == '"' else BAD if spelling.endswith("''") and len(spelling) < 4 else CHARACTER
    if first.isdigit() or (first == "." and len(spelling) > 1):
        return _classify_number(spelling.replace("'", ""))
    if first.isalpha() or first in "_$":
        return _SKIPPED if spelling.startswith("_Pragma") and spelling.endswith(")") else IDENTIFIER
    return BAD


def _classify_number(spelling: str) -> str:
    if integer := _INTEGER.match(spelling):
        suffix = integer[1]
        if suffix.lower().rstrip("ij") in _SUFFIXES and "lL" not in suffix and "Ll" not in suffix:
            return INTEGER
    return FLOATING if _FLOATING.match(spelling) else BAD


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of one text as parallel lists; the last token has the kind END."""

    kinds: list[str]
    values: list[str]
    positions: list[int]
    line_starts: list[int]  # position of each physical line of the text
    line_files: list[str]  # the file that a physical line stems from
    line_numbers: list[int]  # its line there
    packs: tuple[tuple[int, int], ...]  # (position, n): from there on `#pragma pack(n)` holds; 0 is the default
    directives: tuple[tuple[int, str], ...]  # position and text of all line markers, pragmas and the like
    text: str
    columns: Columns
    _moved: dict[int, Sequence[int] | None] = field(default_factory=dict)  # by physical line, see Columns.of_line

    def location(self, index: int) -> SourceLocation:
        position = self.positions[index]
        line = bisect_right(self.line_starts, position) - 1
        column = position - self.line_starts[line]
        moved = self._moved[line] if line in self._moved else self._compare(line)
        if moved is not None and column < len(moved) and moved[column]:
            return SourceLocation(self.line_files[line], self.line_numbers[line], moved[column])
        return SourceLocation(self.line_files[line], self.line_numbers[line], column + 1)

    def _compare(self, line: int) -> Sequence[int] | None:
        start = self.line_starts[line]
        end = self.line_starts[line + 1] - 1 if line + 1 < len(self.line_starts) else len(self.text)
        found = self.columns.of_line(self.line_files[line], self.line_numbers[line], self.text[start:end])
        self._moved[line] = found
        return found

    def pack_at(self, index: int) -> int:
        """The alignment limit that `#pragma pack` sets where a token stands; 0 for none."""
        if not self.packs:
            return 0
        found = bisect_right(self.packs, (self.positions[index], 1 << 30))
        return self.packs[found - 1][1] if found else 0


def tokenize(text: str, filename: str, columns: Columns | None = None) -> Tokens:
    spellings = _TOKEN.findall(text)
    kind_of = _Kinds(_SPELLINGS)
    kinds = [kind_of[spelling] for spelling in spellings]
    positions = list(accumulate(map(len, spellings), initial=0))
    directives = _take_directives(kinds, spellings, positions)
    line_starts = _line_starts(text)
    line_files, line_numbers = _origins(directives, line_starts, filename)
    found = (
        [*compress(kinds, kinds), END],
        [*compress(spellings, kinds), ""],
        [*compress(positions, kinds), _end_of(text)],
    )
    if "[[" in text:
        found = _with_gnu_attributes(*found)
    if words := words_in(kind_of):
        found = with_new_words(*found, words, IDENTIFIER, INTEGER)
    if _SEPARATED.search(text):
        separated = (INTEGER, FLOATING)
        values = [v.replace("'", "") if k in separated else v for k, v in zip(found[0], found[1], strict=True)]
        found = (found[0], values, found[2])
    return Tokens(
        *found,
        line_starts,
        line_files,
        line_numbers,
        _packs(directives),
        tuple(directives),
        text,
        columns or Columns(),
    )


def _with_gnu_attributes(
    kinds: list[str], values: list[str], positions: list[int]
) -> tuple[list[str], list[str], list[int]]:
    """`[[name, gnu::name(arguments)]]` of C23, which gcc takes in older C, too, as `__attribute__((name, ...))`."""
    new_kinds: list[str] = []
    new_values: list[str] = []
    new_positions: list[int] = []

    def add(kind: str, value: str, position: int) -> None:
        new_kinds.append(kind)
        new_values.append(value)
        new_positions.append(position)

    index, depth = 0, 0  # of brackets inside attributes
    while index < len(kinds):
        kind, position = kinds[index], positions[index]
        if depth == 0 and kinds[index : index + 2] == ["[", "["]:
            for spelling in ("__attribute__", "(", "("):
                add(spelling, spelling, position)
            index, depth = index + 2, 1
        elif depth == 1 and kinds[index : index + 2] == ["]", "]"]:
            add(")", ")", position)
            add(")", ")", positions[index + 1])
            index, depth = index + 2, 0
        elif depth and kinds[index + 1 : index + 3] == [":", ":"]:
            index += 3  # the name of the vendor
        else:
            depth += (kind in ("[", "(")) - (kind in ("]", ")")) if depth else 0
            add(kind, values[index], position)
            index += 1
    return new_kinds, new_values, new_positions


def _take_directives(kinds: list[str], spellings: list[str], positions: list[int]) -> list[tuple[int, str]]:
    """Position and text of the directives, which are skipped from now on."""
    directives: list[tuple[int, str]] = []
    index = -1
    while True:
        try:
            index = kinds.index(_DIRECTIVE, index + 1)
        except ValueError:
            return directives
        kinds[index] = _SKIPPED
        directives.append((positions[index], spellings[index]))


def _line_starts(text: str) -> list[int]:
    starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))
    starts.pop()
    return starts


def _end_of(text: str) -> int:
    """Where to report the end of the file: after its last character that is not blank."""
    return max(len(text.rstrip()) - 1, 0)


def _origins(directives: list[tuple[int, str]], line_starts: list[int], filename: str) -> tuple[list[str], list[int]]:
    """For each physical line the file and line it stems from, as the line markers say."""
    files: list[str] = []
    numbers: list[int] = []
    file, offset = filename, 1  # the line number of physical line 0
    for position, directive in directives:
        marker = _LINE_MARKER.match(directive)
        if marker is None:
            continue
        following = bisect_right(line_starts, position)
        numbers.extend(range(offset + len(numbers), offset + following))
        files.extend([file] * (following - len(files)))
        offset = int(marker[1][:9]) - following
        if marker[2] is not None:
            file = _unescape(marker[2])
    numbers.extend(range(offset + len(numbers), offset + len(line_starts)))
    files.extend([file] * (len(line_starts) - len(files)))
    return files, numbers


def _unescape(name: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", name) if "\\" in name else name


def check_directives(tokens: Tokens) -> None:
    """Complain about a directive that preprocessing should have dealt with."""
    for position, directive in tokens.directives:
        if _LINE_MARKER.match(directive) or _PRAGMA.match(directive):
            continue
        line = bisect_right(tokens.line_starts, position) - 1
        column = position - tokens.line_starts[line] + 1
        raise SyntaxProblem(
            f"preprocessor directive in preprocessed text: {directive.split(chr(10))[0][:60].strip()}",
            SourceLocation(tokens.line_files[line], tokens.line_numbers[line], column),
            "a file named .i is not preprocessed; rename it to .c",
            near="#",
        )


def symbol_pragmas(tokens: Tokens) -> list[str]:
    """Pragmas that say something about symbols, without `#pragma`: `weak name`, `redefine_extname old new`."""
    found = (_SYMBOL_PRAGMA.match(directive) for _, directive in tokens.directives)
    return [pragma[1] for pragma in found if pragma is not None]


def _packs(directives: list[tuple[int, str]]) -> tuple[tuple[int, int], ...]:
    """The course of `#pragma pack`, with its push and pop."""
    current, stack, course = 0, [], []
    for position, directive in directives:
        pragma = _PACK.match(directive)
        if pragma is None:
            continue
        words = [word.strip() for word in pragma[1].split(",")]
        if words[0] == "push":
            stack.append(current)
        elif words[0] == "pop":
            current = stack.pop() if stack else 0
        if words == [""]:
            current = 0
        elif words[-1].isdigit():
            current = int(words[-1])
        course.append((position, current))
    return tuple(course)
