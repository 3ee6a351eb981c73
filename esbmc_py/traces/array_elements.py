"""What happens to many elements of an array in one line is told once: `reads name[0..7] = "Ada"`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from esbmc_py.goto.deferred import dataclass

FEWEST = 4
_ELEMENT = re.compile(r"^(reads )?(.+)\[(\d+)\](?: \[(.+)\[(\d+)\]\])? = (.+)$")
_CHARACTER = re.compile(r"^\d+ '(.)'$")


@dataclass(frozen=True, slots=True)
class _Element:
    array: tuple[str, str, str]  # is it read, its name in the program, and the place that it is
    index: int
    resolved: int
    value: str


def fold_elements(notes: Sequence[str]) -> list[str]:
    """Reads and writes of a copy alternate: an array is told where its first element was."""
    elements = [_element(note) for note in notes]
    arrays: dict[tuple[str, str, str], list[_Element]] = {}
    for one in elements:
        if one is not None:
            arrays.setdefault(one.array, []).append(one)
    folded = {array for array, all_of_it in arrays.items() if _is_row(all_of_it)}
    told: list[str] = []
    for note, one in zip(notes, elements, strict=True):
        if one is None or one.array not in folded:
            told.append(note)
        elif one is arrays[one.array][0]:
            told.append(_row(arrays[one.array]))
    return told


def _element(note: str) -> _Element | None:
    found = _ELEMENT.match(note)
    if found is None:
        return None
    reads, name, index, resolved, at, value = found.groups("")
    return _Element((reads, name, resolved), int(index), int(at or index), value)


def _is_row(elements: Sequence[_Element]) -> bool:
    first = elements[0]
    steps = [(one.index - first.index, one.resolved - first.resolved) for one in elements]
    return len(elements) >= FEWEST and steps == [(number, number) for number in range(len(elements))]


def _row(elements: Sequence[_Element]) -> str:
    first, last = elements[0], elements[-1]
    reads, name, resolved = first.array
    place = f"{reads}{name}[{first.index}..{last.index}]"
    if resolved:
        place += f" [{resolved}[{first.resolved}..{last.resolved}]]"
    return f"{place} = {_values([one.value for one in elements])}"


def _values(values: Sequence[str]) -> str:
    end = values.index("0") if "0" in values else len(values)
    characters = [_CHARACTER.match(value) for value in values[:end]]
    if end and all(characters):
        return '"' + "".join(one[1] for one in characters if one) + '"'
    return values[0] if len(set(values)) == 1 else ", ".join(values)
