# SPDX-License-Identifier: Apache-2.0
"""GROMACS: molecular dynamics of a box of water, on one rank with OpenMP threads, reproducible to the bit."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from workload import report

GMX = sys.argv[1]
STEPS = 1500  # some seconds: starting mdrun takes tenths, and is on the clock

TOPOLOGY = """\
#include "oplsaa.ff/forcefield.itp"
#include "oplsaa.ff/spc.itp"
[ system ]
water
[ molecules ]
"""
PARAMETERS = f"""\
integrator = md
dt = 0.001
nsteps = {STEPS}
nstenergy = 50
nstcalcenergy = 50
cutoff-scheme = Verlet
coulombtype = PME
rcoulomb = 0.9
rvdw = 0.9
tcoupl = no
constraints = h-bonds
gen-vel = yes
gen-temp = 300
gen-seed = 7
"""

folder = Path(tempfile.mkdtemp())


def gmx(*arguments: str) -> str:
    result = subprocess.run([GMX, "-quiet", "-nobackup", *arguments], cwd=folder, capture_output=True, text=True,
                            check=False)
    if result.returncode != 0:
        raise SystemExit(f"gmx {arguments[0]}: {result.stderr[-2000:]}")
    return result.stdout + result.stderr


(folder / "topol.top").write_text(TOPOLOGY)
(folder / "grompp.mdp").write_text(PARAMETERS)
gmx("solvate", "-cs", "spc216", "-box", "3.2", "3.2", "3.2", "-p", "topol.top", "-o", "conf.gro")
gmx("grompp", "-maxwarn", "2")


def simulate() -> list[str]:
    gmx("mdrun", "-ntmpi", "1", "-reprod", "-pin", "off", "-notunepme")
    log = (folder / "md.log").read_text()
    totals = re.findall(r"Total Energy.*\n(.*)", log)
    return [" ".join(line.split()) for line in totals[:6]]


report(simulate, repetitions=2)
