# SPDX-License-Identifier: Apache-2.0
"""MEGAHIT puts a genome together again from reads of it. It sorts by dynamic loops, and relies on a thread getting its
chunks in increasing order (src/work/README.md, "Order")."""

import hashlib
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from workload import report

BASES, READS, READ_LENGTH = 60_000, 24_000, 100
COMPLEMENT = str.maketrans("ACGT", "TGCA")
THREADS = os.environ.get("OMP_NUM_THREADS", str(len(os.sched_getaffinity(0))))

random.seed(11)
genome = "".join(random.choices("ACGT", k=BASES))


def read(number: int) -> str:
    start = random.randrange(BASES - READ_LENGTH)
    exact = genome[start:start + READ_LENGTH]
    bases = "".join(random.choice("ACGT") if random.random() < 0.005 else base for base in exact)
    return f">{number}\n{bases if number % 2 else bases.translate(COMPLEMENT)[::-1]}\n"


folder = Path(tempfile.mkdtemp())
reads = folder / "reads.fa"
reads.write_text("".join(map(read, range(READS))))


def assemble() -> list[str]:
    result = Path(tempfile.mkdtemp(dir=folder)) / "assembly"
    subprocess.run([sys.argv[1], "-r", str(reads), "-t", THREADS, "-o", str(result)], check=True, capture_output=True)
    lines = (result / "final.contigs.fa").read_text().splitlines()
    contigs = sorted(line for line in lines if not line.startswith(">"))
    return [hashlib.sha256("\n".join(contigs).encode()).hexdigest()]


report(assemble, repetitions=3)
