"""Does a formula hold in an execution that is a lasso? By its meaning, state by state: the judge of everything else."""

from __future__ import annotations

from collections.abc import Sequence

from .formula import And, Constant, Formula, Next, Not, Or, Proposition, Release, Until


def holds(formula: Formula, states: Sequence[frozenset[Proposition]], again: int) -> bool:
    """In the first of these states, where the state after the last is the one with the number `again`."""
    return _Meaning(states, again).of(formula)[0]


class _Meaning:
    def __init__(self, states: Sequence[frozenset[Proposition]], again: int) -> None:
        self._states = states
        self._following = [*range(1, len(states)), again]

    def of(self, formula: Formula) -> list[bool]:
        """In each state."""
        match formula:
            case Constant(value):
                return [value] * len(self._states)
            case Proposition():
                return [formula in state for state in self._states]
            case Not(operand):
                return [not one for one in self.of(operand)]
            case And(left, right):
                return [one and other for one, other in zip(self.of(left), self.of(right), strict=True)]
            case Or(left, right):
                return [one or other for one, other in zip(self.of(left), self.of(right), strict=True)]
            case Next(operand):
                later = self.of(operand)
                return [later[number] for number in self._following]
            case Until(left, right):
                return self._until(self.of(left), self.of(right))
            case Release(left, right):
                never = self._until([not one for one in self.of(left)], [not one for one in self.of(right)])
                return [not one for one in never]

    def _until(self, left: list[bool], right: list[bool]) -> list[bool]:
        """The least solution: backwards from where `right` holds, until nothing changes."""
        result = right.copy()
        while True:
            wider = [
                here or (stays and result[number])
                for here, stays, number in zip(result, left, self._following, strict=True)
            ]
            if wider == result:
                return result
            result = wider
