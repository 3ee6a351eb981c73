"""Texts that are worth trying as arguments, where not all can be: read off what the program compares them with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

MOST_TEXTS = 8
MOST_ARGUMENTS = 2  # of such texts: the calls are tried one after the other

_USUAL = ("1", "2", "", "0", "-1")
_TEXT = r'"([^"\\%\s]{1,16})"'
_COMPARED = re.compile(r'\b(?:str\w*cmp|strstr)\s*\([^;"]*' + _TEXT)
_PREFIX = re.compile(r'\b(?:strn\w*cmp|memcmp)\s*\([^;"]*' + _TEXT)
_REST = re.compile(r"\bstr\w*cmp\s*\([^;\",]*(?:\+\s*(\d+)[\s)]*|\[\s*(\d+)\s*\]\s*),\s*" + _TEXT)  # text + 7, &text[7]
_SHORT_OPTIONS = re.compile(r'\bgetopt\w*\s*\([^;"]*"([-+:\w]+)"')
_LONG_OPTION = re.compile(r'\{\s*"([\w-]+)"\s*,\s*[012]\s*,')
_READS_NUMBERS = re.compile(r"\b(?:ato[il]+|strtou?l+|sscanf)\s*\(")
_NUMBER = re.compile(r"[=!]=\s*(\d{1,6})\b")
_MOST_NUMBERS = 2


def likely_texts(compared: Iterable[str]) -> tuple[str, ...]:
    """Some numbers, and of what the program compares with."""
    kept = list(dict.fromkeys([*_USUAL[:2], *compared]))[: MOST_TEXTS - 2]
    return tuple(dict.fromkeys([*kept, *_USUAL]))[:MOST_TEXTS]


def compared_texts(sources: Iterable[str]) -> tuple[str, ...]:
    """The options, and other texts, that the (preprocessed) sources seem to know."""
    return tuple(dict.fromkeys(text for source in sources for text in _compared(source)))


def _compared(source: str) -> Iterator[str]:
    yield from _numbers(source)
    yield from _joined(source)
    for match in _COMPARED.finditer(source):
        yield match[1]
    for match in _SHORT_OPTIONS.finditer(source):
        yield from (f"-{letter}" for letter in match[1] if letter.isalnum())
    for match in _LONG_OPTION.finditer(source):
        yield f"--{match[1]}"


def _joined(source: str) -> Iterator[str]:
    """`strncmp(text, "--mode=", 7) == 0 && strcmp(text + 7, "fast") == 0`: both together."""
    rests = [(int(match[1] or match[2]), match[3]) for match in _REST.finditer(source)]
    if rests:
        prefixes = dict.fromkeys(match[1] for match in _PREFIX.finditer(source))
        yield from (prefix + rest for prefix in prefixes for skipped, rest in rests if len(prefix) == skipped)


def _numbers(source: str) -> list[str]:
    """What numbers are compared with, in a program that reads some from texts."""
    if not _READS_NUMBERS.search(source):
        return []
    found = dict.fromkeys(match[1] for match in _NUMBER.finditer(source))
    return [number for number in found if number not in _USUAL][:_MOST_NUMBERS]
