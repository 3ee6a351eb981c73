"""How good input becomes bad: bytes, tokens and lines of text, values of documents, words of command lines."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

from tests.agreement.fuzz_sources import mutate as mutate_text

_DEEP: Any = []
for _ in range(200):
    _DEEP = [_DEEP]
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2**31,
    2**63,
    2**64,
    -(2**63),
    10**400,
    0.5,
    1e308,
    float("inf"),
    float("nan"),
    "",
    " ",
    "\0",
    "\ud800",
    "../../x",
    "/etc/passwd",
    "-",
    "--help",
    "a" * 10_000,
    "0",
    "-1",
    "main",
    "x;y",
    "$(touch pwned)",
    [],
    {},
    [None],
    {"": None},
    [[]],
    _DEEP,
    {"a": {"b": [1, 2]}},
)
WORDS = (
    "",
    "-",
    "--",
    "-1",
    "0",
    "99999999999999999999",
    "1e999",
    "nan",
    "inf",
    "a b",
    "\0",
    "\udcff",
    "é",
    "=",
    ",",
    ":",
    "prog.c:1:1",
    "prog.c:x:y",
    "1,2:+",
    "+:2,1",
    "all",
    "none",
    "reach,race",
    "lazy",
    "no.c",
    "/",
    ".",
    "..",
    "*",
    "%n",
)


def of_text(text: bytes, chance: random.Random) -> bytes:
    return mutate_text(text, chance)


def of_document(document: Any, chance: random.Random) -> bytes:
    """JSON, which is YAML as well: with one to three values that do not belong there."""
    document = copy.deepcopy(document)
    for _ in range(chance.choice((1, 1, 2, 3))):
        places = list(_places(document))
        if not places:
            break
        holder, key = chance.choice(places)
        match chance.randrange(4):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, dict):
                holder[chance.choice(("", "x", "version", "type", "line"))] = holder.pop(key)
            case 2:
                other, its = chance.choice(places)
                holder[key] = copy.deepcopy(other[its]) if _still_has(other, its) else None
            case _:
                holder[key] = copy.deepcopy(chance.choice(VALUES))
    return json.dumps(document).encode("utf-8", "surrogatepass")


def _places(document: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(document, dict):
        keys: Sequence[Any] = list(document)
    elif isinstance(document, list):
        keys = range(len(document))
    else:
        return
    for key in keys:
        yield document, key
        yield from _places(document[key])


def _still_has(holder: Any, key: Any) -> bool:
    return key in holder if isinstance(holder, dict) else 0 <= key < len(holder)


def of_words(words: Sequence[str], chance: random.Random, flags: Sequence[str]) -> list[str]:
    found = list(words)
    for _ in range(chance.choice((1, 1, 2, 4))):
        place = chance.randrange(len(found) + 1)
        match chance.randrange(5):
            case 0 if found:
                del found[min(place, len(found) - 1)]
            case 1:
                found.insert(place, chance.choice(WORDS))
            case 2:
                found[place:place] = [chance.choice(flags), chance.choice(WORDS)]
            case 3:
                found.insert(place, f"{chance.choice(flags)}={chance.choice(WORDS)}")
            case _:
                found.insert(place, chance.choice(flags))
    return found
