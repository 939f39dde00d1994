#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Files and functions that ARCHITECTURE.md, the READMEs under src/, the glossary and the page of constants name in code
font exist.

`sched/idle/find.cpp:steal` is a function that this file defines (or a type, or a macro); `find.cpp` is a file. A path
starts at the root, at src/, at include/, or at the folder of the document.

A section that is named behind a README, in any document and in comments of the C and C++ code, is there: as a heading,
or as the words in bold or italics with which a paragraph or an item begins.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from repo import CXX_SUFFIXES, Finding, code_only, files, main, read

_REFERENCE = re.compile(r"`([\w./-]+\.(?:hpp|cpp|h|c|py|cmake|txt))(?::([\w~]+(?:::[\w~]+)*))?`")
# "](path)" may stand between a README and its section, and so may the end of a line of a comment.
_QUOTED = r'"[^"]+"'
_SPACE = r"\s+(?://\s+)?"
_SECTION = re.compile(
    rf"((?:[\w.-]+/)*README\.md)\)?(?:\]\((?:[\w.-]+/)*README\.md\))?,{_SPACE}({_QUOTED}(?:,{_SPACE}{_QUOTED})*)"
)
# What may stand between a function's parameters and its body; a constructor has its members before that.
_QUALIFIERS = r"(?:\s|\b(?:const|noexcept|override|final|mutable)\b|->\s*[\w:<>*& ]+)*"
_BODY = re.compile(_QUALIFIERS + r"\{")
_MEMBERS_AND_BODY = re.compile(_QUALIFIERS + r"(?:\{|:(?!:))")

DOCUMENTS = {"ARCHITECTURE.md", "docs/glossary.md", "docs/tuning.md"}


def documents(root: Path) -> Iterator[str]:
    for name in files(root, {".md"}):
        if name in DOCUMENTS or (name.startswith("src/") and name.endswith("/README.md")):
            yield name


def find_file(root: Path, document: str, path: str) -> Path | None:
    places = (root / path, root / "src" / path, root / "include" / path, (root / document).parent / path)
    return next((place for place in places if place.is_file()), None)


def has_section(readme: str, name: str) -> bool:
    return re.search(rf"^(?:#+ |[-*] |\d+\. )?(?:\*{{1,2}}|`)?{re.escape(name)}\b", readme, re.MULTILINE) is not None


def find_readmes(root: Path, name: str, path: str) -> list[Path]:
    """A README without a folder is that of the file's own folder, or of the one above."""
    folder = (root / name).parent
    places = (folder / path, folder.parent / path) + ((root / "src" / path, root / path) if "/" in path else ())
    return [place for place in places if place.is_file()]


def missing_sections(root: Path) -> Iterator[Finding]:
    for name in files(root, CXX_SUFFIXES | {".md"}):
        text = read(root, name)
        for match in _SECTION.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            readmes = [path.read_text(encoding="utf-8") for path in find_readmes(root, name, match.group(1))]
            for quoted in re.findall(r'"([^"]+)"', match.group(2)):
                section = re.sub(_SPACE, " ", quoted)
                if not any(has_section(readme, section) for readme in readmes):
                    yield Finding(name, line, f'{match.group(1)} has no section "{section}"')


def end_of_pair(text: str, start: int) -> int:
    """The position behind the parenthesis or brace that closes the one at `start`; -1: there is none."""
    opening = text[start]
    closing = {"(": ")", "{": "}"}[opening]
    depth = 0
    for at in range(start, len(text)):
        depth += {opening: 1, closing: -1}.get(text[at], 0)
        if depth == 0:
            return at + 1
    return -1


def defines_function(code: str, name: str) -> bool:
    behind = _MEMBERS_AND_BODY if name.rsplit("::", 1)[-1][0].isupper() else _BODY
    for match in re.finditer(rf"(?<![\w.>]){re.escape(name)}\s*(?=\()", code):
        end = end_of_pair(code, match.end())
        if end >= 0 and behind.match(code, end):
            return True
    return False


def body_of_class(code: str, name: str) -> str:
    match = re.search(rf"\b(?:class|struct)\s+(?:alignas\([^)]*\)\s*)?{re.escape(name)}\b[^;{{]*(?=\{{)", code)
    return code[match.end() : end_of_pair(code, match.end())] if match else ""


def defines(path: Path, name: str) -> bool:
    text = path.read_text(encoding="utf-8")
    if path.suffix not in CXX_SUFFIXES:
        return re.search(rf"^\s*(?:def|class|function\(|macro\()\s*{re.escape(name)}\b", text, re.MULTILINE) is not None
    code = code_only(text)
    if "::" in name:
        scope, own = name.rsplit("::", 1)
        return defines_function(code, name) or defines_function(body_of_class(code, scope), own)
    is_type_or_macro = re.search(rf"(?:\b(?:class|struct|using)|#\s*define)\s+{re.escape(name)}\b", code)
    return is_type_or_macro is not None or defines_function(code, name)


def check(root: Path) -> list[Finding]:
    findings: list[Finding] = []
    for document in documents(root):
        for number, line in enumerate(read(root, document).split("\n"), start=1):
            for path, name in _REFERENCE.findall(line):
                file = find_file(root, document, path)
                if file is None:
                    findings.append(Finding(document, number, f"names {path}, which does not exist"))
                elif name and not defines(file, name):
                    findings.append(Finding(document, number, f"names {path}:{name}, which {path} does not define"))
    return findings + list(missing_sections(root))


if __name__ == "__main__":
    sys.exit(main(check, "references"))
