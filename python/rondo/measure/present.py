# SPDX-License-Identifier: Apache-2.0
"""Which columns can be measured here: found by running a small program on each runtime, as any other check could be
wrong. What is missing is said once, with the way to get it."""

import dataclasses
import os
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import MeasureError
from ..files import cannot
from . import figures
from . import layout as layouts
from .columns import Column, kStock, kTbb
from .contender import Contender, observe
from .figures import Figure
from .layout import Layout
from .runtimes import find_intel, fingerprint, intel_places, intel_runtime, kIntelRemedy, library_files

kTbbRemedy = "install libtbb-dev and build again"


@dataclass
class Present:
    layout: Layout
    columns: list[Column] = field(default_factory=list)
    libraries: dict[str, str] = field(default_factory=dict)  # runtime -> the file that served its probe
    compilers: dict[str, str] = field(default_factory=dict)  # build -> compiler and version
    rondo_version: str | None = None
    missing: list[str] = field(default_factory=list)  # optional ones: a line each
    problems: list[str] = field(default_factory=list)  # what should be here and does not work
    not_built: list[str] = field(default_factory=list)  # programs that somebody asked for

    def contender(self, figure: Figure, column: Column) -> Contender | None:
        """Who measures the figure for the column; None where there is no such form of it, or no such program here."""
        who = figures.contender(figure, column)
        if who is None or (self.layout.programs / who.program).is_file():
            return who
        if who.program not in self.not_built:
            self.not_built.append(who.program)
        return None

    def lines_not_built(self) -> list[str]:
        """One line, however many programs."""
        names = ", ".join(self.not_built)
        return [f"not built, so not measured: {names}; cmake --preset release says what they lack"] if names else []

    def contents_of(self, contender: Contender) -> str:
        """Fingerprint of all files that a run of the contender depends on."""
        files = [self.layout.programs / contender.program]
        if contender.runtime != "none":
            files += library_files(self.libraries[contender.runtime])
        return fingerprint(files)


def lead_to_intel(layout: Layout, folder: Path) -> Layout:
    """The layout with libiomp5 in it, where there is one. `folder` is ours to write."""
    library = find_intel(intel_places(os.environ, Path.home(), layouts.venv()))
    if library is None:
        return layout
    try:
        runtime = intel_runtime(library, folder / "libiomp5-as-libomp")
    except OSError as error:
        raise cannot("make a link in", folder, error)
    return dataclasses.replace(layout, runtimes={**layout.runtimes, runtime.name: runtime})


def look(layout: Layout, wanted: list[Column]) -> Present:
    present = Present(layout)
    tried: dict[str, bool] = {}
    for column in wanted:
        if column.runtime not in tried:
            tried[column.runtime] = _probe(present, column)
        if tried[column.runtime]:
            present.columns.append(column)
    return present


def _probe(present: Present, column: Column) -> bool:
    layout = present.layout
    if column == kTbb:
        found = any(layout.programs.glob("*-tbb"))
        if not found:
            present.missing.append(f"oneTBB is not measured: {kTbbRemedy}")
        return found
    if column.runtime == "libiomp5" and column.runtime not in layout.runtimes:
        present.missing.append(f"libiomp5 is not measured: {kIntelRemedy}")
        return False
    if column.runtime == "rondo" and not layout.command.is_file():
        present.problems.append(
            f"Rondo is not built: {layout.command} is missing; build it: cmake --build --preset release"
        )
        return False
    program = f"wavefront-{column.build}"
    probe = Contender(column.key, f"a probe on {column.runtime}", program, "dynamic", column.runtime)
    try:
        result = observe(probe, layout, ["--n", "8", "--repeat", "1"], threads=1).result
    except MeasureError as error:
        present.problems.append(f"nothing runs on {_name(column)}: {error}")
        return False
    present.libraries[column.runtime] = str(result["openmp_library"])
    if "compiler_version" in result:
        present.compilers[column.build] = f"{result['compiler']} {result['compiler_version']}"
    present.rondo_version = present.rondo_version or result["rondo_version"]
    return True


def _name(column: Column) -> str:
    return column.label if column in kStock else "Rondo"
