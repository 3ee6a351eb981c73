"""Words that are keywords since C23, and names before: they are what the program makes of them.

A program that declares such a name itself (`typedef int bool;`, `enum { false, true }`) means its own. Where it only
uses one, no older C would take it, so that the keyword is meant, whatever `-std=` says.
"""

from __future__ import annotations

from collections.abc import Iterable

# What stands for a word: the kinds of tokens, which are their spellings as well.
_MEANINGS = {
    "alignas": ("_Alignas",),
    "alignof": ("_Alignof",),
    "bool": ("_Bool",),
    "constexpr": ("constexpr",),
    "false": ("(", "(", "_Bool", ")", "0", ")"),
    "nullptr": ("(", "(", "void", "*", ")", "0", ")"),
    "static_assert": ("_Static_assert",),
    "thread_local": ("_Thread_local",),
    "true": ("(", "(", "_Bool", ")", "1", ")"),
    "typeof_unqual": ("typeof_unqual",),
}
_VALUES = frozenset(["false", "nullptr", "true"])
_TYPES = (
    "void",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "_Bool",
    "_Complex",
    "__int128",
)
_DECLARED_AFTER = frozenset([*_TYPES, "goto", ".", "->"])
_DIGIT = "0123456789"


def words_in(spellings: Iterable[str]) -> frozenset[str]:
    return frozenset(_MEANINGS.keys() & spellings)


def with_new_words(
    kinds: list[str],
    values: list[str],
    positions: list[int],
    words: frozenset[str],
    identifier: str,
    integer: str,
) -> tuple[list[str], list[str], list[int]]:
    """The tokens with those of the `words` as keywords that the program does not declare."""
    places = [index for index, value in enumerate(values) if value in words and kinds[index] == identifier]
    enumerators = _enumerators(kinds, values)
    own = {values[index] for index in places if _declares(kinds, values, index, identifier)} | enumerators
    if words <= own:
        return kinds, values, positions
    new_kinds: list[str] = []
    new_values: list[str] = []
    new_positions: list[int] = []
    done = 0
    for index in places:
        if values[index] in own:
            continue
        meaning = _MEANINGS[values[index]]
        new_kinds += [*kinds[done:index], *(integer if word[0] in _DIGIT else word for word in meaning)]
        new_values += [*values[done:index], *(meaning if len(meaning) > 1 else (values[index],))]
        new_positions += [*positions[done:index], *[positions[index]] * len(meaning)]
        done = index + 1
    return new_kinds + kinds[done:], new_values + values[done:], new_positions + positions[done:]


def _declares(kinds: list[str], values: list[str], index: int, identifier: str) -> bool:
    """Whether the name is declared here, or is one of a member or a label."""
    before, after = kinds[index - 1] if index else ";", kinds[index + 1]
    if before in _DECLARED_AFTER or before == identifier:
        return True
    if values[index] in _VALUES:
        return before == "*" and after in ("=", ";", ",", ")")
    return after in (";", "=") or (before == "*" and after != "(") or (after == ":" and before in (";", "{", "}"))


def _enumerators(kinds: list[str], values: list[str]) -> set[str]:
    found: set[str] = set()
    for index, kind in enumerate(kinds):
        if kind != "enum":
            continue
        opening = next((at for at in range(index + 1, min(index + 8, len(kinds))) if kinds[at] in ("{", ";", "(")), -1)
        if opening >= 0 and kinds[opening] == "{":
            closing = kinds.index("}", opening) if "}" in kinds[opening:] else opening
            found.update(values[opening:closing])
    return found
