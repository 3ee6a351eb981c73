"""Files that are no witnesses: one clear message, exit status 2, and no long wait."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Finished

Smtcb = Callable[..., Finished]
PROGRAM = Path(__file__).parents[2] / "examples" / "lost_update.c"

BOMB = """<?xml version="1.0"?>
<!DOCTYPE g [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>
<graphml><graph><node id="&c;"/></graph></graphml>
"""
OUTSIDE = '<?xml version="1.0"?><!DOCTYPE g [<!ENTITY x SYSTEM "file:///etc/passwd">]><graphml>&x;</graphml>'
HEAD = """- entry_type: violation_sequence
  metadata:
    format_version: '2.0'
    task: {input_files: [lost_update.c], specification: 'CHECK( init(main()), LTL(G assert) )'}
"""


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("w.yml", "- entry_type: [", "not YAML"),
        ("w.yml", "", "list of entries"),
        ("w.yml", "a: b\n", "list of entries"),
        ("w.yml", "- entry_type: something\n", "not a witness that is known"),
        ("w.yml", "a: &x [1]\nb: [*x, *x]\n", "aliases"),
        ("w.yml", "[" * 500 + "]" * 500, "nested too deeply"),
        ("w.yml", HEAD + "  content: []\n", "no segments"),
        (
            "w.yml",
            HEAD + "  content:\n  - segment:\n    - waypoint: {type: x, action: follow}\n",
            "there is no waypoint",
        ),
        ("w.yml", HEAD + "  content:\n  - segment:\n    - waypoint: {type: target, action: follow}\n", "location"),
        ("w.yml", "- entry_type: violation_sequence\n  content: 3\n", "content"),
        ("w.graphml", "<graphml><graph>", "not XML"),
        ("w.graphml", "<html/>", "GraphML is expected"),
        ("w.graphml", BOMB, "entities"),
        ("w.graphml", OUTSIDE, "entities"),
        ("w.graphml", "<graphml><graph><node id='a'/></graph></graphml>", "specification"),
        ("w.yml", "\n" * 1_000_001, "too large"),
    ],
)
def test_what_is_wrong_is_told(smtcb: Smtcb, tmp_path: Path, name: str, text: str, told: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    finished = smtcb("validate", PROGRAM, "--witness", path)
    assert finished.status == 2
    assert told in finished.errors
    assert "Traceback" not in finished.errors


def test_bytes_are_no_witness(smtcb: Smtcb, tmp_path: Path) -> None:
    path = tmp_path / "w.yml"
    path.write_bytes(b"\xff\xfe\x00\x01")
    finished = smtcb("validate", PROGRAM, "--witness", path)
    assert (finished.status, "not a text file" in finished.errors) == (2, True)


def test_a_witness_that_is_not_there(smtcb: Smtcb, tmp_path: Path) -> None:
    finished = smtcb("validate", PROGRAM, "--witness", tmp_path / "none.yml")
    assert (finished.status, "cannot read" in finished.errors) == (2, True)


@pytest.mark.parametrize("option", ["--witness", "--sarif"])
def test_what_cannot_be_written_is_told_before_the_check(smtcb: Smtcb, tmp_path: Path, option: str) -> None:
    finished = smtcb("check", PROGRAM, option, tmp_path / "nowhere" / "w.yml")
    assert finished.status == 2
    assert "cannot write" in finished.errors
    assert finished.output == ""


def test_the_ending_says_which_format(smtcb: Smtcb, tmp_path: Path) -> None:
    finished = smtcb("check", PROGRAM, "--witness", tmp_path / "w.txt")
    assert (finished.status, ".graphml" in finished.errors) == (2, True)


def test_a_million_waypoints_are_too_many(smtcb: Smtcb, tmp_path: Path) -> None:
    path = tmp_path / "w.yml"
    path.write_text(HEAD + "  content:\n" + "  - segment: []\n" * 1_000_000)
    finished = smtcb("validate", PROGRAM, "--witness", path)
    assert finished.status == 2
    assert "1,000,0" in finished.errors
