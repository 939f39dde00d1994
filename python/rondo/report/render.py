# SPDX-License-Identifier: Apache-2.0
"""Report and comparison as pages (../page/ has the frame), pictures in them."""

from collections import Counter
from pathlib import Path

import pandas

from ..measure import compare as comparing
from ..measure.results import Document
from ..measure.tables import number, times
from ..page import assemble
from . import picture
from .collect import missing_line, Report
from .files import folder_of, name_of
from .plots import kOrder

_HERE = Path(__file__).resolve().parent


def texts(table: pandas.DataFrame) -> dict[str, list[object]]:
    """Headings and rows as a page or a terminal shows them."""
    def text(value: object) -> str:
        if isinstance(value, (int, float)):
            return "" if pandas.isna(value) else number(float(value))
        return str(value)

    return {"headings": [str(heading) for heading in table.columns],
            "rows": [[text(value) for value in row] for row in table.itertuples(index=False)]}


def report(found: Report, path: Path) -> str:
    """The pictures beside `path` must have been written."""
    folder = folder_of(path)
    pictures, tips, tables, used = {}, {}, {}, set()
    for chapter in found.chapters:
        for shown in chapter.shown:
            name, plot = name_of(chapter, shown), shown.found.plot
            svg = folder / f"{name}.svg"
            if plot.tips():
                pictures[name] = picture.inline(svg.read_text(encoding="utf-8"), name)
            tips.update({f"{name}--{mark}": words for mark, words in plot.tips().items()})
            tables[name] = texts(plot.shown())
            used |= {*plot.labels()}
    contenders = [(key, label, picture.colour_of(key)) for key, label in kOrder.items() if key in used]
    return assemble.page(assemble.environment(__package__), _HERE, "report.html.j2", "results.js", "Rondo, measured",
                         report=found, contenders=contenders, pictures=pictures, tips=tips, tables=tables,
                         beside=folder.name, missing_line=missing_line, series_style=picture.style())


def comparison(names: tuple[str, str], before: Document, after: Document) -> str:
    found = comparing.differences(before, after)
    verdicts = Counter(difference.verdict for difference in found)
    made = assemble.environment(__package__)
    made.filters.update(number=number, times=times)
    lines = [f"{when}: {name}, {content['machine']['date'][:16]}, {content['machine']['processor']}"
             for when, name, content in zip(("before", "after"), names, (before, after))]
    order = {"worse": 0, "better": 1}
    found = sorted(found, key=lambda difference: order.get(difference.verdict, 2))
    return assemble.page(made, _HERE, "compare.html.j2", "changes.js", "Two runs, compared", lines=lines, found=found,
                         verdicts=[*verdicts.items()], sentence=comparing.sentence(found),
                         warnings=comparing.warnings(before, after))
