"""`--coverage FILE`: a page, JSON, or lcov's format."""

from __future__ import annotations

import json
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Finished

Smtcb = Callable[..., Finished]

MODES = ("lazy", "schedule", "uw", "lazyseq", "explicit")

PROGRAM = """\
#include <pthread.h>
int x, y;
static void both(int n) {
  x = n;
}
void *worker(void *p) {
  both(1 < 2 && "<b>" != 0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  both(2);
  if (y)
    x = 3;
  for (int i = 0; i < 2; i++)
    x = i;
  return 0;
}
"""

# by line, who was there
EXPECTED = {
    4: ["main", "worker"], 7: ["worker"], 8: ["worker"], 11: ["main"], 12: ["main"], 13: ["main"], 14: ["main"],
    15: ["main"], 16: [], 17: ["main"], 18: ["main"], 19: ["main"],
}  # fmt: skip


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "prog & <co>.c"
    path.write_text(PROGRAM)
    return path


def reached(document: dict[str, Any]) -> dict[int, list[str]]:
    return {line["line"]: line["threads"] for line in document["files"][0]["lines"]}


@pytest.mark.parametrize("mode", MODES)
def test_lines_and_branches_per_thread(smtcb: Smtcb, program: Path, mode: str) -> None:
    file = program.with_suffix(".json")
    finished = smtcb("check", program, "--mode", mode, "--coverage", file)
    assert finished.status == 0
    assert finished.output.endswith(f"{file} shows what was reached\n")
    document = json.loads(file.read_text())
    assert document["threads"] == ["main", "worker"]
    found = reached(document)
    assert {line: found[line] for line in EXPECTED} == EXPECTED
    ways = {one["line"]: (one["fell_through"], one["jumped"]) for one in document["files"][0]["branches"]}
    assert sorted(map(bool, ways[15])) == [False, True]
    assert ways[17] == (["main"], ["main"])


def test_all_interleavings_tell_the_same(smtcb: Smtcb, program: Path) -> None:
    checked, explored = program.with_suffix(".json"), program.with_suffix(".explored.json")
    smtcb("check", program, "--coverage", checked)
    assert smtcb("run", "--explore", program, "--coverage", explored).status == 0
    assert json.loads(checked.read_text())["files"] == json.loads(explored.read_text())["files"]


@pytest.mark.parametrize("suffix", [".info", ".lcov"])
def test_lcov(smtcb: Smtcb, program: Path, suffix: str) -> None:
    file = program.with_suffix(suffix)
    smtcb("check", program, "--coverage", file)
    text = file.read_text()
    assert text.endswith("end_of_record\n")
    records = [record.strip().splitlines() for record in text.split("end_of_record\n")[:-1]]
    assert [record[0] for record in records] == ["TN:main", "TN:worker"]
    for record in records:
        assert record[1] == f"SF:{program}"
        lines = [line.removeprefix("DA:").split(",") for line in record if line.startswith("DA:")]
        assert f"LF:{len(lines)}" in record
        assert f"LH:{sum(count == '1' for _, count in lines)}" in record
        branches = [line for line in record if line.startswith("BRDA:")]
        assert f"BRF:{len(branches)}" in record
        assert f"BRH:{sum(line.endswith(',1') for line in branches)}" in record
    assert {"FNDA:1,main", "FNDA:0,worker", "FNDA:1,both", "DA:16,0", "DA:7,0"} <= set(records[0])
    assert {"FNDA:0,main", "FNDA:1,worker", "FNDA:1,both", "DA:7,1", "DA:12,0"} <= set(records[1])


class Rows(HTMLParser):
    """The class and the cells of each row."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[tuple[str, list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag != "b", "source text is escaped"
        if tag == "tr":
            self.rows.append((dict(attrs).get("class") or "", []))
        elif tag == "td":
            self.rows[-1][1].append("")
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "td" in self.open:
            self.rows[-1][1][-1] += data


def test_a_page(smtcb: Smtcb, program: Path) -> None:
    file = program.with_suffix(".html")
    smtcb("check", program, "--coverage", file)
    rows = Rows()
    rows.feed(file.read_text())
    assert rows.open == []
    source = {cells[0]: (kind, *cells[1:]) for kind, cells in rows.rows if len(cells) == 3}
    assert source["7"] == ("hit", "worker", '  both(1 < 2 && "<b>" != 0);')
    assert source["16"] == ("miss", "", "    x = 3;")
    kind, who, text = source["15"]
    assert (kind, who) == ("some", "main")
    assert text.startswith("  if (y)  // one way only (column")
    assert source["2"][0] == ""
    assert "No execution in the scope reaches what is red" in file.read_text()


def test_a_violation_shows_what_was_reached_until_then(smtcb: Smtcb, tmp_path: Path) -> None:
    path, file = tmp_path / "prog.c", tmp_path / "reached.json"
    path.write_text("#include <assert.h>\nint main(void) {\n  int x = 1;\n  assert(x == 2);\n  x = 3;\n  return x; }\n")
    assert smtcb("check", path, "--coverage", file).status == 1
    document = json.loads(file.read_text())
    assert document["verdict"] == "failed"
    found = reached(document)
    assert (found[3], found[4], found[5]) == (["main"], ["main"], [])
    page = tmp_path / "reached.html"
    smtcb("check", path, "--coverage", page)
    assert "ended before" in page.read_text()


@pytest.mark.parametrize(
    "arguments, reason",
    [
        (["--coverage", "reached.txt"], "ends in none of .html, .json, .info, .lcov"),
        (["--coverage", "reached.json", "--mode", "lazyseq", "--schema", "cseq"], "the schema cseq does not tell"),
        (["--coverage", "no/such/folder/reached.json"], "cannot write the coverage"),
    ],
)
def test_what_cannot_be_had(smtcb: Smtcb, program: Path, arguments: list[str], reason: str) -> None:
    finished = smtcb("check", program, *arguments)
    assert finished.status == 2
    assert reason in finished.errors


def test_the_document_of_an_answer_has_counts(smtcb: Smtcb, tmp_path: Path) -> None:
    path = tmp_path / "prog.c"
    path.write_text("#include <assert.h>\nvoid f(int x) { assert(x); }\nint main(void) { return 0; }\n")
    coverage = json.loads(smtcb("check", path, "--json").output)["coverage"]
    assert coverage["functions"] == {"reached": 1, "all": 2}
    assert coverage["assertions"] == {"reached": 0, "all": 1}
    (one,) = coverage["unreached"]
    assert (one["what"], one["name"], one["location"]["line"]) == ("function", "f", 2)
