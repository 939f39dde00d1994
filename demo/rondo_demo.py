#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`rondo demo`: one heat solver with OpenMP task dependences on libgomp, libomp and Rondo, and with its graph recorded.

Every run is checked against the serial result, bit for bit, and against the runtime it was meant for. Prints tables,
draws a picture, and keeps all raw times in a file.
"""

import signal

# Ctrl-C while Python still loads ends the process without a traceback; main_guard takes over from there.
signal.signal(signal.SIGINT, signal.SIG_DFL)

import argparse  # noqa: E402
import sys  # noqa: E402
from pathlib import Path  # noqa: E402

_HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(_HERE), str(_HERE.parent / "bench")]

from rondo_measure.needs import need  # noqa: E402

need("rich", "numpy", "pandas", "matplotlib")

from rondo_measure import layout as layouts  # noqa: E402
from rondo_measure import machine, results  # noqa: E402
from rondo_measure.contender import rondo_problem, settings  # noqa: E402
from rondo_measure.errors import MeasureError  # noqa: E402
from rondo_measure.screen import Parser, complain, main_guard, make_console  # noqa: E402

from heat_demo import plan, plot, summary, table  # noqa: E402
from heat_demo.measure import measure  # noqa: E402


def read_blocks(text: str) -> tuple[int, ...]:
    blocks = []
    for word in text.split(","):
        if not word.strip().isdecimal() or int(word) < 1 or plan.kGridSize % int(word):
            raise argparse.ArgumentTypeError(f"'{word}' does not divide {plan.kGridSize}")
        blocks.append(int(word))
    return tuple(sorted(set(blocks), reverse=True))


def read_count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1024:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1 to 1024")
    return int(text)


def read_keys(text: str) -> list[str]:
    known = [contender.key for contender in plan.kAll]
    keys = text.split(",")
    for key in keys:
        if key not in known:
            raise argparse.ArgumentTypeError(f"'{key}' is none of {', '.join(known)}")
    return keys


def make_parser() -> Parser:
    blocks = ",".join(map(str, plan.kBlocks))
    parser = Parser(prog="rondo demo", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer sizes, sweeps and rounds: about 20 seconds")
    parser.add_argument("--threads", type=read_count, metavar="N", help="threads (default: all usable processors)")
    parser.add_argument("--blocks", type=read_blocks, metavar="B,B", help=f"block sizes (default: {blocks})")
    parser.add_argument("--rounds", type=read_count, metavar="N", help="rounds, each over everything (default: 5)")
    parser.add_argument("--contenders", type=read_keys, metavar="K,K", help="only these (serial is always run): "
                        + ", ".join(contender.key for contender in plan.kAll))
    parser.add_argument("--limit", type=read_count, metavar="S", default=150,
                        help="start no round that would end later than this many seconds (default: %(default)s)")
    parser.add_argument("--output", type=Path, metavar="DIR", help="folder for picture and raw results")
    parser.add_argument("--rondo", type=Path, metavar="FILE", help="the rondo command (default: this build's)")
    return parser


def main() -> int:
    options = make_parser().parse_args()
    threads = options.threads or machine.usable_processors()
    rounds = options.rounds or (2 if options.quick else 5)
    sizes = plan.sizes(options.blocks or (plan.kQuickBlocks if options.quick else plan.kBlocks), options.quick)
    layout = layouts.find("demo", options.rondo)
    folder: Path = options.output or layout.output
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MeasureError(f"cannot make {folder} ({error.strerror}); choose another folder with --output")
    if options.contenders:
        contenders = [c for c in plan.kAll if c.serial or c.key in options.contenders]
    else:
        contenders = list(plan.kDefault)

    problem = None
    if any(contender.on_rondo for contender in contenders):
        problem = rondo_problem(layout, plan.kProbe, ["--size", "64", "--block", "16", "--iterations", "1"])
    if problem:
        complain(f"{problem} (showing the stock runtimes only)")
        contenders = [contender for contender in contenders if not contender.on_rondo]

    console = make_console()
    about = machine.describe()
    console.print(f"Gauss-Seidel heat, {plan.kGridSize} x {plan.kGridSize} cells, one OpenMP task for each block and "
                  f"sweep, {threads} threads")
    console.print(f"[dim]{machine.line(about)}[/dim]")
    samples = measure(layout, contenders, sizes, rounds, threads, float(options.limit))
    rows = summary.summarise(samples, contenders, sizes, threads)
    table.show(console, rows, contenders, threads)

    date = about["date"][:10]
    caption = f"{about['processor']}, {date}, median of {samples.rounds} interleaved rounds"
    paths = plot.draw(rows, contenders, threads, caption, folder)
    raw = folder / "heat.json"
    asked = {"threads": [threads], "rounds": samples.rounds, "quick": options.quick, "settings": [*settings()]}
    content = results.document("heat", about, asked, samples.rondo_version, samples.libraries, complete=True)
    content["suites"] = [{"name": "heat-demo", "measures": "seconds of the solver, one task for each block and sweep",
                          "source": "rondo demo"}]
    content["results"] = summary.as_json(rows, samples, threads)
    results.write(raw, content)
    console.print(f"Every one of {sum(map(len, samples.times_s.values()))} runs gave the serial result, bit for bit.")
    disturbed = sum(bool(reasons) for marks in samples.disturbed.values() for reasons in marks)
    if disturbed:
        console.print(f"Others used the machine during {disturbed} of them; {raw.name} says which.", style="yellow")
    for path in (*paths, raw):
        console.print(str(path), soft_wrap=True)
    if problem:
        complain(problem)
        return 1
    return 0


if __name__ == "__main__":
    main_guard(main)
