#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Lists of the symbols that other OpenMP runtimes export: their form, their rules, how they are read.

A list (libgomp.txt, libomp.txt, libiomp5.txt) holds facts about a shared library's symbol table,
one a line:

    node GOMP_4.0                        a version node, in the library's order
    GOMP_parallel@@GOMP_4.0              a function, default version
    omp_init_lock@OMP_1.0                a function, older version kept for old binaries
    omp_default_mem_alloc@@VERSION data 8 1      a constant: size in bytes, value
    kmp_ext_alloc@@VERSION data 8                a variable: size in bytes, zero at start

extract.py writes lists, generate.py and unsupported.py turn them into source text, tests/abi compares them with
the libraries that are installed.
"""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

# Exported names that no list holds, as (pattern, reason). The patterns apply to every library.
OMISSIONS: list[tuple[str, str]] = [
    (r"acc_.*|GOACC_.*", "OpenACC: Rondo is an OpenMP host runtime"),
    (r"GOMP_PLUGIN_.*", "called only by libgomp's own offload plugins"),
    (r"ompt_start_tool", "belongs to the tool, which Rondo looks for; libomp's copy is a weak placeholder"),
    (r"ompt_libomp_connect", "libomptarget looks it up to see whether the host is libomp; Rondo is not"),
    (r"___kmp_.*", "libomp's internal allocator"),
    (r"__atomic_.*", "belongs to libatomic; a definition of ours would take its place in the process"),
    (r"omp_lib.*", "bodies of Intel Fortran's own module files"),
]

# Functions of the lists that librondo does not implement, as (pattern, reason). docs/symbols.md shows them.
UNSUPPORTED: list[tuple[str, str]] = [
    (
        r"__kmpc_(for_collapsed_init|process_loop_nest_rectang|calc_original_ivs_rectang)",
        "non-rectangular collapsed loops as only Intel's compilers lower them; clang and gcc compute them in place",
    ),
    (r"__kmpc_flush_explicit", "only Intel's compilers call it, in a form that is not published"),
    (r"__kmpc_task_get_(depnode|successors)|__kmpc_get_current_task", "hand out libomp's own data structures"),
    (r"__kmpc_invoke_task_func|__kmp_(fork_call|invoke_microtask)", "parts of libomp's own fork"),
    (r"kmp_threadprivate_insert(_private_data)?", "parts of libomp's own threadprivate"),
    (
        r"__kmp_(acquire|release|wait)_.*|__kmp_(get_reduce_method|reset_stats|reap_\w+|itt_\w+)",
        "libomp's own locks, waits, monitor thread and instrumentation, exported for its parts and tests",
    ),
    (
        r"__kmpc_get_(interop_\w+|offload_device_num|ompt_callbacks|timestamp|uid_from_device)"
        r"|__kmpc_(getenv|set)_device\w*|__kmpc___atomic_\w+|ompx_get_dyn_cgroup_mem",
        "between Intel's runtime, its offload library and device code",
    ),
    (
        r"omp_target_memcpy(_rect)?_async_",
        "Fortran programs call the C names of these (bind(C))",
    ),
]

# Names that librondo may export for a list's sake (others, such as Intel's link-time markers, stay in the face).
RUNTIME_PREFIXES = ("GOMP_", "__kmpc_", "__kmp_", "omp_", "ompc_", "ompx_", "kmp_", "kmpc_")


@dataclass(frozen=True, order=True)
class Symbol:
    """One exported symbol. `size` is None for functions; `value` is None for variables that start as zero."""

    name: str
    node: str
    is_default: bool = True
    size: int | None = None
    value: int | None = None

    @property
    def versioned(self) -> str:
        return f"{self.name}{'@@' if self.is_default else '@'}{self.node}"

    @property
    def is_data(self) -> bool:
        return self.size is not None

    def to_line(self) -> str:
        parts = [self.versioned]
        if self.size is not None:
            parts += ["data", str(self.size)]
        if self.value is not None:
            parts.append(str(self.value))
        return " ".join(parts)


@dataclass
class SymbolList:
    """The version nodes and the symbols of one library."""

    nodes: list[str]
    symbols: list[Symbol]


def omission_reason(name: str) -> str | None:
    """Why no list holds `name`, or None when lists hold it."""
    return next((reason for pattern, reason in OMISSIONS if re.fullmatch(pattern, name)), None)


def unsupported_reason(name: str) -> str | None:
    """Why librondo does not implement `name`; None when no reason is known."""
    return next((reason for pattern, reason in UNSUPPORTED if re.fullmatch(pattern, name)), None)


def parse_list(text: str, origin: str) -> SymbolList:
    """Reads a list; a line that is not of the form above is an error that names its place."""
    result = SymbolList([], [])
    for number, raw in enumerate(text.splitlines(), 1):
        words = raw.split("#", 1)[0].split()
        if not words:
            continue
        if words[0] == "node" and len(words) == 2:
            result.nodes.append(words[1])
            continue
        match = re.fullmatch(r"([A-Za-z_]\w*)(@@?)([\w.]+)", words[0])
        data = words[1:]
        is_well_formed = match and (not data or (data[0] == "data" and 2 <= len(data) <= 3))
        if match is None or not is_well_formed or match[3] not in result.nodes:
            raise SystemExit(f"rondo: {origin}:{number}: cannot read {raw!r}; write it again with extract.py")
        size = int(data[1]) if data else None
        value = int(data[2]) if len(data) == 3 else None
        result.symbols.append(Symbol(match[1], match[3], match[2] == "@@", size, value))
    return result


def load_list(path: Path) -> SymbolList:
    return parse_list(path.read_text(encoding="utf-8"), str(path))


def _run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _constant(library: Path, sections: str, address: int, size: int) -> int:
    """The bytes at `address` of a read-only section, as an unsigned little-endian number."""
    for line in sections.splitlines():
        match = re.match(r"\s*\[\s*\d+\]\s+\S+\s+\S+\s+([0-9a-f]+)\s+([0-9a-f]+)\s+([0-9a-f]+)", line)
        if match:
            start, offset, length = (int(group, 16) for group in match.groups())
            if start and start <= address and address + size <= start + length:
                with library.open("rb") as file:
                    file.seek(offset + address - start)
                    return int.from_bytes(file.read(size), "little")
    raise SystemExit(f"rondo: {library}: no section holds address {address:#x}; is the file damaged?")


def read_exports(library: Path) -> SymbolList:
    """What `library` exports (nm, readelf), omissions left out, in a stable order."""
    nodes: list[str] = []
    for line in _run("readelf", "--version-info", "--wide", str(library)).splitlines():
        if line.strip().startswith("Version needs section"):
            break
        match = re.search(r"Flags: (\S+).*Name: (\S+)", line)
        if match and match[1] != "BASE":
            nodes.append(match[2])
    sections = _run("readelf", "--sections", "--wide", str(library))
    symbols: list[Symbol] = []
    for line in _run("nm", "--dynamic", "--defined-only", "--print-size", str(library)).splitlines():
        match = re.fullmatch(r"([0-9a-f]+) ([0-9a-f]+) (\w) (\w+)(@@?)([\w.]+)", line)
        if match is None or omission_reason(match[4]):
            continue
        size: int | None = None
        value: int | None = None
        if match[3] in "BDR":
            size = int(match[2], 16)
            value = _constant(library, sections, int(match[1], 16), size) if match[3] == "R" else None
        symbols.append(Symbol(match[4], match[6], match[5] == "@@", size, value))
    order = {node: index for index, node in enumerate(nodes)}
    symbols.sort(key=lambda symbol: (order[symbol.node], symbol.name))
    return SymbolList(nodes, symbols)
