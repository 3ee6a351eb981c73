"""The top-level declarations of a preprocessed text, found without parsing it.

Each stretch of text from one external declaration to the next is a `Chunk`, with the names that it declares. Telling
what a declaration declares is done by shape and errs on the side of too many names: a chunk whose shape is not
understood is marked `always`, to be kept whatever happens.
"""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache

from esbmc_py.goto.deferred import dataclass

from .gnu_lexer import IDENTIFIER, Tokens, tokenize

_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")
_STRUCTURE = _OPENING | _CLOSING | {";"}
_AGGREGATES = frozenset(["struct", "union", "enum"])
_NOT_A_DEFINITION = frozenset(["extern", "typedef"])
_LONGEST_HEADER = 64  # more parameters than any K&R definition declares
# Attributes that make a definition matter though nothing mentions it.
_USED_UNSEEN = frozenset(["constructor", "destructor", "used", "__constructor__", "__destructor__", "__used__"])
# A declaration that defines something, by another name.
_DEFINES_ALIAS = frozenset(["alias", "__alias__"])


@dataclass(slots=True)
class Chunk:
    """Tokens `start` to `end` (exclusive)."""

    start: int
    end: int
    groups: list[tuple[int, int]]  # the outermost brackets: index of the opening and of the closing token
    names: set[str] = field(default_factory=set)  # what it declares, or a few names more
    function: str | None = None  # the function that it defines
    static: bool = False  # which no other file sees
    root: bool = False  # defines something that is there even if nothing mentions it
    always: bool = False


@dataclass(frozen=True, slots=True)
class Outline:
    tokens: Tokens
    chunks: list[Chunk]
    balanced: bool  # if not, the chunks mean nothing


@lru_cache(maxsize=4)
def outline(text: str, filename: str = "") -> Outline:
    tokens = tokenize(text, filename)
    chunks = _split(tokens)
    if chunks is None:
        return Outline(tokens, [], False)
    for chunk in chunks:
        _describe(tokens, chunk)
    return Outline(tokens, chunks, True)


# Where declarations end


def _split(tokens: Tokens) -> list[Chunk] | None:
    """The chunks of a text, or None if its brackets do not match or a body belongs to nothing."""
    kinds = tokens.kinds
    chunks: list[Chunk] = []
    start, depth, opened = 0, 0, 0
    groups: list[tuple[int, int]] = []
    for index in [index for index, kind in enumerate(kinds) if kind in _STRUCTURE]:
        kind = kinds[index]
        if kind in _OPENING:
            if depth == 0:
                opened = index
            depth += 1
            continue
        if kind != ";":
            depth -= 1
            if depth < 0:
                return None
            if depth == 0:
                groups.append((opened, index))
        if depth == 0 and (kind == ";" or (kind == "}" and _is_body(kinds, start, opened))):
            if kinds[start] == "{":
                header = _header_of_body(kinds, chunks)
                if header == len(chunks):
                    return None
                for chunk in reversed(chunks[header:]):
                    start, groups = chunk.start, chunk.groups + groups
                del chunks[header:]
            chunks.append(Chunk(start, index + 1, groups))
            start, groups = index + 1, []
    if depth or start != len(kinds) - 1:
        return None
    return chunks


def _is_body(kinds: list[str], start: int, brace: int) -> bool:
    """Whether the brace opens a function's body, not the members of a type or an initialiser."""
    if brace == start:
        return True  # after the parameter declarations of a K&R definition
    before = _skip_attributes_back(kinds, start, brace - 1)
    if kinds[before] in _AGGREGATES or (kinds[before] == IDENTIFIER and kinds[before - 1] in _AGGREGATES):
        return False
    if before == brace - 1 and kinds[before] != ")":
        return False
    return "=" not in kinds[start:brace]


def _skip_attributes_back(kinds: list[str], start: int, index: int) -> int:
    """The last token before the attributes that end at `index`."""
    while kinds[index] == ")":
        depth = 0
        opening = index
        while opening > start:
            if kinds[opening] == ")":
                depth += 1
            elif kinds[opening] == "(":
                depth -= 1
                if depth == 0:
                    break
            opening -= 1
        if opening <= start or kinds[opening - 1] not in ("__attribute__", "asm"):
            return index
        index = opening - 2
    return index


def _header_of_body(kinds: list[str], chunks: list[Chunk]) -> int:
    """The first of the last chunks that make up a K&R definition's header, `f(a) int a;`; their number if none does."""
    for index in range(len(chunks) - 1, max(len(chunks) - _LONGEST_HEADER, 0) - 1, -1):
        chunk = chunks[index]
        if kinds[chunk.end - 1] != ";":
            break
        if any(kinds[closing] == ")" and kinds[closing + 1] != ";" for _, closing in chunk.groups):
            return index
    return len(chunks)


# What they declare


def _describe(tokens: Tokens, chunk: Chunk) -> None:
    kinds, values = tokens.kinds, tokens.values
    first = kinds[chunk.start]
    if first == ";":
        return
    if first in ("_Static_assert", "asm"):
        chunk.always = True
        return
    items = _outer_tokens(kinds, chunk)
    outer = [kinds[item] for item in items]
    has_body = outer[-1] == "{"
    defined = _collect_names(tokens, chunk, items, outer)
    for opening, closing in chunk.groups:
        if kinds[opening] == "{" and not (has_body and opening == items[-1]):
            _collect_types(tokens, opening, closing, chunk.names)
    if has_body:
        chunk.function = _function_name(tokens, items)
        chunk.static = "static" in outer
        chunk.root = "inline" not in outer or not _USED_UNSEEN.isdisjoint(values[chunk.start : items[-1]])
    else:
        chunk.root = defined and _NOT_A_DEFINITION.isdisjoint(outer)
        chunk.root = chunk.root or not _DEFINES_ALIAS.isdisjoint(values[chunk.start : chunk.end])
    if not chunk.names and not _declares_nothing(outer):
        chunk.always = True


def _declares_nothing(outer: list[str]) -> bool:
    """An unnamed struct without a declarator, or a bare `int;`."""
    return IDENTIFIER not in outer and "(" not in outer


def _outer_tokens(kinds: list[str], chunk: Chunk) -> list[int]:
    """The indices of the tokens outside all brackets, each bracket pair as its opening token; no attributes."""
    items: list[int] = []
    position = chunk.start
    for opening, closing in chunk.groups:
        items.extend(range(position, opening))
        if items and kinds[items[-1]] in ("__attribute__", "asm"):
            items.pop()
        else:
            items.append(opening)
        position = closing + 1
    items.extend(range(position, chunk.end))
    return items


def _collect_names(tokens: Tokens, chunk: Chunk, items: list[int], outer: list[str]) -> bool:
    """Gather the declared names from the shape of the outer tokens; whether one of them may be an object."""
    values = tokens.values
    closing_of = dict(chunk.groups)
    may_be_object = False
    for place, (item, kind) in enumerate(zip(items, outer, strict=True)):
        following = outer[place + 1] if place + 1 < len(outer) else ""
        before = outer[place - 1] if place else ""
        if kind == IDENTIFIER:
            if before in _AGGREGATES:
                if following in ("{", ";"):
                    chunk.names.add(values[item])
            elif following in ("(", "[", "=", ",", ";", ":", "{"):
                chunk.names.add(values[item])
                may_be_object = may_be_object or following != "("
        elif kind == "(":
            # `(*name)(...)`, `(name)`: brackets that do not follow a name, or are followed by more of them.
            if (before != IDENTIFIER and before != "(") or following in ("(", "[") or place <= 1:
                inside = range(item + 1, closing_of[item])
                chunk.names.update(values[i] for i in inside if tokens.kinds[i] == IDENTIFIER)
                may_be_object = True
    return may_be_object


def _collect_types(tokens: Tokens, opening: int, closing: int, names: set[str]) -> None:
    """The tags and enumerators that are declared by a type's body (or, harmlessly, in an initialiser)."""
    kinds, values = tokens.kinds, tokens.values
    if _opens_enum(kinds, opening):
        _collect_enumerators(tokens, opening, names)
    if _AGGREGATES.isdisjoint(kinds[opening:closing]):
        return
    for index in range(opening, closing):
        if kinds[index] != "{":
            continue
        if kinds[index - 1] == IDENTIFIER and kinds[index - 2] in _AGGREGATES:
            names.add(values[index - 1])
        elif kinds[index - 1] == ")":  # attributes before the body; any name near may be the tag
            names.update(values[max(index - 12, opening) : index])
        if index != opening and _opens_enum(kinds, index):
            _collect_enumerators(tokens, index, names)


def _opens_enum(kinds: list[str], brace: int) -> bool:
    index = _skip_attributes_back(kinds, 0, brace - 1)
    return kinds[index] == "enum" or (kinds[index] == IDENTIFIER and "enum" in kinds[max(index - 8, 0) : index])


def _collect_enumerators(tokens: Tokens, brace: int, names: set[str]) -> None:
    kinds, values = tokens.kinds, tokens.values
    index = brace
    while kinds[index] != "}":
        if kinds[index] == IDENTIFIER and kinds[index - 1] in ("{", ","):
            names.add(values[index])
        index += 1


def _function_name(tokens: Tokens, items: list[int]) -> str | None:
    """The name before the parameter list, or inside the brackets of `int (*f(int a))(int)` and `int (f)(int a)`."""
    kinds, values = tokens.kinds, tokens.values
    place = next((place for place, item in enumerate(items) if kinds[item] == "("), None)
    if place is None:
        return None
    if kinds[items[place + 1]] != "(":
        before = items[place - 1]
        return values[before] if place and kinds[before] == IDENTIFIER else None
    index = items[place] + 1
    while kinds[index] != IDENTIFIER and kinds[index] != "{":
        index = _skip_attribute(kinds, index) if kinds[index] == "__attribute__" else index + 1
    return values[index] if kinds[index] == IDENTIFIER else None


def _skip_attribute(kinds: list[str], index: int) -> int:
    """The index after `__attribute__((...))`."""
    depth = 0
    while True:
        index += 1
        if kinds[index] == "(":
            depth += 1
        elif kinds[index] == ")":
            depth -= 1
            if depth == 0:
                return index + 1
