#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program with the graphs that its compiler has made and again recording them, and compares the two, node by
node: bodies and predecessors. Both come from the runtime's own reports."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

# Of each node: where its body is, and its predecessors.
Graph = list[tuple[int, list[int]]]


def report(program: Path, faces: Path, is_static: bool, folder: Path) -> dict[int, list[Graph]]:
    """The graph of each region by its line; and how it came about."""
    name = folder / ("static" if is_static else "recorded")
    environment = dict(os.environ)
    environment.update(LD_LIBRARY_PATH=str(faces), OMP_NUM_THREADS="2", RONDO_GRAPH_REPORT=str(name))
    environment["RONDO_GRAPH_STATIC"] = "true" if is_static else "false"
    subprocess.run([program], env=environment, check=True, stdout=subprocess.DEVNULL, timeout=200)
    graphs: dict[int, list[Graph]] = {}
    for line in next(folder.glob(f"{name.name}.*")).read_text(encoding="utf-8").splitlines():
        region = json.loads(line)
        if not region.get("final"):
            continue
        wanted = "loaded" if is_static else "recorded"
        if region["events"][wanted] == 0:
            sys.exit(f"{program}: the region in line {region['line']} was not {wanted}: {region['events']}")
        bodies = [body["offset"] for body in region["graph"]["bodies"]]
        nodes = [(bodies[node[0]], sorted(node[4])) for node in region["graph"]["nodes"]]
        graphs.setdefault(region["line"], []).append(nodes)
    return graphs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--faces", type=Path, required=True)
    parser.add_argument("program", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        static, recorded = (report(arguments.program, arguments.faces, is_static, Path(folder))
                            for is_static in (True, False))
    if not static or static.keys() != recorded.keys():
        sys.exit(f"regions {sorted(static)} are known at compile time, {sorted(recorded)} were recorded")
    for line in static:
        if sorted(static[line]) != sorted(recorded[line]):
            print(f"line {line}: known {static[line]}\nrecorded {recorded[line]}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
