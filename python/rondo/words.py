# SPDX-License-Identifier: Apache-2.0
"""Figures as people read them."""


def duration(us: float) -> str:
    for factor, unit in ((1e-6, "s"), (1e-3, "ms"), (1, "us")):
        if us * factor >= 1:
            return f"{us * factor:.3g} {unit}"
    return f"{us * 1000:.3g} ns"


def minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} minutes"


def iterations(n: int) -> str:
    return "one iteration" if n == 1 else f"{n} iterations"


def count(n: int, thing: str) -> str:
    """"1 edge", "2 edges"."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"
