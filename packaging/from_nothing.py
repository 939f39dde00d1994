#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""from_nothing.py [WAY...]: installs Rondo in each way on a machine that has nothing of it, sees that it is active, and
undoes it: the table of docs/install.md. A way is demo, source, archive, debian, default, users, or wheel; all but demo
and source need the packages (`make packages`). Wall time includes downloads; processor time is that of all that was
executed. What is printed meanwhile is in build/packages/from_nothing/."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.clean_root import BUILT, CleanRoot, newest

SOURCES = Path(__file__).resolve().parent.parent
LOGS = BUILT / "from_nothing"
DEBS = ("librondo0", "rondo", "librondo-dev", "rondo-directives")
VERBOSE = {"RONDO_VERBOSE": "true"}
PROGRAM = """
#include <stdio.h>
int main(void) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; i++) sum += i;
  printf("%d\\n", sum);
}
"""


@dataclass
class Part:
    name: str
    wall_s: float
    processor_s: float


@dataclass
class Row:
    way: str
    parts: list[Part] = field(default_factory=list)
    line: str = "-"
    result: str = "-"
    undo: str = "-"

    def text(self) -> str:
        def seconds(values: list[float]) -> str:
            shown = " + ".join(f"{value:.1f}" if value < 10 else f"{value:.0f}" for value in values)
            return shown if len(values) == 1 else f"{shown} = {sum(values):.0f}"

        names = ", ".join(part.name for part in self.parts)
        wall = seconds([part.wall_s for part in self.parts])
        processor = seconds([part.processor_s for part in self.parts])
        return f"| {self.way} ({names}) | {wall} | {processor} | {self.line} | {self.result} | {self.undo} |"


class Way:
    """One way in one root; each timed step adds a part to its row."""

    def __init__(self, row: Row, place: "CleanRoot | Environment") -> None:
        self.row = row
        self.root = place

    def step(self, name: str, *command: str) -> str:
        begin, used = time.monotonic(), _children_s()
        result = self.root.run(*command)
        self.row.parts.append(Part(name, time.monotonic() - begin, _children_s() - used))
        log = LOGS / f"{self.row.way.replace('`', '').replace(' ', '-')}-{name}.txt"
        log.write_text(result.stdout + result.stderr, encoding="utf-8")
        return result.stdout

    def see(self, *command: str) -> None:
        """The line that shows that it is active, and what the program computes."""
        result = self.root.run(*command, env=VERBOSE)
        lines = [line for line in result.stderr.splitlines() if "serves process" in line]
        self.row.line = f"in place of{lines[0].partition('in place of')[2]}" if lines else "none"
        self.row.result = result.stdout.strip()[:40]

    def undo(self, before: set[str], *command: str) -> None:
        self.root.run(*command)
        left = {name for name in self.root.files() - before if "ld.so.cache" not in name and "__pycache__" not in name}
        self.row.undo = f"`{' '.join(command)}`: {len(left)} files left" + (f" {sorted(left)[:3]}" if left else "")


class Environment:
    """Python's kind of a clean place: an environment that has nothing but pip."""

    def __init__(self, folder: str) -> None:
        self.path = Path(folder)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)

    def run(self, *command: str, env: Mapping[str, str] | None = None) -> "subprocess.CompletedProcess[str]":
        inside = [str(self.path / "bin" / command[0]), *command[1:]]
        return subprocess.run(inside, env={**os.environ, **(env or {})}, capture_output=True, text=True, check=True)

    def files(self) -> set[str]:
        return {str(path) for path in self.path.rglob("*")}


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _copy_sources(root: CleanRoot) -> None:
    clone = BUILT / "from_nothing-clone"
    subprocess.run(["rm", "-rf", str(clone)], check=True)
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(SOURCES), str(clone)], check=True)
    root.copy(clone, "/srv/rondo")
    root.run("chown", "-R", "root:root", "/srv/rondo")


def _compile_program(root: CleanRoot) -> None:
    root.install("gcc-12", "libc6-dev", "libgomp1")
    (root.path / "tmp/program.c").write_text(PROGRAM, encoding="utf-8")
    root.run("gcc-12", "-fopenmp", "/tmp/program.c", "-o", "/tmp/program")


def demo() -> Row:
    row = Row("`make demo`")
    with CleanRoot("ca-certificates", "git", "make") as root:
        _copy_sources(root)
        way = Way(row, root)
        # What `make demo` does, with a look at the clock between.
        way.step("packages", "/srv/rondo/dev/setup", "demo")
        way.step("build", "/srv/rondo/dev/build", "demo", "demonstrated")
        shown = way.step("demo", "make", "-C", "/srv/rondo", "demo")
        row.result = "table and plot" if "heat" in shown else "?"
        row.undo = "`rm -r` of the folder; the Debian packages stay"
    return row


def source() -> Row:
    row = Row("`make install`")
    with CleanRoot("ca-certificates", "git", "make") as root:
        _copy_sources(root)
        way = Way(row, root)
        way.step("packages", "/srv/rondo/dev/setup", "build")
        way.step("build", "make", "-C", "/srv/rondo")
        before = root.files()
        way.step("install", "make", "-C", "/srv/rondo", "install", "PREFIX=/opt/rondo")
        _compile_program(root)
        way.see("/opt/rondo/bin/rondo", "run", "--", "/tmp/program")
        way.undo(before, "make", "-C", "/srv/rondo", "uninstall", "PREFIX=/opt/rondo")
    return row


def archive() -> Row:
    row = Row("archive")
    with CleanRoot() as root:
        _compile_program(root)
        before = root.files()
        packed = newest("rondo-*-linux-*.tar.gz")
        root.copy(packed, "/tmp/rondo.tar.gz")
        way = Way(row, root)
        way.step("unpack", "tar", "-C", "/opt", "-xzf", "/tmp/rondo.tar.gz")
        folder = "/opt/" + packed.name.removesuffix(".tar.gz")
        way.see(f"{folder}/bin/rondo", "run", "--", "/tmp/program")
        way.undo(before, "rm", "-r", folder)
    return row


def _with_debian(way: str, use: Callable[[Way, set[str]], None]) -> Row:
    row = Row(way)
    with CleanRoot() as root:
        _compile_program(root)
        root.install("libhwloc15", "libstdc++6")  # Debian's own, which stay
        before = root.files()
        for name in DEBS:
            root.copy(newest(f"{name}_*.deb"), f"/tmp/{name}.deb")
        use(Way(row, root), before)
    return row


def _install_debian(way: Way) -> None:
    way.step("install", "apt-get", "-q", "-y", "install", "--no-install-recommends",
             *(f"/tmp/{name}.deb" for name in DEBS))


def debian() -> Row:
    def use(way: Way, before: set[str]) -> None:
        _install_debian(way)
        way.see("rondo", "run", "--", "/tmp/program")
        way.undo(before, "apt-get", "-q", "-y", "purge", *DEBS)

    return _with_debian("Debian packages", use)


def default() -> Row:
    def use(way: Way, _: set[str]) -> None:
        _install_debian(way)
        before = way.root.files()
        way.row.parts.clear()
        way.step("enable", "rondo", "system", "enable")
        way.see("bash", "-lc", "/tmp/program")
        way.undo(before, "rondo", "system", "disable")

    return _with_debian("`rondo system enable`", use)


def users() -> Row:
    def use(way: Way, _: set[str]) -> None:
        _install_debian(way)
        before = way.root.files()
        way.row.parts.clear()
        way.step("enable", "rondo", "system", "enable", "--all-users")
        way.see("/tmp/program")
        way.undo(before, "rondo", "system", "disable", "--all-users")

    return _with_debian("`rondo system enable --all-users`", use)


def wheel() -> Row:
    row = Row("wheel")
    with tempfile.TemporaryDirectory(prefix="rondo-environment-") as folder:
        place = Environment(folder)
        place.run("pip", "-q", "install", "scikit-learn", "pyelftools")
        before = place.files()
        way = Way(row, place)
        way.step("install", "pip", "-q", "install", "--no-deps", str(newest("rondo_openmp-*.whl")))
        code = ("import sklearn.cluster, numpy; "
                "print(sklearn.cluster.KMeans(2, random_state=0).fit(numpy.eye(900)).n_iter_, 'iterations')")
        way.see("python", "-m", "rondo_openmp", "-c", code)
        way.undo(before, "pip", "-q", "uninstall", "-y", "rondo-openmp")
    return row


WAYS: dict[str, Callable[[], Row]] = {function.__name__: function for function in (
    demo, source, archive, debian, default, users, wheel)}


def main() -> None:
    LOGS.mkdir(parents=True, exist_ok=True)
    print("| way (parts) | wall s | processor s | active line | result | undo |\n|---|---|---|---|---|---|")
    for name in sys.argv[1:] or WAYS:
        print(WAYS[name]().text(), flush=True)


if __name__ == "__main__":
    main()
