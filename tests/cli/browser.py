# SPDX-License-Identifier: Apache-2.0
"""For the tests that open a page in a browser: Chromium, steered by Selenium."""

import importlib.util
import json
import shutil
import tempfile
import unittest
from pathlib import Path
from typing import Any

from support import CommandLineTest

_BROWSER, _DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
_MISSING = [name for name in (_BROWSER, _DRIVER, "dot") if shutil.which(name) is None]
_MISSING += [name for name in ("selenium", "jinja2") if importlib.util.find_spec(name) is None]
_ARGUMENTS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
              "--disable-background-networking", "--disable-component-update", "--disable-sync",
              "--window-size=1300,1400")


@unittest.skipIf(_MISSING, f"{', '.join(_MISSING)} not found (make test-page installs what is needed)")
class BrowserTest(CommandLineTest):
    """After each test: no message on the browser's console, and nothing was fetched."""

    folder: tempfile.TemporaryDirectory[str]
    browser: Any

    @classmethod
    def setUpClass(cls) -> None:
        from selenium.webdriver.chrome.options import Options

        cls.folder = tempfile.TemporaryDirectory(prefix="rondo-page-")
        cls.addClassCleanup(cls.folder.cleanup)
        options = Options()
        options.binary_location = _BROWSER
        for argument in (*_ARGUMENTS, f"--user-data-dir={cls.path('user')}"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        cls.browser = cls.start(options)
        cls.addClassCleanup(cls.browser.quit)

    @staticmethod
    def start(options: Any) -> Any:
        """A busy machine may take longer than the minute that the driver waits for the browser."""
        from selenium import webdriver
        from selenium.common.exceptions import WebDriverException
        from selenium.webdriver.chrome.service import Service

        for tries_left in (2, 1, 0):
            try:
                return webdriver.Chrome(service=Service(_DRIVER), options=options)
            except WebDriverException:
                if tries_left == 0:
                    raise
        return None

    @classmethod
    def path(cls, name: str) -> Path:
        return Path(cls.folder.name, name)

    def run_script(self, text: str, *arguments: Any) -> Any:
        return self.browser.execute_script(text, *arguments)

    def open(self, name: str) -> None:
        for kind in ("browser", "performance"):
            self.browser.get_log(kind)  # forget what was before
        self.browser.get(self.path(f"{name}.html").as_uri())
        self.settle()

    def settle(self) -> None:
        """Until what was asked for has been drawn."""
        self.browser.set_script_timeout(30)
        self.browser.execute_async_script("""
            const done = arguments[0];
            const look = () => document.documentElement.dataset.drawn
              ? requestAnimationFrame(() => requestAnimationFrame(done)) : setTimeout(look, 20);
            look();""")

    def tearDown(self) -> None:
        self.assertEqual([entry["message"] for entry in self.browser.get_log("browser")], [])
        for entry in self.browser.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.assertRegex(message["params"]["request"]["url"], r"\A(data:|file://.*\.html\Z)")

    def find(self, selector: str) -> Any:
        return self.browser.find_element("css selector", selector)

    def count(self, selector: str) -> int:
        return len(self.browser.find_elements("css selector", selector))

    def click(self, selector: str) -> None:
        # Where the pointer is does not matter, and what is to be clicked may be an arrow of an SVG.
        self.run_script("arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", self.find(selector))
        self.settle()

    def text(self, selector: str) -> str:
        return str(self.find(selector).text)
