# SPDX-License-Identifier: Apache-2.0
"""PySCF: the energy of two molecules of water by Hartree-Fock, density functional theory and coupled clusters. Its C
parts share out integrals dynamically and add them up in critical regions, so that the last digits depend on the order
in which threads come: energies are rounded."""

from pyscf import cc, dft, gto, scf
from workload import report

DIGITS = 7
molecules = gto.M(atom="O 0 0 0; H 0 1 0; H 0 0 1; O 3 0 0; H 3 1 0; H 3 0 1", basis="6-31g*", verbose=0)


def energies() -> list[float]:
    field = scf.RHF(molecules)
    field.conv_tol = 1e-11
    functional = dft.RKS(molecules, xc="b3lyp")
    functional.conv_tol = 1e-11
    found = [field.kernel(), functional.kernel(), cc.CCSD(field).set(conv_tol=1e-10).kernel()[0]]
    return [round(float(energy), DIGITS) for energy in found]


report(energies, repetitions=2)
