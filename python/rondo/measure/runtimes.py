# SPDX-License-Identifier: Apache-2.0
"""The OpenMP runtimes that are installed beside the compilers' own, and how a program is run on them.

libgomp and libomp are found by the dynamic linker, Rondo by `rondo run`. Intel's libiomp5 has libomp's interface: a
program built by clang runs on it when a folder that calls it libomp.so.5 comes first in LD_LIBRARY_PATH.
"""

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

kIntelFile = "libiomp5.so"
kIntelRemedy = "get it: make rivals (or pip install intel-openmp)"


@dataclass(frozen=True)
class Runtime:
    """A runtime that a program is led to."""

    name: str
    library: Path  # the file that has to serve the program
    folder: Path  # that comes first in LD_LIBRARY_PATH


def intel_places(environment: Mapping[str, str], home: Path, venv: Path | None) -> Iterable[Path]:
    """Where pip, conda and Intel's own installer put the library, the user's own choice first."""
    yield from (Path(folder) for folder in environment.get("LD_LIBRARY_PATH", "").split(":") if folder)
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX", "CMPLR_ROOT"):
        if environment.get(variable):
            yield Path(environment[variable]) / "lib"
    if venv is not None:
        yield venv / "lib"
    yield from (Path(sys.prefix) / "lib", home / ".local" / "lib", Path("/usr/local/lib"))
    yield Path("/opt/intel/oneapi/compiler/latest/lib")


def find_intel(places: Iterable[Path]) -> Path | None:
    """The first real libiomp5.so. LLVM and Rondo install files of that name as well, which are themselves."""
    for place in places:
        library = place / kIntelFile
        if library.is_file() and library.resolve().name.startswith("libiomp5") and _is_intels(library):
            return library.resolve()
    return None


def _is_intels(library: Path) -> bool:
    """Intel's library says so in the line that it prints for KMP_VERSION."""
    try:
        return b"Intel(R) OMP" in library.read_bytes()
    except OSError:
        return False


def intel_runtime(library: Path, folder: Path) -> Runtime:
    """Makes `folder`, in which `library` has libomp's name."""
    folder.mkdir(parents=True, exist_ok=True)
    alias = folder / "libomp.so.5"
    alias.unlink(missing_ok=True)
    alias.symlink_to(library)
    return Runtime("libiomp5", library, folder)


def environment_for(runtime: Runtime | None, environment: dict[str, str]) -> dict[str, str]:
    if runtime is None:
        return environment
    path = environment.get("LD_LIBRARY_PATH", "")
    return {**environment, "LD_LIBRARY_PATH": f"{runtime.folder}:{path}" if path else str(runtime.folder)}


def fingerprint(files: Iterable[Path]) -> str:
    """Of the contents: two runs whose programs and libraries have the same one may be put together."""
    import hashlib  # with OpenSSL, a tenth of the start of `rondo graph`, which does not need it

    digest = hashlib.sha256()
    for file in files:
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def library_files(library: str) -> list[Path]:
    """The files that a run's openmp_library stands for: a face of Rondo is nothing without librondo.so."""
    path = Path(library)
    if not path.is_file():
        return []
    real = Path(os.path.realpath(path))
    rondo = real.parent.parent / "librondo.so"
    return [real, Path(os.path.realpath(rondo))] if real.parent.name == "faces" and rondo.is_file() else [real]
