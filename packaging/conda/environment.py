#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""environment.py CHANNEL PREFIX [SPEC...]: makes an environment of these packages of the channel and of no others; what
`conda create` does, by the library that its successors use. For the tests, and for who wants to try without conda."""

import asyncio
import os
import sys
from pathlib import Path

from rattler import Channel, PrefixRecord, VirtualPackage, install, solve
from rattler.index import index_fs


async def _make(channel: Path, prefix: Path, specs: list[str]) -> None:
    await index_fs(channel)
    records = await solve([Channel(channel.as_uri())], specs, virtual_packages=VirtualPackage.detect(),
                          platforms=["linux-64", "noarch"]) if specs else []
    there = [PrefixRecord.from_path(path) for path in prefix.glob("conda-meta/*.json")]
    await install(records, prefix, installed_packages=there, show_progress=False)
    for record in records:
        print(record.name.source, record.version, record.build)


if __name__ == "__main__":
    asyncio.run(_make(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3:]))
    # Threads of py-rattler 0.28 may still run, and crash when the interpreter ends under them.
    sys.stdout.flush()
    os._exit(0)
