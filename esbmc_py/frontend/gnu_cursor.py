"""The parser's place in the tokens, the names that are types at that place, and its complaints."""

from __future__ import annotations

import re
from string import hexdigits
from typing import NoReturn

from esbmc_py.goto.symbols import SourceLocation

from .errors import SyntaxProblem, UnsupportedSyntax
from .gnu_lexer import BAD, CHARACTER, END, FLOATING, IDENTIFIER, INTEGER, STRING, Tokens, words

# gcc knows these as if by typedef: a header may declare them again (glibc does, for compilers without them).
BUILTIN_TYPES = words(
    "__builtin_va_list __builtin_ms_va_list __builtin_sysv_va_list __int128_t __uint128_t __float128 __float80 __bf16 "
    "_Float16 _Float32 _Float32x _Float64 _Float64x _Float128 _Decimal32 _Decimal64 _Decimal128"
)
BASIC_TYPES = words("void char short int long float double signed unsigned _Bool _Complex __int128 __auto_type")
QUALIFIERS = words("const volatile restrict _Atomic")
STORAGE_CLASSES = words("auto register static extern typedef _Thread_local constexpr")
FUNCTION_SPECIFIERS = words("inline _Noreturn")
TYPE_STARTS = (
    BASIC_TYPES | QUALIFIERS | {"struct", "union", "enum", "typeof", "typeof_unqual", "_Alignas", "__attribute__"}
)
DECLARATION_STARTS = TYPE_STARTS | STORAGE_CLASSES | FUNCTION_SPECIFIERS | {"_Static_assert"}

_OPERANDS = {IDENTIFIER, INTEGER, FLOATING, CHARACTER, STRING, "(", "~", "!", "sizeof"}
_BEFORE_OTHER_PARENTHESES = {
    IDENTIFIER,
    ")",
    "]",
    "if",
    "while",
    "for",
    "switch",
    "sizeof",
    "_Alignof",
    "typeof",
    "typeof_unqual",
}

_TRAILING_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*(\\x[0-9a-fA-F]+|\\[0-7]{1,2})\Z")


class Cursor:
    """`kinds[at]` is the kind of the next token; every rule of the grammar moves `at` past what it recognised."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.kinds = tokens.kinds
        self.values = tokens.values
        self.location = tokens.location
        self.at = 0
        # Whether a name means a type here. Scopes remember what they shadow, so a look-up is one dictionary access.
        self.names: dict[str, bool] = dict.fromkeys(BUILTIN_TYPES, True)
        self._shadowed: list[dict[str, bool | None]] = []

    # Names

    def open_scope(self) -> None:
        self._shadowed.append({})

    def close_scope(self) -> None:
        for name, before in self._shadowed.pop().items():
            if before is None:
                del self.names[name]
            else:
                self.names[name] = before

    def declare(self, name: str, is_type: bool = False) -> None:
        if self._shadowed:
            self._shadowed[-1].setdefault(name, self.names.get(name))
        self.names[name] = is_type

    # Looking ahead

    def starts_type(self, at: int) -> bool:
        """Whether a type name starts at the token `at` (in a place where an expression could stand as well)."""
        while self.kinds[at] == "__extension__":
            at += 1
        kind = self.kinds[at]
        if kind == IDENTIFIER:
            return self.names.get(self.values[at], False)
        return kind in TYPE_STARTS

    def starts_declaration(self, at: int) -> bool:
        while self.kinds[at] == "__extension__":
            at += 1
        kind = self.kinds[at]
        if kind == IDENTIFIER:
            return self.names.get(self.values[at], False)
        return kind in DECLARATION_STARTS

    # Moving on

    def accept(self, kind: str) -> bool:
        if self.kinds[self.at] == kind:
            self.at += 1
            return True
        return False

    def expect(self, kind: str) -> int:
        """Move past a punctuator or keyword and return its index."""
        at = self.at
        if self.kinds[at] != kind:
            self.fail_expected(f"'{kind}'")
        self.at = at + 1
        return at

    def identifier(self) -> str:
        at = self.at
        if self.kinds[at] != IDENTIFIER:
            self.fail_expected("an identifier")
        self.at = at + 1
        return self.values[at]

    def string(self) -> str:
        """Adjacent string literals as one, with prefix and quotes."""
        at = self.at
        if self.kinds[at] != STRING:
            self.fail_expected("a string literal")
        end = at + 1
        while self.kinds[end] == STRING:
            end += 1
        self.at = end
        return self.values[at] if end == at + 1 else join_literals(self.values[at:end])

    # Complaints

    def fail(self, message: str, at: int | None = None, hint: str | None = None) -> NoReturn:
        at = self.at if at is None else at
        raise SyntaxProblem(message, self.location(at), hint, near=self.values[at] or None)

    def fail_expected(self, what: str) -> NoReturn:
        """Complain about the token here: what should have stood there instead."""
        at = self.at
        value, kind = self.values[at], self.kinds[at]
        if kind == END:
            self.fail(f"expected {what} before the end of the file")
        if kind == BAD:
            self.fail(_describe_bad(value))
        previous = at - 1
        if what == "';'" and previous >= 0 and self.location(previous).line < self.location(at).line:
            # A semicolon is missing where the line before ends, not where the next one starts.
            raise SyntaxProblem(
                f"expected ';' after '{_shorten(self.values[previous])}'", self._end_of(previous), near=None
            )
        self.fail(f"expected {what} before '{_shorten(value)}'", hint=self._cast_hint(previous))

    def _cast_hint(self, at: int) -> str | None:
        """`(name) operand` is a cast only if the name is a type. `f(name) operand` and `if (name)` are none."""
        kinds = self.kinds
        if at < 2 or (kinds[at - 2], kinds[at - 1], kinds[at]) != ("(", IDENTIFIER, ")"):
            return None
        name = self.values[at - 1]
        if name in self.names or kinds[at + 1] not in _OPERANDS:
            return None
        if at > 2 and kinds[at - 3] in _BEFORE_OTHER_PARENTHESES:
            return None
        return f"is '{name}' meant to be a type? It is not declared as one"

    def _end_of(self, at: int) -> SourceLocation:
        start = self.location(at)
        return SourceLocation(start.file, start.line, start.column + len(self.values[at]))

    def fail_unsupported(self, construct: str, at: int) -> NoReturn:
        raise UnsupportedSyntax(f"unsupported: {construct}", self.location(at), near=self.values[at])


def join_literals(literals: list[str]) -> str:
    """Adjacent string literals as one literal, with the prefix of the first that has one.

    A numeric escape at the end of a literal must not swallow digits at the start of the next, so it is rewritten with
    its full number of digits.
    """
    prefix = ""
    bodies: list[str] = []
    for literal in literals:
        own_prefix, _, body = literal[:-1].partition('"')
        prefix = prefix or own_prefix
        if body and bodies and body[0] in hexdigits and (escape := _TRAILING_ESCAPE.search(bodies[-1])):
            bodies[-1] = bodies[-1][: escape.start(1)] + _full_escape(escape[1])
        if body:
            bodies.append(body)
    return f'{prefix}"{"".join(bodies)}"'


def _full_escape(escape: str) -> str:
    code = int(escape[2:], 16) if escape[1] == "x" else int(escape[1:], 8)
    return f"\\{code:03o}" if code < 512 else f"\\U{code & 0xFFFFFFFF:08x}"


def _shorten(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def _describe_bad(spelling: str) -> str:
    if spelling[0] == '"':
        return "the string literal does not end on its line"
    if spelling.startswith("/*"):
        return "the comment never ends"
    if spelling == "''":
        return "empty character constant"
    if spelling[0] == "'":
        return "the character constant does not end on its line"
    if spelling[0].isdigit() or spelling[0] == ".":
        return f"invalid number '{_shorten(spelling)}'"
    return f"stray {spelling!r} in the program"
