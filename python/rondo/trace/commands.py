# SPDX-License-Identifier: Apache-2.0
"""`rondo trace`: runs a program and writes what its threads did to a file for the Perfetto UI."""

import shutil
from pathlib import Path
from typing import Any, Optional

import click
import typer

from .. import files
from ..command_line import execute, kProgram, kProgramThreads, kTakesProgram, with_value
from ..graph import symbols
from ..graph.symbols import Name
from ..needs import need
from ..screen import complain
from ..words import count
from . import places, timeline
from .perfetto import Writer
from .program import kAnyMpi, run
from .rings import Process
from .timeline import Timeline
from .watch import of_process

_EPILOG = "Open the file at https://ui.perfetto.dev, which reads it in the browser. The exit status is the program's."
kMegabytes = typer.Option(16, "--memory", metavar="MIB", min=1, max=112,
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
    if missing:
        complain(f"{count(missing, 'event')} had no room and are not in the trace, the oldest of each thread; give "
                 "more with --memory, or trace a shorter run")


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
    writers: list[Any] = []
    if archive is not None:
        need("otf2")
        from .otf2 import Archive

        writers.append(Archive(archive))
    try:
        file = output.open("wb")  # before a program that may run for hours
    except OSError as error:
        raise files.cannot("write", output, error, "file")
    with file:
        outcome = run(program, threads, megabytes, mpi=mpi)
        perfetto = Writer(file)
        writers.append(perfetto)
        n_tasks = 0
        lacks_lines = False
        for process in outcome.processes:
            built = timeline.build(process)
            names = names_of(built)
            for writer in writers:
                writer.write(built, names)
            perfetto.write_looks(built, of_process(outcome.samples, built), outcome.quotas)
            n_tasks += sum(1 for _ in built.explicit_tasks())
            lacks_lines |= any(address != 0 and not name.file for address, name in names.items())
        for writer in writers:
            writer.close()
    if not outcome.processes:
        output.unlink()
        if archive is not None:
            shutil.rmtree(archive)
        if outcome.has_run:
            complain("the program has not called OpenMP, so nothing was traced; is it compiled with -fopenmp?")
        return outcome.status
    n_threads = sum(len(ring.kinds) > 0 for process in outcome.processes for ring in process.rings)
    complain(f"{output}: {count(n_tasks, 'task')} on {count(n_threads, 'thread')}; open it at https://ui.perfetto.dev")
    say_what_is_missing(outcome.processes)
    if lacks_lines:
        complain(symbols.HINT)
    return outcome.status


def main(arguments: list[str]) -> int:
    return execute(trace, "rondo trace", with_value(arguments, "--mpi", kAnyMpi), epilog=_EPILOG, **kTakesProgram)
