# SPDX-License-Identifier: Apache-2.0
"""`rondo trace`: runs a program and writes what its threads did to a file for the Perfetto UI."""

import socket
from pathlib import Path
from typing import Any, Optional

import click
import typer

from .. import files, launcher
from ..command_line import execute, kProgram, kProgramThreads, kTakesProgram, with_value
from ..errors import MeasureError
from ..graph import symbols
from ..graph.symbols import Name
from ..meeting import Meeting
from ..needs import need
from ..screen import complain
from ..words import count
from . import places, timeline
from .perfetto import Writer
from .program import kAnyMpi, Outcome, run
from .rings import Process
from .timeline import Timeline
from .watch import of_process

_EPILOG = "Open the file at https://ui.perfetto.dev, which reads it in the browser. The exit status is the program's."
kUsualMegabytes = 16
kMegabytes = typer.Option(kUsualMegabytes, "--memory", metavar="MIB", min=1, max=112,
                          help="Most memory for the events of a thread; then the oldest ones are dropped.")
kMpi = typer.Option(None, "--mpi", metavar="NAME", show_default=False,
                    help="As for `rondo run`, and MPI calls are in the trace. `--mpi --`: the program's MPI library.")


def names_of(built: Timeline) -> dict[int, Name]:
    wanted = [(task.place, task.is_body) for task in built.tasks.values()]
    wanted += [(piece.place, False) for thread in built.threads for piece in thread.slices]
    wanted += [(use.place, False) for thread in built.threads for use in thread.uses]
    wanted += [(body, True) for body in built.bodies.values()]
    names = places.resolve(built.process, wanted)
    # gcc does not say in which line it calls the runtime for a region, but where the region's code begins.
    return names | {call: names[body] for call, body in built.bodies.items() if names[body].file}


def say_what_is_missing(processes: list[Process]) -> None:
    missing = sum(process.n_missing for process in processes)
    left_out = sum(process.n_left_out for process in processes)
    if left_out:
        complain(f"{count(missing + left_out, 'event')} are not examined, the oldest of each thread; --memory "
                 f"{kUsualMegabytes} examines all that have room in so many MiB, a million in 20 to 40 s")
    elif missing:
        complain(f"{count(missing, 'event')} had no room and are not in the trace, the oldest of each thread; give "
                 "more with --memory, or trace a shorter run")


def _check_output(output: Path, archive: Path | None) -> None:
    """Before a program that may run for hours."""
    try:
        output.open("ab").close()
    except OSError as error:
        raise files.cannot("write", output, error, "file")
    if archive is not None:
        need("otf2")
        if archive.exists():
            raise MeasureError(f"{archive} is there already; name another folder with --otf2")


def _in_order(outcome: Outcome) -> list[Process]:
    return sorted(outcome.processes, key=lambda process: process.rank.number if process.rank is not None else -1)


def write_all(outcomes: list[Outcome], output: Path, archive: Path | None) -> None:
    """All processes into one file: the clock of a machine is the same for all of them."""
    processes = [process for outcome in outcomes for process in outcome.processes]
    if not processes:
        output.unlink()
        if any(outcome.has_run for outcome in outcomes):
            complain("the program has not called OpenMP, so nothing was traced; is it compiled with -fopenmp?")
        return
    writers: list[Any] = []
    if archive is not None:
        from .otf2 import Archive

        writers.append(Archive(archive))
    n_tasks = 0
    lacks_lines = False
    with output.open("wb") as file:
        perfetto = Writer(file)
        writers.append(perfetto)
        for outcome in outcomes:
            for process in _in_order(outcome):
                built = timeline.build(process)
                names = names_of(built)
                for writer in writers:
                    writer.write(built, names)
                perfetto.write_looks(built, of_process(outcome.samples, built), outcome.quotas)
                n_tasks += sum(1 for _ in built.explicit_tasks())
                lacks_lines |= any(address != 0 and not name.file for address, name in names.items())
        for writer in writers:
            writer.close()
    n_threads = sum(len(ring.kinds) > 0 for process in processes for ring in process.rings)
    n_ranks = len({process.rank for process in processes if process.rank is not None})
    what = f"{count(n_tasks, 'task')} on {count(n_threads, 'thread')}" + (f" of {n_ranks} ranks" if n_ranks > 1 else "")
    complain(f"{output}: {what}; open it at https://ui.perfetto.dev")
    say_what_is_missing(processes)
    if lacks_lines:
        complain(symbols.HINT)


def trace(
    program: Optional[list[str]] = kProgram,
    output: Path = typer.Option(Path("rondo.pftrace"), "-o", "--output", metavar="FILE", help="Where to write it."),
    archive: Optional[Path] = typer.Option(None, "--otf2", metavar="FOLDER", show_default=False,
                                           help="Write an OTF2 archive, too, into a new folder."),
    megabytes: int = kMegabytes,
    threads: Optional[str] = kProgramThreads,
    mpi: Optional[str] = kMpi,
) -> int:
    """Runs a program on Rondo and writes a trace of it: threads, parallel regions, tasks with their function, file and
    line, dependences, waits, loops, locks, and which thread executed what."""
    if not program:
        raise click.UsageError("no program to run, write `rondo trace -- PROGRAM ARGS`")
    rank = launcher.rank_here()
    if launcher.has_ranks_elsewhere():  # each machine has a clock, and maybe a file system, of its own
        machine = socket.gethostname()
        output = output.with_name(f"{output.stem}.{machine}{output.suffix}")
        archive = archive.with_name(f"{archive.name}.{machine}") if archive is not None else None
    _check_output(output, archive)
    meeting = Meeting("trace", rank) if rank is not None else None
    outcome = run(program, threads, megabytes, mpi=mpi)
    if meeting is None:
        write_all([outcome], output, archive)
        return outcome.status
    if outcome.status != 0 and outcome.processes:
        write_all([outcome], output, None)  # now: the launcher may end the other ranks
    of_ranks = meeting.end(outcome)
    if of_ranks is not None and (len(of_ranks) > 1 or outcome.status == 0 or not outcome.processes):
        write_all(of_ranks, output, archive)
    return outcome.status


def main(arguments: list[str]) -> int:
    return execute(trace, "rondo trace", with_value(arguments, "--mpi", kAnyMpi), epilog=_EPILOG, **kTakesProgram)
