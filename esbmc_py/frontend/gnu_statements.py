"""Statements and external definitions (C11 6.8 and 6.9, with gcc's extensions)."""

from __future__ import annotations

from . import gnu_ast
from .gnu_ast import Attribute
from .gnu_declarations import DeclarationParser, Declarator, Specifiers
from .gnu_lexer import END, IDENTIFIER
from .syntax_nodes import c_ast

_Label = tuple[str, int, c_ast.Node | str | None]


class StatementParser(DeclarationParser):
    # External definitions

    def translation_unit(self) -> c_ast.FileAST:
        external: list[c_ast.Node] = []
        while self.kinds[self.at] != END:
            external += self._external_declaration()
        return c_ast.FileAST(external)

    def _external_declaration(self) -> list[c_ast.Node]:
        match self.kinds[self.at]:
            case ";":
                self.at += 1
                return []
            case "_Static_assert":
                return [self.static_assert()]
            case "asm":
                return [self._asm_statement()]
            case _:
                return self.declaration(at_file_scope=True)

    def declaration(self, at_file_scope: bool) -> list[c_ast.Node]:
        """declaration, or (at file scope) function-definition, with gcc's implicit int."""
        shared = self.specifiers()
        if self.at == shared.at:
            self._check_implicit_int()
        if self.accept(";"):
            return self._without_declarators(shared)
        declarations: list[c_ast.Node] = []
        while True:
            attributes = list(shared.attributes)
            declarator = self.declarator(attributes, abstract=False)
            name = declarator.name
            assert name is not None
            self._declarator_trailer(attributes)
            self.declare(name, "typedef" in shared.storage)
            if self._starts_body(declarator):
                if declarations or not at_file_scope:
                    self.fail_unsupported(f"nested function '{name}'", self.at)
                return [self._function_definition(shared, declarator, attributes)]
            initializer = self.initializer() if self.accept("=") else None
            if initializer is not None and not declarator.modifiers and shared.is_auto:
                shared.names.append("__auto_type")
            declarations.append(self._declaration_node(shared, declarator, attributes, initializer))
            if not self.accept(","):
                break
        if self.kinds[self.at] != ";" and not shared.names and shared.type is None:
            self._check_unknown_type()
        self.expect(";")
        return declarations

    def _check_implicit_int(self) -> None:
        """A declaration without any specifier: `main() {}` is old C, `foo_t x;` lacks the declaration of foo_t."""
        at = self.at
        if self.kinds[at] == IDENTIFIER:
            following = self.kinds[at + 1]
            if following == IDENTIFIER or following == "*":
                self.fail_unknown_type(at)
        elif self.kinds[at] not in ("*", "("):
            self.fail_expected("a declaration")

    def _check_unknown_type(self) -> None:
        if self.kinds[self.at] in (IDENTIFIER, "*") and self.kinds[self.at - 1] == IDENTIFIER:
            self.fail_unknown_type(self.at - 1)

    def _declarator_trailer(self, attributes: list[Attribute]) -> None:
        """`__asm__("name")` and attributes after a declarator."""
        while True:
            kind = self.kinds[self.at]
            if kind == "__attribute__":
                self.attributes(attributes)
            elif kind == "asm":
                self.at += 1
                self.expect("(")
                place = self.at
                attributes.append(Attribute("asm", (c_ast.Constant("string", self.string(), self.location(place)),)))
                self.expect(")")
            else:
                return

    def _starts_body(self, declarator: Declarator) -> bool:
        """Whether a function's body, or the parameter declarations of a K&R definition, follow."""
        function = declarator.modifiers[0] if declarator.modifiers else None
        if not isinstance(function, c_ast.FuncDecl):
            return False
        old_style = function.args is not None and isinstance(function.args.params[0], c_ast.ID)
        return self.kinds[self.at] == "{" or (old_style and self.starts_declaration(self.at))

    def _function_definition(
        self, shared: Specifiers, declarator: Declarator, attributes: list[Attribute]
    ) -> c_ast.FuncDef:
        declaration = self._declaration_node(shared, declarator, attributes)
        if isinstance(declaration, c_ast.Typedef):
            self.fail("a typedef cannot have a body")
        self.open_scope()
        function = declarator.modifiers[0]
        for parameter in function.args.params if function.args else ():
            if getattr(parameter, "name", None):
                self.declare(parameter.name)
        old_style: list[c_ast.Node] = []
        while self.kinds[self.at] != "{":
            if not self.starts_declaration(self.at):
                self.fail_expected("'{'")
            old_style += self.declaration(at_file_scope=False)
        body = self.compound_statement()
        self.close_scope()
        return c_ast.FuncDef(declaration, old_style or None, body, declarator.location)

    # Blocks

    def compound_statement(self) -> c_ast.Compound:
        at = self.expect("{")
        self.open_scope()
        items: list[c_ast.Node] = []
        while not self.accept("}"):
            if self.kinds[self.at] == END:
                self.fail(f"the block opened in line {self.location(at).line} is never closed")
            items += self._block_item()
        self.close_scope()
        return c_ast.Compound(items, self.location(at))

    def _block_item(self) -> list[c_ast.Node]:
        at = self.at
        kind = self.kinds[at]
        if kind == "_Static_assert":
            return [self.static_assert()]
        if kind == "__label__":
            return [self._local_labels()]
        if self._is_declaration(at):
            if kind == "__attribute__" and self._is_attribute_statement():
                return [self.statement()]
            return self.declaration(at_file_scope=False)
        if kind == IDENTIFIER and self.kinds[at + 1] == IDENTIFIER:
            self.fail_unknown_type(at)
        return [self.statement()]

    def _is_declaration(self, at: int) -> bool:
        """A typedef name before ':' is a label."""
        return self.starts_declaration(at) and not (self.kinds[at] == IDENTIFIER and self.kinds[at + 1] == ":")

    def _is_attribute_statement(self) -> bool:
        """`__attribute__((fallthrough));`"""
        start = self.at
        self.attributes([])
        statement = self.kinds[self.at] == ";"
        self.at = start
        return statement

    def _local_labels(self) -> c_ast.Node:
        at = self.expect("__label__")
        names = [self.identifier()]
        while self.accept(","):
            names.append(self.identifier())
        self.expect(";")
        return gnu_ast.LocalLabels(names, self.location(at))

    # Statements

    def statement(self) -> c_ast.Node:
        at = self.at
        match self.kinds[at]:
            case "{":
                return self.compound_statement()
            case "if":
                return self._if_statement()
            case "case" | "default":
                return self._labeled_statement()
            case "identifier" if self.kinds[at + 1] == ":":
                return self._labeled_statement()
            case ";":
                self.at = at + 1
                return c_ast.EmptyStatement(self.location(at))
            case "for":
                return self._for_statement()
            case "while":
                self.at = at + 1
                condition = self._condition()
                return c_ast.While(condition, self.statement(), self.location(at))
            case "do":
                return self._do_statement()
            case "switch":
                self.at = at + 1
                condition = self._condition()
                return _gather_cases(c_ast.Switch(condition, self.statement(), self.location(at)))
            case "return" | "break" | "continue" | "goto":
                return self._jump_statement()
            case "asm":
                return self._asm_statement()
            case "__attribute__":
                self.attributes([])
                return self.statement()
            case _:
                value = self.expression()
                self.expect(";")
                return value

    def _condition(self) -> c_ast.Node:
        self.expect("(")
        condition = self.expression()
        self.expect(")")
        return condition

    def _if_statement(self) -> c_ast.Node:
        """A chain of `else if` is read in a loop: generated programs have chains of thousands."""
        chain: list[tuple[int, c_ast.Node, c_ast.Node]] = []
        otherwise: c_ast.Node | None = None
        while True:
            at = self.expect("if")
            condition = self._condition()
            chain.append((at, condition, self.statement()))
            if not self.accept("else"):
                break
            if self.kinds[self.at] != "if":
                otherwise = self.statement()
                break
        for at, condition, then in reversed(chain):
            otherwise = c_ast.If(condition, then, otherwise, self.location(at))
        assert otherwise is not None
        return otherwise

    def _for_statement(self) -> c_ast.Node:
        at = self.expect("for")
        self.expect("(")
        self.open_scope()
        start: c_ast.Node | None = None
        if self.starts_declaration(self.at):
            start = c_ast.DeclList(self.declaration(at_file_scope=False), self.location(at))
        else:
            start = self._optional_expression(";")
        condition = self._optional_expression(";")
        step = self._optional_expression(")")
        body = self.statement()
        self.close_scope()
        return c_ast.For(start, condition, step, body, self.location(at))

    def _optional_expression(self, end: str) -> c_ast.Node | None:
        value = None if self.kinds[self.at] == end else self.expression()
        self.expect(end)
        return value

    def _do_statement(self) -> c_ast.Node:
        at = self.expect("do")
        body = self.statement()
        self.expect("while")
        condition = self._condition()
        self.expect(";")
        return c_ast.DoWhile(condition, body, self.location(at))

    def _jump_statement(self) -> c_ast.Node:
        at = self.at
        place = self.location(at)
        self.at = at + 1
        node: c_ast.Node
        match self.kinds[at]:
            case "return":
                return c_ast.Return(self._optional_expression(";"), place)
            case "break":
                node = c_ast.Break(place)
            case "continue":
                node = c_ast.Continue(place)
            case _ if self.accept("*"):
                node = gnu_ast.ComputedGoto(self.expression(), place)
            case _:
                node = c_ast.Goto(self.identifier(), place)
        self.expect(";")
        return node

    def _labeled_statement(self) -> c_ast.Node:
        """Labels in front of one statement. A label may also end a block or stand before a declaration."""
        labels: list[_Label] = []
        while True:
            at = self.at
            kind = self.kinds[at]
            self.at = at + 1
            if kind == "case":
                labels.append((kind, at, self.range_or_constant()))
            elif kind == "default":
                labels.append((kind, at, None))
            elif kind == IDENTIFIER and self.kinds[at + 1] == ":":
                labels.append((kind, at, self.values[at]))
            else:
                self.at = at
                break
            self.expect(":")
            self._label_attributes()
        if self.kinds[self.at] == "}" or self.starts_declaration(self.at):
            statement: c_ast.Node = c_ast.EmptyStatement(self.location(self.at - 1))
        else:
            statement = self.statement()
        for kind, at, detail in reversed(labels):
            place = self.location(at)
            if kind == "case":
                statement = c_ast.Case(detail, [statement], place)
            elif kind == "default":
                statement = c_ast.Default([statement], place)
            else:
                statement = c_ast.Label(detail, statement, place)
        return statement

    def _label_attributes(self) -> None:
        """Attributes after a label are the label's, unless a declaration starts with them."""
        start = self.at
        self.attributes([])
        if self.starts_declaration(self.at):
            self.at = start

    # Assembly

    def _asm_statement(self) -> c_ast.Node:
        """asm (volatile | inline | goto)* '(' template (':' operands)* ')' ';'"""
        at = self.expect("asm")
        volatile = False
        while self.kinds[self.at] in ("volatile", "inline", "goto", "const"):
            volatile = volatile or self.kinds[self.at] == "volatile"
            self.at += 1
        self.expect("(")
        template = _unquoted(self.string())
        outputs = self._asm_operands()
        inputs = self._asm_operands()
        clobbers = self._asm_names(quoted=True)
        labels = self._asm_names(quoted=False)
        self.expect(")")
        self.expect(";")
        return gnu_ast.Asm(template, outputs, inputs, clobbers, labels, volatile, self.location(at))

    def _asm_operands(self) -> list[gnu_ast.AsmOperand]:
        operands: list[gnu_ast.AsmOperand] = []
        if not self.accept(":"):
            return operands
        while self.kinds[self.at] not in (":", ")"):
            at = self.at
            name = None
            if self.accept("["):
                name = self.identifier()
                self.expect("]")
            constraint = _unquoted(self.string())
            self.expect("(")
            operands.append(gnu_ast.AsmOperand(name, constraint, self.expression(), self.location(at)))
            self.expect(")")
            if not self.accept(","):
                break
        return operands

    def _asm_names(self, quoted: bool) -> list[str]:
        names: list[str] = []
        if not self.accept(":"):
            return names
        while self.kinds[self.at] not in (":", ")"):
            names.append(_unquoted(self.string()) if quoted else self.identifier())
            if not self.accept(","):
                break
        return names


def _unquoted(literal: str) -> str:
    return literal[literal.index('"') + 1 : -1]


def _gather_cases(switch: c_ast.Switch) -> c_ast.Switch:
    """Give each Case and Default directly in the switch's block the statements up to the next one, as pycparser does.

    `case 1: case 2: s; t;` reads Case 1 [], Case 2 [s, t].
    """
    block = switch.stmt
    if not isinstance(block, c_ast.Compound):
        return switch
    items: list[c_ast.Node] = []
    last: c_ast.Case | c_ast.Default | None = None
    for item in block.block_items:
        if isinstance(item, c_ast.Case | c_ast.Default):
            items.append(item)
            while isinstance(inner := item.stmts[0], c_ast.Case | c_ast.Default):
                item.stmts = []
                items.append(inner)
                item = inner
            last = item
        elif last is None:
            items.append(item)
        else:
            last.stmts.append(item)
    switch.stmt = c_ast.Compound(items, block.coord)
    return switch
