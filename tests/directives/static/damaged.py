#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Damages what the compiler has written of the first region of kernels.c, in one way after the other. The runtime has
to say what is wrong and to record the region instead: the program's results are right all the same."""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
HEAD = re.compile(r"^(@rondo\.graph[.\d]* = private global \{[^}]*\} \{ )(.*)( \}, align 8)$", re.M)
VERSION, N_SLOTS, N_DATA, N_EDGES, TASKS = 0, 4, 5, 6, 14  # fields of rondo_static_graph

# Field, what it becomes, and what the runtime says.
DAMAGES = (
    (VERSION, "i32 99", "graph ABI 99, this library has"),
    (N_SLOTS, "less", "a construct's slots are not there"),
    (N_DATA, "less", "a task's data is not there"),
    (N_EDGES, "less", "a task's successors are not there"),
    (TASKS, "ptr null", "a table is missing"),
)


def damaged(text: str, field: int, content: str) -> str:
    head = HEAD.search(text)
    if head is None:
        sys.exit("kernels.c: the compiler has written no graph")
    fields = head[2].split(", ")
    fields[field] = f"i32 {int(fields[field].split()[1]) - 1}" if content == "less" else content
    return text[: head.start(2)] + ", ".join(fields) + text[head.end(2):]


def run(command: list[str], environment: dict[str, str]) -> str:
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=200)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{result.stdout}{result.stderr}")
    return result.stderr


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clang", required=True)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--faces", required=True)
    arguments = parser.parse_args()
    # Set, but not to false: what the compiler has found out is used, and the program does not count records.
    environment = {**os.environ, "LD_LIBRARY_PATH": arguments.faces, "OMP_NUM_THREADS": "2",
                   "RONDO_GRAPH_STATIC": "true"}
    options = ["-O1", "-g1", "-w", "-fopenmp", "-pthread"]
    with tempfile.TemporaryDirectory() as folder:
        whole, program = Path(folder) / "kernels.ll", str(Path(folder) / "kernels")
        run([arguments.clang, *options, "-std=gnu17", f"-fplugin={arguments.plugin}", f"-I{FOLDER}",
             f"-I{FOLDER.parent.parent}", "-S", "-emit-llvm", str(FOLDER / "kernels.c"), "-o", str(whole)],
            dict(os.environ))
        text = whole.read_text(encoding="utf-8")
        for field, content, said in DAMAGES:
            whole.write_text(damaged(text, field, content), encoding="utf-8")
            run([arguments.clang, *options, str(whole), "-o", program], dict(os.environ))
            errors = run([program], environment)
            if said not in errors or "kernels.c:" not in errors:
                sys.exit(f"field {field} is {content}: the runtime should say \"{said}\", and says: {errors}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
