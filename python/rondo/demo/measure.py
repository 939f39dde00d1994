# SPDX-License-Identifier: Apache-2.0
"""Takes the samples as the benchmarks do, but ends with the first failure, and within a limit of time."""

import os
import time
from pathlib import Path

from ..errors import MeasureError
from ..measure.campaign import Campaign, Step, plan
from ..measure.figures import Suite
from ..measure.journal import Journal
from ..measure.present import Present
from ..measure.samples import Sample
from ..measure.suites.heat_demo import sweeps
from ..screen import ProgressBar
from .contenders import Contender
from .summary import place


def _rounds(campaign: Campaign, steps: list[Step], rounds: int, limit_s: float) -> int:
    """How many were done: no round begins that would not end within `limit_s` seconds."""
    start_s = time.monotonic()
    with ProgressBar(rounds * sum(step.figure.takes_s for step in steps)) as progress:
        for number in range(1, rounds + 1):
            what = f"round {number} of {rounds}"

            def begin(step: Step | None, again: bool) -> None:
                if campaign.failures:
                    raise MeasureError(campaign.failures[0].message)
                if step is not None:
                    text = f"{what}, {step.figure.rows[0].name}, {step.column.key}"
                    progress.begin(text, step.figure.takes_s)

            round_start_s = time.monotonic()
            campaign.round(steps, number, begin)
            begin(None, False)  # looks at the last one's outcome
            progress.note(f"{what} done, all results equal to the serial one")
            now_s = time.monotonic()
            if now_s - start_s + (now_s - round_start_s) > limit_s:
                break
    return number


def measure(present: Present, suite: Suite, contenders: list[Contender], rounds: int, threads: int, quick: bool,
            limit_s: float) -> tuple[list[Sample], int]:
    """Seconds of each round, and the number of rounds."""
    wanted = {(contender.form, contender.column): contender for contender in contenders}
    steps = [step for step in plan([suite], present, [threads], quick) if (step.figure.form, step.column) in wanted]
    if present.not_built:
        raise MeasureError("; ".join(present.lines_not_built()))
    journal = Journal(Path(os.devnull))  # there is nothing to go on with
    journal.start({})
    campaign = Campaign(present, journal, rounds, rounds * len(steps), again=0)
    n_rounds = _rounds(campaign, steps, rounds, limit_s)
    journal.close()
    samples = []
    for step in steps:
        block = int(step.figure.rows[0].x or 0)
        where = place(block, threads, wanted[step.figure.form, step.column].key)
        samples += [
            Sample(where, sample.round, sample.value * sweeps(block, quick) / 1e3, sample.disturbed)
            for sample in campaign.samples([step])
        ]
    return samples, n_rounds
