"""Expressions and initialisers (C11 6.5 and 6.7.9, with gcc's extensions)."""

from __future__ import annotations

from . import gnu_ast
from .gnu_cursor import Cursor
from .gnu_lexer import CHARACTER, FLOATING, IDENTIFIER, INTEGER, STRING
from .syntax_nodes import c_ast

_PRECEDENCE = {
    "||": 1,
    "&&": 2,
    "|": 3,
    "^": 4,
    "&": 5,
    "==": 6,
    "!=": 6,
    "<": 7,
    ">": 7,
    "<=": 7,
    ">=": 7,
    "<<": 8,
    ">>": 8,
    "+": 9,
    "-": 9,
    "*": 10,
    "/": 10,
    "%": 10,
}
_ASSIGNMENTS = frozenset(["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="])
_CONSTANTS = frozenset([INTEGER, FLOATING, CHARACTER, STRING])
_PREFIXES = frozenset(["&", "*", "+", "-", "~", "!", "++", "--", "__real__", "__imag__"])


class ExpressionParser(Cursor):
    # These two grammars need each other: type names and blocks occur in expressions.

    def type_name(self) -> c_ast.Typename:
        raise NotImplementedError

    def compound_statement(self) -> c_ast.Compound:
        raise NotImplementedError

    # Operators

    def expression(self) -> c_ast.Node:
        """expression: assignment-expression (',' assignment-expression)*"""
        first = self.assignment_expression()
        if self.kinds[self.at] != ",":
            return first
        operands = [first]
        while self.accept(","):
            operands.append(self.assignment_expression())
        return c_ast.ExprList(operands, first.coord)

    def assignment_expression(self) -> c_ast.Node:
        """assignment-expression: conditional-expression | unary-expression assignment-operator assignment-expression"""
        left = self.conditional_expression()
        operator = self.kinds[self.at]
        if operator in _ASSIGNMENTS:
            at = self.at
            self.at = at + 1
            return c_ast.Assignment(operator, left, self.assignment_expression(), self.location(at))
        return left

    def conditional_expression(self) -> c_ast.Node:
        """conditional-expression: binary ('?' expression? ':' conditional-expression)?; `a ?: b` has no middle."""
        left = self.unary_expression()
        if self.kinds[self.at] in _PRECEDENCE:
            left = self._binary_expression(left, 1)
        if self.kinds[self.at] != "?":
            return left
        at = self.at
        self.at = at + 1
        middle = None if self.kinds[self.at] == ":" else self.expression()
        self.expect(":")
        return c_ast.TernaryOp(left, middle, self.conditional_expression(), self.location(at))

    constant_expression = conditional_expression

    def _binary_expression(self, left: c_ast.Node, weakest: int) -> c_ast.Node:
        """Precedence climbing: everything after `left` that binds at least as strongly as `weakest`."""
        kinds, precedence = self.kinds, _PRECEDENCE
        while (strength := precedence.get(kinds[self.at], 0)) >= weakest:
            at = self.at
            self.at = at + 1
            right = self.unary_expression()
            if precedence.get(kinds[self.at], 0) > strength:
                right = self._binary_expression(right, strength + 1)
            left = c_ast.BinaryOp(kinds[at], left, right, self.location(at))
        return left

    def unary_expression(self) -> c_ast.Node:
        """cast-expression and unary-expression of the standard."""
        at = self.at
        kind = self.kinds[at]
        if kind == IDENTIFIER:
            self.at = at + 1
            return self._postfix(c_ast.ID(self.values[at], self.location(at)))
        if kind in _CONSTANTS:
            return self._postfix(self._constant(at, kind))
        if kind == "(":
            return self._parenthesis(at)
        if kind in _PREFIXES:
            self.at = at + 1
            return c_ast.UnaryOp(kind, self.unary_expression(), self.location(at))
        if kind == "__extension__":
            self.at = at + 1
            return self.unary_expression()
        if kind == "sizeof" or kind == "_Alignof":
            return self._sizeof(at, kind)
        if kind == "&&":
            self.at = at + 1
            return gnu_ast.LabelAddress(self.identifier(), self.location(at))
        return self._postfix(self._builtin(at, kind))

    def _parenthesis(self, at: int) -> c_ast.Node:
        """'(' type-name ')' cast-expression | compound literal | statement expression | '(' expression ')'"""
        self.at = at + 1
        if self.kinds[at + 1] == "{":
            block = self.compound_statement()
            self.expect(")")
            return self._postfix(gnu_ast.StatementExpression(block, self.location(at)))
        if not self.starts_type(at + 1):
            inner = self.expression()
            self.expect(")")
            return self._postfix(inner)
        typename = self.type_name()
        self.expect(")")
        if self.kinds[self.at] == "{":
            return self._postfix(c_ast.CompoundLiteral(typename, self.initializer_list(), [], self.location(at)))
        return c_ast.Cast(typename, self.unary_expression(), self.location(at))

    def _sizeof(self, at: int, operator: str) -> c_ast.Node:
        self.at = at + 1
        operand: c_ast.Node
        if self.kinds[at + 1] == "(" and self.starts_type(at + 2):
            self.at = at + 2
            operand = self.type_name()
            self.expect(")")
            if self.kinds[self.at] == "{":
                literal = c_ast.CompoundLiteral(operand, self.initializer_list(), [], self.location(at + 1))
                operand = self._postfix(literal)
        else:
            operand = self.unary_expression()
        return c_ast.UnaryOp(operator, operand, self.location(at))

    def _postfix(self, operand: c_ast.Node) -> c_ast.Node:
        """The subscripts, calls, members, increments and decrements after a primary expression."""
        kinds = self.kinds
        while True:
            at = self.at
            kind = kinds[at]
            if kind == "(":
                self.at = at + 1
                operand = c_ast.FuncCall(operand, self._arguments(), operand.coord)
            elif kind == "." or kind == "->":
                self.at = at + 1
                field = self.identifier()
                operand = c_ast.StructRef(operand, kind, c_ast.ID(field, self.location(at + 1)), operand.coord)
            elif kind == "[":
                self.at = at + 1
                subscript = self.expression()
                self.expect("]")
                operand = c_ast.ArrayRef(operand, subscript, operand.coord)
            elif kind == "++" or kind == "--":
                self.at = at + 1
                operand = c_ast.UnaryOp("p" + kind, operand, operand.coord)
            else:
                return operand

    def _arguments(self) -> c_ast.ExprList | None:
        if self.accept(")"):
            return None
        arguments = [self.assignment_expression()]
        while self.accept(","):
            arguments.append(self.assignment_expression())
        self.expect(")")
        return c_ast.ExprList(arguments, arguments[0].coord)

    # Constants

    def _constant(self, at: int, kind: str) -> c_ast.Constant:
        if kind == STRING:
            return c_ast.Constant("string", self.string(), self.location(at))
        self.at = at + 1
        value = self.values[at]
        type_name = "char" if kind == CHARACTER else _integer_type(value) if kind == INTEGER else _floating_type(value)
        return c_ast.Constant(type_name, value, self.location(at))

    # Built-ins that take types, and _Generic

    def _builtin(self, at: int, kind: str) -> c_ast.Node:
        self.at = at + 1
        match kind:
            case "_Generic":
                return self._generic_selection(at)
            case "__builtin_va_arg":
                self.expect("(")
                source = self.assignment_expression()
                self.expect(",")
                node: c_ast.Node = gnu_ast.VaArg(source, self.type_name(), self.location(at))
            case "__builtin_offsetof":
                self.expect("(")
                typename = self.type_name()
                self.expect(",")
                node = gnu_ast.Offsetof(typename, self._member_designator(), self.location(at))
            case "__builtin_types_compatible_p":
                self.expect("(")
                left = self.type_name()
                self.expect(",")
                node = gnu_ast.TypesCompatible(left, self.type_name(), self.location(at))
            case _:
                self.at = at
                self.fail_expected("an expression")
        self.expect(")")
        return node

    def _member_designator(self) -> c_ast.Node:
        at = self.at
        place = self.location(at)
        designator: c_ast.Node = c_ast.ID(self.identifier(), place)
        while True:
            if self.accept("."):
                field = c_ast.ID(self.identifier(), self.location(self.at - 1))
                designator = c_ast.StructRef(designator, ".", field, place)
            elif self.accept("->"):  # `a->b` is `a[0].b`
                designator = c_ast.ArrayRef(designator, c_ast.Constant("int", "0", place), place)
                field = c_ast.ID(self.identifier(), self.location(self.at - 1))
                designator = c_ast.StructRef(designator, ".", field, place)
            elif self.accept("["):
                designator = c_ast.ArrayRef(designator, self.expression(), place)
                self.expect("]")
            else:
                return designator

    def _generic_selection(self, at: int) -> c_ast.Node:
        self.expect("(")
        control = self.assignment_expression()
        associations: list[tuple[c_ast.Typename | None, c_ast.Node]] = []
        while self.accept(","):
            typename = None if self.accept("default") else self.type_name()
            self.expect(":")
            associations.append((typename, self.assignment_expression()))
        self.expect(")")
        return gnu_ast.GenericSelection(control, associations, self.location(at))

    # Initialisers

    def initializer(self) -> c_ast.Node:
        return self.initializer_list() if self.kinds[self.at] == "{" else self.assignment_expression()

    def initializer_list(self) -> c_ast.InitList:
        """'{' (designation? initializer (',' designation? initializer)* ','?)? '}'"""
        at = self.expect("{")
        items: list[c_ast.Node] = []
        while self.kinds[self.at] != "}":
            items.append(self._initializer_item())
            if not self.accept(","):
                break
        self.expect("}")
        return c_ast.InitList(items, self.location(at))

    def _initializer_item(self) -> c_ast.Node:
        at = self.at
        kind = self.kinds[at]
        if kind == "[" or kind == ".":
            designators = self._designators()
            if kind == "." or self.kinds[self.at] == "=":
                self.expect("=")  # gcc takes the obsolete `[index] value` as well
            return c_ast.NamedInitializer(designators, self.initializer(), self.location(at))
        if kind == IDENTIFIER and self.kinds[at + 1] == ":":
            self.at = at + 2
            return c_ast.NamedInitializer(
                [c_ast.ID(self.values[at], self.location(at))], self.initializer(), self.location(at)
            )
        return self.initializer()

    def _designators(self) -> list[c_ast.Node]:
        designators: list[c_ast.Node] = []
        while True:
            at = self.at
            if self.accept("."):
                designators.append(c_ast.ID(self.identifier(), self.location(at + 1)))
            elif self.accept("["):
                designators.append(self._index_designator())
                self.expect("]")
            else:
                return designators

    def _index_designator(self) -> c_ast.Node:
        index = self.range_or_constant()
        # In a designator list a plain ID is a member: see RangeExpression.
        return gnu_ast.RangeExpression(index, index, index.coord) if isinstance(index, c_ast.ID) else index

    def range_or_constant(self) -> c_ast.Node:
        """constant-expression ('...' constant-expression)?"""
        low = self.constant_expression()
        if self.accept("..."):
            return gnu_ast.RangeExpression(low, self.constant_expression(), low.coord)
        return low


def _integer_type(spelling: str) -> str:
    """The type that the suffix names; a decimal constant that does not fit gets a larger one when it is lowered."""
    digits = spelling.lower()
    suffix = digits[len(digits.rstrip("ulij")) :]
    words = ["_Complex"] * ("i" in suffix or "j" in suffix)
    words += ["unsigned"] * ("u" in suffix) + ["long"] * suffix.count("l")
    return " ".join([*words, "int"])


def _floating_type(spelling: str) -> str:
    text = spelling.lower()
    hexadecimal = text.startswith("0x")
    exponent = text.rpartition("p" if hexadecimal else "e")[2] if ("p" if hexadecimal else "e") in text else text
    suffix = exponent.lstrip("+-0123456789.")
    complex_prefix = "_Complex " if suffix.endswith(("i", "j")) else ""
    suffix = suffix.rstrip("ij")
    named = {"": "double", "f": "float", "l": "long double", "q": "__float128", "w": "__float80"}
    decimal = {"df": "_Decimal32", "dd": "_Decimal64", "dl": "_Decimal128"}
    return complex_prefix + (named.get(suffix) or decimal.get(suffix) or "_Float" + suffix[1:])
