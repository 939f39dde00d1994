# SPDX-License-Identifier: Apache-2.0
"""A drawing of boxes and arrows as SVG, by Graphviz; what it looks like is said by the page's style."""

import math
import re

from ...graph import dot
from ...words import count, duration
from .graph import Box, Drawing

_CHARACTERS = 34  # of a line in a box
_MOST_WITH_NAMES = 24  # boxes


def _shortened(text: str) -> str:
    """The end is the file and line, so the middle is left out."""
    if len(text) <= _CHARACTERS:
        return text
    return f"{text[:_CHARACTERS // 2 - 1]} … {text[-(_CHARACTERS // 2 - 2):]}"


def _label(box: Box, name: str | None) -> str:
    figures = [count(box.n_tasks, "task")] if box.n_tasks != 1 else []
    lines = [] if name is None else [_shortened(name)]
    return "\n".join([*lines, *figures, duration(box.ns / 1e3)])


def svg(prefix: str, drawing: Drawing, names: list[str], kinds: list[int]) -> str:
    """`names` and `kinds` (numbers of the timeline's) are those of the boxes. A box's id is `prefix-number`. Names make
    boxes wide: where there are many of these, the colour says which construct it is."""
    has_names = len(set(names)) > 1 and len(names) <= _MOST_WITH_NAMES
    lines = ["digraph tasks {", "  rankdir=LR; nodesep=0.12; ranksep=0.3; bgcolor=transparent;",
             '  node [shape=box, style=rounded, fontname="sans-serif", fontsize=13, margin="0.08,0.05", height=0.3, '
             "width=0.3];",
             "  edge [arrowsize=0.6];"]
    for at, (box, name, kind) in enumerate(zip(drawing.boxes, names, kinds)):
        row = "group=path, " if box.is_on_path else ""  # Graphviz draws a group in one row if it can
        classes = f"box kind-{kind}" + (" path" if box.is_on_path else "")
        lines.append(f"  b{at} [{row}id={dot.quote(f'{prefix}-{at}')}, class={dot.quote(classes)}, "
                     f"label={dot.quote(_label(box, name if has_names else None))}, "
                     f"tooltip={dot.quote(': '.join([name, box.note] if box.note else [name]))}];")
    for column in {box.column for box in drawing.boxes} - {-1}:
        members = [f"b{at}" for at, box in enumerate(drawing.boxes) if box.column == column]
        lines.append(f"  {{ rank=same; {' '.join(members)} }}")
    for (here, there), n in sorted(drawing.arrows.items()):
        on_path = (here, there) in drawing.path
        lines.append(f"  b{here} -> b{there} [class={dot.quote('path' if on_path else 'side')}, "
                     f"weight={9 if on_path else 1}, "
                     f"penwidth={1 + math.log10(n):.1f}, tooltip={dot.quote(count(n, 'dependence'))}];")
    text = dot.svg("\n".join([*lines, "}"]) + "\n")
    # Without the declarations of a file of its own, and of whatever size its place has.
    return re.sub(r'<svg width="[^"]*" height="[^"]*"', "<svg", text[text.index("<svg"):], count=1)
