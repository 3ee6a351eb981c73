"""C text to goto program: preprocessing, pruning, parsing, C types and layout, lowering."""

from .checks import Checks
from .errors import SourceError
from .load import Loaded, LoadProblem, load, load_program
from .semantics import Semantics

__all__ = ["Checks", "LoadProblem", "Loaded", "Semantics", "SourceError", "load", "load_program"]
