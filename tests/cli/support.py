# SPDX-License-Identifier: Apache-2.0
"""What the tests of the command line share: where things are, and running `rondo`."""

import os
import subprocess
import unittest
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

COMMAND = os.environ["RONDO_TEST_COMMAND"]
PROGRAMS = Path(os.environ["RONDO_TEST_PROGRAMS"])
FACES = Path(COMMAND).parent.parent / "lib" / "faces"

# Variables of the person who runs the tests must not decide their outcome.
INHERITED = {"PATH", "HOME", "TMPDIR", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"}


Result = subprocess.CompletedProcess[str]
_T = TypeVar("_T")


def compilers(turn: int) -> tuple[str, ...]:
    """Whose program is run: one's, in `make test-long` both."""
    both = ("gcc", "clang")
    return both if "RONDO_TEST_WHOLE" in os.environ else (both[turn % 2],)


def by_turns(items: Iterable[_T], first: int = 0) -> Iterator[tuple[str, _T]]:
    for turn, item in enumerate(items, first):
        for compiler in compilers(turn):
            yield compiler, item


def run(*command: str, env: dict[str, str] | None = None, cwd: Path | None = None) -> Result:
    environment = {name: value for name, value in os.environ.items() if name in INHERITED} | (env or {})
    return subprocess.run(
        command, env=environment, cwd=cwd, capture_output=True, text=True, timeout=200, stdin=subprocess.DEVNULL
    )


def rondo(*arguments: str, env: dict[str, str] | None = None, cwd: Path | None = None) -> Result:
    return run(COMMAND, *arguments, env=env, cwd=cwd)


def hiding(path: str) -> list[str]:
    """What a command begins with that is to find an empty folder or file there; [] where this process may not do so."""
    private = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
    mount = "-t tmpfs none" if Path(path).is_dir() else "--bind /dev/null"
    hidden = [*private, "sh", "-c", f'mount {mount} {path} && exec "$@"', "sh"]
    return hidden if run(*hidden, "true").returncode == 0 else []


class CommandLineTest(unittest.TestCase):
    maxDiff = None

    def assert_error(self, result: Result, status: int, *words: str) -> None:
        """One line that starts with "rondo: ", holds a remedy, and all the words."""
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertRegex(result.stderr, r"\Arondo: .+; .+\n\Z")
        for word in words:
            self.assertIn(word, result.stderr)

    def assert_on_rondo(self, output: str, expected_parts: int = 1) -> None:
        """Every part of a program built from serving.c was served by librondo, and only Rondo's files are mapped."""
        served = [line.removeprefix("served by ") for line in output.splitlines() if line.startswith("served by ")]
        self.assertEqual([Path(file).name.split(".so")[0] for file in served], ["librondo"] * expected_parts, output)
        mapped = [line.removeprefix("mapped ") for line in output.splitlines() if line.startswith("mapped ")]
        self.assertTrue(mapped, output)
        for file in mapped:
            self.assertTrue(Path(file).is_relative_to(FACES.parent.resolve()), f"{file} is mapped")
