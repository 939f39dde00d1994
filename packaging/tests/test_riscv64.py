# SPDX-License-Identifier: Apache-2.0
from . import foreign


class Riscv64(foreign.Foreign):
    architecture = "riscv64"
    machine = "RISC-V"
    loader = "ld-linux-riscv64-lp64d.so.1"
