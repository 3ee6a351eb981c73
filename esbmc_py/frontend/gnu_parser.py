"""C text to syntax tree: pycparser's nodes, and those of `gnu_ast` for what gcc accepts beyond them.

The parser is a recursive descent over a list of tokens; `gnu_expressions`, `gnu_declarations` and `gnu_statements`
hold the rules of one chapter of the C standard each, named as there. The tree differs from pycparser's in these points:
every `coord` is a SourceLocation, an empty block has an empty list, an operator's place is that of its sign, an array
designator is never mistaken for a member (see gnu_ast.RangeExpression), all character constants have the type "char".
"""

from __future__ import annotations

from collections.abc import Mapping

from esbmc_py.goto.garbage import collection_paused

from .columns import Columns
from .errors import SyntaxProblem
from .gnu_lexer import check_directives, symbol_pragmas, tokenize
from .gnu_statements import StatementParser
from .large_trees import DEEPEST_SYNTAX, recursion_limit
from .syntax_nodes import c_ast


def parse(text: str, filename: str, sources: Mapping[str, str] | None = None) -> c_ast.FileAST:
    """Parse preprocessed C; columns are those of the `sources`, where they are given. Raises SourceError."""
    with collection_paused():
        tokens = tokenize(text, filename, Columns(sources))
        check_directives(tokens)
        parser = StatementParser(tokens)
        with recursion_limit(DEEPEST_SYNTAX):
            try:
                ast = parser.translation_unit()
                ast.ext += [c_ast.Pragma(text) for text in symbol_pragmas(tokens)]
                return ast
            except RecursionError:
                problem = SyntaxProblem(
                    "nested too deeply", parser.location(parser.at), near=parser.values[parser.at] or None
                )
        raise problem
