# SPDX-License-Identifier: Apache-2.0
"""A picture of matplotlib as a part of the page: ids of its own, and the theme's colours in place of black on white."""

import re

from ..measure.palette import kColours

_THEME = {"#ffffff": "var(--paper)", "#dddddd": "var(--line)", "#555555": "var(--soft)", "#333333": "var(--soft)",
          "#000000": "var(--text)", "#fefefe": "#ffffff", "#010101": "#000000"}
_ENLARGED = 1.6  # pixels for a point
_SERIES = {colour: f"var(--series-{number})" for number, colour in enumerate(dict.fromkeys(kColours.values()))
           if colour not in _THEME}


def style() -> str:
    """The contenders' colours; on dark paper they are lighter."""
    light = " ".join(f"--series-{number}: {colour};"
                     for number, colour in enumerate(dict.fromkeys(kColours.values())) if colour not in _THEME)
    dark = " ".join(f"--series-{number}: color-mix(in srgb, {colour} 72%, white);"
                    for number, colour in enumerate(dict.fromkeys(kColours.values())) if colour not in _THEME)
    return f":root {{ {light} }}\n:root[data-theme=\"dark\"] {{ {dark} }}"


def colour_of(key: str) -> str:
    """A contender's, as a value of CSS."""
    colour = kColours[key]
    return {**_THEME, **_SERIES}[colour]


def inline(svg: str, name: str) -> str:
    """`name` makes its ids differ from those of the page's other pictures."""
    text = svg[svg.index("<svg"):]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'\bid="', f'id="{name}--', text)
    text = re.sub(r"url\(#", f"url(#{name}--", text)
    text = re.sub(r'((?:xlink:)?href)="#', rf'\1="#{name}--', text)
    for colour, value in {**_THEME, **_SERIES}.items():
        text = text.replace(colour, value)
    width, height = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', text).groups()  # type: ignore[union-attr]
    wide = f"min(100%, {float(width) * _ENLARGED:.0f}px)"
    head = f'<svg viewBox="0 0 {width} {height}" style="width: {wide}" role="img">'
    return re.sub("<svg [^>]*>", head, text, count=1)
