# SPDX-License-Identifier: Apache-2.0
"""What was found, in a file: a call that measures some rows replaces these and keeps the others."""

import dataclasses
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rondo.measure.stats import median, spread

kOutcome = "outcome"  # a member that is a word: works, hangs, ...


@dataclass
class Cell:
    """What was found of one figure on one contender."""

    values: list[float] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    n_disturbed: int = 0

    @property
    def median(self) -> float | None:
        return median(self.values) if self.values else None

    @property
    def spread(self) -> float:
        return spread(self.values) if self.values else 0.0

    @property
    def word(self) -> str:
        """The worst one."""
        return next((word for word in self.words if word != "works"), "works" if self.words else "")


@dataclass
class Wait:
    """What was found of a pause on a contender with a setting, a value for each round."""

    wall_s: list[float] = field(default_factory=list)
    idle_s: list[float] = field(default_factory=list)  # processor time of the other threads, without their work


@dataclass
class Sleep:
    """What the machine charges for a thread that sleeps through a pause, a value for each round."""

    late_us: list[float] = field(default_factory=list)  # after it was called
    processor_us: list[float] = field(default_factory=list)


@dataclass
class Results:
    machine: dict[str, Any]
    rounds: int
    cells: dict[str, Cell] = field(default_factory=dict)  # by figure and contender: see cell_key()
    waits: dict[str, Wait] = field(default_factory=dict)  # by pause, contender and setting: see wait_key()
    sleeps: dict[str, Sleep] = field(default_factory=dict)  # by pause in us


def cell_key(program: str, member: str, arguments: tuple[str, ...], who: str) -> str:
    return " ".join((program, member, *arguments, who))


def wait_key(pause_us: int, who: str, setting: str) -> str:
    return f"{pause_us} {who} {setting}".strip()


def write(path: Path, results: Results) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(dataclasses.asdict(results), indent=1) + "\n", encoding="utf-8")


def read(path: Path) -> Results | None:
    """None if there is no file, or one of another form."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        cells = {key: Cell(**cell) for key, cell in found["cells"].items()}
        waits = {key: Wait(**wait) for key, wait in found["waits"].items()}
        sleeps = {key: Sleep(**sleep) for key, sleep in found["sleeps"].items()}
        return Results(found["machine"], found["rounds"], cells, waits, sleeps)
    except (OSError, ValueError, KeyError, TypeError):
        return None
