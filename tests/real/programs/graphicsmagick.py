# SPDX-License-Identifier: Apache-2.0
"""GraphicsMagick's operators on a picture made here: blur, unsharp mask, resize, colour maps."""

import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from workload import report

WIDTH, HEIGHT = 1200, 900

x, y = np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT))
pixels = np.stack([x * 7 + y, x ^ y, (x * y) >> 5], axis=-1).astype(np.uint8)
folder = Path(tempfile.mkdtemp())
picture = folder / "picture.ppm"
picture.write_bytes(f"P6 {WIDTH} {HEIGHT} 255\n".encode() + pixels.tobytes())


def convert() -> list[str]:
    operations = ["-blur", "0x3", "-unsharp", "0x2+1+0.05", "-resize", "70%", "-modulate", "110,90,95", "-median", "2"]
    result = folder / "result.ppm"
    subprocess.run([sys.argv[1], "convert", str(picture), *operations, str(result)], check=True)
    return [hashlib.sha256(result.read_bytes()).hexdigest()]


report(convert, repetitions=3)
