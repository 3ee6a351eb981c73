"""Properties as SV-COMP writes them: `CHECK( init(main()), LTL(G ! call(reach_error())) )`.

Where SV-COMP has no word, CPAchecker's is taken (`G assert`, `G ! deadlock`), and else our own (`G ! lock-misuse`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from esbmc_py.goto.properties import GROUPS, Property

_DEREF, _FREE = "G valid-deref", "G valid-free"

_FORMULAS = {
    Property.ASSERTION: "G assert",
    Property.REACH: "G ! call(reach_error())",
    Property.NULL: _DEREF,
    Property.BOUNDS: _DEREF,
    Property.FREED: _DEREF,
    Property.DEAD: _DEREF,
    Property.READ_ONLY: _DEREF,
    Property.DOUBLE_FREE: _FREE,
    Property.INVALID_FREE: _FREE,
    Property.LEAK: "G valid-memcleanup",
    Property.LOST: "G valid-memtrack",
    Property.OVERFLOW: "G ! overflow",
    Property.RACE: "G ! data-race",
    Property.DEADLOCK: "G ! deadlock",
    Property.TERMINATION: "F end",
}

_FORMULA = re.compile(r"LTL\s*\(\s*(.*?)\s*\)\s*\)\s*$")
_CALL = re.compile(r"^G\s*!\s*call\s*\(\s*(.+?)\s*\)$")
_LABEL = re.compile(r"^G\s*!\s*label\s*\(\s*(.+?)\s*\)$")
_NOT = re.compile(r"^G\s*!\s*([\w-]+)$")
_VALID = re.compile(r"^G\s*([\w-]+)$")

_WORDS = {
    "assert": frozenset({Property.ASSERTION}),
    "valid-deref": GROUPS["memory"] - {Property.DOUBLE_FREE, Property.INVALID_FREE, Property.OVERLAP},
    "valid-free": frozenset({Property.DOUBLE_FREE, Property.INVALID_FREE}),
    "valid-memcleanup": frozenset({Property.LEAK}),
    "valid-memtrack": frozenset({Property.LOST}),
    "overflow": GROUPS["overflow"],
    "data-race": frozenset({Property.RACE}),
    "deadlock": frozenset({Property.DEADLOCK}),
}


_NAMES = frozenset(map(str, Property))


def formula(violated: Property) -> str:
    return _FORMULAS.get(violated, f"G ! {violated}")


def specification(properties: Iterable[Property]) -> str:
    """One line for each formula."""
    formulas = dict.fromkeys(formula(one) for one in properties)
    return "\n".join(f"CHECK( init(main()), LTL({one}) )" for one in formulas)


def specification_of_groups(groups: Iterable[str]) -> str:
    return specification(one for group in groups for one in Property if one in GROUPS.get(group, ()))


def properties_of(text: str) -> frozenset[Property]:
    """What a specification forbids; raises ValueError for what is not known. Bare formulas will do, too."""
    found: set[Property] = set()
    for line in filter(None, map(str.strip, text.splitlines())):
        match = _FORMULA.search(line)
        found |= _forbidden(match[1] if match else line)
    if not found:
        raise ValueError("it names no property")
    return frozenset(found)


def _forbidden(text: str) -> frozenset[Property]:
    if _CALL.match(text) or _LABEL.match(text):
        return GROUPS["reach"]
    negated, plain = _NOT.match(text), _VALID.match(text)
    word = negated[1] if negated else plain[1] if plain else ""
    if word in _WORDS:
        return _WORDS[word]
    if negated and word in _NAMES:
        return frozenset({Property(word)})
    raise ValueError(f"not a property that is known: {text}")


def groups_of(properties: Iterable[Property]) -> tuple[str, ...]:
    """The groups that `smtcb check --property` takes, which have these properties."""
    wanted = set(properties)
    return tuple(group for group, members in GROUPS.items() if members & wanted)
