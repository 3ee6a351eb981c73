"""Narrowing: reads return few values, and the formula need not allow for others.

What a shared cell can hold is what it held at the start and what is written to it; what is written depends on what is
read. The least solution of that, over all executions and without regard to their order, says for each read which values
it can return. Its result is then a constant, a choice between a few (pointers know again where they point), or a
bit-vector as wide as its range.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from symex import objects
from symex.abstract import (
    NOTHING,
    UNDEFINED,
    Possible,
    Range,
    Remembered,
    as_range,
    bitvectors_below,
    join,
    possible_values,
)
from symex.offsets import candidate_offsets, residue
from symex.pointers import leaves
from symex.terms import FALSE, Term, bv, eq, ite, sext, substitute, symbol, symbols
from symex.terms.concrete import signed
from symex.values import Value, as_term, known

from .arrays import most_bytes
from .initialised import initialised
from .operations import BoundedProgram, Life, Operation, Read, Write
from .substitution import Substitution

_MOST_ROUNDS = 16  # of the iteration; what still grows then is a counter, or may be anything
_MOST_STARTS = 12
_MOST_CONJUNCTS = 400

Cell = tuple[int, int, int]  # object, offset and size in bytes
SOMEWHERE = -1  # in place of the offset: any element of an array. A size of 0 says that it may cut elements in two.


def narrowed(program: BoundedProgram) -> BoundedProgram:
    """The same program, with the results of its reads as narrow as what they can be."""
    possible = _Analysis(program).run()
    replacements = {result: _replacement(result, values) for result, values in possible.items()}
    replacements = {old: new for old, new in replacements.items() if new is not old}
    return Substitution(replacements).program(program) if replacements else program


def _replacement(result: Term, possible: Possible) -> Term:
    width = result.width
    span = as_range(possible, width)
    if possible == NOTHING:
        return bv(0, width)  # it is never read
    if isinstance(possible, frozenset) and UNDEFINED in possible:
        ordered = sorted(possible - {UNDEFINED})
        return _choice(result, ordered, len(ordered).bit_length(), result) if ordered else result
    if span is None:
        return result
    bits = max(span.high.bit_length(), (-span.low - 1).bit_length() if span.low < 0 else 0) + 1
    if isinstance(possible, frozenset):
        ordered = sorted(possible, key=lambda value: signed(value, width))
        if len(ordered) == 1:
            return bv(ordered[0], width)
        index_bits = (len(ordered) - 1).bit_length()
        if index_bits + 2 < bits:
            return _choice(result, ordered[:-1], index_bits, bv(ordered[-1], width))
    return sext(symbol(f"{result.payload}|{bits}", bits), width) if bits < width else result


def _choice(result: Term, ordered: list[int], bits: int, otherwise: Term) -> Term:
    index = symbol(f"{result.payload}#{bits}", bits)
    chosen = otherwise
    for number in range(len(ordered) - 1, -1, -1):
        chosen = ite(eq(index, bv(number, bits)), bv(ordered[number], result.width), chosen)
    return chosen


@dataclass(slots=True, eq=False)
class _Flow:
    """A read or a write, and what of its guard says something about the values that it uses."""

    operation: Read | Write
    address: Term | None  # None: it is known
    value: Term | None  # of a write
    told: dict[Term, list[Term]] = field(default_factory=dict)  # conjuncts of the guard that speak of one read alone


class _Analysis:
    def __init__(self, program: BoundedProgram) -> None:
        self._program = program
        self._space = program.space
        self._flows = list(self._collect())
        self._results = dict.fromkeys(flow.operation.result for flow in self._flows if isinstance(flow.operation, Read))
        for flow in self._flows:
            flow.told = self._conjuncts(flow)
        roots = [term for flow in self._flows for term in (flow.address, flow.value) if term is not None]
        self._terms = bitvectors_below(roots)
        self._only_read = self._only_reads()
        self._read: dict[Term, Possible] = dict.fromkeys(self._results, NOTHING)
        self._written: dict[Cell, Possible] = {}
        self._over: dict[tuple[int, int], set[Cell]] = defaultdict(set)  # cells written over a byte of an object
        self._within: dict[int, set[Cell]] = defaultdict(set)  # cells written in an object
        self._somewhere: dict[int, set[Cell]] = defaultdict(set)  # of these, those that may be any element
        self._beginnings = {number: [found] for number, found in program.memory.items()}  # one for each life
        for operation in self._operations():
            if isinstance(operation, Life) and operation.contents is not None:
                self._beginnings[operation.number].append(operation.contents)
        self._initial: dict[Cell, Possible] = {}
        self._decided: dict[tuple[Term, Term, int], bool] = {}
        self._remembered: Remembered = {}
        self._read_cells: dict[Term, set[Cell]] = defaultdict(set)
        self._fixed: dict[Cell, Possible] = {}  # counters, and what may be anything
        self._initialised = initialised(program)
        self._lost = False  # something is written to a place that may be anywhere

    def _operations(self) -> Iterator[Operation]:
        for thread in self._program.threads:
            for block in thread.blocks:
                yield from block.operations

    def _collect(self) -> Iterator[_Flow]:
        for operation in self._operations():
            if isinstance(operation, Read | Write) and operation.guard is not FALSE:
                address = operation.address if isinstance(operation.address, Term) else None
                value = as_term(operation.value, operation.size * 8) if isinstance(operation, Write) else None
                yield _Flow(operation, address, value)

    # -- the least solution -------------------------------------------------------------------------------------------

    def run(self) -> dict[Term, Possible]:
        """What grows for long is a counter, or may be anything; with that fixed, the iteration starts again."""
        for _ in range(_MOST_STARTS):
            self._read = dict.fromkeys(self._results, NOTHING)
            self._written = dict(self._fixed)
            self._read_cells.clear()
            self._over.clear()
            self._within.clear()
            self._somewhere.clear()
            for cell in self._fixed:
                self._cover(cell)
            growing = self._settle()
            if self._lost:
                break
            wrong = [cell for cell, kept in self._fixed.items() if kept is not None and self._counted(cell) != kept]
            if not growing and not wrong:
                return self._read
            self._fixed.update({cell: self._counted(cell) for cell in growing})
            self._fixed.update(dict.fromkeys(wrong))  # more is written to it than it seemed
        return dict.fromkeys(self._results, None)

    def _settle(self) -> list[Cell]:
        """Cells that still grow after a while."""
        before: dict[Cell, Possible] = {}
        for _ in range(_MOST_ROUNDS):
            before = dict(self._written)
            if not self._grow() or self._lost:
                return []
        return [cell for cell, possible in self._written.items() if before.get(cell, NOTHING) != possible]

    def _counted(self, cell: Cell) -> Possible:
        """A cell that is only counted up and down: every write runs at most once, so it can be summed up."""
        if self._somewhere[cell[0]]:
            return None
        start = as_range(self._at_start(cell), cell[2] * 8)
        found = possible_values(self._terms, self._read, self._remembered)
        writes = [flow for flow in self._flows if flow.value is not None and cell in self._cells(flow, found)]
        if start is None:
            return None
        low, high, down, up = start.low, start.high, 0, 0
        for flow in writes:
            assert flow.value is not None
            steps = [0]
            for step, constant in self._steps(flow.value, cell):
                if step is None:
                    return None
                if constant:
                    low, high = min(low, step), max(high, step)
                else:
                    steps.append(step)
            down, up = down + min(steps), up + max(steps)
        limit = 1 << (cell[2] * 8 - 1)
        return Range(low + down, high + up) if -limit <= low + down and high + up < limit else None

    def _steps(self, value: Term, cell: Cell) -> Iterator[tuple[int | None, bool]]:
        """By how much a written value differs from one that was read in the cell, or (True) a constant that it is."""
        pending = [(value, 0)]
        while pending:
            term, step = pending.pop()
            match term.op:
                case "const":
                    yield signed((term.payload + step) % (1 << term.width), term.width), True
                case "ite":
                    pending += [(branch, step) for branch in term.args[1:]]
                case "bvadd" if term.args[1].op == "const":
                    pending.append((term.args[0], step + signed(term.args[1].payload, term.width)))
                case "bvadd" if term.args[0].op == "const":
                    pending.append((term.args[1], step + signed(term.args[0].payload, term.width)))
                case "symbol" if self._read_cells.get(term) == {cell}:
                    yield step, False
                case _:
                    yield None, False

    def _grow(self) -> bool:
        found = possible_values(self._terms, self._read, self._remembered)
        changed = False
        for flow in self._flows:
            operation = flow.operation
            for cell in self._cells(flow, found):
                if isinstance(operation, Read):
                    self._read_cells[operation.result].add(cell)
                    new = join(self._read[operation.result], self._content(cell), operation.size * 8)
                    if new != self._read[operation.result]:
                        self._read[operation.result] = new
                        changed = True
                elif cell not in self._fixed:
                    old = self._written.get(cell, NOTHING)
                    assert flow.value is not None
                    value = self._under_guard(flow, flow.value, found)
                    new = join(old, value, operation.size * 8)
                    if new != old:
                        self._written[cell] = new
                        self._cover(cell)
                        changed = True
        return changed

    def _cover(self, cell: Cell) -> None:
        number, offset, size = cell
        self._within[number].add(cell)
        if offset == SOMEWHERE:
            self._somewhere[number].add(cell)
            return
        for byte in range(offset, offset + size):
            self._over[number, byte].add(cell)

    def _content(self, cell: Cell) -> Possible:
        number, offset, size = cell
        if offset == SOMEWHERE:
            return self._joined(self._somewhere_at_start(number, size), cell, self._within[number])
        for byte in range(offset, offset + size):
            if any(other != cell for other in self._over.get((number, byte), ())):
                return None  # in pieces of another size
        found = join(self._at_start(cell), self._written.get(cell, NOTHING), size * 8)
        return self._joined(found, cell, self._somewhere[number])

    def _joined(self, found: Possible, cell: Cell, others: set[Cell]) -> Possible:
        """With what was written to others, which may be the same element."""
        for other in others:
            if not _is_element(other, cell[2]) or not _is_element(cell, cell[2]):
                return None  # one may be a piece of the other
            found = join(found, self._written.get(other, NOTHING), cell[2] * 8)
        return found

    def _somewhere_at_start(self, number: int, size: int) -> Possible:
        cell = (number, SOMEWHERE, size)
        if cell not in self._initial:
            found: Possible = NOTHING
            for beginning in self._beginnings[number]:
                found = join(found, self._elements_at_start(beginning, size), size * 8)
            self._initial[cell] = found
        return self._initial[cell]

    def _elements_at_start(self, target: objects.Object, size: int) -> Possible:
        if target.array is not None or size == 0:
            return None
        found: Possible = frozenset((UNDEFINED,))
        if target.image is not None:
            starts = range(0, len(target.image), size)
            texts = {bytes(target.image[start : start + size]) for start in starts}
            found = frozenset((0,)) if len(target.image) < most_bytes(target) else NOTHING
            for text in texts:
                found = join(found, frozenset((int.from_bytes(text, "little"),)), size * 8)
        for offset, (length, value) in target.cells.items():
            if length != size or offset % size:
                return None
            found = join(found, self._of_initial(as_term(value, size * 8)), size * 8)
        return found

    def _at_start(self, cell: Cell) -> Possible:
        found = self._initial.get(cell, NOTHING)
        if cell not in self._initial:
            number, offset, size = cell
            for beginning in self._beginnings[number]:
                value, _ = objects.read(beginning, offset, size)
                found = join(found, self._of_initial(as_term(value, size * 8)), size * 8)
            if cell in self._initialised and isinstance(found, frozenset):
                found -= {UNDEFINED}
            self._initial[cell] = found
        return found

    def _of_initial(self, term: Term) -> Possible:
        terms = bitvectors_below([term])
        unwritten = [part for part in terms if part.op == "symbol" and part.payload.startswith("mem!")]
        undefined: dict[Term, Possible] = dict.fromkeys(unwritten, frozenset((UNDEFINED,)))
        return possible_values(terms, undefined)[term.id]

    # -- where --------------------------------------------------------------------------------------------------------

    def _cells(self, flow: _Flow, found: dict[int, Possible]) -> list[Cell]:
        operation = flow.operation
        if flow.address is None:
            return self._valid([operation.address], operation.size)  # type: ignore[list-item]
        possible = self._under_guard(flow, flow.address, found)
        if isinstance(possible, frozenset):
            return self._valid(possible, operation.size)
        return self._anywhere(flow)

    def _valid(self, addresses: frozenset[int] | list[int], size: int) -> list[Cell]:
        cells = []
        for address in addresses:
            if address == UNDEFINED:
                continue  # an access through an undefined pointer ends the execution
            number, offset = self._space.split(address)
            target = self._program.memory.get(number)
            if target is None or offset < 0:
                continue
            if target.size.__class__ is not int or offset + size <= target.size:
                cells.append((number, offset, size))
        return cells

    def _anywhere(self, flow: _Flow) -> list[Cell]:
        """The objects are known from the address's own shape, or nothing is."""
        operation = flow.operation
        assert flow.address is not None
        cells: list[Cell] = []
        for leaf in leaves(flow.address, self._space):
            target = self._program.memory.get(leaf.object) if leaf.object is not None else None
            if leaf.object is None:
                self._lose(operation)
                return []
            if target is None:
                continue
            size, limit = operation.size, most_bytes(target)
            offset = known(leaf.offset)
            cells += _cells_at(leaf.object, offset, limit, size, self._space.pointer_bits)
        return cells

    def _lose(self, operation: Read | Write) -> None:
        if isinstance(operation, Write):
            self._lost = True
        else:
            self._read[operation.result] = None

    # -- what guards tell ---------------------------------------------------------------------------------------------

    def _only_reads(self) -> dict[int, Term | None]:
        """For each term the only read that it depends on; None where there are several, or other symbols."""
        found: dict[int, Term | None] = {}
        for term in self._terms:
            if term.op == "symbol":
                found[term.id] = term if term in self._results else None
            elif term.op == "ite":
                found[term.id] = None
            else:
                below = {found.get(arg.id) for arg in term.args if arg.op != "const"} if term.args else {None}
                found[term.id] = below.pop() if len(below) == 1 else None
        return found

    def _conjuncts(self, flow: _Flow) -> dict[Term, list[Term]]:
        told: dict[Term, list[Term]] = {}
        pending, count = [flow.operation.guard], 0
        while pending and count < _MOST_CONJUNCTS:
            term = pending.pop()
            count += 1
            if term.op == "and":
                pending += term.args
                continue
            if term.op == "not" and term.args[0].op in ("and", "or"):
                continue
            if term.op in ("not", "=", "bvslt", "bvult"):
                below = symbols(term)
                if len(below) == 1 and below[0] in self._results:
                    told.setdefault(below[0], []).append(term)
        return told

    def _under_guard(self, flow: _Flow, term: Term, found: dict[int, Possible]) -> Possible:
        """The values of a term of one read: only those that the guard admits."""
        possible = found[term.id]
        source = self._only_read[term.id]
        if source is None or source not in flow.told:
            return possible
        values = self._read[source]
        if not isinstance(values, frozenset) or UNDEFINED in values:
            return possible
        admitted = frozenset(
            value for value in values if all(self._may_hold(conjunct, source, value) for conjunct in flow.told[source])
        )
        results: Possible = NOTHING
        for value in admitted:
            constant = substitute(term, {source: bv(value, source.width)})
            if constant.op != "const":
                return possible
            results = join(results, frozenset((constant.payload,)), term.width)
        return results

    def _may_hold(self, conjunct: Term, source: Term, value: int) -> bool:
        key = (conjunct, source, value)
        known_answer = self._decided.get(key)
        if known_answer is None:
            decided = substitute(conjunct, {source: bv(value, source.width)})
            known_answer = self._decided[key] = decided is not FALSE
        return known_answer


def _cells_at(number: int, offset: Value, limit: int, size: int, bits: int) -> list[Cell]:
    if isinstance(offset, int):
        position = offset - (1 << bits) if offset >> (bits - 1) else offset
        return [(number, position, size)] if 0 <= position <= limit - size else []
    found = candidate_offsets(offset, limit, size)
    if found is not None:
        return [(number, start, size) for start in found]
    step, rest = residue(offset)
    return [(number, SOMEWHERE, size if step % size == 0 and rest % size == 0 else 0)]


def _is_element(cell: Cell, size: int) -> bool:
    """Of an array with elements of this size."""
    return cell[2] == size and (cell[1] == SOMEWHERE or cell[1] % size == 0)
