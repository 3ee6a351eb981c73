"""Documents do not lie: links lead somewhere, command lines are understood, cheap commands run, excerpts are true."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks import package_picture
from esbmc_py.cli.main import build_parser, parse, with_program_arguments
from tests.conftest import Finished

ROOT = Path(__file__).parents[1]
GUIDES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES = [*GUIDES, *sorted((ROOT / "docs" / "lab").glob("*.md"))]
PROGRAM = "#include <assert.h>\nint f(int x) { return x; }\n"  # with examples/lost_update.c: the documents' prog.c

# Commands that no test runs, by how they begin. Their options are parsed all the same.
NOT_RUN = {
    "pip ": "installs",
    "python -m pytest": "runs the tests",
    "python -m benchmarks.": "takes minutes",
    "python -m tests.agreement.": "takes minutes",
    "python -m tests.generator --count": "writes a thousand files",
    ".ci/run": "runs everything",
    "ruff ": "is run before a commit",
    "git ": "changes the repository",
    "benchexec ": "needs cgroups",
    "smtcb bench": "takes minutes",
    "smtcb swarm": "starts a cluster; tests/swarm does it",
    "dask ": "needs a cluster",
    "openssl ": "makes keys",
    "smtcb play prog.c --serve": "waits for a browser",
    "smtcb compare": "runs every mode; tests/experiments does it",
    "for table in": "takes minutes",
    "smtcb check examples/lost_update.c --mode batch": "needs the package; tests/test_example_modes.py has it",
    "smtcb sequentialize prog.c --rounds 3 --backend cbmc": "needs CBMC",
    "smtcb check seq.c": "takes some seconds; tests.agreement.emitted_c has it",
    "smtcb replay": "needs a compiler and its tools; tests/native has it",
    "gcc ": "tests/sequentialize compiles what is written",
    "smtcb check tests/programs/": "is a program that the reader adds",
}

# Words that stand for others; batch is a mode of another package.
STANDS_FOR = {"K": "2", "U": "2", "C": "2", "N": "2", "PASS": "number", "FILE": "file.html", "batch": "lazy"}


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block of a page."""

    page: Path
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def fences(page: Path) -> list[Fence]:
    found = []
    opened: tuple[int, str, list[str]] | None = None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if line.strip().startswith("```"):
            if opened is None:
                opened = (number, line.strip()[3:], [])
            else:
                found.append(Fence(page, opened[0], opened[1], "\n".join(opened[2])))
                opened = None
        elif opened is not None:
            opened[2].append(line)
    assert opened is None, f"{page}: a block without an end"
    return found


def prose(page: Path) -> str:
    """A page without its fenced blocks."""
    return re.sub(r"^\s*```.*?^\s*```\s*$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


# -- links ----------------------------------------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    """As GitHub makes them of headings."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", prose(page))):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), f"{target} is not there"
        if anchor:
            assert anchor in anchors(there), f"{target}: no such heading"


def test_every_page_can_be_reached_from_the_index() -> None:
    index = ROOT / "docs" / "index.md"
    seen, waiting = {index}, [index]
    while waiting:
        page = waiting.pop()
        for target in re.findall(r"\]\(([^)\s#]+\.md)", prose(page)):
            there = (page.parent / target).resolve()
            if there not in seen:
                seen.add(there)
                waiting.append(there)
    assert set(PAGES) - seen == set()


# -- names ----------------------------------------------------------------------------------------------

SOURCES = [
    path.relative_to(ROOT).as_posix()
    for folder in (*package_picture.PACKAGES, "tests", "benchmarks", "examples", "docs")
    for path in (ROOT / folder).rglob("*.py")
]


@pytest.mark.parametrize("page", [page for page in GUIDES if page.name != "CHANGELOG.md"], ids=name_of)
def test_modules_that_are_named_exist(page: Path) -> None:
    for name in re.findall(r"`((?:\w+/)*\w+\.py)`", prose(page)):
        assert any(f"/{path}".endswith(f"/{name}") for path in SOURCES), f"{name} is not there"
    for module in re.findall(r"python -m ((?:benchmarks|tests)(?:\.\w+)+)", page.read_text()):
        assert importlib.util.find_spec(module) is not None, f"{module} is not there"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_python_in_documents_is_python_and_imports_what_is_there(page: Path) -> None:
    for fence in fences(page):
        if fence.language == "python":
            for node in ast.walk(ast.parse(fence.text)):
                if isinstance(node, ast.ImportFrom):
                    module = importlib.import_module(node.module or "")
                    assert all(hasattr(module, alias.name) for alias in node.names), f"{fence}: {node.module}"


# -- command lines ----------------------------------------------------------------------------------------------


def command_lines(text: str) -> Iterator[str]:
    """The lines of a script, those that end in a backslash with the next one."""
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            yield line.strip()


def calls_of_smtcb(line: str) -> Iterator[list[str]]:
    """The words of each call in a line, without `smtcb` itself."""
    words = shlex.split(line, comments=True)
    while "smtcb" in words:
        words = words[words.index("smtcb") + 1 :]
        end = next((number for number, word in enumerate(words) if word in ("&&", "|", ";", ">")), len(words))
        yield words[:end]
        words = words[end:]


def all_calls(page: Path) -> Iterator[tuple[str, list[str]]]:
    """In blocks of commands, and where a sentence has one with options or a file in it."""
    for fence in fences(page):
        if fence.language in ("sh", ""):
            for line in command_lines(fence.text):
                if line.startswith(("smtcb ", "pip ")) and "…" not in line:
                    yield from ((str(fence), words) for words in calls_of_smtcb(line))
    for code in re.findall(r"`(smtcb [^`]*)`", prose(page)):
        if re.search(r"COMMAND|OPTIONS|\||…|\.\.\.|^smtcb \w+$", code) is None:
            yield from ((code, words) for words in calls_of_smtcb(code.replace("\n", " ")))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_command_line_has_an_unknown_option(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for where, words in all_calls(page):
        words = with_program_arguments([STANDS_FOR.get(word, word) for word in words])
        try:
            parse(build_parser(words), words)
        except SystemExit as end:
            said = capsys.readouterr().err
            in_a_sentence = "expected one argument" in said and where.startswith("smtcb ")  # it names an option
            assert end.code == 0 or in_a_sentence, f"{where}: smtcb {shlex.join(words)}\n{said}"


# -- running them ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like a checkout, with a prog.c as the documents call it, that commands may write to."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("examples", "benchmarks", "tests", "pthread_models", "docs"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "prog.c").write_text(PROGRAM + (ROOT / "examples" / "lost_update.c").read_text())
    entry = {"directory": str(folder), "command": "gcc -c prog.c", "file": "prog.c"}
    (folder / "compile_commands.json").write_text(json.dumps([entry]))
    commands = folder / "bin"
    commands.mkdir()
    for name, module in (("smtcb", " -m esbmc_py"), ("python", "")):
        script = commands / name
        script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)}{module} "$@"\n')
        script.chmod(0o755)
    return folder


def run_script(checkout: Path, script: str) -> subprocess.CompletedProcess[str]:
    path = f"{checkout / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    return subprocess.run(
        ["bash", "-c", script], cwd=checkout, env=environment, capture_output=True, text=True, timeout=300
    )


def commands_to_run() -> Iterator[tuple[str, str]]:
    for page in GUIDES:
        if page.name == "walk.md":
            continue  # run below, with its output
        for fence in fences(page):
            if fence.language == "sh":
                for line in command_lines(fence.text):
                    if line != "done" and not line.startswith(tuple(NOT_RUN)):
                        yield str(fence), line


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(("where", "line"), list(commands_to_run()))
def test_cheap_commands_run(
    where: str, line: str, checkout: Path, smtcb: Callable[..., Finished], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that is one call of smtcb needs no shell and no process of its own."""
    words = shlex.split(line, comments=True)
    if words[0] == "smtcb" and not {"&&", ";", "|", ">"} & set(words):
        monkeypatch.chdir(checkout)
        finished = smtcb(*words[1:])
    else:
        script = run_script(checkout, line)
        finished = Finished(script.returncode, script.stdout, script.stderr)
    assert finished.status in (0, 1), f"{where}: {line}\n{finished.output}{finished.errors}"
    assert "internal error" not in finished.errors


def is_excerpt(excerpt: str, output: str) -> bool:
    """Where the excerpt has three dots, anything may stand; how wide columns are depends on numbers that vary."""
    parts = [r"\s+".join(map(re.escape, part.split())) for part in excerpt.split("...")]
    return re.search(".*".join(parts), output, re.DOTALL) is not None


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_the_walk_prints_what_it_says(checkout: Path) -> None:
    blocks = [fence for fence in fences(ROOT / "docs" / "walk.md") if fence.language in ("sh", "text")]
    assert [block.language for block in blocks] == ["sh", "text"] * (len(blocks) // 2)
    for script, excerpt in zip(blocks[::2], blocks[1::2], strict=True):
        finished = run_script(checkout, script.text)
        printed = finished.stdout + finished.stderr
        assert is_excerpt(excerpt.text, printed), f"{excerpt}\n{printed}"


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_the_readme_shows_what_the_first_command_prints(checkout: Path) -> None:
    shown = next(fence for fence in fences(ROOT / "README.md") if fence.text.startswith("VERIFICATION"))
    assert shown.text in run_script(checkout, "smtcb check examples/lost_update.c").stdout


def test_an_excerpt_that_is_not_true_is_noticed() -> None:
    assert is_excerpt("...\nb\n...", "a\nb\nc")
    assert not is_excerpt("...\nd\n...", "a\nb\nc")


# -- the picture ----------------------------------------------------------------------------------------------


def test_imports_go_downwards_in_the_picture() -> None:
    assert package_picture.upwards(package_picture.edges()) == []


def test_the_way_of_data_is_that_of_the_sources() -> None:
    assert package_picture.broken_stages(package_picture.edges()) == []


def test_the_picture_of_the_packages_is_up_to_date() -> None:
    drawn = package_picture.PICTURE.read_text()
    assert drawn == package_picture.picture(), "python -m benchmarks.package_picture draws it again"
