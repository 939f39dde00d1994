# SPDX-License-Identifier: Apache-2.0
"""Names for the bodies of tasks: function, file and line, from the debug information of the program."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .report import Body

_SYMBOLIZERS = ("llvm-symbolizer-19", "llvm-symbolizer")
_ADDR2LINE = "addr2line"
HINT = "file and line of tasks are known when the program is compiled with -g"
# What gcc and clang add to the name of the function that the task stands in, or use in its place.
_ADDED = re.compile(r"(?:\s*\[clone )?\._omp_(?:fn|cpyfn)\.\d+(?:\.\w+)*\]?$"
                    r"|\.omp_(?:task_entry|outlined)(?:_debug__)?(?:\..*)?$")

# Rondo's headers, whose functions are inlined into the program.
_OWN = re.compile(r"(?:^|/)(?:rondo\.h|rondo/(?:capture_table|dep_pattern|directive|static_graph|taskiter)\.h)$")


@dataclass(frozen=True)
class Name:
    function: str  # that holds the task, "" if unknown
    file: str  # "" if unknown
    line: int  # of the body's first statement, or of the construct
    fallback: str  # what is left without debug information

    @property
    def text(self) -> str:
        place = f"{Path(self.file).name}:{self.line}" if self.file else ""
        return " ".join(filter(None, (self.function, place))) or self.fallback


def _clean(function: str) -> str:
    return "" if function in ("??", "") else _ADDED.sub("", function)


def _fallback(body: Body) -> str:
    if body.is_any:
        return "of any code"
    symbol = _clean(body.symbol or "")
    if symbol:
        return symbol
    return f"{Path(body.module).name}+{body.offset:#x}" if body.module else body.address


def _name(body: Body, function: str, file: str, line: int) -> Name:
    is_known = file not in ("", "??") and line > 0
    return Name(_clean(function), file if is_known else "", line if is_known else 0, _fallback(body))


def _ask(command: list[str], offsets: list[int]) -> list[str]:
    text = "".join(f"{offset:#x}\n" for offset in offsets)
    result = subprocess.run(command, input=text, capture_output=True, text=True)
    return result.stdout.splitlines() if result.returncode == 0 else []


def _by_symbolizer(tool: str, module: str, bodies: list[Body], innermost: bool) -> list[Name]:
    lines = _ask([tool, f"--obj={module}", "--output-style=JSON"], [body.offset for body in bodies])
    names = []
    for body, line in zip(bodies, lines):
        frames = json.loads(line).get("Symbol") or [{}]
        of_program = [frame for frame in frames if not _OWN.search(frame.get("FileName", ""))] or frames
        frame = of_program[0 if innermost else -1]
        names.append(_name(body, frame.get("FunctionName", ""), frame.get("FileName", ""), frame.get("Line", 0)))
    return names


def _by_addr2line(tool: str, module: str, bodies: list[Body]) -> list[Name]:
    lines = _ask([tool, "-f", "-C", "-e", module], [body.offset for body in bodies])
    names = []
    for body, function, place in zip(bodies, lines[0::2], lines[1::2]):
        file, _, line = place.partition(" ")[0].rpartition(":")
        names.append(_name(body, function, file, int(line) if line.isdecimal() else 0))
    return names


def resolve(bodies: Iterable[Body], *, innermost: bool = False) -> dict[Body, Name]:
    """A name for each body; those that no tool knows keep what the runtime knew. Functions of the program that are
    inlined at that place count if `innermost`, else the function that they are inlined into."""
    wanted = list(dict.fromkeys(bodies))
    names = {body: _name(body, "", "", 0) for body in wanted}
    tool = next((path for name in _SYMBOLIZERS if (path := shutil.which(name))), None)
    addr2line = shutil.which(_ADDR2LINE)
    for module in {body.module for body in wanted if body.module}:
        here = [body for body in wanted if body.module == module]
        found: list[Name] = []
        if tool:
            found = _by_symbolizer(tool, module, here, innermost)
        elif addr2line:
            found = _by_addr2line(addr2line, module, here)
        names |= dict(zip(here, found))
    return names


def remedy(names: dict[Body, Name]) -> str | None:
    """What to do where names lack file and line; None when nothing lacks."""
    if all(name.file for body, name in names.items() if not body.is_any):
        return None
    if not any(shutil.which(tool) for tool in (*_SYMBOLIZERS, _ADDR2LINE)):
        return "file and line of tasks need a symbolizer: apt-get install binutils"
    return HINT
