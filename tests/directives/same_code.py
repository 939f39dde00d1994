#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that sources without directives become the same code with and without what makes directives understood."""

import argparse
import subprocess
import sys
from pathlib import Path


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--c", required=True, help="compiler of C")
    parser.add_argument("--cxx", required=True, help="compiler of C++")
    parser.add_argument("--flags", required=True, help="what makes directives understood")
    parser.add_argument("--assembly", required=True, help="what makes the compiler print its code")
    parser.add_argument("--common", default="", help="further options")
    parser.add_argument("sources", nargs="+", type=Path)
    return parser.parse_args()


def code(arguments: argparse.Namespace, source: Path, flags: str) -> str:
    compiler = arguments.cxx if source.suffix == ".cpp" else arguments.c
    command = [compiler, *arguments.common.split(), *flags.split(), *arguments.assembly.split(), "-o", "-", str(source)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{source} is not compiled by {' '.join(command)}:\n{result.stderr}")
    return result.stdout


def main() -> int:
    arguments = parse_arguments()

    def differs(source: Path) -> bool:
        return code(arguments, source, "") != code(arguments, source, arguments.flags)

    different = [source for source in arguments.sources if differs(source)]
    for source in different:
        print(f"{source}: other code with {arguments.flags}")
    print(f"{len(arguments.sources) - len(different)} of {len(arguments.sources)} sources are the same code")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
