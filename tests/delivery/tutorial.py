#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""docs/tutorial.md as a program: its C blocks are files that their first lines name, its console blocks are commands
with what they print. test_tutorial.py compares that with what they print now; executed, this file writes it:

    PATH=PREFIX/bin:$PATH tests/delivery/tutorial.py docs/tutorial.md"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

_FILE = re.compile(r"^```c\n(/\* ([\w.]+).*?)^```$", re.MULTILINE | re.DOTALL)
# The commands, then the output of the last one.
_CONSOLE = re.compile(r"(<!-- another time other lines -->\n)?```console\n((?:\$ [^\n]*\n)+)(.*?)^```$",
                      re.MULTILINE | re.DOTALL)
_WHERE = "~/heat"


@dataclass
class Step:
    commands: list[str]
    printed: str
    may_vary: bool  # then only the first line has to be as it is written

    def expected(self) -> list[str]:
        return _shape(self.printed)[:1 if self.may_vary else None]


def files(text: str) -> dict[str, str]:
    return {name: body for body, name in _FILE.findall(text)}


def steps(text: str) -> list[Step]:
    return [Step(commands.replace("$ ", "", 1).rstrip("\n").split("\n$ "), printed, bool(varies))
            for varies, commands, printed in _CONSOLE.findall(text)]


def _shape(printed: str) -> list[str]:
    """Its lines without what differs from run to run: times and their units, lengths of rules, the prefix."""
    lines = []
    for line in printed.splitlines():
        line = re.sub(r"/\S+/(?=librondo|lib/)", "", line)
        line = re.sub(r"\d[\d.]*(e[-+]\d+)?( [num]?s\b)?", "#", re.sub(r"[─ ]+", " ", line)).strip()
        if line:
            lines.append(line)
    return lines


def run(step: Step, folder: Path) -> str:
    printed = ""
    for command in step.commands:
        result = subprocess.run(["bash", "-c", command], cwd=folder, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, timeout=300, check=False)
        if result.returncode != 0:
            raise AssertionError(f"{command}: status {result.returncode}\n{result.stdout}")
        printed = result.stdout
    # Where the reader has it: no trailing spaces, the folder of the page, an installation in /usr/local.
    printed = "".join(f"{line.rstrip()}\n" for line in printed.splitlines() if line.strip())
    prefix = str(Path(shutil.which("rondo") or "").resolve().parent.parent)
    return printed.replace(str(folder.resolve()), _WHERE).replace(prefix, "/usr/local")


def differences(text: str, folder: Path) -> list[str]:
    for name, body in files(text).items():
        (folder / name).write_text(body, encoding="utf-8")
    found = []
    for step in steps(text):
        printed = run(step, folder)
        if _shape(printed)[:len(step.expected())] != step.expected() or not step.expected() or (
                not step.may_vary and len(_shape(printed)) != len(step.expected())):
            found.append(f"{step.commands[-1]}\n{printed}instead of\n{step.printed}")
    return found


def rewritten(text: str, folder: Path) -> str:
    for name, body in files(text).items():
        (folder / name).write_text(body, encoding="utf-8")

    def block(match: "re.Match[str]") -> str:
        printed = run(steps(match[0])[0], folder)
        return f"{match[1] or ''}```console\n{match[2]}{printed}```"

    return _CONSOLE.sub(block, text)


def main() -> None:
    document = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        document.write_text(rewritten(document.read_text(encoding="utf-8"), Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
