#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a C program of random regions: nests of loops with constant bounds that create tasks, whose dependences and
data are affine in the loop variables. The program compares each with serial execution, several encounters each.

Some tasks have priorities, and dependences by an iterator. With a third argument, `late`, the bounds are known only
when the program runs, the arrays change places, and some tasks are untied or final: then the regions' code is executed
once, whatever the nests look like."""

import random
import sys
from pathlib import Path

N_REGIONS = 12
N_CELLS = 24


def affine(rng: random.Random, variables: list[str]) -> str:
    """An index into the array, whatever the values of the variables."""
    terms = [f"{rng.randint(-3, 3)} * {variable}" for variable in variables if rng.random() < 0.8]
    return f"({' + '.join([*terms, str(rng.randint(0, 30))])} + 480) % {N_CELLS}"


def unusual_clauses(rng: random.Random, variables: list[str], is_late: bool) -> list[str]:
    """What changes no result, and stays in a graph that is known, or in one whose data is."""
    if is_late:
        return rng.choice([[], [], ["untied"], ["final(1)"]])
    by_iterator = f"depend(iterator(long q = 0:{rng.randint(1, 3)}), in: x[(q + {affine(rng, variables)}) % {N_CELLS}])"
    return rng.choice([[], [], [f"priority({rng.randint(1, 9)})"], [by_iterator]])


def task(rng: random.Random, variables: list[str], indent: str, is_serial: bool, is_late: bool) -> list[str]:
    arrays = ["x", "y"]
    target = f"{rng.choice(arrays)}[{affine(rng, variables)}]"
    sources = [f"{rng.choice(arrays)}[{affine(rng, variables)}]" for _ in range(rng.randint(0, 2))]
    kind = rng.choice(["inout", "inout", "out"])
    number = affine(rng, variables)
    terms = [*sources, "(unsigned long)n", f"(unsigned long)({number})"]
    if kind == "inout":
        terms.append(f"3 * {target}")
    clauses = [f"depend({kind}: {target})", *(f"depend(in: {source})" for source in sources)]
    clauses += unusual_clauses(rng, variables, is_late)
    pragma = [] if is_serial else [f"{indent}#pragma omp task {' '.join(clauses)}"]
    return [*pragma, f"{indent}{target} = {' + '.join(terms)};"]


def nest(rng: random.Random, variables: list[str], indent: str, is_serial: bool, is_late: bool) -> list[str]:
    """Statements; at most three loops deep."""
    lines: list[str] = []
    for _ in range(rng.randint(1, 2)):
        if len(variables) < 3 and rng.random() < 0.75:
            variable = "ijk"[len(variables)]
            first = rng.choice(["0", *variables])
            last = rng.randint(2, 5)
            step = rng.choice(["++", "++", " += 2"])
            bound = f"{last} + zero" if is_late else f"{last}"
            lines.append(f"{indent}for (long {variable} = {first}; {variable} < {bound}; {variable}{step}) {{")
            lines += nest(rng, [*variables, variable], indent + "  ", is_serial, is_late)
            lines.append(f"{indent}}}")
        elif variables and rng.random() < 0.3:
            condition = f"({affine(rng, variables)}) % 2 == 0"
            lines.append(f"{indent}if ({condition}) {{")
            lines += task(rng, variables, indent + "  ", is_serial, is_late)
            lines.append(f"{indent}}}")
        else:
            lines += task(rng, variables, indent, is_serial, is_late)
    return lines


def region(seed: int, index: int, is_serial: bool, is_late: bool) -> list[str]:
    rng = random.Random(f"{seed} {index}")
    name = f"{'serial' if is_serial else 'tasks'}_{index}"
    body = nest(rng, [], "    ", is_serial, is_late)
    pragma = [] if is_serial else ["  #pragma omp taskgraph"]
    lines = task(rng, [], "    ", is_serial, is_late)  # so that there is always one
    parameters = "unsigned long* x, unsigned long* y, long n, long zero"
    return [f"static void {name}({parameters}) {{", *pragma, "  {", *body, *lines, "  }",
            "  (void)x, (void)y, (void)n, (void)zero;", "}", ""]


def program(seed: int, is_late: bool) -> list[str]:
    lines = [f"/* Written by nests.py {seed}{' late' if is_late else ''}. */", '#include "creations.h"', ""]
    lines += [f"static unsigned long x[{N_CELLS}], y[{N_CELLS}], serial_x[{N_CELLS}], serial_y[{N_CELLS}];", ""]
    for index in range(N_REGIONS):
        lines += region(seed, index, True, is_late) + region(seed, index, False, is_late)
    lines += ["int main(void) {",
              "  unsigned long records = COUNTED(graph_counted, RECORDS), before;",
              '  long zero = getenv("RONDO_TEST_BOUND") ? atol(getenv("RONDO_TEST_BOUND")) : 0;',
              "  #pragma omp parallel", "  #pragma omp single", "  for (long n = 0; n < 6; n++) {"]
    if is_late:
        lines += ["    unsigned long *a = n % 2 ? y : x, *b = n % 2 ? x : y;",
                  "    unsigned long *serial_a = n % 2 ? serial_y : serial_x, *serial_b = n % 2 ? serial_x : serial_y;"]
    arrays, serial = ("a, b", "serial_a, serial_b") if is_late else ("x, y", "serial_x, serial_y")
    for index in range(N_REGIONS):
        lines += ["    before = created;", f"    tasks_{index}({arrays}, n / 2, zero);",
                  f"    serial_{index}({serial}, n / 2, zero);",
                  "    CHECK(memcmp(x, serial_x, sizeof x) == 0 && memcmp(y, serial_y, sizeof y) == 0);",
                  f"    CHECK_CREATED(before, {'n == 0 ? created - before : 0' if is_late else '0'});"]
    counts = "(void)records;" if is_late else "if (is_static()) CHECK_SINCE(graph_counted, RECORDS, records, 0);"
    lines += ["  }", f"  {counts}", "  return finish();", "}"]
    return lines


if __name__ == "__main__":
    TEXT = program(int(sys.argv[1]), is_late="late" in sys.argv[3:])
    Path(sys.argv[2]).write_text("\n".join(TEXT) + "\n", encoding="utf-8")
