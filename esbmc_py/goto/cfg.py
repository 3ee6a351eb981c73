"""Control-flow graphs: basic blocks as a networkx graph, as dot text, and (see `cfg_svg`) as a drawing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from esbmc_py.goto.deferred import dataclass

from .flow import jump_targets, successors
from .instruction_text import instruction_text
from .instructions import Branch
from .printer import function_header
from .program import Function, Program

if TYPE_CHECKING:
    import networkx


@dataclass(frozen=True, slots=True)
class BasicBlock:
    """Instructions start..end-1 of a function: entered at the first, left after the last."""

    start: int
    end: int


def basic_blocks(function: Function) -> list[BasicBlock]:
    code = function.instructions
    leaders = {0} | jump_targets(code)
    for index in range(len(code)):
        following = successors(code, index)
        if following != (index + 1,):
            leaders.add(index + 1)
    starts = sorted(index for index in leaders if index < len(code))
    return [BasicBlock(start, end) for start, end in zip(starts, [*starts[1:], len(code)], strict=True)]


def edges(function: Function, block: BasicBlock) -> list[tuple[int, str]]:
    """Where the block leads, and on what outcome of its condition: "true", "false", or "" without one."""
    last = block.end - 1
    following = successors(function.instructions, last)
    if isinstance(function.instructions[last], Branch) and following[0] != following[1]:
        return [(following[0], "false"), (following[1], "true")]
    return [(index, "") for index in dict.fromkeys(following)]


def control_flow_graph(function: Function) -> networkx.DiGraph[int]:
    """Nodes are the indices of the blocks' first instructions; `block` and `lines` are node attributes, `label` is an
    edge attribute."""
    import networkx

    graph: networkx.DiGraph[int] = networkx.DiGraph(name=function.name)
    for block in basic_blocks(function):
        graph.add_node(block.start, block=block, lines=block_lines(function, block))
        for target, label in edges(function, block):
            graph.add_edge(block.start, target, label=label)
    return graph


def block_lines(function: Function, block: BasicBlock) -> list[str]:
    lines = []
    for index in range(block.start, block.end):
        instruction = function.instructions[index]
        if index in function.labels:
            lines.append(f"{function.labels[index]}:")
        lines.append(f"{index:>3} {'*' if instruction.visible else ' '} {instruction_text(instruction)}")
    return lines


def to_dot(program: Program, functions: Iterable[str] | None = None, models: bool = False) -> str:
    """All chosen functions as one graph, a cluster each."""
    lines = ["digraph program {", '  node [shape=box, fontname="monospace", fontsize=10];']
    for function in chosen_functions(program, functions, models):
        graph = control_flow_graph(function)
        lines.append(f"  subgraph {_quoted('cluster_' + function.name)} {{")
        lines.append(f"    label={_quoted(function_header(function))};")
        for node, text in graph.nodes(data="lines"):
            label = "".join(_escaped(line) + r"\l" for line in text)
            lines.append(f'    {_node(function, node)} [label="{label}"];')
        for source, target, label in graph.edges(data="label"):
            attributes = f" [label={_quoted(label)}]" if label else ""
            lines.append(f"    {_node(function, source)} -> {_node(function, target)}{attributes};")
        lines.append("  }")
    return "\n".join([*lines, "}"]) + "\n"


def chosen_functions(program: Program, functions: Iterable[str] | None, models: bool) -> list[Function]:
    if functions is not None:
        return [program.functions[name] for name in functions if name in program.functions]
    return [function for function in program.functions.values() if models or not function.is_model]


def _node(function: Function, index: int) -> str:
    return _quoted(f"{function.name}:{index}")


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
