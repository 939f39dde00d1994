# SPDX-License-Identifier: Apache-2.0
"""Files as the runtime writes them while a process is traced, for tests of what reads them."""

import struct
import tempfile
from pathlib import Path

from rondo.trace import rings
from rondo.trace.rings import Kind

_BEGIN_TICKS = 5_000_000

Events = list[tuple[int, Kind, int, int]]  # us, kind, detail, value


def make_ring(events: Events, n_chunks: int = 1, n_ids_before: int | list[int] = 0, n_lost: int = 0) -> bytes:
    """As the runtime would have written it, with a clock of 1000 ticks a us. `n_ids_before`: each chunk, or all."""
    capacity = n_chunks * 16384
    kept = [b""] * capacity
    for i, (us, kind, detail, value) in enumerate(events):
        kept[i % capacity] = struct.pack("<QQ", (us * 1000 + _BEGIN_TICKS) << 16 & (1 << 64) - 1 | kind << 8 | detail,
                                         value)
    header = struct.pack("<8sQQQ", b"RondoR02", n_chunks, len(events), n_lost)
    ids = [n_ids_before] * n_chunks if isinstance(n_ids_before, int) else n_ids_before
    header += b"".join(struct.pack("<Q", before) for before in ids)
    return header.ljust(4096, b"\0") + b"".join(event.ljust(16, b"\0") for event in kept)


def make_process(*ring_files: bytes, most_events: int | None = None) -> rings.Process:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        head = struct.pack("<8sQQQQQQQII", b"RondoP03", 77, 1, 1000, _BEGIN_TICKS, 1_000_000, 1, 0, 2, 4)
        module = struct.pack("<QQQ", 0x1000, 0x2000, 0x800) + b"/a/program".ljust(488, b"\0")
        (folder / "77-0").write_bytes((head + b"/a/program".ljust(440, b"\0") + module).ljust(512 * 256, b"\0"))
        for number, content in enumerate(ring_files):
            (folder / f"77-0.{number}").write_bytes(content)
        (folder / "something else").write_bytes(b"")
        [process] = rings.read(folder, most_events)
        return process
