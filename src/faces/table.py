#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/symbols.md: which functions of the other runtimes librondo implements, which it does not, and why.

    table.py LIBRONDO > docs/symbols.md

tests/abi fails when the committed page differs from what this writes, and when a function that is not implemented has
no reason in symbols.py.
"""

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from symbols import OMISSIONS, RUNTIME_PREFIXES, UNSUPPORTED, SymbolList, load_list, unsupported_reason

LISTS = Path(__file__).parent
TITLES = {
    "libgomp.txt": "libgomp of gcc 16",
    "libomp.txt": "libomp of LLVM 23",
    "libiomp5.txt": "libiomp5 of Intel oneAPI 2026.2",
}
NO_REASON = "no reason is given in symbols.py"

HEAD = """\
<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- Written by src/faces/table.py; `make test` says when it has to be written again. -->
# Symbols of the other runtimes

Every function that libgomp, libomp and libiomp5 export for programs exists in `librondo.so`. The few that it does not
implement stop the program at their first call, with one line that names them; `nm -D librondo.so` marks them `W`.

"""


def exports(library: Path) -> dict[str, str]:
    """Name -> nm's letter: T for what is implemented, W for what stops."""
    command = ["nm", "--dynamic", "--defined-only", str(library)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {line.split()[-1]: line.split()[-2] for line in text.splitlines()}


def functions(symbols: SymbolList) -> set[str]:
    return {s.name for s in symbols.symbols if not s.is_data and s.name.startswith(RUNTIME_PREFIXES)}


def missing(letters: Mapping[str, str]) -> list[str]:
    return sorted(name for name, letter in letters.items() if letter == "W")


def by_reason(names: list[str]) -> dict[str, list[str]]:
    """Reasons in the order of symbols.py, each with its names."""
    groups: dict[str, list[str]] = {reason: [] for _, reason in UNSUPPORTED}
    for name in names:
        groups.setdefault(unsupported_reason(name) or NO_REASON, []).append(name)
    return {reason: group for reason, group in groups.items() if group}


def page(letters: Mapping[str, str]) -> str:
    lines = ["| library | functions | implemented | stop the program | variables |", "|---|---|---|---|---|"]
    for name, title in TITLES.items():
        symbols = load_list(LISTS / name)
        listed = functions(symbols)
        stopping = [function for function in listed if letters.get(function) == "W"]
        n_variables = sum(symbol.is_data for symbol in symbols.symbols)
        counts = f"{len(listed)} | {len(listed) - len(stopping)} | {len(stopping)} | {n_variables}"
        lines.append(f"| {title} | {counts} |")
    lines += ["", "## What stops the program", "", "| functions | why they are not implemented |", "|---|---|"]
    for reason, group in by_reason(missing(letters)).items():
        lines.append(f"| {', '.join(f'`{name}`' for name in group)} | {reason} |")
    lines += ["", "## What no face has", "", "| symbols | why |", "|---|---|"]
    for pattern, reason in OMISSIONS:
        names = ", ".join(f"`{re.sub(r'[.][*]', '*', part)}`" for part in pattern.split("|"))
        lines.append(f"| {names} | {reason} |")
    return HEAD + "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("rondo: usage: table.py LIBRONDO; the page goes to standard output", file=sys.stderr)
        return 2
    sys.stdout.write(page(exports(Path(arguments[0]))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
