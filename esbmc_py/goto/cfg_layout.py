"""A layered layout for control-flow graphs: blocks in rows from top to bottom, loops along lanes at the right.

The usual steps (Sugiyama): jumps backwards are set aside, every block gets the row after its last predecessor,
edges over several rows get a bend in each, blocks within a row are ordered by where their neighbours stand, and then
moved towards them as far as the row has room.
"""

from __future__ import annotations

from dataclasses import field
from itertools import pairwise
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass

COLUMN_GAP, ROW_GAP, LANE_GAP = 36.0, 46.0, 16.0
SWEEPS = 8

Point: TypeAlias = tuple[float, float]
Item: TypeAlias = tuple[int, int, int]  # a block (block, 0, 0), or the bend of an edge (source, target, row)


@dataclass(frozen=True, slots=True)
class Box:
    """A block's place: the middle of its upper edge, and its size."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Wire:
    """An edge's way, from the source's lower edge to the target's upper edge. A loop's way has corners."""

    source: int
    target: int
    points: tuple[Point, ...]
    loops: bool


@dataclass(frozen=True, slots=True)
class CfgLayout:
    boxes: dict[int, Box]
    wires: list[Wire]
    width: float
    height: float


def layered(sizes: dict[int, tuple[float, float]], edges: list[tuple[int, int]], entry: int) -> CfgLayout:
    return _Layers(sizes, edges, entry).layout()


@dataclass(slots=True)
class _Layers:
    sizes: dict[int, tuple[float, float]]
    edges: list[tuple[int, int]]
    entry: int
    forward: list[tuple[int, int]] = field(default_factory=list)
    backward: list[tuple[int, int]] = field(default_factory=list)
    row: dict[int, int] = field(default_factory=dict)
    rows: list[list[Item]] = field(default_factory=list)
    above: dict[Item, list[Item]] = field(default_factory=dict)
    below: dict[Item, list[Item]] = field(default_factory=dict)
    x: dict[Item, float] = field(default_factory=dict)

    def layout(self) -> CfgLayout:
        self.separate_loops()
        self.assign_rows()
        self.add_bends()
        self.order_rows()
        self.place_columns()
        return self.result()

    def separate_loops(self) -> None:
        """Depth first from the entry: an edge to a block that is still being visited closes a loop."""
        following: dict[int, list[int]] = {block: [] for block in self.sizes}
        for source, target in self.edges:
            following[source].append(target)
        done: set[int] = set()
        open_blocks: set[int] = set()
        for root in [self.entry, *self.sizes]:
            work = [(root, iter(following[root]))] if root not in done else []
            open_blocks.update(block for block, _ in work)
            while work:
                block, targets = work[-1]
                for target in targets:
                    if target in open_blocks:
                        self.backward.append((block, target))
                        continue
                    self.forward.append((block, target))
                    if target not in done:
                        open_blocks.add(target)
                        work.append((target, iter(following[target])))
                        break
                else:
                    open_blocks.discard(block)
                    done.add(block)
                    work.pop()

    def assign_rows(self) -> None:
        incoming = dict.fromkeys(self.sizes, 0)
        following: dict[int, list[int]] = {block: [] for block in self.sizes}
        for source, target in self.forward:
            incoming[target] += 1
            following[source].append(target)
        self.row = dict.fromkeys(self.sizes, 0)
        ready = [block for block, count in incoming.items() if not count]
        while ready:
            block = ready.pop()
            for target in following[block]:
                self.row[target] = max(self.row[target], self.row[block] + 1)
                incoming[target] -= 1
                if not incoming[target]:
                    ready.append(target)

    def add_bends(self) -> None:
        self.rows = [[] for _ in range(max(self.row.values(), default=0) + 1)]
        for block in self.sizes:
            self.rows[self.row[block]].append((block, 0, 0))
        for source, target in self.forward:
            chain: list[Item] = [(source, 0, 0)]
            for row in range(self.row[source] + 1, self.row[target]):
                bend = (source, target, row)
                self.rows[row].append(bend)
                chain.append(bend)
            chain.append((target, 0, 0))
            for upper, lower in pairwise(chain):
                self.below.setdefault(upper, []).append(lower)
                self.above.setdefault(lower, []).append(upper)

    def order_rows(self) -> None:
        position = {item: float(place) for row in self.rows for place, item in enumerate(row)}
        for sweep in range(SWEEPS):
            downwards = sweep % 2 == 0
            neighbours = self.above if downwards else self.below
            for row in self.rows if downwards else reversed(self.rows):
                wanted = {
                    item: _mean([position[other] for other in neighbours.get(item, [])], position[item]) for item in row
                }
                row.sort(key=wanted.__getitem__)
                for place, item in enumerate(row):
                    position[item] = float(place)

    def place_columns(self) -> None:
        for row in self.rows:
            right = 0.0
            for item in row:
                self.x[item] = right + self.width(item) / 2
                right += self.width(item) + COLUMN_GAP
            for item in row:
                self.x[item] -= (right - COLUMN_GAP) / 2
        for sweep in range(SWEEPS):
            downwards = sweep % 2 == 0
            neighbours = self.above if downwards else self.below
            for row in self.rows if downwards else reversed(self.rows):
                wanted = [_mean([self.x[other] for other in neighbours.get(item, [])], self.x[item]) for item in row]
                self.settle(row, wanted)

    def settle(self, row: list[Item], wanted: list[float]) -> None:
        """As near to what is wanted as the order and the widths allow: the middle between packing from either side."""
        gaps = [(self.width(left) + self.width(right)) / 2 + COLUMN_GAP for left, right in pairwise(row)]
        from_left, from_right = list(wanted), list(wanted)
        for place, gap in enumerate(gaps):
            from_left[place + 1] = max(wanted[place + 1], from_left[place] + gap)
        for place in range(len(gaps) - 1, -1, -1):
            from_right[place] = min(wanted[place], from_right[place + 1] - gaps[place])
        for item, left, right in zip(row, from_left, from_right, strict=True):
            self.x[item] = (left + right) / 2

    def width(self, item: Item) -> float:
        return self.sizes[item[0]][0] if item[1:] == (0, 0) else 0.0

    def result(self) -> CfgLayout:
        left = min(self.x[item] - self.width(item) / 2 for row in self.rows for item in row)
        right = max(self.x[item] + self.width(item) / 2 for row in self.rows for item in row) - left
        tops, bottoms, y = [], [], ROW_GAP
        for row in self.rows:
            height = max((self.sizes[item[0]][1] for item in row if item[1:] == (0, 0)), default=0.0)
            tops.append(y)
            bottoms.append(y + height)
            y += height + ROW_GAP
        boxes = {
            block: Box(self.x[block, 0, 0] - left, tops[self.row[block]], *size) for block, size in self.sizes.items()
        }
        wires = [self.wire(edge, boxes, tops, bottoms, left) for edge in self.forward]
        wires += self.loops(boxes, right)
        lanes = len(self.backward) * LANE_GAP
        return CfgLayout(boxes, wires, right + lanes + LANE_GAP, y)

    def wire(
        self, edge: tuple[int, int], boxes: dict[int, Box], tops: list[float], bottoms: list[float], left: float
    ) -> Wire:
        source, target = boxes[edge[0]], boxes[edge[1]]
        points = [(self.port(edge, boxes), source.y + source.height)]
        for row in range(self.row[edge[0]] + 1, self.row[edge[1]]):
            x = self.x[edge[0], edge[1], row] - left
            points += [(x, tops[row]), (x, bottoms[row])]
        points.append((target.x, target.y))
        return Wire(*edge, tuple(points), loops=False)

    def port(self, edge: tuple[int, int], boxes: dict[int, Box]) -> float:
        """Where the edge leaves its block: two ways out leave left and right of the middle, as their targets stand."""
        source = boxes[edge[0]]
        targets = [target for start, target in self.edges if start == edge[0]]
        if len(targets) < 2:
            return source.x
        backward = edge in self.backward
        other = next(target for target in targets if target != edge[1])
        is_right = backward or ((edge[0], other) not in self.backward and boxes[edge[1]].x > boxes[other].x)
        return source.x + (1 if is_right else -1) * min(24.0, source.width / 4)

    def loops(self, boxes: dict[int, Box], right: float) -> list[Wire]:
        """Down, to a lane at the right, up, and into the block from above; short loops take the inner lanes."""
        wires = []
        spans = sorted(self.backward, key=lambda edge: boxes[edge[0]].y - boxes[edge[1]].y)
        for lane, (source, target) in enumerate(spans, 1):
            x = right + lane * LANE_GAP
            start, end = boxes[source], boxes[target]
            shift = 4.0 * (lane % 3)
            low, high = start.y + start.height + 12 + shift, end.y - 18 - shift
            port, entry = self.port((source, target), boxes), end.x + min(24.0, end.width / 4)
            way = ((port, start.y + start.height), (port, low), (x, low), (x, high), (entry, high), (entry, end.y))
            wires.append(Wire(source, target, way, loops=True))
        return wires


def _mean(values: list[float], default: float) -> float:
    return sum(values) / len(values) if values else default
