#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""stage.py FOLDER: copies all documents of the repository there, with their folders, and the pictures and other files
that they link to. A link to a folder becomes one to its README.md; other folders, which a site cannot show, become
plain words."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_LINK = re.compile(r"!?\[((?:[^\]\\]|\\.)*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")
_CODE = re.compile(r"(?ms)^```.*?^```|`[^`\n]*`(?!\])")


def documents() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.splitlines() if (ROOT / name).exists()]


def staged(document: Path, others: set[Path]) -> str:
    """Its text; files that it links to are added to `others`."""
    text = document.read_text(encoding="utf-8")
    code = [match.span() for match in _CODE.finditer(text)]

    def link(match: "re.Match[str]") -> str:
        if any(begin <= match.start() < end for begin, end in code):
            return match[0]
        target = (document.parent / match[2]).resolve()
        if target.is_dir():
            if not (target / "README.md").exists():
                return match[1]
            return f"[{match[1]}]({match[2].rstrip('/')}/README.md{match[3] or ''})"
        if target.suffix != ".md" and target.is_file():
            others.add(target)
        return match[0]

    return _LINK.sub(link, text)


def main() -> None:
    folder = Path(sys.argv[1])
    shutil.rmtree(folder, ignore_errors=True)
    others: set[Path] = set()
    for document in documents():
        target = folder / document.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(staged(document, others), encoding="utf-8")
    shutil.copy(ROOT / "site/wide.css", folder)
    for other in others:
        target = folder / other.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(other, target)


if __name__ == "__main__":
    main()
