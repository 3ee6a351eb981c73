"""The page of `smtcb play` in a real browser: played to a violation by clicks and by keys, on a desk and on a phone."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from esbmc_py.play.graph import StateGraph
from esbmc_py.play.server import Server, Session

from ..conftest import Finished
from .browser import Tab, chromium, needs_browser
from .loading import HOSTILE, ROOT, program

__all__ = ["chromium"]
pytestmark = needs_browser

SIZES = [(1366, 900), (390, 844)]
TO_THE_VIOLATION = (0, 0, 0, 1, 2, 1, 1, 2, 2, 0, 0, 0)


@pytest.fixture
def lost_update(smtcb: Callable[..., Finished], tmp_path: Path) -> Path:
    page = tmp_path / "page.html"
    assert smtcb("play", ROOT / "examples/lost_update.c", "-o", page).status == 0
    return page


@pytest.mark.parametrize("size", SIZES, ids=["desk", "phone"])
def test_clicks_lead_to_the_violation(chromium: Any, lost_update: Path, size: tuple[int, int]) -> None:
    tab = Tab(chromium, lost_update, size)
    assert "at most 4 switches" in tab.text("#challenge") and "30 of 69 ways fail" in tab.text("#challenge")
    for number in TO_THE_VIOLATION:
        tab.click(f'button.go[data-thread="{number}"]')
    assert "You broke it!" in tab.text("#outcome") and "counter == 2" in tab.text("#outcome")
    assert "lost update of counter" in tab.text("#outcome") and "without a hint" in tab.text("#outcome")
    assert tab.fits() and tab.complaints() == [] and tab.nameless() == []


def test_keys_lead_to_the_violation_and_back(chromium: Any, lost_update: Path) -> None:
    tab = Tab(chromium, lost_update, SIZES[0])
    tab.press(*map(str, TO_THE_VIOLATION))
    assert "You broke it!" in tab.text("#outcome") and "12 steps" in tab.text("#counters")
    tab.press("u", "u", "u")
    assert "9 steps" in tab.text("#counters") and tab.text("#outcome") == ""
    tab.press("r")
    assert "10 steps" in tab.text("#counters")
    tab.press("\ue011")  # Home
    assert "0 steps" in tab.text("#counters")
    tab.press("1")  # there is no such thread yet
    assert "0 steps" in tab.text("#counters")
    assert tab.complaints() == []


def test_hints_lead_to_it_with_the_fewest_switches(chromium: Any, lost_update: Path) -> None:
    tab = Tab(chromium, lost_update, SIZES[0])
    while not tab.text("#outcome"):
        tab.press("h")
        hinted = chromium.execute_script("return document.querySelector('.thread.hinted .go').dataset.thread")
        tab.press(hinted)
    assert "★★★" in tab.text("#outcome") and "4 switches" in tab.text("#outcome")


def test_where_nothing_can_go_wrong_a_hint_says_so(
    chromium: Any, smtcb: Callable[..., Finished], tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    assert smtcb("play", ROOT / "examples/lost_update_fixed.c", "-o", page).status == 0
    tab = Tab(chromium, page, SIZES[0])
    tab.press("h")
    assert "whatever you do, nothing goes wrong" in tab.text("#live")
    tab.press("0", "h")
    assert "From here nothing can go wrong any more" in tab.text("#live")


def test_what_happened_is_said_aloud(chromium: Any, lost_update: Path) -> None:
    tab = Tab(chromium, lost_update, SIZES[0])
    tab.press("0", "0")
    assert "Thread 0: starts thread 1." in str(
        chromium.execute_script("return document.getElementById('live').textContent")
    )
    nameless = (
        "return [...document.querySelectorAll('button')].filter(one => !(one.ariaLabel || one.textContent.trim()))"
    )
    assert chromium.execute_script(nameless) == []
    tab.press("d")
    assert chromium.execute_script("return document.documentElement.dataset.theme") == "dark"


def test_a_way_can_be_sent_in_the_address(chromium: Any, lost_update: Path) -> None:
    tab = Tab(chromium, lost_update, SIZES[0])
    tab.press("0", "0", "1")
    address = chromium.current_url
    chromium.get("about:blank")
    chromium.get(address)
    tab.wait("document.documentElement.dataset.ready === 'yes'")
    assert "3 steps" in tab.text("#counters") and "reads counter = 0" in tab.text("#path")


MANY_INPUTS = """#include <assert.h>
#include <pthread.h>
unsigned char __VERIFIER_nondet_uchar(void);
int seen;
void *work(void *unused) { seen = __VERIFIER_nondet_uchar() % 16; return unused; }
int main(void) {
    pthread_t one;
    pthread_create(&one, 0, work, 0);
    int *place = seen == 13 ? 0 : &seen;
    pthread_join(one, 0);
    return *place;
}
"""


def test_a_hint_picks_the_input_and_the_broken_step_is_marked(
    chromium: Any, smtcb: Callable[..., Finished], source: Callable[..., Path], tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    assert smtcb("play", source(MANY_INPUTS), "-o", page).status == 0
    tab = Tab(chromium, page, SIZES[0])
    assert "makes its next step" in tab.text("#guide")
    while not tab.text("#outcome"):
        tab.press("h")
        tab.click(".thread.hinted .go")  # beside a list of values, too
    assert "You broke it!" in tab.text("#outcome") and "null-pointer" in tab.text("#path .broken")
    assert chromium.execute_script("return document.getElementById('guide').hidden") and tab.complaints() == []


def test_a_deadlock_is_told(chromium: Any, smtcb: Callable[..., Finished], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert smtcb("play", ROOT / "examples/deadlock.c", "-o", page).status == 0
    tab = Tab(chromium, page, SIZES[0])
    tab.press(*"0001212")
    assert "Deadlock!" in tab.text("#outcome") and "waits for bob.lock, held by thread 2" in tab.text("#outcome")
    assert "lock-order deadlock" in tab.text("#outcome") and tab.complaints() == []


def test_the_machine_behind_the_page_is_played(chromium: Any) -> None:
    with Server(Session(StateGraph(program(ROOT / "examples/lost_update.c")), "sc"), 0, idle=60) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        tab = Tab(chromium, server.address, SIZES[0])
        for step, number in enumerate(TO_THE_VIOLATION, 1):
            tab.press(str(number))
            tab.wait(f"document.querySelector('#counters b').textContent === '{step}'")
        assert "You broke it!" in tab.text("#outcome") and tab.complaints() == []
        chromium.get("about:blank")
        server.shutdown()
        thread.join(10)


def test_a_program_cannot_do_anything_to_the_page(
    chromium: Any, smtcb: Callable[..., Finished], source: Callable[..., Path], tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    assert smtcb("play", source(HOSTILE), "-o", page).status == 0
    tab = Tab(chromium, page, SIZES[0])
    tab.press(*"00011")
    assert "<img src=x onerror=alert(1)>" in tab.text("#source") and "<img src=x onerror=alert(2)></pre>" in tab.text(
        "#output"
    )
    assert chromium.execute_script("return document.images.length + document.scripts.length") == 2
    assert tab.complaints() == []
