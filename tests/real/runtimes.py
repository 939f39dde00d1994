# SPDX-License-Identifier: Apache-2.0
"""The runtimes a program is run on, how it gets there, and how it is seen that it did."""

import enum
from dataclasses import dataclass
from pathlib import Path

from witness import Witness

LIBOMP = Path("/usr/lib/llvm-19/lib/libomp.so.5")  # what the package libomp5-19 installs; it serves gcc's programs, too


class Runtime(enum.Enum):
    STOCK = "its own runtime"
    LIBOMP = "libomp"
    RONDO = "Rondo"


@dataclass(frozen=True)
class Runtimes:
    """`libomp` is None where there is none, or where nobody wants to know."""

    rondo: Path
    libomp: Path | None

    def all(self) -> tuple[Runtime, ...]:
        return tuple(runtime for runtime in Runtime if runtime is not Runtime.LIBOMP or self.libomp is not None)

    def command(self, runtime: Runtime, program: list[str]) -> list[str]:
        return [str(self.rondo), "run", "--", *program] if runtime is Runtime.RONDO else program

    def environment(self, runtime: Runtime) -> dict[str, str]:
        """Preloaded, libomp is asked before the program's own runtime, as conda does by a link."""
        return {"LD_PRELOAD": str(self.libomp)} if runtime is Runtime.LIBOMP else {}


def why_void(runtime: Runtime, seen: Witness) -> str:
    """Why a run says nothing of `runtime`; empty if it was on it. Intel's libiomp5 cannot be told from libomp, so the
    stock run may look as if it were on libomp."""
    if runtime is Runtime.RONDO:
        return "" if seen.rondo_threads > 0 else "no thread of Rondo's ran"
    if seen.rondo_threads > 0:
        return f"the run on {runtime.value} was on Rondo"
    return "libomp was not used" if runtime is Runtime.LIBOMP and seen.libomp_processes == 0 else ""
