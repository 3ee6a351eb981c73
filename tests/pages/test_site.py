"""The documentation builds as a site: links lead somewhere, lessons' programs do what the lessons say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .loading import ROOT, data_of

LESSONS = sorted((ROOT / "docs/lessons").glob("[0-9]*.md"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as `mkdocs build --strict` does: a link that leads nowhere ends it."""
    pytest.importorskip("material")
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    target = tmp_path_factory.mktemp("site")
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(target), strict=True)
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    return target


def test_a_class_can_be_given_from_the_site(site: Path) -> None:
    """Every lesson has text, a program, a page to play, exercises and solutions, and no mark is left."""
    assert len(LESSONS) == 12
    for path in LESSONS:
        page = (site / "lessons" / f"{path.stem}.html").read_text()
        frames = re.findall(r'<iframe src="([^"]+)"', page)
        assert not re.search(r"<li>\s*<ol", page)  # a solution that begins with a number and a dot
        assert frames and "Exercises" in page and "Solutions" in page and "{{" not in page
        for frame in frames:
            assert data_of((site / "lessons" / frame).read_text())["program"].startswith(path.stem[:2])
        programs = re.findall(r'href="(programs/[^"]+)" download', page)
        assert programs and all((site / "lessons" / program).is_file() for program in programs)
    assert not (site / "lessons" / "programs.toml").exists()  # it tells what students are to find out


def test_ways_in_solutions_are_ways_of_the_page(site: Path) -> None:
    for path in LESSONS:
        page = (site / "lessons" / f"{path.stem}.html").read_text()
        for name, way in re.findall(r'href="(play/\w+\.html)#w=([\d.-]+)"', page):
            assert _ends_badly(data_of((site / "lessons" / name).read_text()), way)


def _ends_badly(data: dict[str, dict[str, list[list[int]]]], way: str) -> bool:
    nodes, state = data["nodes"], 0
    for word in way.split("."):
        thread, _, choice = word.partition("-")
        moves = nodes["moves"][state]
        own = [place for place in range(0, len(moves), 3) if moves[place] == int(thread)]
        state = moves[own[int(choice or 0)] + 1]
        if state < 0:
            return data["ends"][-1 - state][0] == "violation"
    return data["ends"][nodes["ending"][state]][0] == "deadlock"


def test_the_guide_the_api_and_the_lab_notes_are_there(site: Path) -> None:
    assert all((site / name).is_file() for name in ("index.html", "check.html", "python.html", "lab/index.html"))
    assert not re.search(r'(?:src|href)="https?://(?!www\.w3|squidfunk)', (site / "index.html").read_text())
