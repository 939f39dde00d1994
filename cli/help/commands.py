# SPDX-License-Identifier: Apache-2.0
"""The commands of `rondo` with their options, read from their own --help: the one place where they are described. CLI11
and typer print nearly the same form; a test compares what is read with what the commands accept."""

import os
import re
import subprocess
from dataclasses import dataclass, field

_ENTRY = re.compile(r"  ((?:-[\w?],? ?)?--[\w-]+|-\w)(?: ([A-Z][\w,.= /]*?))?(?:  +(.*))?$")
_SUBCOMMAND = re.compile(r"  (\w+) {2,}(.*)$")
_FILES = ("FILE", "FOLDER", "DIR")


@dataclass
class Option:
    names: tuple[str, ...]  # as typed: -n, --threads
    value: str  # what stands for its value; empty: it has none
    text: str

    @property
    def takes_file(self) -> bool:
        return self.value in _FILES


@dataclass
class Command:
    words: tuple[str, ...]  # behind `rondo`
    text: str
    takes_program: bool = False
    options: list[Option] = field(default_factory=list)
    subcommands: list["Command"] = field(default_factory=list)


def read(executable: str) -> Command:
    """All of them, below the command without words."""
    return _read(executable, (), "")


def _read(executable: str, words: tuple[str, ...], text: str) -> Command:
    # Wide enough that no line is broken.
    shown = subprocess.run([executable, *words, "--help"], env={**os.environ, "COLUMNS": "1000"}, text=True,
                           capture_output=True, check=True).stdout
    command = Command(words, text)
    usage = next(line for line in shown.splitlines() if line.startswith("Usage: "))
    command.takes_program = "PROGRAM" in usage
    section = ""
    for line in shown.splitlines():
        if line and not line.startswith(" "):
            section = line
        elif section == "Options:" and (entry := _ENTRY.match(line)):
            names = tuple(re.split(r",\s*", entry[1]))
            command.options.append(Option(names, entry[2] or "", _sentence(entry[3] or "")))
        elif section == "Subcommands:" and (entry := _SUBCOMMAND.match(line)):
            command.subcommands.append(_read(executable, (*words, entry[1]), _sentence(entry[2])))
    # `rondo check graph` is the only thing that is checked so far: its usage has a second word.
    second = re.match(rf"Usage: rondo {' '.join(words)} ([a-z]+) ", usage) if words else None
    if second and not command.subcommands:
        inner = Command((*words, second[1]), command.text, command.takes_program, command.options)
        return Command(words, text, subcommands=[inner])
    return command


def _sentence(text: str) -> str:
    """Without what is for the reader of a help page only."""
    return re.sub(r"\s*(\(ARGS: .*\)|\[(default|\d).*\])$", "", text).rstrip(".")
