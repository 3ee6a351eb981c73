"""Where a pointer may point: the objects are read off its term.

A pointer that was assigned under several guards is a choice between addresses, with offsets added here and there. Its
leaves are those addresses, each with the condition under which the pointer is that one.
"""

from __future__ import annotations

import heapq
from functools import lru_cache

from esbmc_py.goto.addresses import AddressSpace
from esbmc_py.goto.deferred import dataclass

from .terms import FALSE, TRUE, Term, and_, bv, bvadd, bvneg, not_, or_


@dataclass(frozen=True, slots=True)
class Leaf:
    """Where `guard` holds, the pointer is `offset` bytes into object number `object`.

    `object` is None where the term does not tell (an integer that came from elsewhere); `offset` is then the whole
    pointer. Guards of different leaves exclude one another, and one of them holds.
    """

    guard: Term
    object: int | None
    offset: Term


@lru_cache(maxsize=256)  # one access asks several times
def leaves(pointer: Term, space: AddressSpace) -> list[Leaf]:
    """One leaf for each object and offset, smallest object first.

    Symbolic offsets belong to the object whose address they are added to, however large they are: bounds are for the
    caller to check. Each node is visited once per offset on the way to it, so shared choices cost nothing extra.
    """
    return _Search(space).run(pointer)


class _Search:
    def __init__(self, space: AddressSpace) -> None:
        self._space = space
        self._guards: dict[tuple[Term, Term], Term] = {}
        self._queue: list[tuple[int, int, Term, Term]] = []
        self._found: dict[tuple[int | None, Term], Term] = {}
        self._bearing: dict[int, bool] = {}

    def run(self, pointer: Term) -> list[Leaf]:
        self._reach(pointer, bv(0, pointer.width), TRUE)
        while self._queue:
            # Youngest first: every way to a node is known before the node is left.
            _, _, node, offset = heapq.heappop(self._queue)
            self._leave(node, offset, self._guards[node, offset])
        order = sorted(self._found, key=lambda key: (-1 if key[0] is None else key[0], key[1].id))
        return [Leaf(self._found[key], *key) for key in order]

    def _reach(self, node: Term, offset: Term, guard: Term) -> None:
        if guard is FALSE:
            return
        state = (node, offset)
        known = self._guards.get(state)
        if known is None:
            heapq.heappush(self._queue, (-node.id, offset.id, node, offset))
            self._guards[state] = guard
        else:
            self._guards[state] = or_(known, guard)

    def _leave(self, node: Term, offset: Term, guard: Term) -> None:
        match node.op:
            case "const":
                number, start = self._space.split(node.payload)
                number &= self._space.most_objects  # just below address 0 is null's
                self._finish(number, bvadd(offset, bv(start, node.width)), guard)
            case "ite":
                condition, then, otherwise = node.args
                self._reach(then, offset, and_(guard, condition))
                self._reach(otherwise, offset, and_(guard, not_(condition)))
            case "bvadd" if self._bears_address(node.args[0]):
                self._reach(node.args[0], bvadd(offset, node.args[1]), guard)
            case "bvadd" if self._bears_address(node.args[1]):
                self._reach(node.args[1], bvadd(offset, node.args[0]), guard)
            case "bvsub" if self._bears_address(node.args[0]):
                self._reach(node.args[0], bvadd(offset, bvneg(node.args[1])), guard)
            case _:
                self._finish(None, bvadd(node, offset), guard)

    def _finish(self, number: int | None, offset: Term, guard: Term) -> None:
        key = (number, offset)
        self._found[key] = or_(self._found.get(key, FALSE), guard)

    def _bears_address(self, root: Term) -> bool:
        """Whether some leaf of `root` is the address of an object other than null's."""
        known = self._bearing.get(root.id)
        if known is None:
            known = self._bearing[root.id] = self._search_address(root)
        return known

    def _search_address(self, root: Term) -> bool:
        seen, pending = {root.id}, [root]
        while pending:
            node = pending.pop()
            match node.op:
                case "const":
                    if self._space.split(node.payload)[0] & self._space.most_objects:
                        return True
                    continue
                case "ite":
                    below = node.args[1:]
                case "bvadd":
                    below = node.args
                case "bvsub":
                    below = node.args[:1]
                case _:
                    continue
            for term in below:
                if term.id not in seen:
                    seen.add(term.id)
                    pending.append(term)
        return False
