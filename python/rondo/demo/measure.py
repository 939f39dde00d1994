# SPDX-License-Identifier: Apache-2.0
"""Takes the samples as the benchmarks do, but ends with the first failure, and within a limit of time. That a stock
runtime takes for ever is none: it is something to show."""

import os
import time
from pathlib import Path

from ..errors import MeasureError
from ..measure.campaign import Campaign, Failure, Step, plan
from ..measure.figures import Suite
from ..measure.journal import Journal
from ..measure.present import Present
from ..measure.samples import Sample
from ..measure.suites.heat_demo import sweeps
from ..screen import ProgressBar
from .contenders import Contender, kStock
from .summary import place


kLongestRun_s = 20.0  # the longest takes one or two, on a busy machine some seconds


def _rounds(campaign: Campaign, steps: list[Step], rounds: int, limit_s: float) -> int:
    """How many were done: no round begins that would not end within `limit_s` seconds."""
    stock = {contender.column.key for contender in kStock}
    start_s = time.monotonic()
    with ProgressBar(rounds * sum(step.figure.takes_s for step in steps)) as progress:
        for number in range(1, rounds + 1):
            what = f"round {number} of {rounds}"

            def begin(step: Step | None, again: bool) -> None:
                for failure in campaign.failures:
                    if not failure.is_hang or failure.column not in stock:
                        raise MeasureError(failure.message)
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
            limit_s: float) -> tuple[list[Sample], int, list[Failure]]:
    """Seconds of each round, the number of rounds, and which runs of stock runtimes did not end."""
    wanted = {(contender.form, contender.column): contender for contender in contenders}
    steps = [step for step in plan([suite], present, [threads], quick) if (step.figure.form, step.column) in wanted]
    if present.not_built:
        raise MeasureError("; ".join(present.lines_not_built()))
    journal = Journal(Path(os.devnull))  # there is nothing to go on with
    journal.start({})
    campaign = Campaign(present, journal, rounds, rounds * len(steps), again=0, longest_run_s=kLongestRun_s)
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
    return samples, n_rounds, campaign.failures
