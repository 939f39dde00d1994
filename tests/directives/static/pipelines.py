#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The pass finds a region in every pipeline in which it is offered: before linking with -flto and -flto=thin, alone in
`opt`, and behind the linking of two units, one of which creates the other one's tasks."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

REGION = """void create(long* x, int i);
void region(long* x) {
  #pragma omp taskgraph
  for (int i = 0; i < 5; i++) create(x, i);
}
"""
CREATE = """void create(long* x, int i) {
  #pragma omp task replayable depend(inout: x[i % 2])
  x[i % 2] += i;
}
"""
KNOWN = "taskgraph is known at compile time: 5 tasks, 3 edges"
MISSED = "it calls create, which may do anything"


def run(command: list[str]) -> str:
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{result.stderr}")
    return result.stderr


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("clang", "opt", "link", "plugin"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    compiler = [arguments.clang, "-fopenmp", f"-fplugin={arguments.plugin}"]
    said: dict[str, tuple[str, str]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "whole.c").write_text(CREATE + REGION, encoding="utf-8")
        (folder / "region.c").write_text(REGION, encoding="utf-8")
        (folder / "create.c").write_text(CREATE, encoding="utf-8")
        for flags in ("-flto", "-flto=thin"):
            command = [*compiler, "-O2", flags, "-Rpass=rondo", "-c", str(folder / "whole.c"), "-o", "/dev/null"]
            said[flags] = (KNOWN, run(command))
        for unit in ("region", "create"):
            options = ["-O1", "-g1", "-emit-llvm", "-Rpass-missed=rondo", "-c", str(folder / f"{unit}.c")]
            told = run([*compiler, *options, "-o", str(folder / f"{unit}.bc")])
            said[unit] = (MISSED if unit == "region" else "", told)
        run([arguments.link, str(folder / "region.bc"), str(folder / "create.bc"), "-o", str(folder / "linked.bc")])
        passes = [arguments.opt, f"-load-pass-plugin={arguments.plugin}", "-pass-remarks=rondo"]
        for pipeline in ("rondo-taskgraph", "lto<O2>"):
            command = [*passes, f"-passes={pipeline}", str(folder / "linked.bc"), "-o", "/dev/null"]
            said[pipeline] = (KNOWN, run(command))
    missing = {name: text for name, (wanted, text) in said.items() if wanted not in text}
    for name, text in missing.items():
        print(f"{name}: expected \"{said[name][0]}\", the compiler said:\n{text}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
