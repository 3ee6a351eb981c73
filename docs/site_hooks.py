"""What `mkdocs build` does beyond Markdown: it plays the lessons' programs, and brings in what stands outside of docs/.

In a lesson, `{{play NAME}}` is the program with its page, `{{tree NAME}}` and `{{sequentialize NAME}}` are the other
pages, and `{{ways NAME}}`, `{{failing NAME}}`, `{{switches NAME}}`, `{{states NAME}}`, `{{solve NAME}}` are facts about
it. `lessons/programs.toml` says what goes wrong in a program; one that does something else ends the build.
"""

from __future__ import annotations

import posixpath
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PROGRAMS = DOCS / "lessons" / "programs"
OUTSIDE = "repository"  # where the site has what is not in docs/
_MARK = re.compile(r"\{\{(\w+) (\w+)\}\}")
_LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)\s]+)\)")

GUIDE = (
    "check", "properties", "cli", "pthread_models", "memory_models", "liveness", "replay", "fix", "traces", "play",
    "experiments", "benchmarks", "results", "glossary",
)  # fmt: skip


# -- lessons ----------------------------------------------------------------------------------


@cache
def facts() -> dict[str, dict[str, str]]:
    """By program: what is expected of it, and the options with which it is played."""
    return tomllib.loads((DOCS / "lessons" / "programs.toml").read_text())


@cache
def played(name: str) -> tuple[Any, str]:
    """The graph of a program, and its page."""
    from esbmc_py.cli.main import build_parser, parse
    from esbmc_py.cli.play_command import load_program
    from esbmc_py.play.graph import StateGraph
    from esbmc_py.play.page import page

    path = PROGRAMS / f"{name}.c"
    words = ["play", str(path.relative_to(ROOT)), *facts().get(name, {}).get("play", "").split()]
    options = parse(build_parser(words), words)
    graph = StateGraph(load_program(options))
    graph.explore(options.max_states)
    _require_expected(name, graph)
    return graph, page(graph, model=options.memory_model)


def _require_expected(name: str, graph: Any) -> None:
    from esbmc_py.vm.findings import Violation

    found = {str(m.to.property) for node in graph.nodes for m in node.moves if isinstance(m.to, Violation)}
    found |= {"deadlock" for node in graph.nodes if node.deadlock is not None}
    expected = facts().get(name, {}).get("expects")
    if expected is None or (found or {"safe"}) != {expected}:
        raise SystemExit(f"{name}.c: expected {expected or 'what programs.toml says'}, found {found or 'safe'}")


def made_page(kind: str, name: str) -> str:
    """A page that another command writes."""
    from tempfile import TemporaryDirectory

    from esbmc_py.cli.main import main

    with TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        words = [kind, str((PROGRAMS / f"{name}.c").relative_to(ROOT)), "--html", str(page), "--quiet"]
        status = main([*words, *(["--rounds", "3"] if kind == "sequentialize" else [])])
        if status not in (0, 1):
            raise SystemExit(f"smtcb {' '.join(words)}: exit status {status}")
        return page.read_text()


def _embedded(kind: str, name: str, pages: dict[str, str]) -> str:
    titles = {"play": "Play it in a window of its own", "tree": "Open the tree", "sequentialize": "Open the page"}
    target = f"{kind}/{name}.html"
    pages[f"lessons/{target}"] = played(name)[1] if kind == "play" else made_page(kind, name)
    listing = f"```c\n{(PROGRAMS / f'{name}.c').read_text()}```\n\n" if kind == "play" else ""
    frame = f'<iframe src="{target}" title="{kind}: {name}" loading="lazy"></iframe>'
    button = f'<a class="md-button md-button--primary" href="{target}" target="_blank">{titles[kind]}</a>'
    download = f'<a class="md-button" href="programs/{name}.c" download>{name}.c</a>' if kind == "play" else ""
    return f'{listing}<div class="lesson-play">{button}{download}{frame}</div>'


def fact(kind: str, name: str) -> str:
    from esbmc_py.play.ways import address_of, count_ways, fewest_switches

    graph = played(name)[0]
    ways, way = count_ways(graph), fewest_switches(graph)
    match kind:
        case "states":
            return f"{len(graph.nodes):,}"
        case "ways" if ways is not None:
            return f"{ways.all:,}"
        case "failing" if ways is not None:
            return f"{ways.failing:,}"
        case "switches" if way is not None:
            return str(way[0])
        case "solve" if way is not None:
            return f"play/{name}.html{address_of(way[1])}"
    raise SystemExit(f"{{{{{kind} {name}}}}}: there is no such fact")


def lesson(text: str, pages: dict[str, str]) -> str:
    def replaced(found: re.Match[str]) -> str:
        kind, name = found.groups()
        return _embedded(kind, name, pages) if kind in ("play", "tree", "sequentialize") else fact(kind, name)

    return _MARK.sub(replaced, text)


# -- mkdocs -----------------------------------------------------------------------------------


def on_config(config: Any) -> Any:
    """Pages that are there, sorted into the menu: a new one needs no line in mkdocs.yml."""
    names = {path.stem for path in DOCS.glob("*.md")}
    guide = [f"{name}.md" for name in GUIDE if name in names]
    rest = sorted(names - set(GUIDE) - {"index", "python"})
    lab = [f"lab/{path.name}" for path in sorted((DOCS / "lab").glob("*.md")) if path.stem != "index"]
    menu = {"Guide": guide, "Python": ["python.md"], "How it works": [f"{name}.md" for name in rest],
            "Lab notes": ["lab/index.md", *lab]}  # fmt: skip
    for entry in config.nav:
        for title, pages in menu.items():
            if title in entry:
                entry[title] = pages
    return config


def on_files(files: Any, config: Any) -> Any:
    """The lessons' pages, and what the documents link to outside of docs/."""
    from mkdocs.structure.files import File

    pages: dict[str, str] = {}
    for path in sorted((DOCS / "lessons").glob("*.md")):
        lesson(path.read_text(), pages)
    for name, text in pages.items():
        files.append(File.generated(config, name, content=text))
    for target in sorted(_linked_outside()):
        files.append(File.generated(config, f"{OUTSIDE}/{target}", content=(ROOT / target).read_text()))
    return files


def _linked_outside() -> set[str]:
    found: set[str] = set()
    pending = sorted(DOCS.rglob("*.md"))
    while pending:
        page = pending.pop()
        for link in _LINK.findall(page.read_text()):
            target = (page.parent / link.partition("#")[0]).resolve()
            if target.is_file() and target.is_relative_to(ROOT) and not target.is_relative_to(DOCS):
                name = target.relative_to(ROOT).as_posix()
                if name not in found and target.suffix in (".md", ".c", ".h", ".py", ".toml", ".yml", ".txt"):
                    found.add(name)
                    pending += [target] if target.suffix == ".md" else []
    return found


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    source: str = page.file.src_uri
    if source.startswith("lessons/"):
        markdown = lesson(markdown, {})
        page.meta.setdefault("hide", ["toc"])  # room for two columns in the pages that are played
    here = posixpath.dirname(source)
    real = here.removeprefix(OUTSIDE).lstrip("/") if source.startswith(OUTSIDE) else posixpath.join("docs", here)

    def moved(found: re.Match[str]) -> str:
        """A link as the site has it; one to a folder, or to what the site has not, becomes plain text."""
        link, _, anchor = found[1].partition("#")
        target = posixpath.normpath(posixpath.join(real, link))
        suffix = f"#{anchor}" if anchor else ""
        if target.startswith("docs/"):
            inside = target.removeprefix("docs/")
            known = (ROOT / target).is_file() or inside.startswith("lessons/")
            return f"]({posixpath.relpath(inside, here or '.')}{suffix})" if known else "]"
        if target in _linked_outside_cached():
            return f"]({posixpath.relpath(f'{OUTSIDE}/{target}', here or '.')}{suffix})"
        return "]"

    return _LINK.sub(moved, markdown)


@cache
def _linked_outside_cached() -> frozenset[str]:
    return frozenset(_linked_outside())
