# SPDX-License-Identifier: Apache-2.0
"""The programs: what each needs, and how it is started."""

from collections.abc import Callable
from dataclasses import dataclass

from installation import Installation

# Versions are pinned so that two people measure the same code.
PYTHON_PACKAGES = ("numpy==2.4.6", "scipy==1.17.1", "scikit-learn==1.9.1", "joblib==1.6.0", "lightgbm==4.7.0",
                   "mkl==2026.2.0", "intel-openmp==2026.2.0")
DEBIAN_PACKAGES = ("libopenblas0-openmp", "libfftw3-double3", "graphicsmagick", "gromacs")


@dataclass(frozen=True)
class Program:
    name: str
    title: str
    command: Callable[[Installation], list[str]]
    may_hang_stock: bool = False  # libgomp is known to hang there: Rondo's run counts alone


def _in_venv(name: str) -> Callable[[Installation], list[str]]:
    return lambda installed: [str(installed.python), f"{name}.py"]


# Debian's numpy takes its BLAS from the folder that Installation.library_path() names first.
def _with_debian(name: str, executable: str = "") -> Callable[[Installation], list[str]]:
    def command(installed: Installation) -> list[str]:
        arguments = [str(installed.debian / "usr/bin" / executable)] if executable else []
        return ["/usr/bin/python3", f"{name}.py", *arguments]

    return command


PROGRAMS = (
    Program("sklearn_boosting", "scikit-learn, gradient boosting", _in_venv("sklearn_boosting")),
    Program("sklearn_kmeans", "scikit-learn, k-means", _in_venv("sklearn_kmeans")),
    Program("sklearn_processes", "scikit-learn in joblib's processes", _in_venv("sklearn_processes")),
    Program("lightgbm_training", "LightGBM, training", _in_venv("lightgbm_training")),
    Program("forked_training", "both in children of fork()", _in_venv("forked_training"), may_hang_stock=True),
    Program("mkl", "Intel's MKL", _in_venv("mkl")),
    Program("openblas", "numpy on OpenBLAS for OpenMP", _with_debian("openblas")),
    Program("fftw", "FFTW for OpenMP", _with_debian("fftw")),
    Program("graphicsmagick", "GraphicsMagick", _with_debian("graphicsmagick", "gm")),
    Program("gromacs", "GROMACS", _with_debian("gromacs", "gmx")),
)
