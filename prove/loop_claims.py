"""What an invariant says at the heads of loops, as C expressions over what is in scope there: for witnesses.

Only what holds at all locations of a head is told, and only of loops whose rounds all begin at a location: main, while
it is alone, goes round in loops without a rest, and so do atomic sections.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from encoders.outcome import InvariantLine
from esbmc_py.goto.program import Function
from esbmc_py.goto.types import IntType, PointerType

from .clauses import Clause, Operand, Sum, variables_of
from .graph import Graph, Location
from .variables import RegisterSlot, Variable

_NAME = re.compile(r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*|\[\d+\])*$")
_INT = 32  # narrower values are promoted in C before they are added to


def loop_claims(graph: Graph, invariant: Mapping[Location, Sequence[Clause]]) -> tuple[InvariantLine, ...]:
    """`place` is the function and its head."""
    found: list[InvariantLine] = []
    for (function, head), locations in _heads(graph).items():
        texts = [_in_c(graph, location, invariant.get(location, ())) for location in locations]
        common = [text for text in texts[0] if all(text in others for others in texts)]
        at = graph.program.functions[function].instructions[head].location
        found += [InvariantLine("", at, place_of_head(function, head), text) for text in dict.fromkeys(common)]
    return tuple(found)


def place_of_head(function: str, head: int) -> str:
    return f"{function}:{head}"


def _heads(graph: Graph) -> dict[tuple[str, int], list[Location]]:
    found: dict[tuple[str, int], list[Location]] = {}
    for location in graph.locations:
        code, pc, _ = location.stack[0]
        if pc in code.heads and not code.function.is_model and (code.name, pc) not in graph.passed_heads:
            found.setdefault((code.name, pc), []).append(location)
    return found


def _in_c(graph: Graph, location: Location, clauses: Sequence[Clause]) -> list[str]:
    scope = _Scope(graph, location)
    told = (list(scope.comparisons(clause)) for clause in clauses)
    return [" || ".join(parts) for parts in told if None not in parts]  # type: ignore[arg-type]


class _Scope:
    """What can be said in C at a location."""

    def __init__(self, graph: Graph, location: Location) -> None:
        code = location.stack[0][0]
        self._own = {
            variable: code.function.registers[slot.index].name
            for slot, variable in location.variables.items()
            if isinstance(slot, RegisterSlot) and slot.frame == 0
        }
        function = code.function
        self._hidden = {one.name for one in function.registers} | {one.name for one in function.locals}
        self._globals = {one.name for one in graph.program.globals if _is_seen_in(code.function, one.location.file)}

    def comparisons(self, clause: Clause) -> Iterator[str | None]:
        for one in clause.comparisons:
            if not isinstance(one.left, Variable):
                yield None
                continue
            if any(other.width != one.left.width for other in variables_of(one.right)):
                yield None  # C converts them in its own way
                continue
            left, right = self._name(one.left), self._right(one.left, one.right)
            yield None if left is None or right is None else f"{left} {one.op} {right}"

    def _name(self, variable: Variable) -> str | None:
        """None: no program can say it."""
        if variable.inside is not None:
            return None
        name = self._own.get(variable)
        if name is None:
            base = re.split(r"[.\[]", variable.name)[0]
            name = variable.name if variable.shared and base in self._globals - self._hidden else None
        if name is None or not _NAME.match(name) or "__" in name or variable.ghost or variable.is_thread:
            return None
        is_number = isinstance(variable.type, IntType) and variable.type.name != "bytes"
        return name if is_number or isinstance(variable.type, PointerType) else None

    def _right(self, left: Variable, right: Operand) -> str | None:
        is_pointer = isinstance(left.type, PointerType)
        if isinstance(right, int):
            return str(right) if not is_pointer or right == 0 else None
        if isinstance(right, Variable):
            return self._name(right)
        if isinstance(right, Sum) and all(map(_wraps, right.variables)):
            return None if None in map(self._name, right.variables) else self._sum(right)
        return None

    def _sum(self, right: Sum) -> str:
        parts = [f"+ {self._name(one)}" for one in right.plus] + [f"- {self._name(one)}" for one in right.minus]
        parts.append(f"{'+' if right.constant >= 0 else '-'} {abs(right.constant)}")
        return " ".join(parts).removeprefix("+ ")


def _wraps(variable: Variable) -> bool:
    """Sums of other types mean something else in C, or nothing."""
    return isinstance(variable.type, IntType) and not variable.type.signed and variable.type.width >= _INT


def _is_seen_in(function: Function, file: str) -> bool:
    return function.location.file == file
