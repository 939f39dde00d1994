# SPDX-License-Identifier: Apache-2.0
"""Programs of two ranks in which tasks communicate, over networks of several latencies."""

from ..figures import Bars, Figure, Row, Suite

_MPI = "openmpi"
_RANKS = 2
_PROGRAMS = {"heat": "heat", "cg": "CG", "stencil": "three exchanges"}
_LATENCIES_us = {"heat": (0, 5, 50, 500), "cg": (0, 5, 50, 500), "stencil": (0, 50)}
_FORMS = {
    "pure": "pure MPI",
    "pure-overlap": "pure MPI, overlapped by hand",
    "fork-join": "fork-join",
    "tasks-detach": "tasks, detach",
    "tasks-blocking": "tasks that block",
    "tasks-bound": "tasks, bound requests",
}
# On other runtimes a blocked task holds its thread, and so do requests that are bound to one.
_OF_RONDO = ("tasks-blocking", "tasks-bound")
_GRAPHS = ("graph", "graph-nowait", "taskiter")
_WORKERS = ("pure", "fork-join", "tasks-detach", "tasks-blocking", "tasks-bound")


def _name(program: str, form: str, latency_us: int) -> str:
    return f"{program}, {_FORMS[form]}, {latency_us} us"


def _figure(program: str, form: str, latency_us: int) -> Figure:
    series = f"{_PROGRAMS[program]}, {_FORMS[form]}"
    name = _name(_PROGRAMS[program], form, latency_us)
    return Figure(
        program=f"mpi-{program}-{_MPI}",
        form=form,
        rows=(
            Row("us_per_iteration", name, "us", mean=f"{_FORMS[form]}, {latency_us} us"),
            Row("tasks_per_s", f"{name}: tasks a second", "tasks/s", True, series=series, x=latency_us,
                is_shown=False),
        ),
        arguments=("--latency", str(latency_us)),
        quick_arguments=("--repeat", "2", "--iterations", "10"),
        is_quick=latency_us == 50 and program == "heat",
        takes_s=2,
        quick_takes_s=1.5,
        graph_forms=_GRAPHS if form == "tasks-bound" else (),
        runtimes=("rondo",) if form in _OF_RONDO else (),
        mpi=_MPI,
        ranks=_RANKS,
    )


def _master_worker(form: str, latency_us: int) -> Figure:
    return Figure(
        program=f"mpi-master-worker-{_MPI}",
        form=form,
        rows=(Row("us_per_item", _name("master and worker", form, latency_us), "us"),),
        arguments=("--latency", str(latency_us)),
        is_quick=False,
        takes_s=3,
        graph_forms=("graph", "taskiter") if form == "tasks-bound" else (),
        runtimes=("rondo",) if form in _OF_RONDO else (),
        mpi=_MPI,
        ranks=_RANKS,
    )


SUITE = Suite(
    name="mpi",
    measures="us an iteration of programs of two ranks whose tasks communicate, over networks of 0 to 500 us",
    source="public definitions: heat, HPCCG, LULESH's exchanges, a master with workers; written anew in bench/mpi",
    figures=(
        *(
            _figure(program, form, latency_us)
            for program in _PROGRAMS
            for latency_us in _LATENCIES_us[program]
            for form in _FORMS
        ),
        *(_master_worker(form, latency_us) for latency_us in (0, 50) for form in _WORKERS),
    ),
    plots=tuple(
        Bars(f"mpi-{program}", f"{text}, two ranks, 50 us", tuple(_name(text, form, 50) for form in _FORMS))
        for program, text in _PROGRAMS.items()
    ),
)
