#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Symbol tables: faces against the installed libgomp and libomp, librondo against what it promises."""

import os
import re
import signal
import subprocess
import sys
import unittest
from pathlib import Path

import symbols as lists
from symbols import RUNTIME_PREFIXES, SymbolList, load_list, read_exports

LIBRARY = Path(os.environ["RONDO_TEST_LIBRARY"])
FACES = Path(os.environ["RONDO_TEST_FACES"])
LISTS = Path(lists.__file__).parent

FACE_LISTS = {
    "libgomp.so.1": "libgomp.txt",
    "libomp.so.5": "libomp.txt",
    "libomp.so": "libomp.txt",
    "libiomp5.so": "libiomp5.txt",
}
ALLOWED_EXPORTS = (*RUNTIME_PREFIXES, "rondo_", "ompt_", "alpi_")
ALLOWED_NEEDED = {"libc.so.6", "ld-linux-x86-64.so.2"}  # each more takes a tenth of a millisecond of each start


def output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def dynamic(file: Path, tag: str) -> list[str]:
    return re.findall(rf"\({tag}\).*\[(.+)\]", output("readelf", "--dynamic", "--wide", str(file)))


def listed(face: str) -> SymbolList:
    return load_list(LISTS / FACE_LISTS[face])


def defined(exports: SymbolList) -> set[str]:
    return {symbol.versioned for symbol in exports.symbols}


def face_exports(face: str) -> set[str]:
    """Names with nodes; read_exports() sorts by node, for which a face's own marker node does not matter."""
    text = output("nm", "--dynamic", "--defined-only", str(FACES / face))
    return {line.split()[-1] for line in text.splitlines() if "@" in line}


def library_exports() -> dict[str, str]:
    """Name -> nm's letter."""
    text = output("nm", "--dynamic", "--defined-only", str(LIBRARY))
    return {line.split()[-1]: line.split()[-2] for line in text.splitlines()}


class Faces(unittest.TestCase):
    def assert_covers(self, face: str, original: Path) -> None:
        exports = read_exports(original)
        self.assertGreater(len(exports.symbols), 300, f"{original} does not look like an OpenMP runtime")
        self.assertEqual(defined(exports) - face_exports(face), set())

    def test_libgomp_of_this_machine(self) -> None:
        self.assert_covers("libgomp.so.1", Path(output("gcc-12", "-print-file-name=libgomp.so.1").strip()).resolve())

    def test_libomp_of_this_machine(self) -> None:
        original = Path(output("clang-19", "-print-file-name=libomp.so.5").strip()).resolve()
        self.assert_covers("libomp.so.5", original)
        self.assert_covers("libomp.so", original)

    def test_lists(self) -> None:
        for face in FACE_LISTS:
            with self.subTest(face=face):
                expected = listed(face)
                self.assertEqual(face_exports(face), defined(expected))
                versions = output("readelf", "--version-info", "--wide", str(FACES / face))
                nodes = re.findall(r"Rev: 1 .*Name: (\S+)", versions)
                self.assertEqual(nodes, [face, *expected.nodes, "RONDO_FACE"])

    def test_how_the_loader_sees_them(self) -> None:
        soname = dynamic(LIBRARY, "SONAME")
        self.assertEqual(soname, ["librondo.so.0"])
        for face in FACE_LISTS:
            with self.subTest(face=face):
                self.assertEqual(dynamic(FACES / face, "SONAME"), [face])
                self.assertEqual(dynamic(FACES / face, "FILTER"), soname)
                self.assertEqual(dynamic(FACES / face, "NEEDED"), ["libc.so.6"])
                self.assertEqual(dynamic(FACES / face, "RUNPATH"), ["$ORIGIN/..:$ORIGIN/../.."])


class Library(unittest.TestCase):
    def test_needs_no_cxx_runtime(self) -> None:
        self.assertLessEqual(set(dynamic(LIBRARY, "NEEDED")), ALLOWED_NEEDED)

    def test_exports_nothing_else(self) -> None:
        others = sorted(name for name in library_exports() if not name.startswith(ALLOWED_EXPORTS))
        self.assertEqual(others, [])

    def test_exports_without_versions(self) -> None:
        # A version table would end the rule by which librondo satisfies references to any node.
        self.assertNotIn("Version definition", output("readelf", "--version-info", "--wide", str(LIBRARY)))

    def test_has_every_function_of_every_list(self) -> None:
        exports = library_exports()
        for face in FACE_LISTS:
            for symbol in listed(face).symbols:
                if not symbol.is_data and symbol.name.startswith(RUNTIME_PREFIXES):
                    self.assertIn(symbol.name, exports)

    def test_an_unsupported_function_stops_with_its_name(self) -> None:
        missing = sorted(name for name, letter in library_exports().items() if letter == "W")
        self.assertTrue(missing, "librondo implements everything: remove unsupported.py and this test")
        for name in {missing[0], missing[-1]}:
            call = f"import ctypes; ctypes.CDLL({str(LIBRARY)!r}).{name}()"
            child = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True)
            self.assertEqual(child.returncode, -signal.SIGABRT, name)
            self.assertRegex(child.stderr, rf"\Arondo: {name} is not supported by Rondo \d+\.\d+\.\d+; .+\n\Z")


if __name__ == "__main__":
    unittest.main()
