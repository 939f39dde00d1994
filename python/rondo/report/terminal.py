# SPDX-License-Identifier: Apache-2.0
"""The report in a terminal, by rich."""

from rich.console import Console

from ..screen import make_table
from .collect import missing_line, Report
from .render import texts


_LEAST_WIDTH = 18  # characters


def show(console: Console, report: Report) -> None:
    for machine in report.machines:
        console.print(machine, style="dim", soft_wrap=True)
    for doubt in report.doubts:
        console.print(doubt.text, style="bold red" if doubt.is_wrong else "yellow", soft_wrap=True, markup=False)
    for chapter in report.chapters:
        console.rule(chapter.paper.title)
        for shown in chapter.shown:
            console.print(shown.exhibit.title, style="bold")
            console.print(shown.found.sentence, soft_wrap=True, markup=False)
            if shown.exhibit.paper:
                console.print(f"the paper: {shown.exhibit.paper}", soft_wrap=True, markup=False)
            content = texts(shown.found.plot.shown())
            # Words under each other: the first column says what a line is, and needs its width.
            first, *others = (str(heading).replace(" ", "\n") for heading in content["headings"])
            table = make_table(first, figures=others, padding=(0, 1, 0, 0))
            table.columns[0].min_width = _LEAST_WIDTH
            for row in content["rows"]:
                table.add_row(*row)  # type: ignore[misc]
            console.print(table)
            console.print(shown.caption, style="dim", soft_wrap=True)
        for exhibit in chapter.missing:
            console.print(missing_line(exhibit), style="dim", soft_wrap=True)


def show_list(console: Console, report: Report) -> None:
    """A line for each figure, what is seen in it, and what the paper says."""
    for chapter in report.chapters:
        for shown in chapter.shown:
            console.print(f"[bold]{chapter.paper.name}, {shown.exhibit.title}[/bold]", soft_wrap=True)
            console.print(f"  {shown.found.sentence}", soft_wrap=True, markup=False)
            if shown.exhibit.paper:
                console.print(f"  the paper: {shown.exhibit.paper}", soft_wrap=True, markup=False)
