# SPDX-License-Identifier: Apache-2.0
"""Lengths of work without the time in which the thread had no processor.

Between two looks it is known how long that was in sum, but not when. A piece of work that is far longer than others of
its construct has been interrupted; so the longest ones are made shorter until the sum is used up. Where that is not
enough, as in regions with more threads than processors, whose pieces are all too long, each is made shorter alike.
"""

from collections import defaultdict

import numpy as np

from ..trace.watch import Sample, intervals

_FAR = 3.0  # times the median of the construct

Work = tuple[int, int, int]  # begin, end, place of the construct


def medians(threads: list[list[Work]]) -> dict[int, float]:
    """Of the constructs, over all threads."""
    lengths: defaultdict[int, list[int]] = defaultdict(list)
    for pieces in threads:
        for begin, end, place in pieces:
            lengths[place].append(end - begin)
    return {place: float(np.median(values)) for place, values in lengths.items()}


def lengths_without(pieces: list[Work], samples: list[Sample], begin: int, usual: dict[int, float]) -> list[int]:
    """Of a thread that began then; the pieces are in their order."""
    lengths = [end - start for start, end, _ in pieces]
    begins = np.array([piece[0] for piece in pieces], dtype=np.int64)
    ends = np.array([piece[1] for piece in pieces], dtype=np.int64)
    for look in intervals(samples, begin):
        left_ns = float(look.queued_ns)
        first, last = np.searchsorted(ends, look.begin, "right"), np.searchsorted(begins, look.end, "left")
        far = [i for i in range(first, last) if lengths[i] > _FAR * usual[pieces[i][2]]]
        for i in sorted(far, key=lambda i: -lengths[i]):
            cut_ns = min(left_ns, lengths[i] - usual[pieces[i][2]])
            lengths[i] -= int(cut_ns)
            left_ns -= cut_ns
        here = [max(0, min(ends[i], look.end) - max(begins[i], look.begin)) for i in range(first, last)]
        work_ns = float(sum(here))
        left_ns -= look.end - look.begin - work_ns  # what it waited anyway
        if left_ns > 0 and work_ns > 0:
            for i, ns in zip(range(first, last), here):
                lengths[i] -= int(min(lengths[i], left_ns * ns / work_ns))
    return lengths
