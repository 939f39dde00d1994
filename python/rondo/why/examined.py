# SPDX-License-Identifier: Apache-2.0
"""A run, from its trace: the accounts of its threads' time, and its constructs."""

from dataclasses import dataclass, replace

from ..measure.machine import usable_processors
from ..trace import timeline, watch, window
from ..trace.program import Outcome
from ..trace.rings import Process
from ..trace.timeline import Timeline
from ..trace.watch import Sample
from . import accounting, constructs, faults, overheads
from .accounting import Account
from .constructs import Chain, Construct
from .ledger import Ledger
from .overheads import Overhead
from .throttling import Throttling


@dataclass(frozen=True)
class Examined:
    timeline: Timeline
    account: Account
    constructs: list[Construct]
    chain: Chain
    samples: dict[int, list[Sample]]  # by thread, with the times of the timeline
    fault_ns: float  # what one costs
    overheads: dict[int, Overhead]  # by construct


def _view(process: Process, built: Timeline, outcome: Outcome) -> accounting.SystemView:
    samples = watch.of_process(outcome.samples, built)
    throttling = Throttling([[replace(look, ns=look.ns - process.begin_ns) for look in found]
                             for found in outcome.quotas])
    fault_ns = faults.cost_ns() if samples else 0.0
    if built.left_out_ns == 0:
        return accounting.SystemView(outcome.wall_ns, samples, fault_ns, throttling, outcome.processor_ns,
                                     usable_processors())
    processor_ns = outcome.processor_ns * built.end / max(outcome.wall_ns, 1)  # it was evenly used, as far as is known
    return accounting.SystemView(built.end, samples, fault_ns, throttling, processor_ns, usable_processors())


def examine(process: Process, outcome: Outcome, ledger: Ledger = Ledger()) -> Examined:
    built = window.cut(timeline.build(process))
    lengths = constructs.lengths(built)
    chain = constructs.longest_chain(built, lengths)
    blame = accounting.Blame(constructs.main_creator(built), chain.place, constructs.most_blocked(built),
                             constructs.longest_call(built))
    view = _view(built.process, built, outcome)
    account = accounting.make(built, view, blame, ledger)
    return Examined(built, account, constructs.constructs(built, lengths), chain, view.samples,
                    view.fault_ns, overheads.find(built))
