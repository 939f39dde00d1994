#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the program that a page of documentation shows, its one block of C, to a file."""

import re
import sys
from pathlib import Path


def main() -> int:
    page, output = Path(sys.argv[1]), Path(sys.argv[2])
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```c\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if len(blocks) != 1:
        print(f"{page}: {len(blocks)} blocks of C; a page shows one program")
        return 1
    # Messages of the compiler name the page.
    line = text[: text.index("```c\n")].count("\n") + 2
    output.write_text(f'#line {line} "{page}"\n{blocks[0]}', encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
