#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A function that src/<folder>/x.hpp declares is defined in x.cpp of that folder, or in a file x_<part>.cpp beside it;
so are the member functions of a class that x.hpp defines. So the declaration tells a reader where the definition is.

Only what stands at the top level of a namespace is looked at: templates, inline functions and members that are defined
in their class are in the header anyhow, and what is in an unnamed namespace is declared nowhere else.
"""

import re
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from repo import Finding, code_only, files, main, read

# Headers whose functions are defined in several files -> reason.
EXCEPTIONS: dict[str, str] = {
    "src/config/load.hpp": "what is reported and displayed has files of its own",
    "src/config/options.hpp": "the face of the folder to all others",
    "src/config/settings.hpp": "variables are settled by subject",
    "src/graph/compile/passes.hpp": "the compiler's passes, each in its file",
    "src/os/topology.hpp": "some questions go to the kernel, others to hwloc",
}

_NAMESPACE = re.compile(r"\s*(?:inline\s+)?namespace\s*([\w:]*)\s*$")
_CLASS = re.compile(
    r"(?:^|[\s>])(?:struct|class|union)\s+(?:alignas\s*\([^()]*\)\s*)?(\w+)(?:\s+final)?\s*(?::[^:].*)?$", re.DOTALL
)
_FUNCTION = re.compile(r"((?:\w+::)*~?\w+)\s*$")
_IN_HEADER = re.compile(r"\b(?:inline|template|constexpr|static|using|typedef|friend|operator|concept)\b")
_ATTRIBUTE = re.compile(r"\[\[[^\]]*\]\]|\b(?:alignas|noexcept|__attribute__)\s*\([^()]*\)")
_NO_FUNCTION = {"if", "for", "while", "switch", "return", "static_assert", "sizeof", "alignas"}


@dataclass(frozen=True)
class Function:
    """One declaration or definition: `name` with its class, if it is a member; `types` of its parameters."""

    namespace: str
    name: str
    types: tuple[str, ...]
    line: int

    @property
    def key(self) -> tuple[str, str, tuple[str, ...]]:
        return self.namespace, self.name, self.types


def type_of(parameter: str) -> str:
    """The type without the parameter's name and without namespaces, which a definition may write or not."""
    text = re.sub(r"=.*", "", parameter, flags=re.DOTALL)
    text = re.sub(r"\b\w+::", "", text)
    words = re.findall(r"\w+|[^\w\s]", text)
    names = [word for word in words if re.fullmatch(r"[A-Za-z_]\w*", word)]
    n_words_of_type = len([word for word in names if word not in ("const", "struct", "class", "volatile")])
    if n_words_of_type > 1 and re.fullmatch(r"[A-Za-z_]\w*", words[-1]):
        words = words[:-1]
    return " ".join(words)


def parameters_of(text: str) -> tuple[str, ...]:
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char in "(<[{") - (char in ")>]}")
        if char == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    parts.append(text[start:])
    return tuple(type_of(part) for part in parts if part.strip() not in ("", "void"))


def function_in(head: str, namespace: str, line: int) -> Function | None:
    """What `head`, the text before a `;` or `{`, declares if it is a function that belongs into a .cpp."""
    head = _ATTRIBUTE.sub(" ", head)
    if "(" not in head or _IN_HEADER.search(head):
        return None
    before, rest = head.split("(", 1)
    if "=" in before or not (name := _FUNCTION.search(before)):
        return None
    is_plain_name = "::" not in name.group(1)
    if name.group(1) in _NO_FUNCTION or (is_plain_name and not before[: name.start()].strip()):
        return None  # no type before it: a macro's call or a statement
    depth, end = 1, 0
    while depth and end < len(rest):
        depth += (rest[end] == "(") - (rest[end] == ")")
        end += 1
    return Function(namespace, name.group(1), parameters_of(rest[: end - 1]), line)


def top_level(text: str) -> tuple[list[Function], list[Function], list[tuple[str, str]]]:
    """Declarations, definitions, and classes (namespace, name) at the top level of the named namespaces."""
    code = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", code_only(text), flags=re.MULTILINE)
    declared: list[Function] = []
    defined: list[Function] = []
    classes: list[tuple[str, str]] = []
    scopes: list[str | None] = []  # a namespace's name; "" of an unnamed one; None: any other brace
    start = 0
    for at, char in enumerate(code):
        if char not in ";{}":
            continue
        is_top = all(scope for scope in scopes)
        head = code[start:at]
        line = code.count("\n", 0, at - len(head.lstrip()) if head.strip() else at) + 1
        namespace = "::".join(scope for scope in scopes if scope)
        if char == ";":
            if is_top and (function := function_in(head, namespace, line)):
                declared.append(function)
        elif char == "{":
            if (named := _NAMESPACE.match(head)) and is_top:
                scopes.append(named.group(1))
            else:
                if is_top and (a_class := _CLASS.search(head)) and "(" not in _ATTRIBUTE.sub("", head):
                    classes.append((namespace, a_class.group(1)))
                elif is_top and (function := function_in(head, namespace, line)):
                    defined.append(function)
                scopes.append(None)
        elif scopes:
            scopes.pop()
        start = at + 1
    return declared, defined, classes


def is_beside(source: str, header: str) -> bool:
    stem = header.removesuffix(".hpp")
    return source == stem + ".cpp" or (source.startswith(stem + "_") and "/" not in source[len(stem) :])


def check(root: Path) -> list[Finding]:
    headers: dict[tuple[str, str, tuple[str, ...]], set[str]] = defaultdict(set)
    class_headers: dict[tuple[str, str], set[str]] = defaultdict(set)
    for name in files(root, {".hpp"}, "src/"):
        declared, _, classes = top_level(read(root, name))
        for function in declared:
            headers[function.key].add(name)
        for a_class in classes:
            class_headers[a_class].add(name)
    findings = []
    for name in files(root, {".cpp"}, "src/"):
        for function in top_level(read(root, name))[1]:
            owner = function.name.split("::")[-2] if "::" in function.name else ""
            where = class_headers[(function.namespace, owner)] if owner else headers[function.key]
            if not where or any(is_beside(name, header) or header in EXCEPTIONS for header in where):
                continue
            header = sorted(where)[0]
            text = f"{function.name} is declared in {header}: define it in {header.removesuffix('.hpp')}.cpp"
            findings.append(Finding(name, function.line, text))
    return findings


if __name__ == "__main__":
    sys.exit(main(check, "definitions"))
