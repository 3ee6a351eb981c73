"""Formulas as people write them."""

from __future__ import annotations

from explicit_state.liveness.formula import And, Constant, Formula, Next, Not, Or, Proposition, Release, Until


def text_of(formula: Formula) -> str:
    match formula:
        case Constant(value):
            return "true" if value else "false"
        case Proposition(text):
            return f"{{{text}}}"
        case Not(operand):
            return f"!{text_of(operand)}"
        case Next(operand):
            return f"X {text_of(operand)}"
        case And(left, right) | Or(left, right) | Until(left, right) | Release(left, right):
            sign = {And: "&&", Or: "||", Until: "U", Release: "R"}[type(formula)]
            return f"({text_of(left)} {sign} {text_of(right)})"
