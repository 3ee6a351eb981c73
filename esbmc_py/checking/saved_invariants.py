"""Invariants as files: what mode prove has found, to be checked again, or written by hand."""

from __future__ import annotations

import json
from typing import Any

from .api import Source, load_source, validated
from .modes import mode_of
from .options import CheckOptions
from .results import CheckResult

FORMAT = "smtcb-invariant"
VERSION = 1


class InvariantProblem(ValueError):
    """A file that holds no invariant, or one of another program."""


def document(result: CheckResult) -> dict[str, Any]:
    """The invariant of a proof, as a file has it."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "properties": list(result.scope.groups),
        "invariant": [
            {"place": one.place, "location": str(one.location), "thread": one.thread, "clause": one.clause}
            for one in result.invariant
        ],
    }


def read_document(text: str) -> tuple[tuple[str, ...], dict[str, list[str]]]:
    """The properties that were proved, and clauses by place. Raises InvariantProblem."""
    try:
        found = json.loads(text)
    except ValueError as problem:
        raise InvariantProblem(f"not a JSON file: {problem}") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise InvariantProblem(f"not an invariant: the field format is not {FORMAT}")
    if found.get("version") != VERSION:
        raise InvariantProblem(f"version {found.get('version')} is not known; {VERSION} is")
    try:
        groups = tuple(str(one) for one in found["properties"])
        clauses: dict[str, list[str]] = {}
        for one in found["invariant"]:
            clauses.setdefault(str(one["place"]), []).append(str(one["clause"]))
    except (KeyError, TypeError):
        raise InvariantProblem("there must be a list of properties, and an invariant of places and clauses") from None
    return groups, clauses


def check_document(source: Source, options: CheckOptions, invariant: dict[str, list[str]]) -> list[str]:
    """What is wrong with the invariant: nothing if it proves the program. Raises InvariantProblem."""
    from prove.clauses import ClauseProblem
    from prove.graph import CannotProve
    from prove.proof import check_invariant

    options = validated(options, {"mode": "prove"})
    program = mode_of(options).prepare(load_source(source, options).program, options)
    try:
        problems, _ = check_invariant(program, options.properties, invariant)
    except (ClauseProblem, CannotProve) as problem:
        raise InvariantProblem(str(problem)) from None
    return [str(one) for one in problems]
