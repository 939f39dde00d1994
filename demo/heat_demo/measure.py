# SPDX-License-Identifier: Apache-2.0
"""Runs the plan: rounds outermost, so that every contender sees the same weather, and every result checked against
the serial one."""

import time
from dataclasses import dataclass, field

from rondo_measure import stats
from rondo_measure.contender import Contender, Result, observe
from rondo_measure.errors import MeasureError
from rondo_measure.layout import Layout
from rondo_measure.screen import ProgressBar

from .plan import Size, estimated_seconds, kGridSize


@dataclass
class Samples:
    """All runs of all contenders: (contender key, block) -> seconds of each round."""

    times_s: dict[tuple[str, int], list[float]] = field(default_factory=dict)
    disturbed: dict[tuple[str, int], list[list[str]]] = field(default_factory=dict)  # by what, of each time
    libraries: dict[str, str] = field(default_factory=dict)
    rondo_version: str | None = None
    rounds: int = 0

    def median_s(self, key: str, block: int) -> float:
        return stats.median(self.times_s[key, block])


class Verifier:
    """Holds the hash of the serial result, which depends on the number of sweeps alone, not on the block size."""

    def __init__(self) -> None:
        self._serial_hashes: dict[int, str] = {}

    def check(self, contender: Contender, size: Size, result: Result) -> None:
        if contender.serial:
            expected = self._serial_hashes.setdefault(size.iterations, result["hash"])
        else:
            expected = self._serial_hashes[size.iterations]
        if result["hash"] != expected:
            raise MeasureError(
                f"WRONG RESULT: {contender.label}, blocks of {size.block}: the grid's hash is {result['hash']}, "
                f"the serial one {expected}; reproduce with --verify: {contender.program} {contender.form} "
                f"--size {kGridSize} --block {size.block} --iterations {size.iterations}"
            )


def measure(
    layout: Layout,
    contenders: list[Contender],
    plan: list[Size],
    rounds: int,
    threads: int,
    limit_s: float,
) -> Samples:
    """Stops early, after a whole round, when another one would not end within `limit_s` seconds."""
    samples = Samples()
    verifier = Verifier()
    total = rounds * sum(estimated_seconds(contender, size) for contender in contenders for size in plan)
    start_s = time.monotonic()
    with ProgressBar(total) as progress:
        for number in range(rounds):
            round_start_s = time.monotonic()
            for size in plan:
                for contender in contenders:
                    progress.begin(
                        f"round {number + 1} of {rounds}, block {size.block}, {contender.key}",
                        estimated_seconds(contender, size),
                    )
                    arguments = ["--size", kGridSize, "--block", size.block, "--iterations", size.iterations]
                    # In the first round the program itself compares all cells as well; off the clock, but not free.
                    switches = ["--verify"] if number == 0 else []
                    observation = observe(contender, layout, [*map(str, arguments), *switches], threads)
                    result = observation.result
                    verifier.check(contender, size, result)
                    samples.times_s.setdefault((contender.key, size.block), []).append(result["time_s"])
                    samples.disturbed.setdefault((contender.key, size.block), []).append(observation.disturbed)
                    samples.libraries[contender.key] = result["openmp_library"]
                    samples.rondo_version = samples.rondo_version or result["rondo_version"]
            samples.rounds += 1
            progress.note(f"round {number + 1} of {rounds} done, all results equal to the serial one")
            now_s = time.monotonic()
            if now_s - start_s + (now_s - round_start_s) > limit_s:
                break
    return samples
