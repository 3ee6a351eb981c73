"""C identifiers for what a bounded program calls by names that need not be any."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable

# What the translation itself calls things, and words that C does not give away.
_WORDS = """
auto break case char const continue default do double else enum extern float for goto if inline int long register
restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm typeof
J G K N active arg size pc ct cs assume assert main driver havoc abort exit malloc calloc free memcpy memset dprintf
open read write getenv strtoul strtoull
"""
RESERVED = frozenset(re.findall(r"\w+", _WORDS))


class Names:
    """One name per thing, unique in the file."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = {*RESERVED, *taken}
        self._names: dict[Hashable, str] = {}

    def of(self, thing: Hashable, wish: str) -> str:
        found = self._names.get(thing)
        if found is None:
            found = self._names[thing] = self.fresh(wish)
        return found

    def known(self, thing: Hashable) -> str | None:
        return self._names.get(thing)

    def give(self, thing: Hashable, name: str) -> None:
        self._names[thing] = name

    def fresh(self, wish: str) -> str:
        name = identifier(wish.removeprefix("__smtcb_"))  # which our front end would take for what is in its models
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name


def identifier(text: str) -> str:
    made = "".join(character if character.isascii() and character.isalnum() else "_" for character in text)
    return made if made[:1].isalpha() or made.startswith("_") else f"_{made}"
