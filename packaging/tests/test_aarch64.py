# SPDX-License-Identifier: Apache-2.0
from . import foreign


class Aarch64(foreign.Foreign):
    architecture = "aarch64"
    machine = "AArch64"
    loader = "ld-linux-aarch64.so.1"
