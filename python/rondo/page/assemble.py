# SPDX-License-Identifier: Apache-2.0
"""A page as text: a template of Jinja2 in the shared frame, with style and modules in it, so that it needs no network.

A kind of page is a folder with templates, a style.css of its own and scripts/; its package is named to page()."""

import base64
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

_HERE = Path(__file__).resolve().parent


def environment(package: str) -> Environment:
    """Finds templates of the package, then the shared ones."""
    loader = ChoiceLoader([PackageLoader(package, "."), PackageLoader(__package__, ".")])
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    return made


def _modules(folder: Path) -> dict[str, str]:
    """Names that modules import each other by -> their text, as addresses that need no network."""
    paths = [*(_HERE / "scripts").glob("*.js"), *(folder / "scripts").glob("*.js")]
    return {f"rondo/{path.name}": "data:text/javascript;base64," + base64.b64encode(path.read_bytes()).decode()
            for path in sorted(paths)}


def _style(folder: Path) -> str:
    return "\n".join((where / "style.css").read_text(encoding="utf-8") for where in (_HERE, folder))


def page(made: Environment, folder: Path, template: str, main: str, title: str, **more: Any) -> str:
    """`main` is the module that starts; `folder` is that of the package."""
    return made.get_template(template).render(
        title=title, main=main, style=_style(folder), import_map={"imports": _modules(folder)}, **more)
