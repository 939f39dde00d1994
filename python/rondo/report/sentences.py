# SPDX-License-Identifier: Apache-2.0
"""What is seen in figures, in words: where Rondo's best form stands against the best stock runtime, also when it
loses."""

import pandas

from ..measure.stats import geometric_mean
from .data import kRondoKeys, kStockKeys, label

kEqual = 0.02  # what counts as no difference
_PLACE = ["suite", "row", "threads"]


def best(rows: pandas.DataFrame, keys: tuple[str, ...]) -> pandas.DataFrame:
    """The best contender of those at each place: its median and its key."""
    found = rows[rows["contender"].isin(keys) & (rows["median"] > 0)]
    sign = found["larger_is_better"].map({True: -1.0, False: 1.0})
    order = found.assign(rank=found["median"] * sign).sort_values("rank")
    return order.groupby(_PLACE, sort=False).first()


def gains(rows: pandas.DataFrame) -> pandas.DataFrame:
    """A line for each place that both have: how many times better than the best stock runtime Rondo's best form is."""
    stock, rondo = best(rows, kStockKeys), best(rows, kRondoKeys)
    both = stock.join(rondo, rsuffix="_rondo", how="inner")
    faster = both["median"] / both["median_rondo"]
    return both.assign(gain=faster.where(~both["larger_is_better"].astype(bool), 1 / faster)).reset_index()


def against_stock(rows: pandas.DataFrame) -> str:
    found = gains(rows)
    if not len(found):
        return "Rondo and a stock runtime were not both measured, so nothing is compared."
    mean = geometric_mean(found["gain"])
    assert mean is not None
    lost = found[found["gain"] < 1 - kEqual]
    n = len(found)
    if n == 1:
        only = found.iloc[0]
        word = "better" if only["gain"] >= 1 else "worse"
        factor = max(only["gain"], 1 / only["gain"])
        return (f"Rondo's best form ({label(only['contender_rondo'])}) is {factor:.2f} times {word} than the best "
                f"stock runtime ({label(only['contender'])}).")
    direction = "better" if mean >= 1 else "worse"
    text = (f"Rondo's best form is {max(mean, 1 / mean):.2f} times {direction} than the best stock runtime in the "
            f"geometric mean of {n} places")
    if not len(lost):
        return f"{text}, and nowhere worse by more than {kEqual:.0%}."
    worst = lost.loc[lost["gain"].idxmin()]
    return (f"{text}; it loses by more than {kEqual:.0%} at {len(lost)}, most at “{worst['row']}” on "
            f"{worst['threads']} thread{'s' if worst['threads'] > 1 else ''}: {1 / worst['gain']:.2f} times worse than "
            f"{label(worst['contender'])}.")
