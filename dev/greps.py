#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Small habits that a search can check: licence line, long lines, stray white space, notes without an issue, paths of
one machine, references to documents that do not exist.
"""

import re
import sys
from pathlib import Path

from repo import Finding, files, main, read

SOURCES = {".c", ".h", ".cpp", ".hpp", ".py", ".sh", ".cmake", ".f90", ".S"}
SOURCE_NAMES = {"CMakeLists.txt", "Makefile", "run"}
TEXTS = SOURCES | {".md", ".json", ".txt", ".toml", ".ini", ""}

SPDX = "SPDX-License-Identifier: Apache-2.0"
_NOTE = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b(?!\s*\(#\d+\))")
_MACHINE = re.compile(r"(?<![\w.$}])/(?:home|root|Users|work)/[\w.]")
_DOCUMENT = re.compile(r"(?<![\w/.<{-])((?:docs|src|dev|tests|bench|python|cli)/[\w./-]+\.md)\b")
COLUMNS = 120  # as in .clang-format, which leaves comments alone
# A longer comment makes clang-format 19 forget `AlignTrailingComments: Leave` for the rest of its file.
COMMENT_COLUMNS = 118
_COMMENT = re.compile(r"\s*//")
_LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)]*)?\)")


def is_source(name: str) -> bool:
    return Path(name).suffix in SOURCES or Path(name).name in SOURCE_NAMES


def check_lines(name: str, text: str) -> list[Finding]:
    findings: list[Finding] = []
    tabs_allowed = Path(name).name in ("Makefile", "rules") or Path(name).suffix == ".tsv"
    for number, line in enumerate(text.split("\n"), start=1):
        if line != line.rstrip():
            findings.append(Finding(name, number, "blanks at the end of the line"))
        if "\t" in line and not tabs_allowed:
            findings.append(Finding(name, number, "tab: indent with two blanks (Python: four)"))
        limit = COMMENT_COLUMNS if _COMMENT.match(line) else COLUMNS
        if is_source(name) and len(line) > limit and "://" not in line:
            findings.append(Finding(name, number, f"{len(line)} columns, the limit is {limit}"))
        if _MACHINE.search(line):
            findings.append(Finding(name, number, "absolute path of one machine: write it relative to the repository"))
        if name.startswith("src/") and "pthread_once(" in line:
            findings.append(Finding(name, number, "a fork() in the middle of it repeats it: use os/fork_gate.hpp"))
        if is_source(name) and _NOTE.search(line):
            findings.append(Finding(name, number, "a note for later names its issue: (#12) follows the word"))
    if text and not text.endswith("\n"):
        findings.append(Finding(name, text.count("\n") + 1, "no end of line at the end of the file"))
    return findings


def check_references(root: Path, name: str, text: str) -> list[Finding]:
    """Documents that comments and documents name must exist."""
    findings: list[Finding] = []
    for number, line in enumerate(text.split("\n"), start=1):
        targets = [(match.group(1), root / match.group(1)) for match in _DOCUMENT.finditer(line)]
        if name.endswith(".md"):
            links = [match.group(1) for match in _LINK.finditer(line)]
            targets += [(link, (root / name).parent / link) for link in links if "://" not in link]
        missing = [target for target, path in targets if not path.exists()]
        findings += [Finding(name, number, f"names {target}, which does not exist") for target in missing]
    return findings


def check_file(root: Path, name: str) -> list[Finding]:
    text = read(root, name)
    findings: list[Finding] = []
    if is_source(name) and SPDX not in "\n".join(text.split("\n")[:2]):
        findings.append(Finding(name, 1, f"the first line (the second after #!) says {SPDX}"))
    return findings + check_lines(name, text) + check_references(root, name, text)


def check(root: Path) -> list[Finding]:
    # The patterns above and the tests of this file would find themselves.
    own = {"dev/greps.py", "dev/test_dev.py", "LICENSE"}
    names = [name for name in files(root) if Path(name).suffix in TEXTS and name not in own]
    return [finding for name in names for finding in check_file(root, name)]


if __name__ == "__main__":
    sys.exit(main(check, "greps"))
