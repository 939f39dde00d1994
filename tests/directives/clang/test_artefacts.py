#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The clang plugin in everything that compilers write and read: dependency files, preprocessed text, debug information,
coverage, sanitizers, link-time optimisation, precompiled headers, modules; and in a compiler that it is not for."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

CLANG = os.environ["RONDO_TEST_CLANG"]
CLANGXX = os.environ["RONDO_TEST_CLANGXX"]
GCC = os.environ["RONDO_TEST_GCC"]
PLUGIN = Path(os.environ["RONDO_TEST_PLUGIN"])
FACES = os.environ["RONDO_TEST_FACES"]
LLVM_COV = os.environ["RONDO_TEST_LLVM_COV"]
LLVM_PROFDATA = os.environ["RONDO_TEST_LLVM_PROFDATA"]

# Prints "10 6 7 13". Valid C99 and C++11.
PROGRAM = """\
#include <stdio.h>
#define REGION(n) _Pragma("omp taskgraph")
#define NEXT(x) ((x) + 1)
static int step(int kept, int n) {
  int sum = 0;
  for (int k = 0; k < n; k++) {
    #pragma omp taskgraph
    {
      #pragma omp task shared(sum) depend(inout: sum) firstprivate(saved: kept)
      sum += kept;
    }
  }
  return sum;
}
int main(void) {
  int sum = 0, count = 0, odd = 0;
  for (int k = 0; k < 5; k++) {
    #pragma omp   taskgraph \\
        graph_id(NEXT(k) % 2)
    {
      #pragma omp task shared(sum) firstprivate(k) depend(inout: sum)
      sum += k;
    }
  }
  #pragma omp taskiter
  for (int i = 0; i < 6; i++) {
    #pragma omp task shared(count) depend(inout: count)
    count++;
  }
  REGION(1) {
    #pragma omp task shared(odd)
    odd += 7;
  }
  printf("%d %d %d %d\\n", sum, count, odd, step(3, 4) + 1);
  return 0;
}
"""
OUTPUT = "10 6 7 13\n"

Result = subprocess.CompletedProcess[str]


class PluginTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.write("a.c", PROGRAM)
        self.write("a.cpp", PROGRAM)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def run_command(self, *command: str, faces: bool = False, threads: str = "4", folder: str = ".") -> Result:
        env = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "RONDO_"))}
        env |= {"LC_ALL": "C", "OMP_NUM_THREADS": threads}
        if faces:
            env["LD_LIBRARY_PATH"] = FACES
        return subprocess.run(
            command, cwd=self.folder / folder, env=env, capture_output=True, text=True, check=False, timeout=200
        )

    def must(self, *command: str, faces: bool = False, folder: str = ".") -> Result:
        result = self.run_command(*command, faces=faces, folder=folder)
        self.assertEqual(result.returncode, 0, f"{' '.join(command)}\n{result.stdout}{result.stderr}")
        return result

    def compile(self, *arguments: str, compiler: str = CLANG, folder: str = ".") -> Result:
        command = (compiler, "-Wall", "-Werror", "-fopenmp", f"-fplugin={PLUGIN}", *arguments)
        result = self.must(*command, folder=folder)
        self.assertEqual(result.stderr, "")
        return result

    def assert_runs(self, program: str = "./a.out") -> None:
        for faces in (True, False):
            self.assertEqual(self.must(program, faces=faces).stdout, OUTPUT)


class Artefacts(PluginTest):
    def test_plain(self) -> None:
        for flags in (["-O0"], ["-O2"], ["-O3", "-g"], ["-O2", "-flto"], ["-Os", "-fno-integrated-cc1"]):
            with self.subTest(flags):
                self.compile(*flags, "a.c")
                self.assert_runs()

    def test_preprocessed_text_has_the_directives(self) -> None:
        self.compile("-E", "a.c", "-o", "b.i")
        text = self.read("b.i")
        self.assertRegex(text, r"#pragma omp taskgraph graph_id\(\(\(k\) \+ 1\) % 2\)")
        self.assertNotIn("rondo_directive", text)
        self.compile("b.i")
        self.assert_runs()

    def test_save_temps(self) -> None:
        self.compile("-save-temps", "a.c")
        self.assert_runs()

    def test_dependency_files(self) -> None:
        self.compile("-MD", "-MF", "plugin.d", "-c", "a.c")
        self.write("a.c", PROGRAM.replace("omp taskgraph", "omp taskgroup"))
        self.must(CLANG, "-w", "-MD", "-MF", "stock.d", "-c", "a.c")
        self.assertEqual(self.read("plugin.d"), self.read("stock.d"))

    def test_lines_are_those_of_the_program(self) -> None:
        self.compile("-g", "-O0", "-c", "a.c")
        info = self.must("readelf", "--debug-dump=decodedline", "a.o").stdout
        self.assertNotIn("rondo directive", info)
        files = set(re.findall(r"^(\S+\.[ch])\s+\d", info, re.MULTILINE))
        self.assertLessEqual(files, {"a.c", "stdio.h"})
        lines = {int(line) for line in re.findall(r"^a\.c\s+(\d+)\s", info, re.MULTILINE)}
        statements = ("sum += kept;", "sum += k;", "count++;", "odd += 7;", "printf(")
        for number, text in enumerate(PROGRAM.splitlines(), 1):
            if text.strip().startswith(statements):
                self.assertIn(number, lines, text)
        self.assertLessEqual(max(lines), PROGRAM.count("\n"))

    @unittest.skipUnless(LLVM_COV and LLVM_PROFDATA, "llvm-cov-19 is not installed")
    def test_coverage(self) -> None:
        self.compile("-fprofile-instr-generate", "-fcoverage-mapping", "-O1", "a.c")
        self.assert_runs()
        self.must(LLVM_PROFDATA, "merge", "default.profraw", "-o", "a.profdata")
        shown = self.must(LLVM_COV, "show", "a.out", "-instr-profile=a.profdata").stdout
        self.assertNotIn("rondo directive", shown)
        self.assertRegex(shown, r"\n\s+10\|\s+4\|\s+sum \+= kept;")

    def test_gcov(self) -> None:
        self.compile("--coverage", "-O0", "a.c")
        self.assert_runs()

    def test_sanitizers(self) -> None:
        self.compile("-fsanitize=address,undefined", "-g", "a.c")
        self.assertEqual(self.must("./a.out").stdout, OUTPUT)

    def test_precompiled_header(self) -> None:
        self.write("p.h", PROGRAM.split("int main")[0].replace("static int", "static inline int"))
        self.write("b.c", 'int main' + PROGRAM.split("int main")[1])
        self.compile("-x", "c-header", "p.h", "-o", "p.h.pch")
        self.compile("-include-pch", "p.h.pch", "b.c")
        self.assert_runs()

    @unittest.skipUnless(shutil.which("ccache"), "ccache is not installed")
    def test_ccache(self) -> None:
        # Whatever the user has ccache do otherwise.
        own = {name: value for name, value in os.environ.items() if not name.startswith("CCACHE_")}
        settings = mock.patch.dict(os.environ, {**own, "CCACHE_DIR": str(self.folder / "cache")}, clear=True)
        settings.start()
        self.addCleanup(settings.stop)
        for _ in range(2):
            self.must("ccache", CLANG, "-fopenmp", f"-fplugin={PLUGIN}", "-c", "a.c", "-o", "a.o")
        statistics = self.must("ccache", "--print-stats").stdout
        hits = sum(int(n) for n in re.findall(r"^(?:direct|preprocessed)_cache_hit\t(\d+)$", statistics, re.MULTILINE))
        self.assertEqual(hits, 1, statistics)
        self.compile("a.o")
        self.assert_runs()

    def test_modules(self) -> None:
        first, last = PROGRAM.split("int main")
        interface = first.replace("static int", "export int")
        body = interface.replace("#include <stdio.h>\n", "")
        self.write("m.cppm", "module;\n#include <stdio.h>\nexport module m;\n" + body)
        # Another module in a file of the same name, each compiled in its own folder.
        (self.folder / "other").mkdir()
        self.write("other/m.cppm", "module;\n#include <stdio.h>\nexport module other;\n" + body.replace("step", "pace"))
        for folder in (".", "other"):
            self.compile("-std=c++20", "--precompile", "m.cppm", "-o", "m.pcm", compiler=CLANGXX, folder=folder)
            self.compile("-std=c++20", "-c", "m.cppm", "-o", "m.o", compiler=CLANGXX, folder=folder)
        macros = "\n".join(PROGRAM.split("\n", 3)[1:3])
        last = last.replace("step(3, 4) + 1", "pace(step(3, 1), 4) + 1")
        self.write("u.cpp", f"#include <stdio.h>\nimport m;\nimport other;\n{macros}\nint main{last}")
        modules = ("-fmodule-file=m=m.pcm", "-fmodule-file=other=other/m.pcm")
        self.compile("-std=c++20", *modules, "u.cpp", "m.o", "other/m.o", compiler=CLANGXX)
        self.assert_runs()

    # Of a function in an unnamed namespace, and one that calls it.
    UNNAMED = "namespace {\nint hidden" + PROGRAM.split("int main")[0].split("static int step")[1] + "}\n"
    STEP = "int step(int kept, int n) { return hidden(kept, n); }\n"

    def test_unnamed_namespace_in_a_precompiled_header(self) -> None:
        header, rest = PROGRAM.split("static int step")
        self.write("p.h", f"{header}{self.UNNAMED}inline {self.STEP}")
        main = rest.split("int main")[1]
        self.write("u.cpp", f"namespace {{\nint inner{main}}}\nint main() {{ return inner(); }}\n")
        self.compile("-x", "c++-header", "p.h", "-o", "p.pch", compiler=CLANGXX)
        self.compile("-include-pch", "p.pch", "u.cpp", compiler=CLANGXX)
        self.assert_runs()

    def test_unnamed_namespace_in_a_module(self) -> None:
        header, rest = PROGRAM.split("static int step")
        include, macros = header.split("\n", 1)
        self.write("m.cppm", f"module;\n{include}\nexport module m;\n{macros}{self.UNNAMED}export {self.STEP}")
        self.write("u.cpp", f"{header}import m;\nint main" + rest.split("int main")[1])
        self.compile("-std=c++20", "--precompile", "m.cppm", "-o", "m.pcm", compiler=CLANGXX)
        self.compile("-std=c++20", "-c", "m.cppm", "-o", "m.o", compiler=CLANGXX)
        self.compile("-std=c++20", "-fmodule-file=m=m.pcm", "u.cpp", "m.o", compiler=CLANGXX)
        self.assert_runs()

    def test_several_inputs(self) -> None:
        self.write("b.c", PROGRAM.replace("int main(void)", "int other(void)"))
        self.compile("a.c", "b.c")
        self.assert_runs()

    def test_beside_rondo_h(self) -> None:
        include = Path(__file__).resolve().parents[3] / "include"
        both = "#include <rondo.h>\n#include <rondo/directive.h>\n" + PROGRAM
        both = both.replace("  return 0;", "  RONDO_TASKGRAPH() { sum = 0; }\n  return sum;")
        for name, compiler in (("b.c", CLANG), ("b.cpp", CLANGXX)):
            self.write(name, both)
            self.compile(f"-I{include}", name, compiler=compiler)
            self.assert_runs()


class WithoutEffect(PluginTest):
    def test_without_openmp(self) -> None:
        self.must(CLANG, "-S", "-emit-llvm", "-O1", f"-fplugin={PLUGIN}", "a.c", "-o", "plugin.ll")
        self.must(CLANG, "-S", "-emit-llvm", "-O1", "a.c", "-o", "stock.ll")
        self.assertEqual(self.read("plugin.ll"), self.read("stock.ll"))

    def test_simd_only(self) -> None:
        self.must(CLANG, "-fopenmp-simd", "-Werror", f"-fplugin={PLUGIN}", "a.c")
        self.assertEqual(self.must("./a.out").stdout, OUTPUT)
        self.assertNotIn("rondo", self.must("nm", "a.out").stdout)


class Loading(PluginTest):
    """The plugin in a process that is not clang 19."""

    def load(self, version: str) -> Result:
        self.write("load.c", f"#include <dlfcn.h>\n#include <stdio.h>\n{version}"
                   'int main(int n, char **a) { (void)n; puts(dlopen(a[1], RTLD_LAZY) ? "loaded" : dlerror()); }\n')
        self.must(GCC, "-rdynamic", "load.c", "-o", "load", "-ldl")
        return self.run_command("./load", str(PLUGIN))

    def test_another_clang(self) -> None:
        result = self.load("void LLVMGetVersion(unsigned *a, unsigned *b, unsigned *c) { *a = 18; *b = 1; *c = 8; }\n")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertEqual(
            result.stderr,
            "rondo: this plugin is for clang 19 and was loaded by LLVM 18.1; "
            "use clang-19, or the plugin of your clang\n",
        )

    def test_no_clang(self) -> None:
        result = self.load("")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertRegex(result.stderr, r"^rondo: .* for clang 19 and was loaded by an LLVM before 16, or none; use ")


if __name__ == "__main__":
    unittest.main()
