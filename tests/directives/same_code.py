#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that what makes directives understood leaves everything else as it is.

Sources without directives become the same code with and without it. With --beside, a header that has directives is
included in front of each source: then every function and variable but the header's own is the same.
"""

import argparse
import itertools
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LABEL = re.compile(r"\.L[A-Za-z_]*\d+|GCC_except_table\d+")
NUMBERED = re.compile(r"(\.omp_\w+|\.omp\.\w+)\.+\d+")  # by clang, across the unit
REMARK = re.compile(r"[ \t]+#.*")
CONSTANT = re.compile(r"\.LC(?:PI)?\d+(?:_\d+)?|\.L(?:\.str|__const)[\w.]*")
SYMBOL = re.compile(r'"?([^\s":#]+)"?:')
ATTRIBUTE = re.compile(r"\s*\.(?:globl|weak|hidden|protected|internal|type|local|comm|set)\s+\"?([^\s\",]+)")
END_OF_OBJECT = r"\S|\s*\.(?!quad|long|short|value|byte|string|ascii|zero|float|double|octa|2byte|4byte|8byte)"
OF_DIRECTIVES = re.compile(r"beside|rondo|^GOMP_task(?:group_start|group_end|wait)$|^__dso_handle$|^\.|^GCC_except")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--c", required=True, help="compiler of C")
    parser.add_argument("--cxx", required=True, help="compiler of C++")
    parser.add_argument("--flags", required=True, help="what makes directives understood")
    parser.add_argument("--assembly", required=True, help="what makes the compiler print its code")
    parser.add_argument("--common", default="", help="further options")
    parser.add_argument("--c-flags", default="", help="further options for C")
    parser.add_argument("--cxx-flags", default="", help="further options for C++")
    parser.add_argument("--levels", nargs="+", default=["1"], help="of optimisation")
    parser.add_argument("--beside", type=Path, help="a header with directives, to be included in front of each source")
    parser.add_argument("sources", nargs="+", type=Path)
    return parser.parse_args()


def code(arguments: argparse.Namespace, source: Path, level: str, flags: str) -> str:
    is_cxx = source.suffix == ".cpp"
    command = [arguments.cxx if is_cxx else arguments.c, "-O" + level]
    command += (arguments.cxx_flags if is_cxx else arguments.c_flags).split()
    command += [*arguments.common.split(), *flags.split(), *arguments.assembly.split(), "-o", "-"]
    if arguments.beside:
        command += ["-include", str(arguments.beside), *([] if flags else ["-DBESIDE_IS_PLAIN"])]
    result = subprocess.run([*command, str(source)], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise SystemExit(f"{source} is not compiled by {' '.join(command)}:\n{result.stderr}")
    return result.stdout


def constants(lines: list[str]) -> dict[str, str]:
    """What stands behind the labels of constants, whose numbers depend on what else is in the unit."""
    found: dict[str, str] = {}
    for at, line in enumerate(lines):
        if CONSTANT.fullmatch(name := line.split(":")[0]):
            data = itertools.takewhile(lambda text: not re.match(END_OF_OBJECT, text), lines[at + 1 :])
            found[name] = "constant<" + ";".join(text.split("#")[0].strip() for text in data) + ">"
    return found


def lines_before(end: re.Pattern[str], lines: list[str]) -> list[str]:
    return list(itertools.takewhile(lambda line: not end.match(line), lines))


def symbols(assembly: str) -> dict[str, list[str]]:
    """Every symbol with its text, labels counted anew in each, and with its attributes; but those of directives."""
    lines = NUMBERED.sub(r"\1", REMARK.sub("", assembly)).splitlines()
    known = constants(lines)
    found: dict[str, list[str]] = {}
    for at, line in enumerate(lines):
        if (attribute := ATTRIBUTE.match(line)) and not OF_DIRECTIVES.search(attribute[1]):
            found.setdefault(attribute[1] + ", attributes", []).append(line.strip())
        symbol = SYMBOL.match(line)
        if symbol is None or OF_DIRECTIVES.search(symbol[1]):
            continue
        name = re.escape(symbol[1])
        before = "\n".join(lines[max(at - 9, 0) : at])
        is_object = re.search(rf'\.type\s+"?{name}"?,\s*@\w*object', before)
        end = re.compile(END_OF_OBJECT if is_object else rf'\s*\.size\s+"?{name}"?,')
        body = lines_before(end, lines[at + 1 :])
        numbers: dict[str, str] = {}
        text = CONSTANT.sub(lambda label: known.get(label[0], label[0]), "\n".join(body))
        text = LABEL.sub(lambda label: numbers.setdefault(label[0], f".L<{len(numbers)}>"), text)  # noqa: B023
        found[symbol[1]] = text.splitlines()
    for name in found:
        if name.endswith(", attributes"):
            found[name] = sorted(set(found[name]))
    return found


def differences(arguments: argparse.Namespace, source: Path, level: str) -> list[str]:
    before = code(arguments, source, level, "")
    after = code(arguments, source, level, arguments.flags)
    if not arguments.beside:
        return [] if before == after else ["the unit"]
    stock, ours = symbols(before), symbols(after)
    if not stock or not re.search(r"\brondo_directive_\w+", after):
        return ["nothing to compare, or no directive"]
    return sorted(name for name in stock.keys() | ours.keys() if stock.get(name) != ours.get(name))


def main() -> int:
    arguments = parse_arguments()
    units = list(itertools.product(arguments.sources, arguments.levels))
    with ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        results = list(pool.map(lambda unit: differences(arguments, *unit), units))
    for (source, level), names in zip(units, results, strict=True):
        if names:
            print(f"{source} -O{level}: other code with {arguments.flags}: {', '.join(names)}")
    print(f"{results.count([])} of {len(units)} units are the same code")
    return 0 if results.count([]) == len(units) else 1


if __name__ == "__main__":
    sys.exit(main())
