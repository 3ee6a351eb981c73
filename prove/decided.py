"""What a run has decided on its way, put into the values that it ends with.

After `if (p == NULL) return;` a pointer from `malloc` is still "null, or that object". Where the guard of the run says
which, it is one of them: only then is it known where a pointer points.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import Any

from symex.objects import Memory, Object
from symex.run import Run
from symex.state import Frame
from symex.terms import FALSE, TRUE, Term, substitute
from symex.values import known


def decide(run: Run, conditions: Set[Term], before: Memory) -> None:
    """Of these conditions, those that the guard decides. `before`: what has not changed since then needs no look."""
    mapping = {term: TRUE if holds else FALSE for term, holds in _literals(run.guard) if term in conditions}
    if not mapping:
        return
    run.registers = [_decided(one, mapping) for one in run.registers]
    run.parent = _frame(run.parent, mapping)
    for number, found in run.memory.items():
        if found is not before.get(number):
            run.memory = run.memory.set(number, _object(found, mapping))


def _literals(guard: Term) -> list[tuple[Term, bool]]:
    found, pending, seen = [], [guard], set[int]()
    while pending:
        one = pending.pop()
        if one.id in seen:
            continue
        seen.add(one.id)
        if one.op == "and":
            pending += one.args
        elif one.op == "not":
            found.append((one.args[0], False))
        else:
            found.append((one, True))
    return found


def _frame(frame: Frame | None, mapping: dict[Term, Term]) -> Frame | None:
    if frame is None:
        return None
    registers = tuple(_decided(one, mapping) for one in frame.registers)
    return replace(frame, registers=registers, parent=_frame(frame.parent, mapping))


def _object(found: Object, mapping: dict[Term, Term]) -> Object:
    cells = {offset: (size, _decided(value, mapping)) for offset, (size, value) in found.cells.items()}
    changed = {offset: cell for offset, cell in cells.items() if cell[1] is not found.cells[offset][1]}
    return replace(found, cells=found.cells.update(changed)) if changed else found


def _decided(value: Any, mapping: dict[Term, Term]) -> Any:
    return known(substitute(value, mapping)) if isinstance(value, Term) else value
