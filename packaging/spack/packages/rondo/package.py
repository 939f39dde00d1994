# SPDX-License-Identifier: Apache-2.0
# mypy: ignore-errors
"""Rondo for Spack: the library, the faces and the commands, built from the sources by the compiler of the spec. Which
steps that makes is written in packaging/README.md; a test executes them. (Spack's words come by its star import.)"""

from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Rondo(CMakePackage):
    """OpenMP runtime with cheap tasks and recorded task graphs, for programs that gcc, clang or gfortran have built."""

    homepage = "https://example.org/rondo"
    git = "https://example.org/rondo.git"

    license("Apache-2.0")

    version("main", branch="main")

    variant("python", default=True, description="Commands that are written in Python: graph, check, trace, why")

    generator("ninja")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python@3.11:", type=("build", "run"))
    depends_on("cli11", type="build")
    depends_on("nlohmann-json", type="build")
    depends_on("hwloc@2.9:")
    with when("+python"):
        depends_on("py-typer", type="run")
        depends_on("py-rich", type="run")
        depends_on("py-numpy", type="run")
        depends_on("py-protobuf", type="run")

    requires("platform=linux", msg="Rondo waits by futexes")
    requires("%gcc@12:", "%llvm@19:", policy="one_of", msg="C++20")

    build_targets = ["delivered"]

    def cmake_args(self):
        # The compilers' plugins and the benchmarks need certain compilers beside that of the spec.
        return [
            self.define("RONDO_TESTS", False),
            self.define("RONDO_DIRECTIVES", False),
            self.define("RONDO_BENCH", False),
        ]

    def setup_run_environment(self, env):
        if self.spec.satisfies("+python"):
            env.set("RONDO_PYTHON", self.spec["python"].command.path)

    def test_serves_a_program(self):
        """a command runs with Rondo's library in its process"""
        rondo = which(self.prefix.bin.rondo)
        out = rondo("run", "--", "cat", "/proc/self/maps", output=str.split, error=str.split)
        assert "librondo.so" in out
