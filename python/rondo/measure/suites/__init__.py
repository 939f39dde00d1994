# SPDX-License-Identifier: Apache-2.0
"""The suites of `rondo bench`, one file each, in the order in which they run and are shown."""

from ..figures import Suite
from . import (
    cutoff, epcc, grain, heat, heat_demo, hog, irregular, kernels, listing1, memory, metg, mpi, nas, neighbours,
    recording, shapes, spawn, static, stencil, sync, uts, wavefront,
)

kSuites: tuple[Suite, ...] = (
    wavefront.SUITE,
    stencil.SUITE,
    grain.SUITE,
    metg.SUITE,
    listing1.SUITE,
    heat.SUITE,
    heat_demo.SUITE,
    kernels.SUITE,
    recording.SUITE,
    hog.SUITE,
    nas.SUITE,
    static.SUITE,
    spawn.SUITE,
    epcc.SUITE,
    uts.SUITE,
    sync.SUITE,
    shapes.SUITE,
    irregular.SUITE,
    cutoff.SUITE,
    neighbours.SUITE,
    memory.SUITE,
    mpi.SUITE,
)
