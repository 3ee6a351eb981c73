"""How a page is put together, so that nothing of a program can become a part of the page itself.

What comes from programs is data: it stands in one JSON element, and scripts put it on the screen as text.
"""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

THEME = Path(__file__).parent / "theme.css"
SCRIPT = Path(__file__).parent / "common.js"
_MARK = re.compile(r"<!--(title|style|script|data)-->")


def script_json(data: Any) -> str:
    """JSON for a script element. That ends at `</script`, and `<!--` begins a comment in it: so no `<` is left."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def filled(template: str, parts: dict[str, str]) -> str:
    """The template with its marks replaced, each once: what is put in is not looked at again."""
    return _MARK.sub(lambda found: parts.get(found[1], ""), template)


def page(folder: Path, name: str, title: str, data: Any) -> str:
    """The page that `name.html`, `name.css` and `name.js` in a folder make of the data."""
    style, script = (
        shared.read_text(encoding="utf-8") + (folder / f"{name}{suffix}").read_text(encoding="utf-8")
        for shared, suffix in ((THEME, ".css"), (SCRIPT, ".js"))
    )
    parts = {"title": html.escape(title), "style": style, "script": script, "data": script_json(data)}
    return filled((folder / f"{name}.html").read_text(encoding="utf-8"), parts)
