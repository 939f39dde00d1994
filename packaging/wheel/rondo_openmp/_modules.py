# SPDX-License-Identifier: Apache-2.0
"""The shared libraries that are mapped into this process, from /proc/self/maps."""

import os
from dataclasses import dataclass


@dataclass
class Module:
    path: str
    base: int  # the address of the file's first byte
    end: int

    @property
    def name(self) -> str:
        return os.path.basename(self.path.removesuffix(" (deleted)")).removeprefix("memfd:")


def loaded_modules() -> list[Module]:
    modules: dict[str, Module] = {}
    with open("/proc/self/maps", encoding="utf-8") as lines:
        for line in lines:
            fields = line.rstrip("\n").split(maxsplit=5)
            if len(fields) < 6 or not fields[5].startswith("/"):
                continue
            begin, end = (int(text, 16) for text in fields[0].split("-"))
            path = fields[5]
            if path not in modules:
                if int(fields[2], 16) != 0:
                    continue
                modules[path] = Module(path, begin, end)
            modules[path].end = max(modules[path].end, end)
    return [module for module in modules.values() if ".so" in module.name]


def is_runtime(name: str) -> bool:
    """By its file name, with what packagers add to it, as in libgomp-a1b2c3d4.so.1.0.0."""
    return kind_of(name) is not None


def kind_of(name: str) -> "str | None":
    for kind in ("libgomp", "libomp", "libiomp5"):
        if name.startswith((f"{kind}.so", f"{kind}-")):
            return kind
    return None
