#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The table of docs/directives/compile_time.md: what becomes of each region of the files whose remarks are compared
with what the compiler says (remarks.py), at -O2. Compares the page with it; `--update` writes the page."""

import argparse
import re
import sys
from pathlib import Path

LEVEL = "O2"
BEGIN = "<!-- Written by tests/directives/static/regions.py --update -->\n"
END = "<!-- until here -->\n"
LINE = re.compile(r"^(?:(O[\w,]+) )?(\w+): (.*)$")


class Region:
    def __init__(self, name: str) -> None:
        self.name = name
        self.known = ""
        self.reason = ""  # why it is recorded
        self.replays = ""

    def add(self, text: str) -> None:
        """What does not begin like this is about single tasks."""
        for field, begin in (("known", "taskgraph is known at compile time: "),
                             ("reason", "taskgraph is recorded when it runs: "), ("replays", "taskgraph's code is ")):
            if text.startswith(begin):
                setattr(self, field, text.removeprefix(begin))

    def row(self) -> str:
        name = self.name.replace("_", " ")
        if self.known:
            return f"| {name} | known: {self.known} | not executed |"
        replays = re.sub(r" in (every replay|replays)", "", self.replays) or "executed"
        if replays == f"executed: {self.reason}":
            replays = "executed"
        return f"| {name} | {self.reason} | {replays} |"


def regions(golden: Path) -> list[Region]:
    found: dict[str, Region] = {}
    for line in golden.read_text(encoding="utf-8").splitlines():
        match = LINE.match(line)
        if match is None:
            sys.exit(f"{golden.name}: {line} is no remark")
        levels, name, text = match.groups()
        if levels is None or LEVEL in levels.split(","):
            found.setdefault(name, Region(name)).add(text)
    return [region for region in found.values() if region.known or region.reason]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--page", type=Path, required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("golden", type=Path, nargs="+")
    arguments = parser.parse_args()
    rows = ["| region | what is decided | its code in replays |", "|---|---|---|"]
    rows += [region.row() for golden in arguments.golden for region in regions(golden)]
    page = arguments.page.read_text(encoding="utf-8")
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{arguments.page} lacks the lines around the table: {BEGIN}{END}")
    written = before + begin + "\n".join(rows) + "\n" + end + after
    if arguments.update:
        arguments.page.write_text(written, encoding="utf-8")
    elif written != page:
        sys.exit(f"{arguments.page}: the table is not what the compiler says; write it with regions.py --update")
    return 0


if __name__ == "__main__":
    sys.exit(main())
