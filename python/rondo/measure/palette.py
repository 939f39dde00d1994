# SPDX-License-Identifier: Apache-2.0
"""One colour and one marker for each contender, in every picture. The colours are Okabe and Ito's, which colour-blind
readers can tell apart; where they do not suffice the marker does."""

kColours = {
    "serial": "#000000",
    "diagonals": "#7f7f7f",
    "libgomp": "#e69f00",
    "libomp": "#d55e00",
    "libiomp5": "#a6761d",
    "rondo-gcc": "#56b4e9",
    "rondo-clang": "#0072b2",
    "pattern": "#999933",
    "graph": "#009e73",
    "graph-gcc": "#66c2a5",
    "graph-clang": "#009e73",
    "graph-same": "#cc79a7",
    "graph-same-gcc": "#e7b5d3",
    "graph-nowait": "#e7298a",
    "taskiter": "#6a51a3",
    "pattern-file": "#66a61e",
    "queued": "#525252",
    "no-successor": "#969696",
    "taskiter-queued": "#9970ab",
    "taskiter-no-successor": "#c2a5cf",
    "record": "#c7e9c0",
    "second": "#74c476",
    "static-first": "#9e9ac8",
    "static": "#54278f",
    "tbb": "#7f7f7f",
    "fork-join": "#000000",
    "fork-join-rondo": "#8c6bb1",
}
kMarkers = {
    "serial": "",
    "diagonals": "x",
    "libgomp": "s",
    "libomp": "D",
    "libiomp5": "d",
    "rondo-gcc": "v",
    "rondo-clang": "^",
    "pattern": "<",
    "graph": "o",
    "graph-gcc": ".",
    "graph-clang": "o",
    "graph-same": "P",
    "graph-same-gcc": "p",
    "graph-nowait": "h",
    "taskiter": "*",
    "pattern-file": ">",
    "queued": "1",
    "no-successor": "2",
    "taskiter-queued": "3",
    "taskiter-no-successor": "4",
    "record": "1",
    "second": "2",
    "static-first": "3",
    "static": "4",
    "tbb": "x",
    "fork-join": "",
    "fork-join-rondo": "",
}


def colour(key: str) -> str:
    return kColours[key]


def marker(key: str) -> str:
    return kMarkers[key]
