# SPDX-License-Identifier: Apache-2.0
"""Tesseract reads a page of text from a picture: many short parallel regions, for each line of the page."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from workload import report

LINES = 25
TESSERACT = Path(sys.argv[1])


def unpacked(path: str) -> Path:
    """Where a package that was unpacked has this file of /usr, or where the machine has it."""
    here = TESSERACT.parents[1] / path
    return here if here.exists() else Path("/usr") / path


folder = Path(tempfile.mkdtemp())
page = folder / "page.png"
drawn: list[str] = []
for line in range(LINES):
    words = f"the quick brown fox jumps over a lazy dog number {17 * line}"
    drawn += ["-draw", f"text 20,{40 + 30 * line} '{words}'"]
font = unpacked("share/fonts/truetype/dejavu/DejaVuSans.ttf")
subprocess.run([str(unpacked("bin/gm")), "convert", "-size", "1200x900", "xc:white", "-font", str(font), "-pointsize",
                "22", *drawn, str(page)], check=True)
data = unpacked("share/tesseract-ocr/5/tessdata")


def read() -> list[str]:
    result = subprocess.run([str(TESSERACT), str(page), "-", "--psm", "6"], check=True, capture_output=True, text=True,
                            env=os.environ | {"TESSDATA_PREFIX": str(data)})
    lines = [line for line in result.stdout.splitlines() if line.strip()]
    if len(lines) != LINES:
        raise SystemExit(f"{len(lines)} lines were read of {LINES}: {lines[:3]}")
    return lines


report(read, repetitions=3)
