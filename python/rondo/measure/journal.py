# SPDX-License-Identifier: Apache-2.0
"""The journal: one JSON line for each run, written the moment it ends, so that Ctrl-C or a crash costs one run.

The first line says what was asked for. A run's line carries a key made of all that its result depends on: the contents
of program and libraries, form, arguments, threads and the runtimes' settings. What was measured under another key is
never reused. A last line "end" tells a finished journal from one that can be gone on with.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ..errors import MeasureError
from ..files import cannot
from .contender import Contender, Observation

kVersion = 2


@dataclass(frozen=True)
class Key:
    contender: Contender
    arguments: tuple[str, ...]
    threads: int
    contents: str  # fingerprint of the program and of the libraries that serve it
    settings: tuple[str, ...] = ()  # of the runtimes, in the environment

    def as_json(self) -> dict[str, Any]:
        return {
            "contender": self.contender.key,
            "program": self.contender.program,
            "form": self.contender.form,
            "arguments": list(self.arguments),
            "threads": self.threads,
            "contents": self.contents,
            "settings": list(self.settings),
        }

    def digest(self) -> str:
        return hashlib.sha256(json.dumps(self.as_json(), sort_keys=True).encode()).hexdigest()[:16]


class Journal:
    """Attempts of one key and round are kept in the order in which they were made."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[str] | None = None
        self._runs: dict[tuple[str, int], list[Observation]] = {}
        self._used: set[tuple[str, int]] = set()
        self.asked: dict[str, Any] = {}

    def load(self) -> None:
        """Raises MeasureError when there is nothing to go on with."""
        lines = _read_lines(self._path)
        if not lines or lines[0].get("kind") != "asked" or lines[0].get("version") != kVersion:
            raise MeasureError(f"there is nothing to resume in {self._path.parent}; start without --resume")
        self.asked = lines[0]["options"]
        for line in lines[1:]:
            if line["kind"] == "run":
                observation = Observation(line["result"], line["disturbed"], line["switches_per_s"], line["elapsed_s"])
                self._runs.setdefault((line["key"], line["round"]), []).append(observation)

    def start(self, options: dict[str, Any]) -> bool:
        """Begins a new one. True when an unfinished one stood there: it has been put aside, not thrown away."""
        try:
            lines = _read_lines(self._path)
            unfinished = bool(lines) and lines[-1].get("kind") != "end"
        except MeasureError:
            unfinished = True  # damaged: somebody may still want to look at it
        if unfinished:
            self._path.replace(self.put_aside())
        self.asked = options
        self._file = self._open("w")
        self._write({"kind": "asked", "version": kVersion, "options": options})
        return unfinished

    def go_on(self) -> None:
        self._file = self._open("r+")
        # A line cut short by a crash would spoil the one that follows it.
        text = self._file.read()
        self._file.seek(0)
        self._file.truncate(len(text[: text.rfind("\n") + 1].encode()))
        self._file.seek(0, 2)

    def put_aside(self) -> Path:
        return self._path.with_name("journal.previous.jsonl")

    def attempts(self, key: Key, round_number: int) -> list[Observation]:
        place = (key.digest(), round_number)
        self._used.add(place)
        return list(self._runs.get(place, []))

    def append(self, key: Key, round_number: int, observation: Observation) -> None:
        place = (key.digest(), round_number)
        self._used.add(place)
        self._runs.setdefault(place, []).append(observation)
        self._write(
            {
                "kind": "run",
                "key": place[0],
                "round": round_number,
                **key.as_json(),
                "disturbed": observation.disturbed,
                "switches_per_s": round(observation.switches_per_s, 1),
                "elapsed_s": round(observation.elapsed_s, 4),
                "result": observation.result,
            }
        )

    def finish(self) -> None:
        self._write({"kind": "end"})

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def n_runs(self) -> int:
        return sum(map(len, self._runs.values()))

    def n_unused(self) -> int:
        """Runs nobody asked for again: their program, library or settings have changed since."""
        return sum(len(runs) for place, runs in self._runs.items() if place not in self._used)

    def _open(self, mode: str) -> IO[str]:
        try:
            return self._path.open(mode, encoding="utf-8")
        except OSError as error:
            raise cannot("write", self._path, error)

    def _write(self, line: dict[str, Any]) -> None:
        assert self._file is not None, "start() or go_on() comes first"
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


def _read_lines(path: Path) -> list[dict[str, Any]]:
    """Empty when there is no journal. A last line that was cut short is left out, any other one is an error."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    lines = []
    for line in text.split("\n")[:-1]:
        try:
            lines.append(json.loads(line))
        except json.JSONDecodeError:
            raise MeasureError(f"{path} is damaged in line {len(lines) + 1}; remove it and start without --resume")
    return lines
