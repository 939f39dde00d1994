#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Folders of src/ are layers: this checks that #include lines go down only, and that what belongs to one layer
(platform macros, the environment, thread-local variables, atomics) appears in no other. Files of some folders have
an order, too (ORDERS), and so have the folders of some (PARTS); as each function is defined beside its declaration
(definitions.py), calls keep to it as well.

    base < os < config < sync < trace < ompt < task < depend < graph < sched < team < work, region < abi, faces

A folder may include itself and folders further left. If a new include breaks this, the code is in the wrong folder:
move it, or hand the result upwards instead of calling upwards.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from repo import CXX_SUFFIXES, Finding, code_only, files, main, read

# Folders of one rank do not know each other. faces/ is what the build adds beside abi/; neither is included by anyone.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("base",),
    ("os",),
    ("config",),
    ("sync",),
    ("trace",),
    ("ompt",),
    ("task",),
    ("depend",),
    ("graph",),
    ("sched",),
    ("team",),
    ("work", "region"),
    ("abi", "faces"),
)
RANK = {folder: rank for rank, folders in enumerate(LAYERS) for folder in folders}

# Folders of a folder, in their order: each includes itself and those before it. "" stands for the files that lie in the
# folder itself.
PARTS: dict[str, tuple[str, ...]] = {
    "graph": ("model", "record", "compile", "tune", "pattern", "replay", "store", "inspect"),
    "sched": ("", "worker", "idle", "run", "nodes", "ranges", "wait", "create"),
    "region": ("", "modes", "taskgraph", "taskiter", "dep_pattern"),
}

# The files of a folder: x.hpp, x.cpp and x_<part>.cpp include only what comes before x. Files of one entry may include
# each other.
ORDERS: dict[str, tuple[tuple[str, ...], ...]] = {
    "sched": (
        ("settings",),
        ("process",),
        ("work",),
        ("inline_policy",),
        ("steal_backoff",),
        ("inline_cutoff",),
        ("tolerance",),
        ("suspended",),
        ("worker",),
        ("contention",),
        ("purge",),
        ("poll",),
        ("park",),
        ("suspension",),
        ("stuck",),
        ("find",),
        ("domain",),
        ("table",),
        ("region",),
        ("environment",),
        ("observe",),
        ("observe_nodes",),
        ("execute",),
        ("suspend",),
        ("proxy_task",),
        ("node_offer",),
        ("round_end",),
        ("node_body",),
        ("held_node",),
        ("run_node",),
        ("serial_replay",),
        ("lazy_range",),
        ("roots",),
        ("task_range",),
        ("dispatch",),
        ("wait",),
        ("block",),
        ("children",),
        ("reduction",),
        ("taskwait",),
        ("undeferred",),
        ("inline_run",),
        ("help",),
        ("create",),
        ("behind",),
        ("earlier_siblings",),
        ("lazy_taskloop",),
    ),
}

# Includes that do not follow the rule: (file, include) -> reason.
INCLUDE_EXCEPTIONS: dict[tuple[str, str], str] = {
    ("src/base/atomic.hpp", "model/atomic.hpp"): "the interleaving explorer of tests/model takes the atomics' place",
}


@dataclass(frozen=True)
class Rule:
    """`pattern` may appear in code under the folders `allowed`, or in the files of `exceptions` (file -> reason)."""

    pattern: re.Pattern[str]
    allowed: tuple[str, ...]
    text: str
    exceptions: dict[str, str]


RULES = (
    Rule(
        re.compile(r"^\s*#\s*(?:if|ifdef|ifndef|elif|elifdef|elifndef)\b"),
        ("base", "os"),
        "#if outside base/ and os/: make it a constant in base/build.hpp or a function in os/",
        {},
    ),
    Rule(
        re.compile(r"\b(?:secure_)?getenv\s*\(|\benviron\b"),
        ("config",),
        "the environment is read in config/ only: add an option to its table",
        {},
    ),
    Rule(
        re.compile(r"\bthread_local\b|\b__thread\b"),
        (),
        "the current worker (sched/worker) is the only thread-local variable: put the field into Worker",
        {
            "src/sched/worker/worker.hpp": "declares the current worker",
            "src/sched/worker/worker.cpp": "defines the current worker",
            "src/base/count.cpp": "counting builds only: each thread has its counters",
        },
    ),
    Rule(
        re.compile(r"#\s*include\s*<atomic>|\bstd::(?:atomic|memory_order)|\b__atomic_|\b__sync_"),
        ("base",),
        "atomic memory is base::Atomic only (base/atomic.hpp): its operations name their order",
        {},
    ),
    Rule(
        re.compile(r"\bvolatile\b(?!\s*\()"),
        ("os",),
        "volatile is no synchronisation: use base::Atomic",
        {},
    ),
)

_INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]*)"|<([^>]*)>)')
_GUARD = re.compile(r"^\s*#\s*ifndef\s+\w+_(?:H|HPP|H_|HPP_)\b")


def folder_of(name: str) -> str:
    parts = name.split("/")
    return parts[1] if len(parts) > 2 else ""


def part_of(name: str) -> int | None:
    """Where src/<folder>/<part>/<file> stands among the parts of its folder; None: it is in none of them."""
    parts = name.split("/")
    folders = PARTS.get(folder_of(name), ())
    part = parts[2] if len(parts) > 3 else ""
    return folders.index(part) if part in folders else None


def rank_in_folder(name: str) -> int | None:
    """Where a file stands in the order of its folder (or of all its folder's parts); None: it is not in it."""
    folder, file = name.split("/")[1], name.split("/")[-1]
    stem = file.split(".")[0]
    ranks = {entry: rank for rank, entries in enumerate(ORDERS[folder]) for entry in entries}
    parts = [entry for entry in ranks if stem == entry or (stem.startswith(entry + "_") and file.endswith(".cpp"))]
    return ranks[max(parts, key=len)] if parts else None


def check_include(root: Path, name: str, included: str) -> str | None:
    """What is wrong with `#include "included"` in file `name` of src/, or None."""
    if (name, included) in INCLUDE_EXCEPTIONS:
        return None
    here, there = folder_of(name), included.split("/")[0]
    if (root / "include" / included).is_file():
        return None  # a public header
    if "/" not in included:
        return f'"{included}": write the path from src/, e.g. "{here}/{included}"'
    if there not in RANK:
        return f'"{included}": {there}/ is not a layer of src/'
    if not (root / "src" / included).is_file():
        return f'"{included}": no such file in src/'
    if there != here and there in LAYERS[-1]:
        return f'"{included}": nothing includes {there}/'
    if there == here and there in ORDERS:
        mine, its = rank_in_folder(name), rank_in_folder("src/" + included)
        if mine is not None and its is not None and its > mine:
            return f'"{included}": comes behind {name.split("/")[-1]} in the order of {here}/ (dev/layers.py, ORDERS)'
    if there == here and there in PARTS:
        mine, its = part_of(name), part_of("src/" + included)
        if mine is not None and its is not None and its > mine:
            place = "/".join(filter(None, (here, PARTS[here][mine])))
            return f'"{included}": {place}/ may include only the folders before it (PARTS)'
    if there != here and RANK[there] >= RANK[here]:
        return f'"{included}": {here}/ may include only folders below it, and {there}/ is not'
    return None


def check_file(root: Path, name: str) -> list[Finding]:
    text = read(root, name)
    findings: list[Finding] = []
    folder = folder_of(name)
    if folder not in RANK:
        return [Finding(name, 0, f"{folder or 'src'}/ is not in the list of layers (dev/layers.py)")]
    if folder in PARTS and part_of(name) is None:
        findings.append(Finding(name, 0, f"is in no part of {folder}/ (dev/layers.py, PARTS)"))
    if folder in ORDERS and rank_in_folder(name) is None:
        findings.append(Finding(name, 0, f"has no place in the order of {folder}/ (dev/layers.py, ORDERS)"))
    if name.endswith((".hpp", ".h")) and not re.search(r"^#pragma once$", text, re.MULTILINE):
        findings.append(Finding(name, 0, "a header of src/ has `#pragma once`"))
    for number, line in enumerate(code_only(text).split("\n"), start=1):
        if (include := _INCLUDE.match(line)) and include.group(1) is not None:
            if wrong := check_include(root, name, include.group(1)):
                findings.append(Finding(name, number, wrong))
        elif include and include.group(2).split("/")[0] in RANK and "/" in include.group(2):
            if include.group(2).endswith(".hpp"):
                findings.append(Finding(name, number, f"<{include.group(2)}>: own headers are written in quotes"))
        if name.endswith((".hpp", ".h")) and _GUARD.match(line):
            findings.append(Finding(name, number, "include guards are `#pragma once`"))
            continue
        for rule in RULES:
            if rule.pattern.search(line) and folder not in rule.allowed and name not in rule.exceptions:
                findings.append(Finding(name, number, rule.text))
    return findings


def check(root: Path) -> list[Finding]:
    return [finding for name in files(root, CXX_SUFFIXES, "src/") for finding in check_file(root, name)]


if __name__ == "__main__":
    sys.exit(main(check, "layers"))
