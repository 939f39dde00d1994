# SPDX-License-Identifier: Apache-2.0
"""What lies beside the page: of each exhibit its picture as SVG and PNG, and its figures as CSV."""

from pathlib import Path

from ..files import cannot
from .collect import Chapter, Shown


def folder_of(page: Path) -> Path:
    return page.with_name(f"{page.stem}-files")


def name_of(chapter: Chapter, shown: Shown) -> str:
    return f"{chapter.paper.key}-{shown.exhibit.key}"


def write(chapters: list[Chapter], folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for chapter in chapters:
            for shown in chapter.shown:
                path = folder / name_of(chapter, shown)
                shown.found.plot.draw(shown.machine, path)
                shown.found.plot.table().to_csv(path.with_suffix(".csv"), index=False, float_format="%.6g")
    except OSError as error:
        raise cannot("write", folder, error)
