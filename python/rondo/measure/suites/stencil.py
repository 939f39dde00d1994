# SPDX-License-Identifier: Apache-2.0
"""Empty tasks of a stencil in one dimension: three reads and one write each."""

from .empty_tasks import empty_tasks, Size

SUITE = empty_tasks(
    "stencil",
    measures="ns for an empty task of a stencil, three reads and one write, 128 points, 128 steps a sweep",
    source="Task Bench, pattern stencil_1d",
    sizes=(Size("stencil 128 points x 128 steps x 5, empty", (), dependences=4 * 128 * 128 * 5),),
    title="Stencil of empty tasks",
)
