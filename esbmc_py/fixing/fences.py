"""The cheapest set of fences, and of stronger memory orders, after which a program is right under its memory model.

More fences allow fewer executions. So whatever is wrong with some set of them is wrong with each subset. A set that is
not enough is made as large as it can be without being enough: then some fence of the rest must be there. The cheapest
set that has one of each such rest is tried next. The first that is enough is the cheapest there is (an implicit hitting
set).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from esbmc_py.checking.results import CheckResult, Verdict
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Copy, Load, Store
from esbmc_py.goto.memory_models import PSO, RC11
from esbmc_py.goto.program import Program

from .edits import Edit, Edited, line_before
from .source import own_functions
from .statements import Statement, Unreadable, body_at, offset_of
from .verify import Verifier

MOST_CHANGES = 14  # among which a cheapest set is looked for
MOST_CHECKS = 100
_ORDER = re.compile(r"memory_order_relaxed\b")
_OPERATION = re.compile(r"atomic_(\w+?)(?:_explicit)?\s*\([^;]*$")
_INCLUDE = re.compile(r"^[^\S\n]*#[^\S\n]*include\b[^\n]*\n", re.MULTILINE)
_ORDER_COST, _FENCE_COST = 1, 2


@dataclass(frozen=True, slots=True)
class Fenced:
    what: str
    cost: int
    text: str
    answer: CheckResult


@dataclass(frozen=True, slots=True)
class OrderChange:
    """A fence, or a stronger order."""

    at: int
    line: int
    statement: Statement | None = None  # a fence comes before it
    in_block: bool = True
    order: str = "seq_cst"
    end: int = 0  # of the order that is replaced

    @property
    def cost(self) -> int:
        return _ORDER_COST if self.statement is None else _FENCE_COST

    @property
    def what(self) -> str:
        if self.statement is None:
            return f"{self.order} at line {self.line}"
        return f"a fence ({self.order}) before line {self.line}"

    def edits(self, text: str) -> list[Edit]:
        if self.statement is None:
            return [Edit(self.at, self.end, f"memory_order_{self.order}")]
        fence = f"atomic_thread_fence(memory_order_{self.order});"
        if self.in_block:
            return [line_before(text, self.at, fence)]
        return [Edit(self.at, self.at, f"{{ {fence} "), Edit(self.statement.end, self.statement.end, " }")]


class FenceAdvice:
    def __init__(self, program: Program, text: str, file: str, model: str, verifier: Verifier) -> None:
        """`program` as it is without the memory model."""
        self._text = text
        self._model = model
        self._verifier = verifier
        self._known: dict[frozenset[OrderChange], CheckResult | None] = {}
        fences = list(_fences(program, text, file))
        orders = list(_orders(text)) if model == RC11 else []
        self.changes = orders + fences if len(orders) + len(fences) <= MOST_CHANGES else fences

    def best(self) -> Fenced | None:
        """None: no such change helps."""
        if not self.changes or len(self.changes) > MOST_CHANGES or not self._is_enough(frozenset(self.changes)):
            return None
        rests: list[frozenset[OrderChange]] = []
        while len(self._known) < MOST_CHECKS:
            chosen = self._cheapest(rests)
            if self._is_enough(chosen):
                return self._told(self._weakened(chosen))
            rests.append(frozenset(self.changes) - self._grown(chosen))
        return None

    def _is_enough(self, chosen: frozenset[OrderChange]) -> bool:
        if chosen not in self._known:
            self._known[chosen] = self._answer(self._changed(chosen))
        result = self._known[chosen]
        return result is not None and result.verdict is Verdict.SUCCESSFUL and _reaches_all(result)

    def _answer(self, text: str) -> CheckResult | None:
        return self._verifier.checked(text) if self._verifier.compiles(text) else None

    def _cheapest(self, rests: list[frozenset[OrderChange]]) -> frozenset[OrderChange]:
        sets = (frozenset(some) for count in range(len(self.changes) + 1) for some in combinations(self.changes, count))
        return min((some for some in sets if all(some & rest for rest in rests)), key=_cost)

    def _grown(self, chosen: frozenset[OrderChange]) -> frozenset[OrderChange]:
        """As large as it can be without being enough."""
        for change in self.changes:
            if change not in chosen and not self._is_enough(chosen | {change}):
                chosen |= {change}
        return chosen

    def _weakened(self, chosen: frozenset[OrderChange]) -> frozenset[OrderChange]:
        """Fences that need not be seq_cst."""
        weaker = {RC11: ("release", "acquire", "acq_rel"), PSO: ("release",)}.get(self._model, ())
        for change in sorted(chosen, key=lambda one: one.at):
            if change.statement is not None:
                for order in weaker:
                    other = (chosen - {change}) | {replace(change, order=order)}
                    if self._is_enough(other):
                        chosen = other
                        break
        return chosen

    def _told(self, chosen: frozenset[OrderChange]) -> Fenced:
        answer = self._known[chosen]
        assert answer is not None
        what = "; ".join(change.what for change in sorted(chosen, key=lambda one: one.at))
        return Fenced(what, _cost(chosen), self._changed(chosen), answer)

    def _changed(self, chosen: frozenset[OrderChange]) -> str:
        ordered = sorted(chosen, key=lambda one: one.at)
        edits = [edit for change in ordered for edit in change.edits(self._text)]
        if any(change.statement is not None for change in ordered) and "stdatomic.h" not in self._text:
            includes = list(_INCLUDE.finditer(self._text))
            at = includes[-1].end() if includes else 0
            edits.append(Edit(at, at, "#include <stdatomic.h>\n"))
        return Edited(self._text, edits).text


def _reaches_all(answer: CheckResult) -> bool:
    """A change that keeps the program from coming to its assertions is none."""
    return answer.coverage is None or not answer.coverage.unreached


def _cost(chosen: frozenset[OrderChange]) -> int:
    return sum(change.cost for change in chosen)


def _orders(text: str) -> Iterator[OrderChange]:
    """Each order that is relaxed, as strong as its operation can use. (A macro changes wherever it is used.)"""
    for found in _ORDER.finditer(text):
        if text[text.rfind("\n", 0, found.start()) + 1 :].lstrip().startswith("//"):
            continue
        operation = _OPERATION.search(text, max(0, found.start() - 200), found.start())
        kind = operation[1] if operation else ""
        order = "acquire" if kind == "load" else "release" if kind == "store" else "acq_rel"
        if operation is not None and kind not in ("thread_fence", "signal_fence", "init"):
            yield OrderChange(found.start(), _line(text, found.start()), order=order, end=found.end())


def _fences(program: Program, text: str, file: str) -> Iterator[OrderChange]:
    """Before each statement that touches shared memory, but the first of its function."""
    own = [function for function in own_functions(program) if function.location.file == file]
    places = {
        (function.name, instruction.location)
        for function in own
        for instruction in function.instructions
        if isinstance(instruction, Load | Store | Copy) and instruction.visible
    }
    for function in own:
        if function.name == "main":
            continue
        try:
            body = body_at(text, offset_of(text, function.location.line, function.location.column))
        except (Unreadable, ValueError):
            continue
        offsets = [
            offset_of(text, at.line, at.column) for name, at in places if (name, at.file) == (function.name, file)
        ]
        touching = {found[0].begin: found for offset in offsets if (found := _around(body, offset)) is not None}
        for statement, in_block in [touching[begin] for begin in sorted(touching)][1:]:
            yield OrderChange(statement.begin, _line(text, statement.begin), statement, in_block)


def _around(body: Statement, offset: int) -> tuple[Statement, bool] | None:
    """The smallest statement there that is not a block, and whether it stands in one."""
    found: tuple[Statement, bool] | None = None
    parent, current = None, body
    while current is not None:
        if current.keyword != "{":
            found = current, parent is None or parent.keyword == "{"
        parent, current = current, next((one for one in current.parts if one.begin <= offset < one.end), None)  # type: ignore[assignment]
    return found


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
