# SPDX-License-Identifier: Apache-2.0
"""Empty tasks with dependences in two dimensions: two reads and one write each."""

from .empty_tasks import empty_tasks, Size

_SWEEPS = 5

SUITE = empty_tasks(
    "wavefront",
    measures="ns for an empty task with two read dependences and one write, 16 x 16 to 256 x 256 tasks, 5 sweeps",
    source="wavefront of empty tasks, as in studies of data-driven OpenMP tasks: overhead",
    sizes=tuple(
        Size(f"wavefront {n} x {n} x {_SWEEPS}, empty", ("--n", str(n)), dependences=3 * n * n * _SWEEPS)
        for n in (16, 32, 64, 128, 256)
    ),
    title="Wavefront of empty tasks",
)
