#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a C program of random regions: nests of loops with constant bounds that create tasks, whose dependences and
data are affine in the loop variables. The program compares each with serial execution, several encounters each."""

import random
import sys
from pathlib import Path

N_REGIONS = 12
N_CELLS = 24


def affine(rng: random.Random, variables: list[str]) -> str:
    """An index into the array, whatever the values of the variables."""
    terms = [f"{rng.randint(-3, 3)} * {variable}" for variable in variables if rng.random() < 0.8]
    return f"({' + '.join([*terms, str(rng.randint(0, 30))])} + 480) % {N_CELLS}"


def task(rng: random.Random, variables: list[str], indent: str, is_serial: bool) -> list[str]:
    arrays = ["x", "y"]
    target = f"{rng.choice(arrays)}[{affine(rng, variables)}]"
    sources = [f"{rng.choice(arrays)}[{affine(rng, variables)}]" for _ in range(rng.randint(0, 2))]
    kind = rng.choice(["inout", "inout", "out"])
    number = affine(rng, variables)
    terms = [*sources, "(unsigned long)n", f"(unsigned long)({number})"]
    if kind == "inout":
        terms.append(f"3 * {target}")
    clauses = [f"depend({kind}: {target})", *(f"depend(in: {source})" for source in sources)]
    pragma = [] if is_serial else [f"{indent}#pragma omp task {' '.join(clauses)}"]
    return [*pragma, f"{indent}{target} = {' + '.join(terms)};"]


def nest(rng: random.Random, variables: list[str], indent: str, is_serial: bool) -> list[str]:
    """Statements; at most three loops deep."""
    lines: list[str] = []
    for _ in range(rng.randint(1, 2)):
        if len(variables) < 3 and rng.random() < 0.75:
            variable = "ijk"[len(variables)]
            first = rng.choice(["0", *variables])
            last = rng.randint(2, 5)
            step = rng.choice(["++", "++", " += 2"])
            lines.append(f"{indent}for (long {variable} = {first}; {variable} < {last}; {variable}{step}) {{")
            lines += nest(rng, [*variables, variable], indent + "  ", is_serial)
            lines.append(f"{indent}}}")
        elif variables and rng.random() < 0.3:
            condition = f"({affine(rng, variables)}) % 2 == 0"
            lines.append(f"{indent}if ({condition}) {{")
            lines += task(rng, variables, indent + "  ", is_serial)
            lines.append(f"{indent}}}")
        else:
            lines += task(rng, variables, indent, is_serial)
    return lines


def region(seed: int, index: int, is_serial: bool) -> list[str]:
    rng = random.Random(f"{seed} {index}")
    name = f"{'serial' if is_serial else 'tasks'}_{index}"
    body = nest(rng, [], "    ", is_serial)
    pragma = [] if is_serial else ["  #pragma omp taskgraph"]
    lines = task(rng, [], "    ", is_serial)  # so that there is always one
    return [f"static void {name}(unsigned long* x, unsigned long* y, long n) {{", *pragma, "  {", *body, *lines, "  }",
            "  (void)x, (void)y, (void)n;", "}", ""]


def program(seed: int) -> list[str]:
    lines = [f"/* Written by nests.py {seed}. */", '#include "static_check.h"', ""]
    lines += [f"static unsigned long x[{N_CELLS}], y[{N_CELLS}], serial_x[{N_CELLS}], serial_y[{N_CELLS}];", ""]
    for index in range(N_REGIONS):
        lines += region(seed, index, True) + region(seed, index, False)
    lines += ["int main(void) {", "  unsigned long records = COUNTED(graph_counted, RECORDS);",
              "  #pragma omp parallel", "  #pragma omp single", "  for (long n = 0; n < 6; n++) {"]
    for index in range(N_REGIONS):
        lines += [f"    tasks_{index}(x, y, n / 2);", f"    serial_{index}(serial_x, serial_y, n / 2);",
                  "    CHECK(memcmp(x, serial_x, sizeof x) == 0 && memcmp(y, serial_y, sizeof y) == 0);"]
    lines += ["  }", "  if (is_static()) CHECK_SINCE(graph_counted, RECORDS, records, 0);", "  return finish();", "}"]
    return lines


if __name__ == "__main__":
    Path(sys.argv[2]).write_text("\n".join(program(int(sys.argv[1]))) + "\n", encoding="utf-8")
