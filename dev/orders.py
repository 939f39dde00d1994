#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Memory orders are argued in prose beside the code: a remark like `// [D3]` at an atomic operation names an entry
under `## Orders` in the README.md of the same folder. This checks both directions:

  - every tag in a comment of src/ is defined there (a tag of another folder is written `[sync/L2]`);
  - every tag defined there stands at two sites at least: an order between threads has two ends.

An entry starts with its tag, in a list item, a table row, a heading or a paragraph: `- [D1] bottom_: ...`.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

from repo import CXX_SUFFIXES, Finding, files, main, read

_TAG = re.compile(r"\[(?:([a-z]+)/)?([A-Z]{1,2}[0-9]{1,2})\]")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_DEFINITION = re.compile(r"^\s*(?:[-*+]\s+|\|\s*|#{3,}\s+|\d+\.\s+)?(?:\*\*|`)?\[([A-Z]{1,2}[0-9]{1,2})\]")


def folder_of(name: str) -> str:
    """Folder whose README defines the tags of a file: the first below src/."""
    return name.split("/")[1]


def definitions(text: str) -> dict[str, list[int]]:
    """Tag -> line numbers of its definitions in a README."""
    found: dict[str, list[int]] = defaultdict(list)
    inside = False
    for number, line in enumerate(text.split("\n"), start=1):
        if re.match(r"^##\s", line):
            inside = line[2:].strip() == "Orders"
        elif inside and (match := _DEFINITION.match(line)):
            found[match.group(1)].append(number)
    return found


def uses(text: str, folder: str) -> list[tuple[int, str, str]]:
    """(line, folder, tag) of every tag in the comments of a source file."""
    return [
        (text.count("\n", 0, comment.start() + tag.start()) + 1, tag.group(1) or folder, tag.group(2))
        for comment in _COMMENT.finditer(text)
        for tag in _TAG.finditer(comment.group(0))
    ]


def check(root: Path) -> list[Finding]:
    findings: list[Finding] = []
    defined: dict[tuple[str, str], tuple[str, int]] = {}
    for name in files(root, {".md"}, "src/"):
        if name.count("/") != 2 or not name.endswith("/README.md"):
            continue
        for tag, lines in definitions(read(root, name)).items():
            defined[folder_of(name), tag] = (name, lines[0])
            findings += [Finding(name, line, f"[{tag}] is defined a second time") for line in lines[1:]]
    sites: dict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
    for name in files(root, CXX_SUFFIXES, "src/"):
        if name.count("/") < 2:
            continue
        for line, folder, tag in uses(read(root, name), folder_of(name)):
            sites[folder, tag].append((name, line))
    for (folder, tag), where in sites.items():
        if (folder, tag) not in defined:
            text = f"[{tag}] ({len(where)} site(s)) is not defined under `## Orders` in src/{folder}/README.md"
            findings.append(Finding(*where[0], text))
    for (folder, tag), (name, line) in defined.items():
        if (count := len(sites[folder, tag])) < 2:
            findings.append(Finding(name, line, f"[{tag}] stands at {count} site(s) in src/; an order has two ends"))
    return findings


if __name__ == "__main__":
    sys.exit(main(check, "orders"))
