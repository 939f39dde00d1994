# SPDX-License-Identifier: Apache-2.0
"""Time in bands of one width: what all threads did in each, and, where a run has too many spans to show each of them,
what each thread did."""

from dataclasses import dataclass

import numpy as np

from .spans import Bools, Floats, Ints, Losses, Spans, with_losses

Matrix = np.ndarray[tuple[int, int], np.dtype[np.float64]]

_WIDE = 2  # widths of a band from which on a span is shown as itself


def sums(spans: Spans, n_kinds: int, edges: Floats) -> Matrix:
    """ns of each kind (row) in each band (column) between the edges; a span's time is spread evenly over it."""
    lengths = np.maximum(spans.end - spans.begin, 1)
    rates = spans.ns / lengths
    found = np.zeros((n_kinds, len(edges) - 1))
    for kind in range(n_kinds):
        of_kind = spans.kind == kind
        begins, ends, rate = spans.begin[of_kind], (spans.begin + lengths)[of_kind], rates[of_kind]
        found[kind] = np.diff(_until(begins, rate, edges) - _until(ends, rate, edges))
    return np.maximum(found, 0)  # differences of large sums


def _until(moments: Ints, rates: Floats, edges: Floats) -> Floats:
    """For each edge: the sum of rate x time since the moment, over all moments before."""
    order = np.argsort(moments, kind="stable")
    times, rate = moments[order].astype(np.float64), rates[order]
    n_before = np.searchsorted(times, edges)
    rate_sums = np.concatenate([[0.0], np.cumsum(rate)])
    moment_sums = np.concatenate([[0.0], np.cumsum(rate * times)])
    return edges * rate_sums[n_before] - moment_sums[n_before]


@dataclass(frozen=True)
class Cells:
    """Of a thread's band: how much of it each kind took. Columns of one length."""

    width_ns: float
    thread: Ints
    band: Ints
    kind: Ints
    ns: Floats


def no_cells(end_ns: float) -> Cells:
    none = np.zeros(0, dtype=np.int64)
    return Cells(max(end_ns, 1.0), none, none, none, np.zeros(0))


def _is_wide(spans: Spans, width: float) -> Bools:
    return spans.end - spans.begin >= _WIDE * width


def wide(spans: Spans, end_ns: float, n_bands: int) -> Spans:
    """Those that are shown as themselves: at most half as many as bands, for each thread."""
    return spans.where(_is_wide(spans, max(end_ns, 1.0) / n_bands))


def cells(spans: Spans, losses: Losses, is_work: Bools, n_threads: int, end_ns: float, n_bands: int) -> Cells:
    """All others."""
    n_kinds = len(is_work)
    width = max(end_ns, 1.0) / n_bands
    narrow = with_losses(spans.where(~_is_wide(spans, width)), losses, is_work)
    filled = np.zeros(n_threads * n_bands * n_kinds)
    first = np.minimum((narrow.begin / width).astype(np.int64), n_bands - 1)
    rates = narrow.ns / np.maximum(narrow.end - narrow.begin, 1)
    for step in range(_WIDE + 1):  # no span lies in more bands
        band = first + step
        shared = np.minimum(narrow.end, (band + 1) * width) - np.maximum(narrow.begin, band * width)
        amounts = np.where(band < n_bands, np.maximum(shared, 0) * rates, 0)
        at = (narrow.thread * n_bands + np.minimum(band, n_bands - 1)) * n_kinds + narrow.kind
        filled += np.bincount(at, weights=amounts, minlength=len(filled))
    used = np.flatnonzero(filled >= width / 200)  # what nobody can see does not make the page larger
    return Cells(width, used // n_kinds // n_bands, used // n_kinds % n_bands, used % n_kinds, filled[used])
