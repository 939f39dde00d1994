# SPDX-License-Identifier: Apache-2.0
"""What makes results doubtful: a program that failed or computed something wrong, a runtime that was not the one that
was meant, a machine that was not ours alone. It stands at the head of the page."""

from dataclasses import dataclass
from pathlib import Path

from ..measure.columns import kColumns
from ..measure.results import Document
from ..measure.session import drift
from ..measure.stats import median

kNoisyShare = 0.1  # of cells most of whose samples were disturbed
kNoisySpread = 0.1  # half the distance of the quartiles, over the median, in the middle of all cells


@dataclass(frozen=True)
class Doubt:
    is_wrong: bool  # False: noise; what was measured may still be true
    text: str


def _runtime(name: str, library: str) -> Doubt | None:
    """The file that served a runtime's runs is called after it; Rondo's are its faces, which bear the others' names."""
    path = Path(library)
    is_rondo = path.name.startswith("librondo") or "faces" in path.parts
    if name == "rondo":
        return None if is_rondo else Doubt(True, f"wrong runtime: what is called Rondo ran on {library}")
    # The link that leads programs to libiomp5 has libomp's name.
    fits = path.name.startswith(name) or name == "libiomp5" and path.name.startswith(("libomp", "libiomp5"))
    return Doubt(True, f"wrong runtime: what is called {name} ran on {library}") if is_rondo or not fits else None


def _noise(content: Document) -> list[Doubt]:
    cells = content["results"]
    if not cells:
        return []
    found = []
    disturbed = sum(bool(cell["disturbed"]) for cell in cells)
    if disturbed > kNoisyShare * len(cells):
        found.append(Doubt(False, f"noisy machine: {disturbed} of {len(cells)} cells have mostly disturbed samples"))
    spreads = [cell["spread"] for cell in cells if cell["counted"] > 1]
    if spreads and median(spreads) > kNoisySpread:
        found.append(Doubt(False, f"noisy machine: samples spread by ±{median(spreads):.0%} in the median cell"))
    return found + [Doubt(False, line) for line in drift([floor["values"] for floor in content["floor"]])]


def doubts(documents: list[Document]) -> list[Doubt]:
    found: list[Doubt] = []
    runtimes = {column.runtime for column in kColumns}
    for content in documents:
        found += [Doubt(True, f"{failure['suite']}: {failure['message']}") for failure in content["failures"]]
        named = ((name, library) for name, library in content["libraries"].items() if name in runtimes)
        found += [doubt for name, library in named if (doubt := _runtime(name, library))]
        found += _noise(content)
        if not content["complete"]:
            found.append(Doubt(False, "a run was stopped before all samples were taken"))
    for what, values in (
        ("machines", {content["machine"]["processor"] for content in documents}),
        ("versions of Rondo", {content["rondo_version"] for content in documents if content["rondo_version"]}),
    ):
        if len(values) > 1:
            found.append(Doubt(False, f"files of different {what}: {', '.join(sorted(map(str, values)))}"))
    return list(dict.fromkeys(found))
