"""Functions that write: into memory by a format, or to files that can be read again. Which model is called for each."""

from __future__ import annotations

import re
from typing import Any

from .evaluating import Calling, FunctionAround
from .literals import literal_text
from .printing import WITH_WIDTHS
from .scopes import FunctionName, Handler, Value
from .syntax_nodes import c_ast

# Where the format stands. What literals ask for says which model it is for: the small one, the one with widths, or none
# (it is the executor's then). If it is no literal, the model with widths looks at it.
FORMATTING = {"sprintf": 1, "snprintf": 2, "vsprintf": 1, "vsnprintf": 2}
_PLAIN_FORMAT = re.compile(r"(?:[^%]|%%|%[cs]|%(?:l|ll|z)?[diux])*")
_WITH_WIDTHS = re.compile(r"(?:[^%]|%[-+ #0]*(?:\*|\d*)(?:\.(?:\*|\d*))?(?:[cs%]|(?:hh|ll|[hlzjt])?[diuxXon]))*")
# Functions that write, and what they are in programs with pipes or temporary files.
PIPE_WRITE = "__smtcb_write"
_KEEPING = {
    "write": PIPE_WRITE,
    **dict.fromkeys(("fputc", "putc", "fputc_unlocked", "putc_unlocked", "_IO_putc"), "__smtcb_fputc"),
    **dict.fromkeys(("fputs", "fputs_unlocked"), "__smtcb_fputs"),
    **dict.fromkeys(("fwrite", "fwrite_unlocked"), "__smtcb_fwrite"),
    "fprintf": "__smtcb_fprintf",
    "vfprintf": "__smtcb_vfprintf",
}
KEPT_OUTPUT = frozenset(_KEEPING.values()) - {PIPE_WRITE}
_STANDARD_STREAMS = frozenset({"stdout", "stderr"})


class OutputCalls:
    def __init__(self, lowering: FunctionAround, calls: Calling) -> None:
        self._builder = lowering.builder
        self._linker = lowering.linker
        self._calls = calls

    def find(self, name: str) -> Handler | None:
        if name in FORMATTING:
            return lambda node, args: self.print_to_string(name, node, args)
        if self._keeps(name) and not self._builder.is_model:
            return lambda node, args: self._keep(name, node, args)
        return None

    def write(self, name: str, node: Any, args: list[Any]) -> Value:
        return self._keep(name, node, args) if self._keeps(name) else self.print_to_string(name, node, args)

    def _keeps(self, name: str) -> bool:
        return name in _KEEPING and self._linker.has_body(_KEEPING[name])

    def print_to_string(self, name: str, node: Any, args: list[Any]) -> Value:
        """`sprintf` without floats is a function of the library."""
        model = self._printing_model(name, args)
        if model is not None:
            return self._calls.call_named(model, args, node)
        declared = self._builder.scope.lookup(name)
        return self._calls.call_named(name, args, node, declared if isinstance(declared, FunctionName) else None)

    def _printing_model(self, name: str, args: list[Any]) -> str | None:
        place = FORMATTING.get(name, len(args))
        if self._builder.is_model or place >= len(args):
            return None  # a model that calls it wants the executor's
        text = literal_text(args[place], self._builder.architecture)
        models = [f"__smtcb_{name}"] if text is not None and _PLAIN_FORMAT.fullmatch(text) else []
        if text is None or _WITH_WIDTHS.fullmatch(text):
            models.append(f"__smtcb_{name}{WITH_WIDTHS}")
        return next((model for model in models if self._linker.has_body(model)), None)

    def _keep(self, name: str, node: Any, args: list[Any]) -> Value:
        """What is written to pipes and temporary files comes out again."""
        if any(isinstance(arg, c_ast.ID) and arg.name in _STANDARD_STREAMS for arg in args):
            return self._calls.call_builtin(name, args, node)
        if name == "write" and node is self._calls.unused and not self._linker.has_body("pipe"):
            return self._calls.call_builtin(name, args, node)  # nobody looks whether the descriptor is open
        return self._calls.call_named(_KEEPING[name], args, node)
