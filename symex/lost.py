"""What is lost when the process ends: objects on the heap to which nothing leads any more (see `esbmc_py.vm.lost`).

Only what certainly is an address counts: a cell that is as wide as a pointer and holds one. Bytes of which an address
might be put together, and integers that nobody knows, are left out, so that more may seem to be lost than is. What
seems so is found, and the concrete machine decides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter
from typing import TYPE_CHECKING

from esbmc_py.goto.scalars import addresses_in, may_hold_address

from .objects import Object, words
from .pointers import leaves
from .state import NO_LOOPS, Frame
from .terms import FALSE, TRUE, Term, and_, not_, or_, ule
from .values import Value, as_term

if TYPE_CHECKING:
    from .run import Run

_MOST_LINKS = 32  # of a way that is followed

Edges = dict[int, Term]  # object → when an address leads there


def unfreed(run: Run, *, lost: bool, registers: bool) -> list[tuple[Term, Object]]:
    """Objects of the program that live when the process ends, and when; with `lost`, those to which nothing leads."""
    kept = [
        (number, found)
        for number, found in sorted(run.memory.items(), key=itemgetter(0))
        if found.site is not None and found.alive is not FALSE
    ]
    ways = _tracked(run, registers=registers) if kept and lost else {}
    conditions = ((and_(found.alive, not_(ways.get(number, FALSE))), found) for number, found in kept)
    return [(condition, found) for condition, found in conditions if condition is not FALSE]


def _tracked(run: Run, *, registers: bool) -> Edges:
    """For objects on the heap, when some way leads to them; with `registers`, from these, too."""
    starts: Edges = {}
    links: dict[int, Edges] = {}
    for number, found in run.memory.items():
        edges = _edges(run, _addresses(run, number, found))
        if found.heap:
            links[number] = edges
        else:
            _add(starts, edges, found.alive)
    if registers:
        _add(starts, _edges(run, _in_registers(run)), TRUE)
    return _closure(starts, links, run)


def _closure(starts: Edges, links: dict[int, Edges], run: Run) -> Edges:
    """Link by link. Where nothing changes any more, all ways have been followed."""
    known, new = dict(starts), dict(starts)
    for _ in range(_MOST_LINKS):
        further: Edges = {}
        for number, condition in new.items():
            if number in links:
                _add(further, links[number], and_(condition, run.memory[number].alive))
        before = dict(known)
        _add(known, further, TRUE)
        new = {number: condition for number, condition in known.items() if before.get(number) is not condition}
        if not new:
            break
    return known


def _add(edges: Edges, others: Edges, condition: Term) -> None:
    for number, when in others.items():
        both = and_(condition, when)
        if both is not FALSE:
            edges[number] = or_(edges.get(number, FALSE), both)


def _edges(run: Run, addresses: Iterator[Value]) -> Edges:
    found: defaultdict[int, Term] = defaultdict(lambda: FALSE)
    for address in addresses:
        for guard, number, offset in _places(run, address):
            target = run.memory.get(number)
            if target is not None and target.heap:
                bits = run.space.pointer_bits
                inside = ule(as_term(offset, bits), as_term(target.size, bits))  # unsigned: not before it, either
                found[number] = or_(found[number], and_(guard, inside))
    return dict(found)


def _places(run: Run, address: Value) -> Iterator[tuple[Term, int, Value]]:
    if isinstance(address, Term):
        for leaf in leaves(address, run.space):
            if leaf.object is not None:
                yield leaf.guard, leaf.object, leaf.offset
    elif isinstance(address, int):
        number, offset = run.space.split(address)
        yield TRUE, number, offset & ((1 << run.space.pointer_bits) - 1)


def _addresses(run: Run, number: int, found: Object) -> Iterator[Value]:
    """By type, as far as there is one. The initial contents of an object hold no address of the heap."""
    size = run.space.pointer_bits // 8
    symbol = run.numbering.symbol(number)
    places = None if symbol is None else set(addresses_in(symbol.type, run.space.pointer_bits))
    for offset, value in words(found, size):
        if offset % size == 0 if places is None else offset in places:
            yield value


def _in_registers(run: Run) -> Iterator[Value]:
    """Pointers on their way into a variable: registers that will be read again."""
    if not run.ended:
        yield from _live(Frame(run.code, run.pc, tuple(run.registers), NO_LOOPS, -1, run.parent, run.depth), run)
    for thread in (*run.state.threads, *run.started):
        if thread.number != run.thread and thread.frame is not None:
            yield from _live(thread.frame, run)


def _live(frame: Frame | None, run: Run, *, suspended: bool = False) -> Iterator[Value]:
    while frame is not None:
        function = frame.code.function
        result = getattr(function.instructions[frame.pc - 1], "target", None) if suspended else None
        for index in frame.code.live[frame.pc] - {-1 if result is None else result.index}:
            value = frame.registers[index]
            if value is not None and may_hold_address(function.registers[index].type, run.space.pointer_bits):
                yield value
        frame, suspended = frame.parent, True
