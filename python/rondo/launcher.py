# SPDX-License-Identifier: Apache-2.0
"""What launchers of MPI programs (Open MPI's, MPICH's) say to the processes that they start, and who they are."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Rank:
    number: int
    n_ranks: int  # of the program, on all machines


def rank(environment: Mapping[str, str]) -> Rank | None:
    for prefix in ("OMPI_COMM_WORLD", "PMI"):
        number, n_ranks = environment.get(f"{prefix}_RANK", ""), environment.get(f"{prefix}_SIZE", "")
        if number.isdigit() and n_ranks.isdigit():
            return Rank(int(number), int(n_ranks))
    return None


def rank_here() -> Rank | None:
    return rank(os.environ)


def has_ranks_elsewhere() -> bool:
    """Of this program, on other machines."""
    variables = ("OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS")
    here = next((os.environ[name] for name in variables if name in os.environ), "")
    found = rank_here()
    return found is not None and here.isdigit() and int(here) < found.n_ranks


def rank_of(pid: int) -> Rank | None:
    """Of another process; of one that may not be looked at, None. Raises OSError if it has ended."""
    try:
        words = Path(f"/proc/{pid}/environ").read_bytes().decode(errors="replace").split("\0")
    except PermissionError:
        return None
    return rank(dict(word.split("=", 1) for word in words if "=" in word))


def status_of(pid: int) -> list[str]:
    """From the third field of proc(5) on, "state". Raises OSError if it has ended."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def launcher() -> str:
    """Names the process that has started this rank and the others on this machine: the nearest one around that is none
    itself. Its number may be used again, so it is named by its beginning, too."""
    pid = os.getppid()
    while rank_of(pid) is not None:
        pid = int(status_of(pid)[1])
    return f"{pid}-{status_of(pid)[19]}"
