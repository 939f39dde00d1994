#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a symbol list from an installed OpenMP runtime. Run by hand when a new version of it comes out:

    src/faces/extract.py /usr/lib/x86_64-linux-gnu/libgomp.so.1 'libgomp of gcc 16' > src/faces/libgomp.txt
    src/faces/extract.py /usr/lib/llvm-23/lib/libomp.so.5 'libomp of LLVM 23' > src/faces/libomp.txt
    src/faces/extract.py .../libiomp5.so 'libiomp5 of Intel oneAPI 2026.2' > src/faces/libiomp5.txt
"""

import sys
from pathlib import Path

from symbols import OMISSIONS, read_exports


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print("rondo: usage: extract.py LIBRARY 'TITLE'; the list goes to standard output", file=sys.stderr)
        return 2
    exports = read_exports(Path(arguments[0]))
    print("# SPDX-License-Identifier: Apache-2.0")
    print(f"# Symbols and version nodes that {arguments[1]} exports (facts read with nm and readelf by extract.py).")
    print("# Left out, for every library:")
    for pattern, reason in OMISSIONS:
        print(f"#   {pattern}  {reason}")
    for node in exports.nodes:
        print(f"node {node}")
    for symbol in exports.symbols:
        print(symbol.to_line())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
