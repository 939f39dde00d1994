#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Units linked with -flto=full and -flto=thin: a region whose tasks are created by a function of another unit is known
when they are linked, and with -flto=full one whose bound comes from another unit. The link step is llvm-lto2's, which
loads the pass as lld does (--load-pass-plugin); the program is executed, on one thread and on four."""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

UNITS = {
    "region": """void create(long* x, int i, int n);
void region(long* x) {
  #pragma omp taskgraph
  for (int i = 0; i < 5; i++) create(x, i, 5);
}
void bounded(long* x, int n) {
  #pragma omp taskgraph
  for (int i = 0; i < n; i++) {
    #pragma omp task depend(inout: x[2])
    x[2] = x[2] * 3 + i;
  }
}
""",
    "create": """void create(long* x, int i, int n) {
  #pragma omp task replayable depend(inout: x[i % 2]) depend(in: x[n])
  x[i % 2] = x[i % 2] * 3 + i + x[n];
}
""",
    "main": """#include <stdio.h>
void region(long* x);
void bounded(long* x, int n);
int main(void) {
  long x[6] = {1, 2, 3, 4, 5, 6};
  #pragma omp parallel
  #pragma omp single
  for (int round = 0; round < 3; round++) region(x), bounded(x, 4);
  printf("%ld %ld %ld\\n", x[0], x[1], x[2]);
  return 0;
}
""",
}
FOUND = "taskgraph is known at compile time: "
# A bound from another unit is there when all units are one; thin linking copies functions only.
KNOWN = {"full": (f"{FOUND}5 tasks, 3 edges", f"{FOUND}4 tasks, 3 edges"), "thin": (f"{FOUND}5 tasks, 3 edges",)}


def serial() -> str:
    x = [1, 2, 3, 4, 5, 6]
    for _ in range(3):
        for i in range(5):
            x[i % 2] = x[i % 2] * 3 + i + x[5]
        for i in range(4):
            x[2] = x[2] * 3 + i
    return f"{x[0]} {x[1]} {x[2]}\n"


def run(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=200,
                            env={**os.environ, **environment})
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{result.stderr}")
    return result


def resolutions(linker: str, bitcode: Path) -> list[str]:
    """What a linker says of each symbol: a definition is the one that counts; only main is seen from outside."""
    options = []
    for flags, name in re.findall(r"^([-A-Z]{8}) (\S+)$", run([linker, "dump-symtab", str(bitcode)]).stdout, re.M):
        is_defined = flags[1] != "U"
        options.append(f"-r={bitcode},{name},{('plx' if name == 'main' else 'pl') if is_defined else ''}")
    return options


def check(arguments: argparse.Namespace, mode: str, folder: Path) -> list[str]:
    compiler = [arguments.clang, "-O2", "-g1", "-fopenmp", f"-fplugin={arguments.plugin}"]
    objects, options = [], []
    for unit, text in UNITS.items():
        source, bitcode = folder / f"{unit}.c", folder / f"{mode}.{unit}.o"
        source.write_text(text, encoding="utf-8")
        run([*compiler, f"-flto={mode}", "-c", str(source), "-o", str(bitcode)])
        objects.append(str(bitcode))
        options += resolutions(arguments.linker, bitcode)
    linked = folder / f"{mode}.linked"
    told = run([arguments.linker, "run", f"--load-pass-plugin={arguments.plugin}", "-pass-remarks=rondo",
                "-relocation-model=pic", "-o", str(linked), *objects, *options]).stderr
    program = folder / mode
    natives = [str(native) for native in sorted(folder.glob(f"{mode}.linked.*"))]
    run([arguments.clang, "-fopenmp", *natives, "-o", str(program)])
    problems = [f"{mode}: expected \"{known}\", the linker said:\n{told}" for known in KNOWN[mode]
                if known not in told]
    for threads in ("1", "4"):
        result = run([str(program)], LD_LIBRARY_PATH=arguments.faces, OMP_NUM_THREADS=threads).stdout
        if result != serial():
            problems.append(f"{mode}, {threads} threads: {result.strip()} instead of {serial().strip()}")
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("clang", "linker", "plugin", "faces"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        problems = [problem for mode in ("full", "thin") for problem in check(arguments, mode, Path(folder))]
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
