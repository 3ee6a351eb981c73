"""`smtcb check --html`: one page that needs nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Finished

Smtcb = Callable[..., Finished]
Source = Callable[..., Path]

LOST_UPDATE = ROOT / "examples" / "lost_update.c"


def data_of(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found.group(1))


def test_the_page_holds_the_answer_the_execution_and_the_source(smtcb: Smtcb, tmp_path: Path) -> None:
    target = tmp_path / "answer.html"
    finished = smtcb("check", LOST_UPDATE, "--html", target)
    assert finished.status == 1
    assert f"{target} shows this in a browser" in finished.output
    data = data_of(target.read_text())
    assert data["verdict"] == "failed"
    assert data["sources"] == {str(LOST_UPDATE): LOST_UPDATE.read_text()}
    (finding,) = data["findings"]
    assert finding["title"].endswith("assertion: counter == 2 (thread 0)")
    assert finding["threads"] == {"0": "main", "1": "count", "2": "count"}
    writes = [one for line in finding["trace"] for one in line["assigned"]]
    assert writes == [{"place": "counter", "value": "1", "local": False}] * 2


def test_the_page_asks_for_nothing_from_elsewhere(smtcb: Smtcb, tmp_path: Path) -> None:
    target = tmp_path / "answer.html"
    smtcb("check", LOST_UPDATE, "--html", target)
    assert not re.search(r"(src|href)\s*=|https?://|@import|url\(", target.read_text())


def test_a_source_that_ends_script_elements_does_not_end_the_pages(
    smtcb: Smtcb, source: Source, tmp_path: Path
) -> None:
    program = source(
        '#include <assert.h>\nconst char *text = "</script><b>";\nint main(void) { assert(text[0] != 60); }\n'
    )
    target = tmp_path / "answer.html"
    smtcb("check", program, "--html", target)
    (text,) = data_of(target.read_text())["sources"].values()
    assert '"</script><b>"' in text


def test_a_success_has_a_page_too(smtcb: Smtcb, source: Source, tmp_path: Path) -> None:
    target = tmp_path / "answer.html"
    smtcb("check", source("int main(void) { return 0; }\n"), "--html", target)
    data = data_of(target.read_text())
    assert (data["verdict"], data["findings"]) == ("successful", [])


@pytest.mark.parametrize("place", ["missing/answer.html", "."])
def test_a_page_that_cannot_be_written_is_a_message(smtcb: Smtcb, tmp_path: Path, place: str) -> None:
    finished = smtcb("check", LOST_UPDATE, "--html", tmp_path / place)
    assert finished.status == 2
    assert "cannot write the page" in finished.errors
