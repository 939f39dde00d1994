# SPDX-License-Identifier: Apache-2.0
"""Where D3 is, the library that the page draws with: one file, which goes into the page."""

import os
from pathlib import Path

from ..errors import MeasureError
from ..needs import kCarried

_FILE = Path("d3", "dist", "d3.min.js")
# Debian's node-d3; and where npm puts what everybody is to use.
_FOLDERS = ("/usr/share/nodejs", "/usr/local/lib/node_modules", "/usr/lib/node_modules")


def source() -> str:
    """Raises MeasureError where it is missing."""
    named = [folder for folder in os.environ.get("NODE_PATH", "").split(":") if folder]
    for folder in (str(kCarried), *named, *_FOLDERS):
        path = Path(folder, _FILE)
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise MeasureError("a page is drawn by D3, which is not installed; apt-get install node-d3, "
                       "or npm install d3 and name its node_modules in NODE_PATH")
