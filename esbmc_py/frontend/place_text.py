"""Short C text of a place, for messages and for reading goto programs."""

from __future__ import annotations

from typing import Any

from .syntax_nodes import c_ast


def place_text(node: Any) -> str:
    match node:
        case c_ast.ID(name=name):
            return name
        case c_ast.Constant(value=value):
            return value
        case c_ast.StructRef(name=base, type=kind, field=field):
            return f"{_operand_text(base)}{kind}{field.name}"
        case c_ast.ArrayRef(name=base, subscript=subscript):
            text = place_text(subscript)
            return f"{_operand_text(base)}[{text[1:-1] if isinstance(subscript, c_ast.BinaryOp) else text}]"
        case c_ast.UnaryOp(op="p++" | "p--" as op, expr=operand):
            return f"{_operand_text(operand)}{op[1:]}"
        case c_ast.UnaryOp(op=op, expr=operand) if op != "sizeof":
            return f"{op}{place_text(operand)}"
        case c_ast.BinaryOp(op=op, left=left, right=right):
            return f"({place_text(left)} {op} {place_text(right)})"
        case c_ast.Cast(expr=operand):
            return place_text(operand)
        case c_ast.FuncCall(name=name):
            return f"{place_text(name)}(...)"
        case _:
            return "(...)"


def _operand_text(node: Any) -> str:
    """Before `.`, `[` or `++`, which bind tighter than what stands before its operand: `(*g).ready`."""
    while isinstance(node, c_ast.Cast):
        node = node.expr
    text = place_text(node)
    return f"({text})" if isinstance(node, c_ast.UnaryOp) and not node.op.startswith("p") else text
