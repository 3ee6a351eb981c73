"""Pages that need nothing but themselves: a template, a style, a script, and the data as JSON within."""

from .filling import filled, page, script_json

__all__ = ["filled", "page", "script_json"]
