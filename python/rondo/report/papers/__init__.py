# SPDX-License-Identifier: Apache-2.0
"""The papers whose tables and figures are measured again, one file each."""

from ..exhibit import Paper
from . import applications, blysk, epcc, task_bench, taskgraph, taskiter, uts

kPapers: tuple[Paper, ...] = (
    applications.PAPER,
    taskgraph.PAPER,
    blysk.PAPER,
    taskiter.PAPER,
    epcc.PAPER,
    uts.PAPER,
    task_bench.PAPER,
)
