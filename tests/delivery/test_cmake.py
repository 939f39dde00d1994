#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Projects outside of the tree that find an installed Rondo with CMake, by the compilers and by the wrappers."""

import unittest
from pathlib import Path

from support import FOLDER, FORTRAN, PREFIX, SOURCES, DeliveryTest, Variables, run


class CMake(DeliveryTest):
    def configure(self, project: str, *options: str, more: Variables | None = None) -> Path:
        build = self.folder / "build"
        self.must(
            "cmake", "-G", "Ninja", "-S", FOLDER / project, "-B", build, f"-DCMAKE_PREFIX_PATH={PREFIX}",
            f"-DRONDO_TEST_SOURCES={SOURCES}", *options, more=more,
        )  # fmt: skip
        self.must("cmake", "--build", build, more=more)
        return build

    def check(self, project: str, language: str, compiler: str) -> None:
        build = self.configure(project, f"-DCMAKE_{language}_COMPILER={compiler}", f"-DRONDO_TEST_LANGUAGE={language}")
        self.assert_on_rondo(build / "alone")
        self.assert_on_rondo(build / "beside_openmp")
        if (build / "runtime").exists():
            self.assert_on_rondo(build / "runtime", directives=False)
        # CMake takes its own paths out of what it installs; those of Rondo have to stay.
        self.must("cmake", "--install", build, "--prefix", self.folder / "installed")
        self.assert_on_rondo(self.folder / "installed/bin/alone")
        self.assert_on_rondo(self.folder / "installed/bin/beside_openmp")

    def test_c_by_clang(self) -> None:
        self.check("cmake_one", "C", "clang-19")

    def test_c_by_gcc(self) -> None:
        self.check("cmake_one", "C", "gcc-12")

    def test_cxx_by_clang(self) -> None:
        self.check("cmake_one", "CXX", "clang++-19")

    def test_cxx_by_gcc(self) -> None:
        self.check("cmake_one", "CXX", "g++-12")

    @unittest.skipUnless(FORTRAN, "gfortran was not found")
    def test_fortran(self) -> None:
        self.check("cmake_fortran", "Fortran", "gfortran")

    def test_wrapper_as_the_compiler(self) -> None:
        for chosen in ("clang-19", "gcc-12"):
            with self.subTest(chosen=chosen):
                self.setUp()
                wrapper = PREFIX / "bin/rondo-cc"
                build = self.configure(
                    "cmake_one", f"-DCMAKE_C_COMPILER={wrapper}", "-DRONDO_TEST_LANGUAGE=C", more={"RONDO_CC": chosen}
                )
                self.assert_on_rondo(build / "alone")
                self.assert_on_rondo(build / "beside_openmp")
                self.assert_on_rondo(build / "runtime", directives=False)

    @unittest.skipUnless(FORTRAN, "gfortran was not found")
    def test_three_languages_of_two_families(self) -> None:
        build = self.configure(
            "cmake_mixed", "-DCMAKE_C_COMPILER=gcc-12", "-DCMAKE_CXX_COMPILER=clang++-19",
            "-DCMAKE_Fortran_COMPILER=gfortran",
        )  # fmt: skip
        self.assertEqual(self.must(build / "mixed"), "ok\n")

    def test_compiler_without_plugin(self) -> None:
        """A compiler that claims to be another version: the package says which plugins there are."""
        fake = self.folder / "gcc-99"
        fake.write_text('#!/bin/sh\nexec gcc-12 -U__GNUC__ -D__GNUC__=99 "$@"\n')
        fake.chmod(0o755)
        result = run(
            "cmake", "-S", FOLDER / "cmake_one", "-B", self.folder / "build", f"-DCMAKE_PREFIX_PATH={PREFIX}",
            f"-DRONDO_TEST_SOURCES={SOURCES}", "-DRONDO_TEST_LANGUAGE=C", f"-DCMAKE_C_COMPILER={fake}",
        )  # fmt: skip
        self.assertNotEqual(result.returncode, 0)
        text = " ".join(result.stderr.split())
        self.assertIn("no plugin for GNU 99", text)
        self.assertIn("librondo-gcc12.so", text)


if __name__ == "__main__":
    unittest.main()
