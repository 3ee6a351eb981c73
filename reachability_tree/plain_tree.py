"""The reachability tree to look at: plain data that can be drawn (see `drawing`) or written as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, field, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import AtomicEnd, Call
from esbmc_py.goto.program import Program
from symex.state import Frame, State
from symex.terms import TRUE, Term, and_

from .events import End, Event, Occurrence, OccurrenceKind
from .node import Node, PathCondition
from .rules import Rule, rule_of
from .shown_values import ShownValues
from .term_text import term_text
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
    file: str = ""  # in the program's own code; empty where it is not
    line: int = 0


@dataclass(frozen=True, slots=True)
class CutStep:
    """A step that is not followed, and why: "seen", "asleep", "independent", "infeasible", "waits", "bound"."""

    thread: int
    why: str


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
    formula: str = "true"  # the guard in full, as people write it
    values: tuple[tuple[str, str], ...] = ()  # of the program's own variables
    left_out: tuple[CutStep, ...] = ()


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


Possible = Callable[[PathCondition | None, Term], bool]


class CutSteps:
    """Collects what the walk leaves out, by node."""

    def __init__(self) -> None:
        self.of: dict[int, list[CutStep]] = {}  # by the identity of the node
        self._kept: list[Node] = []

    def note(self, node: Node, thread: int, why: str, _state: State | None) -> None:
        self._kept.append(node)
        self.of.setdefault(id(node), []).append(CutStep(thread, why))


def draw(
    tree: ReachabilityTree,
    program: Program,
    most_nodes: int,
    *,
    cut_steps: CutSteps | None = None,
    possible: Possible | None = None,
) -> DrawnTree:
    """Walks the tree depth first and keeps what is worth showing, up to a number of nodes.

    `cut_steps` was told by the walk; `possible` decides whether a violation can happen: one that cannot is infeasible.
    """
    drawn = DrawnTree()
    root = tree.root()
    met = {0: root}
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
            met[stack[-1][1]] = item
        else:
            _note(drawn, number, item, possible)
    _name(drawn, met, ShownValues(program))
    for number, node in met.items():
        cuts = () if cut_steps is None else tuple(dict.fromkeys(cut_steps.of.get(id(node), ())))
        drawn.nodes[number] = replace(drawn.nodes[number], left_out=(*drawn.nodes[number].left_out, *cuts))
    return drawn


def _name(drawn: DrawnTree, met: Mapping[int, Node], shown: ShownValues) -> None:
    """Values and violations in the programmer's names, which are known when all nodes have been met."""
    for node in met.values():
        shown.meet(node.state)
    values = {number: tuple(shown.of(node.state)) for number, node in met.items()}
    for number, one in enumerate(drawn.nodes):
        of = number if number in values else one.parent
        assert of is not None  # a leaf has the values of the node before it
        drawn.nodes[number] = replace(one, values=values[of], verdict=shown.message(one.verdict))


def _add(drawn: DrawnTree, node: Node, parent: int | None, program: Program) -> int:
    number = len(drawn.nodes)
    active = None if parent is None else node.active
    guard = guard_text(node.state.path)
    drawn.nodes.append(
        DrawnNode(
            number,
            parent,
            active,
            node.contexts,
            guard,
            _threads(node, program),
            formula=term_text(node.state.path),
        )
    )
    return number


def _note(drawn: DrawnTree, number: int, event: Event, possible: Possible | None) -> None:
    """Some ends belong to a node; what happens within a step is a leaf below it."""
    node = drawn.nodes[number]
    match event:
        case End(ending=ending, steps=steps, node=reached) if steps is reached.steps:
            drawn.nodes[number] = replace(node, verdict=str(ending))
        case (
            Occurrence(kind=OccurrenceKind.VIOLATION, waiting=())
            | Occurrence(kind=OccurrenceKind.UNWINDING | OccurrenceKind.UNSUPPORTED)
        ):
            what = f"{event.property}: {event.message}" if event.property is not None else event.message
            kind = str(event.kind)
            if possible is not None and not possible(event.condition, event.guard):
                kind = "infeasible"
            verdict = f"{kind}: {what} ({_short(str(event.location))})"
            together = and_(event.path, event.guard)
            contexts = node.contexts + (event.thread != (node.thread or 0))
            leaf = DrawnNode(len(drawn.nodes), number, event.thread, contexts, guard_text(together), (), verdict)
            drawn.nodes.append(replace(leaf, formula=term_text(together)))
        case Occurrence(kind=OccurrenceKind.SWITCH):
            drawn.nodes[number] = replace(node, left_out=(*node.left_out, CutStep(event.thread, "bound")))
        case _:
            pass


def guard_text(guard: Term) -> str:
    if guard is TRUE:
        return "true"
    text = term_text(guard)
    return text if len(text) <= LONGEST_GUARD else text[: LONGEST_GUARD - 1] + "…"


def _short(place: str) -> str:
    return place.rsplit("/", 1)[-1]


def _threads(node: Node, program: Program) -> tuple[DrawnThread, ...]:
    shown = []
    for view, thread in zip(node.threads, node.state.threads, strict=True):
        if view.location is None or thread.frame is None:
            shown.append(DrawnThread(thread.number, "ended", "", ""))
            continue
        rule = str(_rule_ahead(thread.frame))
        file, line = view.location.file, view.location.line
        if file not in program.sources:  # a position in the library says nothing to a programmer
            where = "has returned" if node.steps is not None else "before main"
            shown.append(DrawnThread(thread.number, where, "", rule))
            continue
        place = _short(f"{file}:{line}")
        shown.append(DrawnThread(thread.number, place, program.source_line(view.location), rule, file, line))
    return tuple(shown)


def _rule_ahead(frame: Frame) -> Rule:
    """The rule of the next instruction. A section of the library is known by what it is for: R5 starts, R6 waits."""
    instructions = frame.code.instructions
    first = rule_of(instructions[frame.pc])
    if first is not Rule.SCOPE:
        return first
    ahead = [rule_of(one) for one in takewhile(lambda one: not isinstance(one, AtomicEnd), instructions[frame.pc :])]
    special = [rule for rule in ahead if rule in (Rule.R5, Rule.R6)]
    if special:
        return special[0]
    calls = [one for one in instructions[frame.pc :] if isinstance(one, Call)]
    if frame.code.function.is_model and calls and frame.code.name.endswith(("_lock", "_wait", "join")):
        return Rule.R6
    return first
