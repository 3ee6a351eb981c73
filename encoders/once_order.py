"""All schedules at once: every step has a place in one order of all steps, and memory follows from the order.

Rounds are a bound; here is none. What a step finds in a cell is what the last step before it that wrote the cell left
there, or what was in it at the start: `from(r, w)` says that reader r finds what writer w left. Then w wrote, comes
before r, and whoever else wrote the cell before r came before w. The formula grows with the square of the accesses to
a cell, or with their cube where many write; it is smaller than that of many rounds, and larger than that of few.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import combinations, pairwise

from esbmc_py.goto.properties import Property
from sequentialize.operations import BoundedProgram
from symex.terms import FALSE, TRUE, Term, and_, any_of, bool_symbol, eq, iff, implies, ite, not_, or_, symbol, ult
from symex.terms.sorts import BOOL

from .once import OnceEncoder, Step
from .once_cells import LIFE, Cells, Key
from .turns import in_rounds

_MOST_TRIPLES = 400_000  # of steps of three threads: beyond, times are the smaller formula


@dataclass(frozen=True, slots=True)
class Leaving:
    """`step` leaves `value` in a cell, where `wrote` holds."""

    step: Step
    wrote: Term
    value: Term


class StepCells(Cells):
    """Memory as one step sees it: what it wrote itself, and else what it finds."""

    def __init__(self, find: Callable[[Key], Term]) -> None:
        super().__init__()
        self.find = find
        self.written: dict[Key, Term] = {}

    def load(self, key: Key) -> Term:
        written = self.written.get(key, FALSE)
        if written is FALSE:
            return self.find(key)
        return ite(written, self.values[key], self.find(key))

    def store(self, key: Key, when: Term, value: Term) -> None:
        written = self.written.get(key, FALSE)
        self.values[key] = value if written is FALSE else ite(when, value, self.values[key])
        self.written[key] = or_(written, when)

    def copy(self) -> Cells:
        copied = StepCells(self.find)
        copied.values, copied.written = dict(self.values), dict(self.written)
        return copied


class OrderEncoder(OnceEncoder):
    """The schema *once* without rounds: `past(t, 1, s)` says how far each thread got, in the end."""

    def __init__(self, program: BoundedProgram, properties: frozenset[Property]) -> None:
        super().__init__(program, in_rounds(1), properties)
        self._lines: list[list[Step]] = []  # per thread
        self._timed = False
        self._initial = Cells()
        self._leaving: defaultdict[Key, list[Leaving]] = defaultdict(list)
        self._finds: list[tuple[Step, Key, Term]] = []
        self._final: dict[Key, Term] = {}

    # -- the order ----------------------------------------------------------------------------------------------------

    def before(self, one: Step, other: Step) -> Term:
        """Of two different steps."""
        if self._surely_before(one, other):
            return TRUE
        if self._surely_before(other, one):
            return FALSE
        if one.thread.number > other.thread.number:
            return not_(self.before(other, one))
        if self._timed:  # at the same time, the thread with the smaller number comes first
            return not_(ult(self._time(other), self._time(one)))
        return bool_symbol(f"before!{one.name}!{other.name}")

    def _surely_before(self, one: Step, other: Step) -> bool:
        """In the same thread, or before the thread was created."""
        thread, last = other.thread, other.first - 1
        while True:
            if thread.number == one.thread.number:
                return one.last <= last
            if thread.parent < 0:
                return False
            thread, last = self.program.threads[thread.parent], thread.created_after

    def _time(self, step: Step) -> Term:
        bits = sum(len(line) for line in self._lines).bit_length()
        return symbol(f"time!{step.name}:{bits}", bits)

    def _order_steps(self) -> None:
        """Steps that are never made have a place, too: at the end, where nobody asks for it."""
        lengths = [len(line) for line in self._lines]
        self._timed = sum(a * b * c for a, b, c in combinations(lengths, 3)) > _MOST_TRIPLES
        for constraint in self._by_times() if self._timed else self._by_pairs():
            self.require(constraint)

    def _by_times(self) -> Iterator[Term]:
        for line in self._lines:
            for one, next_ in pairwise(line):
                yield ult(self._time(one), self._time(next_))
            if line and line[0].thread.created_after >= 0:
                created_by = self._step_of(line[0].thread.parent, line[0].thread.created_after)
                yield ult(self._time(created_by), self._time(line[0]))

    def _step_of(self, thread: int, block: int) -> Step:
        return next(step for step in self._lines[thread] if step.first <= block <= step.last)

    def _by_pairs(self) -> Iterator[Term]:
        """An order is monotone along threads, and has no cycles of three; longer ones are made of these."""
        for ones, others in combinations(self._lines, 2):
            for one in ones:
                for early, late in pairwise(others):
                    yield implies(self.before(one, early), self.before(one, late))
            for other in others:
                for early, late in pairwise(ones):
                    yield implies(self.before(late, other), self.before(early, other))
        for ones, others, thirds in combinations(self._lines, 3):
            for one in ones:
                for other in others:
                    here = self.before(one, other)
                    for third in thirds:
                        yield implies(and_(here, self.before(other, third)), self.before(one, third))
                        yield implies(and_(not_(here), self.before(third, other)), self.before(third, one))

    # -- memory -------------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        self._lines = [self.steps_of(thread) for thread in self.program.threads]
        self._order_steps()
        self._initial = self.memory
        for line in self._lines:
            for step in line:
                self._make_step(step)
        for step, key, found in self._finds:
            self._link(step, key, found)
        self.memory = StepCells(self._find_in_the_end)

    def _make_step(self, step: Step) -> None:
        self.memory = cells = StepCells(self._finder(step))
        for block in step.blocks:
            self._run_block(step.thread, block, 0)
        for key, wrote in cells.written.items():
            self._leaving[key].append(Leaving(step, wrote, cells.values[key]))

    def _finder(self, step: Step) -> Callable[[Key], Term]:
        found: dict[Key, Term] = {}

        def find(key: Key) -> Term:
            if key not in found:
                found[key] = self._unknown(step.name, key)
                self._finds.append((step, key, found[key]))
            return found[key]

        return find

    def _find_in_the_end(self, key: Key) -> Term:
        if key not in self._final:
            self._final[key] = self._unknown("end", key)
            self._link(None, key, self._final[key])
        return self._final[key]

    def _unknown(self, name: str, key: Key) -> Term:
        width = self._initial.load(key).width
        name = f"found!{name}!{key[0]}!{key[1]}:{width}"
        return bool_symbol(name) if key[1] == LIFE else symbol(name, width)

    def _link(self, reader: Step | None, key: Key, found: Term) -> None:
        """What a step finds in a cell (None: what is there in the end) is what the last writer before it left."""
        seen: list[tuple[Leaving, Term]] = []
        for leaving in self._leaving[key]:
            if reader is None:
                seen.append((leaving, leaving.wrote))
            elif leaving.step is not reader and (before := self.before(leaving.step, reader)) is not FALSE:
                seen.append((leaving, and_(leaving.wrote, before)))
        where = f"{'end' if reader is None else reader.name}!{key[0]}!{key[1]}"
        sources = []
        for leaving, visible in seen:
            source = bool_symbol(f"from!{where}!{leaving.step.name}")
            sources.append(source)
            self.require(implies(source, visible))
            self.require(implies(source, _same(found, leaving.value)))
            for other, also_visible in seen:
                if other is not leaving:
                    self.require(implies(and_(source, also_visible), self.before(other.step, leaving.step)))
        first = bool_symbol(f"from!{where}!start")
        self.require(implies(first, _same(found, self._initial.load(key))))
        for _, visible in seen:
            self.require(implies(first, not_(visible)))
        needed = TRUE if reader is None else self.passes(reader.thread, reader.blocks[0], 0)
        self.require(implies(needed, any_of([first, *sources])))

    # -- the rest -----------------------------------------------------------------------------------------------------

    def _end_of_process(self) -> None:
        for thread, block, condition in self._ends():
            end = self._step_of(thread.number, block.index)
            over = and_(self.passes(thread, block, 0), condition)
            for line in self._lines:
                for step in line:
                    if step.thread is not thread:
                        moves = self.passes(step.thread, step.blocks[0], 0)
                        self.require(implies(and_(over, moves), self.before(step, end)))

    def blocks_run(self, value: Callable[[Term], object]) -> list[tuple[int, int]]:
        made = [step for line in self._lines for step in line if value(self.passes(step.thread, step.blocks[0], 0))]
        made.sort(key=cmp_to_key(lambda one, other: -1 if value(self.before(one, other)) else 1))
        return [(step.thread.number, block.index) for step in made for block in step.blocks if value(block.guard)]


def _same(one: Term, other: Term) -> Term:
    return iff(one, other) if one.width == BOOL else eq(one, other)
