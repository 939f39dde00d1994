# SPDX-License-Identifier: Apache-2.0
"""Writes docs/complaints.md from what was found."""

import textwrap
from dataclasses import dataclass

from rondo.measure.contender import Contender
from rondo.measure.machine import line
from rondo.measure.stats import median
from results import Cell, Results, Wait, wait_key
from rows import Figure, Row, kPauses_us, kRows, kSettings
from taking import kContenders

def number(value: float) -> str:
    if value == int(value) and value < 1e6:
        return f"{value:.0f}"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def cell_text(cell: Cell | None, unit: str) -> str:
    if cell is None or not (cell.values or cell.words):
        return "not here"
    if cell.median is None:
        return cell.word
    text = f"{number(cell.median)} {unit}".strip()
    if cell.spread >= 0.005:
        text += f" ± {100 * cell.spread:.0f} %"
    return text + (" !" if cell.n_disturbed > len(cell.values) / 2 else "") + (f", {cell.word}" if cell.words else "")


def cell_of(results: Results, figure: Figure, who: Contender) -> Cell | None:
    return results.cells.get(figure.key(who.key))


def missing(results: Results) -> list[str]:
    """What has to be measured before there is a page."""
    lacking = [f"row {row.number}" for row in kRows for figure in row.figures for who in kContenders
               if cell_of(results, figure, who) is None]
    waits = [f"pauses of {pause_us} us" for pause_us in kPauses_us for who in kContenders
             if not _settings_of(results, pause_us, who) or str(pause_us) not in results.sleeps]
    return [*dict.fromkeys([*lacking, *waits])]


def gain(results: Results, figure: Figure) -> str:
    """The better rival over the worse of the two programs on Rondo, and the other way round."""
    values = {who.key: cell.median for who in kContenders if (cell := cell_of(results, figure, who))}
    rivals = [value for key, value in values.items() if key.startswith("lib") and value is not None]
    ours = [value for key, value in values.items() if key.startswith("rondo") and value is not None]
    if not figure.unit or not rivals or not ours or min(ours) <= 0:
        return ""
    return f"{number(min(rivals) / max(ours))} - {number(max(rivals) / min(ours))}"


def _table(results: Results) -> list[str]:
    names = " | ".join(who.label for who in kContenders)
    lines = [f"| # | complaint | measured | {names} | rival / Rondo |", "|" + "---|" * (len(kContenders) + 4)]
    for row in kRows:
        for i, figure in enumerate(row.figures):
            cells = " | ".join(cell_text(cell_of(results, figure, who), figure.unit) for who in kContenders)
            first = f"{row.number} | {row.complaint}" if i == 0 else " | "
            lines.append(f"| {first} | {figure.text} | {cells} | {gain(results, figure)} |")
    return lines


def _pause_text(pause_us: int) -> str:
    return f"{pause_us} us" if pause_us < 1000 else f"{pause_us // 1000} ms"


@dataclass(frozen=True)
class Setting:
    """A setting of a contender, with the medians of a pause."""

    text: str
    wall_s: float
    idle_s: float

    def __str__(self) -> str:
        return f"{1e3 * self.wall_s:.0f} ms, {1e3 * self.idle_s:.1f} ms"


def _settings_of(results: Results, pause_us: int, who: Contender) -> list[Setting]:
    waits = {setting: results.waits.get(wait_key(pause_us, who.key, setting), Wait()) for setting in kSettings[who.key]}
    return [Setting(f"`{text}`" if text else "default", median(wait.wall_s), median(wait.idle_s))
            for text, wait in waits.items() if wait.wall_s]


def best(settings: list[Setting]) -> Setting:
    """The fastest; of those within 2 % of it, the one that idles least."""
    least = min(setting.wall_s for setting in settings)
    return min((setting for setting in settings if setting.wall_s <= 1.02 * least), key=lambda setting: setting.idle_s)


def _waits(results: Results) -> list[str]:
    rivals = [who for who in kContenders if not who.on_rondo]
    ours = [who for who in kContenders if who.on_rondo]
    names = [f"{who.label}: {what}" for who in rivals for what in ("best", "spinning")] + [who.label for who in ours]
    heading = " | ".join(names)
    lines = [f"| pause | {heading} | wall time over the best | idle over spinning | a bare sleep |",
             "|" + "---|" * (len(names) + 4)]
    for pause_us in kPauses_us:
        found = {who.key: _settings_of(results, pause_us, who) for who in kContenders}
        bests = {who.key: best(found[who.key]) for who in rivals}
        spinning = {who.key: max(found[who.key], key=lambda setting: setting.idle_s) for who in rivals}
        texts = []
        for who in rivals:
            texts += [f"{bests[who.key]} ({bests[who.key].text})", f"{spinning[who.key]} ({spinning[who.key].text})"]
        rondo = [found[who.key][0] for who in ours]
        wall = max(one.wall_s for one in rondo) / min(one.wall_s for one in bests.values())
        most = max(one.idle_s for one in spinning.values())
        idle = max(one.idle_s for one in rondo) / most if most > 0 else 0.0
        cells = " | ".join([*texts, *map(str, rondo)])
        sleep = results.sleeps[str(pause_us)]
        price = f"{number(median(sleep.late_us))} us late, {number(median(sleep.processor_us))} us"
        lines.append(f"| {_pause_text(pause_us)} | {cells} | {wall:.2f} | {idle:.2f} | {price} |")
    return lines


def _done(row: Row) -> str:
    links = ", ".join(f"[{_short(link)}]({link})" for link in row.threads)
    tests = ", ".join(f"`{name}`" for name in row.tested)
    return textwrap.fill(f"**{row.number}. {row.complaint}** ({links}). {row.done} Tested by {tests}.", 138,
                         break_long_words=False, break_on_hyphens=False)


def _short(link: str) -> str:
    parts = link.removeprefix("https://").split("/")
    return f"{parts[2]}#{parts[4]}" if parts[0] == "github.com" else f"gcc#{parts[-1]}"


kIntroduction = """\
<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- Written by `make complaints`; the words are in bench/complaints/rows.py and page.py. -->
# Twenty complaints

What people say about OpenMP runtimes in public, shown by short programs (`bench/complaints/`) that know nothing of
Rondo: on the runtimes of gcc 12 and clang 19, and on Rondo.

*Measured on {date}*: {machine}.
Medians of {rounds} rounds by turns, with half the distance between the quartiles; `!`: disturbed by other work in most
rounds. The last column: the better of the two rivals over Rondo's worse program, and the worse over its better one.
`make complaints` writes this page (`ARGS='--only 4,9'`: measures these rows again).

{table}

## Pauses between regions (4, 5, 17)

Regions with 20 us of work for each of two threads, and pauses between them in which the first thread computes. A cell
shows the wall time of a run, and its *idle time*: the processor time that the other thread used besides its work;
medians of the rounds ({wait_rounds}). libgomp and libomp (the rivals) are shown with the fastest of their settings
(`GOMP_SPINCOUNT`, `KMP_BLOCKTIME`, `OMP_WAIT_POLICY`) and with the one that spins most; Rondo has its defaults. Then
follow Rondo's worse program over the best rival, its idle time over that of the rival that spins most, and what one
sleep costs without any runtime (`sleep_cost.c`): how late a thread runs after it was called, and how much processor
time it takes.

{waits}

The target was at most 1.05 in wall time and at most 0.10 in idle time. For pauses of 10 and of 100 us no runtime can
reach both, as the last column shows. A thread that sleeps until it is called is 20 us late or more; 5 % of a pause and
a region are only 1.5 and 6 us. A thread that sleeps by the clock needs some 17 us of processor time for that, and wakes
17 to 40 us late, so it has to wake early and look; a tenth of the pause is only 1 and 10 us. Runtimes that sleep at
once show it, too: at 10 us they idle more than those that spin. So Rondo spins through pauses of less than some 80 us.

## What was done

{done}"""


def write(results: Results) -> str:
    return kIntroduction.format(
        date=results.machine["date"][:10], machine=line(results.machine).split(", load")[0], rounds=results.rounds,
        wait_rounds=min(len(wait.wall_s) for wait in results.waits.values()),
        table="\n".join(_table(results)), waits="\n".join(_waits(results)),
        done="\n\n".join(map(_done, kRows)) + "\n",
    )
