# SPDX-License-Identifier: Apache-2.0
"""What the checkers share: the list of the repository's files, findings and their report, C++ text without comments.

A checker is a function from a repository root to findings, so that test_dev.py can run it on small trees it makes.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

CXX_SUFFIXES = {".c", ".h", ".cpp", ".hpp"}


@dataclass(frozen=True, order=True)
class Finding:
    """One violation: where, and what to do about it."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}" if self.line else f"{self.path}: {self.text}"


def files(root: Path, suffixes: Iterable[str] = (), under: str = "") -> list[str]:
    """Paths relative to root of the files that belong to the repository: tracked, or new and not ignored."""
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"]
    listing = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    wanted = set(suffixes)
    return sorted(
        name
        for name in listing.split("\0")
        if name
        and name.startswith(under)
        and (not wanted or Path(name).suffix in wanted)
        and (root / name).is_file()  # git still names a file whose deletion is not committed
    )


def changed_files(root: Path) -> set[Path] | None:
    """Files that differ from the last commit, or, when none does, those the last commit changed; None: all."""

    def names(*command: str) -> list[str]:
        run = subprocess.run(["git", *command], cwd=root, check=True, capture_output=True, text=True)
        return run.stdout.split("\0")

    if subprocess.run(["git", "rev-parse", "-q", "--verify", "HEAD"], cwd=root, capture_output=True).returncode != 0:
        return None
    found = names("diff", "--name-only", "-z", "HEAD") + names("ls-files", "-z", "--others", "--exclude-standard")
    if not any(found):
        found = names("show", "--format=", "--name-only", "-z", "HEAD")
    return {root / name for name in found if name}


def read(root: Path, name: str) -> str:
    return (root / name).read_text(encoding="utf-8", errors="replace")


# A comment, or a literal whose text must not be taken for code. Raw strings first: they may contain quotes.
_NOT_CODE = re.compile(
    r"""R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"   # raw string
      | (?P<include>^[ \t]*\#[ \t]*include[^\n]*)     # kept: its quotes are not a string
      | //(?:\\\n|[^\n])*                             # comment to the end of the line
      | /\*.*?\*/                                     # block comment
      | "(?:\\.|[^"\\\n])*"                           # string
      | (?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])*'          # character; not the separator in 1'000
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def code_only(text: str) -> str:
    """C++ text with comments and literals blanked out; every line keeps its number."""

    def blank(match: re.Match[str]) -> str:
        if match.group("include") is not None:
            return match.group(0)
        return "\n" * match.group(0).count("\n")

    return _NOT_CODE.sub(blank, text)


def main(check: Callable[[Path], list[Finding]], name: str) -> int:
    """Runs a checker on this repository, prints what it finds to standard error, returns the exit status."""
    root = Path(__file__).resolve().parent.parent
    findings = sorted(check(root))
    for finding in findings:
        print(finding, file=sys.stderr)
    if findings:
        print(f"rondo: {name}: {len(findings)} finding(s)", file=sys.stderr)
    return 1 if findings else 0
