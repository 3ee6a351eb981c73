""" "Did you mean ...?": what is nearest to a word that nobody knows."""

from __future__ import annotations

import re
from collections.abc import Iterable

_UNKNOWN = re.compile(r"there is no [a-z ]+ '(?P<word>[^']+)'; there are (?P<known>[^;]+)")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question to put behind a message; nothing if nothing is near."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), 1, 0.6)
    return f"; did you mean {near[0]}?" if near else ""


def with_suggestion(message: str) -> str:
    """For messages that name what there is: there is no mode 'lasy'; there are lazy, uw."""
    found = _UNKNOWN.search(message)
    if found is None or "did you mean" in message:
        return message
    return message + did_you_mean(found["word"], re.split(r",\s*|\s+and\s+", found["known"].strip()))
