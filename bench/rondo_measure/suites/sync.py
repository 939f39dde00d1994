# SPDX-License-Identifier: Apache-2.0
"""The constructs without tasks."""

from ..figures import Bars, Figure, Row, Suite
from ..floor import kSyncFloor

_CONSTRUCTS = ("parallel", "barrier", "for_static", "for_dynamic", "single", "critical", "reduction")

SUITE = Suite(
    name="sync",
    measures="overhead of parallel, barrier, for, single, critical, reduction",
    source="EPCC OpenMP microbenchmarks, syncbench",
    figures=(
        Figure(
            program="sync",
            form="all",
            rows=tuple(
                Row(f"{construct}_ns", construct.replace("_", " "), "ns", mean="synchronisation")
                for construct in _CONSTRUCTS
            ),
        ),
    ),
    floor=kSyncFloor,
    plots=(Bars("sync", "Overhead of synchronisation"),),
)
