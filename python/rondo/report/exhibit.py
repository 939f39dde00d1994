# SPDX-License-Identifier: Apache-2.0
"""A table or figure of a paper: what it shows, what the paper's text says of it, and how it is found in the results."""

from collections.abc import Callable
from dataclasses import dataclass

from .data import Data
from .plots import Found


@dataclass(frozen=True)
class Exhibit:
    key: str  # in the page and in the names of files
    title: str
    suites: tuple[str, ...]  # which have to be run for it; of the first one its caption speaks
    paper: str  # the paper's own numbers, and where it measured them; empty: its text gives none
    find: Callable[[Data], Found | None]  # None: these results lack it


@dataclass(frozen=True)
class Paper:
    key: str
    name: str  # short, for links
    title: str
    reference: str
    exhibits: tuple[Exhibit, ...]
