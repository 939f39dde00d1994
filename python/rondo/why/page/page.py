# SPDX-License-Identifier: Apache-2.0
"""A page on its way: what it needs is looked for before a program that may run for hours, then it is written."""

import os
from pathlib import Path
from typing import Any

from ...errors import MeasureError
from ...graph import dot
from ...graph.symbols import Name
from ...page import d3
from ...screen import complain
from ..compare import Comparison
from ..examined import Examined
from . import render, view
from .spans import Recorder


class Page:
    def __init__(self, path: Path, has_graph: bool = True) -> None:
        """Raises MeasureError if it could not be made."""
        self._path = path
        self.ledger = Recorder()
        d3.source()
        if has_graph:
            dot.require("a page's graph", "leave --html out, and use `rondo trace`")
        if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
            raise self._cannot_write("no such folder, or no permission")

    def _cannot_write(self, why: str) -> MeasureError:
        return MeasureError(f"cannot write {self._path} ({why}); choose another file with --html")

    def _write(self, text: str) -> None:
        try:
            self._path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise self._cannot_write(str(error.strerror))
        complain(f"{self._path}: open it in a browser; it needs no network")

    def write(self, examined: Examined, names: dict[int, Name], document: dict[str, Any]) -> None:
        self._write(render.report(document, view.make(self.ledger, examined, names, document)))

    def write_ranks(self, found: dict[str, Any], pages: dict[int, str]) -> None:
        """`pages`: the files beside this one, by rank."""
        self._write(render.ranks(found, pages))

    def write_comparison(self, found: Comparison) -> None:
        self._write(render.comparison(found))
