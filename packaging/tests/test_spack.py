# SPDX-License-Identifier: Apache-2.0
"""The Spack package, without Spack: its file is executed with a stand-in for Spack's language, and the steps of
Spack's class for CMake are done with its arguments in a clean Debian, by gcc alone."""

import contextlib
import subprocess
import sys
import tempfile
import types
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from .clean_root import CleanRoot

_SOURCES = Path(__file__).resolve().parents[2]
_FILE = _SOURCES / "packaging/spack/packages/rondo/package.py"
# Debian's names of what the package depends on.
_DEBIAN = {"c": "gcc-12", "cxx": "g++-12", "cmake": "cmake", "pkgconfig": "pkgconf", "python": "python3",
           "cli11": "libcli11-dev", "nlohmann-json": "nlohmann-json3-dev", "hwloc": "libhwloc-dev"}


class _Package:
    def define(self, name: str, value: bool) -> str:
        return f"-D{name}={'ON' if value else 'OFF'}"


def _load() -> tuple[Any, list[str]]:
    """The package's class, and what it needs without its variants."""
    needed: list[str] = []
    is_conditional = False

    def depends_on(spec: str, **_: object) -> None:
        if not is_conditional:
            needed.append(spec.partition("@")[0])

    @contextlib.contextmanager
    def when(_: str) -> Iterator[None]:
        nonlocal is_conditional
        is_conditional = True
        yield
        is_conditional = False

    def ignore(*_: object, **__: object) -> None:
        pass

    language = types.ModuleType("spack.package")
    vars(language).update(depends_on=depends_on, when=when, which=ignore, **dict.fromkeys(
        ("license", "version", "variant", "generator", "requires"), ignore))
    classes = types.ModuleType("spack_repo.builtin.build_systems.cmake")
    vars(classes)["CMakePackage"] = _Package
    modules = {"spack": types.ModuleType("spack"), "spack.package": language, classes.__name__: classes}
    modules.update({name: types.ModuleType(name) for name in
                    ("spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems")})
    scope: dict[str, Any] = {}
    with mock.patch.dict(sys.modules, modules):
        exec(compile(_FILE.read_text(encoding="utf-8"), str(_FILE), "exec"), scope)
    return scope["Rondo"], needed


class Spack(unittest.TestCase):
    def test_its_steps_make_an_installation_that_works(self) -> None:
        package, needed = _load()
        self.assertEqual(set(needed), set(_DEBIAN))
        arguments = package().cmake_args()
        with CleanRoot() as root, tempfile.TemporaryDirectory() as folder:
            root.install("ninja-build", "libc6-dev", *_DEBIAN.values())
            clone = Path(folder) / "rondo"
            subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(_SOURCES), str(clone)], check=True)
            root.copy(clone, "/tmp/rondo")
            root.run("cmake", "-G", "Ninja", "-S", "/tmp/rondo", "-B", "/tmp/build", "-DCMAKE_BUILD_TYPE=Release",
                     "-DCMAKE_INSTALL_PREFIX=/opt/spack/rondo", "-DCMAKE_C_COMPILER=gcc-12",
                     "-DCMAKE_CXX_COMPILER=g++-12", *arguments)
            root.run("ninja", "-C", "/tmp/build", *package.build_targets)
            root.run("cmake", "--install", "/tmp/build")
            maps = root.run("/opt/spack/rondo/bin/rondo", "run", "--", "cat", "/proc/self/maps").stdout
            self.assertIn("/opt/spack/rondo/lib/librondo.so.0", maps)
