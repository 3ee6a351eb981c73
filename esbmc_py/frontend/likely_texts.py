"""Texts that are worth trying as arguments, where not all can be: read off what the program compares them with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

MOST_TEXTS = 8
MOST_ARGUMENTS = 2  # of such texts: the calls are tried one after the other

_USUAL = ("1", "2", "", "0", "-1")
_COMPARED = re.compile(r'\b(?:str\w*cmp|strstr)\s*\([^;"]*"([^"\\\\%\s]{1,16})"')
_SHORT_OPTIONS = re.compile(r'\bgetopt\w*\s*\([^;"]*"([-+:\w]+)"')
_LONG_OPTION = re.compile(r'\{\s*"([\w-]+)"\s*,\s*[012]\s*,')


def likely_texts(compared: Iterable[str]) -> tuple[str, ...]:
    """Some numbers, and of what the program compares with."""
    kept = list(dict.fromkeys([*_USUAL[:2], *compared]))[: MOST_TEXTS - 2]
    return tuple(dict.fromkeys([*kept, *_USUAL]))[:MOST_TEXTS]


def compared_texts(sources: Iterable[str]) -> tuple[str, ...]:
    """The options, and other texts, that the (preprocessed) sources seem to know."""
    return tuple(dict.fromkeys(text for source in sources for text in _compared(source)))


def _compared(source: str) -> Iterator[str]:
    for match in _COMPARED.finditer(source):
        yield match[1]
    for match in _SHORT_OPTIONS.finditer(source):
        yield from (f"-{letter}" for letter in match[1] if letter.isalnum())
    for match in _LONG_OPTION.finditer(source):
        yield f"--{match[1]}"
