# SPDX-License-Identifier: Apache-2.0
"""How a running process gets Rondo in place of other runtimes.

1. librondo and its faces are loaded with RTLD_GLOBAL. What is loaded later looks for its symbols in the process's
   global scope first, so it finds librondo's, whatever the runtime is called that it asks for. (librondo has no
   version nodes; the loader lets such a library satisfy a reference to any.)
2. The runtimes that wheels carry have names of their own (libgomp-a1b2c3d4.so.1.0.0). For each that is found beside
   the installed packages, a face with exactly this SONAME is loaded from memory. The loader then takes that face for
   the file, and does not load the file at all. So dlsym() on its handle, as threadpoolctl does it, leads to Rondo, too.

What this cannot reach: a library that was loaded before, a runtime that is linked statically, and a library that opens
its runtime with RTLD_DEEPBIND. When a runtime is there already, nothing is done: its users would be divided."""

import ctypes
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from ._modules import is_runtime, kind_of, loaded_modules
from ._tree import FACES, LIBRARY, TEMPLATES

_ROOM = 64  # as wheel.cmake makes the templates
_SYSTEMS = "libgomp.so.1.0.0"  # numba asks for the system's runtime by this name
_FACES = ("libgomp.so.1", "libomp.so.5", "libomp.so", "librondo-iomp5.so")
_kept: list[ctypes.CDLL] = []


def is_active() -> bool:
    """Whether libraries that are loaded from now on are served by Rondo."""
    return bool(_kept)


def capture() -> None:
    if _kept:
        return
    modules = loaded_modules()
    is_preloaded = any(module.path == str(LIBRARY.resolve()) for module in modules)
    others = [module.path for module in modules if is_runtime(module.name) and Path(module.path).parent != FACES]
    if others and not is_preloaded:
        print(f"rondo: {others[0]} was loaded before rondo_openmp and goes on; import rondo_openmp first, "
              "or start the program with `python -m rondo_openmp`", file=sys.stderr)
        return
    _kept.append(ctypes.CDLL(str(LIBRARY), ctypes.RTLD_GLOBAL))
    _kept.extend(ctypes.CDLL(str(FACES / face), ctypes.RTLD_GLOBAL) for face in _FACES)
    names = {_SYSTEMS, *(path.name for path in _carried_runtimes())} - set(_FACES)
    loaded = {module.name for module in modules}
    _kept.extend(_load_face(name) for name in sorted(names - loaded) if len(name) < _ROOM)


def _carried_runtimes() -> Iterator[Path]:
    """Beside the packages that can be imported: auditwheel's folders, and lib/ of a package (torch)."""
    for entry in dict.fromkeys(sys.path):
        folder = Path(entry)
        if not entry or not folder.is_dir():
            continue
        for pattern in ("*.libs/lib*omp*.so*", "*/lib/lib*omp*.so*", "*/.libs/lib*omp*.so*", "*/.dylibs/lib*omp*.so*"):
            yield from (path for path in folder.glob(pattern) if is_runtime(path.name))


def _load_face(name: str) -> ctypes.CDLL:
    kind = kind_of(name)
    template = (TEMPLATES / f"template-{kind}.so").read_bytes()
    soname = f"{kind}-".encode() + b"x" * _ROOM
    face = template.replace(soname, name.encode().ljust(len(soname), b"\0"))
    # The descriptor stays open: the file's name in the list of loaded modules goes through it.
    descriptor = os.memfd_create(name)
    os.write(descriptor, face)
    return ctypes.CDLL(f"/proc/self/fd/{descriptor}", ctypes.RTLD_GLOBAL)
