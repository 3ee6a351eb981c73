"""pycparser's nodes of syntax trees, without its lexer and parser: ours take their place.

Loading the whole package takes longer than loading our own lexer and parser. So its module of nodes is loaded alone. It
is registered under its own name: whoever imports the package later gets the same classes.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

_NAME = "pycparser.c_ast"


def _load_nodes() -> ModuleType:
    if _NAME in sys.modules:
        return sys.modules[_NAME]
    package = find_spec("pycparser")  # which does not load it
    assert package is not None and package.submodule_search_locations
    spec = spec_from_file_location(_NAME, Path(package.submodule_search_locations[0]) / "c_ast.py")
    assert spec is not None and spec.loader is not None
    sys.modules[_NAME] = nodes = module_from_spec(spec)
    spec.loader.exec_module(nodes)
    return nodes


if TYPE_CHECKING:
    from pycparser import c_ast
else:
    c_ast = _load_nodes()

__all__ = ["c_ast"]
