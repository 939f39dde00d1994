# SPDX-License-Identifier: Apache-2.0
"""The page as text: Jinja2's templates with the data and D3 in them (../../page/ adds style and modules)."""

from pathlib import Path
from typing import Any

from jinja2 import Environment

from ...page import assemble, d3
from ...words import duration
from .. import compare, ranks as several
from ..causes import WORDS, Cause
from ..compare import Comparison
from ..report import name_of, telling, text_of
from .view import View

_HERE = Path(__file__).resolve().parent
_LEAST_SHARE = 0.001  # of a cause that is listed
_COLOURS = 6  # of work, and of lost time; what comes behind shares one


def _percent(share: float) -> str:
    return f"{share * 100:.{1 if share < 0.0995 else 0}f}\u00a0%"


def _duration(us: float) -> str:
    return duration(us).replace(" ", "\u00a0")


def _change(before: float, after: float) -> str:
    return f"{(after / before - 1) * 100:+.0f}\u00a0%" if before > 0 else "–"


def _environment() -> Environment:
    made = assemble.environment(__package__)
    made.filters.update(percent=_percent, change=_change, place=text_of, us=_duration,
                        seconds=lambda seconds: _duration(seconds * 1e6))
    return made


def _page(template: str, main: str, title: str, document: Any, view: Any, kinds: list[dict[str, Any]],
          **more: Any) -> str:
    return assemble.page(_environment(), _HERE, template, main, title, document=document, view=view, kinds=kinds,
                         d3=d3.source().replace("</script", "<\\/script"), **more)


def _coloured(kinds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """With their colour, by their order among work and lost time."""
    found, n_used = [], {False: 0, True: 0}
    whole = sum(kind["ns"] for kind in kinds) or 1
    for kind in kinds:
        number, series = n_used[kind["lost"]], "lost" if kind["lost"] else "work"
        n_used[kind["lost"]] += 1
        found.append({**kind, "colour": f"{series}-{number if number < _COLOURS else 'rest'}",
                      "share": kind["ns"] / whole})
    return found


def report(document: dict[str, Any], view: View) -> str:
    kinds = _coloured(view.data["kinds"])
    kind_of = {kind["name"]: number for number, kind in enumerate(kinds) if kind["lost"]}
    causes = [{**cause, "kind": kind_of[cause["cause"]]} for cause in document["causes"]
              if cause["share"] >= _LEAST_SHARE]
    tasks = [{**task, "kind": kind, "name": kinds[kind]["name"] if kinds[kind]["is_construct"] else task["place"]}
             for task, kind in zip(document["tasks"], view.data["constructs"])]
    chain = document["longest_chain"]
    predictions = [{**item, "name": name_of(item)} for item in document["predictions"]]
    program = Path(document["program"]).name
    return _page("report.html.j2", "report.js", f"Why {program} takes its time", document,
                 {**view.data, "kinds": kinds, "predictions": predictions}, kinds, found=document, causes=causes,
                 tasks=tasks, predictions=telling(predictions),
                 n_tasks=sum(task["tasks"] for task in document["tasks"]), drawings=view.drawings,
                 parallelism=chain["work_seconds"] / chain["seconds"] if chain["seconds"] else 0,
                 is_banded=bool(view.data["cells"]["thread"]), banded_us=2 * view.data["cells"]["width_ns"] / 1e3)


def ranks(found: dict[str, Any], pages: dict[int, str]) -> str:
    documents = found["ranks"]
    rows = [{"name": "work", "lost": False, "what": "the program's own code", "ns": 1,
             "shares": [one["efficiency"] for one in documents]}]
    rows += [{"name": name, "lost": True, "what": WORDS[Cause(name)].what, "ns": 1, "shares": shares}
             for name, shares in several.causes(documents).items() if max(shares) >= _LEAST_SHARE]
    kinds = [{**kind, "number": number, "worst": documents[kind["shares"].index(max(kind["shares"]))]["rank"]}
             for number, kind in enumerate(_coloured(rows))]
    return _page("ranks.html.j2", "ranks.js", several.title(found), found, {"kinds": kinds}, kinds, ranks=documents,
                 pages=pages, verdict=several.verdict(found))


def comparison(found: Comparison) -> str:
    names = [Path(document["program"]).name for document in (found.before, found.after)]
    title = f"{names[0]}, two runs" if names[0] == names[1] else f"{names[0]} and {names[1]}"
    rows = [{"name": "work", "lost": False, "before": found.before["efficiency"], "after": found.after["efficiency"],
             "what": "the program's own code", "ns": 1}]
    rows += [{"name": cause.name, "lost": True, "before": cause.before, "after": cause.after, "what": cause.what,
              "ns": 1} for cause in found.causes]
    kinds = _coloured(rows)
    return _page("compare.html.j2", "compare.js", title, compare.document(found), {"kinds": kinds}, kinds, found=found,
                 verdict=compare.verdict(found), total_us=compare.total_us)
