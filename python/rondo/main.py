# SPDX-License-Identifier: Apache-2.0
"""From a command's name to its module, which is imported when nothing is missing that it needs."""

import importlib
import sys
from typing import NoReturn

from .needs import need

_TERMINAL = ("rich", "typer")
_MEASURING = (*_TERMINAL, "numpy", "pandas", "matplotlib", "jsonschema")
_COMMANDS = {
    "bench": (".measure.commands", _MEASURING),
    "check": (".graph.check", _TERMINAL),
    "demo": (".demo.commands", _MEASURING),
    "graph": (".graph.commands", _TERMINAL),
    "report": (".report.commands", _MEASURING),
    "trace": (".trace.commands", (*_TERMINAL, "numpy", "google.protobuf")),
    "why": (".why.commands", (*_TERMINAL, "numpy", "google.protobuf")),
}


def _import_typer() -> None:
    """Without rich: help is plain text, as that of the commands in C++, and manual pages and completion are made of it.
    (Where rich is installed, older versions of typer draw boxes, and read half of it when they are imported.)"""
    sys.modules["rich"] = None  # type: ignore[assignment]
    importlib.import_module("typer.core")
    del sys.modules["rich"]


def main() -> NoReturn:
    command, *arguments = sys.argv[1:] or [""]
    if command not in _COMMANDS:
        sys.exit(f"rondo: there is no command '{command}' in Python; name one of {', '.join(_COMMANDS)}")
    module, needed = _COMMANDS[command]
    need(*needed)
    _import_typer()
    from .screen import main_guard

    main_guard(lambda: importlib.import_module(module, __package__).main(arguments))
