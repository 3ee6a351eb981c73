"""Calls that are worth trying, where not all can be: how many arguments the program asks for, which texts it knows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from esbmc_py.goto.deferred import dataclass

MOST_TEXTS = 8
MOST_ARGUMENTS = 2  # of such texts: the calls are tried one after the other
MOST_CALLS = 81  # of a program that asks for more
MOST_ASKED = 8  # a program that compares with larger numbers takes any number of arguments

T = TypeVar("T")

_USUAL = ("1", "2", "", "0", "-1")
_TEXT = r'"([^"\\%\s]{1,16})"'
_COMPARED = r'\b(?:str\w*cmp|strstr)\s*\([^;"]*' + _TEXT
_PREFIX = r'\b(?:strn\w*cmp|memcmp)\s*\([^;"]*' + _TEXT
_REST = r"\bstr\w*cmp\s*\([^;\",]*(?:\+\s*(\d+)[\s)]*|\[\s*(\d+)\s*\]\s*),\s*" + _TEXT  # text + 7, &text[7]
_SHORT_OPTIONS = r'\bgetopt\w*\s*\([^;"]*"([-+:\w]+)"'
_LONG_OPTION = r'\{\s*"([\w-]+)"\s*,\s*[012]\s*,'
_READS_NUMBERS = r"\b(?:ato[il]+|strtou?l+|sscanf)\s*\("
_KNOWS_DIGITS = r"ato[il]|strtou?l|sscanf|is_?digit|'[09]'"
_NUMBER = r"[=!]=\s*(\d{1,6})\b"
_MOST_NUMBERS = 2
_PARAMETERS = re.compile(r"\bmain\s*\(\s*(?:const\s+)?int\s+(\w+)\s*,[^,)]*?\b(\w+)\s*(?:\[\s*\]\s*)*[,)]")
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


@dataclass(frozen=True, slots=True)
class KnownCalls:
    """What a program says about how it is to be called."""

    texts: tuple[str, ...] = ()  # with which it compares its arguments
    counts: tuple[int, ...] = ()  # of arguments that it asks for

    @property
    def tried(self) -> tuple[int, Sequence[str]]:
        """Where calls are tried one after the other: at most so many arguments, each one of these texts."""
        most = max([MOST_ARGUMENTS, *self.counts])
        return most, some_of(likely_texts(self.texts), most)


def known_calls(sources: Sequence[str]) -> KnownCalls:
    return KnownCalls(compared_texts(sources), asked_counts(sources))


def asked_counts(sources: Iterable[str]) -> tuple[int, ...]:
    """The numbers of arguments that the (preprocessed) sources seem to ask for: `argc != 5`, `argv[4]`."""
    texts = list(sources)
    found = {
        count for text in texts for match in _PARAMETERS.finditer(text) for count in _asked(texts, *match.groups())
    }
    return tuple(sorted(count for count in found if 0 < count <= MOST_ASKED))


def _asked(sources: list[str], count: str, texts: str) -> Iterator[int]:
    """In whatever function: both are handed on by their names, mostly."""
    compared = re.compile(rf"\b{count}\s*(-\s*1\s*)?([<>!=]=|[<>])\s*(\d+)\b")
    turned = re.compile(rf"\b(\d+)\s*([<>!=]=|[<>])\s*{count}\b")
    for source in sources:
        for match in compared.finditer(source):
            yield int(match[3]) - (match[1] is None and match[2] not in (">", "<="))
        for match in turned.finditer(source):
            yield int(match[1]) - (_TURNED.get(match[2]) not in (">", "<="))
        for match in re.finditer(rf"\b{texts}\s*\[\s*(\d+)\s*\]", source):
            yield int(match[1])


def counts_arguments(sources: Iterable[str], text: str) -> bool:
    """Is `text` about main's first parameter?"""
    names = {match[1] for source in sources for match in _PARAMETERS.finditer(source)}
    return any(re.search(rf"\b{name}\b", text) for name in names)


def likely_word(sources: Iterable[str]) -> str:
    """What may stand for an argument in an example: a number where numbers are read."""
    texts = list(sources)
    return "2" if any(re.search(_KNOWS_DIGITS, text) for text in texts) else [*compared_texts(texts), "a"][0]


def some_of(texts: Sequence[T], count: int) -> Sequence[T]:
    """Of the texts, those that are tried as each of so many arguments."""
    few = len(texts)
    while count > MOST_ARGUMENTS and few > 1 and few**count > MOST_CALLS:
        few -= 1
    return texts[:few]


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
    for match in re.finditer(_COMPARED, source):
        yield match[1]
    for match in re.finditer(_SHORT_OPTIONS, source):
        yield from (f"-{letter}" for letter in match[1] if letter.isalnum())
    for match in re.finditer(_LONG_OPTION, source):
        yield f"--{match[1]}"


def options_with_values(sources: Iterable[str]) -> tuple[str, ...]:
    """Those for getopt that take a value."""
    known = (match[1] for source in sources for match in re.finditer(_SHORT_OPTIONS, source))
    return tuple(dict.fromkeys(f"-{letter}" for text in known for letter in re.findall(r"(\w):", text)))


def _joined(source: str) -> Iterator[str]:
    """`strncmp(text, "--mode=", 7) == 0 && strcmp(text + 7, "fast") == 0`: both together."""
    rests = [(int(match[1] or match[2]), match[3]) for match in re.finditer(_REST, source)]
    if rests:
        prefixes = dict.fromkeys(match[1] for match in re.finditer(_PREFIX, source))
        yield from (prefix + rest for prefix in prefixes for skipped, rest in rests if len(prefix) == skipped)


def _numbers(source: str) -> list[str]:
    """What numbers are compared with, in a program that reads some from texts."""
    if not re.search(_READS_NUMBERS, source):
        return []
    found = dict.fromkeys(match[1] for match in re.finditer(_NUMBER, source))
    return [number for number in found if number not in _USUAL][:_MOST_NUMBERS]
