#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""make.py RONDO FOLDER: writes manual pages (by help2man) into FOLDER/man and completion files into FOLDER/bash, zsh
and fish, from what the command says about itself."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import complete
from commands import Command, read

_PAGES = {"check": ("check", "graph")}  # a page's help, where it is not that of the command itself


def manual(executable: Path, top: Command, folder: Path) -> None:
    version = subprocess.run([executable, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    names = [command.words[0] for command in top.subcommands]
    pages = {"": "run OpenMP programs on Rondo", **{command.words[0]: command.text for command in top.subcommands}}
    environment = {**os.environ, "COLUMNS": "1000", "PATH": f"{executable.parent}:{os.environ['PATH']}"}
    for name, text in pages.items():
        page = f"rondo-{name}" if name else "rondo"
        others = ["rondo", *(f"rondo-{other}" for other in names)]
        also = ", ".join(f"\\fB{other}\\fR(1)" for other in others if other != page)
        with tempfile.NamedTemporaryFile("w", suffix=".h2m") as more:
            more.write(f"[SEE ALSO]\n{also}\n")
            more.flush()
            text = subprocess.run(
                ["help2man", "--no-info", "--name", text[0].lower() + text[1:], "--include", more.name,
                 "--version-string", version.replace("rondo", page, 1), "--source", version.capitalize(),
                 " ".join(("rondo", *_PAGES.get(name, (name,) if name else ())))],
                env=environment, capture_output=True, text=True, check=True).stdout
        (folder / f"{page}.1").write_text(text, encoding="utf-8")


def main() -> None:
    executable, folder = (Path(word).absolute() for word in sys.argv[1:])
    top = read(str(executable))
    for part in ("man", "bash", "zsh", "fish"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    manual(executable, top, folder / "man")
    (folder / "bash/rondo").write_text(complete.bash(top), encoding="utf-8")
    (folder / "zsh/_rondo").write_text(complete.zsh(top), encoding="utf-8")
    (folder / "fish/rondo.fish").write_text(complete.fish(top), encoding="utf-8")


if __name__ == "__main__":
    main()
