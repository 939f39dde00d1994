# SPDX-License-Identifier: Apache-2.0
"""Names for places: function, file and line of the program's calls, by the symbolizer that `rondo graph` uses."""

from collections.abc import Iterable

from ..graph import symbols
from ..graph.report import Body
from .rings import Process

UNKNOWN = symbols.Name("", "", 0, "unknown place")


def _body(process: Process, address: int, is_function: bool) -> Body:
    module = process.module_of(address)
    if module is None:
        return Body(f"{address:#x}", None, 0, None)
    # A return address may be the first instruction of the next line.
    return Body(f"{address:#x}", module.path, address - module.base - (0 if is_function else 1), None)


def resolve(process: Process, addresses: Iterable[tuple[int, bool]]) -> dict[int, symbols.Name]:
    """For pairs of an address, and whether it is a function's (else a call returns there)."""
    found = {0: UNKNOWN}
    pairs = dict.fromkeys(addresses)
    for kind in (False, True):
        bodies = {address: _body(process, address, kind) for address, is_function in pairs
                  if address != 0 and is_function == kind}
        # What is inlined at the beginning of a function is not what its place is called.
        names = symbols.resolve(bodies.values(), innermost=not kind)
        found |= {address: names[body] for address, body in bodies.items()}
    return found
