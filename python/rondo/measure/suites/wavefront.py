# SPDX-License-Identifier: Apache-2.0
"""Empty tasks with dependences in two dimensions: two reads and one write each."""

from .empty_tasks import empty_tasks

SUITE = empty_tasks(
    "wavefront",
    measures="ns for an empty task with two read dependences and one write, 128 x 128 tasks, 5 sweeps",
    source="wavefront of empty tasks, as in studies of data-driven OpenMP tasks: overhead",
    row="wavefront 128 x 128 x 5, empty",
    title="Wavefront of empty tasks",
)
