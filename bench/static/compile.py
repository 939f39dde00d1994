#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What it takes to compile a region whose tasks are known, against its block count: seconds and bytes of the object
file of a blocked Cholesky factorisation (driver.c), compiled by clang as it comes, with the plugin but recorded when it
runs, and with its graph made at compile time. Contenders take turns; the table shows medians."""

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
REMARK = re.compile(r"known at compile time: (\d+) tasks, (\d+) edges")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    root = FOLDER.parent.parent
    parser.add_argument("--plugin", type=Path, default=root / "build" / "release" / "lib" / "librondo-clang19.so")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--blocks", default="8,16,24,32,40,48", help="block counts, with commas between them")
    parser.add_argument("--level", default="-O2")
    parser.add_argument("--repeat", type=int, default=5)
    return parser.parse_args()


class Way:
    """A way to compile the program."""

    def __init__(self, name: str, options: list[str]) -> None:
        self.name = name
        self.options = options
        self.seconds: list[float] = []
        self.n_bytes = 0
        self.remark: re.Match[str] | None = None

    def compile(self, arguments: argparse.Namespace, blocks: int, folder: Path) -> None:
        output = folder / f"{self.name}.o"
        command = [arguments.clang, "-std=c11", "-fopenmp", arguments.level, f"-DN={blocks}", "-Rpass=rondo",
                   '-DKERNEL="static/cholesky.h"', f"-I{FOLDER.parent}", f"-I{FOLDER.parent.parent / 'include'}",
                   *self.options, "-c", str(FOLDER / "driver.c"), "-o", str(output)]
        start = time.monotonic()
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        self.seconds.append(time.monotonic() - start)
        if result.returncode != 0:
            sys.exit(f"{' '.join(command)} failed:\n{result.stderr}")
        self.n_bytes = output.stat().st_size
        self.remark = REMARK.search(result.stderr)


def measure(arguments: argparse.Namespace, blocks: int, folder: Path) -> str:
    plugin = f"-fplugin={arguments.plugin}"
    stock = Way("stock", ["-DSTOCK"])
    recorded = Way("recorded", [plugin, "-fplugin-arg-rondo-tasks=0"])
    known = Way("known", [plugin])
    for _ in range(arguments.repeat):
        for way in (stock, recorded, known):
            way.compile(arguments, blocks, folder)
    expected = blocks * (blocks + 1) * (blocks + 2) // 6
    if known.remark is None or recorded.remark is not None or int(known.remark[1]) != expected:
        sys.exit(f"{blocks} blocks: the compiler should have found {expected} tasks with its graph and none without")
    times = [statistics.median(way.seconds) for way in (stock, recorded, known)]
    per_task = (known.n_bytes - recorded.n_bytes) / expected
    return (f"| {blocks} | {expected} | {int(known.remark[2])} | {times[0]:.2f} | {times[1]:.2f} | {times[2]:.2f} | "
            f"{stock.n_bytes / 1e3:.0f} | {recorded.n_bytes / 1e3:.0f} | {known.n_bytes / 1e3:.0f} | {per_task:.0f} |")


def main() -> int:
    arguments = parse_arguments()
    print("| blocks | tasks | edges | stock, s | recorded, s | known, s | stock, kB | recorded, kB | known, kB | "
          "bytes a task |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for blocks in arguments.blocks.split(","):
            print(measure(arguments, int(blocks), Path(folder)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
