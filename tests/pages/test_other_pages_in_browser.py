"""The pages of the tree, of the sequentialized program and of an answer, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Finished
from .browser import Tab, chromium, needs_browser
from .loading import HOSTILE, ROOT

__all__ = ["chromium"]
pytestmark = needs_browser
LOST_UPDATE = ROOT / "examples/lost_update.c"
DESK = (1366, 900)


@pytest.mark.parametrize("size", [DESK, (390, 844)], ids=["desk", "phone"])
def test_the_root_of_the_tree_is_in_view(
    chromium: Any, smtcb: Callable[..., Finished], tmp_path: Path, size: tuple[int, int]
) -> None:
    page = tmp_path / "tree.html"
    assert smtcb("tree", LOST_UPDATE, "--html", page).status == 0
    tab = Tab(chromium, page, size)
    seen = """
        const root = document.querySelector('.node[data-number="0"] .box').getBoundingClientRect();
        const canvas = document.getElementById('canvas').getBoundingClientRect();
        return root.left >= canvas.left && root.right <= canvas.right && root.top >= canvas.top && root.width > 100;
    """
    assert chromium.execute_script(seen)
    assert "R6" in tab.text("#legend") and tab.fits() and tab.complaints() == [] and tab.nameless() == []


def test_nodes_are_chosen_closed_and_found(chromium: Any, smtcb: Callable[..., Finished], tmp_path: Path) -> None:
    page = tmp_path / "tree.html"
    assert smtcb("tree", LOST_UPDATE, "--html", page).status == 0
    tab = Tab(chromium, page, DESK)
    tab.click("#next-bad")
    assert "violation: assertion: counter == 2" in tab.text("#details") and "counter" in tab.text("#details")
    tab.press("\ue013")  # up: its parent
    assert "assert(counter == 2);" in tab.text("#details")
    count = "return document.querySelectorAll('.node').length"
    everything = chromium.execute_script(count)
    tab.click("#close-all")
    assert chromium.execute_script(count) == 2 < everything
    tab.click("#open-all")
    assert chromium.execute_script(count) == everything == 49
    assert tab.complaints() == []


@pytest.mark.parametrize("size", [DESK, (390, 844)], ids=["desk", "phone"])
def test_turns_of_the_sequential_program(
    chromium: Any, smtcb: Callable[..., Finished], tmp_path: Path, size: tuple[int, int]
) -> None:
    page = tmp_path / "page.html"
    assert smtcb("sequentialize", LOST_UPDATE, "--rounds", 3, "--html", page).status == 0
    tab = Tab(chromium, page, size)
    assert tab.fits() and tab.nameless() == []
    assert "Round 1: 0" in tab.text("#said") and "J(0, 1)" in tab.text("#sequential")
    running = "return [...document.querySelectorAll('#sequential tr.runs')].every(row => getComputedStyle(row).display)"
    while chromium.execute_script("return !document.getElementById('on').disabled"):
        tab.press("\ue014")  # right
        assert chromium.execute_script(running)
    assert "counter == 2!" in tab.text("#said") and "21" in tab.text("#original tr.bad .number")
    assert tab.complaints() == []


@pytest.mark.parametrize("program", ["lost_update.c", "lost_update_fixed.c"])
def test_answers_fit_on_a_phone(chromium: Any, smtcb: Callable[..., Finished], tmp_path: Path, program: str) -> None:
    """Also where the name of a file is longer than the screen is wide."""
    folder = tmp_path / ("in_a_folder_with_a_long_name_" * 3)
    folder.mkdir()
    (folder / program).write_text((ROOT / "examples" / program).read_text())
    page = tmp_path / "answer.html"
    smtcb("check", folder / program, "--mode", "explicit", "--html", page)
    tab = Tab(chromium, page, (390, 844))
    assert tab.fits() and tab.complaints() == [] and tab.nameless() == []


@pytest.mark.parametrize(
    "command", [("tree",), ("sequentialize",), ("check", "--mode", "lazy"), ("check", "--explain")]
)
def test_programs_cannot_do_anything_to_the_pages(
    chromium: Any, smtcb: Callable[..., Finished], source: Callable[..., Path], tmp_path: Path, command: tuple[str, ...]
) -> None:
    page = tmp_path / "page.html"
    smtcb(command[0], source(HOSTILE), *command[1:], "--html", page)
    chromium.get_log("browser")
    chromium.get(page.as_uri())
    assert chromium.execute_script("return document.images.length + document.scripts.length") == 2
    assert "shared" in chromium.execute_script("return document.body.innerText")
    assert [one for one in chromium.get_log("browser") if one["level"] == "SEVERE"] == []


LONG_NAMES = """\
#include <assert.h>
#include <pthread.h>

static struct { int number_of_connected_instruments, most_recent_temperature_reading; } shared_station_configuration;

static void *connects_one_more_instrument_to_the_station(void *unused)
{
    shared_station_configuration.number_of_connected_instruments++;
    return unused;
}

int main(void)
{
    pthread_t first_thread_of_the_station, second_thread_of_the_station;
    pthread_create(&first_thread_of_the_station, 0, connects_one_more_instrument_to_the_station, 0);
    pthread_create(&second_thread_of_the_station, 0, connects_one_more_instrument_to_the_station, 0);
    pthread_join(first_thread_of_the_station, 0);
    pthread_join(second_thread_of_the_station, 0);
    assert(shared_station_configuration.number_of_connected_instruments == 2);
    return 0;
}
"""


def test_long_names_do_not_make_pages_wider_than_a_phone(
    chromium: Any, smtcb: Callable[..., Finished], source: Callable[..., Path], tmp_path: Path
) -> None:
    program, pages = source(LONG_NAMES), [tmp_path / name for name in ("check.html", "seq.html", "play.html")]
    smtcb("check", program, "--explain", "--html", pages[0])
    smtcb("sequentialize", program, "--rounds", 3, "--html", pages[1])
    smtcb("play", program, "-o", pages[2])
    for page in pages:
        tab = Tab(chromium, page, (390, 844))
        if page is pages[2]:
            for _ in range(6):  # a thread is about to do something with a long name
                tab.press("0" if _ < 3 else "1")
        assert tab.fits() and tab.complaints() == [], page.name
