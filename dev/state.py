#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What lives as long as the process lies in one object a folder: `process`, defined in src/<folder>/process.cpp
(ARCHITECTURE.md, "State of the process"). Any other variable that can change and outlives the call that made it is a
finding: at the top level of a namespace, a static one in a function, and a static member.

A variable is constant if it is `constexpr`, or `const` where that holds for itself: `const char* name` may point
elsewhere tomorrow.
"""

import re
import sys
from pathlib import Path

from repo import CXX_SUFFIXES, Finding, code_only, files, main, read

# (file, variable) -> reason.
EXCEPTIONS: dict[tuple[str, str], str] = {
    ("src/sched/settings.cpp", "settings"): "the process's settings, where every hot path reads them",
    ("src/sched/worker/worker.cpp", "t_worker"): "the current worker, the only thread-local variable",
    ("src/base/count.cpp", "g_first"): "counting builds only",
    ("src/base/count.cpp", "t_counters"): "counting builds only: each thread has its counters",
}

_NAMESPACE = re.compile(r"^\s*(?:(?:inline\s+)?namespace\b[\s\w:]*|extern)\s*$")
_NO_VARIABLE = re.compile(
    r"^\s*(?:using|typedef|template|friend|static_assert|namespace|extern|public|private|protected|concept|asm"
    r"|struct|class|union|enum)\b"
)
_ATTRIBUTE = re.compile(r"\[\[[^\]]*\]\]|\balignas\s*\((?:[^()]|\([^()]*\))*\)")
_TEMPLATE_ARGUMENTS = re.compile(r"<[^<>;{}]*>")
_STATIC = re.compile(r"^\s*(?:(?:inline|constinit|thread_local)\s+)*static\b")
_ARRAY = re.compile(r"\[[^\[\]]*\]")
_NAMED = re.compile(r"^(?P<type>.*[\w*&\s])\b(?P<name>[A-Za-z_]\w*)\s*$", re.DOTALL)


def variable_in(head: str) -> str | None:
    """The name of the variable that can change which `head`, the text before `;` or an initialiser, defines."""
    head = _ARRAY.sub("", _ATTRIBUTE.sub(" ", head)).split("=", 1)[0]
    while (shorter := _TEMPLATE_ARGUMENTS.sub(" ", head)) != head:
        head = shorter
    if _NO_VARIABLE.match(head) or "operator" in head:
        return None
    # A pointer to a function is a variable: `void (*say)(int)`.
    if pointer := re.match(r"[^(]*\(\s*\*\s*(\w+)\s*\)\s*\(", head):
        return pointer.group(1)
    if "(" in head or not (named := _NAMED.match(head)):
        return None
    words = named.group("type")
    if not re.search(r"\w", words) or re.search(r"\bconstexpr\b", words):
        return None
    own = words.rsplit("*", 1)[-1]  # what stands behind the last star is said of the variable itself
    return None if re.search(r"\bconst\b", own) else named.group("name")


def variables(text: str) -> list[tuple[str, int]]:
    """The names of all variables of static storage that can change, with their lines."""
    code = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", code_only(text), flags=re.MULTILINE)
    found: list[tuple[str, int]] = []
    is_namespace: list[bool] = []  # for each open brace
    start = 0
    for at, char in enumerate(code):
        if char not in ";{}":
            continue
        head = code[start:at]
        line = code.count("\n", 0, at - len(head.lstrip()) if head.strip() else at) + 1
        is_definition = all(is_namespace) or _STATIC.match(_ATTRIBUTE.sub(" ", head))
        opens_namespace = char == "{" and bool(_NAMESPACE.match(head))
        if char != "}" and head.strip() and is_definition and not opens_namespace:
            if name := variable_in(head):
                found.append((name, line))
        if char == "{":
            is_namespace.append(opens_namespace)
        elif char == "}" and is_namespace:
            is_namespace.pop()
        start = at + 1
    return found


def check(root: Path) -> list[Finding]:
    findings: list[Finding] = []
    for path in files(root, CXX_SUFFIXES, "src/"):
        seen = 0
        for name, line in variables(read(root, path)):
            if (path, name) in EXCEPTIONS:
                continue
            seen += 1
            if Path(path).name == "process.cpp" and name == "process" and seen == 1:
                continue
            text = f"{name} can change and lives as long as the process: make it a field of the folder's `process`"
            findings.append(Finding(path, line, text))
    return findings


if __name__ == "__main__":
    sys.exit(main(check, "state"))
