"""Declarations, declarators, struct, union and enum specifiers, attributes (C11 6.7, with gcc's extensions)."""

from __future__ import annotations

from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.symbols import SourceLocation

from . import gnu_ast
from .gnu_ast import Attribute
from .gnu_cursor import BASIC_TYPES, FUNCTION_SPECIFIERS, QUALIFIERS, STORAGE_CLASSES
from .gnu_expressions import ExpressionParser
from .gnu_lexer import IDENTIFIER, INTEGER
from .syntax_nodes import c_ast


@dataclass(slots=True)
class Specifiers:
    """declaration-specifiers: what all declarators of a declaration share."""

    at: int
    qualifiers: list[str] = field(default_factory=list)
    storage: list[str] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    alignment: list[c_ast.Node] = field(default_factory=list)
    attributes: list[Attribute] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # basic types, or one typedef name
    type: c_ast.Node | None = None  # a struct, union, enum, typeof, or the Typename of _Atomic(type)

    @property
    def is_auto(self) -> bool:
        """`auto x = 2.5;`: no older C than C23 takes it without a type."""
        return self.type is None and not self.names and "auto" in self.storage


@dataclass(slots=True)
class Declarator:
    name: str | None
    location: SourceLocation
    modifiers: list[c_ast.Node]  # pointers, arrays and functions, the one next to the name first


class DeclarationParser(ExpressionParser):
    # Specifiers

    def specifiers(self) -> Specifiers:
        """declaration-specifiers, or specifier-qualifier-list. May be empty; a missing type is filled in later."""
        found = Specifiers(self.at)
        has_type = False
        while True:
            at = self.at
            kind = self.kinds[at]
            if kind == IDENTIFIER:
                # The second name is what is being declared, even if it is a type in an outer scope.
                if has_type or not self.names.get(self.values[at], False):
                    return found
                found.names.append(self.values[at])
                has_type = True
                self.at = at + 1
            elif kind in BASIC_TYPES:
                found.names.append(kind)
                has_type = has_type or kind != "_Complex"
                self.at = at + 1
            elif kind == "_Atomic" and self.kinds[at + 1] == "(":
                found.type = self._atomic_type()
                has_type = True
            elif kind in QUALIFIERS:
                found.qualifiers.append(kind)
                self.at = at + 1
            elif kind in STORAGE_CLASSES:
                found.storage += [kind, "static"] if kind == "constexpr" else [kind]
                self.at = at + 1
            elif kind == "__attribute__":
                self.attributes(found.attributes)
            elif kind == "struct" or kind == "union":
                found.type = self._struct_specifier(found)
                has_type = True
            elif kind == "enum":
                found.type = self._enum_specifier(found)
                has_type = True
            elif kind in FUNCTION_SPECIFIERS:
                found.functions.append(kind)
                self.at = at + 1
            elif kind == "typeof" or kind == "typeof_unqual":
                found.type = self._typeof()
                has_type = True
            elif kind == "_Alignas":
                found.alignment.append(self._alignas())
            elif kind == "__extension__":
                self.at = at + 1
            else:
                return found

    def _atomic_type(self) -> c_ast.Typename:
        self.at += 2
        typename = self.type_name()
        self.expect(")")
        return typename

    def _typeof(self) -> c_ast.Node:
        at = self.at
        unqualified = self.kinds[at] == "typeof_unqual"
        self.at = at + 1
        self.expect("(")
        operand = self.type_name() if self.starts_type(self.at) else self.expression()
        self.expect(")")
        return gnu_ast.Typeof(operand, unqualified, self.location(at))

    def _alignas(self) -> c_ast.Node:
        at = self.expect("_Alignas")
        self.expect("(")
        operand = self.type_name() if self.starts_type(self.at) else self.constant_expression()
        self.expect(")")
        return c_ast.Alignas(operand, self.location(at))

    def attributes(self, found: list[Attribute]) -> None:
        """`__attribute__((name, name(arguments), ...))`, any number of them."""
        while self.accept("__attribute__"):
            self.expect("(")
            self.expect("(")
            while self.kinds[self.at] != ")":
                if self.accept(","):
                    continue
                found.append(self._attribute())
            self.expect(")")
            self.expect(")")

    def _attribute(self) -> Attribute:
        at = self.at
        name = self.values[at]
        if not name.isidentifier():
            self.fail_expected("an attribute's name")
        self.at += 1
        arguments: list[c_ast.Node] = []
        if self.accept("("):
            while self.kinds[self.at] != ")":
                arguments.append(self.type_name() if self.starts_type(self.at) else self.assignment_expression())
                if not self.accept(","):
                    break
            self.expect(")")
        return Attribute(_plain_attribute_name(name), tuple(arguments), self.location(at))

    # Struct, union, enum

    def _struct_specifier(self, around: Specifiers) -> c_ast.Struct | c_ast.Union:
        at = self.at
        node_class = c_ast.Struct if self.kinds[at] == "struct" else c_ast.Union
        self.at = at + 1
        attributes: list[Attribute] = []
        tag = self._tag(attributes, around)
        members: list[c_ast.Node] | None = None
        if self.accept("{"):
            members = []
            while not self.accept("}"):
                members += self._member_declaration()
            self.attributes(attributes)
            if pack := self.tokens.pack_at(at):
                limit = c_ast.Constant("int", str(pack), self.location(at))
                attributes.append(Attribute("pragma_pack", (limit,)))
        elif tag is None:
            self.fail_expected("a tag or '{'")
        node = node_class(tag, members, self.location(at))
        gnu_ast.add_attributes(node, attributes)
        return node

    def _tag(self, attributes: list[Attribute], around: Specifiers) -> str | None:
        """The tag with the attributes before and after it; without a body those after it belong to the declaration."""
        self.attributes(attributes)
        tag = self.identifier() if self.kinds[self.at] == IDENTIFIER else None
        if self.kinds[self.at] == "__attribute__":
            after: list[Attribute] = []
            self.attributes(after)
            (attributes if self.kinds[self.at] == "{" else around.attributes).extend(after)
        return tag

    def _member_declaration(self) -> list[c_ast.Node]:
        if self.accept(";"):
            return []
        if self.kinds[self.at] == "_Static_assert":
            return [self.static_assert()]
        shared = self.specifiers()
        if self.at == shared.at:
            self._fail_without_type("a member or '}'")
        if self.accept(";"):
            return self._without_declarators(shared)
        members = [self._member(shared)]
        while self.accept(","):
            members.append(self._member(shared))
        self.expect(";")
        return members

    def _member(self, shared: Specifiers) -> c_ast.Node:
        attributes = list(shared.attributes)
        if self.kinds[self.at] == ":":
            declarator = Declarator(None, self.location(self.at), [])
        else:
            declarator = self.declarator(attributes, abstract=False)
        width = self.constant_expression() if self.accept(":") else None
        self.attributes(attributes)
        return self._declaration_node(shared, declarator, attributes, width=width)

    def _without_declarators(self, shared: Specifiers) -> list[c_ast.Node]:
        """`struct s { ... };` declares a type or an anonymous member; `int;` declares nothing."""
        node = shared.type
        if not isinstance(node, c_ast.Struct | c_ast.Union | c_ast.Enum):
            return []
        storage = [word for word in shared.storage if word != "typedef"]
        declaration = c_ast.Decl(
            None, shared.qualifiers, shared.alignment, storage, shared.functions, node, None, None, node.coord
        )
        gnu_ast.add_attributes(declaration, shared.attributes)
        return [declaration]

    def _enum_specifier(self, around: Specifiers) -> c_ast.Enum:
        at = self.expect("enum")
        attributes: list[Attribute] = []
        tag = self._tag(attributes, around)
        values = None
        underlying = None
        if self.kinds[self.at] == ":" and self.starts_type(self.at + 1):
            self.at += 1
            underlying = self.type_name()
        if self.accept("{"):
            enumerators: list[c_ast.Enumerator] = []
            while self.kinds[self.at] != "}":
                enumerators.append(self._enumerator())
                if not self.accept(","):
                    break
            values = c_ast.EnumeratorList(enumerators, self.location(at))
            self.expect("}")
            self.attributes(attributes)
        elif tag is None:
            self.fail_expected("a tag or '{'")
        node = c_ast.Enum(tag, values, underlying, self.location(at))
        gnu_ast.add_attributes(node, attributes)
        return node

    def _enumerator(self) -> c_ast.Enumerator:
        at = self.at
        name = self.identifier()
        self.attributes([])
        value = self.constant_expression() if self.accept("=") else None
        self.declare(name)
        return c_ast.Enumerator(name, value, self.location(at))

    # Declarators

    def declarator(self, attributes: list[Attribute], abstract: bool) -> Declarator:
        """declarator, or (if `abstract`) abstract-declarator as well: the name may be missing then."""
        if self.kinds[self.at] == "__attribute__":
            self.attributes(attributes)
        if self.kinds[self.at] == "*":
            pointers = []
            while self.kinds[self.at] == "*":
                at = self.at
                self.at = at + 1
                pointers.append(c_ast.PtrDecl(self._pointer_qualifiers(attributes), None, self.location(at)))
            found = self._direct_declarator(attributes, abstract)
            found.modifiers += reversed(pointers)
            return found
        return self._direct_declarator(attributes, abstract)

    def _pointer_qualifiers(self, attributes: list[Attribute]) -> list[str]:
        qualifiers = []
        while True:
            kind = self.kinds[self.at]
            if kind in QUALIFIERS:
                qualifiers.append(kind)
                self.at += 1
            elif kind == "__attribute__":
                self.attributes(attributes)
            else:
                return qualifiers

    def _direct_declarator(self, attributes: list[Attribute], abstract: bool) -> Declarator:
        at = self.at
        kind = self.kinds[at]
        if kind == IDENTIFIER:
            self.at = at + 1
            found = Declarator(self.values[at], self.location(at), [])
        elif kind == "(" and not (abstract and self._starts_parameters(at + 1)):
            self.at = at + 1
            found = self.declarator(attributes, abstract)
            self.expect(")")
        elif abstract:
            found = Declarator(None, self.location(at), [])
        else:
            self.fail_expected("an identifier or '('")
        while True:
            kind = self.kinds[self.at]
            if kind == "(":
                found.modifiers.append(self._function_suffix(found.location))
            elif kind == "[":
                found.modifiers.append(self._array_suffix(found.location))
            else:
                return found

    def _starts_parameters(self, at: int) -> bool:
        """Whether '(' in an abstract declarator opens a parameter list, not a nested declarator."""
        kind = self.kinds[at]
        return kind == ")" or kind == "..." or (kind != "__attribute__" and self.starts_declaration(at))

    def _array_suffix(self, location: SourceLocation) -> c_ast.ArrayDecl:
        """'[' (static | type-qualifier)* ('*' | assignment-expression)? ']'"""
        self.expect("[")
        qualifiers = []
        while self.kinds[self.at] == "static" or self.kinds[self.at] in QUALIFIERS:
            qualifiers.append(self.kinds[self.at])
            self.at += 1
        dimension: c_ast.Node | None = None
        if self.kinds[self.at] == "*" and self.kinds[self.at + 1] == "]":
            dimension = c_ast.ID("*", self.location(self.at))
            self.at += 1
        elif self.kinds[self.at] != "]":
            dimension = self.assignment_expression()
        self.expect("]")
        return c_ast.ArrayDecl(None, dimension, qualifiers, location)

    def _function_suffix(self, location: SourceLocation) -> c_ast.FuncDecl:
        self.expect("(")
        if self.accept(")"):
            return c_ast.FuncDecl(None, None, location)
        at = self.at
        if self.kinds[at] == IDENTIFIER and not self.names.get(self.values[at], False):
            parameters = self._identifier_list()
        else:
            self.open_scope()
            parameters = self._parameter_list()
            self.close_scope()
        self.expect(")")
        return c_ast.FuncDecl(c_ast.ParamList(parameters, self.location(at)), None, location)

    def _identifier_list(self) -> list[c_ast.Node]:
        """The parameters of a K&R definition: `f(a, b)`."""
        names: list[c_ast.Node] = []
        while True:
            at = self.at
            names.append(c_ast.ID(self.identifier(), self.location(at)))
            if self.kinds[self.at] not in (",", ")"):
                self.fail_unknown_type(at)
            if not self.accept(","):
                return names

    def _parameter_list(self) -> list[c_ast.Node]:
        parameters: list[c_ast.Node] = []
        while True:
            if self.kinds[self.at] == "...":
                parameters.append(c_ast.EllipsisParam(self.location(self.at)))
                self.at += 1
                return parameters
            parameters.append(self._parameter())
            if not self.accept(","):
                return parameters

    def _parameter(self) -> c_ast.Node:
        shared = self.specifiers()
        if self.at == shared.at:
            self._fail_without_type("a parameter")
        attributes = list(shared.attributes)
        declarator = self.declarator(attributes, abstract=True)
        self.attributes(attributes)
        if declarator.name is not None:
            self.declare(declarator.name)
            return self._declaration_node(shared, declarator, attributes)
        return self._typename_node(shared, declarator, attributes)

    def type_name(self) -> c_ast.Typename:
        shared = self.specifiers()
        if self.at == shared.at:
            self._fail_without_type("a type")
        attributes = list(shared.attributes)
        declarator = self.declarator(attributes, abstract=True)
        if declarator.name is not None:
            self.at -= 1
            self.fail_expected("')'")
        return self._typename_node(shared, declarator, attributes)

    # Building nodes

    def _typename_node(self, shared: Specifiers, declarator: Declarator, attributes: list[Attribute]) -> c_ast.Typename:
        type_node = self._build_type(shared, declarator)
        node = c_ast.Typename(None, shared.qualifiers, None, type_node, self.location(shared.at))
        if attributes:
            gnu_ast.add_attributes(node, attributes)
        return node

    def _declaration_node(
        self,
        shared: Specifiers,
        declarator: Declarator,
        attributes: list[Attribute],
        initializer: c_ast.Node | None = None,
        width: c_ast.Node | None = None,
    ) -> c_ast.Decl | c_ast.Typedef:
        type_node = self._build_type(shared, declarator)
        place, name = declarator.location, declarator.name
        node: c_ast.Decl | c_ast.Typedef
        if "typedef" in shared.storage:
            node = c_ast.Typedef(name, shared.qualifiers, shared.storage, type_node, place)
        else:
            node = c_ast.Decl(
                name,
                shared.qualifiers,
                shared.alignment,
                shared.storage,
                shared.functions,
                type_node,
                initializer,
                width,
                place,
            )
        if attributes:
            gnu_ast.add_attributes(node, attributes)
        return node

    def _build_type(self, shared: Specifiers, declarator: Declarator) -> c_ast.Node:
        """The declarator's modifiers around the type that the specifiers name."""
        specified = shared.type
        built: c_ast.Node
        if isinstance(specified, c_ast.Typename):
            if isinstance(specified.type, c_ast.ArrayDecl | c_ast.FuncDecl):
                self.fail("_Atomic of an array or a function", shared.at)
            built = _atomic_copy(specified.type, declarator.name, shared.qualifiers)
        else:
            if specified is None:
                specified = c_ast.IdentifierType(shared.names or ["int"], self.location(shared.at))
            elif shared.names:
                self.fail("two types in one declaration", shared.at)
            built = c_ast.TypeDecl(declarator.name, shared.qualifiers[:], None, specified, declarator.location)
        for modifier in reversed(declarator.modifiers):
            modifier.type = built
            built = modifier
        return built

    # Static assertions and complaints

    def static_assert(self) -> c_ast.StaticAssert:
        at = self.expect("_Static_assert")
        self.expect("(")
        condition = self.constant_expression()
        message = None
        if self.accept(","):
            place = self.at
            message = c_ast.Constant("string", self.string(), self.location(place))
        self.expect(")")
        self.expect(";")
        return c_ast.StaticAssert(condition, message, self.location(at))

    def fail_unknown_type(self, at: int) -> None:
        self.fail(f"unknown type name '{self.values[at]}'", at, "declare it, or include the header that does")

    def _fail_without_type(self, expected: str) -> None:
        at = self.at
        if self.kinds[at] == IDENTIFIER and self.kinds[at + 1] in (IDENTIFIER, "*", ")", ",", ";", INTEGER):
            self.fail_unknown_type(at)
        self.fail_expected(expected)


def _plain_attribute_name(name: str) -> str:
    return name[2:-2] if len(name) > 4 and name.startswith("__") and name.endswith("__") else name


def _atomic_copy(node: c_ast.Node, name: str | None, qualifiers: list[str]) -> c_ast.Node:
    """A copy of the type in `_Atomic(type)`, qualified, that declares `name`; each declarator needs its own."""
    copy = _copy_type(node, name)
    copy.quals = [*copy.quals, *qualifiers, "_Atomic"]
    return copy


def _copy_type(node: c_ast.Node, name: str | None) -> c_ast.Node:
    match node:
        case c_ast.TypeDecl():
            return c_ast.TypeDecl(name, node.quals[:], node.align, node.type, node.coord)
        case c_ast.PtrDecl():
            return c_ast.PtrDecl(node.quals[:], _copy_type(node.type, name), node.coord)
        case c_ast.ArrayDecl():
            return c_ast.ArrayDecl(_copy_type(node.type, name), node.dim, node.dim_quals, node.coord)
        case _:
            return c_ast.FuncDecl(node.args, _copy_type(node.type, name), node.coord)
