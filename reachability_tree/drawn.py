"""The reachability tree to look at: plain data that can be drawn (see `drawing`) or written as JSON."""

from __future__ import annotations

from dataclasses import asdict, field, replace
from typing import TYPE_CHECKING, Any

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program
from symex.terms import TRUE, Term, and_

from .events import End, Event, Kind, Occurrence
from .node import Node
from .rules import rule_of
from .walk import ReachabilityTree

if TYPE_CHECKING:
    import networkx

LONGEST_GUARD = 60


@dataclass(frozen=True, slots=True)
class DrawnThread:
    number: int
    location: str  # file:line, or "ended"
    source: str  # the line there
    rule: str  # by which its next instruction goes


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A node; or a leaf for a step that ends an interleaving without leading to a node."""

    number: int
    parent: int | None
    thread: int | None  # the active thread; None at the root
    contexts: int
    guard: str
    threads: tuple[DrawnThread, ...]
    verdict: str = ""  # of a leaf


@dataclass(slots=True)
class DrawnTree:
    nodes: list[DrawnNode] = field(default_factory=list)
    cut: bool = False  # there is more than was kept

    @property
    def note(self) -> str:
        return f"the tree is larger: these are its first {len(self.nodes)} nodes" if self.cut else ""

    def __repr__(self) -> str:
        leaves = sum(bool(node.verdict) for node in self.nodes)
        return f"<tree of {len(self.nodes)} nodes, {leaves} leaves{', cut' if self.cut else ''}>"

    def _repr_svg_(self) -> str:
        """For notebooks."""
        return self.to_svg()

    def to_svg(self) -> str:
        from .drawing import to_svg

        return to_svg(self)

    def children(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {node.number: [] for node in self.nodes}
        for node in self.nodes:
            if node.parent is not None:
                found[node.parent].append(node.number)
        return found

    def to_json(self) -> dict[str, Any]:
        return {"nodes": [asdict(node) for node in self.nodes], "complete": not self.cut, "note": self.note}

    def to_graph(self) -> networkx.DiGraph[int]:
        """Nodes are numbers, with the fields of `DrawnNode` as attributes."""
        import networkx

        graph: networkx.DiGraph[int] = networkx.DiGraph()
        for node in self.nodes:
            graph.add_node(node.number, **{name: getattr(node, name) for name in DrawnNode.__slots__})
            if node.parent is not None:
                graph.add_edge(node.parent, node.number, thread=node.thread)
        return graph


def draw(tree: ReachabilityTree, program: Program, most_nodes: int) -> DrawnTree:
    """Walks the tree depth first and keeps what is worth showing, up to a number of nodes."""
    drawn = DrawnTree()
    root = tree.root()
    stack = [(tree.expand(root), _add(drawn, root, None, program))]
    while stack:
        expansion, number = stack[-1]
        item = next(expansion, None)
        if item is None:
            stack.pop()
        elif len(drawn.nodes) >= most_nodes:
            drawn.cut = True
            break
        elif isinstance(item, Node):
            stack.append((tree.expand(item), _add(drawn, item, number, program)))
        else:
            _note(drawn, number, item)
    return drawn


def _add(drawn: DrawnTree, node: Node, parent: int | None, program: Program) -> int:
    number = len(drawn.nodes)
    active = None if parent is None else node.active
    guard = guard_text(node.state.path)
    drawn.nodes.append(DrawnNode(number, parent, active, node.contexts, guard, _threads(node, program)))
    return number


def _note(drawn: DrawnTree, number: int, event: Event) -> None:
    """Some ends belong to a node; what happens within a step is a leaf below it."""
    node = drawn.nodes[number]
    match event:
        case End(ending=ending, steps=steps, node=reached) if steps is reached.steps:
            drawn.nodes[number] = replace(node, verdict=str(ending))
        case Occurrence(kind=Kind.VIOLATION, waiting=()) | Occurrence(kind=Kind.UNWINDING | Kind.UNSUPPORTED):
            what = f"{event.property}: {event.message}" if event.property is not None else event.message
            verdict = f"{event.kind}: {what} ({_short(str(event.location))})"
            guard = guard_text(and_(event.path, event.guard))
            contexts = node.contexts + (event.thread != (node.thread or 0))
            drawn.nodes.append(DrawnNode(len(drawn.nodes), number, event.thread, contexts, guard, (), verdict))
        case _:
            pass


def guard_text(guard: Term) -> str:
    if guard is TRUE:
        return "true"
    text = repr(guard)
    return text if len(text) <= LONGEST_GUARD else text[: LONGEST_GUARD - 1] + "…"


def _short(place: str) -> str:
    return place.rsplit("/", 1)[-1]


def _threads(node: Node, program: Program) -> tuple[DrawnThread, ...]:
    shown = []
    for view, thread in zip(node.threads, node.state.threads, strict=True):
        if view.location is None or thread.frame is None:
            shown.append(DrawnThread(thread.number, "ended", "", ""))
            continue
        place = _short(f"{view.location.file}:{view.location.line}")
        rule = rule_of(thread.frame.code.instructions[thread.frame.pc])
        shown.append(DrawnThread(thread.number, place, program.source_line(view.location), str(rule)))
    return tuple(shown)
