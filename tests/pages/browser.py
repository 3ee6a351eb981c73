"""A real browser, without a window. Tests that need one skip where there is none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--window-size=1366,900",
)  # fmt: skip

NAMED = ("button", "checkbox", "dialog", "link", "region", "slider", "table", "textbox", "graphics-document", "image")

needs_browser = pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason="there is no chromium with its driver")


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


class Tab:
    """A page in the browser, and what people do with it."""

    def __init__(self, driver: Any, page: Path | str, size: tuple[int, int]) -> None:
        self.driver = driver
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size[0] < 600}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        driver.get_log("browser")
        driver.get("about:blank")
        driver.get(page if isinstance(page, str) else page.as_uri())
        self.wait("document.documentElement.dataset.ready === 'yes'")

    def wait(self, condition: str) -> None:
        from selenium.webdriver.support.ui import WebDriverWait

        WebDriverWait(self.driver, 30, 0.05).until(lambda driver: driver.execute_script(f"return {condition}"))

    def text(self, selector: str) -> str:
        return str(self.driver.execute_script("return document.querySelector(arguments[0])?.innerText ?? ''", selector))

    def click(self, selector: str) -> None:
        found = self.driver.find_element("css selector", selector)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", found)
        found.click()

    def press(self, *keys: str) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def fits(self) -> bool:
        """Nothing has to be moved sideways. (On a phone, `innerWidth` grows with a page that is too wide.)"""
        page = "document.documentElement"
        return bool(self.driver.execute_script(f"return {page}.scrollWidth <= {page}.clientWidth"))

    def complaints(self) -> list[str]:
        """Errors and warnings in the console."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def nameless(self) -> list[str]:
        """What a screen reader comes to and cannot name: tables, buttons and the like."""
        tree = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        seen = [node for node in tree if not node["ignored"] and not node.get("name", {}).get("value", "").strip()]
        return [node["role"]["value"] for node in seen if node["role"]["value"] in NAMED]
