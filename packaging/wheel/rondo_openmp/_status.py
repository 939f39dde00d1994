# SPDX-License-Identifier: Apache-2.0
"""Which OpenMP runtime each loaded library calls: read from what the dynamic loader has written into its tables."""

import ctypes
from dataclasses import dataclass

from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection

from ._modules import Module, is_runtime, loaded_modules

_ENTRY_POINTS = ("GOMP_parallel", "__kmpc_fork_call", "GOMP_loop_nonmonotonic_dynamic_start", "GOMP_barrier",
                 "__kmpc_for_static_init_4", "GOMP_task", "omp_get_max_threads", "omp_get_num_threads",
                 "omp_get_thread_num")


@dataclass(frozen=True)
class Binding:
    """`runtime` is the file whose code `library` calls; None: the loader finds it out at the first call."""

    library: str
    symbol: str
    runtime: "str | None"

    @property
    def is_rondo(self) -> bool:
        return self.runtime is not None and "librondo.so" in self.runtime


def status() -> list[Binding]:
    """One entry for each loaded library that calls an OpenMP runtime."""
    modules = loaded_modules()
    found = (_binding(module, modules) for module in modules
             if not is_runtime(module.name) and not module.name.startswith("librondo"))
    return [binding for binding in found if binding is not None]


def _binding(module: Module, modules: list[Module]) -> "Binding | None":
    places = _places(module.path)
    for symbol in _ENTRY_POINTS:
        if symbol not in places:
            continue
        address = ctypes.c_void_p.from_address(module.base + places[symbol]).value or 0
        target = next((other for other in modules if other.base <= address < other.end), None)
        is_open = target is None or target.path == module.path  # still the library's own code, which asks the loader
        return Binding(module.path, symbol, None if is_open or target is None else target.path)
    return None


def _places(path: str) -> dict[str, int]:
    """Where the addresses of entry points are kept, counted from the first byte; lazily bound ones come last."""
    try:
        with open(path, "rb") as file:
            elf = ELFFile(file)
            first = min((segment["p_vaddr"] for segment in elf.iter_segments("PT_LOAD")), default=0)
            places: dict[str, int] = {}
            for section in elf.iter_sections():
                if not isinstance(section, RelocationSection) or section["sh_link"] == 0:
                    continue
                symbols = elf.get_section(section["sh_link"])
                for relocation in section.iter_relocations():
                    index = relocation["r_info_sym"]
                    name = symbols.get_symbol(index).name if index else ""
                    if name in _ENTRY_POINTS:
                        places.setdefault(name, relocation["r_offset"] - first)
            return places
    except Exception:  # not an ELF file, gone, or not readable: nothing is known of it
        return {}
